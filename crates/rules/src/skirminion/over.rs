//! The ways that a game ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Position, Side};

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// A side has destroyed all enemies (K9).
    Won(Side),
    /// An attack has left neither side a unit: a draw (K9).
    NobodyLeft,
    /// The players agreed on a draw.
    Agreed,
    /// A side has given up.
    Resigned(Side),
}

impl Over {
    /// Returns the winner; `None` in a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::Resigned(side) => Some(side.other()),
            Self::NobodyLeft | Self::Agreed => None,
        }
    }

    /// True if the players ended the game, whatever stands on the board.
    pub fn is_by_players(self) -> bool {
        matches!(self, Self::Agreed | Self::Resigned(_))
    }

    /// Returns the end of a game whose board has no units of a side (K9).
    pub fn of(position: &Position) -> Option<Self> {
        let alive = Side::BOTH.map(|side| !position.board.units(side).is_empty());
        match alive {
            [true, true] => None,
            [true, false] => Some(Self::Won(Side::Bone)),
            [false, true] => Some(Self::Won(Side::Red)),
            [false, false] => Some(Self::NobodyLeft),
        }
    }
}

/// "bone", "red", "draw"
impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(side) => side.fmt(f),
            None => f.write_str("draw"),
        }
    }
}
