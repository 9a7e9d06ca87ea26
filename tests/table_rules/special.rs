//! Special attacks (S31 to S35).

use skirmish_tracker::table::Seat;
use skirmish_tracker::table::skirmish::fight::{Effect, Fight, QuestionKind};
use skirmish_tracker::table::skirmish::{BlowKind, Command, Entry, Gear, Played, Shield, Special, Step};

use super::{against, damage, rend, shield, trip, with};
use crate::table_help::*;

#[test]
fn s31_a_charge_needs_a_basic_attack_card_and_adds_one() {
    let mut play = Play::new(2);
    play.refused(with(A, B, None, Some(Special::Charge), &[]), "S31");
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), Some(Special::Charge), &[])), (1, 5));
}

#[test]
fn s31_a_charge_runs_on_past_those_who_dodge_but_never_to_the_charger() {
    let mut play = Play::new(4);
    let charge = |steps: &[Step]| attack(A, D, Some("slash"), Some(Special::Charge), steps);
    let fight = Fight::new(play.rules(), play.state(), &charge(&[answer("dodge")]));
    assert_eq!(fight.question().map(|question| question.asked), Some(B), "D, then not A but B");
    assert_eq!(fight.reckoning().effects, [Effect::RunsOn(B)]);
    play.act(Command::Attack(charge(&[answer("dodge"), answer("dodge"), answer("block")])));
    assert_eq!([A, B, C, D].map(|seat| play.health(seat)), [12; 4], "stopped by the Block of C");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    let struck: Vec<Seat> = event.outcomes.iter().map(|blow| blow.on).collect();
    assert_eq!(struck, [D, B, C]);
    play.turn(A).act(Command::Attack(charge(&[answer("dodge"), answer("dodge")])));
    assert_eq!([A, B, C, D].map(|seat| play.health(seat)), [12, 12, 8, 12]);
    assert_eq!(
        play.said(),
        "Asa attacks Egil with Sword, Slash and Charge; Egil stops it with Dodge; the Charge runs on, and Asa attacks Bjarni with \
         Sword, Slash and Charge; Bjarni stops it with Dodge; the Charge runs on, and Asa hits Dalla with Sword, Slash and Charge \
         for 4 damage: 12 → 8"
    );
}

#[test]
fn s31_a_charge_that_all_dodge_comes_round_again() {
    let play = Play::new(3);
    let steps = [answer("dodge"), answer("dodge"), answer("dodge")];
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &steps));
    assert_eq!(fight.question().map(|question| question.asked), Some(C), "B, C, B and C again");
}

#[test]
fn s31_with_two_players_a_dodged_charge_is_over() {
    let mut play = Play::new(2);
    let fight =
        Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &[answer("dodge")]));
    assert!(fight.question().is_none());
    play.act(with(A, B, Some("slash"), Some(Special::Charge), &[answer("dodge")]));
    assert_eq!(play.health(B), 12);
}

#[test]
fn s31_a_charge_is_answered_with_a_charge_which_strikes_back() {
    let mut play = Play::new(2);
    let counter = Step::CounterCharge { basic: card("chop") };
    play.act(with(A, B, Some("slash"), Some(Special::Charge), std::slice::from_ref(&counter)));
    assert_eq!((play.health(A), play.health(B)), (7, 12), "Sword 2, Chop 2 and Charge 1");
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword, Slash and Charge; Bjarni stops it with Charge and Chop; Bjarni hits Asa with \
         Sword, Chop and Charge for 5 damage: 12 → 7"
    );
    play.turn(A).act(with(A, B, Some("slash"), Some(Special::Charge), &[counter.clone(), answer("dodge")]));
    assert_eq!(play.health(A), 7, "the charger may answer");
    play.turn(A).refused(with(A, B, Some("slash"), Some(Special::Flurry), std::slice::from_ref(&counter)), "S31");
    play.arm(B, "dagger")
        .refused(with(A, B, Some("slash"), Some(Special::Charge), std::slice::from_ref(&counter)), "S52");
    play.arm(B, "spear").refused(with(A, B, Some("slash"), Some(Special::Charge), &[counter]), "S53");
}

#[test]
fn s32_disembowelling_adds_two_with_a_basic_attack_card_or_without() {
    let mut play = Play::new(2);
    play.mail(B);
    assert_eq!(damage(&play, &attack(A, B, None, Some(Special::Disembowelling), &[])), (1, 3));
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), Some(Special::Disembowelling), &[])), (1, 5));
}

#[test]
fn s33_every_blow_of_a_flurry_is_answered_on_its_own() {
    let mut play = Play::new(2);
    play.arm(A, "dagger").mail(B);
    assert_eq!(damage(&play, &attack(A, B, None, Some(Special::Flurry), &[])), (3, 0));
    let fight = Fight::new(
        play.rules(),
        play.state(),
        &attack(A, B, Some("thrust"), Some(Special::Flurry), &[answer("parry"), Step::Shield]),
    );
    assert_eq!(fight.question().and_then(|question| question.blow), Some((3, 3)));
    play.act(with(A, B, Some("thrust"), Some(Special::Flurry), &[answer("parry"), Step::Shield]));
    assert_eq!(play.health(B), 9);
    assert_eq!(
        play.said(),
        "Asa strikes Bjarni 3 times with Dagger, Thrust and Flurry of Blows: stopped with Parry, stopped with the Shield, \
         3 damage: 12 → 9; Bjarni’s Shield is damaged"
    );
}

#[test]
fn s33_a_disarm_stops_one_blow_of_a_flurry_and_the_others_still_land() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[answer("disarm")]));
    assert_eq!(play.health(B), 9, "the second blow");
    assert_eq!(play.state().weapon(A), None);
}

#[test]
fn s33_a_flurry_ends_when_its_target_falls() {
    let mut play = Play::new(3);
    play.hurt(B, 2);
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[]));
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.outcomes.len(), 1);
    assert_eq!((event.outcomes[0].damage, event.outcomes[0].lost), (3, 2));
}

#[test]
fn s34_after_a_block_the_defender_is_asked_for_a_hook_and_then_the_attacker() {
    let mut play = Play::new(2);
    play.arm(A, "axe").arm(B, "axe");
    let ask = |play: &Play, steps: &[Step]| {
        let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("chop"), None, steps));
        fight.question().map(|question| (question.asked, question.what))
    };
    let block = answer("block");
    assert_eq!(ask(&play, std::slice::from_ref(&block)), Some((B, QuestionKind::Hook)));
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook]), Some((A, QuestionKind::Hook)));
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook, Step::NoHook]), None);
    let hook = QuestionKind::Answer(BlowKind::Hook);
    assert_eq!(ask(&play, &[block.clone(), Step::Hook { by: B }]), Some((A, hook)), "who may defend against it");
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook, Step::Hook { by: A }]), None);
    play.arm(B, "sword");
    assert_eq!(ask(&play, &[block]), Some((A, QuestionKind::Hook)), "who cannot hook is not asked");
}

#[test]
fn s34_the_attackers_hook_cancels_the_block_and_does_nothing_else() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    let hooked = attack(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }]);
    let fight = Fight::new(play.rules(), play.state(), &hooked);
    assert_eq!(fight.question(), None, "nobody is asked once more");
    assert_eq!(fight.reckoning().strikes.len(), 1, "no blow of the Hook's own");
    assert_eq!(fight.reckoning().effects, [Effect::Hooked(B)]);
    let uses = ["chop", "block", "special-attack"].map(card);
    assert_eq!(fight.reckoning().uses, uses);
    play.act(Command::Attack(hooked));
    assert_eq!(play.health(B), 12 - 4, "Axe 2 and Chop 2");
    assert_eq!(play.said(), "Asa hits Bjarni with Axe and Chop for 4 damage: 12 → 8; Asa’s Hook cancels the Block");
}

#[test]
fn s34_a_hook_that_is_tripped_cancels_nothing() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    let steps = [answer("block"), Step::Hook { by: A }, trip(B, Played::Answer, Some("punch"))];
    play.act(with(A, B, Some("chop"), None, &steps));
    assert_eq!((play.health(A), play.health(B)), (11, 12), "the Block stands, and the Trip strikes");
    assert!(!play.said().contains("cancels the Block"), "{}", play.said());
    play.turn(A);
    let twice = [steps.as_slice(), &[trip(A, Played::Trip, None)]].concat();
    play.act(with(A, B, Some("chop"), None, &twice));
    assert_eq!(play.health(B), 12 - 4 - 2, "the Hook stands, and the Trip on the Trip strikes");
    assert!(play.said().contains("Asa’s Hook cancels the Block"), "{}", play.said());
}

#[test]
fn s34_the_defenders_hook_is_only_a_default_attack() {
    let mut play = Play::new(2);
    play.arm(B, "axe");
    play.act(with(A, B, Some("chop"), None, &[Step::Shield, Step::Hook { by: B }]));
    assert_eq!((play.health(A), play.health(B)), (10, 12), "the Block stands");
    assert_eq!(shield(&play, B), Shield::Damaged);
    play.turn(A);
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: B }, Step::Shield]));
    assert_eq!((play.health(A), shield(&play, A)), (10, Shield::Damaged), "and it can be blocked");
}

#[test]
fn s34_a_block_is_the_shield_the_card_or_a_counter_charge() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    let counter = Step::CounterCharge { basic: card("slash") };
    for block in [Step::Shield, answer("block"), counter.clone()] {
        let charge = attack(A, B, Some("chop"), Some(Special::Charge), &[block.clone(), Step::Hook { by: A }]);
        let fight = Fight::new(play.rules(), play.state(), &charge);
        assert_eq!(fight.reckoning().legal, Ok(()), "{block:?}");
        assert_eq!(fight.reckoning().health, [(B, 12, 7)], "{block:?}: Charge 5, and nothing comes back");
        assert!(fight.reckoning().effects.contains(&Effect::Hooked(B)), "{block:?}");
    }
    let as_attack = |step: &Step| attack(A, B, None, Some(Special::Hook), std::slice::from_ref(step));
    for block in [Step::Shield, answer("block"), counter] {
        assert_eq!(against(&play, &as_attack(&block)), ["S34"], "{block:?}");
        let hook = with(A, B, None, Some(Special::Hook), &[block]);
        let refusal = play.refused(hook, "S34");
        assert_eq!(refusal.possible, ["no answer", "a Disarm", "a Dodge", "a Parry"]);
    }
    for other in ["dodge", "parry", "disarm"] {
        assert_eq!(against(&play, &as_attack(&answer(other))), [] as [&str; 0], "{other}: Hooks can be dodged");
    }
}

#[test]
fn s34_nobody_hooks_without_a_hook_or_after_a_dodge() {
    let mut play = Play::new(2);
    play.refused(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }]), "S50");
    play.arm(A, "axe");
    let after_dodge = attack(A, B, Some("chop"), None, &[answer("dodge"), Step::Hook { by: A }]);
    let now = play.tick();
    let refusal = play.table.act(Command::Attack(after_dodge), now).expect_err("a Dodge is no Block");
    assert!(!refusal.can_be_overruled(), "{refusal}");
    play.refused(Command::Attack(alone(A, B, "kick", &[answer("block"), Step::Hook { by: A }])), "S48");
}

#[test]
fn s35_a_rend_destroys_what_it_names() {
    let mut play = Play::new(2);
    play.arm(A, "two-handed-axe").mail(B);
    for gear in [Gear::Mail, Gear::Shield, Gear::Weapon] {
        play.turn(A).act(rend(A, B, gear, None, &[]));
    }
    let bare = play.state().players[1].clone();
    assert_eq!((bare.health, bare.weapon, bare.shield, bare.mail), (12, None, Shield::None, false));
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(play.said(), "Asa strikes Bjarni with Two-Handed Axe and Rend; Bjarni’s Sword is lost");
    play.turn(A).refused(rend(A, B, Gear::Mail, None, &[]), "S35");
    play.refused(with(A, B, None, Some(Special::Rend), &[]), "S35");
}

#[test]
fn s35_a_parry_costs_the_weapon_and_a_block_the_shield() {
    let mut play = Play::new(2);
    play.arm(A, "two-handed-sword").mail(B);
    play.act(rend(A, B, Gear::Mail, None, &[answer("parry")]));
    let player = play.state().players[1].clone();
    assert_eq!((player.weapon, player.shield, player.mail), (None, Shield::Whole, true));
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[answer("block")]));
    assert_eq!((shield(&play, B), play.state().players[1].mail), (Shield::None, true));
    play.act(Command::TurnShield { seat: B, to: Shield::Whole });
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::None, "without the card too");
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[answer("dodge")]));
    assert!(play.state().players[1].mail);
}

#[test]
fn s35_only_two_handed_weapons_rend_and_no_basic_attack_adds_to_it() {
    let mut play = Play::new(2);
    play.refused(rend(A, B, Gear::Weapon, None, &[]), "S50");
    play.arm(A, "two-handed-sword").refused(rend(A, B, Gear::Weapon, Some("slash"), &[]), "R7");
}
