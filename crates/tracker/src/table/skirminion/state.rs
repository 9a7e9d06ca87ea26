//! The state of a game: the fold of the changes in force.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Machines, Over, Position, Setup, Side, Square};
use crate::table::{CorruptEntry, PlayerConfig, Seat, Seating};

/// Number of repetitions of a position that offers a draw.
const OFFERED_AT: u32 = 3;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Bone's player and red's; empty before a game begins.
    pub players: Vec<PlayerConfig>,
    /// Arrangement of the panels.
    #[serde(default)]
    pub seating: Seating,
    /// Player of each side.
    #[serde(default, skip_serializing_if = "Machines::are_none")]
    pub machines: Machines,
    /// The units, and whose activation it is (K5).
    pub position: Position,
    /// The unit that has done one half of its activation, and may do the other (K6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<Half>,
    /// Number of completed activations.
    pub activations: u32,
    /// End of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Number of times that each position occurred between two activations.
    pub seen: BTreeMap<Position, u32>,
}

/// A unit that has done one half of its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Half {
    /// Its current square.
    pub at: Square,
    /// Its completed half.
    pub done: HalfDone,
}

/// One half of an activation (K6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HalfDone {
    /// It has moved.
    Moved,
    /// It has attacked.
    Attacked,
}

impl Default for State {
    fn default() -> Self {
        let position = Position::start(Side::Bone);
        Self {
            players: Vec::new(),
            seating: Seating::default(),
            machines: Machines::default(),
            position,
            half: None,
            activations: 0,
            over: None,
            seen: BTreeMap::new(),
        }
    }
}

impl State {
    /// Creates a game that has begun (K2, K3).
    pub fn begin(setup: &Setup) -> Self {
        let position = Position::start(setup.first);
        let named = |player: &PlayerConfig| PlayerConfig { name: player.name.trim().to_owned(), ..player.clone() };
        Self {
            players: setup.players.iter().map(named).collect(),
            seating: setup.seating,
            machines: setup.machines,
            position,
            seen: BTreeMap::from([(position, 1)]),
            ..Self::default()
        }
    }

    /// Returns the side to activate; `None` before and after the game.
    pub fn turn(&self) -> Option<Side> {
        (!self.players.is_empty() && self.over.is_none()).then_some(self.position.turn)
    }

    /// True if the position occurs for the third time or more, which offers a draw. Players may go on.
    pub fn offers_draw(&self) -> bool {
        let times = self.seen.get(&self.position).copied().unwrap_or(0);
        self.turn().is_some() && self.half.is_none() && times >= OFFERED_AT
    }

    /// Checks that the state is possible: one in a hand-edited journal may not be.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), CorruptEntry> {
        let wrong = |what: &str| Err(CorruptEntry::new(what));
        if self.players.is_empty() {
            return Ok(());
        }
        if self.players.len() != 2 {
            return wrong("there are not two players");
        }
        let Position { board, turn } = self.position;
        if !board.is_sound() || !self.seen.keys().all(|position| position.board.is_sound()) {
            return wrong("the board is not one of eight units a side, of 1 to 6 health");
        }
        if self.half.is_some_and(|half| board.side(half.at) != Some(turn)) {
            return wrong("the unit that is half done is not one of the side on turn");
        }
        if !self.over.is_some_and(Over::is_by_players) && self.over != Over::of(&self.position) {
            return wrong("the game is over though both have units, or goes on though one has none");
        }
        Ok(())
    }
}

impl Seat {
    /// Returns the seat of a side: bone's player is the first.
    pub fn of_side(side: Side) -> Self {
        Self(side.index() as u8)
    }

    /// Returns the side of the seat.
    pub fn side(self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| Self::of_side(*side) == self)
    }
}
