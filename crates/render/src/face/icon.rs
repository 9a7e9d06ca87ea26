//! Icons on a background: a square as large as the view box, and the icon on it in another colour.

use kurbo::{BezPath, Rect, Shape as _};

use super::outlines::{affine, outline};
use crate::game::Colour;
use crate::scene::{Content, Drawing};

/// True if the lowest part of a drawing is a background: a rectangle that fills the view box, below parts of one other
/// colour.
pub(super) fn has_background(drawing: &Drawing) -> bool {
    let Content::Art(art) = &drawing.content else { return false };
    let mut paths = Vec::new();
    collect(art.tree.root(), &mut paths) && background(&paths, drawing.bounds).is_some()
}

/// A drawing of plain shapes that loses some if it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon {
    /// The colour of the background below its shapes, if there is one.
    pub background: Option<Colour>,
}

/// Returns the icon that a drawing is: on a background, or shapes on none.
pub(super) fn icon(tree: &usvg::Tree) -> Option<Icon> {
    let bounds = Rect::new(0.0, 0.0, tree.size().width().into(), tree.size().height().into());
    let mut paths = Vec::new();
    if !collect(tree.root(), &mut paths) {
        return None;
    }
    let background = background(&paths, bounds);
    let is_open = || paths.first().is_some_and(|(_, path)| !fills(path, bounds));
    (background.is_some() || is_open()).then_some(Icon { background })
}

/// Returns the colour of the lowest part of a drawing if that is a background.
fn background(paths: &[([u8; 3], BezPath)], bounds: Rect) -> Option<Colour> {
    let [(background, path), icon @ ..] = paths else { return None };
    let (colour, _) = icon.first()?;
    let is_one = colour != background && icon.iter().all(|(other, _)| other == colour) && fills(path, bounds);
    is_one.then_some(Colour::Rgb(*background))
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
