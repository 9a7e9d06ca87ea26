//! Options on the sheets, and objections to them.

use super::act::{against_acting, every_recovery, recovery_objections};
use super::command::{Attack, Means, Special};
use super::fight::{Facet, a, objections};
use super::state::{Gear, Recovery, State};
use super::{Command, Rules};
use crate::table::{CardId, Reason, Rules as _, Seat};

/// Something that can be chosen, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<T> {
    /// The option.
    pub value: T,
    /// Why not.
    pub legal: Result<(), Vec<Reason>>,
}

/// Options for an attack, each given the choices made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// All players but the attacker, clockwise from the attacker.
    pub targets: Vec<Offer<Seat>>,
    /// The weapon, and the stand-alone cards; checked without a Basic attack card and without a special attack, which a
    /// stand-alone card replaces.
    pub means: Vec<Offer<Means>>,
    /// No Basic attack card, or each of those that add to the weapon.
    pub basics: Vec<Offer<Option<CardId>>>,
    /// No special attack, and each.
    pub specials: Vec<Offer<Option<Special>>>,
    /// Items that a Rend may name.
    pub names: Vec<Offer<Gear>>,
}

/// Returns the options for an attack.
pub fn choices(rules: &Rules, state: &State, attack: &Attack) -> Choices {
    let now = objections(rules, state, attack);
    // A choice is barred by what speaks against it, and by what it would bring up elsewhere; but a card that is still
    // missing can be chosen next.
    let judge = |facet: Facet, other: &Attack| -> Result<(), Vec<Reason>> {
        let bars = |(about, reason): &(Facet, Reason)| {
            let new = !matches!(about, Facet::Basic | Facet::Names) && !now.iter().any(|(_, known)| known == reason);
            *about == facet || new
        };
        let reasons: Vec<Reason> =
            objections(rules, state, other).into_iter().filter(bars).map(|(_, why)| why).collect();
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    };
    let base = || Attack { steps: Vec::new(), ..attack.clone() };
    let bare = || Attack { basic: None, special: None, names: None, ..base() };
    let count = state.players.len();
    let around = (1..count).filter_map(|step| Seat::at((attack.attacker.index() + step) % count));
    let targets =
        around.map(|target| Offer { legal: judge(Facet::Target, &Attack { target, ..bare() }), value: target });
    let means = std::iter::once(Means::Weapon).chain(rules.alone().iter().cloned().map(Means::Alone));
    let means = means
        .map(|means| Offer { legal: judge(Facet::Means, &Attack { means: means.clone(), ..bare() }), value: means });
    let basics = std::iter::once(None).chain(rules.basics().iter().cloned().map(Some));
    let basics = basics
        .map(|basic| Offer { legal: judge(Facet::Basic, &Attack { basic: basic.clone(), ..base() }), value: basic });
    let specials = std::iter::once(None).chain(Special::ALL.into_iter().map(Some)).map(|special| {
        let names = attack.names.filter(|_| special == Some(Special::Rend));
        Offer { legal: judge(Facet::Special, &Attack { special, names, ..base() }), value: special }
    });
    let rend = Some(Special::Rend);
    let names = [Gear::Weapon, Gear::Shield, Gear::Mail].into_iter().map(|gear| Offer {
        legal: judge(Facet::Names, &Attack { names: Some(gear), special: attack.special.or(rend), ..base() }),
        value: gear,
    });
    Choices {
        targets: targets.collect(),
        means: means.collect(),
        basics: basics.collect(),
        specials: specials.collect(),
        names: names.collect(),
    }
}

/// Returns the ways to recover, with a choice for each weapon (S22).
pub fn recoveries(rules: &Rules, state: &State, seat: Seat) -> Vec<Offer<Recovery>> {
    let acting = against_acting(state, seat);
    let offer = |what: Recovery| {
        let reasons: Vec<Reason> =
            acting.iter().cloned().chain(recovery_objections(rules, state, seat, &what)).collect();
        Offer { legal: if reasons.is_empty() { Ok(()) } else { Err(reasons) }, value: what }
    };
    every_recovery(rules).into_iter().map(offer).collect()
}

/// Returns the alternatives to forbidden choices, in words.
pub(super) fn possible(rules: &Rules, state: &State, attack: &Attack) -> Vec<String> {
    let against: Vec<Facet> = objections(rules, state, attack).into_iter().map(|(facet, _)| facet).collect();
    let open = choices(rules, state, attack);
    let mut words = Vec::new();
    let has = |facet| against.contains(&facet);
    if has(Facet::Target) {
        let targets = open.targets.iter().filter(|offer| offer.legal.is_ok());
        words.extend(targets.map(|offer| format!("attack {}", super::act::name(state, offer.value))));
    }
    if has(Facet::Means) {
        words.extend(open.means.iter().filter(|offer| offer.legal.is_ok()).map(|offer| match &offer.value {
            Means::Weapon => "attack with the weapon".to_owned(),
            Means::Alone(card) => a(rules.name(card)),
        }));
    }
    if has(Facet::Basic) {
        words.extend(open.basics.iter().filter(|offer| offer.legal.is_ok()).map(|offer| match &offer.value {
            None => "no Basic attack card".to_owned(),
            Some(card) => a(rules.name(card)),
        }));
    }
    if has(Facet::Special) {
        words.extend(open.specials.iter().filter(|offer| offer.legal.is_ok()).map(|offer| match offer.value {
            None => "no special attack".to_owned(),
            Some(special) => rules.special_name(special).to_owned(),
        }));
    }
    words
}

/// Returns the options of the player on turn: every attack at its beginning, every recovery, and the other steps of a
/// turn.
pub(super) fn legal(rules: &Rules, state: &State) -> Vec<Command> {
    let seat = state.turn;
    if !state.begun() || state.winner.is_some() {
        return Vec::new();
    }
    let mut commands = vec![Command::Wear { seat }];
    commands.extend(every_recovery(rules).into_iter().map(|what| Command::Recover { seat, what }));
    for target in state.living().filter(|target| *target != seat) {
        commands.extend(attacks(rules, seat, target).into_iter().map(Command::Attack));
    }
    commands.extend([Command::EndTurn { seat }, Command::Reshuffle]);
    commands.retain(|command| rules.decide(state, command).reasons.is_empty());
    commands
}

/// Returns all attacks of one player on another, legal or not.
fn attacks(rules: &Rules, attacker: Seat, target: Seat) -> Vec<Attack> {
    let plain = Attack::plain(attacker, target);
    let basics = || std::iter::once(None).chain(rules.basics().iter().chain(rules.alone()).cloned().map(Some));
    let names = [None, Some(Gear::Weapon), Some(Gear::Shield), Some(Gear::Mail)];
    let specials = std::iter::once((None, None)).chain(Special::ALL.into_iter().flat_map(|special| {
        let names = names.into_iter().filter(move |name| name.is_some() == (special == Special::Rend));
        names.map(move |name| (Some(special), name))
    }));
    let with_weapon =
        specials.flat_map(|(special, names)| basics().map(move |basic| (special, names, basic)).collect::<Vec<_>>());
    let mut all: Vec<Attack> =
        with_weapon.map(|(special, names, basic)| Attack { special, names, basic, ..plain.clone() }).collect();
    all.extend(rules.alone().iter().cloned().map(|card| Attack { means: Means::Alone(card), ..plain.clone() }));
    all
}
