//! Settings, a new game, what else there is.

use egui::pos2;

use super::letters::Face;
use super::look::{GOLD, INK, PAPER};
use super::settings::Settings;
use super::stage::{Stage, Words, about, radius};
use super::view::{View, Wish};

/// Settings, a new game, what else there is.
pub struct MenuSheet {}

impl MenuSheet {
    /// Opens it.
    pub fn new(_settings: &Settings) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _wishes: &mut Vec<Wish>) {}
}

/// Something that is said for a while, at the top of the screen.
pub fn notice(stage: &mut Stage<'_, '_>, what: &str) {
    let words = Words::new(Face::Strong, 17.0, PAPER);
    let width = (stage.width(words, what) + 48.0).min(stage.whole().width() - 40.0);
    let lines = (stage.width(words, what) / (width - 40.0)).ceil().max(1.0);
    let rect = about(pos2(stage.whole().center().x, 16.0 + 12.0 * lines + 12.0), width, 24.0 * lines + 24.0);
    stage.fill(rect, radius(12.0), INK);
    stage.rim(rect, radius(12.0), 2.0, GOLD);
    stage.wrap_centred(rect.shrink(10.0), words, what);
}
