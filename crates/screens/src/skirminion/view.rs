//! What the screens of Skirminion look at, and what they open.

use serde::{Deserialize, Serialize};

use crate::table::skirminion::{Rules, Side, Square};
use crate::view;

/// What the screens look at.
pub type View<'a> = view::View<'a, Rules>;
/// What a screen asks for.
pub type Action = view::Action<Rules>;

/// What can be opened that other games do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnSheet {
    /// Whether a square is to be set by hand.
    Ask(Square),
    /// Squares that players set by hand, beginning with one.
    Set(Square),
    /// The game once more, step by step.
    Replay,
}

/// Whether the table plays a side now: it does where it is set up so.
pub fn is_machine(view: View<'_>, side: Side) -> bool {
    view.state.machines.of(side).is_some()
}

/// What the player of a side is called.
pub fn name(view: View<'_>, side: Side) -> &str {
    view.state.players.get(side.index()).map_or("", |player| player.name.as_str())
}
