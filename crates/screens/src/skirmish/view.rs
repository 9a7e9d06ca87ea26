//! The view and actions of the screens of Skirmish.

use crate::shared::sheet;
use crate::table::skirmish::{PileName, Player, Rules};
use crate::table::{CardId, Seat};
use crate::view;
pub use crate::view::{ordinal, signed};

/// The view of these screens.
pub type View<'a> = view::View<'a, Rules>;
/// Context of these screens.
pub type Ui<'a, 'b> = view::Ui<'a, 'b, Rules>;
/// An action requested by a screen.
pub type Action = view::Action<Rules>;

impl<'a> View<'a> {
    /// The name of a card.
    pub fn name<'c>(&self, card: &'c CardId) -> &'c str
    where
        'a: 'c,
    {
        self.rules.name(card)
    }

    /// The name of a player; nothing for one that there is not.
    pub fn player_name(&self, seat: Seat) -> &'a str {
        self.state.player(seat).map_or("", |player: &Player| player.name.as_str())
    }
}

/// Sheets of this game.
pub type SheetKind = sheet::SheetKind<OwnSheet>;

/// Sheets that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnSheet {
    /// An attack.
    Attack,
    /// A Trip outside an attack.
    Trip,
    /// A turn of recovering.
    Recover,
    /// The weapon of a player: lose, swap, take.
    Weapon,
    /// Cards that a player discards.
    Discard,
    /// A pile and its cards.
    Pile(PileName),
}
