//! Sentences about events, and the summary of a game.

use skirmish_tracker::table::{Millis, PlayerColour, SeatCommand, Seating, tell};

use crate::table_help::*;
use skirmish_tracker::table::skirmish::{Attack, Command, Gear, Played, Recovery, Shield, Special, Step, Table, score};

#[test]
fn every_command_has_its_sentence() {
    let mut play = Play::new(4);
    assert_eq!(play.said(), "A game begins: Asa, Bjarni, Dalla and Egil; Egil deals, Asa starts");
    let told: [(Command, &str); 31] = [
        (Command::Wear { seat: A }, "Asa puts on a Mail"),
        (
            Command::Attack(attack(A, B, Some("chop"), None, &[])),
            "Asa hits Bjarni with Sword and Chop for 4 damage: 12 → 8",
        ),
        (Command::EndTurn { seat: A }, "It is the turn of Bjarni"),
        (
            Command::Attack(attack(B, A, Some("chop"), None, &[])),
            "Bjarni hits Asa with Sword and Chop for 3 damage (Mail takes off 1): 12 → 9",
        ),
        (Command::EndTurn { seat: B }, "It is the turn of Dalla"),
        (Command::Recover { seat: C, what: Recovery::Health }, "Dalla recovers, already at full health"),
        (Command::EndTurn { seat: C }, "It is the turn of Egil"),
        (
            Command::Recover { seat: D, what: Recovery::Weapon(card("spear")) },
            "Egil takes a Spear and lays down the Sword",
        ),
        (Command::EndTurn { seat: D }, "Round 2: it is the turn of Asa"),
        (Command::Recover { seat: A, what: Recovery::TakeOff }, "Asa takes off the Mail"),
        (Command::Turn { seat: B }, "It is the turn of Bjarni"),
        (Command::Recover { seat: B, what: Recovery::Armour }, "Bjarni recovers a Mail"),
        (Command::TurnShield { seat: C, to: Shield::None }, "Dalla’s Shield is lost"),
        (Command::Turn { seat: C }, "It is the turn of Dalla"),
        (Command::Recover { seat: C, what: Recovery::Shield }, "Dalla recovers a Shield"),
        (
            Command::Discard { seat: C, cards: [card("dodge"), card("chop"), card("dodge")].into() },
            "Dalla discards Chop and 2 Dodge",
        ),
        (Command::Reshuffle, "The normal discard pile is shuffled into a new draw deck"),
        (Command::Adjust { seat: A, by: 2 }, "Asa +2: 9 → 11"),
        (Command::Lose { seat: D, gear: Gear::Weapon }, "Egil loses the Spear"),
        (Command::Take { seat: D, card: card("axe") }, "Egil takes an Axe"),
        (Command::Swap { seat: D, with: A }, "Egil and Asa change weapons"),
        (Command::TurnShield { seat: D, to: Shield::Damaged }, "Egil’s Shield is damaged"),
        (Command::SetMail { seat: D, worn: true }, "Egil wears a Mail"),
        (Command::SetMail { seat: D, worn: false }, "Egil wears no Mail"),
        (Command::Put { card: card("kick"), by: 2 }, "Normal discards: Kick +2"),
        (SeatCommand::Rename { seat: D, name: "Einar".into() }.into(), "Egil is now called Einar"),
        (SeatCommand::Colour { seat: D, colour: PlayerColour::ALL[6] }.into(), "Einar is now teal"),
        (SeatCommand::Sit { seat: D, chair: 0 }.into(), "Einar takes another chair"),
        (SeatCommand::Seating(Seating::Long).into(), "Everyone sits on the long sides"),
        (Command::Fall { seat: D, by: None }, "Einar dies, and discards their hand"),
        (Command::BringBack { seat: D, health: 3 }, "Einar is back, with 3 health"),
    ];
    for (command, sentence) in told {
        play.act(command);
        assert_eq!(play.said(), sentence);
        assert!(
            play.table.undo_label().is_some_and(|label| label.chars().count() <= 32),
            "{:?}",
            play.table.undo_label()
        );
    }
}

#[test]
fn attacks_tell_their_answers_and_their_ends() {
    let mut play = Play::new(3);
    play.arm(B, "axe");
    play.act(Command::Attack(attack(A, B, None, None, &[answer("block"), Step::Hook { by: B }])));
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword; Bjarni stops it with Block; Bjarni hits Asa with Axe and Hook for 2 damage: 12 → 10"
    );
    play.mail(B).turn(A);
    play.act(Command::Attack(alone(A, B, "punch", &[])));
    assert_eq!(play.said(), "Asa hits Bjarni with Punch for 0 damage (Mail takes off 1)");
    play.turn(A);
    let trip = Step::Trip { by: C, on: Played::Attack, strike: None };
    play.act(Command::Attack(attack(A, B, Some("chop"), Some(Special::Charge), &[trip])));
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword, Chop and Charge; Dalla cancels it with Trip; Dalla hits Asa with Sword and Trip \
         for 2 damage: 10 → 8"
    );
    play.turn(A);
    let rend = Attack { names: Some(Gear::Mail), ..attack(A, B, Some("critical-hit"), Some(Special::Rend), &[]) };
    play.act(Command::Attack(rend));
    assert_eq!(play.said(), "Asa strikes Bjarni with Sword, Critical Hit and Rend; Bjarni’s Mail is destroyed");
    play.hurt(B, 1).hurt(C, 1).turn(A);
    play.act(Command::Attack(attack(A, B, None, None, &[])));
    assert_eq!(play.said(), "Asa hits Bjarni with Sword for 2 damage: 1 → 0; Bjarni dies, and discards their hand");
    play.turn(A);
    play.act(Command::Attack(attack(A, C, None, None, &[])));
    assert_eq!(play.said(), "Asa hits Dalla with Sword for 2 damage: 1 → 0; Dalla dies; Asa wins");
}

#[test]
fn seven_taps_are_one_line() {
    let mut play = Play::new(2);
    for _ in 0..7 {
        play.now += 300;
        play.table.act(Command::Adjust { seat: B, by: -1 }, Millis(play.now)).expect("a tap");
    }
    let lines: Vec<String> = tell::lines(&play.table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(lines[1..], ["Bjarni −7: 12 → 5"]);
}

/// Returns a short game: A strikes three times, once against a Dodge, B recovers, and A kills.
fn short_game() -> Play {
    let mut play = Play::new(3);
    for command in [
        Command::Attack(attack(A, B, Some("chop"), None, &[])),
        Command::EndTurn { seat: A },
        Command::Recover { seat: B, what: Recovery::Health },
        Command::EndTurn { seat: B },
        Command::Attack(attack(C, A, None, None, &[answer("dodge")])),
        Command::EndTurn { seat: C },
        Command::Attack(attack(A, B, Some("critical-hit"), Some(Special::Disembowelling), &[])),
        Command::EndTurn { seat: A },
        Command::Attack(attack(B, A, None, None, &[])),
        Command::EndTurn { seat: B },
        Command::EndTurn { seat: C },
        Command::Attack(attack(A, B, Some("slash"), None, &[])),
    ] {
        play.act(command);
    }
    play
}

#[test]
fn a_game_is_summed_up() {
    let mut play = short_game();
    let score = score::of(&play.table);
    let sum = |seat: usize| {
        let tally = &score.players[seat];
        (tally.dealt, tally.taken, tally.stopped, tally.regained, tally.place)
    };
    assert_eq!(sum(0), (14, 2, 1, 0, None), "4, 7 and the last 3");
    assert_eq!(sum(1), (2, 14, 0, 2, Some(3)));
    assert_eq!(sum(2), (0, 0, 0, 0, None));
    assert_eq!((score.blows, score.stopped, score.rounds, score.minutes), (5, 1, 3, 12));
    let best = score.players[0].best.as_ref().map(|best| (best.damage, best.with.clone()));
    assert_eq!(best, Some((7, vec![card("sword"), card("critical-hit")])));
    let health: Vec<(f64, i64)> = score.players[1].health.iter().map(|at| (at.round, at.health)).collect();
    let third = 1.0 / 3.0;
    assert_eq!(health, [(0.0, 12), (0.0, 8), (third, 10), (1.0, 3), (2.0, 0)]);
    play.act(Command::EndTurn { seat: A });
    play.act(Command::Attack(attack(C, A, None, None, &[])));
    play.act(Command::Adjust { seat: A, by: -8 });
    let score = score::of(&play.table);
    let places: Vec<_> = score.players.iter().map(|tally| tally.place).collect();
    assert_eq!(places, [Some(2), Some(3), Some(1)]);
    assert_eq!(score.players[0].taken, 2 + 2 + 8, "taps count as well");
    let text = score::text(play.rules(), &play.table);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Dalla wins with 12 health, in round 3"));
    assert_eq!(lines.next(), Some("3 warriors, 15 minutes; 6 blows, 1 of them stopped"));
    assert!(
        text.contains("Asa         2     14     12        1         0  7: Sword, Critical Hit, Disembowelling\n"),
        "{text}"
    );
    assert!(text.ends_with("  3  Asa −8: 8 → 0; Asa dies; Dalla wins\n"), "{text}");
}

#[test]
fn another_game_is_summed_up_by_itself() {
    let mut play = short_game();
    play.act(Command::Begin(setup(2)));
    let score = score::of(&play.table);
    assert_eq!((score.players.len(), score.blows, score.minutes), (2, 0, 0));
    assert_eq!(tell::lines(&play.table).len(), 1);
    assert_eq!(score::of(&Table::new(rules())), score::Score::default());
}
