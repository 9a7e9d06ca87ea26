//! A table that a game declares in its data: what the tracker counts, marks and piles up, and how the game is won.

use std::ops::RangeInclusive;

/// State that the tracker keeps for a game without built-in rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// Number of players.
    pub players: RangeInclusive<usize>,
    /// True if one player after the other has a turn; otherwise everyone acts at once.
    pub turns: bool,
    /// Counters of each player.
    pub counters: Vec<CounterSpec>,
    /// Counters of the table.
    pub shared: Vec<CounterSpec>,
    /// Marks on players.
    pub statuses: Vec<StatusSpec>,
    /// Open piles of cards.
    pub piles: Vec<PileSpec>,
    /// Winning condition; `None` if players decide themselves.
    pub win: Option<WinSpec>,
}

/// A figure that goes up and down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSpec {
    /// Id in data and journal: `health`.
    pub id: String,
    /// Displayed name: `Health`.
    pub name: String,
    /// Value at the start of a game.
    pub start: i64,
    /// Minimum.
    pub least: i64,
    /// Maximum, if any.
    pub most: Option<i64>,
}

/// A status that a player may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusSpec {
    /// Id in data and journal: `lit`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The card that is before every player and shows the mark by its back; by id.
    pub card: Option<String>,
}

/// An open pile of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileSpec {
    /// Id in data and journal: `discard`.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The cards that may be in it, by id, in the order of the deck.
    pub cards: Vec<String>,
    /// True if it is shuffled into a new draw deck.
    pub shuffles: bool,
}

/// Winning condition of a game. Counters are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinSpec {
    /// Players at the minimum of a counter are out; the last one left wins.
    Last(String),
    /// The player with the highest counter wins when players end the game; equal ones share the victory.
    Most(String),
    /// The first player whose counter reaches a value.
    Reach {
        /// Id of the counter.
        counter: String,
        /// Value to reach, from below or, if the counter starts above it, from above.
        at: i64,
    },
}

impl Default for TableSpec {
    /// Returns the default table: points, and turns.
    fn default() -> Self {
        Self {
            players: 2..=8,
            turns: true,
            counters: vec![CounterSpec::points()],
            shared: Vec::new(),
            statuses: Vec::new(),
            piles: Vec::new(),
            win: None,
        }
    }
}

impl CounterSpec {
    /// Returns the default counter.
    pub fn points() -> Self {
        Self { id: "points".into(), name: "Points".into(), start: 0, least: 0, most: None }
    }
}

impl TableSpec {
    /// Returns a counter of each player.
    pub fn counter(&self, id: &str) -> Option<&CounterSpec> {
        self.counters.iter().find(|counter| counter.id == id)
    }

    /// Returns a counter of the table.
    pub fn shared(&self, id: &str) -> Option<&CounterSpec> {
        self.shared.iter().find(|counter| counter.id == id)
    }

    /// Returns a status of players.
    pub fn status(&self, id: &str) -> Option<&StatusSpec> {
        self.statuses.iter().find(|status| status.id == id)
    }

    /// Returns a pile.
    pub fn pile(&self, id: &str) -> Option<&PileSpec> {
        self.piles.iter().find(|pile| pile.id == id)
    }
}
