//! From a command to changes, or to the reasons against it.

use super::command::{Command, Setup};
use super::reasons::{another, done_before, not_begun, too_many_units, too_much_health};
use super::{
    Activation, Blow, Change, Decision, Half, HalfDone, MOST_HEALTH, Over, Position, Square, State, Unit, forecast,
    targets,
};
use crate::game::rule;
use crate::rules::skirminion::objections::{
    against_attack, against_move, against_move_after_attack, attacked, game_over, not_to_activate,
};
use crate::table::{Reason, arrange};

/// Returns the changes that a command makes to a state, and everything against it.
pub fn decide(state: &State, command: &Command) -> Decision {
    if let Command::Begin(setup) = command {
        let reasons = bad_setup(setup);
        let changes = if reasons.is_empty() { vec![Change::Began(Box::new(State::begin(setup)))] } else { Vec::new() };
        return Decision { reasons, changes, ..Decision::default() };
    }
    match carry_out(state, command) {
        Ok((next, outcomes)) => Decision { outcomes, ..Decision::leading_to(state, &next) },
        Err(reasons) => Decision { reasons, ..Decision::default() },
    }
}

fn carry_out(state: &State, command: &Command) -> Result<(State, Vec<Blow>), Vec<Reason>> {
    if state.players.is_empty() {
        return Err(vec![not_begun()]);
    }
    if let Command::Set { at, unit } = *command {
        return set(state, at, unit).map(|next| (next, Vec::new()));
    }
    if let Command::Machine { side, strength } = *command {
        let mut next = state.clone();
        next.machines.0[side.index()] = strength;
        against(if next == *state { vec![Reason::changes_nothing()] } else { Vec::new() })?;
        return Ok((next, Vec::new()));
    }
    if let Some(over) = state.over {
        // The unit that has destroyed the last enemy may still make its move (K6): the end is the same.
        let moves_on = matches!(command, Command::Move { .. }) && state.half.is_some();
        against(if moves_on { Vec::new() } else { vec![game_over(over)] })?;
    }
    let mut next = state.clone();
    let mut blows = Vec::new();
    match *command {
        Command::Move { from, to } => {
            against(half_move(state, from, to))?;
            let retreats = !targets(&state.position.board, state.position.turn, from).is_empty();
            let unit = state.position.board.unit(from);
            next.position.board.put(from, None);
            next.position.board.put(to, unit);
            if state.over.is_some() {
                next.half = None;
            } else if state.half.is_some() || retreats {
                end(&mut next);
            } else {
                next.half = Some(Half { at: to, done: HalfDone::Moved });
            }
        }
        Command::Attack { by, on } => {
            against(half_attack(state, by, on))?;
            blows = Blow::both(&forecast(&state.position.board, state.position.turn, by, on), by, on);
            let (after, survives) = attacked(&state.position.board, state.position.turn, by, on);
            next.position.board.put(by, after.unit(by));
            next.position.board.put(on, after.unit(on));
            let more = state.half.is_none() && survives;
            if !more || next.position.is_decided() {
                end(&mut next);
            }
            if more {
                next.half = Some(Half { at: by, done: HalfDone::Attacked });
            }
        }
        Command::End { unit } => {
            against(not_in_hand(state, unit).into_iter().collect())?;
            if state.half.is_none() {
                next.position.board.put(unit, state.position.after(Activation::pass(unit)).board.unit(unit));
            }
            end(&mut next);
        }
        Command::Offer { answer: None | Some(false), .. } => {}
        Command::Agree | Command::Offer { answer: Some(true), .. } => {
            next.half = None;
            next.over = Some(Over::Agreed);
        }
        Command::Resign { side } => {
            next.half = None;
            next.over = Some(Over::Resigned(side));
        }
        // Beginnings, corrections and arrangements are handled above.
        _ => return Err(vec![Reason::changes_nothing()]),
    }
    Ok((next, blows))
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
fn set(state: &State, at: Square, unit: Option<Unit>) -> Result<State, Vec<Reason>> {
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
    let mut next = state.clone();
    next.position.board.put(at, unit);
    let lost = |half: Half| next.position.board.side(half.at) != Some(state.position.turn);
    if state.over.is_some() || state.half.is_some_and(lost) {
        next.half = None;
    }
    let over = Over::of(&next.position);
    if state.over != over && (over.is_some() || !state.over.is_some_and(Over::is_by_players)) {
        next.over = over;
    }
    against(if next == *state { vec![Reason::changes_nothing()] } else { Vec::new() })?;
    Ok(next)
}

/// Ends the activation: the game, or the turn.
fn end(next: &mut State) {
    next.half = None;
    next.activations += 1;
    if let Some(over) = Over::of(&next.position) {
        next.over = Some(over);
        return;
    }
    next.position.turn = next.position.turn.other();
    *next.seen.entry(next.position).or_default() += 1;
}
