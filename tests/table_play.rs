//! Games that programs play: commands as lines of JSON in, the table or the refusal out.

#![cfg(feature = "tracker")]

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn run(moves: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("game.jsonl"), moves).expect("it can be written");
    let args = [&["play", "skirmish-5e", "--moves", "game.jsonl", "--format", "json"], more].concat();
    let program = env!("CARGO_BIN_EXE_skirmish-table");
    Command::new(program).args(args).current_dir(folder.path()).output().expect("the program runs")
}

fn play(moves: &str, more: &[&str]) -> (Value, i32) {
    let output = run(moves, more);
    let said = String::from_utf8(output.stdout).expect("text");
    let value =
        serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{}", String::from_utf8_lossy(&output.stderr)));
    (value, output.status.code().expect("it ended by itself"))
}

const MOVES: &str = r#"{"players": ["Asa", "Bjarni", "Dalla"]}
{"attack": {"attacker": 0, "target": 1, "means": "weapon", "basic": "chop"}}

{"end-turn": {"seat": 0}}
"#;

#[test]
fn a_game_is_played_to_where_its_lines_lead() {
    let (table, code) = play(MOVES, &[]);
    assert_eq!(code, 0, "{table}");
    let healths: Vec<&Value> = table["players"].as_array().expect("players").iter().map(|who| &who["health"]).collect();
    assert_eq!(healths, [&json!(12), &json!(8), &json!(12)]);
    assert_eq!((&table["turn"], &table["entries"], &table["events"]), (&json!(1), &json!(3), &json!(3)));
    assert_eq!(table.get("legal"), None);
}

#[test]
fn two_players_cannot_have_the_same_name() {
    for moves in [
        r#"{"players": ["Asa", "Bjarni", " Asa"]}"#,
        "{\"players\": [\"Asa\", \"Bjarni\"]}\n{\"rename\": {\"seat\": 1, \"name\": \"Asa \"}}",
    ] {
        let (refusal, code) = play(moves, &[]);
        assert_eq!((code, &refusal["why"]), (1, &json!(["two players have the same name"])), "{moves}");
    }
}

#[test]
fn what_is_told_to_be_legal_is_carried_out() {
    let (table, _) = play(MOVES, &["--legal"]);
    let legal = table["legal"].as_array().expect("commands");
    assert!(legal.len() > 20, "{}", legal.len());
    assert!(legal.contains(&json!({"end-turn": {"seat": 1}})), "{table}");
    // Each kind of command, and the last of the attacks.
    let mut tried = Vec::new();
    for command in legal.iter().rev() {
        let kind = command.as_object().and_then(|object| object.keys().next().cloned()).unwrap_or_default();
        if !tried.contains(&kind) {
            let (after, code) = play(&format!("{MOVES}{command}\n"), &[]);
            assert_eq!((code, &after["entries"]), (0, &json!(4)), "{command}: {after}");
            tried.push(kind);
        }
    }
    assert!(tried.len() >= 4, "{tried:?}");
}

#[test]
fn a_refusal_says_its_line_and_reasons() {
    let (refusal, code) = play(&format!("{MOVES}{{\"recover\": {{\"seat\": 0, \"what\": \"health\"}}}}\n"), &[]);
    assert_eq!((&refusal["line"], code), (&json!(5), 1), "{refusal}");
    assert_eq!(refusal["why"], json!(["it is the turn of Bjarni (S13)"]));
    let (refusal, code) = play("{\"players\": [\"Asa\"]}\n", &[]);
    assert_eq!((&refusal, code), (&json!({"line": 1, "why": ["1 cannot play, only 2 to 8 (S2)"]}), 1));
    for (line, why) in
        [("{\"fly\": 3}", "unknown variant `fly`"), ("not json", "expected"), ("{\"undo\": 9}", "not enough")]
    {
        let (refusal, code) = play(&format!("{MOVES}{line}\n"), &[]);
        assert_eq!((&refusal["line"], code), (&json!(5), 1), "{refusal}");
        assert!(refusal["why"][0].as_str().is_some_and(|told| told.contains(why)), "{refusal}");
    }
}

#[test]
fn rules_are_overruled_and_events_taken_back() {
    let overruled =
        "{\"overrule\": {\"recover\": {\"seat\": 0, \"what\": \"health\"}}}\n{\"undo\": 2}\n{\"redo\": 1}\n";
    let (table, code) = play(&format!("{MOVES}{overruled}"), &[]);
    assert_eq!(
        (&table["entries"], &table["events"], &table["turn"], code),
        (&json!(6), &json!(3), &json!(1), 0),
        "{table}"
    );
}

#[test]
fn commands_may_come_from_another_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_skirmish-table"))
        .args(["play", "skirmish-5e", "--moves", "-"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    program.stdin.take().expect("its input").write_all(MOVES.as_bytes()).expect("it listens");
    let output = program.wait_with_output().expect("it ends");
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(table["turn"], json!(1));
}

#[test]
fn what_cannot_be_read_is_told_with_another_code() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_skirmish-table");
        Command::new(program).args(args).current_dir(folder.path()).output().expect("the program runs")
    };
    let output = program(&["play", "skirmish-5e", "--moves", "nothing.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing.jsonl"));
    // A game whose data names unknown rules.
    let data = folder.path().join("card-data/skirmish-5e");
    fs::create_dir_all(&data).expect("a folder");
    let game = include_str!("../card-data/skirmish-5e/game.toml");
    let game = game.replace("rules = \"skirmish\"", "rules = \"skirmisch\"");
    let cards = include_str!("../card-data/skirmish-5e/cards.toml");
    for (name, text) in [("game.toml", game.as_str()), ("cards.toml", cards)] {
        fs::write(data.join(name), text).expect("it can be written");
    }
    let output = program(&["play", "skirmish-5e", "--moves", "nothing.jsonl"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("did you mean `skirmish`?"), "{said}");
}

#[test]
fn rulings_are_switches_of_the_setup() {
    let begin = |house: &str| {
        format!(
            r#"{{"begin":{{"players":[{{"name":"Asa","livery":"red","chair":0}},{{"name":"Bjarni","livery":"blue","chair":1}}],"dealer":1,"decks":1{house}}}}}"#
        )
    };
    let late = r#"{"attack":{"attacker":0,"target":1,"means":"weapon","basic":"chop","steps":[{"card":"block"},{"trip":{"by":1,"on":"attack"}}]}}"#;
    let (table, code) = play(&format!("{}\n{late}\n", begin(r#","house":{"trip-any-time":true}"#)), &[]);
    assert_eq!((&table["players"][0]["health"], code), (&json!(10), 0), "{table}");
    assert_eq!(table["setup"]["house"], json!({"trip-any-time": true}));
    for house in ["", r#","house":{}"#] {
        let (refused, code) = play(&format!("{}\n{late}\n", begin(house)), &[]);
        assert_eq!((&refused["line"], code), (&json!(2), 1), "{refused}");
    }
    let (refused, code) = play(&format!("{}\n", begin(r#","house":{"trip-anytime":true}"#)), &[]);
    assert_eq!((&refused["line"], code), (&json!(1), 1), "{refused}");
    // A game that only names its players is a new one.
    let (table, _) = play(MOVES, &[]);
    assert_eq!(table["setup"]["house"], json!({}));
}
