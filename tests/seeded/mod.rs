//! Faults that people make, seeded one at a time into copies of games: each must be told at its place, and nothing that is right may be.
//!
//! Each `.txt` file here is a list of faults, [`fault::faults`] says how one is read; `harmless.txt` has changes that are no faults.
//! `missed.txt` names the faults that are not told at their place yet: no other may join them, and none stays there once it is told. The aim
//! is that of 1,180 faults 1,150 are found; of the 4,830 here, 4,728 are.
//!
//! A run of the tests tries a share of the corpus. `SEEDED=all cargo test --test generator seeded::` tries all of it, `SEEDED=words` the faults with
//! these words in their names and tells what is said of them; `UPDATE=1` with the first writes `missed.txt`.

mod fault;
mod pattern;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::side_by_side::side_by_side;
use fault::{Fault, Files, Place, faults};
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::{Code, Diagnostic, Severity};
use skirmish_base::vfs::{Bytes, Vfs, VfsError};
use skirmish_pipeline::job;

const HOME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/seeded");
/// Of so many faults, one is tried in every run of the tests.
const SHARE: usize = 12;
/// This share of all faults is found: 1,150 of 1,180.
const AIM: f64 = 0.975;
/// Whatever takes longer than this hangs. No fault takes a hundredth of it.
const HANGS: Duration = Duration::from_secs(300);

/// What became of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Told at its place.
    Found,
    /// Told in the file, at another line.
    WrongLine,
    /// Told, but in another file or without a place.
    Elsewhere,
    /// Not told at all.
    Untold,
    Crash,
}

/// A game with one file changed.
struct Spoilt<'a> {
    files: &'a BTreeMap<String, Vec<u8>>,
    path: String,
    text: Option<&'a str>,
}

impl Vfs for Spoilt<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let found = match (path == self.path, self.text) {
            (true, Some(text)) => Some(text.as_bytes().to_vec()),
            (true, None) => None,
            (false, _) => self.files.get(path).cloned(),
        };
        match found {
            Some(bytes) => Ok(Cow::Owned(bytes)),
            None if path.starts_with("card-data/") => {
                // What leads out of the game is the same whoever is asked.
                Builtin
                    .read(path)
                    .err()
                    .filter(|error| !matches!(error, VfsError::Missing { .. }))
                    .map_or(Err(VfsError::Missing { path: path.to_owned() }), Err)
            }
            None => Builtin.read(path),
        }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        if !folder.starts_with("card-data") {
            return Builtin.files(folder);
        }
        let within = format!("{folder}/");
        let mut all: BTreeSet<&String> = self.files.keys().filter(|path| path.starts_with(&within)).collect();
        if self.path.starts_with(&within) {
            all.remove(&self.path);
            all.extend(self.text.map(|_| &self.path));
        }
        all.into_iter().cloned().collect()
    }
}

/// The games that faults are seeded into, as files below `card-data`: two that are shipped, the starter game, and what is here.
fn games() -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let built_in = |from: &str, game: &str| -> BTreeMap<String, Vec<u8>> {
        let name = |path: &String| format!("card-data/{game}{}", &path[from.len()..]);
        let read = |path: &String| {
            let text = Builtin.read(path).expect("built in").into_owned();
            if path.ends_with("/game.toml") { without_languages(text) } else { text }
        };
        // Without translations: whatever is changed would make their words stale.
        let files = Builtin.files(from).into_iter().filter(|path| !path.contains(".de."));
        files.map(|path| (name(&path), read(&path))).collect()
    };
    let starter = built_in("templates/starter", "starter");
    let mut games = BTreeMap::from([
        ("skirmish-5e".to_owned(), built_in("card-data/skirmish-5e", "skirmish-5e")),
        ("warhammer-skirmish".to_owned(), built_in("card-data/warhammer-skirmish", "warhammer-skirmish")),
        ("starter".to_owned(), starter),
    ]);
    // Folders here are games; what they lack they have from the starter game. A file `x.more` is put behind its `x`, one `x.top` before it.
    for entry in fs::read_dir(HOME).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if !entry.is_dir() {
            continue;
        }
        let game = entry.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let mut files = built_in("templates/starter", &game);
        for path in below(&entry) {
            let name = path.strip_prefix(&entry).expect("below").to_str().expect("text").to_owned();
            let bytes = fs::read(&path).expect("a file");
            let path = |name: &str| format!("card-data/{game}/{name}");
            match (name.strip_suffix(".more"), name.strip_suffix(".top"), bytes.as_slice()) {
                (Some(name), ..) => files.entry(path(name)).or_default().extend(bytes),
                (_, Some(name), _) => drop(files.entry(path(name)).or_default().splice(0..0, bytes)),
                (.., b"gone\n") => drop(files.remove(&path(&name))),
                _ => drop(files.insert(path(&name), bytes)),
            }
        }
        games.insert(game, files);
    }
    games
}

/// What a game says of its translations taken out, as the starter game advises.
fn without_languages(game: Vec<u8>) -> Vec<u8> {
    let game = String::from_utf8(game).expect("text");
    game.split_inclusive('\n').filter(|line| !line.starts_with("languages = ")).collect::<String>().into_bytes()
}

fn below(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

/// The text files of games by their names within its folder.
fn texts(games: &BTreeMap<String, BTreeMap<String, Vec<u8>>>) -> BTreeMap<String, Files> {
    let of_game = |(game, files): (&String, &BTreeMap<String, Vec<u8>>)| {
        let folder = format!("card-data/{game}/");
        let text = |(path, bytes): (&String, &Vec<u8>)| {
            Some((path.strip_prefix(&folder)?.to_owned(), String::from_utf8(bytes.clone()).ok()?))
        };
        (game.clone(), files.iter().filter_map(text).collect())
    };
    games.iter().map(of_game).collect()
}

/// The lists of faults, or the list with this name.
fn lists(harmless: bool, texts: &BTreeMap<String, Files>) -> Vec<Fault> {
    let mut paths: Vec<_> =
        below(Path::new(HOME)).into_iter().filter(|path| path.parent() == Some(Path::new(HOME))).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt") && !path.ends_with("missed.txt"));
    paths.retain(|path| path.ends_with("harmless.txt") == harmless);
    paths.sort();
    let (mut all, mut wrong): (Vec<Fault>, Vec<String>) = Default::default();
    for path in &paths {
        all.extend(faults(&fs::read_to_string(path).expect("a list"), texts, &mut wrong));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Two lines may say the same of a place.
    let mut known = BTreeSet::new();
    all.retain(|fault| known.insert((fault.game.clone(), fault.file.clone(), fault.text.clone())));
    let mut names = BTreeMap::new();
    for fault in &mut all {
        let number = names.entry(fault.name.clone()).and_modify(|number| *number += 1).or_insert(1);
        if *number > 1 {
            let _ = write!(fault.name, " [{number}]");
        }
    }
    all
}

/// What is told of a game with a fault; none where it panics.
fn told(games: &BTreeMap<String, BTreeMap<String, Vec<u8>>>, fault: &Fault) -> Option<Vec<Diagnostic>> {
    let path = format!("card-data/{}/{}", fault.game, fault.file);
    let vfs = Spoilt { files: &games[&fault.game], path, text: fault.text.as_deref() };
    let check = || job::check(&vfs, std::slice::from_ref(&fault.game), None, None, None);
    let told = catch_unwind(AssertUnwindSafe(check)).ok()?;
    Some(match told {
        Ok(told) => told,
        Err(job::Failure::Diagnostics(told)) => told,
        Err(job::Failure::Stopped(why)) => vec![Diagnostic::error(Code::UNKNOWN_GAME, None, why)],
    })
}

fn is_told(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity >= Severity::Warning
}

fn judge(fault: &Fault, told: Option<&[Diagnostic]>) -> Outcome {
    let Some(told) = told else { return Outcome::Crash };
    let folder = format!("card-data/{}/", fault.game);
    let of_place = |diagnostic: &Diagnostic, place: &Place| {
        let Some(at) = &diagnostic.span else { return (false, false) };
        let file = at.source.path.strip_prefix(&folder).unwrap_or(&at.source.path);
        match place {
            Place::File(right) => (file == right, file == right),
            Place::Lines(right, lines) => (file == right, file == right && lines.contains(&at.start().0)),
        }
    };
    let places = || {
        let told = told.iter().filter(|diagnostic| is_told(diagnostic));
        told.flat_map(|diagnostic| fault.places.iter().map(move |place| of_place(diagnostic, place)))
    };
    match (places().any(|(_, here)| here), places().any(|(file, _)| file)) {
        (true, _) => Outcome::Found,
        (_, true) => Outcome::WrongLine,
        _ if told.iter().any(is_told) => Outcome::Elsewhere,
        _ => Outcome::Untold,
    }
}

/// Tries faults on all processors, and tells of one that hangs.
fn attempt<'f>(
    games: &BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    faults: &'f [Fault],
) -> BTreeMap<&'f str, (&'f Fault, Outcome, Vec<Diagnostic>)> {
    let (tried, running) = (Mutex::new(BTreeMap::new()), Mutex::new(BTreeMap::new()));
    let done = std::sync::atomic::AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let hangs = running
                    .lock()
                    .unwrap()
                    .iter()
                    .find(|(_, begun): &(_, &Instant)| begun.elapsed() > HANGS)
                    .map(|(name, _): (&&str, _)| *name);
                if let Some(name) = hangs {
                    eprintln!("it hangs: {name}");
                    std::process::exit(1);
                }
                thread::sleep(Duration::from_millis(100));
            }
        });
        side_by_side(faults, |fault| {
            if std::env::var_os("SEEDED").is_some() {
                // What ends the whole program is the last of these.
                println!("… {}", fault.name.chars().take(120).collect::<String>());
            }
            running.lock().unwrap().insert(fault.name.as_str(), Instant::now());
            // A thread that overflows its stack is told by its name.
            let told = thread::scope(|scope| {
                let name = fault.name.replace('\0', "␀");
                let thread = thread::Builder::new().name(name).spawn_scoped(scope, || told(games, fault));
                thread.expect("a thread").join().expect("panics are caught")
            });
            running.lock().unwrap().remove(fault.name.as_str());
            let outcome = judge(fault, told.as_deref());
            tried.lock().unwrap().insert(fault.name.as_str(), (fault, outcome, told.unwrap_or_default()));
        });
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    tried.into_inner().unwrap()
}

/// The share of a corpus that is asked for.
fn asked(mut all: Vec<Fault>) -> Vec<Fault> {
    match std::env::var("SEEDED").as_deref() {
        Ok("all") => {}
        Ok(words) => all.retain(|fault| fault.name.contains(words) || fault.kind.contains(words)),
        Err(_) => all = all.into_iter().step_by(SHARE).collect(),
    }
    all
}

#[test]
fn every_seeded_fault_is_told_at_its_place() {
    let games = games();
    let whole = lists(false, &texts(&games));
    let missed_path = Path::new(HOME).join("missed.txt");
    let missed = fs::read_to_string(&missed_path).unwrap_or_default();
    let missed: BTreeSet<&str> = missed.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    let names: BTreeSet<&str> = whole.iter().map(|fault| fault.name.as_str()).collect();
    let stale: Vec<&&str> = missed.iter().filter(|name| !names.contains(**name)).collect();
    let update = std::env::var_os("UPDATE").is_some() && std::env::var("SEEDED").as_deref() == Ok("all");
    assert!(update || stale.is_empty(), "missed.txt names faults that there are not: {stale:#?}");
    let share = (whole.len() - missed.len()) as f64 / whole.len() as f64;
    assert!(update || share >= AIM, "{share:.4} of {} faults are found, and {AIM} is the aim", whole.len());

    let faults = asked(whole);
    let tried = attempt(&games, &faults);
    if std::env::var_os("SEEDED").is_some() {
        report(&tried);
    }
    let not_found: BTreeSet<&str> =
        tried.iter().filter(|(_, (_, outcome, _))| *outcome != Outcome::Found).map(|(name, _)| *name).collect();
    if update {
        let mut text = "# Faults that are not told at their place yet, by name.\n".to_owned();
        not_found.iter().for_each(|name| {
            let _ = writeln!(text, "{name}");
        });
        fs::write(&missed_path, text).expect("it is written");
        return;
    }
    let lost: Vec<String> = not_found
        .iter()
        .filter(|name| !missed.contains(**name))
        .map(|name| format!("{name}: {:?}, not at {:?}", tried[name].1, tried[name].0.places))
        .collect();
    let mended: Vec<&&str> =
        missed.iter().filter(|name| tried.contains_key(**name) && !not_found.contains(**name)).collect();
    assert!(lost.is_empty(), "{} faults are not told at their places:\n{}", lost.len(), lost.join("\n"));
    assert!(mended.is_empty(), "these are told by now; take them out of missed.txt: {mended:#?}");
}

/// Prints how many faults of each kind had which outcome, and what is told of those that were not found.
fn report(tried: &BTreeMap<&str, (&Fault, Outcome, Vec<Diagnostic>)>) {
    let mut kinds: BTreeMap<&str, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let (mut once, mut found) = (0, 0);
    for (name, (fault, outcome, told)) in tried {
        *kinds.entry(&fault.kind).or_default().entry(*outcome).or_default() += 1;
        *kinds.entry("(all)").or_default().entry(*outcome).or_default() += 1;
        let number = told.iter().filter(|diagnostic| is_told(diagnostic)).count();
        found += usize::from(*outcome == Outcome::Found);
        once += usize::from(*outcome == Outcome::Found && number == 1);
        let all = std::env::var_os("SEEDED").is_some_and(|asked| asked != "all");
        if *outcome != Outcome::Found || all || number > 3 {
            println!("{outcome:?} [{}] {name}\n    {:?}", fault.kind, fault.places);
            for diagnostic in told.iter().take(6) {
                let at = diagnostic.span.as_ref().map_or("-".to_owned(), ToString::to_string);
                println!("    {:?} {} {at}: {}", diagnostic.severity, diagnostic.code, diagnostic.message);
            }
        }
    }
    for (kind, outcomes) in kinds {
        println!("== {kind}: {outcomes:?}");
    }
    println!("== told by exactly one problem: {once} of {found}");
}

#[test]
fn what_is_no_fault_is_not_told() {
    let games = games();
    let all = asked(lists(true, &texts(&games)));
    let tried = attempt(&games, &all);
    let mut wrong = Vec::new();
    for (name, (_, outcome, told)) in tried {
        let told: Vec<&Diagnostic> = told.iter().filter(|diagnostic| is_told(diagnostic)).collect();
        if outcome == Outcome::Crash || !told.is_empty() {
            let words: Vec<String> = told.iter().map(|one| format!("    {:?}: {}", one.span, one.message)).collect();
            wrong.push(format!("{name}\n{}", words.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} changes are told though they are no faults:\n{}", wrong.len(), wrong.join("\n"));
}
