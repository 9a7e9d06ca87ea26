//! Everything that is wrong with a game, for both printings.

use super::{Failure, book_of, games, typeset};
use crate::book::{Manuscript, PageFormat};
use crate::face::{Desk, Studio};
use crate::game::Ink;
use crate::problem::{self, Problem};
use crate::proof::{lint, unused};
use crate::shelf::Shelf;

/// All problems of the games, in the order of their files.
///
/// # Errors
/// There is no game at all.
pub fn check(shelf: &dyn Shelf, asked: &[String]) -> Result<Vec<Problem>, Failure> {
    let mut all = Vec::new();
    for id in games(shelf, asked)? {
        all.extend(check_game(shelf, &id));
    }
    Ok(all)
}

fn check_game(shelf: &dyn Shelf, id: &str) -> Vec<Problem> {
    let desk = match Desk::open(shelf, id) {
        Ok(desk) => desk,
        Err(problems) => return problems,
    };
    let manuscript = book_of(shelf, &desk);
    let extra = manuscript.as_ref().map(Manuscript::extra).unwrap_or_default();
    let mut found = Vec::new();
    for ink in [Ink::Full, Ink::Light] {
        let (studio, problems) = Studio::open(shelf, &desk.game, ink, &desk.styles, &desk.shaper, &extra);
        let unread = problems.iter().any(Problem::is_error);
        found.extend(problems);
        let composed = studio.compose();
        let faces = composed.as_ref().map(|composed| composed.scenes.as_slice()).unwrap_or_default();
        if let Some(manuscript) = &manuscript {
            for format in [PageFormat::A5, PageFormat::HALF_LETTER] {
                found.extend(typeset(manuscript, &desk, &studio, faces, format).err().into_iter().flatten());
            }
        }
        match composed {
            Ok(composed) if !unread && desk.looks_right() => found.extend(lint(&studio, &composed, &desk.fonts)),
            Ok(_) => {}
            Err(problems) => found.extend(problems),
        }
        // While something is wrong it is not known what is used.
        if ink == Ink::Full && !desk.is_wrong() && !found.iter().any(Problem::is_error) {
            found.extend(unused(shelf, &studio));
        }
    }
    let mut all = desk.all_problems(found, None);
    problem::sort(&mut all);
    all
}
