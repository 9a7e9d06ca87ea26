//! Untidy tables: corrections, and what nothing overrules.

use skirmish_tracker::table::{Millis, PlayerColour, Seat, SeatCommand};

use skirmish_tracker::table::skirmish::{Command, Shield, Step};

use super::{plain, with};
use crate::table_help::*;

#[test]
fn corrections_ask_for_no_turn_and_keep_the_books() {
    let mut play = Play::new(3);
    play.arm(A, "axe");
    play.act(Command::Swap { seat: A, with: B });
    assert_eq!((play.state().weapon(A), play.state().weapon(B)), (Some(&card("sword")), Some(&card("axe"))));
    play.act(SeatCommand::Rename { seat: A, name: " Astrid ".into() }.into());
    assert_eq!(play.state().players[0].name, "Astrid");
    play.act(SeatCommand::Colour { seat: A, colour: PlayerColour::ALL[1] }.into());
    assert_eq!(play.state().players[1].colour, PlayerColour::ALL[0], "the colours change places");
    play.act(SeatCommand::Sit { seat: A, chair: 2 }.into());
    assert_eq!(play.state().players.iter().map(|player| player.chair).collect::<Vec<_>>(), [2, 1, 0]);
    play.act(Command::Put { card: card("chop"), by: 3 });
    play.act(Command::Put { card: card("chop"), by: -1 });
    assert_eq!(play.state().normal_pile.of(&card("chop")), 2);
    play.act(Command::Turn { seat: C });
    assert_eq!(play.state().turn, C);
}

#[test]
fn nothing_overrules_what_cannot_be() {
    let mut play = Play::new(2);
    let impossible = [
        plain(Seat(5), A, &[]),
        plain(A, A, &[]),
        Command::Take { seat: A, card: card("chop") },
        Command::Take { seat: Seat(9), card: card("axe") },
        Command::Adjust { seat: A, by: 0 },
        SeatCommand::Rename { seat: A, name: "  ".into() }.into(),
        Command::TurnShield { seat: A, to: Shield::Whole },
        plain(A, B, &[Step::NoHook]),
        plain(A, B, &[Step::Hit, Step::Hit]),
        plain(A, B, &[answer("axe")]),
        plain(A, B, &[Step::Hook { by: Seat(7) }]),
        Command::Discard { seat: A, cards: vec![card("no-such-card")] },
        Command::Discard { seat: A, cards: vec![] },
    ];
    for command in impossible {
        let shown = format!("{command:?}");
        let before = play.state().clone();
        let refusal = play.table.overrule(command, Millis(0)).expect_err(&shown);
        assert!(!refusal.can_be_overruled(), "{shown}: {refusal}");
        assert_eq!(*play.state(), before, "{shown}");
    }
}

#[test]
fn where_all_of_a_card_lie_on_the_table_an_attack_with_it_is_still_written_down() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("critical-hit"); 2] });
    play.overrule(with(A, B, Some("critical-hit"), None, &[]));
    assert_eq!(play.state().normal_pile.of(&card("critical-hit")), 2);
}
