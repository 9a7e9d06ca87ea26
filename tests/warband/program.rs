//! Battles through the program, and the generator's messages about warband files.

use std::fs;
use std::process::Command as Process;

use serde_json::{Value, json};

fn played(lines: &str) -> (String, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moves = folder.path().join("battle.jsonl");
    fs::write(&moves, lines).expect("a file");
    let output = Process::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(["play", "warhammer-skirmish", "--format", "json", "--moves"])
        .arg(&moves)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let told = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    (String::from_utf8(told).expect("text"), output.status.code().expect("a code"))
}

#[test]
fn a_battle_line_by_line() {
    let begin = r#"{"begin":[{"name":"North","warband":"crows-levy"},{"name":"South","warband":"saltmarsh-watch"}]}"#;
    let lines =
        format!("{begin}\n{{\"wound\":\"North.5\",\"injury\":3}}\n\n{{\"out\":\"North.6\"}}\n{{\"phase\":\"next\"}}\n");
    let (said, code) = played(&lines);
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with(r#"{"turn":1,"side":"North","phase":"movement","sides":[{"name":"North","start":12,"out":1,"rout_due":false,"target":8,"leader":1,"warriors":[{"no":1,"wounds":2,"status":"standing","marks":[]},"#), "{said}");
    assert!(said.trim_end().ends_with(r#""over":null}"#), "{said}");
    let (said, code) = played(&format!("{lines}{{\"stand\":\"North.5\"}}\n"));
    let why = "Maud Twoblades is stunned: who is knocked down stands up (W26)";
    assert_eq!((serde_json::from_str::<Value>(&said).expect("JSON"), code), (json!({ "line": 6, "why": [why] }), 1));
    let (said, code) = played("");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the first line begins the game"), "{said}");
}
