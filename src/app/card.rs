//! A card as it is printed with its rule, or a rule alone.

use super::reference::{Opened, Reading};
use super::stage::Stage;
use super::view::{View, Wish};

/// A card as it is printed with its rule, or a rule alone.
pub struct CardSheet {
    reading: Reading,
}

impl CardSheet {
    /// Opens it.
    pub fn new(opened: Opened) -> Self {
        Self { reading: Reading::new(opened) }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        let whole = stage.whole();
        if self.reading.draw(stage, view, whole, "Close") {
            wishes.push(Wish::Close);
        }
    }
}
