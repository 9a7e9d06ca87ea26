//! Area covered by a drawing, part by part: plain rectangles answer most questions about a face without painting a
//! pixel.

use kurbo::{Affine, BezPath, PathEl, Rect, Shape as _};

use crate::face::{affine, outline};
use crate::game::Colour;
use crate::scene::{Content, Drawing};
use crate::shape;

/// Tolerance of a rectangle, in millimetres: numbers in a drawing are rounded.
const HAIR: f64 = 0.001;

/// The parts of a drawing, in its own unit.
pub(super) struct Areas {
    /// Area covered by its ink; `None` without ink.
    pub ink: Option<Rect>,
    /// From bottom to top.
    parts: Vec<Area>,
}

/// A part of a drawing.
struct Area {
    /// Covered area at most.
    reach: Rect,
    /// The colour of an upright rectangle that covers all of that.
    plain: Option<Colour>,
}

/// Visible part of a drawing in a part of a face.
pub(super) enum Seen {
    /// Empty.
    Nothing,
    /// One colour, which hides everything below.
    Plain(Colour),
    /// A plain rectangle that hides everything below, and content on it.
    Ground,
    /// Anything.
    Something,
}

impl Areas {
    /// Looks at all parts of a drawing.
    pub fn of(drawing: &Drawing) -> Self {
        let mut parts = Vec::new();
        let ink = match &drawing.content {
            Content::Shapes(shapes) => {
                parts.extend(shapes.iter().map(|shape| Area::of_path(&shape.path, Some(shape.colour))));
                shape::bounds(shapes)
            }
            Content::Art(art) => {
                collect(art.tree.root(), &mut parts);
                Some(rect(art.tree.root().abs_layer_bounding_box().to_rect()))
            }
        };
        Self { ink, parts }
    }

    /// Returns what the placed drawing contributes to `near`. It counts as plain if one colour covers all of `hidden`.
    pub fn seen(&self, place: Affine, hidden: Rect, near: Rect) -> Seen {
        let mut seen = Seen::Nothing;
        for part in self.parts.iter().rev().filter(|part| place.transform_rect_bbox(part.reach).overlaps(near)) {
            match (part.plain_at(place).filter(|(_, rect)| rect.union(hidden) == *rect), &seen) {
                (Some((colour, _)), Seen::Nothing) => return Seen::Plain(colour),
                (Some(_), _) => return Seen::Ground,
                (None, _) => seen = Seen::Something,
            }
        }
        seen
    }

    /// Returns the plain rectangles of a placed drawing, with their colours.
    pub fn plain_in_colour(&self, place: Affine) -> impl Iterator<Item = (Colour, Rect)> {
        self.parts.iter().filter_map(move |part| part.plain_at(place))
    }
}

impl Area {
    /// Creates the area of a filled path; without a colour if it has several, or is translucent.
    fn of_path(path: &BezPath, colour: Option<Colour>) -> Self {
        let reach = path.control_box();
        Self { reach, plain: colour.filter(|_| is_rectangle(path, reach)) }
    }

    fn plain_at(&self, place: Affine) -> Option<(Colour, Rect)> {
        let [a, b, c, d, ..] = place.as_coeffs();
        let upright = b == 0.0 && c == 0.0 || a == 0.0 && d == 0.0;
        Some((self.plain.filter(|_| upright)?, place.transform_rect_bbox(self.reach)))
    }
}

/// Collects the parts of a group. Content that is clipped, faded, blended or filtered together is one part.
fn collect(group: &usvg::Group, into: &mut Vec<Area>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) if group.should_isolate() => {
                into.push(Area { reach: rect(group.abs_layer_bounding_box().to_rect()), plain: None });
            }
            usvg::Node::Group(group) => collect(group, into),
            usvg::Node::Path(path) if path.is_visible() => of_path(path, into),
            usvg::Node::Path(_) => {}
            usvg::Node::Text(text) => collect(text.flattened(), into),
            usvg::Node::Image(image) => into.push(Area { reach: rect(image.abs_bounding_box()), plain: None }),
        }
    }
}

/// Notes the fill and the stroke of a path, in the order in which they are painted.
fn of_path(path: &usvg::Path, into: &mut Vec<Area>) {
    let fill = path.fill().map(|fill| {
        let colour = match fill.paint() {
            usvg::Paint::Color(colour) if fill.opacity().get() >= 1.0 => {
                Some(Colour::rgb(colour.red, colour.green, colour.blue))
            }
            _ => None,
        };
        // A path with more points isn't a rectangle, and needn't be mapped.
        if colour.is_none() || path.data().len() > CORNERS {
            return Area { reach: rect(path.abs_bounding_box()), plain: None };
        }
        Area::of_path(&(affine(path.abs_transform()) * outline(path.data())), colour)
    });
    let stroke = path.stroke().map(|_| Area { reach: rect(path.abs_stroke_bounding_box()), plain: None });
    match path.paint_order() {
        usvg::PaintOrder::FillAndStroke => into.extend(fill.into_iter().chain(stroke)),
        usvg::PaintOrder::StrokeAndFill => into.extend(stroke.into_iter().chain(fill)),
    }
}

/// Maximum number of elements of a rectangle's path; with more it could go round twice.
const CORNERS: usize = 6;

/// True if a path is the rectangle that bounds it.
fn is_rectangle(path: &BezPath, bounds: Rect) -> bool {
    let elements = path.elements();
    let straight = |element: &PathEl| !matches!(element, PathEl::QuadTo(..) | PathEl::CurveTo(..));
    elements.len() <= CORNERS && elements.iter().all(straight) && (path.area().abs() - bounds.area()).abs() < 1e-9
}

/// True if rectangles cover a part of a face together.
pub(super) fn cover(rects: &[Rect], part: Rect) -> bool {
    let mut bare = vec![part];
    for rect in rects {
        bare = bare.into_iter().flat_map(|part| beside(part, rect.inflate(HAIR, HAIR))).collect();
    }
    bare.is_empty()
}

/// Returns the parts of a rectangle outside another.
fn beside(part: Rect, other: Rect) -> impl Iterator<Item = Rect> {
    let inner = part.intersect(other);
    let all = if inner.is_zero_area() {
        [part, Rect::ZERO, Rect::ZERO, Rect::ZERO]
    } else {
        [
            Rect::new(part.x0, part.y0, part.x1, inner.y0),
            Rect::new(part.x0, inner.y1, part.x1, part.y1),
            Rect::new(part.x0, inner.y0, inner.x0, inner.y1),
            Rect::new(inner.x1, inner.y0, part.x1, inner.y1),
        ]
    };
    all.into_iter().filter(|rect| !rect.is_zero_area())
}

fn rect(rect: usvg::Rect) -> Rect {
    Rect::new(rect.left().into(), rect.top().into(), rect.right().into(), rect.bottom().into())
}
