//! People play by touch: moves, attacks, rests, draws, squares that are set by hand.

use skirmish_tracker::table::skirminion::{Half, HalfDone, Over};

use super::*;

#[test]
fn a_game_is_played_by_touch_to_victory_and_taken_back_to_its_start() {
    let mut table = playing(TABLET, set_up("8/8/8/4c3/3E4/4F1C1/8/7a b", [None; 2]));
    let turn = |table: &Players| state(table).turn();
    // A rest (K8).
    touch(&mut table, "g3");
    table.tap("Rest +1 with g3");
    assert_eq!((health(&table, "g3"), turn(&table)), (4, Some(Side::Red)));
    // A retreat must lead out of contact, and ends the activation (K12).
    touch(&mut table, "e5");
    assert!(said(&table, "e6").ends_with("can be retreated to"), "{}", said(&table, "e6"));
    touch(&mut table, "d5");
    assert!(said(&table, "d5").contains("must not touch an enemy"), "{}", said(&table, "d5"));
    touch(&mut table, "e6");
    assert_eq!((health(&table, "e6"), turn(&table)), (3, Some(Side::Bone)));
    // A move, then an attack: each loses (K17).
    touch(&mut table, "d4");
    touch(&mut table, "d5");
    assert_eq!(state(&table).half, Some(Half { at: square("d5"), done: HalfDone::Moved }));
    touch(&mut table, "e6");
    assert_eq!((health(&table, "e6"), health(&table, "d5")), (3, 5), "a forecast changes nothing");
    table.tap("Attack e6 with d5");
    assert_eq!((health(&table, "e6"), health(&table, "d5"), turn(&table)), (2, 4, Some(Side::Red)));
    // A move without further options ends the activation automatically.
    touch(&mut table, "h1");
    touch(&mut table, "g1");
    assert_eq!(turn(&table), Some(Side::Bone));
    attack(&mut table, "d5", "e6");
    assert_eq!((health(&table, "e6"), health(&table, "d5"), turn(&table)), (1, 3, Some(Side::Red)));
    touch(&mut table, "g1");
    table.tap("Rest +1 with g1");
    // An enemy is destroyed: the unit touches nobody, and may move on.
    attack(&mut table, "d5", "e6");
    assert_eq!(state(&table).half, Some(Half { at: square("d5"), done: HalfDone::Attacked }));
    touch(&mut table, "e3");
    assert!(said(&table, "e3").contains("has begun its activation"), "{}", said(&table, "e3"));
    table.tap("End with d5");
    // The last stand takes 1 more, and gains 1 (K18).
    touch(&mut table, "g1");
    touch(&mut table, "g2");
    touch(&mut table, "g3");
    touch(&mut table, "g3");
    assert_eq!((health(&table, "g3"), health(&table, "g2"), turn(&table)), (2, 2, Some(Side::Bone)));
    // Two against one.
    touch(&mut table, "e3");
    touch(&mut table, "f3");
    touch(&mut table, "g2");
    table.tap("Attack g2 with f3");
    assert_eq!(state(&table).over, Some(Over::Won(Side::Bone)));
    assert!(table.has("Fight again"));
    table.tap("The table");
    assert!(table.has("Show the result"));
    table.tap_first("Undo");
    assert_eq!((state(&table).over, health(&table, "e3"), turn(&table)), (None, 6, Some(Side::Bone)));
    undo_to_the_start(&mut table);
    assert!(table.has("Start") && state(&table).players.is_empty());
}

#[test]
fn every_square_that_is_not_possible_says_why() {
    let mut table = study(TABLET);
    let mut why = |unit: &str, at: &str, expected: &str| {
        if !unit.is_empty() {
            touch(&mut table, unit);
        }
        touch(&mut table, at);
        let said = said(&table, at);
        assert!(said.contains("not possible") && said.contains(expected), "{unit} {at}: {said}");
        assert!(said.ends_with(')'), "the rule's number: {said}");
        assert!(table.has(&format!("Read rule {}", said.split(['(', ')']).nth(1).expect("a number"))), "{said}");
        if !unit.is_empty() {
            touch(&mut table, unit);
        }
    };
    why("", "e5", "red's, and it is bone");
    why("", "a1", "no unit is on a1");
    why("d4", "c4", "must not touch an enemy");
    why("d4", "d6", "makes one step");
    why("d4", "b7", "does not touch b7");
    why("b3", "b6", "is further from b3");
    why("b3", "d5", "two steps are straight");
    why("g2", "g4", "of 3 health or less");
    why("c2", "c5", "does not touch c5");
    assert_eq!(table_unchanged(&table), set_up(STUDY, [None; 2]).len());
    touch(&mut table, "d4");
    touch(&mut table, "c4");
    table.tap_first("Read rule");
    assert!(table.has("Close") || table.has("Back to the table") || table.has("Back"), "the rule is open");
}

/// Drags from a square to another one, for a number of seconds.
fn drag(table: &mut Players, from: &str, to: &str, seconds: f32) {
    let [from, to] = [from, to].map(|at| table.place_of(&format!("{at}, ")));
    table.wait(0.31);
    table.touch(4, TouchPhase::Start, from);
    table.wait(0.03);
    for step in 1..=4_u8 {
        table.touch(4, TouchPhase::Move, from + (to - from) * (f32::from(step) / 4.0));
        table.wait(seconds / 4.0);
    }
    table.touch(4, TouchPhase::End, to);
    table.wait(0.05);
}

#[test]
fn a_unit_that_is_dragged_moves_or_attacks_however_slowly() {
    for seconds in [0.08, 1.2] {
        let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
        let before = table_unchanged(&table);
        drag(&mut table, "d1", "d3", seconds);
        assert!(state(&table).position.board.unit(square("d3")).is_some(), "{seconds} s");
        assert_eq!(state(&table).position.board.unit(square("d1")), None, "{seconds} s");
        assert!(table_unchanged(&table) > before && !table.has_some("as you set it"));
    }
    let mut table = playing(TABLET, set_up("8/8/8/3fd3/3E4/2F1F3/8/8 b", [None; 2]));
    let before = table_unchanged(&table);
    drag(&mut table, "d4", "d7", 0.1);
    assert_eq!(table_unchanged(&table), before, "too far");
    drag(&mut table, "d5", "d6", 0.1);
    assert_eq!(table_unchanged(&table), before, "it is the other's");
    drag(&mut table, "d4", "e5", 0.1);
    assert!(table_unchanged(&table) > before && table.shows("e5"), "an attack");
}

#[test]
fn a_finger_that_stays_asks_before_the_board_is_set_by_hand() {
    let mut table = study(TABLET);
    let place = table.place_of("g2, ");
    table.touch(3, TouchPhase::Start, place);
    table.wait(0.6);
    table.touch(3, TouchPhase::End, place);
    table.wait(0.35);
    assert!(table.has("Set g2") && !table.has("No unit"), "it asks");
    table.look("skirminion-ask");
    table.tap("Cancel");
    assert!(!table.has("Set g2"));
}

#[test]
fn both_must_agree_on_a_draw() {
    let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
    assert!(table.has("Orm: offer a draw"));
    table.tap("Sigrid: offer a draw");
    assert!(!table.has("Sigrid: offer a draw"), "once");
    // It lapses when the other has played.
    touch(&mut table, "d1");
    touch(&mut table, "d3");
    assert!(table.has("Orm: agree to a draw"));
    touch(&mut table, "d8");
    touch(&mut table, "d6");
    assert!(!table.has("Orm: agree to a draw"));
    table.tap("Orm: offer a draw");
    table.tap("Sigrid: agree to a draw");
    assert_eq!(state(&table).over, Some(Over::Agreed));
    assert!(table.has("Fight again"));
    table.tap_first("Undo");
    assert_eq!(state(&table).over, None);
}

#[test]
fn the_same_position_for_the_third_time_is_offered_as_a_draw() {
    let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
    for (from, to) in [("a1", "a2"), ("a8", "a7"), ("a2", "a1"), ("a7", "a8")].repeat(2) {
        assert!(!state(&table).offers_draw());
        touch(&mut table, from);
        touch(&mut table, to);
    }
    assert!(state(&table).offers_draw());
    table.tap("Sigrid: offer a draw");
    table.tap("Orm: agree to a draw");
    assert_eq!(state(&table).over, Some(Over::Agreed));
}

#[test]
fn squares_are_set_by_hand() {
    let mut table = study(TABLET);
    hold(&mut table, "g2");
    table.tap("bone unit, 5 health");
    assert_eq!(health(&table, "g2"), 5);
    table.tap("Choose h5, red unit, 1 health");
    table.tap("No unit");
    assert_eq!(state(&table).position.board.unit(square("h5")), None);
    table.tap("Close");
    table.tap_first("Undo");
    assert_eq!(health(&table, "h5"), 1);
    // The same from a player's menu, for users who can't hold.
    table.tap("Sigrid: player's menu");
    table.tap("Set squares");
    assert!(table.has("No unit"));
}
