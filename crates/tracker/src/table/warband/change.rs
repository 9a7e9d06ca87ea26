//! Concrete changes of the state.

use super::{Condition, Moment, Over, State};
use crate::table::{Mismatch, Seat, TableChange, changes};

changes! {
    State, sides {
        lost: Lost(bool) "the loss",
    }
    table {
        seating: seating,
        Moment(Moment) = moment, "turn and phase",
        Over(Option<Over>) = over, "the end",
    }
    other {
        /// Condition of a warrior.
        Warrior { seat: Seat, no: u8, from: Condition, to: Condition, }
    }
}

impl Change {
    fn others_between(before: &State, after: &State) -> Vec<Self> {
        let warriors = before.everybody().zip(after.everybody());
        let changed = warriors.filter(|((_, from), (_, to))| from.now != to.now);
        changed
            .map(|((who, from), (_, to))| Self::Warrior { seat: who.seat, no: who.no, from: from.now, to: to.now })
            .collect()
    }

    fn set_other(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Warrior { seat, no, from, to } => {
                let side = state.sides.get_mut(seat.index());
                let index = usize::from(*no).checked_sub(1);
                let warrior = side.zip(index).and_then(|(side, index)| side.warriors.get_mut(index));
                let warrior = warrior.ok_or_else(|| Mismatch(format!("side {} has no warrior {no}", seat.0)))?;
                TableChange { from: *from, to: *to }.set(&mut warrior.now, forward, &format!("warrior {no}"))
            }
            _ => Ok(()),
        }
    }

    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.check().is_ok(),
            _ => true,
        }
    }
}
