//! A game while it is edited: effects of a save, of a broken one, and the messages to the page.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::{fs, thread};

use crate::common::http::{Answer, Client};
use crate::common::program::{Folder, SKIRMISH};
use serde_json::Value;
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Severity;
use skirmish_base::vfs::WorkDir;
use skirmish_edit::paragraphs;
use skirmish_pipeline::watch::{PictureId, Preview, Snapshot};

const CARDS: &str = "card-data/skirmish-5e/cards.toml";
const BOOK: &str = "card-data/skirmish-5e/rules.md";
/// Words of the epigraph of Slash, which no other card has.
const WORDS: &str = "it took more than one sword to cut him down";

/// Returns a folder with the shipped game in it.
fn with_game() -> Folder {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    folder
}

fn preview(folder: &Folder) -> Preview<WorkDir> {
    let mut preview = Preview::new(WorkDir::new(folder.path(""), &Builtin), "skirmish-5e");
    preview.update(&BTreeSet::new());
    preview
}

/// Returns the snapshot after these files changed and everything is done.
fn after(preview: &mut Preview<WorkDir>, changed: &[&str]) -> Arc<Snapshot> {
    preview.update(&changed.iter().map(|path| (*path).to_owned()).collect());
    while preview.go_on().is_some() {}
    preview.snapshot().clone()
}

fn pictures(snapshot: &Snapshot) -> BTreeMap<&str, PictureId> {
    snapshot.faces.iter().map(|face| (face.key.as_str(), face.picture)).collect()
}

/// Returns the faces that look different.
fn changed<'s>(before: &Snapshot, now: &'s Snapshot) -> Vec<&'s str> {
    let before = pictures(before);
    now.faces
        .iter()
        .map(|face| (face.key.as_str(), face.picture))
        .filter(|(key, picture)| before.get(key) != Some(picture))
        .map(|(key, _)| key)
        .collect()
}

#[test]
fn a_save_changes_the_face_that_it_is_about_and_no_other() {
    let folder = with_game();
    let mut preview = preview(&folder);
    let first = after(&mut preview, &[]);
    assert_eq!((first.title.as_str(), first.stale, first.book_stale), ("Skirmish", false, false));
    assert_eq!(first.problems, [], "the shipped game has none");
    assert_eq!(first.groups[0].name, "cards");
    assert_eq!(first.pages.len(), 36);
    assert!(first.sides.iter().filter(|side| side.label.starts_with("cards")).count() == 30);
    folder.replace(CARDS, WORDS, "two swords cut him down");
    let second = after(&mut preview, &[CARDS]);
    assert_eq!(changed(&first, &second), ["card/slash"]);
    let slash = second.faces.iter().find(|face| face.key == "card/slash").expect("the card");
    assert_eq!(slash.before, Some(pictures(&first)["card/slash"]));
    assert_eq!((slash.title.as_str(), slash.place.file.as_str()), ("Slash", CARDS));
    let line = folder.read(CARDS).split(|byte| *byte == b'\n').nth(slash.place.line - 1).map(<[u8]>::to_vec);
    let line = String::from_utf8(line.expect("the line")).expect("text");
    assert!(line.contains("[[card]]") || line.contains("Slash"), "{line}");
    let pages = first.pages.iter().zip(&second.pages).filter(|(one, other)| one.picture != other.picture).count();
    assert!((1..=3).contains(&pages), "the pages that show the card: {pages}");
    // Painted as a PNG, then kept; what it looked like before can still be seen.
    let paint = |picture: PictureId| preview.pictures().paint(picture, 270).expect("a picture");
    let (now, before) = (paint(slash.picture), paint(slash.before.expect("an earlier one")));
    assert!(now.starts_with(b"\x89PNG") && now != before);
    assert_eq!(preview.pictures().paint(slash.picture, 271), None, "not a width that there is");
    // Back again it looks as it did.
    folder.replace(CARDS, "two swords cut him down", WORDS);
    let third = after(&mut preview, &[CARDS]);
    assert_eq!(pictures(&third), pictures(&first));
}

#[test]
fn a_face_with_an_error_keeps_its_last_good_look_and_a_repaired_one_goes_on() {
    let folder = with_game();
    let mut preview = preview(&folder);
    let good = after(&mut preview, &[]);
    let text = folder.read(CARDS);
    folder.replace(CARDS, "name = \"Slash\"\nkind = \"basic\"", "name = \"Slash\"\nkind = \"bsic\"");
    let broken = after(&mut preview, &[CARDS]);
    assert!(broken.stale && broken.book_stale && broken.version > good.version, "others count on its card");
    assert_eq!(pictures(&broken), pictures(&good));
    let problem = &broken.problems[0];
    assert_eq!(problem.severity, Severity::Error);
    assert!(problem.hints.iter().any(|hint| hint.contains("`basic`")), "{problem:?}");
    assert_eq!(problem.place.as_ref().map(|place| place.file.as_str()), Some(CARDS));
    let spoilt: Vec<&str> =
        broken.faces.iter().filter(|face| face.problems.contains(&0)).map(|face| face.key.as_str()).collect();
    assert_eq!(spoilt, ["card/slash"]);
    // No TOML at all, and no file at all.
    folder.write(CARDS, "[[card]\n");
    let broken = after(&mut preview, &[CARDS]);
    assert!(broken.stale && broken.faces.len() == good.faces.len());
    fs::remove_file(folder.path(CARDS)).expect("it is there");
    let missing = after(&mut preview, &[CARDS]);
    assert!(missing.stale && !missing.problems.is_empty() && missing.faces.len() == good.faces.len());
    // An error in what nothing else counts on: all others are those of now.
    folder.write(CARDS, &text);
    folder.replace(CARDS, WORDS, &format!("{WORDS} and {}", "on ".repeat(400)));
    let chop =
        "rule = \"S38\"\ndamage = 2\nadds_to_weapon = true\nneeds = [\"weapon\", \"not-spear\"]\ntext = \"\"\"\n";
    folder.replace(CARDS, chop, &format!("{chop}Really. "));
    let long = after(&mut preview, &[CARDS]);
    assert_eq!((long.stale, long.book_stale), (false, true), "{:?}", long.problems);
    let others = changed(&good, &long);
    assert!(others.contains(&"card/chop") && !others.contains(&"card/slash"), "{others:?}");
    folder.write(CARDS, text);
    let repaired = after(&mut preview, &[CARDS]);
    assert_eq!((repaired.stale, repaired.book_stale, &repaired.problems), (false, false, &good.problems));
    assert_eq!(pictures(&repaired), pictures(&good));
}

#[test]
fn sheets_are_those_of_a_game_that_is_opened_anew() {
    const GAME: &str = "card-data/skirmish-5e/game.toml";
    let folder = with_game();
    let mut kept = preview(&folder);
    let first = after(&mut kept, &[]);
    let edits = [
        (CARDS, WORDS, "two swords cut him down"),
        (GAME, "title = \"Skirmish\"", "title = \"A skirmish\""),
        (CARDS, "name = \"Slash\"\nkind = \"basic\"\ncount = 6", "name = \"Slash\"\nkind = \"basic\"\ncount = 16"),
        (CARDS, "two swords cut him down", WORDS),
    ];
    for (path, old, new) in edits {
        folder.replace(path, old, new);
        let now = after(&mut kept, &[path]);
        let opened = after(&mut preview(&folder), &[]);
        assert_eq!(now.sides, opened.sides, "{new}");
        assert!(now.sides.iter().all(|side| kept.pictures().has(side.around)), "{new}");
    }
    assert_ne!(kept.snapshot().sides, first.sides);
}

#[test]
fn files_that_come_and_go_are_seen() {
    let folder = with_game();
    let mut preview = preview(&folder);
    let first = after(&mut preview, &[]);
    let art = "card-data/skirmish-5e/art/slash.svg";
    let drawing = folder.read(art);
    fs::remove_file(folder.path(art)).expect("it is there");
    let without = after(&mut preview, &[art]);
    assert!(!without.stale && without.book_stale, "a drawing is missing");
    assert_eq!(pictures(&without), pictures(&first));
    assert!(without.problems.iter().any(|problem| problem.what.contains("slash")), "{:?}", without.problems);
    let other = String::from_utf8(drawing).expect("text").replacen("<path", "<path opacity=\"0.5\"", 1);
    folder.write(art, other);
    let again = after(&mut preview, &[art]);
    assert!(!again.stale);
    assert_eq!(changed(&first, &again), ["card/slash"], "the drawing is another one");
    // The game's own template hides the one in the program; its own style overrides settings in it.
    let template = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/back.svg")).expect("the template");
    folder.write("card-data/skirmish-5e/templates/broken.svg", "<svg");
    let unused = after(&mut preview, &["card-data/skirmish-5e/templates/broken.svg"]);
    assert!(!unused.stale, "nothing is drawn in it");
    folder.write("templates/back.svg", "<svg");
    let broken = after(&mut preview, &["templates"]);
    assert!(!broken.stale && broken.book_stale);
    assert_eq!(pictures(&broken), pictures(&again));
    let spoilt = broken.faces.iter().filter(|face| !face.problems.is_empty());
    assert!(spoilt.clone().count() > 0 && spoilt.clone().all(|face| !face.front), "only backs");
    folder.write("templates/back.svg", template);
    let mended = after(&mut preview, &["templates/back.svg"]);
    assert!(!mended.stale);
    assert_eq!(pictures(&mended), pictures(&again));
}

#[test]
fn a_game_that_is_wrong_when_it_is_opened_is_shown_as_far_as_it_can_be_drawn() {
    let folder = with_game();
    let good = after(&mut preview(&folder), &[]);
    let looks = pictures(&good);
    // Wrong counts change no face.
    let settings = "card-data/skirmish-5e/game.toml";
    let text = String::from_utf8(folder.read(settings)).expect("text");
    folder.replace(settings, "deck-size = 128", "deck-size = 127");
    let counted = after(&mut preview(&folder), &[]);
    assert_eq!((counted.stale, counted.problems.len(), pictures(&counted)), (false, 1, looks.clone()));
    folder.write(settings, &text);
    // Of an overlong text as much as there is room for.
    folder.replace(CARDS, WORDS, &format!("{WORDS} and {}", "on ".repeat(400)));
    let mut late = preview(&folder);
    let long = after(&mut late, &[]);
    let changed_faces = |now: &Snapshot| {
        let now = pictures(now);
        looks.iter().filter(|(key, look)| now.get(**key) != Some(look)).map(|(key, _)| *key).collect::<Vec<_>>()
    };
    assert_eq!((long.stale, changed_faces(&long)), (false, vec!["card/slash"]));
    let painted =
        |snapshot: &Snapshot| late.pictures().paint(pictures(snapshot)["card/slash"], 270).expect("a picture");
    let first = painted(&long).to_vec();
    assert!(first.len() > 4000, "it isn't an empty face: {}", first.len());
    // It was never well: what it becomes is seen.
    folder.replace(CARDS, WORDS, "two swords cut him down");
    let other = after(&mut late, &[CARDS]);
    assert!(!other.stale && pictures(&other)["card/slash"] != pictures(&long)["card/slash"]);
    // An error in what all faces share: nothing better is known.
    folder.replace(settings, "kind = \"#3a5872\"", "kind = \"nonsense\"");
    let styled = after(&mut preview(&folder), &[]);
    assert!(!styled.stale && styled.faces.len() == good.faces.len(), "{:?}", styled.problems);
}

#[test]
fn a_problem_of_the_book_leaves_the_faces_alone() {
    let folder = with_game();
    let mut preview = preview(&folder);
    let first = after(&mut preview, &[]);
    let rules = "card-data/skirmish-5e/rules.md";
    let text = String::from_utf8(folder.read(rules)).expect("text");
    folder.write(rules, format!("{text}\n::: no-such-block\n:::\n"));
    let broken = after(&mut preview, &[rules]);
    assert_eq!((broken.stale, broken.book_stale), (false, true));
    assert!(broken.problems.iter().any(|problem| problem.book), "{:?}", broken.problems);
    assert_eq!(broken.pages, first.pages, "the pages of before");
    folder.write(rules, text);
    assert!(!after(&mut preview, &[rules]).book_stale);
}

#[test]
fn pages_know_the_blocks_of_the_rulebook_that_they_show() {
    let folder = with_game();
    let shown = after(&mut preview(&folder), &[]);
    let book = String::from_utf8(folder.read(BOOK)).expect("text");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect::<String>();
    let all: BTreeSet<String> = paragraphs(&book).into_iter().map(|range| words(&book[range])).collect();
    let mut known = BTreeSet::new();
    for page in &shown.pages {
        for block in &page.blocks {
            let [left, top, width, height] = block.area;
            assert!(left >= 0.0 && top >= 0.0 && width > 5.0 && height > 2.0, "page {}: {block:?}", page.number);
            assert!(left + width <= page.width && top + height <= page.height, "page {}: {block:?}", page.number);
            known.insert(block.words.clone());
        }
        // Each can be clicked.
        for (number, block) in page.blocks.iter().enumerate() {
            let [left, top, width, height] = block.area;
            let (x, y) = (left + width / 2.0, top + height / 2.0);
            let holds = |area: &[f64; 4]| {
                (area[0]..area[0] + area[2]).contains(&x) && (area[1]..area[1] + area[3]).contains(&y)
            };
            let over = page.blocks[number + 1..].iter().find(|other| holds(&other.area));
            assert!(over.is_none(), "page {}: {over:?} is over {block:?}", page.number);
        }
    }
    assert!(known.is_subset(&all), "{:?}", known.difference(&all));
    // Captions, sums and other parts of figures are changed in the file.
    assert!(known.len() * 100 > all.len() * 80, "{} of {}", known.len(), all.len());
}

#[test]
fn a_place_on_a_face_is_where_its_text_is_written() {
    let folder = with_game();
    let mut preview = preview(&folder);
    let snapshot = after(&mut preview, &[]);
    let chop = snapshot.faces.iter().find(|face| face.key == "card/chop").expect("the card");
    let text = String::from_utf8(folder.read(CARDS)).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let group = &snapshot.groups[chop.group];
    let found: BTreeSet<usize> = (1..60)
        .flat_map(|y| (1..30).map(move |x| (f64::from(x) / 30.0, f64::from(y) / 60.0)))
        .map(|(x, y)| chop.place_at(x * group.width, y * group.height).line)
        .collect();
    let told: Vec<&str> = found.iter().map(|line| lines[line - 1]).collect();
    assert!(told.iter().any(|line| line.starts_with("text = ") || line.starts_with("Adds")), "{told:?}");
    assert!(told.iter().any(|line| line.contains("Grim did not wait")), "{told:?}");
}

/// The program while it watches.
struct Watched {
    child: Child,
    folder: Folder,
    port: u16,
}

impl Watched {
    fn start(folder: Folder, args: &[&str]) -> Self {
        let mut command = Command::new(SKIRMISH);
        command.args(["watch", "skirmish-5e", "--port", "0"]).args(args).current_dir(folder.path(""));
        let (child, port) = begin(&mut command);
        Self { child, folder, port }
    }

    fn client(&self) -> Client {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("a connection");
        Client::new(stream, &format!("127.0.0.1:{}", self.port))
    }

    fn get(&self, path: &str, headers: &str) -> Answer {
        self.client().ask("GET", path, headers)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts the program; returns it with its port once it prints its address.
fn begin(command: &mut Command) -> (Child, u16) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().expect("it says something").expect("text");
    let address = line();
    let port = address.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/')?.parse().ok());
    assert_eq!(line(), "Press Ctrl+C to stop.");
    // A client that stops reading doesn't stop it.
    thread::spawn(move || lines.count());
    (child, port.unwrap_or_else(|| panic!("{address}")))
}

/// Returns the next event.
fn event(client: &mut Client) -> Value {
    let line = client.line();
    serde_json::from_str(line.strip_prefix("data: ").unwrap_or_else(|| panic!("{line}"))).expect("JSON")
}

#[test]
fn the_page_is_told_of_a_save_and_gets_the_picture() {
    let watched = Watched::start(with_game(), &[]);
    let mut listener = watched.client();
    let answer = listener.ask("GET", "/events", "");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")));
    let whole = event(&mut listener);
    let is_slash = |face: &&Value| face["key"] == "card/slash";
    let before = whole["faces"].as_array().into_iter().flatten().find(is_slash).expect("the card").clone();
    assert_eq!((&whole["title"], &whole["stale"]), (&Value::from("Skirmish"), &Value::from(false)));
    let picture = |face: &Value| face["picture"].as_str().expect("a number").to_owned();
    watched.folder.replace(CARDS, WORDS, "two swords cut him down");
    let after = loop {
        let event = event(&mut listener);
        let changed = event["some_faces"].as_array().cloned().unwrap_or_default();
        if let Some(face) =
            changed.iter().map(|face| &face[1]).find(is_slash).filter(|face| picture(face) != picture(&before))
        {
            let is_told = |part: &str| !event[part].is_null();
            assert!(!["groups", "title", "faces"].into_iter().any(is_told), "what did not change is not told again");
            assert_eq!(changed.len(), 1);
            break face.clone();
        }
    };
    assert_eq!(after["before"], before["picture"]);
    let path = format!("/pictures/{}-270.png", picture(&after));
    let answer = watched.get(&path, "");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/png")));
    assert!(answer.body.starts_with(b"\x89PNG"));
    let tag = answer.header("etag").expect("a tag").to_owned();
    let again = watched.get(&path, &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in ["/pictures/0000000000000000-270.png", "/pictures/x", "/pictures/../Cargo.toml", "/nowhere"] {
        assert_eq!(watched.get(path, "").status, 404, "{path}");
    }
    assert_eq!(watched.get(&path.replace("-270", "-271"), "").status, 404);
    let page = watched.get("/", "");
    assert!(page.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")));
    assert!(watched.get("/page.js", "").header("content-type").is_some_and(|kind| kind.starts_with("text/javascript")));
}

#[test]
fn a_problem_whose_place_is_in_the_template_belongs_to_its_own_face() {
    let folder = Folder::new();
    folder.new_deck("g");
    folder.replace("card-data/g/game.toml", "corner = \"{points}\"      #", "#");
    folder.replace(
        "card-data/g/cards.toml",
        "name = \"Tall Ship\"\n",
        "name = \"Tall Ship\"\ncorner = \"as many points as you have oars\"\n",
    );
    let mut preview = Preview::new(WorkDir::new(folder.path(""), &Builtin), "g");
    let snapshot = after(&mut preview, &[]);
    let small = snapshot.problems.iter().position(|problem| problem.code.to_string() == "E0615").expect("small type");
    let place = snapshot.problems[small].place.as_ref().expect("a place");
    assert!(place.file.ends_with("templates/card.svg"), "{place:?}");
    let spoilt: Vec<&str> =
        snapshot.faces.iter().filter(|face| face.problems.contains(&small)).map(|face| face.key.as_str()).collect();
    assert_eq!(spoilt, ["card/tall-ship"]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_page_outlives_a_crash() {
    let watched = Watched::start(with_game(), &[]);
    let mut listener = watched.client();
    listener.ask("GET", "/events", "");
    assert_eq!(event(&mut listener)["stale"], false);
    // The process that draws is the only child of the one that was started.
    let id = watched.child.id();
    let worker = || {
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("its children");
        children.split_whitespace().next().map(str::to_owned)
    };
    let first = worker().expect("a worker");
    assert!(Command::new("kill").args(["-ABRT", &first]).status().expect("kill runs").success());
    while worker().is_none_or(|worker| worker == first) {
        thread::yield_now();
    }
    let whole = loop {
        let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, watched.port)) else { continue };
        let mut listener = Client::new(stream, &format!("127.0.0.1:{}", watched.port));
        listener.ask("GET", "/events", "");
        break (event(&mut listener), listener);
    };
    let (whole, mut listener) = whole;
    assert_eq!((&whole["stale"], &whole["problems"][0]["code"]), (&Value::from(true), &Value::from("E0126")));
    watched.folder.replace(CARDS, WORDS, "two swords cut him down");
    while event(&mut listener)["faces"].as_array().is_none_or(Vec::is_empty) {}
}

#[test]
fn other_pages_and_other_names_get_nothing() {
    let watched = Watched::start(Folder::new(), &[]);
    let own = format!("127.0.0.1:{}", watched.port);
    let ask = |host: &str, method: &str, path: &str, headers: &str| {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, watched.port)).expect("a connection");
        Client::new(stream, host).ask(method, path, headers).status
    };
    assert_eq!(ask(&own, "GET", "/", ""), 200);
    assert_eq!(ask(&format!("localhost:{}", watched.port), "GET", "/", ""), 200);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", &format!("evil.example:{}", watched.port)] {
        for path in ["/", "/events", "/page.js"] {
            assert_eq!(ask(host, "GET", path, ""), 403, "{host} {path}");
        }
    }
    for headers in
        ["Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n", "Origin: https://evil.example\r\n"]
    {
        assert_eq!(ask(&own, "GET", "/events", headers), 403, "{headers}");
        assert_eq!(ask(&own, "POST", "/place?face=card/slash", headers), 403, "{headers}");
    }
    // A link from elsewhere leads to the page all the same.
    assert_eq!(ask(&own, "GET", "/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"), 200);
    assert_eq!(ask(&own, "GET", "/place?face=card/slash", ""), 405);
    assert_eq!(ask(&own, "POST", "/", ""), 405);
}

#[test]
#[cfg(unix)]
fn a_place_is_told_and_opened_by_the_editor() {
    let editor = "sh -c 'printf %s \"$1\" > opened.new; mv opened.new opened' sh {file}:{line}";
    let watched = Watched::start(with_game(), &["--editor", editor]);
    let mut listener = watched.client();
    listener.ask("GET", "/events", "");
    let whole = event(&mut listener);
    let faces = whole["faces"].as_array().expect("faces");
    let slash = faces.iter().find(|face| face["key"] == "card/slash").expect("the card");
    let answer = watched.client().ask("POST", "/place?face=card%2Fslash", "");
    let found: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!((&found["file"], &found["line"]), (&Value::from(CARDS), &slash["place"]["line"]));
    assert_eq!((&found["opened"], &found["refused"]), (&Value::from(true), &Value::Null));
    let opened = (0..600).find_map(|_| {
        thread::sleep(std::time::Duration::from_millis(50));
        fs::read_to_string(watched.folder.path("opened")).ok()
    });
    let told = opened.expect("the editor is started");
    let file = watched.folder.path(CARDS).canonicalize().expect("the file");
    assert_eq!(told, format!("{}:{}", file.display(), slash["place"]["line"]));
    for query in ["face=card/nobody", "problem=0&version=1", "problem=7&version=x", "", "face=../../etc/passwd"] {
        assert_eq!(watched.client().ask("POST", &format!("/place?{query}"), "").status, 404, "{query}");
    }
}

#[test]
fn a_text_is_changed_in_its_file_and_undone() {
    let watched = Watched::start(with_game(), &[]);
    let mut listener = watched.client();
    listener.ask("GET", "/events", "");
    let token = event(&mut listener)["token"].as_str().expect("a token").to_owned();
    let headers = format!("X-Skirmish-Token: {token}\r\n");
    let post = |path: &str, headers: &str, body: &Value| {
        let answer = watched.client().post(path, headers, &body.to_string());
        (answer.status, String::from_utf8(answer.body).expect("text").trim().to_owned())
    };
    let text = |number: usize| -> Value {
        let answer = watched.client().ask("POST", &format!("/text?face=card%2Fslash&number={number}"), "");
        serde_json::from_slice(&answer.body).expect("JSON")
    };
    let count = text(0)["count"].as_u64().and_then(|count| usize::try_from(count).ok()).expect("a count");
    let epigraph = (0..count).map(text).find(|text| text["value"].as_str().is_some_and(|value| value.contains(WORDS)));
    let epigraph = epigraph.expect("the epigraph");
    assert_eq!((&epigraph["faces"], &epigraph["place"]["file"]), (&Value::from(1), &Value::from(CARDS)));
    let before = watched.folder.read(CARDS);
    let old = epigraph["value"].as_str().expect("a text");
    // A value keeps its beginning.
    let mut place = epigraph["place"].clone();
    place["range"]["end"] = place["range"]["start"].clone();
    let edit = |old: &str, new: &str, step: u64| {
        let change = serde_json::json!({ "change": "at", "place": place, "value": new });
        serde_json::json!({ "step": step, "label": format!("Edit {step}"), "old": old, "change": change })
    };
    let longer = format!("{old} “Twice”, they say.");
    for headers in ["", "X-Skirmish-Token: 0123\r\n"] {
        assert_eq!(post("/edit", headers, &edit(old, &longer, 1)).0, 403);
        assert_eq!(post("/go?undo", headers, &Value::Null).0, 403);
    }
    assert_eq!(post("/edit", &headers, &Value::Null), (400, "unknown edit".to_owned()));
    assert_eq!(post("/go?undo", &headers, &Value::Null), (422, "nothing to undo".to_owned()));
    let stale = format!("`{CARDS}` has changed meanwhile");
    assert_eq!(post("/edit", &headers, &edit("something else", &longer, 1)), (409, stale.clone()));
    assert!(watched.folder.read(CARDS) == before);

    let done = (200, format!("[\"{CARDS}\"]"));
    assert_eq!(post("/edit", &headers, &edit(old, &longer, 1)), done);
    let whole = String::from_utf8(before.clone()).expect("UTF-8");
    assert_eq!(String::from_utf8(watched.folder.read(CARDS)).expect("UTF-8"), whole.replace(old, &longer));
    // Two edits in one step are undone together.
    assert_eq!(post("/edit", &headers, &edit(&longer, "Short.", 1)), done);
    let after = watched.folder.read(CARDS);
    watched.folder.write(CARDS, [&after[..], b"\n# saved by another program\n"].concat());
    assert_eq!(post("/go?undo", &headers, &Value::Null), (409, stale));
    watched.folder.write(CARDS, &after);
    assert_eq!(post("/go?undo", &headers, &Value::Null), done);
    assert!(watched.folder.read(CARDS) == before);
    assert_eq!(post("/go?redo", &headers, &Value::Null), done);
    assert!(watched.folder.read(CARDS) == after);
    // Several steps are taken back as one, which can be taken back, too.
    assert_eq!(post("/edit", &headers, &edit("Short.", "Shorter.", 2)), done);
    assert_eq!(post("/edit", &headers, &edit("Shorter.", "None.", 3)), done);
    let last = watched.folder.read(CARDS);
    let labels = || {
        let steps: Value = serde_json::from_str(&post("/history", "", &Value::Null).1).expect("JSON");
        let label = |step: &Value| format!("{} at {} in {}", step["label"], step["time"], step["files"]);
        steps["done"].as_array().expect("steps").iter().map(label).collect::<Vec<_>>()
    };
    let step = |number: u64, label: &str| format!("\"{label}\" at {number} in [\"cards.toml\"]");
    assert_eq!(labels(), [step(1, "Edit 1"), step(2, "Edit 2"), step(3, "Edit 3")]);
    assert_eq!(post("/go?back&kept=1&step=4", &headers, &Value::Null), done);
    assert!(watched.folder.read(CARDS) == after);
    assert_eq!(labels().last(), Some(&step(4, "Undid 2 edits")));
    assert_eq!(post("/go?back&kept=4&step=5", &headers, &Value::Null), (422, "nothing to undo".to_owned()));
    assert_eq!(post("/go?undo", &headers, &Value::Null), done);
    assert!(watched.folder.read(CARDS) == last);
    assert_eq!(post("/go?back&kept=0&step=5", &headers, &Value::Null), done);
    assert!(watched.folder.read(CARDS) == before);
    assert_eq!(watched.folder.files().iter().filter(|file| file.contains("/.skirmish-")).count(), 0);
    assert_eq!(watched.client().ask("POST", "/text?face=card%2Fslash&x=-9&y=-9", "").status, 404);
}

#[test]
fn what_cannot_be_watched_is_told() {
    let folder = Folder::new();
    folder.run(["watch"]).must_fail(2, &["no game in `card-data` here", "skirmish new my-game"]);
    folder.run(["watch", "skirmsh-5e"]).must_fail(1, &["unknown game `skirmsh-5e`", "did you mean `skirmish-5e`?"]);
    folder.run(["watch", "skirmish-5e", "--editor", "vi"]).must_fail(2, &["missing `{file}`"]);
    folder.run(["watch", "skirmish-5e", "--editor", "vi '{file}"]).must_fail(2, &["unclosed quotation mark"]);
    folder.run(["new", "one"]).must_succeed();
    let (mut child, port) = begin(Command::new(SKIRMISH).args(["watch", "--port", "0"]).current_dir(folder.path("")));
    let taken = port.to_string();
    folder.run(["watch", "one", "--port", &taken]).must_fail(2, &["is in use", "--port 0"]);
    drop((child.kill(), child.wait()));
    folder.run(["new", "two"]).must_succeed();
    folder.run(["watch"]).must_fail(2, &["which game? Name one: one, two"]);
}

#[test]
fn every_example_in_the_help_shows_its_page() {
    let folder = Folder::new();
    // So wide that no line is broken.
    let help = folder.run_with(["watch", "--help"], |command| _ = command.env("COLUMNS", "200")).must_succeed().out;
    let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
    let examples: Vec<&str> = examples.lines().take_while(|line| !line.is_empty()).collect();
    assert!(examples.len() >= 3, "{help}");
    for example in examples {
        let typed = example.trim().split("  ").next().expect("what is typed");
        let args = typed.strip_prefix("skirmish ").unwrap_or_else(|| panic!("{example}"));
        // On any free port, since others may use the usual one.
        let port = if args.contains("--port") { "" } else { " --port 0" };
        let line = format!("exec \"{SKIRMISH}\" {args}{port}");
        let (mut child, port) = begin(Command::new("sh").args(["-c", &line]).current_dir(folder.path("")));
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
        let answer = Client::new(stream, &format!("127.0.0.1:{port}")).ask("GET", "/", "");
        assert_eq!(answer.status, 200, "{example}");
        drop((child.kill(), child.wait()));
    }
}
