//! Every problem has a code, a section of `docs/problems.md`, and a place in the source; `skirmish explain` covers all
//! of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use skirmish_base::diagnostic::{Code, Diagnostic};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the headings of sections, without those in examples: code and title.
fn headings() -> Vec<(String, String)> {
    let page = fs::read_to_string(Path::new(HOME).join("docs/problems.md")).expect("the page of problems");
    let mut is_example = false;
    let mut headings = Vec::new();
    for line in page.lines() {
        is_example ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix("## ").filter(|_| !is_example) {
            let (code, title) = heading.split_once(": ").expect("a code and a title");
            headings.push((code.to_owned(), title.to_owned()));
        }
    }
    headings
}

#[test]
fn every_code_has_one_section_and_every_section_a_code() {
    let told: Vec<String> = headings().into_iter().map(|(code, _)| code).collect();
    let codes: Vec<String> = Code::ALL.iter().map(Code::to_string).collect();
    assert_eq!(told, codes);
    for (code, title) in headings() {
        assert!(!title.is_empty() && !title.ends_with('.'), "{code}: {title}");
    }
}

/// Returns all source below a folder, but for the list of codes.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            text += &source(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("diagnostic/code/all.rs") {
            text += &fs::read_to_string(&path).expect("source");
        }
    }
    text
}

#[test]
fn every_code_is_told_somewhere() {
    let folders = ["crates", "src"].map(|folder| source(&Path::new(HOME).join(folder)));
    let source = folders.concat();
    let list =
        fs::read_to_string(Path::new(HOME).join("crates/base/src/diagnostic/code/all.rs")).expect("the list of codes");
    let entries = list.lines().filter_map(|line| line.trim().split_once(' '));
    let names: Vec<&str> = entries.filter(|(number, _)| number.parse::<u16>().is_ok()).map(|(_, name)| name).collect();
    assert_eq!(names.len(), Code::ALL.len());
    for name in names {
        let is_told = source.match_indices(&format!("Code::{name}")).any(|(at, found)| {
            !source[at + found.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
        });
        assert!(is_told, "{name} is told nowhere");
    }
}

#[test]
fn a_diagnostic_is_small_enough_to_be_handed_back() {
    assert!(size_of::<Diagnostic>() < 128, "{} bytes", size_of::<Diagnostic>());
}

fn explain(codes: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.arg("explain").args(codes).env("NO_COLOR", "1").output().expect("the program starts")
}

fn said(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn a_code_is_explained_however_it_is_written() {
    let text = said(&explain(&["E0214"]));
    assert!(text.starts_with("E0214: unknown kind\n\n"), "{text}");
    assert!(text.contains("\n    kind = \"boat\"\n") && !text.contains("```") && text.ends_with('\n'), "{text}");
    for typed in ["e0214", "214", "0214", "E214"] {
        assert_eq!(said(&explain(&[typed])), text, "{typed}");
    }
}

#[test]
fn several_codes_are_explained_one_after_the_other() {
    let [one, other] = ["E0103", "E1001"].map(|code| said(&explain(&[code])));
    assert_eq!(said(&explain(&["E0103", "1001"])), format!("{one}\n{other}"));
}

#[test]
fn a_code_far_from_all_others_has_no_nearest() {
    let output = explain(&["E9999"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("no problem has the code `E9999`") && !text.contains("the nearest"), "{text}");
}

#[test]
fn an_unknown_code_is_an_error_with_the_nearest() {
    let output = explain(&["E0214", "E0230", "spear"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    let nearest = headings().into_iter().rfind(|(code, _)| code.as_str() < "E0230").expect("a code");
    for words in [
        "no problem has the code `E0230`",
        &format!("the nearest is {}", nearest.0),
        "no problem has the code `spear`",
        "`skirmish explain` without a code lists all of them",
        "2 errors",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
}

#[test]
fn without_a_code_all_are_listed() {
    let text = said(&explain(&[]));
    let told: Vec<(String, String)> =
        text.lines().filter_map(|line| line.split_once("  ")).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    assert_eq!(told, headings());
}

#[test]
fn problems_are_told_with_their_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command.args(args).current_dir(folder.path()).env("NO_COLOR", "1").output().expect("the program starts")
    };
    let text = String::from_utf8_lossy(&run(&["check", "skirmish-6e"]).stderr).into_owned();
    assert!(text.starts_with("error[E0105]: unknown game `skirmish-6e`"), "{text}");
    assert!(text.ends_with("1 error\nRun `skirmish explain E0105` for details.\n"), "{text}");
    assert!(run(&["new", "g"]).status.success());
    let cards = folder.path().join("card-data/g/cards.toml");
    let whole = fs::read_to_string(&cards).expect("the cards");
    fs::write(&cards, whole.replacen("kind = \"lamp\"", "kind = \"lmap\"", 1)).expect("a spoilt copy");
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["check", "g", "--format", "json"]).stdout).expect("JSON");
    assert_eq!(json[0]["code"], "E0214");
}
