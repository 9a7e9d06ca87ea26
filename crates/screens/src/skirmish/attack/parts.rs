//! The parts of the attack sheet, and what can be touched on it.

use serde::{Deserialize, Serialize};

use crate::table::skirmish::{Gear, Means, Played, Special, Step};
use crate::table::{CardId, Seat};

/// A part of the sheet in which something is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Section {
    Whom,
    Means,
    Basic,
    Special,
    Answers,
}

impl Section {
    /// All, in the order in which they are chosen.
    pub const ALL: [Self; 5] = [Self::Whom, Self::Means, Self::Basic, Self::Special, Self::Answers];

    /// Returns its name and a description.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Whom => ["Whom", ""],
            Self::Means => ["Weapon", "or only a card"],
            Self::Basic => ["Basic card", "adds damage"],
            Self::Special => ["Special", "needs its card"],
            Self::Answers => ["Answer", ""],
        }
    }
}

/// Further questions on the answer tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asking {
    /// The answer.
    Answer,
    /// The Basic attack card of a counter-charge.
    Counter,
    /// Which card is tripped, or by whom if there is but one.
    Trip,
    /// The player who trips it.
    TripOn(Played),
    /// The attack they make.
    TripBy(Played, Seat),
}

/// The tapped part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Target(Seat),
    Means(Means),
    Basic(Option<CardId>),
    Special(Option<Special>),
    Names(Option<Gear>),
    Answer(Step),
    Trip(Step),
    Ask(Asking),
    Back(usize),
    Turn,
    Open(Section),
}
