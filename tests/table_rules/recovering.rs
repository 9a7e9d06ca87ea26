//! Recovering, and two hands (S22 to S30).

use skirmish_tracker::table::skirmish::{Command, Gear, Played, Recovery, Shield, Step, recoveries};

use super::{against, plain, shield, trip};
use crate::table_help::*;

#[test]
fn s22_a_turn_of_recovering_brings_one_of_five() {
    let mut play = Play::new(2);
    play.hurt(A, 5);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.health(A), 7);
    play.hurt(A, 11).turn(A);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.health(A), 12, "up to the start");

    play.turn(A).act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(recover(A, Recovery::Shield));
    assert_eq!(shield(&play, A), Shield::Whole);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 6, "one went there, one came from there");

    play.turn(A).act(recover(A, Recovery::Weapon(card("spear"))));
    assert_eq!(play.state().weapon(A), Some(&card("spear")));

    play.act(Command::Discard { seat: B, cards: vec![card("mail")] });
    play.turn(A).act(recover(A, Recovery::Armour));
    assert_eq!(play.state().normal_pile.of(&card("mail")), 0);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 4, "it is in the hand now");

    play.mail(A).turn(A).act(recover(A, Recovery::TakeOff));
    assert!(!play.state().players[0].mail);
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
}

#[test]
fn s22_what_is_not_there_cannot_be_recovered() {
    let mut play = Play::new(8);
    let refusal = play.refused(recover(A, Recovery::Armour), "S22");
    assert!(refusal.possible.contains(&"take a Spear".to_owned()), "{refusal:?}");
    play.refused(recover(A, Recovery::TakeOff), "S22");
    play.refused(recover(A, Recovery::Weapon(card("sword"))), "S22");
    play.refused(recover(A, Recovery::Weapon(card("chop"))), "S22");
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    let open: Vec<bool> = recoveries(play.rules(), play.state(), A).iter().map(|offer| offer.legal.is_ok()).collect();
    // Health, Shield, Axe, Dagger, Spear, Sword, Two-Handed Axe, Two-Handed Sword, armour, taking off.
    assert_eq!(open, [true, true, true, true, true, false, true, true, false, false]);
}

#[test]
fn s23_a_search_gives_no_health() {
    let mut play = Play::new(2);
    play.hurt(A, 5);
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert_eq!(play.health(A), 5);
}

#[test]
fn s24_who_recovers_plays_no_other_card_in_that_turn_not_even_a_trip() {
    let mut play = Play::new(3);
    play.act(recover(A, Recovery::Health));
    play.refused(plain(A, B, &[]), "S24");
    play.refused(Command::Trip { by: A, on: B, card: None, strike: None }, "S24");
    let tripped = attack(B, C, Some("chop"), None, &[trip(A, Played::Attack, None)]);
    assert!(against(&play, &tripped).contains(&"S24".to_owned()), "out of turn as it is");
    play.act(Command::Discard { seat: A, cards: vec![card("dodge")] });
    play.overrule(plain(B, A, &[answer("dodge")]));
}

#[test]
fn s25_the_recovering_side_is_shown_until_the_redraw() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Weapon(card("axe"))));
    play.act(Command::Turn { seat: B });
    assert_eq!(play.state().players[0].recovering, None, "it is only shown in one's own turn");
}

#[test]
fn s26_armour_that_was_recovered_is_worn_in_the_next_turn() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("mail")] });
    play.act(recover(A, Recovery::Armour));
    play.refused(Command::Wear { seat: A }, "S12");
    play.act(Command::EndTurn { seat: A });
    play.act(Command::EndTurn { seat: B });
    play.act(Command::Wear { seat: A });
}

#[test]
fn s27_the_old_weapon_is_laid_down_for_the_new_one() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("two-handed-axe"))));
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    assert_eq!(play.state().weapon_pile.of(&card("two-handed-axe")), 1);
    assert!(play.state().slung(play.rules(), A), "the Shield is turned sideways");
    assert_eq!(play.said(), "Asa takes a Two-Handed Axe and lays down the Sword");
    play.turn(B).act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.act(recover(B, Recovery::Weapon(card("dagger"))));
    assert_eq!(play.said(), "Bjarni takes a Dagger", "a disarmed player just takes one");
}

#[test]
fn s28_the_limit_after_recovering_counts_mail_and_a_two_handed_weapon() {
    let mut play = Play::new(2);
    play.act(Command::Wear { seat: A });
    play.act(recover(A, Recovery::Weapon(card("two-handed-sword"))));
    assert_eq!(play.state().hand_limit(play.rules(), A), 4);
}

#[test]
fn s29_what_is_lost_goes_to_the_weapon_discard_pile_and_comes_back_undamaged() {
    let mut play = Play::new(2);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(Command::Lose { seat: A, gear: Gear::Shield });
    play.act(Command::Lose { seat: A, gear: Gear::Weapon });
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    play.act(recover(A, Recovery::Shield));
    assert_eq!(shield(&play, A), Shield::Whole);
}

#[test]
fn s30_two_hands_sling_the_shield() {
    let mut play = Play::new(2);
    for weapon in ["two-handed-axe", "two-handed-sword"] {
        play.arm(B, weapon);
        assert!(play.state().slung(play.rules(), B) && !play.state().shield_in_use(play.rules(), B));
        assert_eq!(play.state().hand_limit(play.rules(), B), 5);
        assert_eq!(against(&play, &attack(A, B, None, None, &[Step::Shield])), ["S30"]);
        let card = play.rules().card(&card(weapon)).expect("a weapon").rule.to_string();
        assert_eq!(against(&play, &attack(A, B, None, None, &[answer("block")])), [card.as_str()]);
        play.turn(B);
        assert_eq!(against(&play, &alone(B, A, "shield-bash", &[])), [card.as_str()]);
        play.turn(A);
    }
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    assert!(play.state().shield_in_use(play.rules(), B), "it is taken from the back again");
}
