//! The sum of a game: how everyone's counters went, and the game as text.

use super::{Event, State, Table};
use crate::table::{LastGame, Millis, Rules as _, tell};

/// Value of a player's counter from a moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Time: in rounds passed, with the fraction of the current one in turns; in minutes if everyone acts at once.
    pub passed: f64,
    /// Value.
    pub value: i64,
}

/// Statistics of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Samples of the requested counter for each player, in the order of their seats.
    pub samples: Vec<Vec<Sample>>,
    /// Progress of the game, in the unit of samples.
    pub passed: f64,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
}

/// Returns the statistics of a counter in the last game at a table; empty before the first.
pub fn of(table: &Table, counter: &str) -> Score {
    let Some(LastGame { mut state, began, events, .. }) = table.last_game() else { return Score::default() };
    let mut score = Score { samples: vec![Vec::new(); state.players.len()], ..Score::default() };
    score.sample(&state, counter, 0.0);
    for event in events {
        event.apply_to(&mut state);
        score.passed = passed(&state, began, event);
        score.sample(&state, counter, score.passed);
        score.minutes = event.time.minutes_since(began);
    }
    score
}

/// Returns the progress of a game at an event.
fn passed(state: &State, began: Millis, event: &Event) -> f64 {
    let Some(turn) = state.turn else {
        #[allow(clippy::cast_precision_loss, reason = "some minutes")]
        return event.time.0.saturating_sub(began.0) as f64 / 60_000.0;
    };
    let players = state.players.len().max(1);
    let turns = (turn.index() + players - state.first.index()) % players;
    #[allow(clippy::cast_precision_loss, reason = "a few players")]
    let part = turns as f64 / players as f64;
    f64::from(state.round) - 1.0 + part
}

impl Score {
    fn sample(&mut self, state: &State, counter: &str, passed: f64) {
        for (samples, player) in self.samples.iter_mut().zip(&state.players) {
            let Some(value) = player.counters.get(counter).copied() else { continue };
            if samples.last().is_none_or(|last| last.value != value) {
                samples.push(Sample { passed, value });
            }
        }
    }
}

/// Returns a summary of the last game at a table as plain text: the state, and the events.
pub fn text(table: &Table) -> String {
    let mut lines = table.rules().describe(table.state());
    lines.push(String::new());
    let told = tell::lines(table);
    let counts = told.iter().any(|line| line.round > 0);
    lines.extend(told.iter().map(|line| {
        let sentence = tell::text(&line.parts);
        if counts { format!("{:>3}  {sentence}", line.round) } else { sentence }
    }));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
