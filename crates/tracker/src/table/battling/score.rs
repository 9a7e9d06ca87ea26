//! The sum of a game: how everyone's life points went, how many fights they won, and the game as text.

use super::{Command, FightResult, State, Table};
use crate::table::{LastGame, Rules as _, tell};

/// Life points of a player from a moment on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When, in turns that had passed.
    pub passed: f64,
    /// Life points.
    pub life: u32,
}

/// Statistics of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// For each player, in the order of their seats, how their life points went.
    pub samples: Vec<Vec<Sample>>,
    /// Number of fights that each player has won: with a treasure or with damage.
    pub won: Vec<u32>,
    /// Number of fights.
    pub fights: u32,
    /// Number of completed turns.
    pub passed: f64,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
}

/// Returns the statistics of the last game at a table; empty before the first.
pub fn of(table: &Table) -> Score {
    let Some(LastGame { mut state, began, events, .. }) = table.last_game() else { return Score::default() };
    let players = state.players.len();
    let mut score = Score { samples: vec![Vec::new(); players], won: vec![0; players], ..Score::default() };
    score.sample(&state);
    for event in events {
        event.apply_to(&mut state);
        if matches!(event.command, Command::Turn { .. }) {
            score.count(&state);
        }
        score.passed = f64::from(passed(&state));
        score.sample(&state);
        score.minutes = event.time.minutes_since(began);
    }
    score
}

/// Returns the number of completed turns: those with resolved fights.
fn passed(state: &State) -> u32 {
    if state.fights.is_some() { state.turn } else { state.turn.saturating_sub(1) }
}

impl Score {
    fn count(&mut self, state: &State) {
        for fight in state.fights.iter().flatten() {
            self.fights += u32::from(fight.result.was_fought());
            if matches!(fight.result, FightResult::Rob(_) | FightResult::Damage)
                && let Some(won) = self.won.get_mut(fight.clash.by.index())
            {
                *won += 1;
            }
        }
    }

    /// Adds a corner of the staircase for each player whose life points are others than before.
    fn sample(&mut self, state: &State) {
        let passed = self.passed;
        for (player, samples) in state.players.iter().zip(&mut self.samples) {
            if samples.last().is_none_or(|last| last.life != player.life) {
                samples.push(Sample { passed, life: player.life });
            }
        }
    }
}

/// Returns a summary of the last game at a table as plain text: the players' states, and the events of each turn.
pub fn text(table: &Table) -> String {
    let mut lines = table.rules().describe(table.state());
    lines.push(String::new());
    let told = tell::lines(table);
    lines.extend(told.iter().map(|line| format!("{:>3}  {}", line.round, tell::text(&line.parts))));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
