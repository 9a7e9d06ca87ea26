//! Filled outlines in their colours: marks, interlace, and whatever else is drawn by code.

use kurbo::{Affine, BezPath, Rect, Shape as _, Vec2};

use crate::game::Colour;
use crate::knot::Weave;

/// A filled outline.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The outline, in the drawing's own unit.
    pub path: BezPath,
    /// Its colour.
    pub colour: Colour,
    /// Whether overlaps are holes (the even-odd rule) or not (the nonzero rule).
    pub even_odd: bool,
}

/// An area of a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Its edge, in the mark's own unit.
    pub path: BezPath,
    /// Whether overlaps are holes.
    pub even_odd: bool,
}

/// A mark: outlines that take the colour of their place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The areas, the first at the bottom.
    pub outlines: Vec<Outline>,
    /// Its view box, in its own unit.
    pub bounds: Rect,
}

impl Mark {
    /// The mark in a colour.
    pub fn shapes(&self, colour: Colour) -> Vec<Shape> {
        let shape = |outline: &Outline| Shape { path: outline.path.clone(), colour, even_odd: outline.even_odd };
        self.outlines.iter().map(shape).collect()
    }
}

/// How far the shade of interlace with a contour falls to the right and down, in parts of the width across its strands.
pub const SHADE: Vec2 = Vec2::new(0.041, 0.05);

/// Interlace in its colours: with a contour, dark bands with a cast [shade](SHADE) and lit bands on top; without one, flat
/// bands. `across` is the width of the whole, across all strands.
pub fn interlace(woven: &Weave, across: f64, colour: Colour, contour: Option<Colour>) -> Vec<Shape> {
    /// The lit part is this much narrower on each side, and moved towards the light, in parts of the width of the vine.
    const INSET: f64 = 0.0356;
    const LIGHT: Vec2 = Vec2::new(-0.00625, -0.0085);
    let strand = woven.strand();
    let flat = |path, colour: Colour| Shape { path, colour, even_odd: false };
    match contour {
        None => vec![flat(strand, colour)],
        Some(contour) => {
            let shade = Affine::translate(SHADE * across) * strand.clone();
            vec![flat(shade, contour), flat(strand, contour), flat(woven.inset(INSET * across, LIGHT * across), colour)]
        }
    }
}

/// The map that lays `bounds` of a drawing into a rectangle, in its middle and as large as can be without stretching it.
pub fn contain(bounds: Rect, into: Rect) -> Affine {
    let scale = (into.width() / bounds.width()).min(into.height() / bounds.height());
    Affine::translate(into.center().to_vec2()) * Affine::scale(scale) * Affine::translate(-bounds.center().to_vec2())
}

/// What shapes cover together; none if there are none.
pub fn bounds(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().map(|shape| shape.path.bounding_box()).reduce(|a, b| a.union(b))
}
