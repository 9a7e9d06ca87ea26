//! The weapon of a player: lose, swap, take.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Seat;

/// The weapon of a player: lose, swap, take.
pub struct WeaponSheet {}

impl WeaponSheet {
    /// Opens it.
    pub fn new(_seat: Seat) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
