//! Attacking (S16 to S21).

use skirmish_tracker::table::skirmish::fight::{Fight, QuestionKind};
use skirmish_tracker::table::skirmish::{Attack, BlowKind, Command, Gear, Played, Special, Step, choices};

use super::{against, damage, plain, with};
use crate::table_help::*;

#[test]
fn s16_a_weapon_strikes_without_a_card() {
    let mut play = Play::new(2);
    for (weapon, does) in
        [("sword", 2), ("axe", 2), ("dagger", 1), ("spear", 2), ("two-handed-axe", 3), ("two-handed-sword", 3)]
    {
        play.arm(A, weapon);
        assert_eq!(damage(&play, &Attack::plain(A, B)), (1, does), "{weapon}");
    }
}

#[test]
fn s17_one_basic_attack_card_adds_its_damage() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("slash"), None, &[]));
    assert_eq!(play.health(B), 9);
    assert_eq!(play.said(), "Asa hits Bjarni with Sword and Slash for 3 damage: 12 → 9");
    play.turn(A);
    let two = Attack { basic: Some(card("chop")), ..alone(A, B, "kick", &[]) };
    play.refused(Command::Attack(two), "S18");
}

#[test]
fn s18_cards_that_stand_alone_replace_the_weapon_and_go_with_no_special_attack() {
    let mut play = Play::new(2);
    for special in Special::ALL {
        let attack = Attack { special: Some(special), ..alone(A, B, "punch", &[]) };
        assert!(against(&play, &attack).contains(&"S18".to_owned()), "{special:?}");
    }
    play.refused(with(A, B, Some("kick"), None, &[]), "S18");
    play.act(Command::Attack(alone(A, B, "shield-bash", &[])));
    assert_eq!(play.health(B), 9);
}

#[test]
fn s19_a_weapon_uses_the_special_attacks_that_are_printed_on_it() {
    use Special::{Charge, Disembowelling, Flurry, Hook, Rend};
    let mut play = Play::new(2);
    let knows: [(&str, &[Special]); 6] = [
        ("sword", &[Charge, Flurry, Disembowelling]),
        ("axe", &[Hook, Charge, Flurry, Disembowelling]),
        ("dagger", &[Flurry, Disembowelling]),
        ("spear", &[Charge, Flurry, Disembowelling]),
        ("two-handed-axe", &[Hook, Charge, Rend, Disembowelling]),
        ("two-handed-sword", &[Charge, Flurry, Rend, Disembowelling]),
    ];
    for (weapon, known) in knows {
        play.arm(A, weapon);
        for special in Special::ALL {
            let basic = (special == Charge).then_some("slash");
            let names = (special == Rend).then_some(Gear::Weapon);
            let attack = Attack { names, ..attack(A, B, basic, Some(special), &[]) };
            assert_eq!(against(&play, &attack).is_empty(), known.contains(&special), "{weapon} {special:?}");
        }
    }
}

#[test]
fn s20_the_defender_is_asked_and_every_answer_is_offered() {
    let play = Play::new(2);
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &[]));
    let question = fight.question().expect("the defender is asked");
    assert_eq!((question.asked, question.by), (B, A));
    assert_eq!(question.what, QuestionKind::Answer(BlowKind::Attack));
    let legal =
        |step: &Step| question.choices.iter().find(|choice| choice.step == *step).expect("offered").legal.is_ok();
    for step in [Step::Hit, Step::Shield, answer("block"), answer("disarm"), answer("dodge")] {
        assert!(legal(&step), "{step:?}");
    }
    assert!(!legal(&answer("parry")), "S47");
    assert!(legal(&Step::CounterCharge { basic: card("thrust") }));
    let offer = &fight.trips()[0];
    assert_eq!((offer.on, offer.against), (Played::Attack, A));
    assert_eq!(offer.by, [(B, Ok(()))]);
    assert_eq!(fight.reckoning().health, [(B, 12, 8)], "unanswered, it lands");
}

#[test]
fn s21_without_a_weapon_there_is_no_default_attack() {
    let mut play = Play::new(2);
    play.act(Command::Lose { seat: A, gear: Gear::Weapon });
    play.refused(plain(A, B, &[]), "S21");
    for (means, does) in [("kick", 2), ("punch", 1), ("shield-bash", 3)] {
        assert_eq!(damage(&play, &alone(A, B, means, &[])), (1, does));
    }
    play.act(Command::Lose { seat: A, gear: Gear::Shield });
    play.refused(Command::Attack(alone(A, B, "shield-bash", &[])), "S42");
    let open = choices(play.rules(), play.state(), &Attack::plain(A, B));
    let means: Vec<bool> = open.means.iter().map(|offer| offer.legal.is_ok()).collect();
    assert_eq!(means, [false, true, true, false], "weapon, Kick, Punch, Shield Bash");
}
