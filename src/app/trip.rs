//! A Trip outside an attack.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Seat;

/// A Trip outside an attack.
pub struct TripSheet {}

impl TripSheet {
    /// Opens it.
    pub fn new(_view: View<'_>, _seat: Seat) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
