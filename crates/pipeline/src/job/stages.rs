//! The stages that `build`, `check`, `watch` and `diff` share: a game and its book ([`Parsed`]), their faces ([`Composed`]), the
//! typeset book, and what the checks find. Each is made of the one before.

use std::sync::Arc;

use crate::book::{Book, LayoutCache, Manuscript, PageFormat, PieceFaces, manuscript};
use crate::diagnostic::{self, Diagnostic, Reporter};
use crate::face::{
    BookAssets, ComposedPiece, DrawOptions, FaceRenderer, GameFiles, PieceRenderer, Pieces, Project, RenderCache,
};
use crate::game::{Component, Ink};
use crate::proof::{LintCache, lint_all, lint_unused};
use crate::scene::Scene;
use crate::sheet::Paper;
use crate::text::Fonts;
use crate::vfs::Vfs;

/// A game that could be read, and its book.
pub(crate) struct Parsed {
    pub project: Project,
    /// `None` without a book, and while the game has errors, which would cause others in the book.
    pub manuscript: Option<Manuscript>,
}

/// What becomes of a face with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    /// Books don't show it.
    Final,
    /// It is shown as far as it could be drawn.
    Draft,
}

/// Pieces of a type, drawn.
pub(crate) struct DrawnPiece<'a> {
    pub renderer: PieceRenderer<'a>,
    pub composed: ComposedPiece,
    /// Errors of these faces.
    pub errors: Vec<Diagnostic>,
}

/// The faces of a game.
pub(crate) struct Composed<'a> {
    parsed: &'a Parsed,
    drawing: Drawing,
    /// The cards, then the other types.
    pub pieces: Vec<DrawnPiece<'a>>,
    /// Diagnostics of templates and art.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Reads the book of a game.
    pub fn new(vfs: &dyn Vfs, project: Project) -> Self {
        let manuscript = if project.has_errors() { None } else { manuscript(vfs, &project.game) };
        Self { project, manuscript }
    }

    /// Leaves the book for later: faces that it shows besides the game's own aren't read.
    pub fn without_book(project: Project) -> Self {
        Self { project, manuscript: None }
    }

    /// Draws all faces.
    pub fn compose<'a>(&'a self, vfs: &dyn Vfs, ink: Ink, kept: &RenderCache, drawing: Drawing) -> Composed<'a> {
        let (renderers, diagnostics) = Reporter::collect(|reporter| self.renderers(vfs, ink, kept, reporter));
        let compose = |renderer: PieceRenderer<'a>| {
            let renderer = if drawing == Drawing::Draft { renderer.into_draft() } else { renderer };
            let (composed, errors) = Reporter::collect(|reporter| renderer.compose_all(reporter));
            DrawnPiece { renderer, composed, errors }
        };
        // One after another: each draws on all processors.
        let pieces = renderers.into_iter().map(compose).collect();
        Composed { parsed: self, drawing, pieces, diagnostics }
    }

    /// Returns faces that were drawn before from the same data, without errors.
    pub fn with_faces(&self, vfs: &dyn Vfs, ink: Ink, kept: &RenderCache, faces: Vec<ComposedPiece>) -> Composed<'_> {
        let (renderers, diagnostics) = Reporter::collect(|reporter| self.renderers(vfs, ink, kept, reporter));
        let drawn = |(renderer, composed)| DrawnPiece { renderer, composed, errors: Vec::new() };
        let pieces = renderers.into_iter().zip(faces).map(drawn).collect();
        Composed { parsed: self, drawing: Drawing::Final, pieces, diagnostics }
    }

    /// Opens the renderers of the cards, then of the other piece types. The book's own pictures are read with the cards.
    fn renderers<'a>(
        &'a self,
        vfs: &dyn Vfs,
        ink: Ink,
        kept: &RenderCache,
        reporter: &Reporter,
    ) -> Vec<PieceRenderer<'a>> {
        let Project { game, typography, .. } = &self.project;
        let of_book = self.manuscript.as_ref().map(Manuscript::assets).unwrap_or_default();
        let (nothing, files) = (BookAssets::default(), Arc::new(GameFiles::new(vfs, &game.id)));
        let open = |component: &'a Component| {
            let assets = if component.piece.is_card() { &of_book } else { &nothing };
            let options = DrawOptions { ink, assets, kept, files: &files };
            PieceRenderer::open(vfs, Pieces { game, component }, typography, &options, reporter)
        };
        game.pieces().map(open).collect()
    }
}

impl DrawnPiece<'_> {
    /// Checks the panels of nets.
    pub fn lint_panels(&self, fonts: &Fonts, known: &LintCache, reporter: &Reporter) {
        for (panel, composed) in self.renderer.panels.iter().zip(&self.composed.panels) {
            lint_all(panel, composed, fonts, known, reporter);
        }
    }
}

impl<'a> Composed<'a> {
    /// Returns the game and its typography.
    pub fn project(&self) -> &'a Project {
        &self.parsed.project
    }

    /// Returns all fonts.
    pub fn fonts(&self) -> &'a Fonts {
        &self.parsed.project.fonts
    }

    /// Returns the scenes of the faces, by piece type.
    pub fn scenes(&self) -> Vec<&[Arc<Scene>]> {
        self.pieces.iter().map(|piece| piece.composed.faces.scenes.as_slice()).collect()
    }

    /// Returns the diagnostics of templates, art and faces.
    pub fn all_diagnostics(&self) -> Vec<Diagnostic> {
        [self.diagnostics.clone(), self.errors()].concat()
    }

    /// Returns the errors of all faces.
    pub fn errors(&self) -> Vec<Diagnostic> {
        self.pieces.iter().flat_map(|piece| &piece.errors).cloned().collect()
    }

    /// Returns all renderers, those of panels included.
    pub fn renderers(&self) -> Vec<&FaceRenderer<'a>> {
        self.pieces.iter().flat_map(|piece| piece.renderer.renderers()).collect()
    }

    /// Typesets the book, which shows the faces; `None` without one.
    ///
    /// # Errors
    /// Everything that would be printed wrong in it.
    pub fn typeset(&self, format: PageFormat, cache: &mut LayoutCache) -> Result<Option<Book>, Vec<Diagnostic>> {
        let Some(manuscript) = &self.parsed.manuscript else { return Ok(None) };
        let faces: Vec<PieceFaces<'_>> = self
            .pieces
            .iter()
            .map(|DrawnPiece { renderer, composed, errors }| PieceFaces {
                renderer: &renderer.faces,
                faces: match self.drawing == Drawing::Draft || errors.is_empty() {
                    true => &composed.faces.scenes,
                    false => &[],
                },
            })
            .collect();
        let book = manuscript.typeset(faces[0], &faces[1..], &self.parsed.project.typography, format, cache);
        sound(manuscript, faces[0].renderer, book).map(Some)
    }

    /// Checks faces without errors.
    pub fn lint(&self, known: &LintCache, reporter: &Reporter) {
        let fonts = &self.parsed.project.fonts;
        for piece in self.pieces.iter().filter(|piece| piece.errors.is_empty()) {
            lint_all(&piece.renderer.faces, &piece.composed.faces, fonts, known, reporter);
            piece.lint_panels(fonts, known, reporter);
        }
    }

    /// Reports files and styles of the game that nothing uses.
    pub fn lint_unused(&self, vfs: &dyn Vfs, reporter: &Reporter) {
        let (project, all) = (&self.parsed.project, self.renderers());
        lint_unused(vfs, &project.game.id, &all, reporter);
        let names = all.iter().flat_map(|renderer| renderer.style_names()).collect();
        project.typography.styles.report_unused(&names, reporter);
    }
}

/// Returns the size of the book's pages for a paper.
pub(crate) fn page_format(paper: Paper) -> PageFormat {
    if paper.of_booklets() == Paper::Letter { PageFormat::HALF_LETTER } else { PageFormat::A5 }
}

/// Returns the result of typesetting, if the book has no errors either.
pub(super) fn sound<T>(
    manuscript: &Manuscript,
    renderer: &FaceRenderer<'_>,
    made: Result<T, Vec<Diagnostic>>,
) -> Result<T, Vec<Diagnostic>> {
    let mut diagnostics = manuscript.diagnostics.clone();
    diagnostics.extend(manuscript.missing(renderer));
    diagnostics.extend(made.as_ref().err().into_iter().flatten().cloned());
    diagnostic::sort(&mut diagnostics);
    if diagnostics.is_empty() { made } else { Err(diagnostics) }
}
