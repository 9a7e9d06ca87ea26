//! An attack, from attacker and target to what is answered.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Seat;

/// An attack, from attacker and target to what is answered.
pub struct AttackSheet {}

impl AttackSheet {
    /// Opens it.
    pub fn new(_view: View<'_>, _seat: Seat) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
