//! Concrete changes of a table that a game declares.

use serde::{Deserialize, Serialize};

use super::state::State;
use crate::table::{CardId, Mismatch, PlayerChange, PlayerColour, Seat, Seating, TableChange, replace_state};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called as what they change")]
pub enum Change {
    /// A new game; it replaces the whole state.
    Began(Box<State>),
    Counter {
        seat: Seat,
        counter: String,
        from: i64,
        to: i64,
    },
    Shared {
        counter: String,
        from: i64,
        to: i64,
    },
    /// True if a player has a mark.
    Status {
        seat: Seat,
        status: String,
        to: bool,
    },
    /// Number of copies of a card in a pile.
    Pile {
        pile: String,
        card: CardId,
        from: u32,
        to: u32,
    },
    Out(PlayerChange<bool>),
    Turn(TableChange<Option<Seat>>),
    Round(TableChange<u32>),
    Over(TableChange<Option<Vec<Seat>>>),
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
            Self::Counter { seat, counter, from, to } => {
                let player = state.players.get_mut(seat.index());
                let value = player.and_then(|player| player.counters.get_mut(counter));
                PlayerChange { seat: *seat, from: *from, to: *to }.set(value, forward, counter)
            }
            Self::Shared { counter, from, to } => {
                let value = state.shared.get_mut(counter);
                let value = value.ok_or_else(|| Mismatch(format!("unknown counter `{counter}`")))?;
                TableChange { from: *from, to: *to }.set(value, forward, counter)
            }
            Self::Status { seat, status, to } => mark(state, *seat, status, *to == forward),
            Self::Pile { pile, card, from, to } => {
                let cards = state.piles.get_mut(pile);
                let cards = cards.ok_or_else(|| Mismatch(format!("unknown pile `{pile}`")))?;
                TableChange { from: *from, to: *to }.set_count(cards, card, forward, &format!("{card} in {pile}"))
            }
            Self::Out(change) => {
                change.set_of(&mut state.players, forward, "the place in the game", |player| &mut player.out)
            }
            Self::Turn(change) => change.set(&mut state.turn, forward, "the turn"),
            Self::Round(change) => change.set(&mut state.round, forward, "the round"),
            Self::Over(change) => change.set(&mut state.over, forward, "the end of the game"),
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
            Self::Began(fresh) => fresh.begun() && fresh.seats().count() == fresh.players.len(),
            _ => true,
        }
    }

    fn begins(&self) -> bool {
        matches!(self, Self::Began(_))
    }
}

/// Sets a status that a player lacks, or clears one that they have.
fn mark(state: &mut State, seat: Seat, status: &str, on: bool) -> Result<(), Mismatch> {
    let player = state.players.get_mut(seat.index());
    let player = player.ok_or_else(|| Mismatch(format!("unknown player {}", seat.0)))?;
    let fits = if on { player.statuses.insert(status.to_owned()) } else { player.statuses.remove(status) };
    let has = if on { "already has" } else { "does not have" };
    if fits { Ok(()) } else { Err(Mismatch(format!("player {} {has} the status `{status}`", seat.0))) }
}
