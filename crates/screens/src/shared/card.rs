//! A printed card with its rule, or only a rule.

use super::reference::{Navigation, Opened};
use crate::canvas::Canvas;
use crate::view::{Book, SharedAction};

/// A printed card with its rule, or only a rule.
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
