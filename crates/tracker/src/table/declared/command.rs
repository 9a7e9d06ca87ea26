//! Commands of a declared table.

use serde::{Deserialize, Serialize};

use super::PileId;
use crate::table::{CardId, Millis, PlayerConfig, Seat, SeatCommand, Seating, seat_commands};

/// A command of the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", remote = "Self")]
pub enum Command {
    /// A new game begins.
    Begin(Setup),
    /// A counter of a player goes up or down; at its bounds it stays there.
    Count {
        /// Whose.
        seat: Seat,
        /// Id of the counter.
        counter: String,
        /// By how much; not 0.
        by: i64,
    },
    /// A counter of the table goes up or down; at its bounds it stays there.
    Shared {
        /// Id of the counter.
        counter: String,
        /// By how much; not 0.
        by: i64,
    },
    /// A player gets a mark, or loses it.
    Mark {
        /// The player.
        seat: Seat,
        /// Id of the status.
        status: String,
        /// True if they have it then.
        on: bool,
    },
    /// A player acts.
    Act {
        /// The player who acts.
        seat: Seat,
        /// Id of the action.
        action: String,
        /// The other player, for an action that concerns one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Seat>,
    },
    /// Cards come onto a pile from the deck or from hands; below 0, they go back there.
    Put {
        /// The pile.
        pile: PileId,
        /// Id of the card.
        card: CardId,
        /// Difference; not 0.
        by: i64,
    },
    /// A card goes from one pile to another.
    Move {
        /// Id of the card.
        card: CardId,
        /// The pile that it leaves.
        from: PileId,
        /// The pile that it comes to.
        to: PileId,
    },
    /// A pile becomes a new draw deck.
    Shuffle {
        /// The pile.
        pile: PileId,
    },
    /// A timer starts, or stops.
    Timer {
        /// Id of the timer.
        timer: String,
        /// When it ends; `None` to stop it.
        ends: Option<Millis>,
    },
    /// A note of the table is written.
    Write {
        /// Id of the note.
        note: String,
        /// The whole text; empty for none.
        text: String,
    },
    /// The turn ends; the next player clockwise is on turn.
    EndTurn {
        /// Whose turn ends.
        seat: Seat,
    },
    /// Correction: it is someone else's turn.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// The players end the game; the winners are computed from the counters.
    End,
    /// Names, colours, chairs, notes, the seating.
    #[serde(skip)]
    Seat(SeatCommand),
}

/// Players and their seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The players, clockwise.
    pub players: Vec<PlayerConfig>,
    /// Player with the first turn.
    #[serde(default)]
    pub first: Seat,
    /// Arrangement of the panels on the screen.
    #[serde(default)]
    pub seating: Seating,
}

seat_commands!(Command);

impl Command {
    /// Returns the player concerned, if any; for a card that moves, the one from whom.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Count { seat, .. }
            | Self::Mark { seat, .. }
            | Self::Act { seat, .. }
            | Self::EndTurn { seat }
            | Self::Turn { seat } => Some(*seat),
            Self::Put { pile, .. } | Self::Shuffle { pile } => pile.seat(),
            Self::Move { from, to, .. } => from.seat().or(to.seat()),
            Self::Seat(command) => command.seat(),
            Self::Begin(_) | Self::Shared { .. } | Self::Timer { .. } | Self::Write { .. } | Self::End => None,
        }
    }
}
