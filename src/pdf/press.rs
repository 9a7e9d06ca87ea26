//! Pages for a print shop: one face a page, with its bleed; of nets a page of the lines to cut and to crease as well.

use super::pages::{Page, Placement, Stroke};
use crate::game::CardFormat;
use crate::game::net::Net;
use crate::units::{Point, Pt, Rect};

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

/// Width of the lines of a die line.
const DIE_LINE: Pt = Pt::new(0.5);

/// The die line of a net, on a page of the same size as its faces: cuts are whole lines, creases dashed ones.
pub fn die_line(format: &CardFormat, net: &Net) -> Page {
    let size = format.size.grown(format.bleed);
    let corner = Point::new(format.bleed, format.bleed);
    let there = kurbo::Affine::translate((corner.x.get(), corner.y.get()));
    let at = |point: Point| Point::new(point.x + corner.x, point.y + corner.y);
    let crease = |crease: crate::game::net::Crease| Stroke {
        from: at(crease.from),
        to: at(crease.to),
        width: DIE_LINE,
        dashed: true,
        cased: false,
    };
    Page {
        size,
        trim: Some(Rect::at(corner, format.size)),
        bleed: Some(Rect::at(Point::default(), size)),
        outlines: vec![there * net.outline()],
        strokes: net.creases().map(crease).collect(),
        ..Page::default()
    }
}
