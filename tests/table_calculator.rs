//! Every combination of weapon, cards, armour and answer, against a small statement of the rules that shares nothing with
//! the program: it is written from the rules of the game, by name.

use crate::table_help::*;
use skirmish_tracker::table::Change as _;
use skirmish_tracker::table::skirmish::fight::{Fight, Reckoning};
use skirmish_tracker::table::skirmish::{Attack, Gear, Means, Rules, Shield, Special, State, Step, Stop};

const WEAPONS: [Option<&str>; 7] =
    [None, Some("sword"), Some("axe"), Some("dagger"), Some("spear"), Some("two-handed-axe"), Some("two-handed-sword")];
const BASICS: [Option<&str>; 5] = [None, Some("chop"), Some("critical-hit"), Some("slash"), Some("thrust")];
const ALONE: [&str; 3] = ["kick", "punch", "shield-bash"];
const SPECIALS: [Option<Special>; 6] = [
    None,
    Some(Special::Charge),
    Some(Special::Disembowelling),
    Some(Special::Flurry),
    Some(Special::Hook),
    Some(Special::Rend),
];
const NAMES: [Option<Gear>; 4] = [None, Some(Gear::Weapon), Some(Gear::Shield), Some(Gear::Mail)];
const SHIELDS: [Shield; 3] = [Shield::None, Shield::Whole, Shield::Damaged];
const ANSWERS: [Option<&str>; 5] = [None, Some("block"), Some("disarm"), Some("dodge"), Some("parry")];

/// One attack and one defender, in words.
#[derive(Clone, Copy, Debug)]
struct Case {
    weapon: Option<&'static str>,
    own_shield: Shield,
    alone: Option<&'static str>,
    basic: Option<&'static str>,
    special: Option<Special>,
    names: Option<Gear>,
    mail: bool,
    their_weapon: Option<&'static str>,
    their_shield: Shield,
}

fn two_handed(weapon: Option<&str>) -> bool {
    matches!(weapon, Some("two-handed-axe" | "two-handed-sword"))
}

/// True if a weapon has this special attack printed on it (S50 to S55).
fn knows(weapon: &str, special: Special) -> bool {
    use Special::{Charge, Disembowelling, Flurry, Hook, Rend};
    match weapon {
        "sword" | "spear" => matches!(special, Charge | Flurry | Disembowelling),
        "axe" => matches!(special, Hook | Charge | Flurry | Disembowelling),
        "dagger" => matches!(special, Flurry | Disembowelling),
        "two-handed-axe" => matches!(special, Hook | Charge | Rend | Disembowelling),
        "two-handed-sword" => matches!(special, Charge | Flurry | Rend | Disembowelling),
        other => panic!("{other}"),
    }
}

impl Case {
    /// True if the attack is legal at all (S17 to S21, S31 to S43).
    fn legal(&self) -> bool {
        let rend = self.special == Some(Special::Rend);
        let names = match self.names {
            None => !rend,
            Some(_) if !rend => false,
            Some(Gear::Weapon) => self.their_weapon.is_some(),
            Some(Gear::Shield) => self.their_shield != Shield::None,
            Some(Gear::Mail) => self.mail,
        };
        names && if let Some(alone) = self.alone { self.alone_legal(alone) } else { self.weapon_legal() }
    }

    fn alone_legal(&self, alone: &str) -> bool {
        let shield = self.own_shield != Shield::None && !two_handed(self.weapon);
        self.basic.is_none() && self.special.is_none() && (alone != "shield-bash" || shield)
    }

    fn weapon_legal(&self) -> bool {
        let Some(weapon) = self.weapon else { return false };
        let barred =
            matches!((self.basic, weapon), (Some("chop"), "spear") | (Some("thrust"), "axe" | "two-handed-axe"));
        let special = match self.special {
            None => true,
            Some(Special::Charge) => knows(weapon, Special::Charge) && self.basic.is_some(),
            // S43, and that a Rend does no damage, to which a card could be added.
            Some(Special::Rend) => match self.basic {
                Some("critical-hit") => true,
                Some(_) => false,
                None => knows(weapon, Special::Rend),
            },
            Some(special) => knows(weapon, special),
        };
        !barred && special
    }

    /// Returns the number of blows, and the damage of each (S16, S31 to S43, S50 to S55).
    fn damage(&self) -> (usize, i64) {
        if self.special == Some(Special::Rend) {
            return (1, 0);
        }
        let off = if self.mail && self.basic != Some("thrust") { 1 } else { 0 };
        let raw = match (self.alone, self.weapon) {
            (Some("kick"), _) => 2,
            (Some("punch"), _) => 1,
            (Some(_), _) => 3,
            (None, Some("dagger")) => 1 + self.added("dagger"),
            (None, Some(weapon)) if two_handed(Some(weapon)) => 3 + self.added(weapon),
            (None, Some(weapon)) => 2 + self.added(weapon),
            (None, None) => panic!("nothing to strike with"),
        };
        let blows = match (self.special, self.weapon) {
            (Some(Special::Flurry), Some("dagger")) => 3,
            (Some(Special::Flurry), _) => 2,
            _ => 1,
        };
        (blows, (raw - off).max(0))
    }

    fn added(&self, weapon: &str) -> i64 {
        let card = match (self.basic, weapon) {
            (None, _) => 0,
            (Some("chop"), _) => 2,
            (Some("critical-hit"), _) => 3,
            (Some("slash"), "two-handed-sword") => 2,
            (Some("thrust"), "dagger" | "spear" | "two-handed-sword") => 2,
            (Some(_), _) => 1,
        };
        let special = match self.special {
            Some(Special::Charge) => 1,
            Some(Special::Disembowelling) => 2,
            _ => 0,
        };
        card + special
    }

    /// True if the defender may answer in this way (S30, S34, S36, S44 to S47); `None` is the Shield without a card.
    fn may_answer(&self, answer: Option<&str>) -> bool {
        let shield = self.their_shield != Shield::None && !two_handed(self.their_weapon);
        let hook = self.special == Some(Special::Hook);
        match answer {
            None | Some("block") => shield && !hook,
            Some("disarm") => {
                (shield || self.their_weapon.is_some()) && self.alone.is_none() && !two_handed(self.weapon)
            }
            Some("dodge") => self.alone.is_some() || self.weapon != Some("spear"),
            Some("parry") => self.their_weapon.is_some() && self.special != Some(Special::Charge),
            Some(other) => panic!("{other}"),
        }
    }

    fn attack(&self, steps: Vec<Step>) -> Attack {
        Attack {
            means: self.alone.map_or(Means::Weapon, |alone| Means::Alone(card(alone))),
            names: self.names,
            steps,
            ..attack(A, B, self.basic, self.special, &[])
        }
    }

    /// Returns the attacker and the defender of the case; nobody dies of it.
    fn state(&self, from: &State) -> State {
        let mut state = from.clone();
        for (seat, weapon, shield) in [(A, self.weapon, self.own_shield), (B, self.their_weapon, self.their_shield)] {
            let player = &mut state.players[seat.index()];
            (player.weapon, player.shield, player.health) = (weapon.map(card), shield, 100);
        }
        state.players[B.index()].mail = self.mail;
        state
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let attacks = BASICS.into_iter().flat_map(|basic| SPECIALS.into_iter().map(move |special| (basic, special)));
    let attacks: Vec<_> =
        attacks.flat_map(|(basic, special)| NAMES.into_iter().map(move |names| (basic, special, names))).collect();
    for weapon in WEAPONS {
        for alone in std::iter::once(None).chain(ALONE.into_iter().map(Some)) {
            for (basic, special, names) in &attacks {
                for own_shield in [Shield::None, Shield::Damaged] {
                    for mail in [false, true] {
                        for their_weapon in WEAPONS {
                            for their_shield in SHIELDS {
                                let (basic, special, names) = (*basic, *special, *names);
                                let case = Case {
                                    weapon,
                                    own_shield,
                                    alone,
                                    basic,
                                    special,
                                    names,
                                    mail,
                                    their_weapon,
                                    their_shield,
                                };
                                cases.push(case);
                            }
                        }
                    }
                }
            }
        }
    }
    cases
}

fn reckon(rules: &Rules, state: &State, attack: &Attack) -> Reckoning {
    Fight::new(rules, state, attack).reckoning().clone()
}

#[test]
fn every_attack_is_legal_or_not_and_does_what_the_rules_say() {
    let play = Play::new(2);
    let (mut legal, mut illegal) = (0, 0);
    for case in cases() {
        let reckoning = reckon(play.rules(), &case.state(play.state()), &case.attack(Vec::new()));
        assert_eq!(reckoning.legal.is_ok(), case.legal(), "{case:?}: {:?}", reckoning.legal);
        if let Err(reasons) = &reckoning.legal {
            illegal += 1;
            for reason in reasons {
                let nothing = (case.alone, case.weapon, case.basic) == (None, None, None);
                assert!(reason.rule.is_some() && (!reason.absolute || nothing), "{case:?}: {reason}");
                assert!(reason.short.chars().count() <= 18, "{:?} is too long for a card", reason.short);
            }
            continue;
        }
        legal += 1;
        let (blows, each) = case.damage();
        let does: Vec<i64> = reckoning.strikes.iter().map(|strike| strike.blow.damage).collect();
        assert_eq!(does, vec![each; blows], "{case:?}");
        for strike in &reckoning.strikes {
            let sum: i64 = strike.terms.iter().map(|term| term.amount).sum();
            assert_eq!(sum.max(0), strike.blow.damage, "{case:?}: the terms add up");
        }
        let lost = 100 - i64::try_from(blows).expect("few") * each;
        let health: Vec<_> = if lost == 100 { Vec::new() } else { vec![(B, 100, lost)] };
        assert_eq!(reckoning.health, health, "{case:?}");
    }
    assert!(legal > 3_000 && illegal > 100_000, "{legal} legal, {illegal} illegal");
}

#[test]
fn every_answer_is_legal_or_not_and_has_its_consequences() {
    let play = Play::new(2);
    let mut tried = 0;
    for case in cases().into_iter().filter(Case::legal) {
        let state = case.state(play.state());
        for answer in ANSWERS {
            let step = answer.map_or(Step::Shield, |answer| Step::Card(card(answer)));
            let fight = Fight::new(play.rules(), &state, &case.attack(Vec::new()));
            let offered =
                fight.question().and_then(|question| question.choices.iter().find(|choice| choice.step == step));
            let offered = offered.expect("every answer is offered").legal.is_ok();
            assert_eq!(offered, case.may_answer(answer), "{answer:?} to {case:?}");
            let reckoning = reckon(play.rules(), &state, &case.attack(vec![step.clone()]));
            assert_eq!(reckoning.legal.is_ok(), offered, "{answer:?} to {case:?}");
            if offered {
                tried += 1;
                consequences(&case, answer, &state, &reckoning);
            }
        }
    }
    assert!(tried > 15_000, "{tried}");
}

fn consequences(case: &Case, answer: Option<&str>, state: &State, reckoning: &Reckoning) {
    let mut after = state.clone();
    for change in &reckoning.changes {
        change.apply(&mut after).unwrap_or_else(|wrong| panic!("{answer:?} to {case:?}: {wrong}"));
    }
    let (attacker, defender) = (&after.players[A.index()], &after.players[B.index()]);
    let stop = answer.map_or(Stop::Shield, |answer| Stop::Card(card(answer)));
    assert_eq!(reckoning.strikes[0].blow.stopped, Some(stop), "{answer:?} to {case:?}");
    // The first blow is stopped, the others land.
    let (blows, each) = case.damage();
    let lost = i64::try_from(blows - 1).expect("few") * each;
    assert_eq!((attacker.health, defender.health), (100, 100 - lost), "{answer:?} to {case:?}");
    let rend = case.special == Some(Special::Rend);
    let disarmed = answer == Some("disarm");
    assert_eq!(attacker.weapon, case.weapon.filter(|_| !disarmed).map(card), "{answer:?} to {case:?}");
    let broken = answer == Some("parry") && rend;
    assert_eq!(defender.weapon, case.their_weapon.filter(|_| !broken).map(card), "{answer:?} to {case:?}");
    let shield = match (answer, case.their_shield) {
        (None | Some("block"), _) if rend => Shield::None,
        (None, Shield::Whole) => Shield::Damaged,
        (None, _) => Shield::None,
        (_, shield) => shield,
    };
    assert_eq!((defender.shield, defender.mail), (shield, case.mail), "{answer:?} to {case:?}");
}

#[test]
fn the_worked_figures_hold() {
    let play = Play::new(2);
    let case = |weapon, basic, special| Case {
        weapon: Some(weapon),
        own_shield: Shield::Whole,
        alone: None,
        basic,
        special,
        names: None,
        mail: false,
        their_weapon: Some("sword"),
        their_shield: Shield::Whole,
    };
    use Special::{Charge, Disembowelling, Flurry, Rend};
    let mail = |case: Case| Case { mail: true, ..case };
    let does = |case: Case, expected: (usize, i64)| {
        let reckoning = reckon(play.rules(), &case.state(play.state()), &case.attack(Vec::new()));
        assert_eq!(reckoning.legal, Ok(()), "{case:?}");
        let found = (reckoning.strikes.len(), reckoning.strikes[0].blow.damage);
        assert_eq!(found, expected, "{case:?}");
    };
    let illegal = |case: Case, steps: Vec<Step>| {
        let reckoning = reckon(play.rules(), &case.state(play.state()), &case.attack(steps));
        assert!(reckoning.legal.is_err(), "{case:?}");
    };
    does(case("sword", None, None), (1, 2));
    does(case("sword", Some("slash"), None), (1, 3));
    does(case("sword", Some("chop"), None), (1, 4));
    does(case("sword", Some("critical-hit"), None), (1, 5));
    does(case("sword", Some("chop"), Some(Charge)), (1, 5));
    does(case("sword", Some("chop"), Some(Disembowelling)), (1, 6));
    does(case("spear", Some("thrust"), None), (1, 4));
    does(mail(case("spear", Some("thrust"), None)), (1, 4));
    illegal(case("spear", Some("chop"), None), vec![]);
    does(case("dagger", Some("thrust"), None), (1, 3));
    does(mail(case("dagger", Some("thrust"), Some(Flurry))), (3, 3));
    does(case("dagger", None, Some(Flurry)), (3, 1));
    does(mail(case("dagger", None, Some(Flurry))), (3, 0));
    illegal(case("axe", Some("thrust"), None), vec![]);
    does(case("two-handed-sword", Some("slash"), None), (1, 5));
    does(case("two-handed-sword", Some("slash"), Some(Disembowelling)), (1, 7));
    does(mail(case("two-handed-sword", Some("slash"), Some(Disembowelling))), (1, 6));
    does(case("two-handed-axe", Some("chop"), Some(Charge)), (1, 6));
    does(case("two-handed-sword", Some("thrust"), Some(Flurry)), (2, 5));
    illegal(case("sword", None, Some(Charge)), vec![]);
    for weapon in WEAPONS.into_iter().flatten() {
        let kick = Case { alone: Some("kick"), ..case(weapon, None, None) };
        does(kick, (1, 2));
        does(mail(kick), (1, 1));
    }
    illegal(Case { alone: Some("shield-bash"), ..case("two-handed-axe", None, None) }, vec![]);
    let rend = |weapon, basic| Case { names: Some(Gear::Shield), ..case(weapon, basic, Some(Rend)) };
    illegal(rend("sword", None), vec![]);
    does(rend("sword", Some("critical-hit")), (1, 0));
    illegal(case("two-handed-axe", None, None), vec![answer("disarm")]);
    illegal(case("spear", None, None), vec![answer("dodge")]);
    illegal(case("sword", Some("chop"), Some(Charge)), vec![answer("parry")]);
}
