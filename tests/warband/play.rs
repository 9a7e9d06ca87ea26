//! Games that programs play: lines in, an object out.

use serde_json::{Value, json};
use skirmish_tracker::table::{Millis, Playable as _};

use super::*;

fn report(lines: &[&str]) -> Value {
    let mut table = Table::new(rules());
    for (at, line) in (0..).zip(lines) {
        table.play(line, Millis(at * 60_000)).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    serde_json::from_str(&table.report(false, None).expect("a report")).expect("JSON")
}

#[test]
fn the_object_says_turn_phase_sides_and_warriors_in_this_form() {
    let mut lines = vec![BEGIN, r#"{"out":"North.9"}"#, r#"{"out":"North.10"}"#, r#"{"out":"North.11"}"#];
    lines.extend([r#"{"phase":"next"}"#; 1]);
    lines.push(r#"{"hide":"North.5"}"#);
    lines.extend([r#"{"phase":"next"}"#; 6]);
    lines.push(r#"{"wound":"North.5","injury":3}"#);
    lines.extend([r#"{"phase":"next"}"#; 3]);
    let report = report(&lines);
    assert_eq!(
        (&report["turn"], &report["side"], &report["phase"], &report["over"]),
        (&json!(2), &json!("North"), &json!("recovery"), &json!(null))
    );
    let north = &report["sides"][0];
    let keys: Vec<&String> = north.as_object().expect("a side").keys().collect();
    assert_eq!(keys, ["name", "start", "out", "rout_due", "target", "leader", "warriors"]);
    assert_eq!(
        (&north["name"], &north["start"], &north["out"], &north["rout_due"], &north["target"], &north["leader"]),
        (&json!("North"), &json!(12), &json!(3), &json!(true), &json!(8), &json!(1))
    );
    assert_eq!(north["warriors"][4], json!({ "no": 5, "wounds": 0, "status": "stunned", "marks": [] }));
    assert_eq!(north["warriors"][8], json!({ "no": 9, "wounds": 0, "status": "out", "marks": [] }));
    assert_eq!(report["sides"][1]["rout_due"], json!(false));
}

#[test]
fn a_rout_ends_the_game_and_a_passed_test_lets_the_turn_go_on() {
    let mut lines = vec![BEGIN, r#"{"out":"North.9"}"#, r#"{"out":"North.10"}"#, r#"{"out":"North.11"}"#];
    lines.extend([r#"{"phase":"next"}"#; 10]);
    let lost = report(&[lines.as_slice(), &[r#"{"roll":{"rout":"North","2d6":9}}"#]].concat());
    assert_eq!((&lost["over"], &lost["sides"][0]["rout_due"]), (&json!("South"), &json!(false)));
    let held = report(&[lines.as_slice(), &[r#"{"roll":{"rout":"North","2d6":8}}"#]].concat());
    assert_eq!((&held["over"], &held["sides"][0]["rout_due"]), (&json!(null), &json!(false)));
}

#[test]
fn a_line_that_is_no_command_is_told_in_words() {
    let mut table = Table::new(rules());
    let mut why = |line: &str| table.play(line, Millis(0)).expect_err(line).reasons().join("; ");
    assert!(why("next").contains("a line is a command as JSON"));
    assert!(why("{}").contains("one of the keys `begin`, `phase`"), "{}", why("{}"));
    assert!(why(r#"{"wound":"North"}"#).contains("named by its side and its number"));
    assert!(why(r#"{"wound":"North.5","inujry":3}"#).contains("unknown field `inujry`"));
    assert!(why(r#"{"roll":{"routt":"North","2d6":3}}"#).contains("one of the keys `rout`"));
    assert!(why(r#"{"roll":{"rout":"North"}}"#).contains("missing field `2d6`"));
    assert!(why(r#"{"phase":"back"}"#).contains("unknown variant `back`"));
    assert!(why(r#"{"wound":"North.5","injury":300}"#).contains("a die, or a list of dice"));
    assert!(why(r#"{"phase":"next"}"#).contains("no game has begun"));
    assert!(table.report(false, None).is_err_and(|why| why.to_string().contains("crows-levy")));
    table.play(BEGIN, Millis(0)).expect("it begins");
    assert!(table.report(false, Some(1)).is_err_and(|why| why.to_string().contains("counting sequences")));
}

#[test]
fn what_every_game_understands_goes_here_too() {
    let report = report(
        &[
            r#"{"players":["Asa","Orm","Ulf"]}"#,
            r#"{"rename":{"seat":0,"name":"Dalla"}}"#,
            r#"{"out":"Dalla.1"}"#,
            r#"{"overrule":{"stand":"Orm.1"}}"#,
        ][..3],
    );
    assert_eq!((&report["side"], &report["sides"][0]["out"]), (&json!("Dalla"), &json!(1)));
    let names: Vec<&Value> = report["sides"].as_array().expect("sides").iter().map(|side| &side["start"]).collect();
    assert_eq!(names, [12, 14, 12], "the three warbands of the folder");
    let mut table = Table::new(rules());
    for line in [BEGIN, r#"{"overrule":{"run":"South.2"}}"#, r#"{"undo":1}"#, r#"{"redo":1}"#] {
        table.play(line, Millis(0)).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    assert_eq!(table.done()[1].overruled.len(), 2, "not its turn, and not the phase");
}

#[test]
fn what_is_legal_can_be_said() {
    let mut table = Table::new(rules());
    table.play(BEGIN, Millis(0)).expect("it begins");
    for step in 0..14 {
        let report: Value = serde_json::from_str(&table.report(true, None).expect("a report")).expect("JSON");
        let legal = report["legal"].as_array().expect("a list").clone();
        assert!(!legal.is_empty());
        for line in &legal {
            let mut copy = table.clone();
            copy.play(&line.to_string(), Millis(1)).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
        let pick = &legal[(step * 37 + 5) % legal.len()];
        table.play(&pick.to_string(), Millis(1)).expect("it is legal");
        table.play(r#"{"phase":"next"}"#, Millis(1)).ok();
    }
}
