//! Findings of `skirmish check` on a build: reported with the outputs, without stopping them.

use std::collections::BTreeSet;

use super::counted;
use super::request::{Request, Target};
use super::selection::Selection;
use super::stages::DrawnPiece;
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Reporter, Severity};
use crate::face::{FaceId, Project};
use crate::proof::{LintCache, lint, lint_book};

/// Checks of printed output. Drafts, and output only for screens, aren't checked.
pub(super) struct PrintLinter<'a> {
    project: &'a Project,
    reads: bool,
    book: bool,
    known: LintCache,
    reporter: Reporter,
}

impl<'a> PrintLinter<'a> {
    pub fn new(project: &'a Project, request: &Request) -> Self {
        let is_printed = match request.target {
            Target::Home | Target::Press | Target::Mpc | Target::Tgc | Target::Dtc | Target::Cut => true,
            Target::Images | Target::Tts | Target::Pcio | Target::Html => false,
        };
        let has_book = matches!(request.target, Target::Home | Target::Press);
        let reads = is_printed && !request.draft && project.styling_is_valid();
        Self { project, reads, book: reads && has_book, known: LintCache::default(), reporter: Reporter::default() }
    }

    /// Checks the faces of the chosen pieces of a type.
    pub fn faces(&self, piece: &DrawnPiece<'_>, chosen: &Selection) {
        if !self.reads || chosen.cards.is_empty() {
            return;
        }
        let DrawnPiece { renderer, composed, .. } = piece;
        let cards = chosen.cards.iter().map(|card| renderer.faces.deck().cards[*card]);
        let faces: BTreeSet<FaceId> = cards.flat_map(|card| [card.front, card.back]).collect();
        let faces: Vec<FaceId> = faces.into_iter().collect();
        let fonts = &self.project.fonts;
        lint(&renderer.faces, &composed.faces, &faces, fonts, &self.known, &self.reporter);
        piece.lint_panels(fonts, &self.known, &self.reporter);
    }

    /// Looks at the book.
    pub fn book(&self, book: &Book) {
        if self.book {
            lint_book(&self.project.game, book, &self.known, &self.reporter);
        }
    }

    /// Returns the findings, none of them an error, with closing advice.
    pub fn finish(self) -> (Vec<Diagnostic>, Option<String>) {
        let mut found = self.reporter.into_diagnostics();
        self.project.game.allowed.accept(&mut found);
        found.retain(|one| one.allowed.is_none());
        let mut errors = 0;
        for one in found.iter_mut().filter(|one| one.is_error()) {
            one.severity = Severity::Warning;
            errors += 1;
        }
        let (are, called) = if errors == 1 { ("is", "an error") } else { ("are", "errors") };
        let faults = counted(errors, "fault");
        let advice =
            format!("Check before printing: {faults} {are} reported, which `skirmish check` counts as {called}.");
        (found, (errors > 0).then_some(advice))
    }
}
