//! Concrete changes of the state.

use super::{Half, MOST_HEALTH, Over, Position, Side, Square, State, Strength, Unit};
use crate::table::{Mismatch, TableChange, changes, differing};

changes! {
    State, players {}
    table {
        seating: seating,
        Half(Option<Half>) = half, "the half activation",
        Turn(Side) = position.turn, "the turn",
        Activations(u32) = activations, "the count of activations",
        Over(Option<Over>) = over, "the end",
    }
    other {
        /// Unit on a square.
        Unit { at: Square, from: Option<Unit>, to: Option<Unit>, }
        /// Number of times that a position occurred.
        Seen { position: Position, from: u32, to: u32, }
        /// Player of a side.
        Machine { side: Side, from: Option<Strength>, to: Option<Strength>, }
    }
}

impl Change {
    fn others_between(before: &State, after: &State) -> Vec<Self> {
        let unit = |state: &State, at| state.position.board.unit(at);
        let squares = Square::all().map(|at| (at, unit(before, at), unit(after, at)));
        let units = squares.filter(|(_, from, to)| from != to).map(|(at, from, to)| Self::Unit { at, from, to });
        let count = |count: Option<&u32>| count.copied().unwrap_or_default();
        let seen = differing(&before.seen, &after.seen).map(|(position, from, to)| Self::Seen {
            position: *position,
            from: count(from),
            to: count(to),
        });
        let machines = Side::BOTH.map(|side| (side, before.machines.of(side), after.machines.of(side)));
        let machines = machines.into_iter().filter(|(_, from, to)| from != to);
        units.chain(seen).chain(machines.map(|(side, from, to)| Self::Machine { side, from, to })).collect()
    }

    fn set_other(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
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
            _ => Ok(()),
        }
    }

    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
        match self {
            Self::Began(fresh) => !fresh.players.is_empty() && fresh.check().is_ok(),
            Self::Unit { from, to, .. } => {
                [from, to].into_iter().flatten().all(|unit| (1..=MOST_HEALTH).contains(&unit.health))
            }
            _ => true,
        }
    }
}
