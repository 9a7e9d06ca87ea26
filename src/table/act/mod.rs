//! From a command to changes, or to the reasons against it.

mod begin;
mod correct;
mod recover;
mod scribe;
mod turn;

pub(super) use recover::{all as every_recovery, objections as recovery_objections};
pub(super) use scribe::Scribe;

use super::fight::{self, Fight};
use super::reason::Fact;
use super::{Blow, Change, Command, Reason, Refusal, Rules, Seat, State, Step};

/// What a command would do, and everything against it.
#[derive(Debug, Default)]
pub(super) struct Considered {
    pub reasons: Vec<Reason>,
    pub possible: Vec<String>,
    pub blows: Vec<Blow>,
    pub changes: Vec<Change>,
}

impl Considered {
    fn refused(reason: Reason) -> Self {
        Self { reasons: vec![reason], ..Self::default() }
    }

    /// The refusal, unless there is nothing against it, or nothing but rules that are overruled.
    pub fn refusal(&self, overruled: bool) -> Option<Refusal> {
        let counts = |reason: &&Reason| reason.firm || !overruled;
        let stopped = self.reasons.iter().any(|reason| counts(&reason));
        stopped.then(|| Refusal { reasons: self.reasons.clone(), possible: self.possible.clone() })
    }
}

/// What a command would do to a state. Where reasons are firm, the changes mean nothing.
pub(super) fn consider(rules: &Rules, state: &State, command: &Command) -> Considered {
    if let Command::Begin(setup) = command {
        return begin::begin(rules, setup);
    }
    if let Some(reason) = nobody(state, command) {
        return Considered::refused(reason);
    }
    let mut considered = match command {
        Command::Attack(attack) => {
            let fight = Fight::new(rules, state, attack);
            fight::considered(rules, state, attack, &fight)
        }
        Command::Trip { by, on, strike } => fight::trip(rules, state, *by, *on, strike.as_ref()),
        Command::Recover { seat, what } => recover::recover(rules, state, *seat, what),
        Command::Wear { seat } => turn::wear(rules, state, *seat),
        Command::EndTurn { seat } => turn::end(rules, state, *seat),
        Command::Discard { cards, .. } => turn::discard(rules, state, cards),
        Command::Reshuffle => turn::reshuffle(rules, state),
        correction => correct::correct(rules, state, correction),
    };
    if considered.reasons.is_empty() && considered.changes.is_empty() {
        considered.reasons.push(Reason::fact("changes nothing", "that changes nothing"));
    }
    considered
}

/// What a command would bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// The blows of an attack.
    pub blows: Vec<Blow>,
    /// How everything would lie then.
    pub state: State,
}

/// What a command would bring, even where rules forbid it; nothing where it cannot be at all.
pub fn foresee(rules: &Rules, state: &State, command: &Command) -> Option<Foreseen> {
    let considered = consider(rules, state, command);
    if considered.refusal(true).is_some() {
        return None;
    }
    let mut state = state.clone();
    considered.changes.iter().try_for_each(|change| change.apply(&mut state)).ok()?;
    Some(Foreseen { blows: considered.blows, state })
}

/// There is no game, or a player who is named is not in it.
fn nobody(state: &State, command: &Command) -> Option<Reason> {
    if !state.begun() {
        return Some(Reason::fact("no game", "no game has begun"));
    }
    let seat = seats(command).into_iter().find(|seat| state.player(*seat).is_none())?;
    Some(Reason::fact("no such player", format!("there is no player {}", seat.0)))
}

/// Every player that a command names.
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

/// A player's name; there is one of that number, or the number stands for it.
pub(super) fn name(state: &State, seat: Seat) -> String {
    state.player(seat).map_or_else(|| format!("player {}", seat.0), |player| player.name.clone())
}

/// The player is out, so that nothing more can be done with what they have.
fn alive(state: &State, seat: Seat) -> Option<Reason> {
    (!state.lives(seat))
        .then(|| Reason::firm(Fact(11), "out of the game", format!("{} is out of the game", name(state, seat))))
}

/// What is against a player's action now (S8, S13, S24).
pub(super) fn against_acting(state: &State, seat: Seat) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = alive(state, seat).into_iter().collect();
    let who = name(state, seat);
    if state.winner.is_some() {
        reasons.push(Reason::firm(Fact(11), "the game is over", "the game is over"));
    } else if state.turn != seat {
        reasons.push(Reason::rule(Fact(13), "not on turn", format!("it is the turn of {}", name(state, state.turn))));
    } else if state.player(seat).is_some_and(|player| player.recovering.is_some()) {
        reasons.push(Reason::rule(
            Fact(24),
            "recovering",
            format!("{who} is recovering, and can take no other action in this turn"),
        ));
    } else if state.acted {
        reasons.push(Reason::rule(Fact(13), "has acted", format!("{who} has taken the one action of this turn")));
    }
    reasons
}
