//! Objections of the rules to an attack, and to an answer to it.

use super::sum::Arms;
use crate::game::{RuleNumber, rule};
use crate::table::skirmish::act::{against_acting, all_discarded, name};
use crate::table::skirmish::command::{Attack, Means, Special};
use crate::table::skirmish::rules::DefenceKind;
use crate::table::skirmish::state::{Gear, Shield, State};
use crate::table::skirmish::{CardInfo, Rules};
use crate::table::{CardId, Reason, Seat};

/// Choice on the attack sheet that a reason concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table::skirmish) enum Facet {
    Attacker,
    Target,
    Means,
    Basic,
    Special,
    Names,
}

pub(in crate::table::skirmish) type Objection = (Facet, Reason);

/// Returns all objections to an attack, without its answers.
pub(in crate::table::skirmish) fn objections(rules: &Rules, state: &State, attack: &Attack) -> Vec<Objection> {
    let mut all: Vec<Objection> =
        against_acting(state, attack.attacker).into_iter().map(|reason| (Facet::Attacker, reason)).collect();
    all.extend(against_target(state, attack).map(|reason| (Facet::Target, reason)));
    match &attack.means {
        Means::Weapon => with_weapon(rules, state, attack, &mut all),
        Means::Alone(card) => alone(rules, state, attack, card, &mut all),
    }
    all.extend(against_name(rules, state, attack).map(|reason| (Facet::Names, reason)));
    let alone = if let Means::Alone(card) = &attack.means { Some(card) } else { None };
    let needs_card = attack.special.is_some_and(|special| !serves(rules, attack, special));
    let cards = [
        (Facet::Means, alone),
        (Facet::Basic, attack.basic.as_ref()),
        (Facet::Special, needs_card.then(|| rules.special_attack())),
    ];
    all.extend(cards.into_iter().filter_map(|(facet, card)| Some((facet, all_discarded(rules, state, card?, 0)?))));
    all
}

fn against_target(state: &State, attack: &Attack) -> Option<Reason> {
    if attack.target == attack.attacker {
        return Some(Reason::fact("yourself", "nobody attacks themselves"));
    }
    let text = || format!("{} is out of the game", name(state, attack.target));
    (!state.lives(attack.target)).then(|| Reason::absolute(rule!("S11"), "out of the game", text()))
}

fn with_weapon(rules: &Rules, state: &State, attack: &Attack, all: &mut Vec<Objection>) {
    let weapon = state.weapon(attack.attacker).and_then(|weapon| rules.card(weapon));
    if weapon.is_none() {
        let text = format!("{} has no weapon, and so no default attack", name(state, attack.attacker));
        // With a card, players may agree that there is something in the hand after all.
        let reason = Reason { absolute: attack.basic.is_none(), ..Reason::rule(rule!("S21"), "no weapon", text) };
        all.push((Facet::Means, reason));
    }
    if let Some(basic) = &attack.basic {
        all.extend(against_basic(rules, weapon, basic).map(|reason| (Facet::Basic, reason)));
    }
    if let Some(special) = attack.special {
        all.extend(against_special(rules, weapon, attack, special));
    }
}

/// Objects to adding a Basic attack card to a weapon's attack (S17, S38 to S43).
pub(super) fn against_basic(rules: &Rules, weapon: Option<&CardInfo>, basic: &CardId) -> Option<Reason> {
    let Some(card) = rules.card(basic).filter(|card| card.adds || card.alone) else {
        let text = format!("a {} isn’t a Basic attack", rules.name(basic));
        return Some(Reason::fact("no Basic attack", text));
    };
    if card.alone {
        return Some(Reason::rule(rule!("S18"), "stands alone", format!("a {} stands alone", card.name)));
    }
    let weapon = weapon?;
    if weapon.cannot.contains(basic) {
        return Some(cannot(rules, weapon, card));
    }
    let text = format!("{} cannot be used with {}", card.name, a(&weapon.name));
    let (_, rule) = card.bars.iter().find(|(barred, _)| *barred == weapon.id)?;
    Some(Reason::rule(*rule, not_with(weapon), text))
}

/// Objects: "a Two-Handed Axe cannot Block (S54)".
fn cannot(rules: &Rules, weapon: &CardInfo, card: &CardInfo) -> Reason {
    let short = if card.needs_shield { not_in_use(rules) } else { not_with(weapon) };
    Reason::rule(weapon.rule, short, format!("{} cannot {}", a(&weapon.name), card.name))
}

/// Objects to a special attack. A Basic attack card may be used with a Hook that is the attack itself (R6), but not
/// with a Rend, which destroys instead of dealing damage (R7); a Critical Hit that is the Rend isn't such a card (S43).
fn against_special(rules: &Rules, weapon: Option<&CardInfo>, attack: &Attack, special: Special) -> Vec<Objection> {
    let mut all = Vec::new();
    let special_name = rules.special_name(special);
    let serves = serves(rules, attack, special);
    if let Some(weapon) = weapon.filter(|weapon| !serves && !weapon.specials.contains(&special)) {
        let text = format!("{} has no {special_name}", a(&weapon.name));
        all.push((Facet::Special, Reason::rule(weapon.rule, not_with(weapon), text)));
    }
    if special == Special::Charge && attack.basic.is_none() {
        let text = format!("a {special_name} needs a Basic attack card");
        all.push((Facet::Basic, Reason::rule(rule!("S31"), "needs a Basic card", text)));
    }
    if let Some(basic) = attack.basic.as_ref().filter(|_| special == Special::Rend && !serves) {
        let text = format!("no Basic attack card goes with {}, so the {} cannot", a(special_name), rules.name(basic));
        all.push((Facet::Special, Reason::rule(rule!("R7"), "no Basic card", text)));
    }
    all
}

/// True if the Basic attack card is played as the special attack (S43).
pub(super) fn serves(rules: &Rules, attack: &Attack, special: Special) -> bool {
    let basic = attack.basic.as_ref().and_then(|basic| rules.card(basic));
    basic.is_some_and(|basic| basic.serves_as.contains(&special))
}

fn alone(rules: &Rules, state: &State, attack: &Attack, card: &CardId, all: &mut Vec<Objection>) {
    all.extend(against_alone(rules, state, attack.attacker, card).map(|reason| (Facet::Means, reason)));
    let name = rules.name(card);
    if attack.basic.is_some() {
        all.push((Facet::Basic, Reason::rule(rule!("S18"), "stands alone", format!("a {name} stands alone"))));
    }
    if attack.special.is_some() {
        let text = format!("no {} goes with a {name}", rules.name(rules.special_attack()));
        all.push((Facet::Special, Reason::rule(rule!("S18"), "stands alone", text)));
    }
}

/// Objects to a stand-alone card (S41, S42).
pub(super) fn against_alone(rules: &Rules, state: &State, by: Seat, card: &CardId) -> Option<Reason> {
    let Some(info) = rules.card(card).filter(|info| info.alone) else {
        return Some(Reason::fact("does not stand alone", format!("a {} does not stand alone", rules.name(card))));
    };
    let weapon = state.weapon(by).and_then(|weapon| rules.card(weapon));
    if let Some(weapon) = weapon.filter(|weapon| weapon.cannot.contains(card)) {
        return Some(cannot(rules, weapon, info));
    }
    let text = || format!("a {} needs a {} in use", info.name, rules.name(rules.shield()));
    let missing = info.needs_shield && !state.shield_in_use(rules, by);
    missing.then(|| Reason::rule(info.rule, not_in_use(rules), text()))
}

/// Objects to a Rend unless it names something that the defender has (S35).
fn against_name(rules: &Rules, state: &State, attack: &Attack) -> Option<Reason> {
    let target = state.player(attack.target)?;
    let rends = attack.special == Some(Special::Rend);
    match attack.names {
        None if rends => Some(Reason::rule(
            rule!("S35"),
            "name something",
            format!("what does the {} destroy?", rules.special_name(Special::Rend)),
        )),
        None => None,
        Some(_) if !rends => {
            let text = format!("only a {} names what it destroys", rules.special_name(Special::Rend));
            Some(Reason::rule(rule!("S35"), "no Rend", text))
        }
        Some(gear) => {
            let (has, what) = match gear {
                Gear::Weapon => (target.weapon.is_some(), "weapon"),
                Gear::Shield => (target.shield != Shield::None, rules.name(rules.shield())),
                Gear::Mail => (target.mail, rules.name(rules.mail())),
            };
            (!has).then(|| Reason::rule(rule!("S35"), "has none", format!("{} has no {what}", target.name)))
        }
    }
}

/// A blow that is to be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing<'a> {
    /// Player who answers.
    pub on: Seat,
    /// The striking weapon; `None` for a stand-alone card.
    pub weapon: Option<&'a CardInfo>,
    /// The striking stand-alone card.
    pub alone: Option<&'a CardInfo>,
    /// The special attack that the blow is.
    pub special: Option<Special>,
    /// True for a counter-charge (S31).
    pub counter: bool,
}

impl<'a> Facing<'a> {
    /// Creates the view of a blow with these cards.
    pub fn of(arms: &Arms<'a>, on: Seat, counter: bool) -> Self {
        Self { on, weapon: arms.weapon, alone: arms.alone, special: arms.special, counter }
    }
}

/// Objects to using the Shield without a card (S30, S34, S36).
pub(super) fn against_shield(rules: &Rules, state: &State, facing: &Facing<'_>) -> Option<Reason> {
    let shield = rules.name(rules.shield());
    if state.slung(rules, facing.on) {
        return Some(Reason::rule(
            rule!("S30"),
            "on the back",
            format!("the {shield} is out of use while a two-handed weapon is held"),
        ));
    }
    if !state.shield_in_use(rules, facing.on) {
        return Some(Reason::rule(
            rule!("S36"),
            fit(&format!("no {shield}"), "none there"),
            format!("{} has no {shield}", name(state, facing.on)),
        ));
    }
    not_blocked(rules, facing)
}

/// Objects to blocking a Hook that is the attack itself: with the Shield, with the card, or with a counter-charge
/// (S34).
fn not_blocked(rules: &Rules, facing: &Facing<'_>) -> Option<Reason> {
    let hook = rules.special_name(Special::Hook);
    let text = || format!("{} cannot be blocked", a(hook));
    let short = || fit(&format!("not against {hook}"), "cannot be blocked");
    (facing.special == Some(Special::Hook)).then(|| Reason::rule(rule!("S34"), short(), text()))
}

/// Objects to a defence card (S44 to S47).
pub(super) fn against_defence(rules: &Rules, state: &State, facing: &Facing<'_>, card: &CardId) -> Option<Reason> {
    let found = rules.card(card).and_then(|card| Some((card, card.defence?)));
    let Some((card, defence)) = found else {
        return Some(Reason::fact("no defence", format!("a {} isn’t a defence", rules.name(card))));
    };
    let held = state.weapon(facing.on).and_then(|weapon| rules.card(weapon));
    if let Some(weapon) = held.filter(|weapon| weapon.cannot.contains(&card.id)) {
        return Some(cannot(rules, weapon, card));
    }
    let shield = state.shield_in_use(rules, facing.on);
    let lacks = |short: &str, what: &str| Some(Reason::rule(card.rule, short, format!("a {} needs {what}", card.name)));
    let its_name = a(rules.name(rules.shield()));
    match defence {
        DefenceKind::Shield if !shield => return lacks(&not_in_use(rules), &format!("{its_name} in use")),
        DefenceKind::Weapon if held.is_none() => return lacks("no weapon", "a weapon"),
        DefenceKind::TakesWeapon if held.is_none() && !shield => {
            return lacks("empty hands", &format!("{its_name} or a weapon"));
        }
        _ => {}
    }
    if defence == DefenceKind::Shield
        && let Some(reason) = not_blocked(rules, facing)
    {
        return Some(reason);
    }
    no_use(rules, facing, card, defence)
}

/// Objects to a defence card without effect on this blow.
fn no_use(rules: &Rules, facing: &Facing<'_>, card: &CardInfo, defence: DefenceKind) -> Option<Reason> {
    let against = |what: String, rule: RuleNumber| {
        let text = format!("{} cannot stop {what}", a(&card.name));
        Some(Reason::rule(rule, short_against(&what), text))
    };
    let striking = facing.weapon.or(facing.alone);
    if let Some(with) = striking.filter(|with| card.no_use.cards.contains(&with.id)) {
        return against(a(&with.name), card.rule);
    }
    if let Some(special) = facing.special.filter(|special| card.no_use.specials.contains(special)) {
        if facing.counter {
            return against("a counter-charge".to_owned(), rule!("R9"));
        }
        return against(a(rules.special_name(special)), card.rule);
    }
    if let Some(weapon) = facing.weapon.filter(|weapon| card.no_use.two_handed && weapon.hands > 1) {
        return against(a(&weapon.name), card.rule);
    }
    if let Some(weapon) = facing.weapon.filter(|weapon| defence == DefenceKind::Aside && weapon.cannot_be_dodged) {
        return against(a(&weapon.name), weapon.rule);
    }
    let alone = facing.alone.filter(|alone| defence == DefenceKind::TakesWeapon && alone.cannot_be_disarmed)?;
    against(a(&alone.name), alone.rule)
}

/// Objects to answering a Charge with a Charge (S31, R9).
pub(super) fn against_counter_charge(
    rules: &Rules,
    state: &State,
    facing: &Facing<'_>,
    basic: &CardId,
) -> Option<Reason> {
    let charge = rules.special_name(Special::Charge);
    if let Some(reason) = not_blocked(rules, facing) {
        return Some(reason);
    }
    if facing.counter {
        let text = "a counter-charge cannot be counter-charged";
        return Some(Reason::rule(rule!("R9"), "not once more", text));
    }
    if facing.special != Some(Special::Charge) {
        return Some(Reason::rule(
            rule!("S31"),
            fit(&format!("no {charge}"), "not against this"),
            format!("only a {charge} is answered with a {charge}"),
        ));
    }
    let Some(weapon) = state.weapon(facing.on).and_then(|weapon| rules.card(weapon)) else {
        return Some(Reason::rule(
            rule!("S48"),
            "no weapon",
            format!("{} has no weapon to charge with", name(state, facing.on)),
        ));
    };
    if !weapon.specials.contains(&Special::Charge) {
        let text = format!("{} has no {charge}", a(&weapon.name));
        return Some(Reason::rule(weapon.rule, not_with(weapon), text));
    }
    against_basic(rules, Some(weapon), basic)
}

/// Objects to hooking the Block of a blow that itself answers an attack (R14).
pub(super) fn not_hooked(rules: &Rules) -> Reason {
    let text = format!("no {} follows the Block of a blow that answers an attack", rules.special_name(Special::Hook));
    Reason::rule(rule!("R14"), "not once more", text)
}

/// Objects to a Hook after a Block; for the attacker, also after an attack with a stand-alone card (S34, S48).
pub(super) fn against_hook(rules: &Rules, state: &State, by: Seat, alone: Option<&CardInfo>) -> Option<Reason> {
    let hook = rules.special_name(Special::Hook);
    if let Some(alone) = alone {
        return Some(Reason::rule(rule!("S48"), "not with this", format!("no {hook} goes with a {}", alone.name)));
    }
    let Some(weapon) = state.weapon(by).and_then(|weapon| rules.card(weapon)) else {
        return Some(Reason::rule(
            rule!("S48"),
            "no weapon",
            format!("{} has no weapon to hook with", name(state, by)),
        ));
    };
    let text = || format!("{} has no {hook}", a(&weapon.name));
    (!weapon.specials.contains(&Special::Hook)).then(|| Reason::rule(weapon.rule, not_with(weapon), text()))
}

/// Returns a name with its article: "an Axe".
pub(in crate::table::skirmish) fn a(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The longest words that a dimmed card has room for, in letters.
const MAX_SHORT_LETTERS: usize = 18;

/// Returns some words, or shorter ones that fit on a dimmed card.
fn fit(words: &str, others: &str) -> String {
    if words.chars().count() <= MAX_SHORT_LETTERS { words.to_owned() } else { others.to_owned() }
}

fn not_in_use(rules: &Rules) -> String {
    fit(&format!("no {} in use", rules.name(rules.shield())), "out of use")
}

/// Describes the exclusion of this weapon.
fn not_with(weapon: &CardInfo) -> String {
    fit(&format!("not with {}", a(&weapon.name)), "not this weapon")
}

/// Shortens an objection: "not against …".
fn short_against(what: &str) -> String {
    fit(&format!("not against {}", what.split_once(' ').map_or(what, |(_, name)| name)), "no use against it")
}
