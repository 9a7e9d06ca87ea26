//! The sum of a game: how many warriors each side had left, what became of them, and the game as text.

use super::{Change, Command, Mark, Rules, State, Status, Table};
use crate::table::{LastGame, Rules as _, tell};

/// Number of warriors left on a side from a moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When, in turns that had passed.
    pub passed: f64,
    /// Number of warriors not out of action.
    pub left: usize,
}

/// Fate of a side's warriors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of times that one of them was knocked down or stunned.
    pub felled: u32,
    /// Number of times that one of them fled.
    pub fled: u32,
    /// Number of times that one of them rallied.
    pub rallied: u32,
}

/// Statistics of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// For each side, in the order of their seats, how many warriors it had left.
    pub samples: Vec<Vec<Sample>>,
    /// Fate of each side's warriors.
    pub tallies: Vec<Tally>,
    /// Turns passed when each side lost; `None` for the others.
    pub lost: Vec<Option<f64>>,
    /// Number of turns passed.
    pub passed: f64,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
}

/// Returns the statistics of the last game at a table; empty before the first.
pub fn of(table: &Table) -> Score {
    let Some(LastGame { mut state, began, events, .. }) = table.last_game() else { return Score::default() };
    let sides = state.sides.len();
    let mut score = Score {
        samples: vec![Vec::new(); sides],
        tallies: vec![Tally::default(); sides],
        lost: vec![None; sides],
        ..Score::default()
    };
    score.sample(&state);
    for event in events {
        let by_hand = matches!(event.command, Command::Set(_));
        if !by_hand {
            event.changes.iter().for_each(|change| score.count(change));
        }
        event.apply_to(&mut state);
        score.passed = passed(&state);
        score.sample(&state);
        score.minutes = event.time.minutes_since(began);
    }
    score
}

/// Returns the number of turns passed, with the fraction of the current one.
fn passed(state: &State) -> f64 {
    let sides = state.sides.len().max(1);
    let of_turn = (state.moment.side.index() + sides - state.first.index()) % sides;
    #[allow(clippy::cast_precision_loss, reason = "a few sides")]
    let part = (of_turn as f64 + f64::from(state.moment.phase as u8) / 5.0) / sides as f64;
    f64::from(state.moment.turn.saturating_sub(1)) + part
}

impl Score {
    /// Counts what happened to a warrior by the rules.
    fn count(&mut self, change: &Change) {
        let Change::Warrior { seat, from, to, .. } = change else { return };
        let Some(tally) = self.tallies.get_mut(seat.index()) else { return };
        tally.felled += u32::from(to.is_down() && !from.is_down());
        tally.fled += u32::from(to.status == Status::Fleeing && from.status != Status::Fleeing);
        tally.rallied += u32::from(to.has(Mark::Rallied) && !from.has(Mark::Rallied));
    }

    /// Adds a corner of the staircase for each side that has others left than before.
    fn sample(&mut self, state: &State) {
        let passed = self.passed;
        for (side, lost) in state.sides.iter().zip(&mut self.lost) {
            *lost = lost.or(Some(passed)).filter(|_| side.lost);
        }
        for (side, samples) in state.sides.iter().zip(&mut self.samples) {
            let left = side.warriors.len() - side.out();
            if samples.last().is_none_or(|last| last.left != left) {
                samples.push(Sample { passed, left });
            }
        }
    }
}

/// Returns a summary of the last game at a table as plain text: every warrior's condition, and the events of each turn.
pub fn text(table: &Table) -> String {
    let mut lines = table.rules().describe(table.state());
    lines.push(String::new());
    let told = tell::lines::<Rules>(table);
    lines.extend(told.iter().map(|line| format!("{:>3}  {}", line.round, tell::text(&line.parts))));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
