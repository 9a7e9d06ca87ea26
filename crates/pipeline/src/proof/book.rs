//! Faults of the printed book: lines of its drawings that are too thin, pictures that are too coarse.

use super::LintCache;
use crate::book::Book;
use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::game::Game;
use crate::read;
use crate::scene::{Content, Item};

/// Checks every drawing of every page. Faces of cards are checked at their printed size: smaller lines are thinner.
/// Results in `known` aren't calculated again.
pub fn lint_book(game: &Game, book: &Book, known: &LintCache, reporter: &Reporter) {
    let at = Span::file(&Source::new(read::rulebook_path(game), ""));
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for (number, page) in (1..).zip(&book.pages) {
        for item in &page.scene.items {
            let Item::Drawing { drawing, place, clip } = item else { continue };
            let seen = clip.map_or(book.with_bleed(), |clip| clip.extent());
            let Some(what) = super::lines::thin(drawing, *place, seen, known) else { continue };
            let hint = "increase the stroke width (coordinates are in the drawing's own units)";
            let hint = match &drawing.content {
                Content::Art(art) => format!("{hint}; see `{}`", art.file()),
                Content::Shapes(_) => hint.to_owned(),
            };
            let diagnostic =
                Diagnostic::error(Code::LINE_TOO_THIN, at.clone(), format!("page {number} of the rulebook: {what}"))
                    .hint(hint);
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
    }
    reporter.report_all(diagnostics);
    super::pictures::lint_pictures(book.pages.iter().map(|page| &page.scene), reporter);
}
