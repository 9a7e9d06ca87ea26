//! What happened so far.

use super::stage::Stage;
use super::view::{View, Wish};
use crate::table::Table;

/// What happened so far.
pub struct JournalSheet {}

impl JournalSheet {
    /// Opens it.
    pub fn new(_view: View<'_>) -> Self {
        Self {}
    }

    /// Draws it.
    pub fn draw(&mut self, _stage: &mut Stage<'_, '_>, _view: View<'_>, _table: &Table, _wishes: &mut Vec<Wish>) {}
}
