//! The table plays a side, gives hints, and answers offers.

use skirmish_tracker::table::skirminion::{HalfDone, Over};

use super::*;

#[test]
fn the_table_plays_red_and_its_answer_is_taken_back_with_the_move() {
    let mut table = playing(TABLET, vec![]);
    assert!(table.has("Red, red units: a person plays"));
    table.tap("Red, red units: a person plays");
    table.tap("Red, red units: the table, easy");
    table.tap("Start");
    assert_eq!(state(&table).machines, Machines([None, Some(Strength::Medium)]));
    touch(&mut table, "d1");
    touch(&mut table, "d3");
    assert_eq!(state(&table).activations, 1);
    touch(&mut table, "e8");
    assert_eq!(table_unchanged(&table), 3, "it is not for people to move");
    table.wait(0.3);
    assert_eq!(state(&table).activations, 1, "people see that it thinks");
    table.wait(2.0);
    assert_eq!((state(&table).activations, state(&table).turn()), (2, Some(Side::Bone)));
    let answered = state(&table).position;
    table.tap_first("Undo: d1-d3");
    assert_eq!((state(&table).activations, health(&table, "d1")), (0, 6));
    // Undone moves are redone one by one, and the table waits for people.
    table.tap_first("Redo");
    table.wait(2.0);
    assert_eq!(state(&table).activations, 1);
    table.tap("Play on");
    table.wait(2.5);
    assert_eq!(state(&table).activations, 2);
    table.tap_first("Undo");
    table.tap_first("Redo");
    table.tap_first("Redo");
    assert_ne!(state(&table).position, Position::start(Side::Bone), "{answered}");
    // In the menu of a player, a person takes over.
    table.tap("Red: player's menu");
    table.tap("A person plays");
    assert!(state(&table).machines.are_none());
    table.tap_first("Undo");
    assert_eq!(state(&table).machines, Machines([None, Some(Strength::Medium)]));
}

#[test]
fn the_table_plays_both_halves_of_an_activation_one_after_the_other() {
    // Red's only good thing is to go and attack: the enemy has 1 health.
    let happened = set_up("8/8/8/8/3f4/8/8/f2A4 r", [None, Some(Strength::Hard)]);
    let mut table = playing(TABLET, happened);
    let mut seen = Vec::new();
    for _ in 0..80 {
        table.wait(0.05);
        let half = state(&table).half.map(|half| half.done);
        if seen.last() != Some(&half) {
            seen.push(half);
        }
        if state(&table).over.is_some() {
            break;
        }
    }
    assert_eq!(seen, [None, Some(HalfDone::Moved), None]);
    assert_eq!(state(&table).over, Some(Over::Won(Side::Red)));
    assert!(table.has("Fight again"));
    table.tap_first("Undo");
    assert!(!table.has("Fight again"));
}

#[test]
fn a_hint_marks_what_is_best() {
    let mut table = playing(TABLET, set_up("8/8/8/8/3F4/8/8/F2a4 b", [None; 2]));
    table.tap_first("Hint");
    table.wait(1.5);
    let advised = |table: &Players| table.harness.query_all_by_label_contains("advised").count();
    assert_eq!(advised(&table), 3, "a unit, its new square, and whom it attacks");
    assert!(said(&table, "d1").ends_with("advised"));
    assert!(table.is_at_rest(), "it no longer thinks");
    touch(&mut table, "a1");
    touch(&mut table, "b1");
    assert_eq!(advised(&table), 0);
    assert_eq!(state(&table).activations, 1);
}

#[test]
fn the_table_answers_an_offer_of_a_draw() {
    let lost = "8/8/8/8/3F4/8/8/F2a4 b";
    let mut table = playing(TABLET, set_up(lost, [None, Some(Strength::Hard)]));
    table.tap("Sigrid: offer a draw");
    touch(&mut table, "a1");
    touch(&mut table, "a2");
    table.wait(2.5);
    assert_eq!(state(&table).over, Some(Over::Agreed), "it stands worse, and agrees");
    let won = "8/8/8/f7/7f/f7/8/A7 b";
    let mut table = playing(TABLET, set_up(won, [None, Some(Strength::Hard)]));
    table.tap("Sigrid: offer a draw");
    touch(&mut table, "a1");
    table.tap("Rest +1 with a1");
    table.wait(2.5);
    assert_ne!(state(&table).over, Some(Over::Agreed), "it stands better, and plays on");
    assert_eq!(state(&table).half, None);
}
