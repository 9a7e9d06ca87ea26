//! What the screens of a declared table look at, and what they open.

use crate::table::Seat;
use crate::table::declared::Rules;
use crate::view;

/// What the screens look at.
pub type View<'a> = view::View<'a, Rules>;
/// What a screen asks for.
pub type Action = view::Action<Rules>;

/// What can be opened that other games do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnSheet {
    /// Every counter and mark of a player.
    Everything(Seat),
    /// The counters and piles of the table.
    Table,
    /// A pile, by id, and what lies in it.
    Pile(String),
}
