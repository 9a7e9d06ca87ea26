//! Concrete changes of the state.

use super::{Fight, Out, Over, State, Treasure};
use crate::game::BattlingSpec;
use crate::table::{Recorder, changes};

changes! {
    State, players {
        life: Life(u32) "the life points",
        taken: Taken(Vec<Treasure>) "the stolen treasures",
        out: Out(Option<Out>) "the place in the game",
    }
    table {
        seating: seating,
        turn: Turn(u32) = turn, "the turn",
        fights: Fights(Option<Vec<Fight>>) = fights, "the list of fights",
        over: Over(Option<Over>) = over, "the end",
    }
    other {}
}

impl Change {
    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.check().is_ok(),
            Self::Life(change) => change.to <= BattlingSpec::MOST_LIFE,
            _ => true,
        }
    }
}

/// Returns the changes that make one state of a game out of another.
pub(super) fn differences(before: &State, after: &State) -> Vec<Change> {
    let mut recorder = Recorder::new(before);
    for (seat, player) in after.seats().zip(&after.players) {
        recorder.life(seat, player.life);
        recorder.taken(seat, player.taken.clone());
        recorder.out(seat, player.out);
    }
    recorder.turn(after.turn);
    recorder.fights(after.fights.clone());
    recorder.over(after.over.clone());
    recorder.into_changes()
}
