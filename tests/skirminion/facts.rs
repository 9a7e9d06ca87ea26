//! The list of facts at the head of `main.rs` is complete, and true.

use std::fs;
use std::path::Path;

/// Returns the file that the list refers to by a word.
fn file(module: &str) -> String {
    let below = match module {
        "print" => "skirminion_print.rs".to_owned(),
        "play" | "ends" => format!("screens_skirminion/{module}.rs"),
        _ => format!("skirminion/{module}.rs"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(below);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Returns the tests that the list names in a line.
fn named(line: &str) -> Vec<(&str, &str)> {
    line.split('`').skip(1).step_by(2).filter_map(|name| name.split_once("::")).collect()
}

#[test]
fn every_fact_has_a_test_that_is_there() {
    let head = include_str!("mod.rs");
    let rows: Vec<&str> = head.lines().filter_map(|line| line.strip_prefix("//! | K")).collect();
    let numbers: Vec<&str> = rows.iter().filter_map(|row| row.split(' ').next()).collect();
    let all: Vec<String> = (1..=19).map(|number| number.to_string()).collect();
    assert_eq!(numbers, all, "each fact has one line");
    for (row, number) in rows.iter().zip(&all) {
        let own = format!("k{number}_");
        assert!(named(row).iter().any(|(module, test)| *module == "rules" && test.starts_with(&own)), "K{number}");
    }
    let lines = head.lines().take_while(|line| line.starts_with("//!"));
    for (module, test) in lines.flat_map(named) {
        assert!(file(module).contains(&format!("#[test]\nfn {test}() {{")), "there is no test {module}::{test}");
    }
    // No test of a fact is missing.
    let rules = file("rules");
    let of_facts = rules.lines().filter_map(|line| line.strip_prefix("fn k")?.strip_suffix("() {"));
    for test in of_facts {
        assert!(head.contains(&format!("rules::k{test}`")), "k{test} is not in the list");
    }
}
