//! Filled outlines in their colours: icons, interlace, and other generated drawings.

use std::fmt::Write as _;

use kurbo::{Affine, BezPath, PathEl, PathSeg, Point, Rect, Shape as _, Vec2};

use crate::game::Colour;
use knotwork::Weave;

/// A filled outline.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The outline, in the drawing's own unit.
    pub path: BezPath,
    /// Its colour.
    pub colour: Colour,
    /// True if overlaps are holes (the even-odd rule) or not (the nonzero rule).
    pub even_odd: bool,
}

/// An area of a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Its edge, in the mark's own unit.
    pub path: BezPath,
    /// True if overlaps are holes.
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
    /// Draws the icon in a colour.
    pub fn shapes(&self, colour: Colour) -> Vec<Shape> {
        let shape = |outline: &Outline| Shape { path: outline.path.clone(), colour, even_odd: outline.even_odd };
        self.outlines.iter().map(shape).collect()
    }
}

/// Offset of the shade of contoured interlace to the right and down, relative to the width across its strands.
pub const SHADE: Vec2 = Vec2::new(0.041, 0.05);

/// Draws interlace in its colours: with a contour, dark bands with a cast [shade](SHADE) and lit bands on top; without
/// one, flat bands. `across` is the width of the whole, across all strands.
pub fn interlace(woven: &Weave, across: f64, colour: Colour, contour: Option<Colour>) -> Vec<Shape> {
    /// Inset of the lit part on each side, and its offset towards the light, relative to the width of the vine.
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

/// Returns the transform that fits `bounds` of a drawing into a rectangle, centred and as large as possible without
/// distortion.
pub fn contain(bounds: Rect, into: Rect) -> Affine {
    let scale = (into.width() / bounds.width()).min(into.height() / bounds.height());
    Affine::translate(into.center().to_vec2()) * Affine::scale(scale) * Affine::translate(-bounds.center().to_vec2())
}

/// Returns the bounds of all shapes; `None` without any.
pub fn bounds(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().fold(None, |known, shape| covered(&shape.path, known))
}

/// Returns the bounds of a path, joined to `known` ones. A curve is within its control points: if those are inside, it
/// needn't be solved.
fn covered(path: &BezPath, known: Option<Rect>) -> Option<Rect> {
    if known.is_some_and(|known| known.union(path.control_box()) == known) {
        return known;
    }
    let ends = path.elements().iter().filter_map(PathEl::end_point).map(|end| Rect::from_points(end, end));
    let mut all = known.into_iter().chain(ends).reduce(|a, b| a.union(b))?;
    for segment in path.segments() {
        let [first, second] = match segment {
            PathSeg::Line(_) => continue,
            PathSeg::Quad(curve) => [curve.p1; 2],
            PathSeg::Cubic(curve) => [curve.p1, curve.p2],
        };
        let reach = Rect::from_points(first, second);
        if all.union(reach) != all {
            all = all.union(segment.bounding_box());
        }
    }
    Some(all)
}

/// Returns an outline as SVG path data, with a maximum number of decimals.
pub fn path_data(path: &BezPath, decimals: usize) -> String {
    let mut data = String::new();
    for element in path.elements() {
        let (letter, points): (char, &[Point]) = match element {
            PathEl::MoveTo(to) => ('M', &[*to]),
            PathEl::LineTo(to) => ('L', &[*to]),
            PathEl::QuadTo(control, to) => ('Q', &[*control, *to]),
            PathEl::CurveTo(first, second, to) => ('C', &[*first, *second, *to]),
            PathEl::ClosePath => ('Z', &[]),
        };
        data.push(letter);
        for point in points {
            let _ = write!(data, " {} {}", short(point.x, decimals), short(point.y, decimals));
        }
        data.push(' ');
    }
    data.trim_end().to_owned()
}

/// Returns a number with a maximum number of decimals, as short as possible.
pub fn short(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_covered_as_far_as_they_reach() {
        let svg = ["M0 0C3 9 6 9 9 0Z", "M1 1Q-5 2 1 3Z", "M2 2C3 3 4 3 5 2Z", "M-1 0H5"];
        let shape =
            |svg: &&str| Shape { path: BezPath::from_svg(svg).unwrap(), colour: Colour::Black, even_odd: false };
        let shapes: Vec<Shape> = svg.iter().map(shape).collect();
        let exact = shapes.iter().map(|shape| shape.path.bounding_box()).reduce(|a, b| a.union(b));
        assert_eq!(bounds(&shapes), exact);
        assert_eq!(bounds(&[]), None);
    }

    #[test]
    fn outlines_are_written_in_short_numbers() {
        let path = BezPath::from_svg("M0 0.5L-0.001 10C1.24 2 3.06 4 5 6Z").unwrap();
        assert_eq!(path_data(&path, 1), "M 0 0.5 L 0 10 C 1.2 2 3.1 4 5 6 Z");
        assert_eq!((short(100.0, 0), short(-0.04, 1), short(1.5, 3)), ("100".into(), "0".into(), "1.5".into()));
    }
}
