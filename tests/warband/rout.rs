//! Rout tests (W35, W36).

use super::*;

/// For 1 to 15 warriors: the number that must be out, from the rules' own example (3 of 12) and 25 per cent.
const TABLE: [(usize, usize); 15] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 2),
    (6, 2),
    (7, 2),
    (8, 2),
    (9, 3),
    (10, 3),
    (11, 3),
    (12, 3),
    (13, 4),
    (14, 4),
    (15, 4),
];

#[test]
fn w36_a_quarter_is_counted_up_for_1_to_15_warriors() {
    for (start, at) in TABLE {
        assert_eq!(skirmish_tracker::table::warband::quarter(start), at, "{start} warriors");
        for out in 0..start {
            let mut game = Game::of(&[("North", plain(start)), ("South", plain(3))]);
            game.next(5);
            for no in 1..=out {
                game.say(&format!(r#"{{"out":"North.{no}"}}"#));
            }
            game.next(5);
            assert_eq!(game.table.state().moment.rout, out >= at, "{out} of {start}");
            assert_eq!(game.table.state().moment.rout, out * 100 >= start * 25, "{out} of {start}");
        }
    }
}

#[test]
fn w36_the_test_is_due_at_the_start_of_the_own_turn_and_once_in_each() {
    let mut game = Game::begun();
    for no in [5, 6, 7] {
        game.say(&format!(r#"{{"out":"North.{no}"}}"#));
    }
    game.refused(r#"{"roll":{"rout":"North","2d6":5}}"#, "(W36)");
    game.next(10);
    game.refused(r#"{"phase":"next"}"#, "North must take a rout test first (W36)");
    game.refused(r#"{"roll":{"rout":"South","2d6":5}}"#, "(W36)");
    game.refused(r#"{"roll":{"rout":"North","2d6":13}}"#, "two dice show 2 to 12, not 13 (W36)");
    game.say(r#"{"roll":{"rout":"North","2d6":8}}"#);
    assert_eq!(game.told(), "North takes a rout test: 8 against 8 of Ysolt Crow, passed");
    game.refused(r#"{"roll":{"rout":"North","2d6":5}}"#, "(W36)");
    game.next(10);
    assert!(game.table.state().moment.rout, "it is due again in the next turn");
    game.say(r#"{"roll":{"rout":"North","2d6":9}}"#);
    assert_eq!(
        game.told(),
        "North takes a rout test: 9 against 8 of Ysolt Crow, failed — North has lost — South has won"
    );
    assert!(game.lost(0) && !game.lost(1));
    game.refused(r#"{"phase":"next"}"#, "the game is over");
}

#[test]
fn w36_the_highest_leadership_counts_while_the_leader_is_stunned_or_out() {
    let side = |game: &Game| game.table.state().sides[0].clone();
    let mut game = Game::begun();
    assert_eq!((side(&game).rout_leader(), side(&game).rout_target()), (Some(1), Some(8)));
    // Knocked down or fleeing, the leader's own still counts.
    game.say(r#"{"set":"North.1","status":"knocked-down"}"#);
    assert_eq!(side(&game).rout_target(), Some(8));
    game.say(r#"{"set":"North.1","status":"fleeing"}"#);
    assert_eq!(side(&game).rout_target(), Some(8));
    game.say(r#"{"set":"North.1","status":"stunned"}"#);
    assert_eq!((side(&game).rout_leader(), side(&game).rout_target()), (Some(2), Some(7)));
    game.say_all(&[r#"{"out":"North.1"}"#, r#"{"out":"North.2"}"#, r#"{"out":"North.3"}"#]);
    for no in 4..=11 {
        game.say(&format!(r#"{{"set":"North.{no}","status":"stunned"}}"#));
    }
    assert_eq!((side(&game).rout_leader(), side(&game).rout_target()), (Some(12), Some(6)), "the squire is left");
    game.say(r#"{"set":"North.12","status":"stunned"}"#);
    assert_eq!((side(&game).rout_leader(), side(&game).rout_target()), (None, None));
    // With nobody left whose Leadership counts, the test fails.
    game.next(10);
    game.say(r#"{"roll":{"rout":"North","2d6":2}}"#);
    assert!(game.lost(0));
}

#[test]
fn w35_without_a_named_leader_the_highest_leadership_leads() {
    let warriors = json!([
        warrior("A", [4, 3, 3, 3, 3, 1, 3, 1, 6]),
        warrior("B", [4, 3, 3, 3, 3, 1, 3, 1, 8]),
        warrior("C", [4, 3, 3, 3, 3, 1, 3, 1, 8]),
    ]);
    let game = Game::of(&[("North", warriors), ("South", plain(3))]);
    assert_eq!(game.table.state().sides[0].leader(), Some(2), "the first of equals");
}

#[test]
fn w36_among_three_the_others_go_on() {
    let mut game = Game::of(&[("A", plain(4)), ("B", plain(4)), ("C", plain(4))]);
    game.say(r#"{"out":"B.1"}"#);
    game.next(5);
    game.say(r#"{"roll":{"rout":"B","2d6":12}}"#);
    assert_eq!(game.table.state().moment.side, Seat(2), "C is next");
    assert!(game.table.state().over.is_none());
    game.next(5);
    assert_eq!((game.table.state().moment.side, game.table.state().moment.turn), (Seat(0), 2));
    game.next(5);
    assert_eq!(game.table.state().moment.side, Seat(2), "B is passed over");
}
