//! What is shown of a game with errors: each face that has one keeps its last good look, and all others are those of now.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::affected::{FaceSources, ProblemSite};
use super::snapshot::ShownFace;
use crate::diagnostic::{Code, Diagnostic};
use crate::read;

/// A face and its sources.
pub(super) type Sourced = (Arc<ShownFace>, FaceSources);

/// True if an error may change any face: it is in a file that all share, and isn't known to be of some of them.
pub(super) fn is_of_all(error: &Diagnostic, faces: &[Sourced]) -> bool {
    // Wrong counts change no face.
    if error.code == Code::WRONG_SUM {
        return false;
    }
    let Some(site) = ProblemSite::of(error) else { return true };
    let of_cards = error.span.as_ref().is_some_and(read::is_in_cards);
    !of_cards && !faces.iter().any(|(_, sources)| sources.is_affected_by(&site))
}

/// Returns the keys of the faces with errors.
pub(super) fn with_errors(faces: &[Sourced], errors: &[ProblemSite<'_>]) -> BTreeSet<String> {
    let is_wrong = |(_, sources): &&Sourced| errors.iter().any(|error| sources.is_affected_by(error));
    faces.iter().filter(is_wrong).map(|(face, _)| face.key.clone()).collect()
}

/// True if a card of before can't be read now: texts and boxes of others count on it.
pub(super) fn lacks_card(faces: &[Sourced], before: &[Sourced], errors: &[ProblemSite<'_>]) -> bool {
    let keys: HashSet<&str> = faces.iter().map(|(face, _)| face.key.as_str()).collect();
    let is_unread = |(face, sources): &Sourced| {
        !keys.contains(face.key.as_str()) && errors.iter().any(|error| sources.is_of_entry(error))
    };
    before.iter().any(is_unread)
}
