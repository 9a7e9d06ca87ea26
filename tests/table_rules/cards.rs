//! Cards and weapons (S36 to S55).

use skirmish_tracker::table::RuleNumber;
use skirmish_tracker::table::Rules as _;

use skirmish_tracker::table::skirmish::{
    Attack, BlowKind, Command, Entry, Gear, Played, Setup, Shield, Special, Step, Stop,
};

use super::{against, damage, plain, rend, shield, trip, with};
use crate::table_help::*;

#[test]
fn s36_the_shield_stops_a_blow_is_damaged_and_then_destroyed() {
    let mut play = Play::new(2);
    play.act(plain(A, B, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::Damaged);
    play.turn(A).act(with(A, B, Some("chop"), None, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::None);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword and Chop; Bjarni stops it with the Shield; Bjarni’s Shield is destroyed"
    );
    play.turn(A).refused(plain(A, B, &[Step::Shield]), "S36");
}

#[test]
fn s37_mail_takes_one_off_every_attack_but_a_thrust() {
    let mut play = Play::new(2);
    play.mail(B);
    assert_eq!(damage(&play, &Attack::plain(A, B)), (1, 1));
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), None, &[])), (1, 3));
    assert_eq!(damage(&play, &attack(A, B, Some("thrust"), None, &[])), (1, 3));
    assert_eq!(damage(&play, &alone(A, B, "punch", &[])), (1, 0));
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[]));
    assert_eq!(play.health(B), 8, "one off each blow");
    play.turn(B).refused(Command::Discard { seat: B, cards: vec![card("mail"); 4] }, "S10");
}

#[test]
fn s38_to_s40_and_s43_what_basic_attacks_add_and_with_what() {
    let mut play = Play::new(2);
    let expected: [(&str, [i64; 4]); 6] = [
        // Chop, Critical Hit, Slash, Thrust; 0 where the rules forbid it.
        ("sword", [4, 5, 3, 3]),
        ("axe", [4, 5, 3, 0]),
        ("dagger", [3, 4, 2, 3]),
        ("spear", [0, 5, 3, 4]),
        ("two-handed-axe", [5, 6, 4, 0]),
        ("two-handed-sword", [5, 6, 5, 5]),
    ];
    for (weapon, does) in expected {
        play.arm(A, weapon);
        for (basic, does) in ["chop", "critical-hit", "slash", "thrust"].into_iter().zip(does) {
            let attack = attack(A, B, Some(basic), None, &[]);
            if does == 0 {
                let rule = play.rules().card(&card(weapon)).expect("a weapon").rule.to_string();
                assert_eq!(against(&play, &attack), [rule], "{weapon} {basic}");
            } else {
                assert_eq!(damage(&play, &attack), (1, does), "{weapon} {basic}");
            }
        }
    }
}

#[test]
fn s41_kick_and_punch_need_no_weapon_and_cannot_be_disarmed() {
    let mut play = Play::new(2);
    for means in ["kick", "punch", "shield-bash"] {
        assert_eq!(against(&play, &alone(A, B, means, &[answer("disarm")])), ["S45"], "{means}");
        assert_eq!(against(&play, &alone(A, B, means, &[answer("parry")])), [] as [&str; 0], "{means}");
    }
    play.arm(A, "spear");
    assert_eq!(against(&play, &alone(A, B, "kick", &[answer("dodge")])), [] as [&str; 0], "a foot is no Spear");
}

#[test]
fn s42_shield_bash_needs_a_shield_in_use() {
    let mut play = Play::new(2);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    assert_eq!(damage(&play, &alone(A, B, "shield-bash", &[])), (1, 3), "a damaged one will do");
    play.act(Command::TurnShield { seat: A, to: Shield::None });
    play.refused(Command::Attack(alone(A, B, "shield-bash", &[])), "S42");
    play.arm(B, "two-handed-axe").turn(B).refused(Command::Attack(alone(B, A, "shield-bash", &[])), "S54");
}

#[test]
fn s43_a_critical_hit_serves_as_a_rend_with_any_weapon() {
    let mut play = Play::new(2);
    for weapon in ["sword", "axe", "dagger", "spear", "two-handed-axe", "two-handed-sword"] {
        if shield(&play, B) == Shield::None {
            play.act(Command::TurnShield { seat: B, to: Shield::Whole });
        }
        play.arm(A, weapon).turn(A).act(rend(A, B, Gear::Shield, Some("critical-hit"), &[]));
        assert_eq!(shield(&play, B), Shield::None, "{weapon}");
        assert_eq!(play.state().normal_pile.of(&card("special-attack")), 0, "it takes no Special Attack card");
        play.act(Command::Reshuffle);
    }
}

#[test]
fn s44_block_needs_a_shield_in_use_and_spares_it() {
    let mut play = Play::new(2);
    play.act(plain(A, B, &[answer("block")]));
    assert_eq!((play.health(B), shield(&play, B)), (12, Shield::Whole));
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.turn(A).refused(plain(A, B, &[answer("block")]), "S44");
}

#[test]
fn s45_disarm_sends_a_one_handed_weapon_away() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), None, &[answer("disarm")]));
    assert_eq!((play.health(B), play.state().weapon(A)), (12, None));
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    assert_eq!(play.said(), "Asa attacks Bjarni with Sword and Chop; Bjarni stops it with Disarm; Asa’s Sword is lost");
    for weapon in ["two-handed-axe", "two-handed-sword"] {
        play.turn(A).arm(A, weapon).refused(plain(A, B, &[answer("disarm")]), "S45");
    }
    play.arm(A, "axe").act(Command::Lose { seat: B, gear: Gear::Weapon });
    assert_eq!(against(&play, &attack(A, B, None, None, &[answer("disarm")])), [] as [&str; 0], "a Shield is enough");
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.refused(plain(A, B, &[answer("disarm")]), "S45");
}

#[test]
fn s46_dodge_stops_an_attack_but_never_one_with_a_spear() {
    let mut play = Play::new(2);
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.act(plain(A, B, &[answer("dodge")]));
    assert_eq!(play.health(B), 12, "empty hands will do");
    play.turn(A).arm(A, "spear").refused(plain(A, B, &[answer("dodge")]), "S46");
}

#[test]
fn s47_parry_needs_a_weapon_and_never_stops_a_charge() {
    let mut play = Play::new(2);
    play.refused(with(A, B, Some("slash"), Some(Special::Charge), &[answer("parry")]), "S47");
    play.act(with(A, B, Some("slash"), None, &[answer("parry")]));
    assert_eq!(play.health(B), 12);
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.turn(A).refused(plain(A, B, &[answer("parry")]), "S47");
}

#[test]
fn s48_a_special_attack_takes_a_card_and_a_weapon_that_knows_it() {
    let mut play = Play::new(2);
    play.act(with(A, B, None, Some(Special::Disembowelling), &[]));
    assert_eq!(play.state().normal_pile.of(&card("special-attack")), 1);
    play.arm(B, "axe").turn(A);
    play.act(plain(A, B, &[answer("block"), Step::Hook { by: B }]));
    assert_eq!(play.state().normal_pile.of(&card("special-attack")), 2, "out of turn, too");
}

#[test]
fn s49_a_trip_cancels_an_attack_with_all_its_blows_and_strikes_back() {
    let mut play = Play::new(3);
    play.act(with(A, B, None, Some(Special::Flurry), &[Step::Hit, trip(C, Played::Attack, Some("kick"))]));
    assert_eq!((play.health(A), play.health(B)), (10, 10), "one blow had landed");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.outcomes[1].stopped, Some(Stop::Trip(C)));
    assert_eq!((event.outcomes[2].kind, event.outcomes[2].by, event.outcomes[2].on), (BlowKind::Trip, C, A));
    assert_eq!(play.state().normal_pile.of(&card("trip")), 1);
    play.turn(A).refused(plain(A, B, &[trip(B, Played::Attack, None)]), "R10");
}

#[test]
fn s49_a_trip_on_a_defence_lets_the_attack_land_and_adds_its_own() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), None, &[answer("dodge"), trip(A, Played::Answer, None)]));
    assert_eq!(play.health(B), 12 - 4 - 2);
    play.turn(A).refused(with(A, B, Some("chop"), None, &[answer("dodge"), trip(B, Played::Answer, None)]), "R10");
}

#[test]
fn s49_a_trip_cancels_a_trip() {
    let mut play = Play::new(3);
    let steps = [answer("dodge"), trip(A, Played::Answer, None), trip(C, Played::Trip, Some("chop"))];
    play.act(with(A, B, Some("slash"), None, &steps));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [8, 12, 12], "the Dodge stands, and C strikes A");
    let third = trip(B, Played::Trip, None);
    let steps = [&steps[..], &[third]].concat();
    // The deck has four Trips.
    play.act(Command::Reshuffle);
    play.turn(A).act(with(A, B, Some("slash"), None, &steps));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [8, 7, 10], "the first stands again, and B strikes C");
}

#[test]
fn s49_a_trip_against_a_hook_leaves_the_block() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }, trip(B, Played::Answer, None)]));
    assert_eq!((play.health(A), play.health(B)), (10, 12));
}

#[test]
fn s49_a_trip_out_of_an_attack_strikes_whose_card_it_was() {
    let mut play = Play::new(3);
    play.act(Command::Trip { by: B, on: A, card: None, strike: Some(card("slash")) });
    assert_eq!(play.health(A), 9);
    assert_eq!(play.said(), "Bjarni hits Asa with Sword, Slash and Trip for 3 damage: 12 → 9");
    play.act(Command::Lose { seat: C, gear: Gear::Weapon });
    play.refused(Command::Trip { by: C, on: A, card: None, strike: Some(card("slash")) }, "S21");
    play.act(Command::Trip { by: C, on: A, card: None, strike: None });
    assert_eq!((play.health(A), play.said().as_str()), (9, "Dalla cancels a card of Asa with Trip"));
}

#[test]
fn s50_to_s55_what_each_weapon_is() {
    let play = Play::new(2);
    let weapons = [
        ("sword", "S50", 1, 2, 2),
        ("axe", "S51", 1, 2, 2),
        ("dagger", "S52", 1, 1, 3),
        ("spear", "S53", 1, 2, 2),
        ("two-handed-axe", "S54", 2, 3, 0),
        ("two-handed-sword", "S55", 2, 3, 2),
    ];
    for (id, rule, hands, damage, blows) in weapons {
        let info = play.rules().card(&card(id)).expect("a weapon");
        assert_eq!(
            (info.rule, info.hands, info.damage, info.blows),
            (RuleNumber::literal(rule), hands, damage, blows),
            "{id}"
        );
    }
    let rules = [
        ("shield", "S36"),
        ("mail", "S37"),
        ("chop", "S38"),
        ("slash", "S39"),
        ("thrust", "S40"),
        ("kick", "S41a"),
        ("punch", "S41b"),
        ("shield-bash", "S42"),
        ("critical-hit", "S43"),
        ("block", "S44"),
        ("disarm", "S45"),
        ("dodge", "S46"),
        ("parry", "S47"),
        ("special-attack", "S48"),
        ("trip", "S49"),
    ];
    for (id, rule) in rules {
        assert_eq!(play.rules().card(&card(id)).expect("a card").rule, RuleNumber::literal(rule), "{id}");
    }
}

#[test]
fn s51_and_s54_axes_cannot_thrust_and_s53_a_spear_cannot_chop() {
    let mut play = Play::new(2);
    play.arm(A, "axe").refused(with(A, B, Some("thrust"), None, &[]), "S51");
    play.arm(A, "two-handed-axe").refused(with(A, B, Some("thrust"), None, &[]), "S54");
    let refusal = play.arm(A, "spear").refused(with(A, B, Some("chop"), None, &[]), "S53");
    assert_eq!(refusal.to_string(), "a Spear cannot Chop (S53)");
    assert_eq!(refusal.possible, ["no Basic attack card", "a Slash", "a Thrust", "a Critical Hit"]);
}

#[test]
fn s54_a_two_handed_axe_cannot_block() {
    let mut play = Play::new(2);
    play.arm(B, "two-handed-axe");
    let refusal = play.refused(plain(A, B, &[answer("block")]), "S54");
    assert_eq!(refusal.to_string(), "a Two-Handed Axe cannot Block (S54)");
    assert_eq!(refusal.possible, ["no answer", "a Disarm", "a Dodge", "a Parry"]);
    assert_eq!(refusal.reasons[0].short, "no Shield in use");
}

#[test]
fn s10_a_card_is_played_only_while_a_copy_is_left() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("critical-hit"); 2] });
    let attack = with(A, B, Some("critical-hit"), None, &[]);
    let refusal = play.refused(attack.clone(), "S10");
    assert_eq!(refusal.to_string(), "every Critical Hit is in play or discarded already (S10)");
    assert!(!play.rules().legal(play.state()).contains(&attack), "it is not offered either");
    play.overrule(attack);
    assert_eq!(play.health(B), 12 - 5, "a group may have shuffled the pile");
    // All four Trips are gone: a fifth is refused, and so is an answer of which no copy is left.
    play.turn(A).act(Command::Discard { seat: A, cards: vec![card("trip"); 4] });
    play.refused(with(A, B, Some("chop"), None, &[trip(B, Played::Attack, None)]), "S10");
    play.refused(Command::Trip { by: B, on: A, card: None, strike: None }, "S10");
    play.act(Command::Discard { seat: A, cards: vec![card("disarm"); 5] });
    let twice = [answer("disarm"), answer("disarm")];
    play.refused(with(A, B, None, Some(Special::Flurry), &twice), "S10");
}

#[test]
fn s10_in_a_game_that_began_earlier_every_card_is_offered() {
    let mut play = Play::with(Setup { house: None, ..setup(2) });
    play.act(Command::Discard { seat: A, cards: vec![card("critical-hit"); 2] });
    let attack = with(A, B, Some("critical-hit"), None, &[]);
    assert!(play.rules().legal(play.state()).contains(&attack));
    play.act(attack);
    assert_eq!(
        play.state().again().house,
        Some(skirmish_model::game::Rulings::default()),
        "the next game is played anew"
    );
}
