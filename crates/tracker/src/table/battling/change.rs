//! Concrete changes of the state.

use super::{Fight, Out, Over, State, Treasure};
use crate::game::BattlingSpec;
use crate::table::changes;

changes! {
    State, players {
        life: Life(u32) "the life points",
        taken: Taken(Vec<Treasure>) "the stolen treasures",
        out: Out(Option<Out>) "the place in the game",
    }
    table {
        seating: seating,
        Turn(u32) = turn, "the turn",
        Fights(Option<Vec<Fight>>) = fights, "the list of fights",
        Over(Option<Over>) = over, "the end",
    }
    other {}
}

impl Change {
    fn others_between(_: &State, _: &State) -> Vec<Self> {
        Vec::new()
    }

    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.check().is_ok(),
            Self::Life(change) => change.to <= BattlingSpec::MOST_LIFE,
            _ => true,
        }
    }
}
