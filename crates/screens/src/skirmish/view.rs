//! What the screens of Skirmish look at, and what they open.

use crate::shared::sheet;
use crate::table::skirmish::{PileName, Player, Rules};
use crate::table::{CardId, Seat};
use crate::view;
pub use crate::view::{ordinal, signed};

/// What the screens look at.
pub type View<'a> = view::View<'a, Rules>;
/// What a screen asks for.
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

/// What can be opened.
pub type SheetKind = sheet::SheetKind<OwnSheet>;

/// What can be opened that other games do not have.
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
