//! A project: a game with its fonts and type styles.

use std::sync::Arc;

use super::cut::read_outline;
use crate::diagnostic::{self, Code, Diagnostic, Reporter};
use crate::game::{Component, CutShape, Game};
use crate::read::{self, ParsedGame};
use crate::text::{Fonts, Shaper, Styles, Typography};
use crate::vfs::Vfs;

/// A game, ready to be drawn.
pub struct Project {
    /// The game.
    pub game: Game,
    /// All fonts there are.
    pub fonts: Fonts,
    /// Its type styles, and the shaper for them.
    pub typography: Arc<Typography>,
    /// Problems so far.
    diagnostics: Vec<Diagnostic>,
}

/// Fonts and type styles of a game with their shaped words, to share between reloads.
#[derive(Clone)]
pub struct TypeSet {
    fonts: Fonts,
    typography: Arc<Typography>,
    diagnostics: Vec<Diagnostic>,
}

impl TypeSet {
    /// Reads the fonts and styles of a game; problems are kept for the project.
    pub fn load(vfs: &dyn Vfs, id: &str) -> Self {
        let folder = read::folder(id);
        let reporter = Reporter::default();
        let mut fonts = Fonts::load(vfs, &folder, &reporter);
        let styles = Styles::load(vfs, &folder, &mut fonts, &reporter);
        let shaper = Shaper::new(&fonts, &styles.settings);
        let typography = Arc::new(Typography { styles, shaper });
        Self { fonts, typography, diagnostics: reporter.into_diagnostics() }
    }

    /// Returns all fonts.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }
}

impl Project {
    /// Reads a game, fonts and styles, to print the game's cards.
    ///
    /// # Errors
    /// The diagnostics of a game that says too little to go on, or that has no pieces; all others are kept, to be reported together
    /// with those that come to light later.
    pub fn open(vfs: &dyn Vfs, id: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_parsed(vfs, id, read::game(vfs, id))
    }

    /// Does the same for a game already read.
    ///
    /// # Errors
    /// As of [`Project::open`].
    pub fn from_parsed(vfs: &dyn Vfs, id: &str, reading: ParsedGame) -> Result<Self, Vec<Diagnostic>> {
        Self::from_parsed_with(vfs, id, reading, &TypeSet::load(vfs, id))
    }

    /// Does the same with fonts and styles already read.
    ///
    /// # Errors
    /// As of [`Project::open`].
    pub fn from_parsed_with(
        vfs: &dyn Vfs,
        id: &str,
        reading: ParsedGame,
        type_set: &TypeSet,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut project = Self::load(vfs, id, reading, type_set)?;
        if project.game.is_printed() {
            return Ok(project);
        }
        let nothing = Diagnostic::error(
            Code::GAME_WITHOUT_CARDS,
            None,
            format!("nothing to print: {} has no cards", project.game.title),
        );
        project.diagnostics.push(nothing.hint("run `skirmish-table` to track it"));
        Err(project.diagnostics)
    }

    /// Does the same for a screen, which also shows games without cards.
    ///
    /// # Errors
    /// The diagnostics of a game that says too little to go on.
    pub fn for_screen(vfs: &dyn Vfs, id: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::load(vfs, id, read::game(vfs, id), &TypeSet::load(vfs, id))
    }

    /// Combines a game with its fonts and styles, and the outlines of its pieces.
    fn load(vfs: &dyn Vfs, id: &str, reading: ParsedGame, type_set: &TypeSet) -> Result<Self, Vec<Diagnostic>> {
        let folder = read::folder(id);
        let mut diagnostics = reading.diagnostics;
        let Some(mut game) = reading.game else { return Err(diagnostics) };
        for Component { piece, format, .. } in std::iter::once(&mut game.deck).chain(&mut game.components) {
            let CutShape::Drawing { file, outline } = &mut piece.shape else { continue };
            match read_outline(vfs, &folder, file) {
                Ok((path, size)) => (*outline, format.size) = (path, size),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        let TypeSet { fonts, typography, diagnostics: of_type } = type_set.clone();
        diagnostics.extend(of_type);
        Ok(Self { game, fonts, typography, diagnostics })
    }

    /// True if colours, type and templates are valid; errors that only affect cards don't change them.
    pub fn styling_is_valid(&self) -> bool {
        let of_cards = |diagnostic: &Diagnostic| diagnostic.span.as_ref().is_some_and(read::is_in_cards);
        self.diagnostics.iter().all(|diagnostic| !diagnostic.is_error() || of_cards(diagnostic))
    }

    /// True if an error came to light so far.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns its diagnostics with those found later, in reading order.
    pub fn with_diagnostics(&self, later: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
        let mut all = self.diagnostics.clone();
        all.extend(later);
        diagnostic::sort(&mut all);
        all
    }
}
