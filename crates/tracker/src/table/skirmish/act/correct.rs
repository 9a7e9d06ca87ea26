//! Plain corrections, because tables are untidy: they ask for no turn and no rule, only for what can be.

use super::recover::no_shield;
use super::turn::not_in_hands;
use super::{NextState, alive, name};
use crate::game::rule;
use crate::table::skirmish::{Command, Decision, Fall, Gear, PileName, Rules, Shield, State};
use crate::table::{CardId, Reason, Seat};

pub(super) fn correct(rules: &Rules, state: &State, command: &Command) -> Decision {
    let mut next = NextState::new(rules, state);
    let reason = write(rules, state, command, &mut next);
    Decision { reasons: reason.into_iter().collect(), ..Decision::leading_to(state, &next) }
}

/// Writes the changes, or returns the reason against them.
fn write(rules: &Rules, state: &State, command: &Command, next: &mut NextState<'_>) -> Option<Reason> {
    match command {
        Command::Adjust { seat, by } => adjust(rules, state, *seat, *by, next),
        Command::Lose { seat, gear } => {
            let none =
                || Reason::fact("has none", format!("{} has no {}", name(state, *seat), gear_name(rules, *gear)));
            alive(state, *seat).or_else(|| next.lose(*seat, *gear).is_none().then(none))
        }
        Command::Take { seat, card } => {
            let none = || {
                Reason::absolute(
                    rule!("S9"),
                    "none in the pile",
                    format!("no {} is in the weapon discard pile", rules.name(card)),
                )
            };
            let there = rules.is_weapon(card) && state.weapon_pile.of(card) > 0;
            let reason = alive(state, *seat).or_else(|| (!there).then(none));
            if reason.is_none() {
                next.take_weapon(*seat, card);
            }
            reason
        }
        Command::Swap { seat, with } => {
            next.edit(*seat, |player| player.weapon = state.weapon(*with).cloned());
            next.edit(*with, |player| player.weapon = state.weapon(*seat).cloned());
            alive(state, *seat).or_else(|| alive(state, *with))
        }
        Command::TurnShield { seat, to } => turn_shield(rules, state, *seat, *to, next),
        Command::SetMail { seat, worn } => set_mail(rules, state, *seat, *worn, next),
        Command::Put { card, by } => put(rules, state, card, *by, next),
        Command::Turn { seat } => {
            next.edit(state.turn, |player| player.recovering = None);
            next.acted = false;
            next.turn = *seat;
            alive(state, *seat)
        }
        Command::Fall { seat, by } => {
            next.fall(*seat, *by, Vec::new());
            alive(state, *seat).or_else(|| last_one(state, *seat))
        }
        Command::BringBack { seat, health } => bring_back(rules, state, *seat, *health, next),
        // The rest is checked elsewhere.
        _ => None,
    }
}

/// Changes health by hand; it stays within its bounds, and at 0 a player falls (S6, S11). In Highlander only a blow
/// kills (S59).
fn adjust(rules: &Rules, state: &State, seat: Seat, by: i64, next: &mut NextState<'_>) -> Option<Reason> {
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    let health = state.player(seat)?.health;
    // Another edition may have given more than this one does; a tap doesn't take that away.
    let to = health.saturating_add(by).clamp(0, rules.health().max(health));
    let who = name(state, seat);
    if to == health && by > 0 {
        let text = format!("{who} has {health} health, the most that anyone can have");
        return Some(Reason::absolute(rule!("S6"), "the most", text));
    }
    if to == 0 && !state.highlander {
        if let Some(reason) = last_one(state, seat) {
            return Some(reason);
        }
        next.fall(seat, None, Vec::new());
    } else {
        next.edit(seat, |player| player.health = to);
    }
    None
}

/// Objects if the player is the last one alive, who has won and can't fall.
fn last_one(state: &State, seat: Seat) -> Option<Reason> {
    let text = || format!("{} is the last one alive", name(state, seat));
    (state.winner == Some(seat)).then(|| Reason::absolute(rule!("S11"), "the last one", text()))
}

fn turn_shield(rules: &Rules, state: &State, seat: Seat, to: Shield, next: &mut NextState<'_>) -> Option<Reason> {
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    let from = state.player(seat)?.shield;
    let takes_one = from == Shield::None && to != Shield::None;
    if takes_one {
        next.pick_up(PileName::Weapon, rules.shield());
    }
    if to == Shield::None {
        next.lose(seat, Gear::Shield);
    }
    next.edit(seat, |player| player.shield = to);
    no_shield(rules, state).filter(|_| takes_one && !state.house().spare_shields)
}

fn set_mail(rules: &Rules, state: &State, seat: Seat, worn: bool, next: &mut NextState<'_>) -> Option<Reason> {
    let mail = rules.mail();
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    if !worn {
        next.lose(seat, Gear::Mail);
        return None;
    }
    if state.player(seat)?.mail {
        return None;
    }
    if state.in_deck_or_hands(rules, mail) < 1 {
        if state.normal_pile.of(mail) == 0 {
            return Some(Reason::absolute(
                rule!("S10"),
                "none left",
                format!("every {} is worn by someone", rules.name(mail)),
            ));
        }
        next.pick_up(PileName::Normal, mail);
    }
    next.edit(seat, |player| player.mail = true);
    None
}

fn put(rules: &Rules, state: &State, card: &CardId, by: i64, next: &mut NextState<'_>) -> Option<Reason> {
    let there = i64::from(state.normal_pile.of(card));
    if by > 0 {
        if let Some(reason) = not_in_hands(rules, state, card) {
            return Some(reason);
        }
    } else if there == 0 && by < 0 {
        let text = format!("no {} is in the normal discard pile", rules.name(card));
        return Some(Reason::fact("none in the pile", text));
    }
    let most = there + state.in_deck_or_hands(rules, card).max(0);
    let to = there.saturating_add(by).clamp(0, most);
    next.pile_mut(PileName::Normal).set(card, u32::try_from(to).unwrap_or_default());
    None
}

/// Brings a player back into the game, without gear; those who fell later have then died one place earlier.
fn bring_back(rules: &Rules, state: &State, seat: Seat, health: i64, next: &mut NextState<'_>) -> Option<Reason> {
    let Some(fall) = state.player(seat)?.fallen.clone() else {
        return Some(Reason::fact("alive", format!("{} is alive", name(state, seat))));
    };
    if !(1..=rules.health()).contains(&health) {
        let text = format!("health is from 1 to {} for those who live", rules.health());
        return Some(Reason::absolute(rule!("S6"), "out of bounds", text));
    }
    next.edit(seat, |player| player.fallen = None);
    next.edit(seat, |player| player.health = health);
    for other in state.seats() {
        let later =
            state.player(other).and_then(|player| player.fallen.clone()).filter(|other| other.place < fall.place);
        if let Some(later) = later {
            next.edit(other, |player| player.fallen = Some(Fall { place: later.place.saturating_add(1), ..later }));
        }
    }
    next.winner = None;
    None
}

fn gear_name(rules: &Rules, gear: Gear) -> &str {
    match gear {
        Gear::Weapon => "weapon",
        Gear::Shield => rules.name(rules.shield()),
        Gear::Mail => rules.name(rules.mail()),
    }
}
