//! The sum of a game: what everyone dealt, took, stopped and regained.

use super::{CardId, Millis, Rules, Seat, Table};

/// The sum of the last game at a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Each player, in the order of their seats.
    pub players: Vec<Tally>,
    /// All blows that were struck.
    pub blows: u32,
    /// Those that were stopped.
    pub stopped: u32,
    /// The rounds so far.
    pub rounds: u32,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
    /// When it began.
    pub began: Millis,
}

/// What one player did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Who.
    pub seat: Seat,
    /// Health that their blows cost others.
    pub dealt: i64,
    /// Health that they lost.
    pub taken: i64,
    /// Blows on them that were stopped.
    pub stopped: u32,
    /// Health that they got back.
    pub regained: i64,
    /// Their heaviest blow that landed: its damage, its weapon and cards.
    pub best: Option<(i64, Vec<CardId>)>,
    /// 1 for the winner; none for those who live while the game goes on.
    pub place: Option<u8>,
    /// Their health after each event that changed it: in rounds (1.5 is half through the first) and health.
    pub health: Vec<Sample>,
}

/// A point of the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// How many events of the game were in force.
    pub event: usize,
    /// Rounds that had passed, with the part of the round by turns: 0 at the start, 1 as the second round begins.
    pub round: f64,
    /// The health from here on.
    pub health: i64,
}

/// The sum of the last game at a table.
pub fn of(_table: &Table) -> Score {
    Score::default()
}

/// The sum as plain text, to be saved.
pub fn text(_rules: &Rules, _table: &Table) -> String {
    String::new()
}
