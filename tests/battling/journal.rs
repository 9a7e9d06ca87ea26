//! A table of the battling-card game: its journal, link, undo, sentences.

use serde_json::json;
use skirmish_tracker::table::battling::{Rules, Table};
use skirmish_tracker::table::{Millis, Rules as _, Standing, journal, tell, transfer};

use super::{begun, does, turn};

/// Returns a game with every command.
fn played() -> Table {
    let mut table = begun(4);
    does(&mut table, &turn(&["9 7 > Bjarni rob Q", "10 | 5 > Asa damage", "4 | 2 > Dalla", "| 2 3"]));
    does(&mut table, &json!({ "adjust": { "seat": 2, "by": -66 } }));
    does(&mut table, &turn(&["14 13 > Cara damage", "| 2 4", "3 2 > Bjarni damage", "8 7 > Cara damage"]));
    does(&mut table, &json!({ "adjust": { "seat": 2, "by": 10 } }));
    does(&mut table, &json!("end-turn"));
    does(&mut table, &json!({ "take": { "seat": 3, "from": 0, "rank": "10" } }));
    does(&mut table, &json!({ "give-back": { "seat": 3, "from": 0, "rank": 10 } }));
    does(&mut table, &json!({ "rename": { "seat": 3, "name": "Orm" } }));
    does(&mut table, &json!({ "livery": { "seat": 0, "livery": "teal" } }));
    does(&mut table, &json!({ "sit": { "seat": 0, "chair": 2 } }));
    does(&mut table, &json!({ "seating": "long" }));
    does(&mut table, &turn_of_orm());
    table
}

fn turn_of_orm() -> serde_json::Value {
    let mut turn = turn(&["| 9 7", "8 | 4 > Cara", "| 2 3", "5 6"]);
    turn["turn"][1]["wants"] = json!("damage");
    turn["turn"][3]["player"] = json!("Orm");
    turn
}

#[test]
fn a_journal_and_a_link_are_read_as_they_were_written() {
    let mut table = played();
    table.undo(Millis(0)).expect("something to take back");
    table.redo(Millis(0)).expect("something to do again");
    table.undo(Millis(0)).expect("something to take back");
    let text = journal::text(&table).expect("JSON");
    let read = journal::read(text.as_bytes(), table.rules()).expect("a journal");
    assert_eq!(read.end, journal::End::Whole);
    assert_eq!((read.table.state(), read.table.entries()), (table.state(), table.entries()));
    assert_eq!(journal::text(&read.table).expect("JSON"), text);
    let packed = transfer::pack(&table).expect("short enough");
    let unpacked: Table = transfer::unpack(&packed, table.rules()).expect("a game");
    assert_eq!((unpacked.state(), unpacked.entries()), (table.state(), table.entries()));
}

#[test]
fn the_form_of_the_journal_stays() {
    let table = played();
    let text = journal::text(&table).expect("JSON");
    let line = |number: usize| text.lines().nth(number).unwrap().to_owned();
    let turn = r#""command":{"turn":{"plays":[{"seat":0,"attack":[9,7],"defence":[],"on":1,"wants":"rob","treasure":"Q"},{"seat":1,"attack":[10],"defence":[5],"on":0,"wants":"damage"},{"seat":2,"attack":[4],"defence":[2],"on":3},{"seat":3,"attack":[],"defence":[2,3],"on":null}]}}"#;
    assert!(line(2).contains(turn), "{}", line(2));
    let changes = r#""changes":[{"life":{"seat":0,"from":80,"to":70}},{"taken":{"seat":0,"from":[],"to":[{"rank":"Q","from":1}]}},{"fights":{"from":null,"to":[{"by":0,"on":1,"attack":19,"defence":5,"result":{"rob":"Q"}},{"by":1,"on":0,"attack":10,"defence":0,"result":"damage"},{"by":2,"on":3,"attack":4,"defence":8,"result":"nothing"}]}}]"#;
    assert!(line(2).contains(changes), "{}", line(2));
    let begin = r#""command":{"begin":{"players":[{"name":"Asa","livery":"red","chair":0}"#;
    assert!(
        line(1).contains(begin) && line(1).contains(r#""defence":"hearts","equal":"nothing","seating":"round""#),
        "{}",
        line(1)
    );
    // As every later version will read a journal of this one.
    let read = journal::read(text.as_bytes(), table.rules()).expect("a journal");
    assert_eq!(read.table.entries(), table.entries());
}

#[test]
fn undo_goes_to_the_start_and_back() {
    let mut table = played();
    let end = table.state().clone();
    let mut labels = Vec::new();
    while table.done().len() > 1 {
        labels.extend(table.undo_label());
        table.undo(Millis(0)).expect("something to take back");
    }
    assert_eq!(table.state(), begun(4).state());
    labels.reverse();
    assert_eq!(
        labels,
        [
            "the fights",
            "Cara −66",
            "the fights",
            "Cara +10",
            "the end of the turn",
            "Dalla + 10",
            "Dalla − 10",
            "Orm’s name",
            "Asa’s colour",
            "Asa’s chair",
            "the seats",
            "the fights",
        ]
    );
    while table.can_redo() {
        table.redo(Millis(0)).expect("something to do again");
    }
    assert_eq!(table.state(), &end);
}

#[test]
fn taps_of_one_armys_life_are_taken_back_together() {
    use skirmish_tracker::table::Seat;
    use skirmish_tracker::table::battling::Command;
    let mut table = begun(2);
    for (tap, seat) in [0, 0, 0, 1].into_iter().enumerate() {
        let command = Command::Adjust { seat: Seat(seat), by: -1 };
        table.act(command, Millis(500_000 + 300 * tap as u64)).expect("it can be");
    }
    assert_eq!(table.undo_label().as_deref(), Some("Bjarni −1"));
    table.undo(Millis(0)).expect("one");
    assert_eq!(table.undo_label().as_deref(), Some("Asa −3"));
    table.undo(Millis(0)).expect("three");
    assert_eq!(table.state(), begun(2).state());
}

#[test]
fn what_happened_is_told_in_sentences() {
    assert_eq!(Rules::standing(super::table().state()), Standing::NotBegun);
    let mut table = played();
    does(&mut table, &json!({ "adjust": { "seat": 0, "by": -999 } }));
    does(&mut table, &json!({ "adjust": { "seat": 2, "by": -999 } }));
    does(&mut table, &json!({ "adjust": { "seat": 3, "by": -999 } }));
    let lines: Vec<String> =
        tell::lines(&table).iter().map(|line| format!("{} {}", line.round, tell::text(&line.parts))).collect();
    assert_eq!(
        lines,
        [
            "1 A new game: Asa, Bjarni, Cara and Dalla, 80 life points each",
            "1 Asa steals a Queen from Bjarni, 19 against 5; Bjarni hits Asa, 10 against 0: 80 → 70; Cara attacks Dalla in vain, 4 against 8",
            "1 Cara −66: 80 → 14",
            "2 Asa hits Cara, 30 against 0: 14 → 0; Dalla attacks Cara, who is out by then; Cara is out before the attack on Bjarni; Cara is out: no life points are left",
            "2 Cara +10: 0 → 10; Cara is in the game again",
            "3 Turn 2 ends",
            "3 Dalla steals a 10 from Asa",
            "3 Dalla gives a 10 back to Asa",
            "3 Dalla is now called Orm",
            "3 Asa is now teal",
            "3 Asa takes another chair",
            "3 Everyone sits on the long sides",
            "3 Bjarni attacks Cara in vain, 8 against 8",
            "3 Asa −70: 70 → 0; Asa is out: no life points are left",
            "3 Cara −10: 10 → 0; Cara is out: no life points are left",
            "3 Orm −80: 80 → 0; Orm is out: no life points are left — Bjarni has won as the last army",
        ]
    );
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![skirmish_tracker::table::Seat(1)]));
    assert_eq!(
        table.rules().describe(table.state()),
        [
            "turn 3: Bjarni has won",
            "  Asa       0; out in turn 3",
            "  Bjarni   80; own J K A",
            "  Cara      0; out in turn 3",
            "  Orm       0; out in turn 3",
        ]
    );
}

#[test]
fn victory_by_treasures_and_a_return_are_told() {
    let mut table = begun(3);
    for (from, rank) in [(1, "J"), (1, "Q"), (2, "K"), (1, "K"), (1, "8")] {
        does(&mut table, &json!({ "take": { "seat": 0, "from": from, "rank": rank } }));
    }
    assert_eq!(
        table.rules().describe(table.state())[1],
        "  Asa      80; own J Q K A; stolen J of Bjarni, Q of Bjarni, K of Cara, K of Bjarni, 8 of Bjarni"
    );
    does(&mut table, &turn(&["9 7 > Bjarni rob A", "| 2 3", "| 2 3"]));
    does(&mut table, &json!({ "give-back": { "seat": 0, "from": 1, "rank": "A" } }));
    does(&mut table, &json!({ "undo": 1 }));
    let lines: Vec<String> = tell::lines(&table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(
        lines.last().unwrap(),
        "Asa steals an Ace from Bjarni, 19 against 8; Bjarni is out: all four face treasures are stolen — Asa has won with four face treasures"
    );
    assert_eq!(lines[lines.len() - 2], "Asa steals an 8 from Bjarni");
    does(&mut table, &json!({ "redo": 1 }));
    let last = tell::lines(&table).pop().map(|line| tell::text(&line.parts));
    assert_eq!(last.as_deref(), Some("Asa gives an Ace back to Bjarni; Bjarni is in the game again; the game goes on"));
    does(&mut table, &turn(&["| 2 3", "| 2 3", "| 2 3"]));
    assert_eq!(tell::lines(&table).pop().map(|line| tell::text(&line.parts)).as_deref(), Some("No one attacks"));
}
