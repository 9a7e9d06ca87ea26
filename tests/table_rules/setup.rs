//! Setup and piles (S2 to S11).

use skirmish_tracker::table::Seat;

use skirmish_tracker::table::skirmish::{Command, Shield, Special};

use super::{plain, with};
use crate::table_help::*;

#[test]
fn s2_two_to_eight_play() {
    for count in 2..=8 {
        assert_eq!(Play::new(count).state().players.len(), usize::from(count));
    }
    let mut play = Play::new(2);
    assert_eq!(play.rules().players(), 2..=8);
    play.refused(Command::Begin(setup(1)), "S2");
    let mut nine = setup(8);
    nine.players.push(nine.players[0].clone());
    let refusal = play.refused(Command::Begin(nine), "S2");
    assert!(!refusal.can_be_overruled());
}

#[test]
fn s4_everyone_starts_with_a_sword_and_a_whole_shield() {
    let play = Play::new(5);
    for player in &play.state().players {
        assert_eq!(player.weapon, Some(card("sword")));
        assert_eq!((player.shield, player.mail), (Shield::Whole, false));
    }
}

#[test]
fn s5_all_other_weapons_and_shields_lie_in_the_weapon_discard_pile() {
    let play = Play::new(3);
    let pile = &play.state().weapon_pile;
    let there: Vec<(String, u32)> =
        play.rules().sorted(pile).into_iter().map(|(card, count)| (card.to_string(), count)).collect();
    let expected = [
        ("shield", 5),
        ("axe", 4),
        ("dagger", 2),
        ("spear", 2),
        ("sword", 5),
        ("two-handed-axe", 2),
        ("two-handed-sword", 2),
    ];
    assert_eq!(there, expected.map(|(card, count)| (card.to_owned(), count)));
    for weapon in play.rules().weapons() {
        assert_eq!(play.state().in_deck_or_hands(play.rules(), weapon), 0, "{weapon}");
    }
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 4);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("special-attack")), 22);
}

#[test]
fn s6_twelve_health_at_the_start_and_at_the_most() {
    let mut play = Play::new(2);
    assert_eq!((play.health(A), play.health(B)), (12, 12));
    assert!(!play.refused(Command::Adjust { seat: A, by: 1 }, "S6").can_be_overruled());
    play.act(Command::Adjust { seat: A, by: -3 });
    play.act(Command::Adjust { seat: A, by: 100 });
    assert_eq!(play.health(A), 12);
}

#[test]
fn s7_the_hand_is_of_six_cards() {
    let play = Play::new(2);
    assert_eq!(play.rules().hand(), 6);
    assert_eq!(play.state().hand_limit(play.rules(), A), 6);
}

#[test]
fn s8_the_one_on_the_dealers_left_starts_and_play_goes_clockwise() {
    let mut play = Play::with(skirmish_tracker::table::skirmish::Setup { dealer: Seat(1), ..setup(4) });
    assert_eq!((play.state().turn, play.state().round), (Seat(2), 1));
    let mut turns = Vec::new();
    for _ in 0..6 {
        let seat = play.state().turn;
        play.act(Command::EndTurn { seat });
        turns.push((play.state().turn.0, play.state().round));
    }
    assert_eq!(turns, [(3, 1), (0, 1), (1, 1), (2, 2), (3, 2), (0, 2)]);
    play.refused(Command::EndTurn { seat: B }, "S8");
}

#[test]
fn s8_the_dead_are_passed_over_and_rounds_still_end() {
    let mut play = Play::new(3);
    play.act(Command::Fall { seat: A, by: None });
    assert_eq!((play.state().turn, play.state().round), (B, 1), "the turn of one who falls is over");
    play.act(Command::EndTurn { seat: B });
    play.act(Command::EndTurn { seat: C });
    assert_eq!((play.state().turn, play.state().round), (B, 2));
    let order: Vec<Option<usize>> = play.state().seats().map(|seat| play.state().order_of(seat)).collect();
    assert_eq!(order, [None, Some(0), Some(1)]);
}

#[test]
fn s9_weapons_and_shields_never_leave_their_pile_by_shuffling() {
    let mut play = Play::new(2);
    let before = play.state().weapon_pile.clone();
    play.act(Command::Discard { seat: A, cards: vec![card("chop")] });
    play.act(Command::Reshuffle);
    assert_eq!(play.state().weapon_pile, before);
    play.refused(Command::Discard { seat: A, cards: vec![card("axe")] }, "S5");
    play.refused(Command::Put { card: card("shield"), by: 1 }, "S5");
}

#[test]
fn s10_the_normal_discard_pile_becomes_the_draw_deck() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("chop"), card("chop"), card("mail")] });
    assert_eq!(play.state().normal_pile.total(), 3);
    play.act(Command::Reshuffle);
    assert!(play.state().normal_pile.is_empty());
    assert_eq!(play.state().reshuffles, 1);
    play.act(Command::Discard { seat: B, cards: vec![card("critical-hit"), card("critical-hit")] });
    let refusal = play.refused(Command::Discard { seat: B, cards: vec![card("critical-hit")] }, "S10");
    assert!(refusal.possible[0].contains("shuffle"), "{refusal:?}");
}

#[test]
fn s10_used_cards_go_to_the_normal_discard_pile() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), Some(Special::Charge), &[answer("block")]));
    let there: Vec<String> = play.state().normal_pile.cards().map(|(card, count)| format!("{count} {card}")).collect();
    assert_eq!(there, ["1 block", "1 chop", "1 special-attack"]);
}

#[test]
fn s11_at_zero_health_a_player_is_out_and_the_last_one_wins() {
    let mut play = Play::new(3);
    play.mail(B).arm(B, "axe").hurt(B, 3);
    play.act(with(A, B, Some("chop"), None, &[]));
    let fallen = play.state().players[1].clone();
    let fall = fallen.fallen.expect("3 of 3 health");
    assert_eq!((fall.by, fall.place, fall.round), (Some(A), 3, 1));
    assert_eq!(fall.with, [card("sword"), card("chop")]);
    assert_eq!((fallen.health, fallen.weapon, fallen.shield, fallen.mail), (0, None, Shield::None, false));
    assert_eq!(play.state().weapon_pile.of(&card("axe")), 4, "gear goes to the piles");
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 6);
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
    assert_eq!(play.state().winner, None);
    play.act(Command::EndTurn { seat: A });
    play.hurt(A, 1);
    play.act(plain(C, A, &[]));
    assert_eq!(play.state().winner, Some(C));
    play.refused(plain(C, A, &[]), "S11");
    play.refused(Command::EndTurn { seat: C }, "S11");
    play.refused(Command::Adjust { seat: C, by: -12 }, "S11");
}

#[test]
fn s11_one_who_was_counted_out_by_mistake_is_brought_back() {
    let mut play = Play::new(3);
    play.act(Command::Adjust { seat: B, by: -12 });
    play.act(Command::Adjust { seat: C, by: -20 });
    assert_eq!(play.state().winner, Some(A));
    play.act(Command::BringBack { seat: B, health: 2 });
    assert_eq!(play.state().winner, None);
    assert_eq!((play.health(B), play.state().players[1].weapon.clone()), (2, None));
    assert_eq!(play.state().players[2].fallen.as_ref().map(|fall| fall.place), Some(3), "the only one who is out");
    play.refused(Command::BringBack { seat: C, health: 0 }, "S6");
}
