//! A turn of recovering (S22 to S29).

use super::{NextState, against_acting, name};
use crate::game::rule;
use crate::table::skirmish::{Decision, Gear, PileName, Recovery, Rules, Shield, State};
use crate::table::{Reason, Seat};

pub(super) fn recover(rules: &Rules, state: &State, seat: Seat, what: &Recovery) -> Decision {
    let mut reasons = against_acting(state, seat);
    reasons.extend(objections(rules, state, seat, what));
    let possible = if reasons.is_empty() { Vec::new() } else { possible(rules, state, seat) };
    let mut next = NextState::new(rules, state);
    if state.turn == seat {
        // A recovery that is played out of turn shows nothing until a redraw.
        next.acted = true;
        next.edit(seat, |player| player.recovering = Some(what.clone()));
    }
    match what {
        Recovery::Health => {
            let health = state.player(seat).map_or(0, |player| player.health);
            next.edit(seat, |player| player.health = health.saturating_add(rules.regain()).min(rules.health()));
        }
        Recovery::Shield => {
            // Otherwise, the damaged one that was handed in returns, or it is a spare (R12).
            let hands_in = hands_in(state, seat) && !state.house().spare_shields;
            let spare = state.weapon_pile.of(rules.shield()) == 0 && !hands_in;
            next.lose(seat, Gear::Shield);
            if !spare {
                next.pick_up(PileName::Weapon, rules.shield());
            }
            next.edit(seat, |player| player.shield = Shield::Whole);
        }
        Recovery::Weapon(weapon) => next.take_weapon(seat, weapon),
        Recovery::Armour => next.pick_up(PileName::Normal, rules.mail()),
        Recovery::TakeOff => {
            next.lose(seat, Gear::Mail);
        }
    }
    Decision { reasons, possible, ..Decision::leading_to(state, &next) }
}

/// Returns the objections to a recovery, apart from the turn.
///
/// The recovered card must be in its pile before the player's own is put there (S22, S27), except a Shield: a damaged
/// one may be handed in, and a group may play with spares (R12).
pub(in crate::table::skirmish) fn objections(rules: &Rules, state: &State, seat: Seat, what: &Recovery) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let Some(player) = state.player(seat) else { return reasons };
    let (shield, mail) = (rules.name(rules.shield()), rules.name(rules.mail()));
    let who = name(state, seat);
    match what {
        Recovery::Health => {}
        Recovery::Shield => {
            if player.shield == Shield::Whole {
                reasons.push(Reason::absolute(
                    rule!("S22"),
                    "undamaged already",
                    format!("the {shield} of {who} is undamaged"),
                ));
            }
            if state.has_shields() {
                reasons
                    .extend(no_shield(rules, state).filter(|_| !hands_in(state, seat) && !state.house().spare_shields));
            } else {
                let text = format!("Highlander is played without {shield}s");
                reasons.push(Reason::rule(rule!("R24"), format!("no {shield}s"), text));
            }
        }
        Recovery::Weapon(weapon) => {
            let name = rules.name(weapon);
            if !rules.is_weapon(weapon) {
                reasons.push(Reason::absolute(rule!("S22"), "no weapon", format!("a {name} isn’t a weapon")));
            } else if state.in_game(rules, weapon) == 0 {
                reasons.push(Reason::absolute(
                    rule!("S57"),
                    "two-handed only",
                    format!("Highlander is played without a {name}"),
                ));
            } else if state.weapon_pile.of(weapon) == 0 {
                reasons.push(Reason::absolute(
                    rule!("S22"),
                    "none in the pile",
                    format!("no {name} is in the weapon discard pile"),
                ));
            }
        }
        Recovery::Armour => {
            if state.normal_pile.of(rules.mail()) == 0 {
                reasons.push(Reason::absolute(
                    rule!("S22"),
                    "none in the pile",
                    format!("no {mail} is in the normal discard pile"),
                ));
            }
        }
        Recovery::TakeOff => {
            if !player.mail {
                reasons.push(Reason::absolute(rule!("S22"), "you wear none", format!("{who} wears no {mail}")));
            }
        }
    }
    reasons
}

/// True if a player has a damaged Shield to hand in, and the weapon discard pile has none (R12).
fn hands_in(state: &State, seat: Seat) -> bool {
    state.is_current() && state.player(seat).is_some_and(|player| player.shield == Shield::Damaged)
}

/// Objects if no Shield can come from the weapon discard pile.
pub(super) fn no_shield(rules: &Rules, state: &State) -> Option<Reason> {
    let text = || format!("no {} is in the weapon discard pile", rules.name(rules.shield()));
    let none = state.weapon_pile.of(rules.shield()) == 0;
    none.then(|| Reason::rule(rule!("R12"), "none in the pile", text()))
}

/// Returns all possible recoveries.
pub(in crate::table::skirmish) fn all(rules: &Rules) -> Vec<Recovery> {
    let weapons = rules.weapons().iter().cloned().map(Recovery::Weapon);
    let mut all = vec![Recovery::Health, Recovery::Shield];
    all.extend(weapons);
    all.extend([Recovery::Armour, Recovery::TakeOff]);
    all
}

fn possible(rules: &Rules, state: &State, seat: Seat) -> Vec<String> {
    let open = all(rules).into_iter().filter(|what| objections(rules, state, seat, what).is_empty());
    let (shield, mail) = (rules.name(rules.shield()), rules.name(rules.mail()));
    open.map(|what| match what {
        Recovery::Health => "regain health".to_owned(),
        Recovery::Shield => format!("recover a {shield}"),
        Recovery::Weapon(weapon) => format!("take a {}", rules.name(&weapon)),
        Recovery::Armour => format!("recover a {mail}"),
        Recovery::TakeOff => format!("take off the {mail}"),
    })
    .collect()
}
