//! The steps of a turn (S12 to S15).

use skirmish_tracker::table::skirmish::{Command, Entry, Gear, Played, Recovery, Step};

use super::{plain, trip, with};
use crate::table_help::*;

#[test]
fn s12_mail_is_put_on_as_the_turn_begins_one_at_a_time() {
    let mut play = Play::new(2);
    play.refused(Command::Wear { seat: B }, "S12");
    play.act(Command::Wear { seat: A });
    assert!(play.state().players[0].mail);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 3);
    assert!(!play.refused(Command::Wear { seat: A }, "S12").can_be_overruled(), "there is one place for it");
    play.act(plain(A, B, &[]));
    play.act(Command::EndTurn { seat: A });
    play.act(plain(B, A, &[]));
    let refusal = play.refused(Command::Wear { seat: B }, "S12");
    assert!(refusal.can_be_overruled(), "{refusal:?}");
    play.overrule(Command::Wear { seat: B });
}

#[test]
fn s12_a_mail_that_nobody_holds_cannot_be_worn() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: B, cards: vec![card("mail"); 4] });
    let refusal = play.refused(Command::Wear { seat: A }, "S10");
    assert!(!refusal.possible.is_empty());
}

#[test]
fn s13_one_action_in_ones_own_turn() {
    let mut play = Play::new(3);
    assert!(play.refused(plain(B, A, &[]), "S13").can_be_overruled());
    play.refused(recover(B, Recovery::Health), "S13");
    play.act(plain(A, B, &[]));
    play.refused(plain(A, B, &[]), "S13");
    play.refused(recover(A, Recovery::Health), "S13");
    play.overrule(plain(C, A, &[]));
    assert!(play.state().acted, "it is still the turn of A, who has acted");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.overruled, ["it is the turn of Asa (S13)"]);
    assert_eq!(play.said(), "Dalla hits Asa with Sword for 2 damage: 12 → 10 (played so: it is the turn of Asa (3.2))");
}

#[test]
fn s14_discards_go_each_to_its_pile_and_worn_mail_is_none() {
    let mut play = Play::new(2);
    for seat in [A, B] {
        play.turn(seat).act(Command::Wear { seat });
    }
    play.act(Command::Discard { seat: A, cards: vec![card("mail"), card("dodge"), card("mail")] });
    play.refused(Command::Discard { seat: A, cards: vec![card("mail")] }, "S10");
    assert_eq!(play.state().normal_pile.of(&card("mail")), 2);
}

#[test]
fn s15_the_hand_limit_counts_worn_mail_and_a_two_handed_weapon() {
    let mut play = Play::new(2);
    let limit = |play: &Play| play.state().hand_limit(play.rules(), A);
    assert_eq!(limit(&play), 6);
    play.mail(A);
    assert_eq!(limit(&play), 5);
    play.arm(A, "two-handed-sword");
    assert_eq!(limit(&play), 4);
    play.act(Command::Lose { seat: A, gear: Gear::Mail });
    assert_eq!(limit(&play), 5);
    play.act(Command::Fall { seat: A, by: None });
    assert_eq!(limit(&play), 0);
}

#[test]
fn s15_recovering_is_turned_back_at_the_redraw() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Health));
    play.act(Command::EndTurn { seat: A });
    assert_eq!(play.state().players[0].recovering, None);
    assert!(!play.state().acted);
}

#[test]
fn s15_all_who_used_cards_redraw_at_the_end_of_the_turn() {
    let used = |play: &Play| play.state().players.iter().map(|player| player.used_cards).collect::<Vec<_>>();
    let mut play = Play::new(4);
    let steps = [answer("parry"), trip(C, Played::Answer, None)];
    play.act(with(A, B, Some("slash"), None, &steps));
    assert_eq!(used(&play), [true, true, true, false]);
    play.act(Command::Discard { seat: A, cards: vec![card("dodge")] });
    play.act(Command::EndTurn { seat: A });
    assert_eq!(play.said(), "Bjarni and Dalla redraw too; it is the turn of Bjarni");
    assert_eq!(used(&play), [false; 4]);
    // The Shield and the default attack are not cards of a hand.
    play.act(plain(B, A, &[Step::Shield]));
    assert_eq!(used(&play), [false; 4]);
    play.act(Command::EndTurn { seat: B });
    assert_eq!(play.said(), "It is the turn of Dalla");
    play.act(Command::Trip { by: D, on: C, card: None, strike: None });
    play.table.undo(skirmish_tracker::table::Millis(play.now + 1)).expect("it is taken back");
    assert_eq!(used(&play), [false; 4]);
}
