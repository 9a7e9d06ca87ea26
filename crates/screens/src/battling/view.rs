//! What the screens of the battling-card game look at, and what they open.

use serde::{Deserialize, Serialize};

use crate::table::Seat;
use crate::table::battling::Rules;
use crate::view;

/// What the screens look at.
pub type View<'a> = view::View<'a, Rules>;
/// What a screen asks for.
pub type Action = view::Action<Rules>;

/// What can be opened that other games do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnSheet {
    /// A player has robbed a treasure: from whom, and which.
    Take(Seat),
    /// A player's own treasure deck: what was robbed of it can go back.
    Deck(Seat),
    /// What a player plays in this turn, or everyone, one after another.
    Plays(Option<Seat>),
}
