//! Whole runs of the program, from process start to exit: `cargo bench`.
//!
//! Each case runs several times; the table shows the fastest, the median and the slowest run, the peak of memory
//! (Linux) and the size of the output. Names after `--` choose cases: `cargo bench -- deck home` runs a deck
//! without and with its rulebook.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_skirmish");
const HOME: &str = env!("CARGO_MANIFEST_DIR");

struct Case {
    name: &'static str,
    runs: usize,
    /// Cards of a made-up deck with a different text on each; the shipped game if none.
    cards: Option<usize>,
    /// True if the game has its rulebook.
    book: bool,
    args: &'static [&'static str],
}

const CASES: [Case; 9] = [
    Case { name: "deck", runs: 21, cards: None, book: false, args: &["build", "skirmish-5e"] },
    Case { name: "home", runs: 21, cards: None, book: true, args: &["build", "skirmish-5e"] },
    Case { name: "home-light", runs: 11, cards: None, book: true, args: &["build", "skirmish-5e", "--ink", "low"] },
    Case { name: "press", runs: 11, cards: None, book: true, args: &["build", "skirmish-5e", "--target", "press"] },
    Case { name: "pictures", runs: 5, cards: None, book: true, args: &["build", "skirmish-5e", "--target", "images"] },
    Case { name: "check", runs: 5, cards: None, book: true, args: &["check", "skirmish-5e"] },
    Case { name: "cards-800", runs: 5, cards: Some(800), book: false, args: &["build"] },
    Case { name: "cards-3200", runs: 5, cards: Some(3200), book: false, args: &["build"] },
    Case { name: "cards-12800", runs: 3, cards: Some(12_800), book: false, args: &["build"] },
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<12} {:>8} {:>8} {:>8} {:>8} {:>9}", "case", "min", "median", "max", "peak", "written");
    for case in CASES.iter().filter(|case| asked.is_empty() || asked.iter().any(|name| name == case.name)) {
        measure(case);
    }
}

fn measure(case: &Case) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The data is on disk, as it is for an author.
    let game = Path::new(HOME).join("card-data/skirmish-5e");
    let id = if case.cards.is_some() { "many" } else { "skirmish-5e" };
    copy(&game, &folder.path().join("card-data").join(id));
    if !case.book {
        let data = folder.path().join("card-data").join(id);
        fs::remove_file(data.join("rules.md")).expect("the game has a book");
        fs::remove_dir_all(data.join("book")).expect("the book has pictures");
    }
    if let Some(cards) = case.cards {
        many(&folder.path().join("card-data").join(id), cards);
    }
    run(case, folder.path());
    let mut runs: Vec<(Duration, u64)> = (0..case.runs).map(|_| run(case, folder.path())).collect();
    runs.sort_unstable();
    let ms = |run: &(Duration, u64)| format!("{:.0} ms", run.0.as_secs_f64() * 1000.0);
    let peak = runs.iter().map(|(_, peak)| *peak).max().unwrap_or(0) / 1024;
    let (first, middle, last) = (&runs[0], &runs[runs.len() / 2], &runs[runs.len() - 1]);
    let written = size(&folder.path().join("output")) / 1000;
    println!("{:<12} {:>8} {:>8} {:>8} {peak:>5} MB {written:>6} kB", case.name, ms(first), ms(middle), ms(last));
}

/// Runs it once: time, and peak memory in kilobytes.
fn run(case: &Case, folder: &Path) -> (Duration, u64) {
    let start = Instant::now();
    let mut child = Command::new(PROGRAM)
        .args(case.args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let outcome = loop {
        peak = peak.max(fs::read_to_string(&status).ok().and_then(|text| high_water(&text)).unwrap_or(0));
        if let Some(outcome) = child.try_wait().expect("the program runs") {
            break outcome;
        }
        std::thread::sleep(Duration::from_micros(300));
    };
    assert!(outcome.success(), "{} fails", case.name);
    (start.elapsed(), peak)
}

fn high_water(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn size(path: &Path) -> u64 {
    if path.is_dir() {
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size(&entry.path())).sum()
    } else {
        path.metadata().map_or(0, |data| data.len())
    }
}

/// Replaces the cards by a requested number, each with a text of its own.
fn many(game: &Path, cards: usize) {
    const WORDS: [&str; 24] = [
        "adds", "two", "to", "the", "attack", "of", "your", "weapon", "and", "then", "turns", "one", "card", "over",
        "for", "every", "blow", "that", "lands", "on", "a", "shield", "this", "turn",
    ];
    const ART: [&str; 6] = ["chop", "slash", "thrust", "kick", "punch", "critical-hit"];
    let mut toml = String::new();
    let mut seed: usize = 12_345;
    let mut word = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        WORDS[(seed >> 33) % WORDS.len()]
    };
    for card in 0..cards {
        let mut sentence = |words: usize| (0..words).map(|_| word()).collect::<Vec<_>>().join(" ");
        let (text, more, epigraph) = (sentence(13), sentence(8), sentence(11));
        // Writing into a string cannot fail.
        let _ = write!(
            toml,
            "[[card]]\nname = \"Blow {card}\"\nkind = \"basic\"\ncount = 1\ndamage = {}\nart = \"{}\"\nneeds = [\"weapon\"]\n\
             text = \"\"\"\nNumber {card} {text}.\n\nDoes {{damage}}; {more}.\"\"\"\n\
             epigraph = {{ text = \"{epigraph} {card}.\", after = \"after saga {card}\" }}\n\n",
            1 + card % 3,
            ART[card % ART.len()],
        );
    }
    fs::write(game.join("cards.toml"), toml).expect("a file");
    let path = game.join("game.toml");
    let text = fs::read_to_string(&path).expect("the game");
    let text =
        text.replace("deck-size = 128 ", &format!("deck-size = {cards} ")).replace("excludes = [", "# excludes = [");
    fs::write(path, text).expect("the game");
}
