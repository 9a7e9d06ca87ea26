//! The end of a game: who stands last, everyone's health over the game, and what each did.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Table;

/// The end of a game.
#[derive(Default)]
pub struct EndScreen {}

impl EndScreen {
    /// Draws it over the whole screen.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _table: &Table, _wishes: &mut Vec<Wish>) {}
}
