//! The view and actions of the screens of a declared table.

use crate::table::declared::{PileId, Rules};
use crate::table::{Seat, name_of};
use crate::view;

/// The view of these screens.
pub type View<'a> = view::View<'a, Rules>;
/// Context of these screens.
pub type Ui<'a, 'b> = view::Ui<'a, 'b, Rules>;
/// An action requested by a screen.
pub type Action = view::Action<Rules>;

/// Sheets that only this game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnSheet {
    /// Everything that a player has.
    Everything(Seat),
    /// The question on whom a player acts, and the action by id.
    Action(Seat, String),
    /// The counters and piles of the table.
    Table,
    /// A note of the table, by id.
    Note(String),
    /// A pile and its contents.
    Pile(PileId),
}

/// Returns the displayed name of a pile: "Discards", "Ann’s Gear".
pub fn pile_name(view: View<'_>, pile: &PileId) -> String {
    let name = view.rules.spec().pile(pile.id()).map_or(pile.id(), |pile| &pile.name);
    match pile.seat() {
        Some(seat) => format!("{}’s {name}", name_of::<Rules>(view.state, seat)),
        None => name.to_owned(),
    }
}
