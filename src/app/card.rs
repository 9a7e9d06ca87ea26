//! A card as it is printed, and its rule.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::gallery::Side;
use crate::table::CardId;

/// A card as it is printed, and its rule.
pub struct CardSheet {}

impl CardSheet {
    /// Opens it.
    pub fn new(_card: CardId, _side: Side) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
