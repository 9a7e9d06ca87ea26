//! Enabled and disabled options of the sheets.

use crate::table_help::*;
use skirmish_tracker::table::RuleNumber;
use skirmish_tracker::table::skirmish::fight::Fight;
use skirmish_tracker::table::skirmish::{Attack, Command, Gear, Means, Offer, Special, choices};

/// Returns the enabled options, as words.
fn lit<T>(offers: &[Offer<T>], words: impl Fn(&T) -> String) -> Vec<String> {
    offers.iter().filter(|offer| offer.legal.is_ok()).map(|offer| words(&offer.value)).collect()
}

fn basics(play: &Play, attack: &Attack) -> Vec<String> {
    lit(&choices(play.rules(), play.state(), attack).basics, |card| {
        card.as_ref().map_or("none".into(), ToString::to_string)
    })
}

fn specials(play: &Play, attack: &Attack) -> Vec<String> {
    lit(&choices(play.rules(), play.state(), attack).specials, |special| {
        special.map_or("none".into(), |special| play.rules().special_name(special).to_owned())
    })
}

#[test]
fn an_axe_with_a_chop_and_disembowelling_dims_thrust_and_rend() {
    let mut play = Play::new(3);
    play.arm(A, "axe");
    let attack = attack(A, C, Some("chop"), Some(Special::Disembowelling), &[]);
    assert_eq!(basics(&play, &attack), ["none", "chop", "slash", "critical-hit"]);
    assert_eq!(specials(&play, &attack), ["none", "Charge", "Disembowelling", "Flurry of Blows", "Hook"]);
    let all = choices(play.rules(), play.state(), &attack);
    let thrust = all.basics.iter().find(|offer| offer.value == Some(card("thrust"))).expect("offered");
    let reasons = thrust.legal.clone().expect_err("S51");
    assert_eq!((reasons[0].short.as_str(), reasons[0].rule), ("not with an Axe", Some(RuleNumber::literal("S51"))));
    let targets: Vec<_> = all.targets.iter().map(|offer| (offer.value, offer.legal.is_ok())).collect();
    assert_eq!(targets, [(B, true), (C, true)], "clockwise from the attacker");
}

#[test]
fn a_charge_can_be_chosen_before_its_card() {
    let play = Play::new(2);
    assert!(specials(&play, &Attack::plain(A, B)).contains(&"Charge".to_owned()));
    let charge = attack(A, B, None, Some(Special::Charge), &[]);
    assert_eq!(basics(&play, &charge), ["chop", "slash", "thrust", "critical-hit"], "but not without a card");
    let rules = Fight::new(play.rules(), play.state(), &charge).reckoning().legal.clone();
    assert_eq!(numbers(&rules), ["S31"]);
}

#[test]
fn a_rend_is_lit_with_a_critical_hit_and_what_it_may_name_is_what_there_is() {
    let mut play = Play::new(2);
    assert!(!specials(&play, &attack(A, B, Some("slash"), None, &[])).contains(&"Rend".to_owned()));
    let critical = attack(A, B, Some("critical-hit"), None, &[]);
    assert!(specials(&play, &critical).contains(&"Rend".to_owned()));
    let names = |play: &Play, attack: &Attack| {
        lit(&choices(play.rules(), play.state(), attack).names, |gear| format!("{gear:?}"))
    };
    let rend = Attack { special: Some(Special::Rend), ..critical };
    assert_eq!(names(&play, &rend), ["Weapon", "Shield"]);
    play.mail(B).act(Command::Lose { seat: B, gear: Gear::Weapon });
    assert_eq!(names(&play, &rend), ["Shield", "Mail"]);
    // With a named item, other cards are useless: they would bring up something that isn't there now.
    let named = Attack { names: Some(Gear::Shield), ..rend };
    assert_eq!(basics(&play, &named), ["critical-hit"]);
}

#[test]
fn a_card_that_stands_alone_dims_what_goes_with_a_weapon_and_can_be_chosen_in_spite_of_it() {
    let play = Play::new(2);
    let kick = alone(A, B, "kick", &[]);
    assert_eq!((basics(&play, &kick), specials(&play, &kick)), (vec!["none".into()], vec!["none".to_owned()]));
    let loaded = attack(A, B, Some("chop"), Some(Special::Charge), &[]);
    let means = lit(&choices(play.rules(), play.state(), &loaded).means, |means| match means {
        Means::Weapon => "weapon".to_owned(),
        Means::Alone(card) => card.to_string(),
    });
    assert_eq!(means, ["weapon", "kick", "punch", "shield-bash"]);
}

#[test]
fn whoever_is_out_is_no_target() {
    let mut play = Play::new(3);
    play.act(Command::Fall { seat: B, by: None });
    let all = choices(play.rules(), play.state(), &Attack::plain(A, C));
    let targets: Vec<_> = all.targets.iter().map(|offer| (offer.value, offer.legal.is_ok())).collect();
    assert_eq!(targets, [(B, false), (C, true)]);
}

#[test]
fn what_a_trip_may_strike_with() {
    let mut play = Play::new(2);
    play.arm(B, "two-handed-axe");
    let offers = Fight::trip_strikes(play.rules(), play.state(), B);
    let strikes = lit(&offers, |card| card.as_ref().map_or("default".into(), ToString::to_string));
    assert_eq!(strikes, ["default", "chop", "slash", "critical-hit", "kick", "punch"]);
}
