//! README's commands do what it says, typed one after the other; its pictures and links are there; its excerpts are real.
#![cfg(all(feature = "generator", feature = "tracker"))]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_skirmish");
const TABLE: &str = env!("CARGO_BIN_EXE_skirmish-table");
const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn readme() -> String {
    fs::read_to_string(Path::new(HOME).join("README.md")).expect("README.md")
}

/// The blocks of a language, without their fences.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|rest| rest.split("```").next().expect("a closed fence").to_owned()).collect()
}

fn run(folder: &Path, command: &str) -> Output {
    let mut words = command.split_whitespace();
    let program = match words.next() {
        Some("skirmish") => PROGRAM,
        Some("skirmish-table") => TABLE,
        _ => panic!("{command}"),
    };
    Command::new(program).args(words).current_dir(folder).output().expect("the program starts")
}

#[test]
fn commands_run_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = readme();
    let consoles = blocks(&text, "console");
    let typed = consoles.iter().flat_map(|block| block.lines()).filter_map(|line| line.strip_prefix("$ "));
    let commands: Vec<&str> = typed.filter(|command| command.starts_with("skirmish")).collect();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        let output = run(folder.path(), command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{command} says nothing");
    }
}

#[test]
fn every_way_to_print_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = readme();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains("`skirmish build"));
    let commands: Vec<&str> =
        rows.flat_map(|row| row.split('`').filter(|part| part.starts_with("skirmish build"))).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    for command in commands {
        let output = run(folder.path(), command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn pictures_and_links_are_there() {
    let text = readme();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let (sections, files): (Vec<&str>, Vec<&str>) =
        targets.filter(|target| !target.starts_with("http")).partition(|target| target.starts_with('#'));
    let anchor = |title: &str| title.to_lowercase().replace(' ', "-");
    let headings: Vec<String> =
        text.lines().filter(|line| line.starts_with("## ")).map(|line| anchor(&line[3..])).collect();
    for section in sections {
        assert!(headings.iter().any(|heading| heading == &section[1..]), "{section} is missing");
    }
    assert!(files.iter().any(|file| file.ends_with(".png")), "{files:?}");
    for file in files {
        assert!(Path::new(HOME).join(file).exists(), "{file} is missing");
    }
}

/// Copies a folder with all that is in it.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_all(&path, &copy);
        } else {
            fs::copy(path, copy).expect("a copy");
        }
    }
}

#[test]
fn the_message_is_what_the_program_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = Path::new(HOME).join("card-data/skirmish-5e");
    let copy = folder.path().join("card-data/skirmish-5e");
    copy_all(&data, &copy);
    let cards = fs::read_to_string(data.join("cards.toml")).expect("the cards");
    let axe = cards.find("name = \"Axe\"").expect("the Axe");
    let wrong = format!("{}{}", &cards[..axe], cards[axe..].replacen("kind = \"weapon\"", "kind = \"weapn\"", 1));
    fs::write(copy.join("cards.toml"), wrong).expect("the cards");
    let output = run(folder.path(), "skirmish check skirmish-5e");
    let said = String::from_utf8_lossy(&output.stderr);
    let text = readme();
    let excerpt = blocks(&text, "text").into_iter().find(|block| block.starts_with("error[")).expect("a message");
    assert!(said.contains(excerpt.trim_end()), "README has\n{excerpt}\nthe program says\n{said}");
}
