//! README's commands do what it says, typed one after the other; its pictures and links are there; its excerpts are real.
#![cfg(feature = "tracker")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_skirmish");
const TABLE: &str = env!("CARGO_BIN_EXE_skirmish-table");
const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn readme() -> String {
    fs::read_to_string(Path::new(HOME).join("README.md")).expect("README.md")
}

/// Returns the blocks of a language, without their fences.
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

/// Starts a command that serves a page until it is stopped, and returns its first line of output.
fn serve(folder: &Path, command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let mut program = Command::new(PROGRAM);
    program.args(words).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = program.spawn().expect("the program starts");
    let mut first = String::new();
    let stdout = server.stdout.take().expect("its output");
    BufReader::new(stdout).read_line(&mut first).expect("a line");
    server.kill().expect("the server stops");
    server.wait().expect("its exit code");
    first
}

#[test]
fn commands_run_one_after_the_other() {
    let mut served = 0;
    for page in ["README.md", "docs/authoring.md", "docs/reprinting.md", "docs/tracker.md"] {
        let folder = tempfile::tempdir().expect("a folder");
        let text = fs::read_to_string(Path::new(HOME).join(page)).expect(page);
        let consoles = blocks(&text, "console");
        let typed = consoles.iter().flat_map(|block| block.lines()).filter_map(|line| line.strip_prefix("$ "));
        let commands: Vec<&str> = typed
            .map(|command| command.split(" #").next().unwrap_or(command).trim_end())
            .filter(|command| command.starts_with("skirmish"))
            .collect();
        assert!(commands.len() >= 2, "{page}: {commands:?}");
        for command in commands {
            if command.starts_with("skirmish watch") {
                let line = serve(folder.path(), command);
                assert!(line.contains("http://127.0.0.1:"), "{command}: {line}");
                served += 1;
                continue;
            }
            let output = run(folder.path(), command);
            assert!(output.status.success(), "{page}: {command}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(!output.stdout.is_empty(), "{page}: {command} prints nothing");
        }
    }
    assert_eq!(served, 1, "README shows `skirmish watch`");
}

#[test]
fn every_way_to_print_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = readme();
    let table = text.split("| if you have | add |").nth(1).expect("the table of options");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    // A name in capitals is a placeholder.
    let options: Vec<&str> = rows
        .flat_map(|row| row.split('`'))
        .filter(|part| part.starts_with("--") && !part.contains(char::is_uppercase))
        .collect();
    assert!(options.len() >= 12, "{options:?}");
    for option in options {
        let command = format!("skirmish build skirmish-5e {option}");
        let output = run(folder.path(), &command);
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
