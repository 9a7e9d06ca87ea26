//! Sources of the outputs of a game.

use std::path::PathBuf;
use std::sync::Arc;

use super::selection::Selection;
use super::{Failure, Outlet, Progress, Request, Sink};
use crate::face::{Composed, FaceRenderer, Project};
use crate::game::{Component, Game, Ink};
use crate::pdf::{Chunks, DrawingCache};
use crate::scene::Scene;

/// A file that is made and not yet written.
pub struct OutputFile {
    /// Name in its folder.
    pub name: String,
    /// Content.
    pub bytes: Chunks,
    /// Description: "128 cards on 15 sheets".
    pub what: String,
}

/// Sources of all outputs of a game.
pub(super) struct OutputContext<'a> {
    pub project: &'a Project,
    pub renderer: &'a FaceRenderer<'a>,
    pub scenes: &'a [Arc<Scene>],
    /// The panels of nets, as they are read.
    pub panels: Panels<'a>,
    /// Drawings already written, for all documents.
    pub drawn: &'a DrawingCache,
    /// The cards to be made.
    pub chosen: &'a Selection,
    pub request: &'a Request,
    pub sink: &'a dyn Sink,
    pub progress: &'a dyn Progress,
}

/// Panels of the nets of a type; `None` for other pieces.
#[derive(Clone, Copy, Default)]
pub(super) struct Panels<'a> {
    pub renderers: &'a [FaceRenderer<'a>],
    pub composed: &'a [Composed],
}

impl<'a> OutputContext<'a> {
    pub fn game(&self) -> &'a Game {
        self.renderer.game()
    }

    pub fn component(&self) -> &'a Component {
        self.renderer.component()
    }

    /// Returns the folder of this game's outputs.
    pub fn folder(&self) -> PathBuf {
        self.request.folder(&self.game().id)
    }

    /// Begins a folder of many files in the folder of this game's outputs.
    ///
    /// # Errors
    /// See [`Sink::outlet`].
    pub fn outlet(&self, name: &str) -> Result<Box<dyn Outlet + 'a>, Failure> {
        self.sink.outlet(&self.folder().join(format!("{name}{}", self.suffix())))
    }

    /// Returns the suffix of the file names of this output.
    pub fn suffix(&self) -> String {
        let low = if self.request.ink == Ink::Low { "-low-ink" } else { "" };
        let part = match self.request.changed {
            Some(_) => "-changed",
            None if self.request.only.is_empty() => "",
            None => "-part",
        };
        let marked = if self.request.change_bars { "-marked" } else { "" };
        let draft = if self.request.draft { "-draft" } else { "" };
        format!("{low}{part}{marked}{draft}")
    }

    /// Returns the number of cards made.
    pub fn count(&self) -> u32 {
        self.chosen.counts.iter().sum::<u32>().saturating_mul(self.request.copies)
    }

    /// Counts the pieces: "128 cards", "1 token".
    pub fn counted(&self) -> String {
        self.component().piece.counted(self.count() as usize)
    }

    /// True if these are boxes.
    pub fn is_box(&self) -> bool {
        self.component().piece.shape.net().is_some_and(|net| !net.is_die())
    }

    /// Returns the beginning of the names of its files: `cards`, `token`.
    pub fn stem(&self) -> &str {
        let piece = &self.component().piece;
        if piece.is_card() { "cards" } else { &piece.id }
    }
}
