//! From a command to changes, or to the reasons against it.

use super::command::{Command, Setup};
use super::reasons::{another, done_before, not_begun, too_many_units, too_much_health};
use super::{
    Activation, Blow, Change, Evaluation, Half, HalfDone, MOST_HEALTH, Over, Position, Square, State, Unit, forecast,
    targets,
};
use crate::game::rule;
use crate::rules::skirminion::objections::{
    against_attack, against_move, against_move_after_attack, attacked, game_over, not_to_activate,
};
use crate::table::{Reason, Recorder, arrange};

/// Returns the changes that a command makes to a state, and everything against it.
pub fn evaluate(state: &State, command: &Command) -> Evaluation {
    match carry_out(state, command) {
        Ok((changes, outcomes)) => Evaluation { changes, outcomes, ..Evaluation::default() },
        Err(reasons) => Evaluation { reasons, ..Evaluation::default() },
    }
}

fn carry_out(state: &State, command: &Command) -> Result<(Vec<Change>, Vec<Blow>), Vec<Reason>> {
    if let Command::Begin(setup) = command {
        against(bad_setup(setup))?;
        return Ok((vec![Change::Began(Box::new(State::begin(setup)))], Vec::new()));
    }
    if state.players.is_empty() {
        return Err(vec![not_begun()]);
    }
    if let Command::Set { at, unit } = *command {
        return set(state, at, unit).map(|changes| (changes, Vec::new()));
    }
    if let Command::Machine { side, strength } = *command {
        let from = state.machines.of(side);
        against(if from == strength { vec![Reason::changes_nothing()] } else { Vec::new() })?;
        return Ok((vec![Change::Machine { side, from, to: strength }], Vec::new()));
    }
    if let Some(over) = state.over {
        // The unit that has destroyed the last enemy may still make its move (K6): the end is the same.
        let moves_on = matches!(command, Command::Move { .. }) && state.half.is_some();
        against(if moves_on { Vec::new() } else { vec![game_over(over)] })?;
    }
    let mut changes = Changes::new(state);
    let mut blows = Vec::new();
    match *command {
        Command::Move { from, to } => {
            against(half_move(state, from, to))?;
            let retreats = !targets(&state.position.board, state.position.turn, from).is_empty();
            let unit = state.position.board.unit(from);
            set_unit(&mut changes, from, None);
            set_unit(&mut changes, to, unit);
            if state.over.is_some() {
                changes.half(None);
            } else if state.half.is_some() || retreats {
                end(&mut changes);
            } else {
                changes.half(Some(Half { at: to, done: HalfDone::Moved }));
            }
        }
        Command::Attack { by, on } => {
            against(half_attack(state, by, on))?;
            blows = Blow::both(&forecast(&state.position.board, state.position.turn, by, on), by, on);
            let (after, survives) = attacked(&state.position.board, state.position.turn, by, on);
            set_unit(&mut changes, by, after.unit(by));
            set_unit(&mut changes, on, after.unit(on));
            let more = state.half.is_none() && survives;
            if !more || changes.state().position.is_decided() {
                end(&mut changes);
            }
            if more {
                changes.half(Some(Half { at: by, done: HalfDone::Attacked }));
            }
        }
        Command::End { unit } => {
            against(not_in_hand(state, unit).into_iter().collect())?;
            if state.half.is_none() {
                set_unit(&mut changes, unit, state.position.after(Activation::pass(unit)).board.unit(unit));
            }
            end(&mut changes);
        }
        Command::Offer { answer: None | Some(false), .. } => {}
        Command::Agree | Command::Offer { answer: Some(true), .. } => {
            changes.half(None);
            changes.over(Some(Over::Agreed));
        }
        Command::Resign { side } => {
            changes.half(None);
            changes.over(Some(Over::Resigned(side)));
        }
        // Beginnings, corrections and arrangements are handled above.
        _ => return Err(vec![Reason::changes_nothing()]),
    }
    Ok((changes.into_changes(), blows))
}

/// Returns all objections to a group of players.
fn bad_setup(setup: &Setup) -> Vec<Reason> {
    let count = setup.players.len();
    let two = Reason::absolute(rule!("K2"), "two players", format!("{count} cannot play, only 2"));
    let two = (count != 2).then_some(two);
    two.into_iter().chain(arrange::objections(&setup.players)).collect()
}

fn against(reasons: Vec<Reason>) -> Result<(), Vec<Reason>> {
    if reasons.is_empty() { Ok(()) } else { Err(reasons) }
}

/// Objects to activating a unit: it isn't there, or not of the side on turn, or another has begun.
fn not_in_hand(state: &State, unit: Square) -> Option<Reason> {
    match state.half {
        Some(half) if half.at != unit => Some(another(half.at)),
        _ => not_to_activate(&state.position.board, state.position.turn, unit),
    }
}

/// Returns all objections to a move now.
pub fn half_move(state: &State, from: Square, to: Square) -> Vec<Reason> {
    if let Some(reason) = not_in_hand(state, from) {
        return vec![reason];
    }
    let Position { board, turn } = &state.position;
    match state.half.map(|half| half.done) {
        Some(HalfDone::Moved) => vec![done_before("has moved", from, "moved", "move")],
        Some(HalfDone::Attacked) => against_move_after_attack(board, *turn, from, to),
        None => against_move(board, *turn, from, to),
    }
}

/// Returns all objections to an attack now.
pub fn half_attack(state: &State, by: Square, on: Square) -> Vec<Reason> {
    if let Some(reason) = not_in_hand(state, by) {
        return vec![reason];
    }
    match state.half.map(|half| half.done) {
        Some(HalfDone::Attacked) => vec![done_before("has attacked", by, "attacked", "attack")],
        Some(HalfDone::Moved) | None => against_attack(&state.position.board, state.position.turn, by, on),
    }
}

/// Players set a square: what must be true of any board stays true.
fn set(state: &State, at: Square, unit: Option<Unit>) -> Result<Vec<Change>, Vec<Reason>> {
    let mut reasons = Vec::new();
    let unit = unit.filter(|unit| unit.health > 0);
    if let Some(Unit { side, health }) = unit {
        if health > MOST_HEALTH {
            reasons.push(too_much_health(health));
        }
        let others = state.position.board.units(side).without(at.alone());
        if others.len() >= 8 {
            reasons.push(too_many_units(side));
        }
    }
    against(reasons)?;
    let mut changes = Changes::new(state);
    set_unit(&mut changes, at, unit);
    let lost = |half: Half| changes.state().position.board.side(half.at) != Some(state.position.turn);
    if state.over.is_some() || state.half.is_some_and(lost) {
        changes.half(None);
    }
    let over = Over::of(&changes.state().position);
    if state.over != over && (over.is_some() || !state.over.is_some_and(Over::is_by_players)) {
        changes.over(over);
    }
    against(if changes.changes().is_empty() { vec![Reason::changes_nothing()] } else { Vec::new() })?;
    Ok(changes.into_changes())
}

type Changes = Recorder<State, Change>;

fn set_unit(changes: &mut Changes, at: Square, to: Option<Unit>) {
    let from = changes.state().position.board.unit(at);
    if from != to {
        changes.record(Change::Unit { at, from, to });
    }
}

/// Ends the activation: the game, or the turn.
fn end(changes: &mut Changes) {
    changes.half(None);
    changes.activations(changes.state().activations + 1);
    if let Some(over) = Over::of(&changes.state().position) {
        changes.over(Some(over));
        return;
    }
    changes.turn(changes.state().position.turn.other());
    let position = changes.state().position;
    let from = changes.state().seen.get(&position).copied().unwrap_or(0);
    changes.record(Change::Seen { position, from, to: from + 1 });
}
