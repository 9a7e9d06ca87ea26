//! A card as it is printed with its rule, or a rule alone.

use super::reference::{Navigation, Opened};
use crate::canvas::Canvas;
use crate::view::{Book, SharedAction};

/// A card as it is printed with its rule, or a rule alone.
pub struct CardSheet {
    navigation: Navigation,
}

impl CardSheet {
    /// Opens it.
    pub fn new(opened: Opened) -> Self {
        Self { navigation: Navigation::new(opened) }
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, actions: &mut Vec<SharedAction>) {
        let whole = canvas.whole();
        if self.navigation.draw(canvas, book, whole, "Close") {
            actions.push(SharedAction::Close);
        }
    }
}
