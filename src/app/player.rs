//! A player's own menu.

use super::settings::Settings;
use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Seat;

/// A player's own menu.
pub struct PlayerSheet {}

impl PlayerSheet {
    /// Opens it.
    pub fn new(_seat: Seat, _settings: &Settings) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}
