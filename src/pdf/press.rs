//! Pages for a print shop: one face a page, with its bleed.

use super::pages::{Page, Placement};
use crate::game::CardFormat;
use crate::units::{Point, Rect};

/// A page for each face, in the order of the faces: the page is the card with its bleed, and the boxes say where it is cut.
pub fn press_pages(format: &CardFormat, faces: impl Iterator<Item = usize>) -> Vec<Page> {
    let size = format.size.grown(format.bleed);
    let corner = Point::new(format.bleed, format.bleed);
    faces
        .map(|face| Page {
            size,
            trim: Some(Rect::at(corner, format.size)),
            bleed: Some(Rect::at(Point::default(), size)),
            placed: vec![Placement { scene: face, at: corner, ..Placement::default() }],
            ..Page::default()
        })
        .collect()
}
