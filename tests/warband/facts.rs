//! Rulebook, documentation, tests and program contain the same rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use skirmish_model::game::RuleNumber;
use skirmish_read::rulebook::stated;
use skirmish_tracker::table::warband::{Command, Mark, Roll, Status};

use super::*;

/// Returns all numbers: W1 to W36, W40 and W41, W15 with its four parts.
fn numbers() -> BTreeSet<RuleNumber> {
    let plain = (1..=36).chain([40, 41]).map(|number| format!("W{number}"));
    let parts = ["a", "b", "c", "d"].map(|part| format!("W15{part}"));
    plain.chain(parts).map(|number| number.parse().expect("a number")).collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

/// Returns the text of all files of a folder and its subfolders.
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

/// Returns the rows of "Rule by rule": the number, what the table knows, what is left to people.
fn rows(doc: &str) -> Vec<[String; 3]> {
    let (_, list) = doc.split_once("## Rule by rule").expect("the list");
    let rows = list.lines().filter(|line| line.starts_with("| W"));
    let cells =
        |row: &str| -> Vec<String> { row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect() };
    rows.map(|row| cells(row).try_into().unwrap_or_else(|cells| panic!("three cells: {cells:?}"))).collect()
}

/// Returns the numbers in the names of the tests: `w16_w20_house_rules` is a test of two.
fn tested(tests: &str) -> BTreeSet<RuleNumber> {
    let names = tests.split("#[test]\nfn ").skip(1).map(|rest| rest.split('(').next().unwrap_or_default());
    let number = |word: &str| word.strip_prefix('w').and_then(|number| format!("W{number}").parse().ok());
    names.flat_map(|name| name.split('_').filter_map(number).collect::<Vec<RuleNumber>>()).collect()
}

#[test]
fn the_list_of_rules_and_the_tests_know_the_same() {
    const NOTHING: &str = "–";
    let tests = tested(&sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/warband")));
    let doc = text("docs/warhammer-skirmish.md");
    let rows = rows(&doc);
    let listed: Vec<RuleNumber> = rows.iter().map(|[number, ..]| number.parse().expect("a number")).collect();
    assert_eq!(listed, numbers().into_iter().collect::<Vec<_>>(), "each rule has one row, in their order");
    for (number, [_, known, left]) in listed.iter().zip(&rows) {
        let knows = known != NOTHING;
        assert_eq!(tests.contains(number), knows, "{number}: the list says what the table knows if a test shows it");
        let reason = left.split_whitespace().count() > 4;
        assert!(knows || reason, "{number}: why the table knows nothing of it");
        assert!(!known.is_empty() && !left.is_empty(), "{number}");
    }
    assert!(tests.is_subset(&numbers()), "a test of a rule that there is not: {tests:?}");
}

#[test]
fn every_number_that_a_refusal_names_is_a_rule() {
    let code = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tracker/src/table/warband"));
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
