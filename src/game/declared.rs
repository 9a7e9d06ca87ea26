//! A table that a game declares in its data: what the tracker counts, marks and piles up, and how the game is won.

use std::ops::RangeInclusive;

/// What the tracker keeps for a game that has no rules of its own in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// How many may play.
    pub players: RangeInclusive<usize>,
    /// True if one player after the other has a turn; otherwise everyone acts at once.
    pub turns: bool,
    /// What each player has so many of.
    pub counters: Vec<CounterSpec>,
    /// What the table has so many of.
    pub shared: Vec<CounterSpec>,
    /// Marks on players.
    pub statuses: Vec<StatusSpec>,
    /// Heaps of cards that lie open.
    pub piles: Vec<PileSpec>,
    /// How the game is won; none where players say so themselves.
    pub win: Option<WinSpec>,
}

/// A figure that goes up and down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSpec {
    /// How data and journal call it: `health`.
    pub id: String,
    /// How people read it: `Health`.
    pub name: String,
    /// What it is when a game begins.
    pub start: i64,
    /// What it does not go below.
    pub least: i64,
    /// What it does not go above, if there is such a figure.
    pub most: Option<i64>,
}

/// A mark that a player has or has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusSpec {
    /// How data and journal call it: `lit`.
    pub id: String,
    /// How people read it.
    pub name: String,
    /// The card that is before every player and shows the mark by its back; by id.
    pub card: Option<String>,
}

/// Cards that lie open in a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileSpec {
    /// How data and journal call it: `discard`.
    pub id: String,
    /// How people read it.
    pub name: String,
    /// The cards that may be in it, by id, in the order of the deck.
    pub cards: Vec<String>,
    /// True if it is shuffled into a new draw deck.
    pub shuffles: bool,
}

/// How a game is won. Counters are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinSpec {
    /// Who is at the least of a counter is out; the last one left wins.
    Last(String),
    /// Who has the most of a counter when players end the game; equals share it.
    Most(String),
    /// Who first comes so far with a counter.
    Reach {
        /// Which.
        counter: String,
        /// How far: up to here, or down to here if it starts above.
        at: i64,
    },
}

impl Default for TableSpec {
    /// The table of a game that declares none: points, and turns.
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
    /// The counter of a game that declares none.
    pub fn points() -> Self {
        Self { id: "points".into(), name: "Points".into(), start: 0, least: 0, most: None }
    }
}

impl TableSpec {
    /// A counter of each player.
    pub fn counter(&self, id: &str) -> Option<&CounterSpec> {
        self.counters.iter().find(|counter| counter.id == id)
    }

    /// A counter of the table.
    pub fn shared(&self, id: &str) -> Option<&CounterSpec> {
        self.shared.iter().find(|counter| counter.id == id)
    }

    /// A mark on players.
    pub fn status(&self, id: &str) -> Option<&StatusSpec> {
        self.statuses.iter().find(|status| status.id == id)
    }

    /// A pile.
    pub fn pile(&self, id: &str) -> Option<&PileSpec> {
        self.piles.iter().find(|pile| pile.id == id)
    }
}
