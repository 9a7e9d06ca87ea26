//! Few words, for buttons.

use std::sync::Arc;

use super::event::health;
use crate::table::Seat;
use crate::table::skirmish::act::name;
use crate::table::skirmish::command::{Special, Step};
use crate::table::skirmish::fight::a;
use crate::table::skirmish::state::{Gear, Recovery};
use crate::table::skirmish::{Change, Command, Event, Rules, State};
use crate::table::tell::signed;

pub(in crate::table::skirmish) fn label(rules: &Rules, state: &State, events: &[Arc<Event>]) -> String {
    let Some(event) = events.first() else { return String::new() };
    let who = |seat: &Seat| name(state, *seat);
    let (shield, mail) = (rules.name(rules.shield()), rules.name(rules.mail()));
    match &event.command {
        Command::Begin(_) => "the new game".to_owned(),
        Command::Attack(attack) => format!("{} at {}", who(&attack.attacker), who(&attack.target)),
        Command::Trip { by, .. } => format!("{}’s {}", who(by), rules.name(rules.trip())),
        Command::Recover { seat, what } => match what {
            Recovery::Health => format!("{} recovers", who(seat)),
            Recovery::Shield => format!("{} recovers {}", who(seat), a(shield)),
            Recovery::Weapon(weapon) => format!("{} takes {}", who(seat), a(rules.name(weapon))),
            Recovery::Armour => format!("{} recovers {}", who(seat), a(mail)),
            Recovery::TakeOff => format!("{}’s {mail} off", who(seat)),
        },
        Command::Wear { seat } | Command::SetMail { seat, worn: true } => format!("{}’s {mail} on", who(seat)),
        Command::SetMail { seat, worn: false } => format!("{}’s {mail} off", who(seat)),
        Command::EndTurn { seat } => format!("the end of {}’s turn", who(seat)),
        Command::Discard { seat, .. } => format!("{}’s discards", who(seat)),
        Command::Reshuffle => "the shuffle".to_owned(),
        Command::Adjust { seat, .. } => {
            let changes: Vec<Change> = events.iter().flat_map(|event| event.changes.iter().cloned()).collect();
            let (from, to) = health(&changes, *seat).unwrap_or_default();
            format!("{} {}", who(seat), signed(to - from))
        }
        Command::Lose { seat, gear: Gear::Weapon } => format!("{}’s weapon lost", who(seat)),
        Command::Lose { seat, gear: Gear::Shield } => format!("{}’s {shield} lost", who(seat)),
        Command::Lose { seat, gear: Gear::Mail } => format!("{}’s {mail} lost", who(seat)),
        Command::Take { seat, card } => format!("{} takes {}", who(seat), a(rules.name(card))),
        Command::Swap { seat, with } => format!("{} and {}: weapons", who(seat), who(with)),
        Command::TurnShield { seat, .. } => format!("{}’s {shield}", who(seat)),
        Command::Put { card, by } => format!("{} {}", rules.name(card), signed(*by)),
        Command::Turn { seat } => format!("{}’s turn", who(seat)),
        Command::Fall { seat, .. } => format!("{}’s fall", who(seat)),
        Command::BringBack { seat, .. } => format!("{} back", who(seat)),
        // Described in the same way for every game.
        Command::Seat(_) => String::new(),
    }
}

/// Describes an answer in few words: "a Dodge", "the Shield".
pub fn step(rules: &Rules, step: &Step) -> String {
    match step {
        Step::Hit => "no answer".to_owned(),
        Step::Shield => format!("the {}", rules.name(rules.shield())),
        Step::Card(card) => a(rules.name(card)),
        Step::CounterCharge { basic } => {
            format!("{} with {}", a(rules.special_name(Special::Charge)), rules.name(basic))
        }
        Step::Hook { .. } => a(rules.special_name(Special::Hook)),
        Step::NoHook => format!("no {}", rules.special_name(Special::Hook)),
        Step::Trip { .. } => a(rules.name(rules.trip())),
    }
}
