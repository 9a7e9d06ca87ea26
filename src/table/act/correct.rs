//! Plain corrections, because tables are untidy: they ask for no turn and no rule, only for what can be.

use super::begin::bad_name;
use super::recover::no_shield;
use super::turn::not_in_hands;
use super::{Considered, Scribe, alive, name};
use crate::table::reason::Fact;
use crate::table::{CardId, Change, Command, Gear, PileName, Reason, Rules, Seat, Shield, State};

pub(super) fn correct(rules: &Rules, state: &State, command: &Command) -> Considered {
    let mut scribe = Scribe::new(rules, state);
    let reason = write(rules, state, command, &mut scribe);
    Considered { reasons: reason.into_iter().collect(), changes: scribe.changes, ..Considered::default() }
}

/// Writes the changes, or gives the reason against them.
fn write(rules: &Rules, state: &State, command: &Command, scribe: &mut Scribe<'_>) -> Option<Reason> {
    match command {
        Command::Adjust { seat, by } => adjust(rules, state, *seat, *by, scribe),
        Command::Lose { seat, gear } => {
            let none =
                || Reason::fact("has none", format!("{} has no {}", name(state, *seat), gear_name(rules, *gear)));
            alive(state, *seat).or_else(|| scribe.lose(*seat, *gear).is_none().then(none))
        }
        Command::Take { seat, card } => {
            let none = || {
                Reason::firm(
                    Fact(9),
                    "none in the pile",
                    format!("no {} is in the weapon discard pile", rules.name(card)),
                )
            };
            let there = rules.is_weapon(card) && state.weapon_pile.of(card) > 0;
            let reason = alive(state, *seat).or_else(|| (!there).then(none));
            if reason.is_none() {
                scribe.take_weapon(*seat, card);
            }
            reason
        }
        Command::Swap { seat, with } => {
            scribe.weapon(*seat, state.weapon(*with).cloned());
            scribe.weapon(*with, state.weapon(*seat).cloned());
            alive(state, *seat).or_else(|| alive(state, *with))
        }
        Command::TurnShield { seat, to } => turn_shield(rules, state, *seat, *to, scribe),
        Command::SetMail { seat, worn } => set_mail(rules, state, *seat, *worn, scribe),
        Command::Put { card, by } => put(rules, state, card, *by, scribe),
        Command::Turn { seat } => {
            scribe.recovering(state.turn, None);
            scribe.acted(false);
            scribe.turn(*seat);
            alive(state, *seat)
        }
        Command::Fall { seat, by } => {
            scribe.fall(*seat, *by, Vec::new());
            alive(state, *seat).or_else(|| last_one(state, *seat))
        }
        Command::BringBack { seat, health } => bring_back(rules, state, *seat, *health, scribe),
        _ => arrange(state, command, scribe),
    }
}

/// Names, colours, chairs.
fn arrange(state: &State, command: &Command, scribe: &mut Scribe<'_>) -> Option<Reason> {
    match command {
        Command::Rename { seat, name } => {
            let player = state.player(*seat)?;
            let (from, to) = (player.name.clone(), name.trim().to_owned());
            if from != to {
                scribe.plain(Change::Name { seat: *seat, from, to });
            }
            bad_name(name)
        }
        Command::Livery { seat, livery } => {
            let player = state.player(*seat)?;
            let owner = state.seats().find(|other| state.player(*other).is_some_and(|other| other.livery == *livery));
            if owner != Some(*seat) {
                scribe.plain(Change::Livery { seat: *seat, from: player.livery, to: *livery });
                if let Some(owner) = owner {
                    scribe.plain(Change::Livery { seat: owner, from: *livery, to: player.livery });
                }
            }
            None
        }
        Command::Sit { seat, chair } => {
            let player = state.player(*seat)?;
            let owner = state.seats().find(|other| state.player(*other).is_some_and(|other| other.chair == *chair));
            if owner != Some(*seat) {
                scribe.plain(Change::Chair { seat: *seat, from: player.chair, to: *chair });
                if let Some(owner) = owner {
                    scribe.plain(Change::Chair { seat: owner, from: *chair, to: player.chair });
                }
            }
            None
        }
        Command::Seating(to) => {
            if state.setup.seating != *to {
                scribe.plain(Change::Seating { from: state.setup.seating, to: *to });
            }
            None
        }
        _ => None,
    }
}

/// Health by hand; at the bounds it stays, and at nothing a player falls (S6, S11). In Highlander only a blow kills (S59).
fn adjust(rules: &Rules, state: &State, seat: Seat, by: i64, scribe: &mut Scribe<'_>) -> Option<Reason> {
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    let health = state.player(seat)?.health;
    let to = health.saturating_add(by).clamp(0, rules.health());
    let who = name(state, seat);
    if to == health && by > 0 {
        let text = format!("{who} has {health} health, the most that anyone can have");
        return Some(Reason::firm(Fact(6), "the most", text));
    }
    if to == 0 && !state.highlander {
        if let Some(reason) = last_one(state, seat) {
            return Some(reason);
        }
        scribe.fall(seat, None, Vec::new());
    } else {
        scribe.health(seat, to);
    }
    None
}

/// The last one alive has won, and cannot fall.
fn last_one(state: &State, seat: Seat) -> Option<Reason> {
    let text = || format!("{} is the last one alive", name(state, seat));
    (state.winner == Some(seat)).then(|| Reason::firm(Fact(11), "the last one", text()))
}

fn turn_shield(rules: &Rules, state: &State, seat: Seat, to: Shield, scribe: &mut Scribe<'_>) -> Option<Reason> {
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    let from = state.player(seat)?.shield;
    let takes_one = from == Shield::None && to != Shield::None;
    if takes_one {
        scribe.pick_up(PileName::Weapon, rules.shield());
    }
    if to == Shield::None {
        scribe.lose(seat, Gear::Shield);
    }
    scribe.shield(seat, to);
    no_shield(rules, state).filter(|_| takes_one)
}

fn set_mail(rules: &Rules, state: &State, seat: Seat, worn: bool, scribe: &mut Scribe<'_>) -> Option<Reason> {
    let mail = rules.mail();
    if let Some(reason) = alive(state, seat) {
        return Some(reason);
    }
    if !worn {
        scribe.lose(seat, Gear::Mail);
        return None;
    }
    if state.player(seat)?.mail {
        return None;
    }
    if state.in_deck_or_hands(rules, mail) < 1 {
        if state.normal_pile.of(mail) == 0 {
            return Some(Reason::firm(Fact(10), "none left", format!("every {} is worn by someone", rules.name(mail))));
        }
        scribe.pick_up(PileName::Normal, mail);
    }
    scribe.mail(seat, true);
    None
}

fn put(rules: &Rules, state: &State, card: &CardId, by: i64, scribe: &mut Scribe<'_>) -> Option<Reason> {
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
    scribe.pile(PileName::Normal, card, u32::try_from(to).unwrap_or_default());
    None
}

/// Back into the game, without gear; those who fell later have died one place earlier then.
fn bring_back(rules: &Rules, state: &State, seat: Seat, health: i64, scribe: &mut Scribe<'_>) -> Option<Reason> {
    let Some(fall) = state.player(seat)?.fallen.clone() else {
        return Some(Reason::fact("alive", format!("{} is alive", name(state, seat))));
    };
    if !(1..=rules.health()).contains(&health) {
        let text = format!("health is from 1 to {} for those who live", rules.health());
        return Some(Reason::firm(Fact(6), "out of bounds", text));
    }
    scribe.fallen(seat, None);
    scribe.health(seat, health);
    for other in state.seats() {
        let later =
            state.player(other).and_then(|player| player.fallen.clone()).filter(|other| other.place < fall.place);
        if let Some(later) = later {
            scribe.fallen(other, Some(crate::table::Fall { place: later.place.saturating_add(1), ..later }));
        }
    }
    scribe.winner(None);
    None
}

fn gear_name(rules: &Rules, gear: Gear) -> &str {
    match gear {
        Gear::Weapon => "weapon",
        Gear::Shield => rules.name(rules.shield()),
        Gear::Mail => rules.name(rules.mail()),
    }
}
