//! The rules of force, turn, recovery and nerve by their numbers, as far as a table can know them.

use super::*;

#[test]
fn w1_only_wizards_cast_and_one_leads() {
    let mut game = in_phase(2);
    game.say(r#"{"cast":"North.2"}"#);
    game.refused(r#"{"cast":"North.1"}"#, "Captain isn’t a wizard (W1)");
    let two = json!([
        { "name": "A", "profile": [4, 3, 3, 3, 3, 1, 3, 1, 7], "leader": true },
        { "name": "B", "profile": [4, 3, 3, 3, 3, 1, 3, 1, 7], "leader": true },
    ]);
    let begin = json!({ "begin": [{ "name": "North", "warriors": two }, { "name": "South", "warriors": plain(1) }] });
    Game::empty().refused(&begin.to_string(), "North has more than one leader (W1)");
}

#[test]
fn w2_every_warrior_is_counted_for_itself() {
    let game = Game::begun();
    assert_eq!(
        game.table.state().sides[0].numbered().map(|(no, _)| no).collect::<Vec<_>>(),
        (1..=12).collect::<Vec<_>>()
    );
}

#[test]
fn w3_any_side_may_have_the_first_turn() {
    let mut game = Game::empty();
    game.say(r#"{"begin":[{"name":"North","warband":"crows-levy"},{"name":"South","warband":"crows-levy"}],"first":"South"}"#);
    assert_eq!(game.table.state().moment.side, Seat(1));
    game.next(5);
    assert_eq!((game.table.state().moment.side, game.table.state().moment.turn), (Seat(0), 1));
    game.next(5);
    assert_eq!((game.table.state().moment.side, game.table.state().moment.turn), (Seat(1), 2));
    game.say(r#"{"end":["South"]}"#);
    assert_eq!(game.table.state().over.as_ref().map(|over| over.winners.clone()), Some(vec![Seat(1)]));
    let mut game = Game::begun();
    game.say(r#"{"end":[]}"#);
    assert_eq!(game.told(), "The game ends in a draw");
}

#[test]
fn w4_five_phases_follow_each_other_and_each_has_its_deeds() {
    let mut game = field();
    let mut phases = Vec::new();
    for _ in 0..11 {
        phases.push(format!("{} {}", game.table.state().moment.side.0, game.table.state().moment.phase.words()));
        game.next(1);
    }
    let words = ["recovery", "movement", "magic", "shooting", "close combat"];
    let expected: Vec<String> = (0..11).map(|at| format!("{} {}", at / 5 % 2, words[at % 5])).collect();
    assert_eq!(phases, expected);
    let mut game = field();
    game.refused(r#"{"run":"North.1"}"#, "warriors move in the movement phase, and this is the recovery phase (W4)");
    game.refused(r#"{"shoot":"North.4","on":"South.1"}"#, "warriors shoot in the shooting phase");
    game.next(1);
    game.refused(r#"{"run":"South.1"}"#, "it is the turn of North (W4)");
}

#[test]
fn w5_who_lost_its_nerve_rallies_with_2d6_equal_to_or_under_leadership() {
    let mut game = field();
    game.say_all(&[r#"{"flee":"North.5"}"#, r#"{"flee":"North.6"}"#]);
    game.say(r#"{"roll":{"rally":"North.5","2d6":6}}"#);
    assert_eq!(
        (game.status("North.5"), game.marks("North.5")),
        (Status::Standing, vec!["rallied".into(), "tested".into()])
    );
    game.say(r#"{"roll":{"rally":"North.6","2d6":7}}"#);
    assert_eq!(game.status("North.6"), Status::Fleeing);
    game.refused(r#"{"roll":{"rally":"North.6","2d6":2}}"#, "has taken the test of this turn (W5)");
    game.refused(r#"{"roll":{"rally":"North.1","2d6":2}}"#, "Captain is standing: who flees must rally (W5)");
    game.refused(r#"{"roll":{"rally":"North.6","2d6":1}}"#, "two dice show 2 to 12, not 1 (W5)");
    // It neither moves nor shoots in this turn, and may cast.
    game.next(1);
    game.refused(r#"{"run":"North.5"}"#, "Spear has rallied in this turn and cannot run (W5)");
    game.refused(r#"{"charge":"North.5","on":["South.1"]}"#, "cannot charge (W5)");
    game.refused(r#"{"run":"North.6"}"#, "Sixth is fleeing and cannot run (W5)");
    game.next(2);
    game.refused(r#"{"shoot":"North.5","on":"South.1"}"#, "cannot shoot (W5)");
    game.next(2);
    assert!(game.marks("North.5").is_empty(), "it holds for this turn");
    let mut game = field();
    game.say_all(&[r#"{"flee":"North.2"}"#, r#"{"roll":{"rally":"North.2","2d6":7}}"#]);
    game.next(2);
    game.say(r#"{"cast":"North.2"}"#);
}

#[test]
fn w5_nobody_has_to_rally() {
    let mut game = field();
    game.say(r#"{"flee":"North.5"}"#);
    game.next(1);
    assert_eq!(game.status("North.5"), Status::Fleeing);
    // In games of the first edition everybody had to.
    let mut game = Game::of_first_printing();
    game.say(BEGIN);
    game.say(r#"{"flee":"North.5"}"#);
    game.refused(r#"{"phase":"next"}"#, "flees and must take a test first (W5)");
}

#[test]
fn w5_w33_w34_a_flight_is_rolled_with_two_dice_or_three() {
    let mut game = field();
    game.next(1);
    let flight = |game: &Game| skirmish_tracker::table::warband::due(game.table.state()).flight;
    game.refused(r#"{"roll":{"flight":"North.5","2d6":7}}"#, "Spear is standing and does not flee (W33)");
    game.say_all(&[r#"{"flee":"North.5"}"#, r#"{"flee":"North.3"}"#]);
    assert_eq!(flight(&game).iter().map(|(who, dice)| (who.no, *dice)).collect::<Vec<_>>(), [(3, 2), (5, 2)]);
    for bad in [r#""2d6":13"#, r#""2d6":1"#, r#""3d6":9"#, r#""2d6":7,"3d6":7"#] {
        game.refused(
            &format!(r#"{{"roll":{{"flight":"North.5",{bad}}}}}"#),
            "flees 2D6 inches, which is 2 to 12 (W33)",
        );
    }
    game.say(r#"{"roll":{"flight":"North.5","2d6":9}}"#);
    assert_eq!(game.told(), "Spear of North flees 9 inches, round its enemies");
    game.refused(r#"{"roll":{"flight":"North.5","2d6":9}}"#, "Spear has no flight to roll for now (W33)");
    // The hound is not fast enough for three dice; a horse is.
    let horse = json!([{ "name": "Horse", "profile": [7, 3, 0, 3, 3, 1, 3, 1, 5] }, warrior("Groom", [4; 9])]);
    let mut game = Game::of(&[("North", horse), ("South", plain(2))]);
    game.say(r#"{"roll":{"panic":"North.1","2d6":12}}"#);
    game.refused(r#"{"roll":{"flight":"North.1","3d6":19}}"#, "flees 3D6 inches, which is 3 to 18 (W33)");
    game.refused(r#"{"roll":{"flight":"North.1","2d6":9}}"#, "flees 3D6 inches");
    game.say(r#"{"roll":{"flight":"North.1","3d6":18}}"#);
    // It flees on after a test that failed, and where it may not test; charged, it runs two dice more (W34).
    game.say(r#"{"roll":{"rally":"North.1","2d6":12}}"#);
    assert_eq!(game.now("North.1").flight, Some(3));
    game.next(1);
    assert_eq!(game.now("North.1").flight, None, "a flight that nobody rolled here was measured");
    game.next(5);
    game.say(r#"{"charge":"South.1","on":["North.1"]}"#);
    assert_eq!(game.now("North.1").flight, Some(2));
    game.say(r#"{"roll":{"flight":"North.1","2d6":4}}"#);
    game.next(4);
    game.say(r#"{"run-on":"North.1"}"#);
    assert_eq!(game.now("North.1").flight, Some(3));
    // A warrior that falls or is set on its feet no longer flees.
    game.say(r#"{"set":"North.1","status":"standing"}"#);
    assert_eq!(game.now("North.1").flight, None);
    // A warrior who was all alone flees two dice, however fast.
    game.next(14);
    game.say(r#"{"roll":{"alone":"North.1","2d6":12}}"#);
    assert_eq!((game.now("North.1").flight, game.marks("North.1")), (Some(2), vec!["alone".into(), "tested".into()]));
    game.refused(r#"{"roll":{"flight":"North.1","3d6":9}}"#, "flees 2D6 inches, which is 2 to 12 (W34)");
    // A game of the first edition requires none.
    let mut game = Game::of_first_printing();
    game.say(BEGIN);
    game.say(r#"{"flee":"North.5"}"#);
    game.refused(r#"{"roll":{"flight":"North.5","2d6":9}}"#, "no flight");
}

#[test]
fn w6_w34_only_who_was_all_alone_must_test() {
    let mut game = in_phase(4);
    game.say(r#"{"roll":{"alone":"North.5","2d6":12}}"#);
    game.next(6);
    game.refused(r#"{"phase":"next"}"#, "Spear flees and must take a test first (W34)");
    game.say(r#"{"run-on":"North.5"}"#);
    game.next(1);
}

#[test]
fn w6_without_a_test_it_flees_on() {
    let mut game = field();
    game.say_all(&[r#"{"flee":"North.5"}"#, r#"{"run-on":"North.5"}"#]);
    assert_eq!(game.told(), "Spear of North cannot rally and flees on");
    assert_eq!(game.status("North.5"), Status::Fleeing);
    game.next(1);
    game.refused(r#"{"run-on":"North.5"}"#, "(W4)");
}

#[test]
fn w7_stunned_ones_are_knocked_down_and_knocked_down_ones_may_stand() {
    let mut game = field();
    game.say_all(&[r#"{"wound":"North.5","injury":3}"#, r#"{"wound":"North.6","injury":1}"#]);
    game.next(10);
    assert_eq!((game.status("North.5"), game.status("North.6")), (Status::KnockedDown, Status::KnockedDown));
    assert!(game.table.entries().len() > 10);
    let due = skirmish_tracker::table::warband::due(game.table.state());
    assert_eq!(due.may_stand.iter().map(|who| who.no).collect::<Vec<_>>(), [6]);
    game.refused(r#"{"stand":"North.5"}"#, "Spear was stunned as the turn began, and stands up in the next one (W7)");
    game.say(r#"{"stand":"North.6"}"#);
    game.next(1);
    game.refused(r#"{"stand":"North.5"}"#, "(W4)");
    game.next(9);
    game.say(r#"{"stand":"North.5"}"#);
    assert_eq!(game.status("North.5"), Status::Standing);
}

#[test]
fn w32_panic_is_a_leadership_test() {
    let mut game = in_phase(3);
    game.say(r#"{"roll":{"panic":"North.5","2d6":6}}"#);
    assert_eq!(game.status("North.5"), Status::Standing);
    game.say(r#"{"roll":{"panic":"North.5","2d6":7}}"#);
    assert_eq!(game.status("North.5"), Status::Fleeing);
    game.refused(r#"{"roll":{"panic":"North.6","2d6":0}}"#, "(W32)");
}

#[test]
fn w33_who_breaks_flees_and_who_lies_does_not() {
    let mut game = in_phase(4);
    game.say(r#"{"flee":"North.5"}"#);
    assert_eq!(game.status("North.5"), Status::Fleeing);
    game.refused(r#"{"wound":"South.1","by":"North.5","injury":1}"#, "Spear is fleeing and cannot fight");
    game.say(r#"{"wound":"North.6","injury":1}"#);
    game.refused(r#"{"flee":"North.6"}"#, "Sixth is knocked down and cannot flee (W25)");
}

#[test]
fn w34_all_alone_at_the_end_of_close_combat() {
    let mut game = in_phase(4);
    let due = skirmish_tracker::table::warband::due(game.table.state());
    assert_eq!(due.alone.len(), 6, "everybody of the side on turn who stands may be all alone");
    assert!(due.alone.iter().all(|(nerve, sure)| nerve.with_leader.is_none() && !sure));
    game.say(r#"{"roll":{"alone":"North.5","2d6":6}}"#);
    assert_eq!(game.status("North.5"), Status::Standing);
    game.refused(r#"{"roll":{"alone":"North.5","2d6":6}}"#, "Spear has taken this test (W34)");
    let why = "Warrior 1 tests in its own close combat phase, and it is the turn of North (W34)";
    game.refused(r#"{"roll":{"alone":"South.1","2d6":8}}"#, why);
    game.next(5);
    game.say(r#"{"roll":{"alone":"South.1","2d6":8}}"#);
    assert_eq!(
        (game.status("South.1"), game.marks("South.1")),
        (Status::Fleeing, vec!["alone".into(), "tested".into()])
    );
    // At the start of its next turn it tests again; passed, it only casts.
    game.next(6);
    game.refused(r#"{"phase":"next"}"#, "Warrior 1 flees and must take a test first (W34)");
    game.say(r#"{"roll":{"rally":"South.1","2d6":7}}"#);
    assert_eq!(
        (game.status("South.1"), game.marks("South.1")),
        (Status::Standing, vec!["rallied".into(), "tested".into()])
    );
    // A warrior who flees off the table is out of action for rout tests.
    let mut game = in_phase(4);
    game.refused(r#"{"out":"South.1","why":"fled"}"#, "Warrior 1 is standing: who flees may leave the table (W34)");
    game.say_all(&[r#"{"flee":"South.1"}"#, r#"{"out":"South.1","why":"fled"}"#, r#"{"out":"South.2"}"#]);
    game.next(1);
    assert!(game.table.state().moment.rout, "2 of 6 are out");
    let mut game = in_phase(1);
    game.refused(r#"{"roll":{"alone":"North.5","2d6":6}}"#, "this is the movement phase (W34)");
    let mut game = Game::of(&[("North", plain(2)), ("South", plain(1))]);
    game.next(4);
    game.refused(r#"{"roll":{"alone":"North.1","2d6":6}}"#, "only 1 can fight (W34)");
    assert!(skirmish_tracker::table::warband::due(game.table.state()).alone.is_empty(), "one enemy is not enough");
    game.next(5);
    let due = skirmish_tracker::table::warband::due(game.table.state());
    assert_eq!(due.alone.iter().map(|(nerve, sure)| (nerve.who.seat, *sure)).collect::<Vec<_>>(), [(Seat(1), true)]);
}

#[test]
fn w35_the_leader_lends_its_leadership_on_its_feet_alone() {
    let mut game = field();
    game.say_all(&[r#"{"flee":"North.5"}"#, r#"{"flee":"North.6"}"#, r#"{"flee":"North.4"}"#]);
    let figures = skirmish_tracker::table::warband::due(game.table.state()).nerve;
    assert_eq!(
        figures.iter().map(|nerve| (nerve.who.no, nerve.own, nerve.with_leader)).collect::<Vec<_>>(),
        [(4, 7, Some(8)), (5, 6, Some(8)), (6, 6, Some(8))]
    );
    game.say(r#"{"roll":{"rally":"North.5","2d6":8,"leader":true}}"#);
    assert_eq!(game.told(), "Spear of North tests to rally: 8 against 8 of Captain, passed: it stops");
    for status in ["knocked-down", "stunned", "fleeing", "out"] {
        game.say(&format!(r#"{{"set":"North.1","status":"{status}"}}"#));
        game.refused(r#"{"roll":{"rally":"North.6","2d6":8,"leader":true}}"#, "lends no Leadership (W35)");
        assert!(
            skirmish_tracker::table::warband::due(game.table.state())
                .nerve
                .iter()
                .all(|nerve| nerve.with_leader.is_none())
        );
    }
}

#[test]
fn w40_more_than_fifteen_a_side_is_a_rule_that_players_may_overrule() {
    let begin =
        json!({ "begin": [{ "name": "North", "warriors": plain(16) }, { "name": "South", "warriors": plain(2) }] });
    let mut game = Game::empty();
    game.refused(&begin.to_string(), "North has 16 warriors: at most 15 per side (W40)");
    let command = serde_json::from_value(begin).expect("a command");
    game.table.overrule(command, Millis(0)).expect("the players agree");
    assert_eq!(game.table.state().sides[0].warriors.len(), 16);
}

#[test]
fn what_is_missing_or_unknown_is_told() {
    let mut game = Game::empty();
    game.refused(r#"{"phase":"next"}"#, "no game has begun");
    game.refused(r#"{"begin":[{"name":"North","warband":"crows-levy"}]}"#, "1 cannot play, only 2 to 8");
    game.refused(
        r#"{"begin":[{"name":"North","warband":"crow"},{"name":"North"}]}"#,
        "unknown warband `crow`: available are crows-levy, kiln-company, saltmarsh-watch",
    );
    game.refused(r#"{"begin":[{"name":"North","warband":"crow"},{"name":"North"}]}"#, "two players have the same name");
    game.refused(
        r#"{"begin":[{"name":"North","warband":"crow"},{"name":"South"}]}"#,
        "South has neither a warband nor warriors",
    );
    let bad = r#"{"begin":[{"name":"A","warriors":[{"name":" ","profile":[4,3,3,3,3,0,3,1,7]}]},{"name":"B","warband":"crows-levy"}],"first":"C"}"#;
    for why in [
        "warrior 1 of A has no name",
        "a figure that is not 0 to 10, or no Wounds",
        "who starts is not one of the sides",
    ] {
        game.refused(bad, why);
    }
    let mut game = Game::begun();
    game.refused(r#"{"out":"West.1"}"#, "no side is called West: there is North, South");
    game.refused(r#"{"out":"North.13"}"#, "North has the warriors 1 to 12, and no 13");
    game.refused(r#"{"found":"North.0"}"#, "named by its side and its number");
    game.refused(r#"{"set":"North.2","wounds":3}"#, "Ambrose has 2 wounds at most, not 3");
    game.refused(r#"{"set":"North.2"}"#, "that changes nothing");
}

#[test]
fn a_side_of_which_everybody_is_out_has_lost_at_once() {
    let mut game = Game::of(&[("North", plain(2)), ("South", plain(2))]);
    game.say_all(&[r#"{"out":"South.1"}"#, r#"{"out":"South.2"}"#]);
    assert_eq!(game.told(), "Warrior 2 of South is out of action — South has lost — North has won");
    // Among three, the turn passes on if it was theirs.
    let mut game = Game::of(&[("A", plain(1)), ("B", plain(2)), ("C", plain(2))]);
    game.say(r#"{"out":"A.1"}"#);
    assert_eq!((game.table.state().moment.side, game.table.state().over.is_none()), (Seat(1), true));
    // But not before the others have fought.
    let mut game = Game::of(&[("A", plain(1)), ("B", plain(2)), ("C", plain(2))]);
    game.next(4);
    game.say_all(&[r#"{"out":"A.1"}"#, r#"{"wound":"B.1","injury":1,"by":"C.1"}"#]);
    assert_eq!((game.table.state().moment.side, game.table.state().moment.phase), (Seat(0), Phase::CloseCombat));
    game.next(1);
    assert_eq!((game.table.state().moment.side, game.table.state().moment.phase), (Seat(1), Phase::Recovery));
}
