//! Bad input: each file of `tests/faults` breaks a copy of the starter game without its rulebook, and contains the
//! exact messages.
//!
//! A case begins with a sentence about the fault, followed by sections, each under a line that begins with `--- `:
//!
//! | line | content |
//! |---|---|
//! | `--- cards.toml` | changes: the lines after `- ` must occur once in the file; those after `+ ` replace them |
//! | `--- new art/fox.svg` | a whole file; with ` in Latin-1` at the end it is saved as that |
//! | `--- delete art/fog.svg` | nothing; a folder is deleted with its contents |
//! | `--- link art/fog.svg to ../fog.svg` | nothing; a case with a link only runs on Unix |
//! | `--- with boards` | nothing; the game gets the rules of Skirminion, and `boards.md` as its rulebook |
//! | `--- game gmae` | nothing; this is typed instead of `game` |
//! | `--- told` | at the end: what `check` prints. All errors in it keep `build` from writing anything |
//! | `--- told, and built` | the same, but `build` still makes the deck, and reports its problems as warnings |
//!
//! `UPDATE=1 cargo test --test generator faults::` writes the current messages into all cases: read the difference, and
//! keep it only if it is better.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use crate::common::side_by_side::side_by_side;

const PROGRAM: &str = env!("CARGO_BIN_EXE_skirmish");
const HOME: &str = env!("CARGO_MANIFEST_DIR");
const BUILT: &str = "told, and built";
/// Codes that only `check` reports: unused styles and files, and drawings of the other version.
const NOT_OF_THE_PRINT: [&str; 3] = ["E0622", "E0723", "E0708"];

#[test]
fn every_fault_is_told_and_nothing_is_written() {
    let mut paths = files(&Path::new(HOME).join("tests/faults"));
    paths.retain(|path, _| path.extension().is_some_and(|end| end == "case"));
    let failures = Mutex::new(BTreeMap::new());
    side_by_side(paths.keys(), |path| {
        if let Err(why) = Case::read(path).and_then(|case| case.run()) {
            failures.lock().unwrap().insert(path, why);
        }
    });
    let failures = failures.into_inner().unwrap();
    let told: Vec<String> = failures.iter().map(|(path, why)| format!("=== {}\n{why}\n", path.display())).collect();
    assert!(told.is_empty(), "{} of {} cases fail\n\n{}", told.len(), paths.len(), told.join("\n"));
}

/// A fault in a game, with the expected messages.
struct Case {
    path: PathBuf,
    /// Heads and bodies of the sections before the last.
    steps: Vec<(String, String)>,
    /// The head of the last section, and its body.
    told: (String, String),
}

/// Returns the codes of all problems that begin with one of these words.
fn codes<'t>(told: &'t str, words: &[&str]) -> BTreeSet<&'t str> {
    let code = |part: &'t str| words.iter().find_map(|word| part.strip_prefix(word))?.get(..5);
    told.split("\n\n").filter_map(code).collect()
}

/// Fails with these words unless something holds.
fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

impl Case {
    fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let mut parts = text.split("\n--- ");
        ensure(parts.next().is_some_and(|about| !about.trim().is_empty()), || "does not say what is wrong".into())?;
        let section = |part: &str| {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            (head.to_owned(), body.trim_end().to_owned())
        };
        let mut steps: Vec<_> = parts.map(section).collect();
        let told = steps.pop().filter(|(head, _)| head == "told" || head == BUILT);
        Ok(Self { path: path.to_owned(), steps, told: told.ok_or("does not end with what is told")? })
    }

    /// Breaks a game and runs the program on it.
    fn run(&self) -> Result<(), String> {
        if cfg!(not(unix)) && self.steps.iter().any(|(head, _)| head.starts_with("link ")) {
            return Ok(());
        }
        let temp = tempfile::tempdir().map_err(|error| error.to_string())?;
        let root = temp.path().join("root");
        let folder = root.join("card-data/game");
        let mut starter = files(&Path::new(HOME).join("templates/starter"));
        // Cases bring the rulebook and the other languages that they need.
        let is_other = |path: &Path| path.to_string_lossy().contains(".de.");
        starter.retain(|path, _| !path.ends_with("rules.md") && !is_other(path));
        for (_, bytes) in starter.iter_mut().filter(|(path, _)| path.ends_with("game.toml")) {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let (from, to) = (text.find("languages = ").unwrap(), text.find("author = ").unwrap());
            *bytes = [&text[..from], &text[to..]].concat().into_bytes();
        }
        for (path, bytes) in starter {
            write(&folder.join(path.strip_prefix(Path::new(HOME).join("templates/starter")).unwrap()), &bytes);
        }
        write(&root.join("output/game/cards-a4.pdf"), b"a deck that was made before");
        let mut game = "game";
        for (head, body) in &self.steps {
            match head.split_once(' ') {
                Some(("game", name)) => game = name,
                _ => spoil(&folder, head, body)?,
            }
        }
        let before = files(temp.path());

        let check = skirmish(&root, &["check", game]);
        let text = String::from_utf8_lossy(if failed(&check) { &check.stderr } else { &check.stdout }).into_owned();
        let (head, expected) = &self.told;
        let told = text.trim_end();
        if told != expected && std::env::var_os("UPDATE").is_some() {
            let case = fs::read_to_string(&self.path).map_err(|error| error.to_string())?;
            let end = case.rfind(&format!("\n--- {head}")).unwrap_or_default() + format!("\n--- {head}").len();
            write(&self.path, format!("{}\n{told}\n", &case[..end]).as_bytes());
        } else {
            ensure(told == expected, || format!("--- expected\n{expected}\n--- actual\n{told}"))?;
        }
        let errors: BTreeSet<&str> = told.split("\n\n").filter(|part| part.starts_with("error")).collect();
        let code = i32::from(!errors.is_empty());
        ensure(check.status.code() == Some(code), || format!("`check` ends with {}", check.status))?;

        let json = skirmish(&root, &["check", game, "--format", "json"]);
        let diagnostics: Vec<serde_json::Value> =
            serde_json::from_slice(&json.stdout).map_err(|error| format!("not JSON: {error}"))?;
        // Problems with one cause are one message, with the number of further ones.
        let more = |message: &str| {
            let (_, more) = message.lines().next()?.rsplit_once(" (and ")?;
            more.strip_suffix(" more)")?.parse::<usize>().ok()
        };
        let messages: Vec<&str> = told.split("\n\n").collect();
        let number = messages.len() - 1 + messages.iter().filter_map(|message| more(message)).sum::<usize>();
        ensure(diagnostics.len() == number, || format!("{number} problems are {} as JSON", diagnostics.len()))?;
        ensure(json.status.code() == Some(code), || format!("`check --format json` ends with {}", json.status))?;

        let build = skirmish(&root, &["build", game]);
        if head == BUILT {
            let said = lossy(&build.stderr);
            ensure(build.status.success(), || format!("`build` fails\n{said}"))?;
            let warnings = codes(told, &["error[", "warning["]);
            let expected = warnings.difference(&NOT_OF_THE_PRINT.into()).copied().collect::<BTreeSet<_>>();
            let of_build = codes(&said, &["warning["]);
            ensure(of_build == expected && codes(&said, &["note["]) == codes(told, &["note["]), || {
                format!("--- `check` tells\n{told}\n--- `build` tells\n{said}")
            })?;
            let refused = codes(told, &["error["]).difference(&NOT_OF_THE_PRINT.into()).count() > 0;
            let advice = lossy(&build.stdout).contains("which `skirmish check` counts as");
            return ensure(advice == refused, || format!("`build` says\n{}", lossy(&build.stdout)));
        }
        ensure(build.status.code() == Some(1), || format!("`build` ends with {}", build.status))?;
        let text = lossy(&build.stderr);
        let of_build: BTreeSet<&str> = text.split("\n\n").filter(|part| part.starts_with("error")).collect();
        ensure(of_build == errors, || format!("--- `check` tells\n{told}\n--- `build` tells\n{text}"))?;
        ensure(files(temp.path()) == before, || "`build` left files about, or changed some".into())
    }
}

/// Carries out one section.
fn spoil(folder: &Path, head: &str, body: &str) -> Result<(), String> {
    let why = |error: std::io::Error| format!("--- {head}: {error}");
    match head.split_once(' ') {
        None => {
            let path = folder.join(head);
            let mut text = fs::read_to_string(&path).map_err(why)?;
            for (old, new) in changes(body)? {
                let number = text.matches(&old).count();
                ensure(number == 1, || format!("occurs {number} times in {head}:\n{old}"))?;
                text = text.replacen(&old, &new, 1);
            }
            write(&path, text.as_bytes());
        }
        Some(("new", name)) => match name.strip_suffix(" in Latin-1") {
            // Latin-1 is the first 256 characters of Unicode.
            Some(name) => write(&folder.join(name), &body.chars().map(|letter| letter as u8).collect::<Vec<u8>>()),
            None => write(&folder.join(name), body.as_bytes()),
        },
        Some(("delete", name)) => {
            let path = folder.join(name).canonicalize().map_err(why)?;
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.map_err(why)?;
        }
        #[cfg(unix)]
        Some(("link", names)) => {
            let (name, target) = names.split_once(" to ").ok_or("a link leads to something")?;
            let _ = fs::remove_file(folder.join(name));
            std::os::unix::fs::symlink(target, folder.join(name)).map_err(why)?;
        }
        Some(("with", "boards")) => with_boards(folder).map_err(why)?,
        Some(_) => return Err(format!("no section is called `{head}`")),
    }
    Ok(())
}

/// Makes a game one with boards in its rulebook: rules, colours and drawings are those of Skirminion.
fn with_boards(folder: &Path) -> std::io::Result<()> {
    let skirminion = Path::new(HOME).join("card-data/skirminion");
    let theirs = fs::read_to_string(skirminion.join("game.toml"))?;
    let (theirs, _) = theirs.split_once("\n[low-ink]").unwrap_or((&theirs, ""));
    let of_boards = ["square-", "rim ", "go ", "harm "];
    let colours = theirs.lines().filter(|line| of_boards.iter().any(|name| line.starts_with(name)));
    let colours = colours.fold("[colours]\n".to_owned(), |all, line| all + line + "\n");
    let path = folder.join("game.toml");
    let game = fs::read_to_string(&path)?.replacen("[colours]\n", &colours, 1);
    let (game, _) = game.split_once("\n[table]").unwrap_or((&game, ""));
    write(&path, format!("{game}\n[table]\nrules = \"skirminion\"\n").as_bytes());
    for drawing in ["book/unit-bone-2.svg", "book/unit-bone-5.svg", "book/unit-red-4.svg", "icons/attack.svg"] {
        write(&folder.join(drawing), &fs::read(skirminion.join(drawing))?);
    }
    write(&folder.join("rules.md"), &fs::read(Path::new(HOME).join("tests/faults/boards.md"))?);
    Ok(())
}

/// Lines after `- `, and the lines after `+ ` that take their place.
fn changes(body: &str) -> Result<Vec<(String, String)>, String> {
    let mut all: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    let mut last = "";
    for line in body.lines() {
        let (sign, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        if sign == "-" && last != "-" {
            all.push((Vec::new(), Vec::new()));
        }
        match (sign, all.last_mut()) {
            ("", _) => {}
            ("-", Some((old, _))) => old.push(rest),
            ("+", Some((_, new))) => new.push(rest),
            _ => return Err(format!("neither `- ` nor `+ `: {line}")),
        }
        last = sign;
    }
    Ok(all.into_iter().map(|(old, new)| (old.join("\n"), new.join("\n"))).collect())
}

fn skirmish(folder: &Path, args: &[&str]) -> Output {
    Command::new(PROGRAM).args(args).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

fn failed(run: &Output) -> bool {
    !run.status.success()
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Returns all files below a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let bytes = fs::read(&path).unwrap_or_default();
            all.insert(path, bytes);
        }
    }
    all
}
