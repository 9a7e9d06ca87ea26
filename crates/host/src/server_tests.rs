use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;
use std::time::Instant as Clock;

use serde_json::{Value, json};
use skirmish_assets::Builtin;
use skirmish_serve::{Reach, Server, Site};
use skirmish_together::{Act, Deed, Device, Join, Limits, Request, Tokens, Version};
use skirmish_tracker::table::games;

use super::*;
use crate::files;

const GAME: &str = "skirmish-5e";

/// A host in this program.
struct Running {
    port: u16,
    sharing: Sharing,
    tokens: Tokens,
}

fn start(journal: &Path, limits: Limits) -> Running {
    let game = skirmish_read::game(&Builtin, GAME).game.expect("the game is right");
    let book = skirmish_read::glossary(&Builtin, &game);
    let (host, notes) = files::open_with(&game, &book, journal, limits).expect("it opens");
    assert!(notes.is_empty(), "{notes:?}");
    let server = Server::bind(Reach::Here, 0).expect("a free port").with_endless_answers();
    let port = server.port();
    let tokens = host.tokens().clone();
    let site = Site::new(&[("/index.html".to_owned(), Bytes::from_static(b"the page"))].into());
    let sharing = Sharing::new(host, site, vec![format!("127.0.0.1:{port}")]);
    let handler = sharing.clone();
    thread::spawn(move || server.run(handler));
    Running { port, sharing, tokens }
}

/// Sends a request; returns status and body.
fn ask(port: u16, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    let head = head.replace("HOST", &format!("127.0.0.1:{port}"));
    let (line, headers) = head.split_once('\n').unwrap_or((&head, ""));
    let headers: String = headers.lines().map(|line| format!("{line}\r\n")).collect();
    let length = body.len();
    let request = format!("{line} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).expect("it takes the request");
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("an answer");
    let status = said.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, said.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

fn table_of(journal: Option<&str>) -> Box<dyn skirmish_together::AnyTable> {
    let game = skirmish_read::game(&Builtin, GAME).game.expect("the game is right");
    assert!(journal.is_none());
    skirmish_together::open(&game, &skirmish_read::glossary(&Builtin, &game)).expect("it can be played")
}

impl Running {
    fn join(&self, key: &str, token: &str) -> (u16, Value) {
        let version = Version::current();
        let join = Join { version, key: key.to_owned(), name: "Una".to_owned(), token: None, code: None };
        let head = format!("POST /table/join\nHost: HOST\nx-table-token: {token}");
        let (status, body) = ask(self.port, &head, &json!(join).to_string());
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    fn post(&self, key: &str, body: &str) -> (u16, Value) {
        let (status, body) = ask(self.port, &format!("POST /table/command\nHost: HOST\nx-table-key: {key}"), body);
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    /// Opens the stream of lines.
    fn listen(&self, key: &str, from: u64) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        let (port, head) = (self.port, format!("GET /table/lines?from={from} HTTP/1.1"));
        let request = format!("{head}\r\nHost: 127.0.0.1:{port}\r\nx-table-key: {key}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it takes the request");
        BufReader::new(stream)
    }
}

/// Returns the next news of a stream.
fn next(stream: &mut BufReader<TcpStream>) -> Option<News> {
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(json) = line.strip_prefix("data: ") {
            return Some(serde_json::from_str(json).expect("news"));
        }
    }
}

fn begin() -> Value {
    let player =
        |(chair, colour): (usize, &str)| json!({ "name": format!("P{chair}"), "livery": colour, "chair": chair });
    let colours = ["red", "blue", "gold", "green", "violet", "bone", "teal", "rose"];
    let players: Vec<Value> = colours.into_iter().enumerate().map(player).collect();
    json!({ "begin": { "players": players, "dealer": 0, "decks": 1 } })
}

fn key(who: usize) -> String {
    format!("{who:032}")
}

fn act(run: &Value, number: u64, command: Value) -> String {
    let deed = Deed::Command(command);
    let acts = vec![Act { number, base: 0, question: Some(skirmish_together::Question::Line(0)), deed }];
    json!(Post { run: run.as_str().expect("a run").to_owned(), request: Request::Acts(acts) }).to_string()
}

#[test]
fn another_page_and_another_name_get_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = start(&folder.path().join("a.journal"), Limits::default());
    let port = host.port;
    let evil =
        format!("POST /table/join\nHost: HOST\nOrigin: http://evil.example\nx-table-token: {}", host.tokens.table);
    assert_eq!(ask(port, &evil, "{}").0, 403, "another page");
    assert_eq!(ask(port, "GET /\nHost: HOST\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors", "").0, 403);
    assert_eq!(ask(port, "GET /\nHost: evil.example", "").0, 403, "a name that resolves to this machine");
    assert_eq!(ask(port, "GET /\nHost: evil.example:80", "").0, 403);
    assert_eq!(ask(port, "GET /\nHost: HOST", ""), (200, "the page".to_owned()));
    assert_eq!(ask(port, "GET /\nHost: HOST\nOrigin: http://HOST\nSec-Fetch-Site: same-origin", "").0, 200);
    // A page of another site may link to the table.
    assert_eq!(ask(port, "GET /\nHost: HOST\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate", "").0, 200);
    // Its browser asks first if it may send the headers, and it may not.
    assert_eq!(ask(port, "OPTIONS /table/command\nHost: HOST\nOrigin: http://evil.example", "").0, 403);
}

#[test]
fn only_page_and_table_are_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = start(&folder.path().join("a.journal"), Limits::default());
    for path in [
        "/a.journal",
        "/../a.journal",
        "/table",
        "/table/",
        "/table/x",
        "/table/../a.journal.devices",
        "/%2e%2e/a.journal",
    ] {
        assert_eq!(ask(host.port, &format!("GET {path}\nHost: HOST"), "").0, 404, "{path}");
    }
    assert_eq!(ask(host.port, "GET /table/join\nHost: HOST", "").0, 405);
    assert_eq!(ask(host.port, "POST /\nHost: HOST", "").0, 405);
}

#[test]
fn a_guessed_token_or_key_gets_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = start(&folder.path().join("a.journal"), Limits::default());
    assert_eq!(host.tokens.players.len(), 32, "128 bits");
    let mut wrong = host.tokens.players.clone();
    wrong.pop();
    for token in [wrong.as_str(), "", "x", &format!("{wrong}z")] {
        let (status, said) = host.join(&key(1), token);
        assert_eq!((status, said), (403, json!({ "refused": "token" })), "{token}");
    }
    assert_eq!(host.post(&key(1), &act(&json!("x"), 1, begin())).0, 401);
    assert_eq!(ask(host.port, &format!("GET /table/lines\nHost: HOST\nx-table-key: {}", key(1)), "").0, 401);
    assert_eq!(host.join(&key(1), &host.tokens.players).0, 200);
}

#[test]
fn a_request_that_is_replayed_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.journal");
    let host = start(&path, Limits::default());
    let (_, welcome) = host.join(&key(0), &host.tokens.table);
    let run = welcome["welcome"]["run"].clone();
    let counted = json!({ "answers": [{ "number": 1, "outcome": { "counted": 1 } }] });
    for _ in 0..3 {
        assert_eq!(host.post(&key(0), &act(&run, 1, begin())), (200, counted.clone()));
    }
    let tap = act(&run, 2, json!({ "adjust": { "seat": 0, "by": -1 } }));
    for _ in 0..3 {
        assert_eq!(host.post(&key(0), &tap).1["answers"][0]["outcome"], json!({ "counted": 2 }));
    }
    let journal = std::fs::read_to_string(&path).expect("it is written");
    assert_eq!(journal.lines().count(), 3);
    assert!(journal.contains("\"format\":3") && journal.contains("\"taps\":[{\"device\":\"1\",\"number\":2}]"));
    let other = act(&json!("another run"), 3, json!({ "adjust": { "seat": 0, "by": -1 } }));
    assert_eq!(host.post(&key(0), &other).1, json!("other-run"), "nothing from before a restart is repeated");
}

#[test]
fn a_tap_after_the_end_of_sharing_waits_and_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.journal");
    let host = start(&path, Limits::default());
    let (_, welcome) = host.join(&key(0), &host.tokens.table);
    let run = welcome["welcome"]["run"].clone();
    host.post(&key(0), &act(&run, 1, begin()));
    let before = std::fs::read(&path).expect("it is written");
    // The server goes on for a moment.
    host.sharing.with(Host::end);
    let tap = act(&run, 2, json!({ "adjust": { "seat": 0, "by": -1 } }));
    assert_eq!(host.post(&key(0), &tap).1["answers"][0]["outcome"], json!("held"));
    host.sharing.with(|host| host.tick(now()));
    assert_eq!(host.post(&key(0), &tap).1["answers"][0]["outcome"], json!("held"), "it can be counted the next time");
    assert_eq!(std::fs::read(&path).expect("it is there"), before);
}

#[test]
fn an_oversized_body_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = start(&folder.path().join("a.journal"), Limits::default());
    host.join(&key(0), &host.tokens.table);
    let head = format!("POST /table/command\nHost: HOST\nx-table-key: {}", key(0));
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, host.port)).expect("a connection");
    let (port, key) = (host.port, key(0));
    // Its length is said, or not.
    for length in ["Content-Length: 1000000000", "Transfer-Encoding: chunked"] {
        let head =
            format!("POST /table/command HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-table-key: {key}\r\n{length}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it takes the head");
        if length.starts_with('T') {
            let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
            for _ in 0..8 {
                // It hangs up in the middle.
                drop(stream.write_all(chunk.as_bytes()));
            }
        }
        let mut said = [0; 12];
        stream.read_exact(&mut said).expect("an answer");
        assert_eq!(&said, b"HTTP/1.1 413");
        stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
    }
    assert_eq!(ask(port, &head, "not JSON").0, 400);
}

#[test]
fn a_device_that_taps_too_fast_waits() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { burst: 5, rate: 1, ..Limits::default() };
    let host = start(&folder.path().join("a.journal"), limits);
    let run = host.join(&key(0), &host.tokens.table).1["welcome"]["run"].clone();
    host.post(&key(0), &act(&run, 1, begin()));
    let tap = |number| act(&run, number, json!({ "adjust": { "seat": 0, "by": -1 } }));
    let status: Vec<u16> = (2..=7).map(|number| host.post(&key(0), &tap(number)).0).collect();
    assert_eq!((status[0], status[5]), (200, 429), "{status:?}");
    assert_eq!(host.post(&key(0), &tap(2)).0, 200, "what is answered is answered again");
}

#[test]
fn a_slow_reader_costs_nothing_and_goes_on_from_its_last_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { burst: 1_000_000, ..Limits::default() };
    let host = start(&folder.path().join("a.journal"), limits);
    let run = host.join(&key(0), &host.tokens.table).1["welcome"]["run"].clone();
    host.join(&key(1), &host.tokens.players);
    host.post(&key(0), &act(&run, 1, begin()));
    let mut slow = host.listen(&key(1), 1);
    let Some(News::Lines { from: 1, .. }) = next(&mut slow) else { panic!("the first line") };
    // It reads nothing while the others play on, and keeps nobody waiting.
    let mut fast = host.listen(&key(0), 1);
    let begun = Clock::now();
    for block in 0..10_u64 {
        let acts = (0..50).map(|at| Act {
            number: 2 + block * 50 + at,
            base: 0,
            question: None,
            deed: Deed::Command(json!({ "rename": { "seat": 0, "name": format!("{:<40}", at + 1) } })),
        });
        let post = Post { run: run.as_str().expect("a run").to_owned(), request: Request::Acts(acts.collect()) };
        assert_eq!(host.post(&key(0), &json!(post).to_string()).0, 200);
    }
    println!("500 taps beside a slow reader: {:?}", begun.elapsed());
    let lines = host.sharing.with(|host| host.table().len());
    let mut has = 0;
    while has < lines {
        if let Some(News::Lines { from, entries }) = next(&mut fast) {
            assert_eq!(from, has + 1);
            has += entries.len() as u64;
        }
    }
    drop(slow);
    let mut again = host.listen(&key(1), 2);
    let mut has = 1;
    while has < lines {
        if let Some(News::Lines { from, entries }) = next(&mut again) {
            assert_eq!(from, has + 1);
            has += entries.len() as u64;
        }
    }
}

#[test]
fn a_host_with_nothing_to_say_is_alive() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = start(&folder.path().join("a.journal"), Limits::default());
    host.join(&key(1), &host.tokens.players);
    let ticking = host.sharing.clone();
    thread::spawn(move || ticking.keep_going(|_, _, _| ()));
    let mut stream = host.listen(&key(1), 1);
    assert!(matches!(next(&mut stream), Some(News::Room(_))));
    let begun = Clock::now();
    assert_eq!(next(&mut stream), Some(News::Beat));
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
}

/// Plays on one device over sockets, whose connections are cut by chance.
fn device(port: u16, who: usize, token: &str, taps: u64) -> (u64, u64, u64, String, Vec<u128>) {
    let mut device = Device::new(table_of(None), key(who), format!("Phone {who}"), Some(token.to_owned()));
    let mut chance = who as u64 * 7919 + 1;
    let mut below = |bound: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % bound
    };
    let running = |head: &str, body: &str| ask(port, head, body);
    let (mut sent, mut refused, mut cuts) = (0, 0, 0);
    let mut took = Vec::new();
    loop {
        let join = device.join(None);
        let head = format!("POST /table/join\nHost: HOST\nx-table-token: {token}");
        let (_, body) = running(&head, &json!(join).to_string());
        assert!(device.joined(serde_json::from_str(&body).expect("an answer"), now()));
        let seat = u8::try_from(who - 1).expect("small");
        let claim = device.ask(Request::Claim(skirmish_tracker::table::Seat(seat))).expect("it has joined");
        let head = format!("POST /table/command\nHost: HOST\nx-table-key: {}", key(who));
        let (_, body) = running(&head, &json!(claim).to_string());
        device.replied(serde_json::from_str(&body).expect("a reply"), now());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        let from = device.next_line();
        let get = format!(
            "GET /table/lines?from={from} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-table-key: {}\r\n\r\n",
            key(who)
        );
        stream.write_all(get.as_bytes()).expect("it takes the request");
        let mut stream = BufReader::new(stream);
        while device.table().is_empty() {
            device.heard(next(&mut stream).expect("news"), now()).expect("in order");
        }
        let mut whole = false;
        while sent < taps || !device.waiting().is_empty() {
            for _ in 0..below(20) {
                if sent < taps {
                    let by = if below(2) == 0 { 1 } else { -1 };
                    let deed =
                        Deed::Command(json!({ "rename": { "seat": seat, "name": format!("{who}.{sent}.{by}") } }));
                    device.tap(deed, None, now()).expect("it is its own");
                    sent += 1;
                }
            }
            let Some(post) = device.post() else {
                // All are answered; their lines are under way.
                device.heard(next(&mut stream).expect("news"), now()).expect("in order");
                continue;
            };
            if below(8) == 0 {
                // Cut in the middle of a request, or before the reply.
                let body = json!(post).to_string();
                let mut half = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
                let length = body.len();
                let cut = if below(2) == 0 { length / 2 } else { length };
                let head = format!(
                    "POST /table/command HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-table-key: {}\r\nContent-Length: {length}\r\n\r\n",
                    key(who)
                );
                half.write_all(&[head.as_bytes(), &body.as_bytes()[..cut]].concat()).expect("it takes it");
                cuts += 1;
                device.lost(now());
                break;
            }
            let begun = Clock::now();
            let (status, body) = running(&head, &json!(post).to_string());
            took.push(begun.elapsed().as_millis());
            if status == 429 {
                thread::sleep(Duration::from_millis(100));
                continue;
            }
            device.replied(serde_json::from_str(&body).expect("a reply"), now());
            device.heard(next(&mut stream).expect("news"), now()).expect("in order");
        }
        let done = sent == taps && device.waiting().is_empty();
        while done && !whole {
            let all = 1 + 8 * taps;
            whole = device.table().len() == all;
            if !whole {
                device.heard(next(&mut stream).expect("news"), now()).expect("in order");
            }
        }
        refused +=
            device.notices().iter().filter(|notice| notice.to_string().starts_with("Not counted")).count() as u64;
        if done {
            return (sent, refused, cuts, device.journal().expect("it can be written"), took);
        }
    }
}

#[test]
fn eight_devices_play_over_real_sockets_and_lose_nothing() {
    const TAPS: u64 = 1_000;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.journal");
    let limits = Limits { burst: 1_000_000, ..Limits::default() };
    let host = start(&path, limits);
    let run = host.join(&key(0), &host.tokens.table).1["welcome"]["run"].clone();
    host.post(&key(0), &act(&run, 1, begin()));
    let (port, token) = (host.port, host.tokens.players.clone());
    let begun = Clock::now();
    let threads: Vec<_> = (1..=8)
        .map(|who| {
            let token = token.clone();
            thread::spawn(move || device(port, who, &token, TAPS))
        })
        .collect();
    let done: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("it plays to the end")).collect();
    let (sent, refused, cuts) = done.iter().fold((0, 0, 0), |all, one| (all.0 + one.0, all.1 + one.1, all.2 + one.2));
    let journal = std::fs::read_to_string(&path).expect("it is written");
    let counted = journal.lines().count() as u64 - 2;
    let mut took: Vec<u128> = done.iter().flat_map(|one| one.4.clone()).collect();
    took.sort_unstable();
    println!(
        "sockets: {sent} taps sent, {counted} counted, {refused} refused, {} lost, {cuts} connections cut, {:?}; a request \
         takes {} ms (median), {} ms (slowest)",
        sent - counted - refused,
        begun.elapsed(),
        took[took.len() / 2],
        took[took.len() - 1]
    );
    assert_eq!((sent, counted, refused), (8 * TAPS, 8 * TAPS, 0));
    assert!(cuts > 8);
    for (_, _, _, own, _) in &done {
        assert_eq!(*own, journal);
    }
    let game = skirmish_read::game(&Builtin, GAME).game.expect("the game is right");
    let mut replayed = games::open(&game, &skirmish_read::glossary(&Builtin, &game)).expect("it can be played");
    replayed.read(journal.as_bytes()).expect("it is a journal");
    let mut state = replayed.state_json().expect("it is JSON");
    for counted in ["entries", "events"] {
        state.as_object_mut().expect("an object").remove(counted);
    }
    assert_eq!(state, host.sharing.with(|host| host.table().state()));
}

#[test]
fn after_a_restart_devices_find_their_seats_and_addresses() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.journal");
    let host = start(&path, Limits::default());
    let run = host.join(&key(0), &host.tokens.table).1["welcome"]["run"].clone();
    host.post(&key(0), &act(&run, 1, begin()));
    let id = host.join(&key(1), &host.tokens.players).1["welcome"]["device"].clone();
    let claim = Post {
        run: run.as_str().expect("a run").to_owned(),
        request: Request::Claim(skirmish_tracker::table::Seat(2)),
    };
    assert_eq!(host.post(&key(1), &json!(claim).to_string()).1, json!({ "answers": [] }));
    // The journal is locked while the first host has it: a copy is what another run would find.
    let (journal, devices) = (folder.path().join("b.journal"), folder.path().join("b.journal.devices"));
    std::fs::copy(&path, &journal).expect("a copy");
    std::fs::copy(folder.path().join("a.journal.devices"), &devices).expect("a copy");
    let again = start(&journal, Limits::default());
    assert_eq!(again.tokens, host.tokens);
    let welcome = again.join(&key(1), &again.tokens.players).1;
    assert_eq!(welcome["welcome"]["device"], id);
    assert_ne!(welcome["welcome"]["run"], run);
    let room = again.sharing.with(|host| host.room());
    assert_eq!(room.seats.len(), 1);
    assert_eq!(room.seats[0].seat, skirmish_tracker::table::Seat(2));
}
