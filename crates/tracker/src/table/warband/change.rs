//! Concrete changes of the state.

use serde::{Deserialize, Serialize};

use super::{Condition, Moment, Over, State};
use crate::table::{Mismatch, PlayerChange, PlayerColour, Seat, Seating, TableChange, arranged, replace_state};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called as what they change")]
pub enum Change {
    /// A new game; everything before is put away.
    Began(Box<State>),
    /// Condition of a warrior.
    Warrior {
        seat: Seat,
        no: u8,
        from: Condition,
        to: Condition,
    },
    /// Turn and phase.
    Moment(TableChange<Moment>),
    /// True if a side has lost.
    Lost(PlayerChange<bool>),
    Over(TableChange<Option<Over>>),
    Name(PlayerChange<String>),
    #[serde(rename = "livery")]
    Colour(PlayerChange<PlayerColour>),
    Chair(PlayerChange<u8>),
    Seating(TableChange<Seating>),
}

arranged!(Change);

impl crate::table::Change<State> for Change {
    fn set(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Began(fresh) => replace_state(state, fresh, forward),
            Self::Warrior { seat, no, from, to } => {
                let side = state.sides.get_mut(seat.index());
                let index = usize::from(*no).checked_sub(1);
                let warrior = side.zip(index).and_then(|(side, index)| side.warriors.get_mut(index));
                let warrior = warrior.ok_or_else(|| Mismatch(format!("side {} has no warrior {no}", seat.0)))?;
                TableChange { from: *from, to: *to }.set(&mut warrior.now, forward, &format!("warrior {no}"))
            }
            Self::Moment(change) => change.set(&mut state.moment, forward, "turn and phase"),
            Self::Lost(change) => change.set_of(&mut state.sides, forward, "the loss", |side| &mut side.lost),
            Self::Over(change) => change.set(&mut state.over, forward, "the end"),
            Self::Name(change) => change.set_of(&mut state.sides, forward, "the name", |side| &mut side.name),
            Self::Colour(change) => change.set_of(&mut state.sides, forward, "the colour", |side| &mut side.colour),
            Self::Chair(change) => change.set_of(&mut state.sides, forward, "the chair", |side| &mut side.chair),
            Self::Seating(change) => change.set(&mut state.seating, forward, "the seating"),
        }
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.check().is_ok(),
            _ => true,
        }
    }

    fn begins(&self) -> bool {
        matches!(self, Self::Began(_))
    }
}
