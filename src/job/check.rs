//! Everything that is wrong with a game, for both printings.

use super::{Failure, book_of, games, renderers, typeset};
use crate::book::{Manuscript, PageFormat};
use crate::diagnostic::{self, Diagnostic};
use crate::face::{FaceRenderer, Project};
use crate::game::Ink;
use crate::proof::{lint, lint_book, unused};
use crate::read;
use crate::vfs::Vfs;

/// All diagnostics of the games, in the order of their files.
///
/// # Errors
/// There is no game at all.
pub fn check(vfs: &dyn Vfs, asked: &[String]) -> Result<Vec<Diagnostic>, Failure> {
    let mut all = Vec::new();
    for id in games(vfs, asked)? {
        all.extend(check_game(vfs, &id));
    }
    Ok(all)
}

fn check_game(vfs: &dyn Vfs, id: &str) -> Vec<Diagnostic> {
    let reading = read::game(vfs, id);
    if reading.game.is_some_and(|game| !game.has_cards()) {
        return reading.diagnostics;
    }
    let project = match Project::open(vfs, id) {
        Ok(project) => project,
        Err(diagnostics) => return diagnostics,
    };
    let manuscript = book_of(vfs, &project);
    let extra = manuscript.as_ref().map(Manuscript::extra).unwrap_or_default();
    let mut found = Vec::new();
    for ink in [Ink::Full, Ink::Light] {
        let (renderers, diagnostics) = renderers(vfs, &project, ink, &extra);
        let unread = diagnostics.iter().any(Diagnostic::is_error);
        found.extend(diagnostics);
        let composed: Vec<_> = renderers.iter().map(FaceRenderer::compose).collect();
        let faces = composed[0].as_ref().map(|composed| composed.scenes.as_slice()).unwrap_or_default();
        if let Some(manuscript) = &manuscript {
            for format in [PageFormat::A5, PageFormat::HALF_LETTER] {
                match typeset(manuscript, &project, &renderers[0], faces, format) {
                    Ok(book) if !unread && project.looks_right() => found.extend(lint_book(&project.game, &book)),
                    Ok(_) => {}
                    Err(diagnostics) => found.extend(diagnostics),
                }
            }
        }
        for (renderer, composed) in renderers.iter().zip(composed) {
            match composed {
                Ok(composed) if !unread && project.looks_right() => {
                    found.extend(lint(renderer, &composed, &project.fonts));
                }
                Ok(_) => {}
                Err(diagnostics) => found.extend(diagnostics),
            }
        }
        // While something is wrong it is not known what is used.
        if ink == Ink::Full && !project.is_wrong() && !found.iter().any(Diagnostic::is_error) {
            found.extend(unused(vfs, id, &renderers));
        }
    }
    let mut all = project.all_diagnostics(found, None);
    diagnostic::sort(&mut all);
    all
}
