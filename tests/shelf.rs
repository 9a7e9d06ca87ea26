//! The shelf with all games, and the list of archived games, driven without a display.

use std::cell::Cell;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::screens_common::{Dropped, TABLET, cut_words, texts};
use crate::screens_tree::{Notes, SEVEN};
use egui::accesskit::Toggled;
use egui::{Context, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, LazyRenderer, SnapshotOptions, SnapshotResults};
use painter::Painter;
use serde_json::{Value, json};
use skirmish_artist::Threaded;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{self, WorkDir};
use skirmish_desktop::{DiskLibrary, Paths};
use skirmish_model::game::{Game, Glossary};
use skirmish_packs::PageFiles;
use skirmish_screens::{GameInfo, Library, OldJournal, OpenError, Settings, Shelf, StoreError, Tracker, fonts};
use skirmish_serve::Site;
use skirmish_tracker::table::skirmish::{Command, Rules, Setup};
use skirmish_tracker::table::{Millis, PlayerConfig, Rules as _, Seat, Standing, Table, journal};
use tempfile::TempDir;

const PHONE: Vec2 = vec2(390.0, 844.0);
const FIRST: &str = "Skirmish (5e";
const SECOND: &str = "Melee by Night (5e";

thread_local! {
    /// The clock of the shelf is stopped, to keep pictures the same; other tests must not move it.
    static NOW: Cell<u64> = const { Cell::new(0) };
}

fn clock() -> Millis {
    Millis(NOW.get())
}

/// Folders with two games and their journals.
struct Home(TempDir);

impl Home {
    /// Creates two games: the second is the first one's data with another title, and without a book.
    fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis();
        NOW.set(u64::try_from(now).expect("this age"));
        let home = Self(tempfile::tempdir().expect("a folder"));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("card-data/skirmish-5e");
        let to = home.game("night");
        copy(&from, &to);
        let text = fs::read_to_string(to.join("game.toml")).expect("a game");
        let renamed = text.replacen("title = \"Skirmish\"", "title = \"Melee by Night\"", 1);
        assert_ne!(text, renamed, "it has another title");
        fs::write(to.join("game.toml"), renamed).expect("written");
        fs::remove_dir_all(to.join("book")).expect("no cover");
        home
    }

    fn game(&self, id: &str) -> PathBuf {
        self.0.path().join("card-data").join(id)
    }

    fn journal(&self, id: &str) -> PathBuf {
        self.0.path().join("journals").join(format!("{id}.journal"))
    }

    fn draft(&self, id: &str) -> PathBuf {
        self.journal(id).with_extension("journal.draft")
    }

    fn lines(&self, id: &str) -> usize {
        fs::read_to_string(self.journal(id)).map_or(0, |text| text.lines().count())
    }

    /// Returns the names of all files beside the journals.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join("journals")).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
        names.sort();
        names
    }

    fn library(&self) -> DiskLibrary<WorkDir> {
        let paths = Paths {
            journals: self.0.path().join("journals"),
            journal: None,
            settings: self.0.path().join("settings.json"),
            page: self.0.path().join("page"),
        };
        DiskLibrary::new(WorkDir::new(self.0.path(), &Builtin), paths)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// A library of which only some games are there.
struct Only(DiskLibrary<WorkDir>, &'static [&'static str]);

impl Library for Only {
    fn games(&self) -> Vec<GameInfo> {
        let wanted = |volume: &GameInfo| self.1.contains(&volume.id.as_str());
        self.0.games().into_iter().filter(wanted).collect()
    }

    fn data(&self, game: &str) -> Option<(Game, Glossary)> {
        self.0.data(game)
    }

    fn journal(&self, game: &str) -> Option<Vec<u8>> {
        self.0.journal(game)
    }

    fn open(&mut self, game: &str, settings: &Settings, ctx: &Context) -> Result<Tracker, OpenError> {
        self.0.open(game, settings, ctx)
    }

    fn archive(&mut self, game: &str) -> Result<(), StoreError> {
        self.0.archive(game)
    }

    fn request_archived(&mut self) {
        self.0.request_archived();
    }

    fn archived(&mut self) -> Option<Result<Vec<OldJournal>, StoreError>> {
        self.0.archived()
    }

    fn forget(&mut self, journal: &str) -> Result<(), StoreError> {
        self.0.forget(journal)
    }

    fn shows(&mut self, game: Option<&GameInfo>, ctx: &Context) {
        self.0.shows(game, ctx);
    }
}

/// A shelf with its user.
struct Room(Harness<'static, Shelf>);

impl Room {
    fn of(home: &Home, size: Vec2, first: Option<&str>) -> Self {
        Self::with(Only(home.library(), &["night", "skirmish-5e"]), home, size, first)
    }

    fn with(library: impl Library + 'static, home: &Home, size: Vec2, first: Option<&str>) -> Self {
        let gallery = Threaded::for_shelf(WorkDir::new(home.0.path(), &Builtin), || {}).expect("a thread");
        let first = first.map(str::to_owned);
        let shelf =
            Shelf::new(Box::new(library), Box::new(gallery), fonts(&Builtin), Settings::default(), clock, first);
        let harness = Harness::builder()
            .with_size(size)
            .with_step_dt(0.005)
            .renderer(LazyRenderer::new(Painter::default))
            .build_ui_state(|ui, shelf: &mut Shelf| shelf.ui(ui), shelf);
        let mut room = Self(harness);
        room.0.run_steps(6);
        room
    }

    fn tap(&mut self, label: &str) {
        self.unhurried();
        self.0.get_by_label(label).click();
        self.0.run_steps(6);
    }

    /// Waits, because a spot that was just tapped ignores taps for a moment.
    fn unhurried(&mut self) {
        self.0.run_steps(62);
    }

    /// Touches the first control whose name contains some words.
    fn tap_first(&mut self, words: &str) {
        self.unhurried();
        self.0.get_all_by_label_contains(words).next().expect("one of them").click();
        self.0.run_steps(6);
    }

    fn has(&self, words: &str) -> bool {
        self.0.query_all_by_label_contains(words).next().is_some()
    }

    /// True if words are anywhere on the screen.
    fn shows(&self, words: &str) -> bool {
        texts(self.0.output()).iter().any(|text| text.contains(words))
    }

    /// True if an existing control is selected.
    fn is_chosen(&self, label: &str) -> bool {
        let node = self.0.get_by_label(label);
        node.accesskit_node().is_selected() == Some(true) || node.accesskit_node().toggled() == Some(Toggled::True)
    }

    /// True if the shelf shows a game as in progress.
    fn goes_on(&self, game: &str) -> bool {
        let mut found = self.0.query_all_by_label_contains(", in progress: Round 1, the turn of ");
        found.any(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(game)))
    }

    fn standing(&self) -> Standing {
        self.0.state().standing()
    }

    fn leave(&mut self) {
        self.tap_first("Menu");
        self.tap("Games");
    }

    /// Goes on until every picture is there.
    fn settle(&mut self) {
        for _ in 0..6000 {
            self.0.step();
            if self.0.state().is_drawn() {
                self.0.run_steps(2);
                if self.0.state().is_drawn() {
                    return;
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("a minute, and the pictures are not there");
    }

    /// Compares the screen with the picture of that name in `tests/snapshots`.
    /// See `Players::look`.
    fn look(&mut self, name: &str) {
        self.settle();
        if std::env::var_os("LOOK").is_some() {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
            fs::create_dir_all(&folder).expect("a folder");
            self.0.render().expect("a picture").save(folder.join(format!("{name}.png"))).expect("a file");
        }
    }

    fn looks_like(&mut self, name: &str) -> SnapshotResults {
        self.settle();
        // The stored pictures were drawn as a graphics card would, which rounds the edges of some letters and discs otherwise.
        self.0.snapshot_options(name, &SnapshotOptions::new().threshold(2.0).max_failed_pixels(300));
        self.0.take_snapshot_results()
    }
}

/// Plays a game of two in which the first player lost this much.
fn play(room: &mut Room, game: &str, lost: usize) {
    room.tap_first(game);
    room.tap("Start");
    for _ in 0..lost {
        room.tap_first("Blue: lose 1 health");
    }
}

#[test]
fn the_way_back_closes_what_is_open_before_it_leaves_the_game() {
    let home = Home::new();
    let mut room = Room::of(&home, TABLET, None);
    play(&mut room, FIRST, 1);
    room.tap_first("Menu");
    assert!(room.has("Games"));
    assert!(room.0.state_mut().close_sheet());
    room.0.run_steps(3);
    assert!(!room.has("Games") && room.standing().goes_on(), "the sheet is closed, and the game is there");
    assert!(!room.0.state_mut().close_sheet(), "nothing is open: the next step back leads to the shelf");
}

/// Sends a request to the host of a shared table; returns the body of the answer.
fn ask(address: &str, what: &str, key: &str, body: &Value) -> io::Result<Value> {
    let mut stream = TcpStream::connect(address)?;
    let body = body.to_string();
    let head = format!("POST /table/{what} HTTP/1.1\r\nHost: {address}\r\nx-table-key: {key}\r\nConnection: close");
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    Ok(serde_json::from_str(body).unwrap_or_else(|_| panic!("JSON: {answer}")))
}

/// Writes a page that has the games of a pack.
fn fill(page: &Path, pack: &[u8]) {
    let name = |name: &str| name.to_owned();
    let (program, pictures) = (name("skirmish.wasm"), name("pictures/list.json"));
    let listed =
        PageFiles { program, pack: name("table.pack"), pictures, games: vec![name("skirmish-5e")], studio: true };
    let index = format!("<link href=\"table.pack\">{}<p>", listed.meta().expect("text"));
    fs::write(page.join("index.html"), index).expect("written");
    fs::write(page.join("table.pack"), pack).expect("written");
}

#[test]
fn phones_get_a_page_with_the_game_as_it_is_now() {
    let home = Home::new();
    let ferry = home.game("ferry");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declared/ferry"), &ferry);
    let folder = home.0.path().join("page");
    fs::create_dir(&folder).expect("a folder");
    let files = WorkDir::new(home.0.path(), &Builtin);
    let page = || skirmish_desktop::page(&folder, Box::new(files.clone()), "ferry").expect("a page");
    let listed = |site: &Site| PageFiles::read(site.index().expect("an index")).expect("a list");

    // The page has another game.
    fill(&folder, &vfs::pack(&files, &skirmish_packs::data(&files, "skirmish-5e")).expect("packed"));
    let made = page();
    let PageFiles { program, pack, pictures, games, studio } = listed(&made);
    assert_eq!((program.as_str(), games), ("skirmish.wasm", vec!["ferry".to_owned()]));
    assert!(!studio, "a game of this computer isn’t in the studio");
    let index = made.index().expect("an index");
    assert!(index.starts_with(&format!("<link href=\"{pack}\">")) && index.ends_with("'><p>"), "{index}");
    let all: Vec<String> = serde_json::from_slice(made.file(&format!("/{pictures}")).expect("a list")).expect("names");
    assert!(all[0].starts_with("pictures/ferry.") && all.iter().all(|name| made.file(&format!("/{name}")).is_some()));

    // It has this game, and then an older one.
    fill(&folder, made.file(&format!("/{pack}")).expect("a pack"));
    assert_eq!(listed(&page()).pack, "table.pack");
    let file = ferry.join("game.toml");
    let text = fs::read_to_string(&file).expect("a game");
    fs::write(&file, text.replacen("title = \"", "title = \"New ", 1)).expect("written");
    assert_ne!(listed(&page()).pack, "table.pack");
}

#[test]
fn a_window_shares_its_table_with_phones_until_it_stops() {
    const KEY: &str = "0123456789abcdef0123456789abcdef";
    let home = Home::new();
    let mut room = Room::of(&home, TABLET, None);
    play(&mut room, FIRST, 1);
    room.tap_first("Menu");
    room.tap("Let others join");
    assert!(room.shows("Others can’t join: ") && !room.has("Stop sharing"), "there is no page for them");
    let page = home.0.path().join("page");
    fs::create_dir(&page).expect("a folder");
    fs::write(page.join("index.html"), "<title>Something else</title>").expect("written");
    room.tap("Let others join");
    assert!(room.shows("isn’t a page of the tracker") && !room.has("Stop sharing"));
    let files = WorkDir::new(home.0.path(), &Builtin);
    fill(&page, &vfs::pack(&files, &skirmish_packs::data(&files, "skirmish-5e")).expect("packed"));
    room.tap("Let others join");
    assert!(room.has("Stop sharing") && room.shows("scan the code"));
    room.tap("Show six digits");
    let texts = texts(room.0.output());
    let code = texts.iter().find_map(|text| text.split_once("#join and enter "));
    let (address, digits) = code.expect("an address and digits");
    let address = address.trim_start_matches("Open http://").trim_end_matches('/').to_owned();
    let join = json!({
        "version": skirmish_together::Version::current(), "key": KEY, "name": "Una", "code": &digits[..6],
    });
    assert_eq!(ask(&address, "join", KEY, &join).expect("an answer"), json!("waiting"));
    room.0.run_steps(4);
    assert!(room.shows("Una"));
    room.tap("Let in");
    let welcome = ask(&address, "join", KEY, &join).expect("an answer");
    let run = welcome["welcome"]["run"].as_str().expect("a run").to_owned();
    let post = |request: Value| ask(&address, "command", KEY, &json!({ "run": run, "request": request }));
    let claim = post(json!({ "claim": 1 })).expect("an answer");
    assert_eq!(claim, json!({ "answers": [] }));
    room.0.run_steps(4);
    assert!(room.shows("Blue: Una") && room.has("Release Blue"));
    let lost = json!({ "command": { "adjust": { "seat": 1, "by": -1 } } });
    let taps = json!({ "acts": [{ "number": 1, "base": 3, "deed": lost }] });
    let answer = post(taps).expect("an answer");
    assert!(answer["answers"][0]["outcome"]["counted"].is_number(), "{answer}");
    room.0.run_steps(4);
    room.tap("Close");
    assert!(room.has("Blue: lose 1 health, has 10"), "the phone's tap is on the table");
    room.tap_first("Blue: lose 1 health");
    assert!(room.has("Blue: lose 1 health, has 9"));
    let lines = home.lines("skirmish-5e");

    room.tap_first("Menu");
    room.tap("Let others join");
    room.tap("Stop sharing");
    assert!(room.shows("Stop sharing? One phone loses the table. The game stays here."));
    room.tap("Stop sharing");
    let gone = || TcpStream::connect(&address).is_err();
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(if gone() { 0 } else { 10 }));
    }
    assert!(gone(), "the phones are sent away");
    room.tap_first("Blue: lose 1 health");
    assert_eq!(home.lines("skirmish-5e"), lines + 1);

    // Its taps count when it shares the table again.
    room.tap_first("Menu");
    room.tap("Let others join");
    room.tap("Close");
    room.tap_first("Blue: lose 1 health");
    assert!(room.has("Blue: lose 1 health, has 7"));
    assert_eq!(home.lines("skirmish-5e"), lines + 2);
    drop(room);
    let mut room = Room::of(&home, TABLET, None);
    room.tap_first(FIRST);
    assert!(room.has("Blue: lose 1 health, has 7"), "it is all in the journal");
}

#[test]
fn a_game_goes_on_where_it_was_when_people_come_back_from_another() {
    let home = Home::new();
    let mut room = Room::of(&home, TABLET, None);
    assert!(room.has(FIRST) && room.has(SECOND), "both are on the shelf");
    assert_eq!(room.standing(), Standing::NotBegun);
    play(&mut room, FIRST, 3);
    let lines = home.lines("skirmish-5e");
    assert_eq!(lines, 5, "head, begin, three taps");
    room.leave();
    assert_eq!(room.standing(), Standing::NotBegun, "nothing is played on the shelf");
    assert!(room.goes_on(FIRST) && !room.goes_on(SECOND));
    play(&mut room, SECOND, 1);
    assert_eq!((home.lines("skirmish-5e"), home.lines("night")), (lines, 3), "each has a journal of its own");
    room.leave();
    room.tap_first(FIRST);
    assert!(room.standing().goes_on());
    assert!(room.has("Undo: Blue −3"), "it is the same game");
    room.tap_first("Blue: lose 1 health");
    assert_eq!((home.lines("skirmish-5e"), home.lines("night")), (lines + 1, 3));
    drop(room);

    // The same after the program was closed.
    let mut room = Room::of(&home, TABLET, None);
    room.0.run_steps(4);
    assert!(room.goes_on(FIRST) && room.goes_on(SECOND));
    room.tap_first(SECOND);
    assert!(room.has("Undo: Blue −1"));
    assert_eq!(home.files(), ["night.journal", "skirmish-5e.journal"], "nothing was displaced");
}

/// Opens the attack sheet of the player on turn, and enters a Slash that the Shield stops; returns the files on disk.
fn half_an_attack(home: &Home) -> (String, String) {
    let mut room = Room::of(home, TABLET, None);
    play(&mut room, FIRST, 1);
    room.tap_first(": attack");
    room.tap("Basic card Slash");
    room.tap_first("answers: Shield");
    let read = |path: &Path| fs::read_to_string(path).expect("a file");
    (read(&home.journal("skirmish-5e")), read(&home.draft("skirmish-5e")))
}

#[test]
fn an_attack_that_is_half_entered_opens_again_as_it_was() {
    let home = Home::new();
    let (journal, draft) = half_an_attack(&home);
    let mut room = Room::of(&home, TABLET, Some("skirmish-5e"));
    assert!(room.has("Strike") && room.is_chosen("Basic card Slash") && !room.is_chosen("Basic card Chop"));
    assert_eq!(fs::read_to_string(home.draft("skirmish-5e")).expect("a file"), draft, "looking changes nothing");
    room.tap_first("Strike");
    let lines = fs::read_to_string(home.journal("skirmish-5e")).expect("a journal");
    let struck = lines.strip_prefix(&journal).expect("the journal goes on");
    assert!(struck.contains("\"basic\":\"slash\"") && struck.contains("\"steps\":[\"shield\"]"), "{struck}");
    assert_eq!(home.files(), ["skirmish-5e.journal"], "nothing is open any more");
    drop(room);
    let room = Room::of(&home, TABLET, Some("skirmish-5e"));
    assert!(!room.has("Strike") && room.has(": lose 1 health"), "the table is free");
}

#[test]
fn what_was_open_before_the_journal_went_on_is_dropped() {
    let home = Home::new();
    let (journal, draft) = half_an_attack(&home);
    // The game goes on; then the stored sheet is open again, or the file is invalid.
    let mut room = Room::of(&home, TABLET, Some("skirmish-5e"));
    room.tap_first("Strike");
    drop(room);
    for wrong in [draft.clone(), "{\"entries\":".to_owned(), draft.replace("slash", "\u{0}")] {
        fs::write(home.draft("skirmish-5e"), wrong).expect("written");
        let room = Room::of(&home, TABLET, Some("skirmish-5e"));
        assert!(!room.has("Strike") && room.has(": lose 1 health"));
        assert_eq!(home.files(), ["skirmish-5e.journal"], "what is out of date goes");
    }
    // Another game with as many entries, of another time.
    let later = draft.replacen("\"time\":1", "\"time\":2", 1);
    assert_ne!(later, draft);
    for (draft, opens) in [(draft, true), (later, false)] {
        fs::write(home.journal("skirmish-5e"), &journal).expect("written");
        fs::write(home.draft("skirmish-5e"), draft).expect("written");
        let room = Room::of(&home, TABLET, Some("skirmish-5e"));
        assert_eq!(room.has("Strike"), opens);
    }
}

#[test]
fn one_game_alone_opens_at_once_and_so_does_one_that_is_named() {
    let home = Home::new();
    let mut room = Room::with(Only(home.library(), &["night"]), &home, TABLET, None);
    assert!(room.has("Start"));
    room.tap("Games");
    assert!(room.has(SECOND), "its shelf can be looked at all the same");
    let mut room = Room::of(&home, TABLET, Some("skirmish-5e"));
    assert!(room.has("Start"));
    room.tap("Games");
    assert!(room.has(FIRST) && room.has(SECOND));
    let room = Room::of(&home, TABLET, Some("chess"));
    assert!(room.has("Unknown game `chess`.") && room.has(FIRST));
}

#[test]
fn what_people_choose_for_their_screen_holds_for_all_games() {
    let home = Home::new();
    let mut room = Room::of(&home, TABLET, None);
    room.tap_first(FIRST);
    room.tap_first("Theme");
    room.tap("Games");
    room.tap_first(SECOND);
    let kept = fs::read_to_string(home.0.path().join("settings.json")).expect("settings");
    assert!(kept.contains("\"theme\": \"light\""), "{kept}");
    room.tap_first("Contrast");
    let kept = fs::read_to_string(home.0.path().join("settings.json")).expect("settings");
    assert!(kept.contains("\"theme\": \"light\"") && kept.contains("\"contrast\": \"high\""), "{kept}");
}

/// Returns a journal of a game of two, as a file.
fn journal_of(home: &Home, id: &str, lost: usize) -> Vec<u8> {
    let mut room = Room::of(home, TABLET, None);
    play(&mut room, if id == "night" { SECOND } else { FIRST }, lost);
    drop(room);
    let path = home.journal(id);
    let journal = fs::read(&path).expect("a journal");
    fs::remove_file(path).expect("gone");
    journal
}

/// Archives two games: one of each.
fn archive(home: &Home) {
    for (id, lost) in [("night", 2), ("skirmish-5e", 4)] {
        let journal = journal_of(home, id, lost);
        fs::write(home.0.path().join("journals").join(format!("{id}.journal.before-1")), journal).expect("written");
    }
}

#[test]
fn a_game_that_was_put_aside_is_opened_again_and_the_one_there_is_put_aside_in_turn() {
    let home = Home::new();
    archive(&home);
    let mut room = Room::of(&home, TABLET, None);
    play(&mut room, SECOND, 1);
    room.leave();
    room.tap("Archived games");
    assert!(room.has("Open again: Skirmish, ") && room.has("Open again: Melee by Night, "));
    room.tap_first("Open again: Melee by Night");
    assert!(room.has("Undo: Blue −2"), "the old game");
    assert_eq!(home.lines("night"), 4);
    assert_eq!(home.files(), ["night.journal", "night.journal.before-2", "skirmish-5e.journal.before-1"]);
    room.leave();
    room.tap("Archived games");
    room.tap_first("Open again: Melee by Night");
    assert!(room.has("Undo: Blue −1"), "and back");
    // The numbers of those that are gone are given again.
    assert_eq!(home.files(), ["night.journal", "night.journal.before-1", "skirmish-5e.journal.before-1"]);
}

#[test]
fn nothing_is_deleted_before_people_say_so_twice() {
    let home = Home::new();
    archive(&home);
    let mut room = Room::of(&home, TABLET, None);
    room.tap("Archived games");
    room.tap_first("Delete: Skirmish");
    room.tap_first("Keep: Skirmish");
    assert_eq!(home.files().len(), 2, "it was kept");
    room.tap_first("Delete: Skirmish");
    room.tap_first("Delete permanently: Skirmish");
    assert_eq!(home.files(), ["night.journal.before-1"]);
    assert!(!room.has("Skirmish, Blue"));
    room.tap_first("Delete: Melee by Night");
    room.tap_first("Delete permanently: Melee by Night");
    assert!(home.files().is_empty());
    room.tap("Close");
    assert!(!room.has("Archived games"), "there is nothing to look at");
}

#[test]
fn only_journals_that_were_put_aside_are_listed_and_deleted() {
    let home = Home::new();
    archive(&home);
    let folder = home.0.path().join("journals");
    for other in ["skirmish-5e.journal.next", "skirmish-5e.journal.before-1.txt", "notes.txt", "x.journal.before-1"] {
        fs::write(folder.join(other), "one\ntwo\nthree\n").expect("written");
    }
    let mut library = home.library();
    library.request_archived();
    let found = library.archived().expect("at once").expect("readable");
    assert_eq!(found.len(), 2, "{found:?}");
    for path in [folder.join("notes.txt"), home.journal("skirmish-5e"), folder.join("skirmish-5e.journal.next")] {
        assert!(library.forget(&path.to_string_lossy()).is_err(), "{path:?}");
    }
    assert!(folder.join("notes.txt").exists());
}

#[test]
fn a_journal_that_cannot_be_played_on_is_told_and_put_aside() {
    let home = Home::new();
    fs::create_dir_all(home.0.path().join("journals")).expect("a folder");
    fs::write(home.journal("night"), "this is\nno journal\n").expect("written");
    let mut room = Room::of(&home, PHONE, None);
    room.tap_first(SECOND);
    assert!(room.has("Start a new game"));
    room.tap("Back to the games");
    room.tap_first(SECOND);
    room.tap_first("Start a new game");
    assert!(room.has("Start"));
    assert_eq!(
        fs::read(home.0.path().join("journals/night.journal.before-1")).expect("kept"),
        b"this is\nno journal\n"
    );
    room.tap("Games");
    room.tap("Archived games");
    assert!(room.has("Delete: Melee by Night") && !room.has("Open again"), "it can be deleted and nothing else");
}

#[test]
fn what_is_told_of_damage_stays_until_it_is_tapped() {
    let home = Home::new();
    let journal = String::from_utf8(journal_of(&home, "night", 3)).expect("text");
    fs::write(home.journal("night"), journal.replacen("\"by\":-1", "\"by\":-2", 1)).expect("written");
    let mut room = Room::of(&home, TABLET, Some("night"));
    assert!(room.has("Close: ") && room.has("wrong checksum"));
    // Longer than any animation.
    room.0.run_steps(1400);
    assert!(room.has("Close: "));
    room.tap_first("Close: ");
    assert!(!room.has("Close: "));
}

#[test]
fn a_game_whose_data_are_wrong_says_so_on_the_shelf_and_opens_once_they_are_mended() {
    let home = Home::new();
    let cards = home.game("night").join("cards.toml");
    let right = fs::read_to_string(&cards).expect("cards");
    fs::write(&cards, format!("= {right}")).expect("written");
    let mut room = Room::of(&home, TABLET, None);
    room.tap_first("night");
    assert!(room.has("Try again"));
    fs::write(&cards, right).expect("written");
    room.tap("Try again");
    assert!(room.has("Start"));
}

#[test]
fn a_journal_that_is_brought_opens_the_game_that_it_is_of() {
    let home = Home::new();
    let journal = journal_of(&home, "night", 2);
    let drop_file = |room: &mut Room| {
        room.0.input_mut().dropped_files.push(Arc::new(Dropped(journal.clone())));
        room.0.run_steps(6);
    };
    // On the shelf, and over another game.
    for first in [None, Some("skirmish-5e")] {
        let mut room = Room::of(&home, TABLET, first);
        drop_file(&mut room);
        assert!(room.has("Play it here"), "{first:?}");
        room.tap_first("Play it here");
        assert!(room.has("Undo: Blue −2"));
        assert_eq!(home.lines("night"), 4);
        fs::remove_file(home.journal("night")).expect("gone");
    }
}

#[test]
fn the_shelf_looks_as_it_was_drawn() {
    let home = Home::new();
    archive(&home);
    let mut room = Room::of(&home, TABLET, None);
    play(&mut room, FIRST, 3);
    drop(room);
    let mut results = SnapshotResults::new();
    for (name, size) in [("tablet", TABLET), ("phone", PHONE), ("phone-lying", PHONE.yx())] {
        let mut room = Room::of(&home, size, None);
        results.extend(room.looks_like(&format!("shelf-{name}")));
        room.tap("Archived games");
        room.tap_first("Delete: Skirmish");
        results.extend(room.looks_like(&format!("put-aside-{name}")));
    }
}

/// 28 November 2026 at 18:00.
const EVENING: u64 = 1_795_888_800_000;

/// Writes a journal of games that were played to their end: each begins so many minutes after [`EVENING`], takes as many as its third
/// value, and is won by the last of its people.
fn played(home: &Home, id: &str, games: &[(i64, u64, &[&str])]) {
    let (game, book) = home.library().data(id).expect("a game");
    let mut table = Table::new(Arc::new(Rules::read(&game, &book).expect("it can be played")));
    for (start, minutes, people) in games {
        let begin = EVENING.checked_add_signed(start * 60_000).expect("a time");
        let players = PlayerConfig::in_order(people.iter().map(|name| (*name).to_owned()).collect());
        table.act(Command::Begin(Setup { players, ..Setup::default() }), Millis(begin)).expect("it begins");
        let time = Millis(begin + minutes * 60_000);
        for seat in (0..people.len() - 1).filter_map(Seat::at) {
            table.act(Command::Fall { seat, by: None }, time).expect("they fall");
        }
    }
    let path = home.journal(id);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, journal::text(&table).expect("text")).expect("written");
}

/// Two evenings: three games of two kinds, and one a week before that was archived.
fn two_evenings() -> Home {
    let home = Home::new();
    played(&home, "night", &[(-7 * 1440, 95, &["Asa", "Cara", "Orm"])]);
    let journals = home.0.path().join("journals");
    fs::rename(home.journal("night"), journals.join("night.journal.before-1")).expect("archived");
    played(&home, "night", &[(0, 48, &["Asa", "Bjarni"])]);
    played(&home, "skirmish-5e", &[(60, 30, &["Bjarni", "Cara", "Asa"]), (100, 25, &["Cara", "Bjarni", "Asa"])]);
    home
}

#[test]
fn games_that_were_played_to_their_end_are_listed_by_evening_with_everyones_wins() {
    let home = two_evenings();
    let mut room = Room::of(&home, TABLET, None);
    room.unhurried();
    room.tap("Evenings: games played to their end");
    for row in [
        "Skirmish, Sat 28 Nov 2026: Asa beat Cara and Bjarni, 25 min",
        "Skirmish, Sat 28 Nov 2026: Asa beat Bjarni and Cara, 30 min",
        "Melee by Night, Sat 28 Nov 2026: Bjarni beat Asa, 48 min",
        "Melee by Night, Sat 21 Nov 2026: Orm beat Asa and Cara, 1 h 35",
    ] {
        assert!(room.has(row), "{row}");
    }
    room.tap_first("Melee by Night, Sat 21 Nov 2026");
    assert!(room.has("As in this game"));
    room.tap("As in this game");
    assert!(room.has("Start"), "the setup");
    for name in ["Asa", "Cara", "Orm"] {
        assert!(room.has(name), "{name} plays again");
    }
    assert!(!room.has("Bjarni"));
}

#[test]
fn wins_are_counted_for_players_with_names() {
    let home = Home::new();
    played(&home, "night", &[(0, 48, &["Red", "Blue"])]);
    let mut room = Room::of(&home, TABLET, None);
    room.unhurried();
    room.tap("Evenings: games played to their end");
    assert!(room.has("Melee by Night, Sat 28 Nov 2026: Blue beat Red, 48 min"));
    assert!(!room.has("Blue won 1 of 1"));
    room.look("evenings-without-names");
    played(&home, "skirmish-5e", &[(60, 30, &["Red", "Asa"])]);
    let mut room = Room::of(&home, TABLET, None);
    room.unhurried();
    room.tap("Evenings: games played to their end");
    assert!(room.has("Asa won 1 of 1: Skirmish 1"));
}

#[test]
fn a_shelf_without_finished_games_has_no_evenings() {
    let home = Home::new();
    let mut room = Room::of(&home, TABLET, None);
    play(&mut room, FIRST, 1);
    room.leave();
    assert!(!room.has("Evenings"));
}

#[test]
fn the_shelf_can_be_heard() {
    let home = two_evenings();
    let mut room = Room::of(&home, TABLET, None);
    room.unhurried();
    let mut notes = Notes::default();
    notes.see(&room.0.root(), "Shelf");
    room.tap("Evenings: games played to their end");
    notes.see(&room.0.root(), "Evenings");
    room.tap_first("Melee by Night, Sat 21 Nov 2026");
    notes.see(&room.0.root(), "A game of an evening");
    room.tap("As in this game");
    notes.see(&room.0.root(), "Setup as in this game");
    notes.compare("shelf");
}

#[test]
fn the_shelf_and_its_evenings_are_whole_at_seven_sizes() {
    let home = two_evenings();
    let mut faults = Vec::new();
    for size in SEVEN {
        let mut room = Room::of(&home, size, None);
        room.unhurried();
        let mut look = |room: &mut Room, screen: &str| {
            room.look(&format!("{}x{}-shelf-{screen}", size.x, size.y));
            faults.extend(cut_words(room.0.output()).into_iter().map(|words| format!("{screen} at {size}: {words}")));
        };
        look(&mut room, "shelf");
        room.tap("Evenings: games played to their end");
        look(&mut room, "evenings");
        if room.has("Wins") {
            room.tap("Wins");
            look(&mut room, "wins");
            room.tap("Games");
        }
        room.tap_first("Skirmish, Sat 28 Nov 2026");
        look(&mut room, "evening");
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn evenings_look_as_they_were_drawn() {
    let home = two_evenings();
    let mut results = SnapshotResults::new();
    for (name, size) in [("tablet", TABLET), ("phone", PHONE)] {
        let mut room = Room::of(&home, size, None);
        room.unhurried();
        room.tap("Evenings: games played to their end");
        results.extend(room.looks_like(&format!("evenings-{name}")));
        room.tap_first("Melee by Night, Sat 21 Nov 2026");
        results.extend(room.looks_like(&format!("evening-{name}")));
    }
}
