//! Commands of players.

use serde::{Deserialize, Serialize};

use super::Rank;
use super::rank::as_points;
use crate::game::{DefenceSuit, EqualPoints, FightOrder, FourPlayers};
use crate::table::{PlayerConfig, Ruleset, Seat, SeatCommand, Seating, seat_commands};

/// Command of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", remote = "Self")]
pub enum Command {
    /// A new game begins (B5).
    Begin(Setup),
    /// A turn with all its fights (B7).
    Turn {
        /// Plays of all players in the game; their order is irrelevant.
        plays: Vec<Play>,
    },
    /// Ends a turn whose fights the players resolved themselves.
    EndTurn,
    /// A player has robbed a treasure in a fight that the players resolved themselves (B12).
    Take {
        /// New owner.
        seat: Seat,
        /// Whose deck it was drawn from.
        from: Seat,
        /// Rank of the treasure.
        rank: Rank,
    },
    /// Correction: a robbed treasure goes back into the deck that it was drawn from.
    GiveBack {
        /// Current owner.
        seat: Seat,
        /// Whose deck it goes back into.
        from: Seat,
        /// Rank of the treasure.
        rank: Rank,
    },
    /// Life points go up or down, within 0 to 999: damage without the turn's fights, or a correction.
    Adjust {
        /// Whose.
        seat: Seat,
        /// By how much; not 0.
        by: i64,
    },
    /// Names, colours, chairs, notes, the seating.
    #[serde(skip)]
    Seat(SeatCommand),
}

seat_commands!(Command);

impl Command {
    /// Returns the player concerned, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Take { seat, .. } | Self::GiveBack { seat, .. } | Self::Adjust { seat, .. } => Some(*seat),
            Self::Seat(command) => command.seat(),
            Self::Begin(_) | Self::Turn { .. } | Self::EndTurn => None,
        }
    }
}

/// Players and options of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The players, clockwise.
    pub players: Vec<PlayerConfig>,
    /// The suit of the defence deck (B2).
    #[serde(default)]
    pub defence: DefenceSuit,
    /// Effect of equal points (B12).
    #[serde(default)]
    pub equal: EqualPoints,
    /// The life points of four players (B5).
    #[serde(default, skip_serializing_if = "usual")]
    pub four: FourPlayers,
    /// The order of the fights of a turn (B19).
    #[serde(default, skip_serializing_if = "usual")]
    pub order: FightOrder,
    /// Arrangement of the panels on the screen.
    #[serde(default)]
    pub seating: Seating,
    /// Version of the rules; a setup of the first edition has none.
    #[serde(default, skip_serializing_if = "Ruleset::is_first")]
    pub rules: Ruleset,
}

/// True if a choice is the one of games that do not mention it.
pub(super) fn usual<T: Default + PartialEq>(choice: &T) -> bool {
    *choice == T::default()
}

/// Play of one player in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The player.
    pub seat: Seat,
    /// The attack cards that they have laid; with the defence cards they are two (B9).
    #[serde(serialize_with = "as_points")]
    pub attack: Vec<Rank>,
    /// The defence cards that they have laid.
    #[serde(serialize_with = "as_points")]
    pub defence: Vec<Rank>,
    /// Target; `None` is allowed (B11, B22).
    pub on: Option<Seat>,
    /// Choice in case of winning the fight (B12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<Wants>,
    /// The treasure that they draw if they rob (B21).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasure: Option<Rank>,
}

/// Choice of a fight's winner (B12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// Draw a treasure from the target's deck.
    Rob,
    /// Take the difference off the target's life points.
    Damage,
}
