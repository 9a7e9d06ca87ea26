//! Concrete changes of the state.

use serde::{Deserialize, Serialize};

use super::{Half, MOST_HEALTH, Over, Position, Side, Square, State, Strength, Unit};
use crate::table::{Mismatch, PlayerChange, PlayerColour, Seating, TableChange, replace_state};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called as what they change")]
pub enum Change {
    /// A new game; it replaces the whole state.
    Began(Box<State>),
    /// Unit on a square.
    Unit {
        at: Square,
        from: Option<Unit>,
        to: Option<Unit>,
    },
    /// The unit that has done half of its activation.
    Half(TableChange<Option<Half>>),
    Turn(TableChange<Side>),
    Activations(TableChange<u32>),
    /// Number of times that a position occurred.
    Seen {
        position: Position,
        from: u32,
        to: u32,
    },
    Over(TableChange<Option<Over>>),
    /// Player of a side.
    Machine {
        side: Side,
        from: Option<Strength>,
        to: Option<Strength>,
    },
    Name(PlayerChange<String>),
    #[serde(rename = "livery")]
    Colour(PlayerChange<PlayerColour>),
    Chair(PlayerChange<u8>),
    Seating(TableChange<Seating>),
}

impl crate::table::Change<State> for Change {
    fn set(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Began(fresh) => replace_state(state, fresh, forward),
            Self::Unit { at, from, to } => {
                let mut unit = state.position.board.unit(*at);
                TableChange { from: *from, to: *to }.set(&mut unit, forward, &format!("the unit on {at}"))?;
                state.position.board.put(*at, unit);
                Ok(())
            }
            Self::Seen { position, from, to } => {
                let what = format!("the count of {position}");
                TableChange { from: *from, to: *to }.set_count(&mut state.seen, position, forward, &what)
            }
            Self::Machine { side, from, to } => {
                let machine = &mut state.machines.0[side.index()];
                TableChange { from: *from, to: *to }.set(machine, forward, &format!("who plays {side}"))
            }
            Self::Half(change) => change.set(&mut state.half, forward, "the half activation"),
            Self::Turn(change) => change.set(&mut state.position.turn, forward, "the turn"),
            Self::Activations(change) => change.set(&mut state.activations, forward, "the count of activations"),
            Self::Over(change) => change.set(&mut state.over, forward, "the end"),
            Self::Name(change) => change.set_of(&mut state.players, forward, "the name", |player| &mut player.name),
            Self::Colour(change) => {
                change.set_of(&mut state.players, forward, "the colour", |player| &mut player.colour)
            }
            Self::Chair(change) => change.set_of(&mut state.players, forward, "the chair", |player| &mut player.chair),
            Self::Seating(change) => change.set(&mut state.seating, forward, "the seating"),
        }
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Began(fresh) => !fresh.players.is_empty() && fresh.check().is_ok(),
            Self::Unit { from, to, .. } => {
                [from, to].into_iter().flatten().all(|unit| (1..=MOST_HEALTH).contains(&unit.health))
            }
            _ => true,
        }
    }

    fn begins(&self) -> bool {
        matches!(self, Self::Began(_))
    }
}
