//! Outlines of drawings in the form in which all else computes with them.

use kurbo::{Affine, BezPath, PathEl};

use crate::scene::{Content, Drawing};
use crate::shape::Outline;

/// Returns all areas and lines of a drawing, for marks, which take the colour of their place.
pub(super) fn outlines(drawing: &Drawing) -> Vec<Outline> {
    let mut all = Vec::new();
    if let Content::Art(art) = &drawing.content {
        collect(art.tree.root(), &mut all);
    }
    all
}

fn collect(group: &usvg::Group, into: &mut Vec<Outline>) {
    /// As fine as the largest mark needs.
    const FINENESS: f32 = 16.0;
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, into),
            usvg::Node::Path(path) => {
                let place = affine(path.abs_transform());
                if let Some(fill) = path.fill() {
                    let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
                    into.push(Outline { path: place * outline(path.data()), even_odd });
                }
                if let Some(line) = path.stroke().and_then(|stroke| line_of(path.data(), stroke, FINENESS)) {
                    into.push(Outline { path: place * outline(&line), even_odd: false });
                }
            }
            usvg::Node::Text(text) => collect(text.flattened(), into),
            usvg::Node::Image(_) => {}
        }
    }
}

/// Returns the outline of a line with its dashes; `None` if none of it is visible. `fineness` is the maximum
/// enlargement.
pub fn line_of(
    data: &usvg::tiny_skia_path::Path,
    stroke: &usvg::Stroke,
    fineness: f32,
) -> Option<usvg::tiny_skia_path::Path> {
    let mut line = stroke.to_tiny_skia();
    match line.dash.take() {
        Some(dash) => data.dash(&dash, fineness)?.stroke(&line, fineness),
        None => data.stroke(&line, fineness),
    }
}

/// Converts a transform of a drawing to kurbo's type.
pub fn affine(t: usvg::Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

/// Converts an outline of a drawing to kurbo's type.
pub fn outline(data: &usvg::tiny_skia_path::Path) -> BezPath {
    let mut path = BezPath::with_capacity(data.len());
    elements(data).for_each(|element| path.push(element));
    path
}

/// Converts the elements of an outline to kurbo's type.
pub fn elements(data: &usvg::tiny_skia_path::Path) -> impl Iterator<Item = PathEl> {
    use usvg::tiny_skia_path::PathSegment;
    let point = |p: usvg::tiny_skia_path::Point| kurbo::Point::new(p.x.into(), p.y.into());
    data.segments().map(move |segment| match segment {
        PathSegment::MoveTo(p) => PathEl::MoveTo(point(p)),
        PathSegment::LineTo(p) => PathEl::LineTo(point(p)),
        PathSegment::QuadTo(a, p) => PathEl::QuadTo(point(a), point(p)),
        PathSegment::CubicTo(a, b, p) => PathEl::CurveTo(point(a), point(b), point(p)),
        PathSegment::Close => PathEl::ClosePath,
    })
}
