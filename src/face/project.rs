//! A project: a game with its fonts and type styles.

use super::cut::read_outline;
use crate::diagnostic::{self, Diagnostic};
use crate::game::{CutShape, Game};
use crate::read::{self, ParsedGame};
use crate::text::{Fonts, Shaper, Styles};
use crate::vfs::Vfs;

/// A game, ready to be drawn.
pub struct Project {
    /// The game.
    pub game: Game,
    /// All fonts there are.
    pub fonts: Fonts,
    /// The styles of its type.
    pub styles: Styles,
    /// Sets type in these styles.
    pub shaper: Shaper,
    /// What is wrong so far.
    diagnostics: Vec<Diagnostic>,
}

impl Project {
    /// Reads a game, fonts and styles, to print the game's cards.
    ///
    /// # Errors
    /// The diagnostics of a game that says too little to go on, or that has no pieces; all others are kept, to be reported together
    /// with those that come to light later.
    pub fn open(vfs: &dyn Vfs, id: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::of(vfs, id, read::game(vfs, id))
    }

    /// The same for a game that was read.
    ///
    /// # Errors
    /// As of [`Project::open`].
    pub fn of(vfs: &dyn Vfs, id: &str, reading: ParsedGame) -> Result<Self, Vec<Diagnostic>> {
        let mut project = Self::with_type(vfs, id, reading)?;
        if project.game.has_cards() {
            return Ok(project);
        }
        let nothing =
            Diagnostic::error(None, format!("{} has no cards, so that there is nothing to print", project.game.title));
        project.diagnostics.push(nothing.hint("its table is kept by `skirmish-table`"));
        Err(project.diagnostics)
    }

    /// The same for a screen, which shows games without cards as well.
    ///
    /// # Errors
    /// The diagnostics of a game that says too little to go on.
    pub fn for_screen(vfs: &dyn Vfs, id: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::with_type(vfs, id, read::game(vfs, id))
    }

    /// Reads fonts and styles for a game that was read.
    fn with_type(vfs: &dyn Vfs, id: &str, reading: ParsedGame) -> Result<Self, Vec<Diagnostic>> {
        let folder = read::folder(id);
        let mut diagnostics = reading.diagnostics;
        let Some(mut game) = reading.game else { return Err(diagnostics) };
        let Game { piece, format, others, .. } = &mut game;
        let others = others.iter_mut().map(|other| (&mut other.piece, &mut other.format));
        for (piece, format) in std::iter::once((piece, format)).chain(others) {
            let CutShape::Drawing { file, outline } = &mut piece.shape else { continue };
            match read_outline(vfs, &folder, file) {
                Ok((path, size)) => (*outline, format.size) = (path, size),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        let (fonts, font_diagnostics) = Fonts::load(vfs, &folder);
        let (styles, style_diagnostics) = Styles::load(vfs, &folder, &fonts);
        diagnostics.extend(font_diagnostics.into_iter().chain(style_diagnostics));
        let shaper = Shaper::new(&fonts, &styles.settings);
        Ok(Self { game, fonts, styles, shaper, diagnostics })
    }

    /// Whether colours, type and templates are as they are meant; errors of the cards alone do not change them.
    pub fn looks_right(&self) -> bool {
        let of_cards = |diagnostic: &Diagnostic| {
            let source = diagnostic.at.as_ref().map(|at| &at.source);
            source.is_some_and(|source| source.path.ends_with("/cards.toml") || source.cells.is_some())
        };
        self.diagnostics.iter().all(|diagnostic| !diagnostic.is_error() || of_cards(diagnostic))
    }

    /// Whether an error came to light so far.
    pub fn is_wrong(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// All diagnostics there are, in the order in which a reader meets them.
    pub fn all_diagnostics(&self, of_renderer: Vec<Diagnostic>, of_faces: Option<&Vec<Diagnostic>>) -> Vec<Diagnostic> {
        let mut all = self.diagnostics.clone();
        all.extend(of_renderer);
        all.extend(of_faces.into_iter().flatten().cloned());
        diagnostic::sort(&mut all);
        all
    }
}
