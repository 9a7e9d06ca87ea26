//! The sum of a game: how the health of both sides went, what their attacks took off, and the game as text.

use super::{Blow, Change, Command, Side, State, Table};
use crate::table::{LastGame, Rules as _, tell};

/// Total health of a side from a moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When, as a number of completed activations.
    pub activations: u32,
    /// The health of all its units.
    pub health: u32,
}

/// Statistics of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideScore {
    /// Its health over time.
    pub samples: Vec<Sample>,
    /// Number of its attacks.
    pub attacks: u32,
    /// The health that it took off, attacking and attacked.
    pub taken: u32,
    /// Number of times that a unit rested (K8).
    pub rested: u32,
    /// The blow that took most, the first of several.
    pub best: Option<Blow>,
}

/// Statistics of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Bone, then red.
    pub sides: [SideScore; 2],
    /// Number of blows dealt in a last stand (K18).
    pub last_stands: u32,
    /// Number of completed activations.
    pub activations: u32,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
}

/// Returns the statistics of the last game at a table; empty before the first.
pub fn of(table: &Table) -> Score {
    let Some(LastGame { mut state, began, events, .. }) = table.last_game() else { return Score::default() };
    let mut score = Score::default();
    score.sample(&state);
    for event in events {
        let turn = state.position.turn;
        let before = state.position.board;
        event.apply_to(&mut state);
        match event.command {
            Command::Attack { .. } => {
                score.sides[turn.index()].attacks += 1;
                for blow in &event.outcomes {
                    let Some(side) = before.side(blow.by) else { continue };
                    score.count(side, blow, before.health(blow.on));
                }
            }
            Command::End { .. } => {
                let rested = event.changes.iter().any(|change| matches!(change, Change::Unit { .. }));
                score.sides[turn.index()].rested += u32::from(rested);
            }
            _ => {}
        }
        score.activations = state.activations;
        score.sample(&state);
        score.minutes = event.time.minutes_since(began);
    }
    score
}

impl Score {
    fn count(&mut self, side: Side, blow: &Blow, health: u8) {
        let score = &mut self.sides[side.index()];
        score.taken += u32::from(blow.taken.min(health));
        if score.best.as_ref().is_none_or(|best| best.taken < blow.taken) {
            score.best = Some(blow.clone());
        }
        self.last_stands += u32::from(blow.last_stand);
    }

    /// Adds a corner of the staircase for each side whose health is another than before.
    fn sample(&mut self, state: &State) {
        let activations = state.activations;
        let board = &state.position.board;
        for (side, score) in Side::BOTH.into_iter().zip(&mut self.sides) {
            let health = board.health_of(board.units(side));
            if score.samples.last().is_none_or(|last| last.health != health) {
                score.samples.push(Sample { activations, health });
            }
        }
    }
}

/// Returns a summary of the last game at a table as plain text: both sides' states, and the events of each round.
pub fn text(table: &Table) -> String {
    let mut lines = table.rules().describe(table.state());
    lines.push(String::new());
    let told = tell::lines(table);
    lines.extend(told.iter().map(|line| format!("{:>3}  {}", line.round, tell::text(&line.parts))));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
