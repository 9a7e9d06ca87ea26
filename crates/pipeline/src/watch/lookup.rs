//! Finds the faces, texts and problems that a page asks about. A query names one: `face=card/axe&x=12&y=30`, in millimetres.

use std::sync::Arc;

use percent_encoding::percent_decode_str;

use super::snapshot::{Place, ShownFace, ShownPage, Snapshot};
use crate::diagnostic::Diagnostic;

/// Returns the location in the data of a point on a face (`face=card/axe&x=12&y=30`), a face, a block of a page
/// (`page=4&number=0`), or a problem (`problem=0&version=3`); `None` if it isn't shown any more.
pub fn place_of(snapshot: &Snapshot, query: &str) -> Option<Place> {
    let value = |key: &str| value_of(query, key);
    if let Some(key) = value("face") {
        let face = snapshot.faces.iter().find(|face| face.key == key)?;
        let at = |key: &str| value(key)?.parse::<f64>().ok();
        let place = at("x").zip(at("y")).map(|(x, y)| face.place_at(x, y));
        return Some(place.unwrap_or_else(|| face.place.clone()));
    }
    if let Some((page, number)) = block_of(snapshot, query) {
        return Some(Place::from(&page.blocks[number].at));
    }
    problem_of(snapshot, query)?.span.as_ref().map(Place::from)
}

/// Returns a problem (`problem=0&version=3`); `None` if it isn't shown any more.
pub(super) fn problem_of<'s>(snapshot: &'s Snapshot, query: &str) -> Option<&'s Diagnostic> {
    let version: u64 = value_of(query, "version")?.parse().ok()?;
    let problem = snapshot.found.get(value_of(query, "problem")?.parse::<usize>().ok()?);
    problem.filter(|_| version == snapshot.version)
}

/// Returns a face and the number of one of its texts: the one at a point (`face=card/axe&x=12&y=30`) or the one with a number
/// (`face=card/axe&number=0`).
pub(super) fn text_of<'s>(snapshot: &'s Snapshot, query: &str) -> Option<(&'s ShownFace, usize)> {
    let at = |key: &str| value_of(query, key)?.parse::<f64>().ok();
    let face = face_of(snapshot, query)?;
    let number = match value_of(query, "number") {
        Some(number) => number.parse().ok()?,
        None => face.spot_at(at("x")?, at("y")?)?,
    };
    (number < face.spots.len()).then_some((face, number))
}

/// Returns a page of the rulebook and the number of one of its blocks (`page=4&number=0`).
pub(super) fn block_of<'s>(snapshot: &'s Snapshot, query: &str) -> Option<(&'s ShownPage, usize)> {
    let page: usize = value_of(query, "page")?.parse().ok()?;
    let page = snapshot.pages.get(page.checked_sub(1)?)?;
    let number = value_of(query, "number")?.parse().ok()?;
    (number < page.blocks.len()).then_some((page, number))
}

/// Returns the face that a query names (`face=card/axe`).
pub fn face_of<'s>(snapshot: &'s Snapshot, query: &str) -> Option<&'s ShownFace> {
    let key = value_of(query, "face")?;
    snapshot.faces.iter().map(Arc::as_ref).find(|face| face.key == key)
}

/// Returns a value of a query.
pub(super) fn value_of(query: &str, key: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == key)?;
    Some(percent_decode_str(value).decode_utf8_lossy().into_owned())
}
