//! The tracker's web build over real connections.

#![cfg(feature = "tracker")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Barrier;
use std::thread;

use crate::http::{Answer, Client};
use rqrr::PreparedImage;
use tempfile::TempDir;

const WASM: &str = "/skirmish-0123456789abcdef.wasm";
const SECRET: &str = "nobody may read this";

/// Returns bytes that aren't text and don't repeat soon.
fn noise(length: usize, mut state: u32) -> Vec<u8> {
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Creates a web build, with an unrelated file beside it.
fn web_build() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let web = folder.path().join("web");
    fs::create_dir_all(web.join("pictures")).expect("folders");
    fs::write(folder.path().join("secret.txt"), SECRET).expect("a file");
    let files: [(&str, Vec<u8>); 6] = [
        ("index.html", b"<!doctype html>".to_vec()),
        (&WASM[1..], noise(2 << 20, 1)),
        (&format!("{}.br", &WASM[1..]), noise(300_000, 2)),
        (&format!("{}.gz", &WASM[1..]), noise(400_000, 3)),
        ("pictures/axe.webp", noise(5000, 4)),
        ("pictures/index.html", b"pictures".to_vec()),
    ];
    for (name, bytes) in files {
        fs::write(web.join(name), bytes).expect("a file");
    }
    folder
}

fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish-table"));
    command.arg("serve").args(args).current_dir(folder);
    command
}

/// Returns the program's message if it can't serve.
fn refused(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = program(folder, args).output().expect("the program runs");
    assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(stderr).expect("text")
}

/// The program while it serves.
struct Served {
    child: Child,
    folder: TempDir,
    /// Output before it began.
    said: Vec<String>,
    port: u16,
}

impl Served {
    fn start(args: &[&str]) -> Self {
        let folder = web_build();
        let command = program(folder.path(), &[&["--folder", "web", "--port", "0"], args].concat());
        Self::begin(folder, command)
    }

    /// Waits until a program serves.
    fn begin(folder: TempDir, mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut said: Vec<String> = Vec::new();
        for line in lines {
            said.push(line.expect("text"));
            if said.last().is_some_and(|line| line.contains("Ctrl+C")) {
                break;
            }
        }
        let port = said[0].strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{said:?}"));
        Self { child, folder, said, port }
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join("web").join(name)).expect("a file of the web build")
    }

    fn connect(&self) -> Client {
        Client::new(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("a connection"), "table")
    }

    fn get(&self, path: &str, headers: &str) -> Answer {
        self.connect().ask("GET", path, headers)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn files_arrive_as_they_are() {
    let served = Served::start(&[]);
    assert_eq!(served.said.len(), 2, "the address and how to stop: {:?}", served.said);
    for (path, name, content_type) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        (WASM, &WASM[1..], "application/wasm"),
        ("/pictures/axe.webp", "pictures/axe.webp", "image/webp"),
        ("/pictures/", "pictures/index.html", "text/html; charset=utf-8"),
    ] {
        let answer = served.get(path, "");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(content_type)), "{path}");
        assert!(answer.body == served.file(name), "{path}");
    }
}

#[test]
fn packed_files_are_those_of_the_folder() {
    let served = Served::start(&[]);
    for (accepted, coding, ending) in [
        ("gzip, deflate, br", Some("br"), ".br"),
        ("gzip, deflate", Some("gzip"), ".gz"),
        ("br;q=0, gzip;q=0", None, ""),
    ] {
        let answer = served.get(WASM, &format!("Accept-Encoding: {accepted}\r\n"));
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding), "{accepted}");
        assert!(answer.body == served.file(&format!("{}{ending}", &WASM[1..])), "{accepted}");
    }
    assert_eq!(served.get(&format!("{WASM}.br"), "").status, 404);
}

#[test]
fn one_connection_serves_request_after_request() {
    let served = Served::start(&[]);
    let mut client = served.connect();
    // A body behind the first answer would be read as the head of the second.
    let head = client.ask("HEAD", WASM, "");
    assert_eq!((head.status, head.header("content-length")), (200, Some("2097152")));
    let first = client.ask("GET", "/", "");
    assert_eq!(first.body, served.file("index.html"));
    let tag = first.header("etag").expect("a tag");
    let again = client.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.header("etag")), (304, Some(tag)));
    assert_eq!(client.ask("GET", "/nowhere", "").status, 404);
    assert_eq!(client.ask("GET", "/", "If-None-Match: \"other\"\r\n").body, served.file("index.html"));
}

#[test]
fn nothing_is_taken_in() {
    let served = Served::start(&[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let mut client = served.connect();
        client.send(format!("{method} / HTTP/1.1\r\nHost: table\r\nContent-Length: 5\r\n\r\nhello").as_bytes());
        let answer = client.answer(false);
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let served = Served::start(&[]);
    let paths: [&[u8]; 15] = [
        b"/../secret.txt",
        b"/../web/index.html",
        b"/pictures/../../secret.txt",
        b"/%2e%2e/secret.txt",
        b"/..%2fsecret.txt",
        b"/%2e%2e%2fsecret.txt",
        b"/%252e%252e%252fsecret.txt",
        b"/..\\secret.txt",
        b"/..%5csecret.txt",
        b"//etc/passwd",
        b"/\0/../secret.txt",
        b"/index.html%00",
        b"/\xff\xfe/../secret.txt",
        b"http://table/../secret.txt",
        b"../secret.txt",
    ];
    for path in paths {
        let mut client = served.connect();
        client.send(&[b"GET ", path, b" HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n"].concat());
        let said = String::from_utf8_lossy(&client.rest()).into_owned();
        let shown = path.escape_ascii();
        assert!(said.starts_with("HTTP/1.1 404") || said.starts_with("HTTP/1.1 400"), "{shown}: {said}");
        assert!(!said.contains(SECRET) && !said.contains("<!doctype"), "{shown}: {said}");
    }
    // The same, where there is such a file.
    let mut client = served.connect();
    client.send(b"GET http://table/pictures/ HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n");
    assert!(client.rest().ends_with(b"pictures"));
}

#[test]
fn many_tablets_load_at_once() {
    let served = Served::start(&[]);
    let whole = served.file(&WASM[1..]);
    let all_connected = Barrier::new(16);
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let mut client = served.connect();
                all_connected.wait();
                assert!(client.ask("GET", WASM, "").body == whole);
            });
        }
    });
}

#[test]
fn nobody_waits_for_a_slow_client() {
    let served = Served::start(&[]);
    let whole = served.file(&WASM[1..]);
    // One that requests much and reads none of it, and some that never complete their request.
    let mut lazy = served.connect();
    lazy.send(format!("GET {WASM} HTTP/1.1\r\nHost: table\r\n\r\n").as_bytes());
    let mut slow: Vec<Client> = (0..20).map(|_| served.connect()).collect();
    for byte in b"GET" {
        slow.iter_mut().for_each(|client| client.send(&[*byte]));
        assert!(served.get(WASM, "").body == whole);
    }
    assert!(lazy.answer(false).body == whole);
}

#[test]
fn without_a_web_build_it_says_how_one_is_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = refused(folder.path(), &[]);
    assert!(said.contains("folder not found: output/web") && said.contains("`cargo xtask web`"), "{said}");
    let said = refused(folder.path(), &["--folder", "."]);
    assert!(said.contains("missing `index.html`") && said.contains("`cargo xtask web`"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_packaged_program_serves_the_page_that_came_with_it() {
    let folder = web_build();
    let (bin, share) = (folder.path().join("bin"), folder.path().join("share/skirmish"));
    fs::create_dir_all(&bin).and_then(|()| fs::create_dir_all(&share)).expect("folders");
    std::os::unix::fs::symlink("../../web", share.join("web")).expect("a link");
    let (built, packaged) = (env!("CARGO_BIN_EXE_skirmish-table"), bin.join("skirmish-table"));
    // A copy if a hard link fails: the folder may be on another disk.
    fs::hard_link(built, &packaged).or_else(|_| fs::copy(built, &packaged).map(drop)).expect("the program");
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let start = || {
        let mut command = Command::new(&packaged);
        command.args(["serve", "--port", "0"]).current_dir(elsewhere.path());
        command
    };
    let served = Served::begin(folder, start());
    assert_eq!(served.get("/pictures/axe.webp", "").body, served.file("pictures/axe.webp"));
    // A local build takes priority.
    let here = elsewhere.path().join("output/web");
    fs::create_dir_all(&here).and_then(|()| fs::write(here.join("index.html"), "here")).expect("a page");
    let own = Served::begin(web_build(), start());
    assert_eq!(own.get("/", "").body, b"here");
}

#[test]
fn a_port_in_use_is_named_with_a_way_around_it() {
    let folder = web_build();
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = other.local_addr().expect("an address").port();
    for lan in [&[][..], &["--lan"]] {
        let said = refused(folder.path(), &[&["--folder", "web", "--port", &port.to_string()], lan].concat());
        assert!(said.contains(&format!("port {port} is in use; pass `--port ")), "{said}");
    }
}

/// Reads a code as a camera does from lines of half blocks: letters are light, the rest is dark.
fn read_code(lines: &[&str]) -> String {
    // A camera sees more than one point of each square.
    const SCALE: usize = 4;
    let squares: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let (width, height) = (squares[0].len() * SCALE, lines.len() * 2 * SCALE);
    let mut image = PreparedImage::prepare_from_greyscale(width, height, |x, y| {
        let (x, y) = (x / SCALE, y / SCALE);
        let light = match squares[y / 2][x] {
            '█' => true,
            '▀' => y % 2 == 0,
            '▄' => y % 2 == 1,
            _ => false,
        };
        if light { 255 } else { 0 }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "{lines:#?}");
    grids[0].decode().expect("a code").1
}

#[test]
fn the_network_gets_addresses_and_a_code_that_leads_there() {
    let served = Served::start(&["--lan"]);
    let said = served.said.iter().map(String::as_str);
    let addresses: Vec<&str> = said.clone().filter(|line| line.starts_with("http://")).skip(1).collect();
    let code: Vec<&str> = said.clone().filter(|line| line.contains('█')).collect();
    assert!(said.clone().any(|line| line.starts_with("Over plain http") && line.contains("docs/tracker.md")));
    let here = skirmish_serve::on_the_network();
    let expected: Vec<String> = here.iter().map(|address| format!("http://{address}:{}/", served.port)).collect();
    assert_eq!(addresses, expected);
    let Some(first) = here.first() else {
        assert!(
            code.is_empty()
                && said.clone().any(|line| line.starts_with("This machine isn't connected to a local network"))
        );
        return;
    };
    assert_eq!(read_code(&code), expected[0]);
    let mut client = Client::new(TcpStream::connect((*first, served.port)).expect("all may come"), "table");
    assert_eq!(client.ask("GET", "/", "").body, served.file("index.html"));
}

#[test]
fn without_lan_nobody_else_can_come() {
    let served = Served::start(&[]);
    assert!(served.said.iter().all(|line| !line.contains('█') && !line.contains("plain http")), "{:?}", served.said);
    for address in skirmish_serve::on_the_network() {
        assert!(TcpStream::connect((address, served.port)).is_err(), "{address}");
    }
}
