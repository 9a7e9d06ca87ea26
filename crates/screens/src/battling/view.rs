//! The view and actions of the screens of Battling Cards.

use serde::{Deserialize, Serialize};

use crate::table::Seat;
use crate::table::battling::Rules;
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
    /// A player has robbed a treasure: from whom, and which.
    Take(Seat),
    /// A player's own treasure deck, to return stolen cards.
    Deck(Seat),
    /// The plays of this turn, of one player or of everyone in turn.
    Plays(Option<Seat>),
}
