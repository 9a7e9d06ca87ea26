//! Games through the program: lines of JSON, what programs read of them, refusals.

use std::fs;
use std::process::Command as Process;

use serde_json::{Value, json};

/// Returns the program's output for the lines of a game, and its exit code.
fn played(lines: &str, args: &[&str]) -> (String, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moves = folder.path().join("game.jsonl");
    fs::write(&moves, lines).expect("a file");
    let output = Process::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(["play", "battling-cards", "--format", "json", "--moves"])
        .arg(&moves)
        .args(args)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).expect("text");
    (said.trim_end().to_owned(), output.status.code().expect("a code"))
}

const BEGIN: &str = r#"{"begin":["Asa","Bjarni","Cara"]}"#;

#[test]
fn a_turn_is_worked_out_as_the_book_has_it() {
    let turn = r#"{"turn":[{"player":"Asa","attack":[9,7],"defence":[],"on":"Bjarni","wants":"rob","treasure":"Q"},{"player":"Bjarni","attack":[10],"defence":[5],"on":"Asa","wants":"damage","treasure":null},{"player":"Cara","attack":[],"defence":[14,2],"on":null}]}"#;
    let (said, code) = played(&format!("{BEGIN}\n\n{turn}\n"), &[]);
    let expected = concat!(
        r#"{"players":[{"name":"Asa","life":70,"out":false,"taken":[{"rank":"Q","from":"Bjarni"}],"faces_left":4},"#,
        r#"{"name":"Bjarni","life":80,"out":false,"taken":[],"faces_left":3},"#,
        r#"{"name":"Cara","life":80,"out":false,"taken":[],"faces_left":4}],"winner":null,"#,
        r#""fights":[{"by":"Asa","on":"Bjarni","attack":19,"defence":5,"result":"rob"},"#,
        r#"{"by":"Bjarni","on":"Asa","attack":10,"defence":0,"result":"damage"}]}"#,
    );
    assert_eq!((said.as_str(), code), (expected, 0));
}

#[test]
fn a_line_that_cannot_be_played_is_told_with_its_number_and_every_reason() {
    let bad = |lines: &str, line: u64, why: Value| {
        let (said, code) = played(lines, &[]);
        let told: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}"));
        assert_eq!((told, code), (json!({ "line": line, "why": why }), 1), "{lines}");
    };
    let early = "no game has begun: it begins with the players, who get their life points (B5)";
    bad("", 1, json!([early]));
    bad(r#"{"turn":[]}"#, 1, json!([early]));
    bad(r#"{"begin":["Asa"]}"#, 1, json!(["1 cannot play, only 2 to 8 (B5)"]));
    let turn = r#"{"turn":[{"player":"Asa","attack":[9],"on":"Bjarni"},{"player":"Bjarni","defence":[5,5]}]}"#;
    let why = [
        "Asa lays 1 cards: everyone lays two of attack and defence (B9)",
        "Bjarni lays a 5 of defence twice: each deck has it once (B2)",
        "all play at the same time, and nothing is said of Cara (B7)",
    ];
    bad(&format!("{BEGIN}\n\n{turn}"), 3, json!(why));
}

#[test]
fn what_is_possible_is_listed_and_every_line_of_it_can_be_played() {
    let (said, code) = played(&format!("{BEGIN}\n"), &["--legal"]);
    assert_eq!(code, 0, "{said}");
    let lies: Value = serde_json::from_str(&said).expect("JSON");
    let legal = lies["legal"].as_array().expect("a list");
    assert_eq!(legal.len(), 1 + 3 * 2 * 13 + 3 * 2);
    for command in [&legal[0], &legal[1], &legal[legal.len() - 1]] {
        let (said, code) = played(&format!("{BEGIN}\n{command}\n{{\"undo\":1}}\n"), &[]);
        assert_eq!(code, 0, "{said}");
    }
}
