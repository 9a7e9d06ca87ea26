//! Concrete changes of the state.

use serde::{Deserialize, Serialize};

use super::{Fight, Out, Over, State, Treasure};
use crate::game::BattlingSpec;
use crate::table::{Mismatch, PlayerChange, PlayerColour, Seat, Seating, TableChange, replace_state};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called as what they change")]
pub enum Change {
    /// A new game replaces the one before.
    Began(Box<State>),
    Life(PlayerChange<u32>),
    /// The treasures that a player has robbed.
    Taken(PlayerChange<Vec<Treasure>>),
    Out(PlayerChange<Option<Out>>),
    Turn(TableChange<u32>),
    Fights(TableChange<Option<Vec<Fight>>>),
    Over(TableChange<Option<Over>>),
    Name(PlayerChange<String>),
    #[serde(rename = "livery")]
    Colour(PlayerChange<PlayerColour>),
    Chair(PlayerChange<u8>),
    Seating(TableChange<Seating>),
}

impl crate::table::Change<State> for Change {
    fn set(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        let players = &mut state.players;
        match self {
            Self::Began(fresh) => replace_state(state, fresh, forward),
            Self::Life(change) => change.set_of(players, forward, "the life points", |player| &mut player.life),
            Self::Taken(change) => change.set_of(players, forward, "the stolen treasures", |player| &mut player.taken),
            Self::Out(change) => change.set_of(players, forward, "the place in the game", |player| &mut player.out),
            Self::Turn(change) => change.set(&mut state.turn, forward, "the turn"),
            Self::Fights(change) => change.set(&mut state.fights, forward, "the list of fights"),
            Self::Over(change) => change.set(&mut state.over, forward, "the end"),
            Self::Name(change) => change.set_of(players, forward, "the name", |player| &mut player.name),
            Self::Colour(change) => change.set_of(players, forward, "the colour", |player| &mut player.colour),
            Self::Chair(change) => change.set_of(players, forward, "the chair", |player| &mut player.chair),
            Self::Seating(change) => change.set(&mut state.seating, forward, "the seating"),
        }
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Began(fresh) => fresh.begun() && fresh.check().is_ok(),
            Self::Life(change) => change.to <= BattlingSpec::MOST_LIFE,
            _ => true,
        }
    }

    fn begins(&self) -> bool {
        matches!(self, Self::Began(_))
    }
}

/// Returns the changes that make one state of a game out of another.
pub(super) fn differences(before: &State, after: &State) -> Vec<Change> {
    let mut all = Vec::new();
    for (seat, (from, to)) in before.seats().zip(before.players.iter().zip(&after.players)) {
        all.extend(of_player(seat, &from.life, &to.life).map(Change::Life));
        all.extend(of_player(seat, &from.taken, &to.taken).map(Change::Taken));
        all.extend(of_player(seat, &from.out, &to.out).map(Change::Out));
    }
    all.extend(of_table(&before.turn, &after.turn).map(Change::Turn));
    all.extend(of_table(&before.fights, &after.fights).map(Change::Fights));
    all.extend(of_table(&before.over, &after.over).map(Change::Over));
    all
}

fn of_player<T: Clone + PartialEq>(seat: Seat, from: &T, to: &T) -> Option<PlayerChange<T>> {
    (from != to).then(|| PlayerChange { seat, from: from.clone(), to: to.clone() })
}

fn of_table<T: Clone + PartialEq>(from: &T, to: &T) -> Option<TableChange<T>> {
    (from != to).then(|| TableChange { from: from.clone(), to: to.clone() })
}
