//! Games of Skirminion through the program: lines of text, reports for programs, journals.

use std::fs;
use std::process::Command as Process;

use serde_json::{Value, json};

/// Returns the program's output for the lines of a game, and its exit code.
fn played(lines: &str, args: &[&str]) -> (String, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moves = folder.path().join("game.txt");
    fs::write(&moves, lines).expect("a file");
    let output = Process::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(["play", "skirminion", "--format", "json", "--moves"])
        .arg(&moves)
        .args(args)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let said = String::from_utf8(output.stdout).expect("text");
    let told = String::from_utf8_lossy(&output.stderr);
    (
        if said.is_empty() { told.into_owned() } else { said.trim_end().to_owned() },
        output.status.code().expect("a code"),
    )
}

fn value(lines: &str, args: &[&str]) -> Value {
    let (said, code) = played(lines, args);
    assert_eq!(code, 0, "{said}");
    serde_json::from_str(&said).expect("JSON")
}

#[test]
fn a_game_of_every_kind_of_line() {
    let game = "begin bone\nd1-d3\ne8-e6\n\nd3-d4\n e6-e5xd4 \r\nd4xe5\ne5-e6\nd4\n";
    let (said, code) = played(game, &[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with(r#"{"units":[{"at":"a1","side":"bone","health":6},{"at":"a8","side":"red","health":6},"#));
    assert!(said.contains(r#"{"at":"d4","side":"bone","health":4}"#), "{said}");
    assert!(said.ends_with(r#""turn":"red","over":null}"#), "{said}");
    let over = value(&format!("{game}agree"), &["--legal", "--perft", "2"]);
    assert_eq!(
        (&over["turn"], &over["over"], &over["legal"], &over["perft"]),
        (&json!(null), &json!("draw"), &json!([]), &json!(0))
    );
}

#[test]
fn what_is_possible_is_sorted_and_counted() {
    let start = value("begin red", &["--legal", "--perft", "1"]);
    let legal = start["legal"].as_array().expect("a list");
    assert_eq!(legal[..5], [json!("a8"), json!("a8-a6"), json!("a8-a7"), json!("a8-b7"), json!("b8")]);
    assert!(legal.is_sorted_by_key(|text| text.as_str()));
    assert_eq!(start["perft"], json!(legal.len()));
    assert_eq!(value("begin bone", &["--perft", "0"])["perft"], json!(1));
    // The second generator finds the same number.
    let plain = super::plain::Plain::start(false).perft(3);
    assert_eq!(value("begin bone", &["--perft", "3"])["perft"], json!(plain));
}

#[test]
fn a_line_that_cannot_be_played_is_told_with_its_number_and_every_reason() {
    let bad = |lines: &str, line: u64, why: &[&str]| {
        let (said, code) = played(lines, &[]);
        let told: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}"));
        assert_eq!((told, code), (json!({ "line": line, "why": why }), 1), "{lines}");
    };
    let first = ["the first line says who begins: `begin bone` or `begin red` (K2)"];
    bad("", 1, &first);
    bad("d1-d2", 1, &first);
    bad("begin bone\nbegin red", 2, &["the game has begun: only the first line says who begins (K2)"]);
    bad(
        "begin bone\n\nd1-e5xe7",
        3,
        &[
            "a unit of 4 health or more makes two straight steps at most, and e5 is further from d1 (K14)",
            "no unit is on e7: an attack needs an enemy (K16)",
            "e5 does not touch e7: an attack is against an enemy in contact (K16)",
        ],
    );
    let notation = "`d1-d9` is not an activation: d4 passes, d4-d6 moves, d4xe5 attacks, d4-d6xe7 and d4xe5-c3 do both";
    bad("begin bone\nd1-d9", 2, &[notation]);
    let over = ["the game is over: both agreed on a draw (K9)"];
    bad("begin bone\nagree\nd1", 3, &over);
    bad("begin bone\nagree\nagree", 3, &over);
    let contact = "begin bone\nd1-d3\nd8-d6\nd3-d4\nd6-d5xd4\nd4xd5-d3";
    bad(contact, 6, &["the unit on d4 still touches d5 after its attack, and cannot move (K11)"]);
}

#[test]
fn commands_as_json_go_with_the_notation() {
    let lines = "{\"players\":[\"Asa\",\"Orm\"]}\nd1-d3\n{\"move\":{\"from\":\"d8\",\"to\":\"d6\"}}\n{\"end\":{\"unit\":\"d6\"}}\n{\"undo\":2}";
    assert_eq!(value(lines, &[])["turn"], json!("red"));
    let set = "begin red\n{\"set\":{\"at\":\"d4\"}}\n{\"set\":{\"at\":\"a1\"}}\n{\"set\":{\"at\":\"d4\",\"unit\":{\"side\":\"bone\",\"health\":2}}}";
    let (said, code) = played(set, &[]);
    assert_eq!((said.as_str(), code), (r#"{"line":2,"why":["that changes nothing"]}"#, 1));
    let units = value(&set.replace("\n{\"set\":{\"at\":\"d4\"}}", ""), &[])["units"].clone();
    assert_eq!(units.as_array().map(Vec::len), Some(16));
    assert!(units.as_array().is_some_and(|all| all.contains(&json!({ "at": "d4", "side": "bone", "health": 2 }))));
}

#[test]
fn other_games_are_not_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moves = folder.path().join("game.jsonl");
    fs::write(&moves, "{\"players\":[\"Asa\",\"Orm\"]}").expect("a file");
    let output = Process::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(["play", "skirmish-5e", "--perft", "1", "--moves"])
        .arg(&moves)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this game doesn't support counting sequences"));
}
