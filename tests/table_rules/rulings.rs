//! The rulings, where the rules are silent or ambiguous: the table follows each of them, cites it when it forbids
//! something, and lets it be overruled.

use skirmish_model::game::Rulings;
use skirmish_tracker::table::Seat;
use skirmish_tracker::table::skirmish::fight::{Effect, Fight};
use skirmish_tracker::table::skirmish::{
    Attack, BlowKind, Command, Entry, Gear, Played, Recovery, Setup, Shield, Special, Step, recoveries,
};

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
fn r2_the_weapon_is_turned_over_for_health_only_where_a_group_plays_so() {
    let mut play = Play::with(house(2, |house| house.turn_for_health = true));
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert!(!play.state().is_turned(A));
    play.refused(plain(A, B, &[]), "S24");
    play.turn(B).act(recover(B, Recovery::Health));
    assert!(play.state().is_turned(B));
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert!(play.state().is_turned(A) && !play.state().is_turned(B));
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
fn r7_a_rend_also_deals_the_default_attacks_damage_where_a_group_plays_so() {
    let game = || Play::with(house(2, |house| house.rend_damage = true));
    let mut play = game();
    play.arm(A, "two-handed-axe").mail(B);
    play.act(rend(A, B, Gear::Mail, None, &[]));
    assert_eq!((play.health(B), play.state().players[1].mail), (12 - 3 + 1, false), "the Mail still takes off 1");
    let destroyed = "Asa strikes Bjarni with Two-Handed Axe and Rend for 2 damage (Mail takes off 1): 12 → 10; Bjarni’s Mail is destroyed";
    assert_eq!(play.said(), destroyed);
    let mut play = game();
    play.act(rend(A, B, Gear::Weapon, Some("critical-hit"), &[]));
    assert_eq!((play.health(B), play.state().weapon(B)), (10, None), "a Critical Hit is the Rend and adds nothing");
    let mut play = game();
    play.arm(A, "two-handed-axe").act(rend(A, B, Gear::Weapon, None, &[answer("block")]));
    assert_eq!((play.health(B), shield(&play, B)), (12, Shield::None), "nothing lands");
    play.turn(A).hurt(B, 3).act(rend(A, B, Gear::Weapon, None, &[]));
    assert_eq!(play.state().winner, Some(A));
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
fn r9_a_counter_charge_is_a_block_and_one_blow_and_ends_there() {
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
fn r10_the_bonus_attack_comes_at_once() {
    let mut play = Play::new(3);
    // Dalla trips the Parry: her Sword takes the last 2 health before the attack lands.
    play.hurt(B, 2);
    play.act(with(A, B, Some("chop"), None, &[answer("parry"), trip(C, Played::Answer, None)]));
    let fall = play.state().players[1].fallen.clone().expect("he falls");
    assert_eq!((fall.by, play.health(A)), (Some(C), 12));
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.outcomes.iter().map(|blow| blow.by).collect::<Vec<_>>(), [C], "the attack no longer has a target");
    // As it was before there were rulings as switches.
    let mut play = Play::with(Setup { house: None, ..setup(3) });
    play.hurt(B, 2);
    play.act(with(A, B, Some("chop"), None, &[answer("parry"), trip(C, Played::Answer, None)]));
    assert_eq!(play.state().players[1].fallen.clone().and_then(|fall| fall.by), Some(A));
}

#[test]
fn r10_a_tripped_mail_goes_to_its_pile_and_a_trip_costs_no_action() {
    let mut play = Play::new(2);
    play.act(Command::Wear { seat: A });
    let mail = Some(card("mail"));
    play.act(Command::Trip { by: B, on: A, card: mail, strike: None });
    assert_eq!(
        play.said(),
        "Bjarni cancels a Mail of Asa with Trip; Bjarni hits Asa with Sword and Trip for 2 damage: 12 → 10; Asa’s Mail is destroyed"
    );
    assert_eq!((play.state().players[0].mail, play.state().normal_pile.of(&card("mail"))), (false, 1));
    play.act(Command::Trip { by: A, on: B, card: Some(card("dodge")), strike: None });
    assert_eq!((play.state().normal_pile.of(&card("dodge")), play.state().acted), (1, false));
    play.refused(Command::Trip { by: A, on: B, card: Some(card("axe")), strike: None }, "S5");
}

/// Returns a game in which a Trip cancels one card.
fn one_card() -> Play {
    Play::with(house(3, |house| house.trip_one_card = true))
}

#[test]
fn r10_a_trip_cancels_the_named_card_only_where_a_group_plays_so() {
    let tripped = |on| trip(C, on, None);
    let mut play = one_card();
    play.act(with(A, B, Some("chop"), None, &[tripped(Played::Basic)]));
    assert_eq!((play.health(A), play.health(B)), (10, 10), "the default attack is left");
    let mut play = one_card();
    play.act(with(A, B, Some("chop"), Some(Special::Disembowelling), &[tripped(Played::Special)]));
    assert_eq!(play.health(B), 8, "Sword 2, Chop 2");
    assert_eq!(
        play.said(),
        "Dalla hits Asa with Sword and Trip for 2 damage: 12 → 10; Asa hits Bjarni with Sword and Chop for 4 damage: 12 → 8"
    );
    // A Charge needs its Basic attack card; the rest can be parried.
    let mut play = one_card();
    play.act(with(A, B, Some("chop"), Some(Special::Charge), &[tripped(Played::Basic), answer("parry")]));
    assert_eq!(play.health(B), 12);
    // The second blow of a Flurry is gone with its card.
    let mut play = one_card();
    play.act(with(A, B, None, Some(Special::Flurry), &[Step::Hit, tripped(Played::Special)]));
    assert_eq!((play.health(A), play.health(B)), (10, 10));
    // A Critical Hit that is the Rend leaves the default attack.
    let mut play = one_card();
    play.act(rend(A, B, Gear::Weapon, Some("critical-hit"), &[tripped(Played::Basic)]));
    assert_eq!((play.health(B), play.state().weapon(B)), (10, Some(&card("sword"))));
    // A stand-alone card is the whole attack.
    let mut play = one_card();
    play.act(Command::Attack(alone(A, B, "kick", &[tripped(Played::Attack)])));
    assert_eq!((play.health(A), play.health(B)), (10, 12));
}

#[test]
fn r10_which_card_is_named_depends_on_how_a_group_plays() {
    let mut play = Play::new(3);
    let refusal = play.refused(with(A, B, Some("chop"), None, &[trip(C, Played::Basic, None)]), "R10");
    assert_eq!(refusal.to_string(), "a Trip cancels the whole attack (R10)");
    let mut play = one_card();
    let refusal = play.refused(with(A, B, Some("chop"), None, &[trip(C, Played::Attack, None)]), "R10");
    assert_eq!(refusal.to_string(), "a Trip cancels one card of the attack (R10)");
    play.refused(with(A, B, Some("chop"), None, &[trip(C, Played::Special, None)]), "R10");
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("chop"), Some(Special::Charge), &[]));
    let offered: Vec<Played> = fight.trips().iter().map(|offer| offer.on).collect();
    assert_eq!(offered, [Played::Basic, Played::Special]);
}

#[test]
fn r10a_a_card_is_tripped_until_it_is_answered_or_at_any_time_where_a_group_plays_so() {
    let late = [answer("block"), trip(C, Played::Attack, None)];
    let mut play = Play::new(3);
    let now = play.tick();
    assert!(play.table.act(with(A, B, Some("chop"), None, &late), now).is_err());
    let mut play = Play::with(house(3, |house| house.trip_any_time = true));
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("chop"), None, &late[..1]));
    let offered: Vec<(Played, Seat)> = fight.trips().iter().map(|offer| (offer.on, offer.against)).collect();
    assert_eq!(offered, [(Played::Answer, B), (Played::Attack, A)]);
    play.act(with(A, B, Some("chop"), None, &late));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [10, 12, 12]);
    assert_eq!(play.state().normal_pile.of(&card("block")), 1, "the Block is spent");
    // The first Trip, on the Block, can still be answered with a Trip on the attack.
    let both = [answer("block"), trip(A, Played::Answer, None), trip(B, Played::Attack, None)];
    play.turn(A).act(with(A, B, Some("chop"), None, &both));
    assert_eq!([A, B].map(|seat| play.health(seat)), [8, 10]);
    // A Hook does not save the attack, and a Shield that blocked it stays damaged.
    play.arm(A, "axe").act(Command::Reshuffle);
    let hooked = [Step::Shield, Step::Hook { by: A }, trip(C, Played::Attack, None)];
    play.turn(A).act(with(A, B, Some("chop"), None, &hooked));
    assert_eq!((play.health(B), shield(&play, B)), (10, Shield::Damaged));
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
fn r12_a_damaged_shield_is_handed_in_where_none_is_in_the_pile() {
    let mut play = Play::new(8);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    let find = recover(A, Recovery::Shield);
    play.act(find.clone());
    assert_eq!((shield(&play, A), play.state().weapon_pile.of(&card("shield"))), (Shield::Whole, 0));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Shield), "it is the action of the turn");
    // In a game that began before there were such switches, a group had to overrule it, and used a spare one.
    play.act(Command::Begin(Setup { house: None, ..setup(8) }));
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    let refusal = play.refused(find.clone(), "R12");
    assert_eq!(refusal.to_string(), "no Shield is in the weapon discard pile (R12)");
    let offer = recoveries(play.rules(), play.state(), A).into_iter().find(|offer| offer.value == Recovery::Shield);
    assert_eq!(numbers(&offer.expect("it is offered").legal), ["R12"]);
    play.overrule(find);
    assert_eq!((shield(&play, A), play.state().weapon_pile.of(&card("shield"))), (Shield::Whole, 1));
}

#[test]
fn r12_with_spare_shields_the_damaged_one_goes_to_the_pile() {
    let mut play = Play::with(house(8, |house| house.spare_shields = true));
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(recover(A, Recovery::Shield));
    assert_eq!((shield(&play, A), play.state().weapon_pile.of(&card("shield"))), (Shield::Whole, 1));
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
fn r13_everyone_regains_at_the_end_of_every_turn_where_a_group_plays_so() {
    let weapons = [Some("two-handed-axe"), Some("two-handed-sword"), None];
    let all_regain = Rulings { all_regain: true, ..Rulings::default() };
    let mut play = Play::with(Setup { house: Some(all_regain), ..highlander(&weapons) });
    play.hurt(A, 5).hurt(B, 11);
    play.act(Command::EndTurn { seat: A });
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [7, 12, 12]);
    assert_eq!(play.said(), "Asa regains 2 health: 5 → 7; Bjarni regains 1 health: 11 → 12; it is the turn of Bjarni");
    let mut plain = Play::with(house(2, |house| house.all_regain = true));
    plain.hurt(A, 5).act(Command::EndTurn { seat: A });
    assert_eq!(plain.health(A), 5, "only in Highlander");
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
fn r9_nobody_answers_a_counter_charge_with_another_one() {
    let mut play = Play::new(2);
    let first = Step::CounterCharge { basic: card("chop") };
    let second = Step::CounterCharge { basic: card("slash") };
    let charge = |steps: &[Step]| attack(A, B, Some("slash"), Some(Special::Charge), steps);
    let fight = Fight::new(play.rules(), play.state(), &charge(std::slice::from_ref(&first)));
    let choices = &fight.question().expect("the charger answers").choices;
    let offered = choices.iter().find(|choice| choice.step == second).expect("it is offered, and dimmed");
    assert_eq!(numbers(&offered.legal), ["R9"]);
    let both = Command::Attack(charge(&[first, second]));
    let refusal = play.refused(both.clone(), "R9");
    assert_eq!(refusal.to_string(), "a counter-charge cannot be counter-charged (R9)");
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

#[test]
fn r17_one_special_attack_card_goes_with_an_attack() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), Some(Special::Charge), &[]));
    assert_eq!(play.state().normal_pile.of(&card("special-attack")), 1);
}

#[test]
fn r18_a_player_who_falls_deals_no_further_blow() {
    let mut play = Play::new(3);
    // The counter-charge kills the charger; the Flurry ends with the attacker, whom a Trip on her own Trip kills.
    play.hurt(A, 5);
    play.act(with(A, B, Some("slash"), Some(Special::Charge), &[Step::CounterCharge { basic: card("chop") }]));
    assert!(!play.state().lives(A) && play.health(B) == 12);
    let mut play = Play::new(3);
    play.hurt(A, 2);
    let steps = [Step::Hit, answer("parry"), trip(A, Played::Answer, None), trip(C, Played::Trip, None)];
    play.act(with(A, B, None, Some(Special::Flurry), &steps));
    assert_eq!((play.state().lives(A), play.health(B)), (false, 10), "the second blow was parried");
}

#[test]
fn r19_mail_may_be_put_on_before_recovering() {
    let mut play = Play::new(2);
    play.act(Command::Wear { seat: A });
    play.act(recover(A, Recovery::Health));
    assert!(play.state().players[0].mail);
}

#[test]
fn r20_more_than_two_players_counts_the_living() {
    let mut play = Play::new(3);
    play.act(Command::Fall { seat: C, by: None });
    let charge = attack(A, B, Some("slash"), Some(Special::Charge), &[answer("dodge")]);
    assert_eq!(Fight::new(play.rules(), play.state(), &charge).question(), None, "it does not run on");
}

#[test]
fn r21_weapon_and_shield_in_play_may_be_discarded() {
    let mut play = Play::new(2);
    play.act(Command::Lose { seat: A, gear: Gear::Weapon });
    play.act(Command::Lose { seat: A, gear: Gear::Shield });
    let state = play.state();
    assert_eq!((state.weapon_pile.of(&card("sword")), state.weapon_pile.of(&card("shield"))), (7, 7));
}

#[test]
fn r22_the_draw_deck_may_be_shuffled_while_there_is_nothing_to_shuffle() {
    let mut play = Play::new(2);
    play.act(Command::Reshuffle);
    assert_eq!((play.state().reshuffles, play.state().normal_pile.total()), (1, 0));
}

#[test]
fn r24_highlander_is_played_without_shields() {
    let weapons = [Some("two-handed-axe"), None];
    let mut play = Play::with(highlander(&weapons));
    assert_eq!((shield(&play, A), play.state().weapon_pile.of(&card("shield"))), (Shield::None, 0));
    let refusal = play.refused(recover(A, Recovery::Shield), "R24");
    assert_eq!(refusal.to_string(), "Highlander is played without Shields (R24)");
    play.refused(Command::Attack(alone(A, B, "shield-bash", &[])), "S54");
    play.refused(plain(A, B, &[answer("block")]), "S44");
    let earlier = Play::with(Setup { house: None, ..highlander(&weapons) });
    assert_eq!(shield(&earlier, A), Shield::Whole, "a game that began with them keeps them");
}
