//! Rulebook, documentation, tests and program speak of the same rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use skirmish::game::RuleNumber;
use skirmish::read::rulebook::stated;
use skirmish::table::warband::{Command, Mark, Roll, Status};

use super::*;

/// All numbers that there are: W1 to W36 and W40, W15 with its four parts.
fn numbers() -> BTreeSet<RuleNumber> {
    let plain = (1..=36).chain([40]).map(|number| format!("W{number}"));
    let parts = ["a", "b", "c", "d"].map(|part| format!("W15{part}"));
    plain.chain(parts).map(|number| number.parse().expect("a number")).collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

/// The text of all files of a folder and those in it.
fn sources(path: &Path) -> String {
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let text = |path: std::path::PathBuf| {
        if path.is_dir() { sources(&path) } else { fs::read_to_string(path).expect("text") }
    };
    entries.map(text).collect()
}

#[test]
fn the_rulebook_states_every_rule_once_and_the_table_can_cite_it() {
    let rules = rules();
    let stated = stated(&text("card-data/warhammer-skirmish/rules.md"));
    let facts: Vec<RuleNumber> =
        stated.iter().map(|(number, _)| *number).filter(|number| !number.is_ruling()).collect();
    assert_eq!(facts.iter().copied().collect::<BTreeSet<_>>(), numbers());
    assert_eq!(facts.len(), numbers().len(), "a rule is stated twice");
    for number in numbers() {
        assert!(rules.about().printed(number).is_some(), "the book prints no number for {number}");
    }
}

#[test]
fn every_number_is_tested_or_left_to_people() {
    let tests = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/warband"));
    let doc = text("docs/warhammer-skirmish.md");
    let (_, unknown) = doc.split_once("## What a table cannot know").expect("the list");
    let left: BTreeSet<&str> =
        unknown.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.starts_with('W')).collect();
    for number in numbers() {
        let named = number.to_string().to_lowercase();
        let tested = tests.contains(&format!("fn {named}_")) || tests.contains(&format!("_{named}_"));
        assert!(tested || left.contains(number.to_string().as_str()), "{number} is neither tested nor left to people");
    }
}

#[test]
fn every_number_that_a_refusal_names_is_a_rule() {
    let code = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table/warband"));
    let cited = code.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let cited: BTreeSet<RuleNumber> = cited.map(|number| number.parse().expect("a number")).collect();
    assert!(cited.len() > 25 && cited.is_subset(&numbers()), "{cited:?}");
}

#[test]
fn the_documentation_names_every_word() {
    let doc = text("docs/warhammer-skirmish.md");
    let play = text("docs/play.md");
    for word in Command::WORDS {
        assert!(doc.contains(&format!("{{\"{word}\":")) || play.contains(&format!("{{\"{word}\":")), "{word}");
    }
    for word in Roll::WORDS {
        assert!(doc.contains(&format!("{{\"{word}\":")), "{word}");
    }
    let word = |value: Value| value.as_str().expect("a word").to_owned();
    for mark in Mark::ALL {
        assert!(doc.contains(&format!("`{}`", word(serde_json::to_value(mark).expect("JSON")))), "{mark:?}");
    }
    for status in [Status::Standing, Status::KnockedDown, Status::Stunned, Status::Fleeing, Status::Out] {
        assert!(doc.contains(&format!("`{}`", word(serde_json::to_value(status).expect("JSON")))), "{status:?}");
    }
}

#[test]
fn the_lines_of_the_documentation_can_be_read() {
    let doc = text("docs/warhammer-skirmish.md");
    let mut read = 0;
    for line in doc.lines().filter(|line| line.starts_with("| `{\"")) {
        for code in line.split('|').nth(1).expect("a cell").split('`').filter(|code| code.starts_with('{')) {
            read += 1;
            if code.contains("SIDE") || code.contains("TEST") {
                continue;
            }
            let value: Value = serde_json::from_str(code).unwrap_or_else(|why| panic!("{code}: {why}"));
            let command = serde_json::from_value::<Command>(value.clone()).map(|_| ());
            let test = serde_json::from_value::<Roll>(value).map(|_| ());
            assert!(command.is_ok() || test.is_ok(), "{code}: {command:?}, {test:?}");
        }
    }
    assert!(read > 25, "{read}");
    let example = doc.split("```").nth(1).expect("the example");
    let mut game = Game::empty();
    for line in example.lines().filter(|line| line.starts_with('{') && !line.contains("\"turn\"")) {
        game.say(line);
    }
    assert_eq!(game.status("South.4"), Status::Out);
}
