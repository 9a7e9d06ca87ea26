//! Icons on a background: a square as large as the view box, and the icon on it in another colour.

use kurbo::{BezPath, Rect, Shape as _};

use super::outlines::{affine, outline};
use crate::scene::{Content, Drawing};

/// True if the lowest part of a drawing is a background: a rectangle that fills the view box, below parts of one other
/// colour.
pub(super) fn has_background(drawing: &Drawing) -> bool {
    let Content::Art(art) = &drawing.content else { return false };
    let mut paths = Vec::new();
    collect(art.tree.root(), &mut paths) && is_on_background(&paths, drawing.bounds)
}

/// True for a drawing of plain shapes that loses some if it is cut: an icon on a background, or shapes on none.
pub(super) fn is_icon(tree: &usvg::Tree) -> bool {
    let bounds = Rect::new(0.0, 0.0, tree.size().width().into(), tree.size().height().into());
    let mut paths = Vec::new();
    collect(tree.root(), &mut paths)
        && (is_on_background(&paths, bounds) || paths.first().is_some_and(|(_, path)| !fills(path, bounds)))
}

fn is_on_background(paths: &[([u8; 3], BezPath)], bounds: Rect) -> bool {
    let [(background, path), icon @ ..] = paths else { return false };
    let Some((colour, _)) = icon.first() else { return false };
    colour != background && icon.iter().all(|(other, _)| other == colour) && fills(path, bounds)
}

/// Collects the colours and outlines of filled paths, from bottom to top; returns false if the drawing has anything
/// else.
fn collect(group: &usvg::Group, into: &mut Vec<([u8; 3], BezPath)>) -> bool {
    let is_plain = group.clip_path().is_none() && group.mask().is_none() && group.filters().is_empty();
    is_plain
        && group.children().iter().all(|node| match node {
            usvg::Node::Group(group) => collect(group, into),
            usvg::Node::Path(path) => match (path.fill().map(usvg::Fill::paint), path.stroke()) {
                (Some(usvg::Paint::Color(colour)), None) => {
                    let [red, green, blue] = [colour.red, colour.green, colour.blue];
                    into.push(([red, green, blue], affine(path.abs_transform()) * outline(path.data())));
                    true
                }
                _ => false,
            },
            usvg::Node::Image(_) | usvg::Node::Text(_) => false,
        })
}

/// True if an outline is a rectangle, perhaps with round corners, as large as another.
fn fills(path: &BezPath, bounds: Rect) -> bool {
    /// Of the side: round corners cut away little more of the area than this.
    const NEAR: f64 = 0.01;
    let own = path.bounding_box();
    let near = |one: f64, other: f64| (one - other).abs() <= NEAR * bounds.width().max(bounds.height());
    near(own.x0, bounds.x0)
        && near(own.y0, bounds.y0)
        && near(own.x1, bounds.x1)
        && near(own.y1, bounds.y1)
        && path.area().abs() >= 0.93 * bounds.area()
}
