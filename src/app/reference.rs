//! All cards, found by letters or by kind, and the words of the game.

use super::stage::Stage;
use super::view::{View, Wish};

/// All cards, found by letters or by kind, and the words of the game.
pub struct ReferenceSheet {}

impl ReferenceSheet {
    /// Opens it.
    pub fn new() -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
