//! The view and actions of the screens of Skirminion.

use serde::{Deserialize, Serialize};

use crate::table::Seat;
use crate::table::skirminion::{Rules, Side, Square};
use crate::view;

/// The view of these screens.
pub type View<'a> = view::View<'a, Rules>;
/// Context of these screens.
pub type Ui<'a, 'b> = view::Ui<'a, 'b, Rules>;
/// An action requested by a screen.
pub type Action = view::Action<Rules>;

/// Sheets that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnSheet {
    /// Asks to set a square by hand.
    Ask(Square),
    /// Squares that players set by hand, beginning with one.
    Set(Square),
    /// The game once more, step by step.
    Replay,
}

/// True if the machine plays a side now, as set up.
pub fn is_machine(view: View<'_>, side: Side) -> bool {
    view.state.machines.of(side).is_some()
}

/// True if this device moves the units of a side: people play it, and not on another device.
pub fn moves(view: View<'_>, side: Side) -> bool {
    !is_machine(view, side) && !view.room.only_shows(Seat::of_side(side))
}

/// Returns the name of the player of a side.
pub fn name(view: View<'_>, side: Side) -> &str {
    view.state.players.get(side.index()).map_or("", |player| player.name.as_str())
}
