//! The piles: what lies there, and what players discard.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::{PileName, Seat};

/// A pile and what lies in it.
pub struct PileSheet {}

impl PileSheet {
    /// Opens it.
    pub fn new(_pile: PileName) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}

/// Cards that a player discards.
pub struct DiscardSheet {}

impl DiscardSheet {
    /// Opens it.
    pub fn new(_seat: Seat) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
