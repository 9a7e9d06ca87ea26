//! The view and actions of the screens of a declared table.

use crate::table::Seat;
use crate::table::declared::Rules;
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
    /// Every counter and mark of a player.
    Everything(Seat),
    /// The counters and piles of the table.
    Table,
    /// A note of the table, by id.
    Note(String),
    /// A pile, by id, and its contents.
    Pile(String),
}
