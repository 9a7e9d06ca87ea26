//! Skirminion: every rule by its number, the moves against a second generator, random games, the opponent, the notation.

#![cfg(feature = "table")]

#[path = "../dice/mod.rs"]
mod dice;
mod games;
mod journal;
mod moves;
mod opponent;
mod plain;
#[cfg(feature = "tracker")]
mod program;
mod rules;

use dice::Dice;
use skirmish::table::skirminion::{Change, Command, Position, Setup, Side, State, commands, evaluate};
use skirmish::table::{Change as _, Reason};

/// A game in which the units stand so.
fn game(text: &str) -> State {
    let position: Position = text.parse().unwrap();
    State { position, seen: [(position, 1)].into(), ..begun(Side::Bone) }
}

/// The start of a game.
fn begun(first: Side) -> State {
    State::begin(&Setup::of_sides(first))
}

/// What a command changes, or what is against it.
fn considered(state: &State, command: &Command) -> Result<Vec<Change>, Vec<Reason>> {
    let evaluation = evaluate(state, command);
    if evaluation.reasons.is_empty() { Ok(evaluation.changes) } else { Err(evaluation.reasons) }
}

fn carry_out(state: &mut State, command: &Command) -> Vec<Change> {
    let changes = considered(state, command).unwrap_or_else(|reasons| panic!("{command:?}: {reasons:?}"));
    for change in &changes {
        change.apply(state).unwrap();
    }
    changes
}

fn play(state: &mut State, activations: &str) {
    for activation in activations.split_whitespace() {
        for command in commands(&state.position, activation.parse().unwrap()) {
            carry_out(state, &command);
        }
    }
}
