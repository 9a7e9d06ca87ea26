//! The rulings, where the rules are silent or can be read in two ways: each is what the table does, is cited where it forbids
//! something, and can be overruled.

use skirmish::table::skirmish::fight::{Effect, Fight};
use skirmish::table::skirmish::{Attack, BlowKind, Command, Gear, Played, Recovery, Shield, Special, Step, recoveries};

use super::{against, plain, rend, shield, trip, with};
use crate::table_help::*;

#[test]
fn r1_a_turn_may_pass_without_an_action() {
    let mut play = Play::new(2);
    assert!(!play.state().acted);
    play.act(Command::EndTurn { seat: A });
    assert_eq!(play.state().turn, B);
}

#[test]
fn r2_the_weapon_shows_its_recovering_side_for_every_turn_of_recovering_until_the_redraw() {
    let mut play = Play::new(2);
    play.act(Command::Put { card: card("mail"), by: 1 });
    let weapon = Recovery::Weapon(card("axe"));
    for what in [Recovery::Health, Recovery::Armour, weapon, Recovery::TakeOff] {
        if what == Recovery::TakeOff {
            play.mail(A);
        }
        play.turn(A).act(recover(A, what.clone()));
        assert_eq!(play.state().players[0].recovering, Some(what));
        play.act(Command::EndTurn { seat: A });
        assert_eq!(play.state().players[0].recovering, None);
    }
    play.turn(A).act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(recover(A, Recovery::Shield));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Shield));
    assert_eq!(play.state().weapon(A), Some(&card("axe")), "the weapon that was taken is the one that is turned over");
}

#[test]
fn r3_a_weapon_that_is_recovered_goes_into_play_at_once() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("spear"))));
    assert_eq!(play.state().weapon(A), Some(&card("spear")));
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7, "the one that was laid down");
    let refusal = play.refused(Command::Discard { seat: A, cards: vec![card("spear")] }, "S5");
    assert!(refusal.to_string().contains("never in a hand"), "{refusal}");
}

#[test]
fn r4_health_stops_at_nothing_and_what_the_dead_leave_goes_to_the_piles() {
    let mut play = Play::new(3);
    play.mail(B).hurt(B, 1);
    play.act(with(A, B, Some("critical-hit"), None, &[]));
    let dead = play.state().players[1].clone();
    assert_eq!((dead.health, dead.weapon, dead.shield, dead.mail), (0, None, Shield::None, false));
    let state = play.state();
    assert_eq!((state.weapon_pile.of(&card("sword")), state.weapon_pile.of(&card("shield"))), (6, 6));
    assert_eq!(state.normal_pile.of(&card("mail")), 1);
    let cards = vec![card("dodge"), card("chop")];
    play.act(Command::Discard { seat: B, cards });
    assert_eq!(play.state().normal_pile.of(&card("dodge")), 1, "and the hand");
}

#[test]
fn r5_a_hooked_attack_is_not_answered_again_but_may_be_tripped() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    let steps = [answer("block"), Step::Hook { by: A }];
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("chop"), None, &steps));
    assert_eq!(fight.question(), None);
    let offer = fight.trips().last().expect("a Trip may follow");
    assert_eq!((offer.on, offer.against), (Played::Answer, A));
    assert!(offer.by.iter().any(|(by, legal)| *by == B && legal.is_ok()));
    let dodged = with(A, B, Some("chop"), None, &[steps.as_slice(), &[answer("dodge")]].concat());
    let now = play.tick();
    assert!(play.table.act(dodged, now).is_err(), "there is nothing to answer");
}

#[test]
fn r6_a_basic_attack_card_may_go_with_a_hook_that_is_the_attack() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    play.act(with(A, B, Some("chop"), Some(Special::Hook), &[]));
    assert_eq!(play.health(B), 8);
}

#[test]
fn r7_a_rend_destroys_in_place_of_damage_and_no_basic_attack_card_goes_with_it() {
    let mut play = Play::new(2);
    play.arm(A, "two-handed-axe");
    let chopped = rend(A, B, Gear::Weapon, Some("chop"), &[]);
    let refusal = play.refused(chopped.clone(), "R7");
    assert_eq!(refusal.to_string(), "no Basic attack card goes with a Rend, so the Chop cannot (R7)");
    assert!(refusal.can_be_overruled());
    play.overrule(chopped);
    assert_eq!((play.health(B), play.state().weapon(B)), (12, None));
    // A Critical Hit is the Rend, and takes no Special Attack card; a whole Shield is destroyed at once.
    play.turn(A).arm(A, "sword");
    let critical = Attack { names: Some(Gear::Shield), ..attack(A, B, Some("critical-hit"), Some(Special::Rend), &[]) };
    let fight = Fight::new(play.rules(), play.state(), &critical);
    assert_eq!(fight.reckoning().uses, [card("critical-hit")]);
    play.act(Command::Attack(critical));
    assert_eq!((play.health(B), shield(&play, B)), (12, Shield::None));
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
}

#[test]
fn r8_blocking_a_rend_with_the_card_or_with_the_shield_loses_the_shield() {
    for block in [answer("block"), Step::Shield] {
        let mut play = Play::new(2);
        play.arm(A, "two-handed-axe").mail(B);
        play.act(rend(A, B, Gear::Mail, None, &[block]));
        let player = &play.state().players[1];
        assert_eq!((player.shield, player.mail), (Shield::None, true));
    }
}

#[test]
fn r9_a_counter_charge_is_a_charge_and_ends_there() {
    let mut play = Play::new(3);
    let counter = |more: &[Step]| {
        let steps = [&[Step::CounterCharge { basic: card("chop") }], more].concat();
        attack(A, B, Some("slash"), Some(Special::Charge), &steps)
    };
    let fight = Fight::new(play.rules(), play.state(), &counter(&[]));
    let strike = fight.reckoning().strikes.last().expect("it strikes back");
    assert_eq!((strike.blow.kind, strike.blow.damage), (BlowKind::CounterCharge, 5), "Sword 2, Chop 2, Charge 1");
    assert_eq!(against(&play, &counter(&[answer("parry")])), ["R9"]);
    let refusal = play.refused(Command::Attack(counter(&[answer("parry")])), "R9");
    assert_eq!(refusal.to_string(), "a Parry cannot stop a counter-charge (R9)");
    assert!(refusal.can_be_overruled());
    let fight = Fight::new(play.rules(), play.state(), &counter(&[answer("dodge")]));
    assert_eq!((fight.question(), &fight.reckoning().effects), (None, &vec![]), "it does not run on");
    play.act(Command::Attack(counter(&[answer("dodge")])));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [12; 3]);
}

#[test]
fn r10_a_trip_cancels_an_attack_as_a_whole_and_strikes_whoever_played_it() {
    let mut play = Play::new(3);
    let tripped = trip(C, Played::Attack, None);
    play.act(with(A, B, Some("chop"), Some(Special::Flurry), std::slice::from_ref(&tripped)));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [10, 12, 12]);
    play.turn(A);
    let refusal = play.refused(plain(A, B, std::slice::from_ref(&tripped)), "R10");
    assert_eq!(refusal.to_string(), "no card was played that a Trip could cancel (R10)", "a default attack alone");
    play.refused(plain(A, B, &[Step::Shield, trip(C, Played::Answer, None)]), "R10");
    play.refused(with(A, B, Some("chop"), None, &[trip(A, Played::Attack, None)]), "R10");
    play.overrule(plain(A, B, &[tripped]));
    assert_eq!((play.health(A), play.health(B)), (8, 12), "a group may see it otherwise");
}

#[test]
fn r10_the_bonus_attack_uses_the_weapon_held_when_the_trip_is_played() {
    let mut play = Play::new(2);
    // Bjarni trips the attack, Asa trips his Trip with a Critical Hit, and then her Sword is disarmed.
    let steps = [trip(B, Played::Attack, None), trip(A, Played::Trip, Some("critical-hit")), answer("disarm")];
    play.act(with(A, B, Some("slash"), None, &steps));
    assert_eq!(play.state().weapon(A), None, "the Disarm stopped the attack");
    assert_eq!(play.health(B), 12 - 2 - 3, "Sword 2 and Critical Hit 3");
}

#[test]
fn r11_a_block_card_keeps_the_shield_whole_and_the_shield_alone_is_damaged() {
    let mut play = Play::new(2);
    play.act(plain(A, B, &[answer("block")]));
    assert_eq!(shield(&play, B), Shield::Whole);
    play.turn(A).act(plain(A, B, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::Damaged);
}

#[test]
fn r12_without_a_shield_in_the_pile_none_is_recovered_unless_a_group_plays_with_spares() {
    let mut play = Play::new(8);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    let find = recover(A, Recovery::Shield);
    let refusal = play.refused(find.clone(), "R12");
    assert_eq!(refusal.to_string(), "no Shield is in the weapon discard pile (R12)");
    let offer = recoveries(play.rules(), play.state(), A).into_iter().find(|offer| offer.value == Recovery::Shield);
    assert_eq!(numbers(&offer.expect("it is offered").legal), ["R12"]);
    play.overrule(find);
    assert_eq!(shield(&play, A), Shield::Whole);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 1, "the damaged one");
    play.act(Command::EndTurn { seat: A });
    // By hand as well: eight Shields are in front of players, and one was lost.
    play.act(Command::TurnShield { seat: B, to: Shield::None });
    play.act(Command::TurnShield { seat: B, to: Shield::Whole });
    play.act(Command::TurnShield { seat: C, to: Shield::None });
    play.act(Command::TurnShield { seat: D, to: Shield::None });
    for seat in [C, D, B] {
        if shield(&play, seat) == Shield::None {
            play.act(Command::TurnShield { seat, to: Shield::Whole });
        }
    }
    play.act(recover(B, Recovery::Health));
}

#[test]
fn r12_a_spare_shield_may_be_given_by_hand() {
    let mut play = Play::new(8);
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(recover(A, Recovery::Shield));
    play.act(Command::Take { seat: B, card: card("axe") });
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 1);
    play.act(Command::TurnShield { seat: B, to: Shield::Whole });
    play.act(Command::Fall { seat: C, by: None });
    play.act(Command::BringBack { seat: C, health: 5 });
    play.act(Command::TurnShield { seat: C, to: Shield::Whole });
    play.act(Command::Fall { seat: D, by: None });
    play.act(Command::TurnShield { seat: A, to: Shield::None });
    play.act(Command::TurnShield { seat: A, to: Shield::Whole });
}

#[test]
fn r13_a_highlander_regains_at_the_end_of_their_own_turn_and_dies_of_what_takes_them_below_zero() {
    let mut play = Play::with(highlander(&[Some("two-handed-axe"), Some("two-handed-sword"), None]));
    play.hurt(A, 5).hurt(B, 5);
    play.act(Command::EndTurn { seat: A });
    assert_eq!((play.health(A), play.health(B)), (7, 5), "A alone");
    // 5 damage: exactly to zero does not kill, and below zero does, although health stops at zero.
    play.turn(A);
    let chop = attack(A, B, Some("chop"), None, &[]);
    play.act(Command::Attack(chop.clone()));
    assert_eq!((play.health(B), play.state().lives(B)), (0, true));
    play.turn(A);
    let fight = Fight::new(play.rules(), play.state(), &chop);
    assert_eq!(fight.reckoning().effects, [Effect::Falls(B)]);
    play.act(Command::Attack(chop));
    assert_eq!((play.health(B), play.state().lives(B)), (0, false));
}

#[test]
fn r14_a_blow_that_answers_an_attack_is_not_hooked() {
    let mut play = Play::new(2);
    play.arm(A, "axe").arm(B, "axe");
    let hooked = |more: &[Step]| {
        let steps = [&[answer("block"), Step::Hook { by: B }, Step::Shield], more].concat();
        attack(A, B, None, None, &steps)
    };
    let fight = Fight::new(play.rules(), play.state(), &hooked(&[]));
    assert_eq!(fight.question(), None, "neither the one nor the other is asked");
    for by in [A, B] {
        assert_eq!(against(&play, &hooked(&[Step::Hook { by }])), ["R14"]);
    }
    let again = Command::Attack(hooked(&[Step::Hook { by: B }]));
    let refusal = play.refused(again.clone(), "R14");
    assert_eq!(refusal.to_string(), "no Hook follows the Block of a blow that answers an attack (R14)");
    assert!(refusal.can_be_overruled());
    play.overrule(again);
    assert_eq!((play.health(A), play.health(B)), (10, 12), "the Block of the first Hook is cancelled");
    play.turn(A);
    play.overrule(Command::Attack(hooked(&[Step::Hook { by: A }])));
    assert_eq!((play.health(A), play.health(B)), (10, 10), "a default attack of the one who blocked");
}

#[test]
fn r14_goes_for_a_counter_charge_as_well() {
    let mut play = Play::new(2);
    play.arm(B, "axe");
    let steps = [Step::CounterCharge { basic: card("chop") }, answer("block")];
    let charge = |steps: &[Step]| attack(A, B, Some("slash"), Some(Special::Charge), steps);
    assert_eq!(Fight::new(play.rules(), play.state(), &charge(&steps)).question(), None);
    let hooked = charge(&[&steps[..], &[Step::Hook { by: B }]].concat());
    assert_eq!(against(&play, &hooked), ["R14"]);
    play.overrule(Command::Attack(hooked));
    assert_eq!((play.health(A), play.health(B)), (7, 12), "Axe 2, Chop 2, Charge 1");
}

#[test]
fn r15_nobody_answers_a_counter_charge_with_another_one() {
    let mut play = Play::new(2);
    let first = Step::CounterCharge { basic: card("chop") };
    let second = Step::CounterCharge { basic: card("slash") };
    let charge = |steps: &[Step]| attack(A, B, Some("slash"), Some(Special::Charge), steps);
    let fight = Fight::new(play.rules(), play.state(), &charge(std::slice::from_ref(&first)));
    let choices = &fight.question().expect("the charger answers").choices;
    let offered = choices.iter().find(|choice| choice.step == second).expect("it is offered, and dimmed");
    assert_eq!(numbers(&offered.legal), ["R15"]);
    let both = Command::Attack(charge(&[first, second]));
    let refusal = play.refused(both.clone(), "R15");
    assert_eq!(refusal.to_string(), "a counter-charge cannot be counter-charged (R15)");
    assert!(refusal.can_be_overruled());
    play.overrule(both);
    assert_eq!((play.health(A), play.health(B)), (12, 8), "Sword 2, Slash 1, Charge 1");
}

#[test]
fn r16_a_shield_that_blocked_before_the_attackers_hook_stays_damaged() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    play.act(with(A, B, Some("chop"), None, &[Step::Shield, Step::Hook { by: A }]));
    assert_eq!((play.health(B), shield(&play, B)), (8, Shield::Damaged));
}
