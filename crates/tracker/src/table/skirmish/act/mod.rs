//! From a command to changes, or to the reasons against it.

mod begin;
mod correct;
mod next;
mod recover;
mod turn;

pub(super) use next::NextState;
pub(super) use recover::{all as every_recovery, objections as recovery_objections};
pub(super) use turn::{all_discarded, not_in_hands};

use super::fight::{self, Fight};
use super::{Blow, Command, Decision, Rules, State, Step};
use crate::game::rule;
use crate::table::{Change as _, Reason, Seat};

/// Returns the effect of a command on a state. With absolute reasons, the changes are meaningless.
pub(super) fn decide(rules: &Rules, state: &State, command: &Command) -> Decision {
    if let Command::Begin(setup) = command {
        return begin::begin(rules, setup);
    }
    if let Some(reason) = nobody(state, command) {
        return Decision::refused(reason);
    }
    let mut decision = match command {
        Command::Attack(attack) => {
            let fight = Fight::new(rules, state, attack);
            fight::decision(rules, state, attack, &fight)
        }
        Command::Trip { by, on, card, strike } => fight::trip(rules, state, *by, *on, card.as_ref(), strike.as_ref()),
        Command::Recover { seat, what } => recover::recover(rules, state, *seat, what),
        Command::Wear { seat } => turn::wear(rules, state, *seat),
        Command::EndTurn { seat } => turn::end(rules, state, *seat),
        Command::Discard { seat, cards } => turn::discard(rules, state, *seat, cards),
        Command::Reshuffle => turn::reshuffle(rules, state),
        correction => correct::correct(rules, state, correction),
    };
    if decision.reasons.is_empty() && decision.changes.is_empty() {
        decision.reasons.push(Reason::changes_nothing());
    }
    decision
}

/// Result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// The blows of an attack.
    pub blows: Vec<Blow>,
    /// Resulting state.
    pub state: State,
}

/// Returns the result of a command, even a forbidden one; `None` if it is impossible.
pub fn foresee(rules: &Rules, state: &State, command: &Command) -> Option<Foreseen> {
    let decision = decide(rules, state, command);
    if decision.refusal(true).is_some() {
        return None;
    }
    let mut state = state.clone();
    decision.changes.iter().try_for_each(|change| change.apply(&mut state)).ok()?;
    Some(Foreseen { blows: decision.outcomes, state })
}

/// Objects if there is no game, or a named player isn't in it.
fn nobody(state: &State, command: &Command) -> Option<Reason> {
    if !state.begun() {
        return Some(Reason::no_game());
    }
    let seat = seats(command).into_iter().find(|seat| state.player(*seat).is_none())?;
    Some(Reason::nobody(seat))
}

/// Returns every player that a command names.
fn seats(command: &Command) -> Vec<Seat> {
    let mut seats: Vec<Seat> = command.seat().into_iter().collect();
    match command {
        Command::Attack(attack) => {
            seats.push(attack.target);
            seats.extend(attack.steps.iter().filter_map(|step| match step {
                Step::Hook { by } | Step::Trip { by, .. } => Some(*by),
                _ => None,
            }));
        }
        Command::Trip { on, .. } => seats.push(*on),
        Command::Swap { with, .. } => seats.push(*with),
        Command::Fall { by, .. } => seats.extend(*by),
        _ => {}
    }
    seats
}

/// Returns a player's name; the number of an unknown seat.
pub(super) fn name(state: &State, seat: Seat) -> String {
    state.player(seat).map_or_else(|| format!("player {}", seat.0), |player| player.name.clone())
}

/// Objects if the player is out, whose cards can't be used any more.
fn alive(state: &State, seat: Seat) -> Option<Reason> {
    (!state.lives(seat))
        .then(|| Reason::absolute(rule!("S11"), "out of the game", format!("{} is out of the game", name(state, seat))))
}

/// Returns the objections to a player's action now (S8, S13, S24).
pub(super) fn against_acting(state: &State, seat: Seat) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = alive(state, seat).into_iter().collect();
    let who = name(state, seat);
    if state.winner.is_some() {
        reasons.push(Reason::absolute(rule!("S11"), "the game is over", "the game is over"));
    } else if state.turn != seat {
        reasons.push(Reason::rule(
            rule!("S13"),
            "not your turn",
            format!("it is the turn of {}", name(state, state.turn)),
        ));
    } else if state.player(seat).is_some_and(|player| player.recovering.is_some()) {
        reasons.push(Reason::rule(
            rule!("S24"),
            "recovering",
            format!("{who} is recovering, and can take no other action in this turn"),
        ));
    } else if state.acted {
        reasons.push(Reason::rule(rule!("S13"), "has acted", format!("{who} has taken the one action of this turn")));
    }
    reasons
}
