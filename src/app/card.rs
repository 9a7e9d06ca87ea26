//! A card as it is printed, and its rule.

use super::reference::{Opened, Reading};
use super::stage::Stage;
use super::view::{View, Wish};
use crate::gallery::Side;
use crate::table::CardId;

/// A card as it is printed, and its rule.
pub struct CardSheet {
    reading: Reading,
}

impl CardSheet {
    /// Opens it.
    pub fn new(card: CardId, side: Side) -> Self {
        Self { reading: Reading::new(Opened::Card(card, side)) }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        let whole = stage.whole();
        if self.reading.draw(stage, view, whole, "Close") {
            wishes.push(Wish::Close);
        }
    }
}
