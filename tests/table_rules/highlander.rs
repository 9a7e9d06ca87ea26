//! Highlander (S57 to S59).

use skirmish_tracker::table::skirmish::{Command, Recovery, Special};

use super::{plain, with};
use crate::table_help::*;

#[test]
fn s57_highlander_is_played_with_two_handed_weapons_only() {
    let mut play = Play::with(highlander(&[Some("two-handed-axe"), Some("two-handed-sword"), None]));
    assert_eq!(play.state().weapon(A), Some(&card("two-handed-axe")));
    assert_eq!(play.state().weapon(C), None);
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 0, "the others are left in the box");
    play.refused(recover(A, Recovery::Weapon(card("sword"))), "S57");
    play.turn(C).act(recover(C, Recovery::Weapon(card("two-handed-axe"))));
    play.refused(Command::Begin(highlander(&[Some("sword"), None])), "S57");
    play.refused(Command::Begin(highlander(&[Some("two-handed-axe"); 3])), "S57");
    let two_decks = skirmish_tracker::table::skirmish::Setup { decks: 2, ..highlander(&[Some("two-handed-axe"); 3]) };
    play.act(Command::Begin(two_decks));
    assert_eq!(play.state().weapon_pile.of(&card("two-handed-axe")), 1);
    let told = skirmish_tracker::table::skirmish::Setup { weapons: vec![None; 2], ..setup(2) };
    play.refused(Command::Begin(told), "S4");
}

#[test]
fn s58_highlanders_regain_two_every_turn() {
    let mut play = Play::with(highlander(&[Some("two-handed-axe"), Some("two-handed-sword")]));
    play.hurt(A, 11).hurt(B, 5);
    play.act(Command::EndTurn { seat: A });
    assert_eq!((play.health(A), play.health(B)), (12, 5));
    assert_eq!(play.said(), "Asa regains 1 health: 11 → 12; it is the turn of Bjarni");
    play.act(Command::EndTurn { seat: B });
    assert_eq!(play.health(B), 7);
    let mut plain = Play::new(2);
    plain.hurt(A, 5).act(Command::EndTurn { seat: A });
    assert_eq!(plain.health(A), 5);
}

#[test]
fn s59_only_a_blow_of_five_that_goes_below_zero_kills_a_highlander() {
    let mut play = Play::with(highlander(&[Some("two-handed-sword"), Some("two-handed-axe"), None]));
    play.hurt(B, 2);
    play.act(plain(A, B, &[]));
    assert_eq!((play.health(B), play.state().lives(B)), (0, true), "3 are not enough");
    play.hurt(B, 5).turn(A).act(with(A, B, Some("slash"), None, &[]));
    assert_eq!((play.health(B), play.state().lives(B)), (0, true), "zero is not below zero");
    play.hurt(B, 4).turn(A).act(with(A, B, None, Some(Special::Flurry), &[]));
    assert!(play.state().lives(B), "each blow is an attack of its own");
    play.hurt(B, 4).turn(A).act(with(A, B, Some("slash"), None, &[]));
    assert!(!play.state().lives(B));
    play.act(Command::Adjust { seat: C, by: -12 });
    assert!(play.state().lives(C), "nobody dies by a tap");
}
