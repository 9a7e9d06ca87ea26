//! Setup: who plays, where they sit, who deals.

use super::settings::Settings;
use super::stage::Stage;
use super::view::{View, Wish};

/// A game that is being set up.
pub struct SetupScreen {}

impl SetupScreen {
    /// A new game; as last time where there was one.
    pub fn new(_settings: &Settings) -> Self {
        Self {}
    }

    /// Draws it over the whole screen.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _settings: &Settings, _wishes: &mut Vec<Wish>) {
    }
}
