//! Lines too thin to be printed.

use std::sync::Arc;

use kurbo::{Affine, BezPath, CubicBez, Line, ParamCurveArea as _, PathEl, Point, QuadBez};

use super::LintCache;
use crate::face::{affine, elements, outline};
use crate::scene::{Content, Drawing};
use crate::shape::Shape;
use crate::units::{Mm, Pt, Rect};

/// The thinnest line that a press prints without a break.
pub(super) const THINNEST: Pt = Pt::new(0.25);
/// A filled outline shorter than this is a speck or a joint, not a line.
const SHORTEST: Mm = Mm::new(2.0);
/// An outline within another with a smaller gap than this is a line beside it, not the inner edge of a ring.
const LEAST_RING: Mm = Mm::new(1.0);
/// Tolerance of the lines that represent a curve.
const FINENESS: Mm = Mm::new(0.001);

/// A line of a drawing: a stroke, or a filled outline that is long and thin.
pub(super) struct Thin {
    width: Mm,
    /// Start, in the drawing's own unit.
    at: Point,
}

/// Returns the problem of a drawing with lines that are too thin; `None` if all are thick enough. `place` maps the
/// drawing's unit to millimetres, and `seen` is its printed part.
pub(super) fn thin(drawing: &Arc<Drawing>, place: Affine, seen: Rect, known: &LintCache) -> Option<String> {
    let scale = place.determinant().abs().sqrt();
    let all = known.thin(drawing, scale, || all_thin(drawing, scale));
    let seen = kurbo::Rect::new(seen.x.get(), seen.y.get(), seen.right().get(), seen.bottom().get());
    let printed: Vec<&Thin> = all.iter().filter(|line| seen.contains(place * line.at)).collect();
    let thinnest = printed.iter().min_by(|a, b| a.width.get().total_cmp(&b.width.get()))?;
    let others = match printed.len() - 1 {
        0 => String::new(),
        1 => ", and another line is too thin".to_owned(),
        others => format!(", and {others} other lines are too thin"),
    };
    // Cut off rather than rounded: 0.249 must not read as 0.25.
    let width = (thinnest.width.to_pt().get() * 100.0).floor() / 100.0;
    let (x, y) = (thinnest.at.x.round(), thinnest.at.y.round());
    Some(format!("hairline at {x}, {y}: {width} pt is below the printable minimum of {} pt{others}", THINNEST.get()))
}

/// Returns all lines of a drawing that are too thin; its unit is `scale` millimetres.
fn all_thin(drawing: &Drawing, scale: f64) -> Vec<Thin> {
    let mut found = Found { scale, thin: Vec::new() };
    match &drawing.content {
        Content::Art(art) => found.group(art.tree.root()),
        Content::Shapes(shapes) => found.shapes(shapes),
    }
    found.thin
}

struct Found {
    scale: f64,
    thin: Vec<Thin>,
}

impl Found {
    fn group(&mut self, group: &usvg::Group) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(group),
                usvg::Node::Path(path) if path.is_visible() => self.path(path),
                _ => {}
            }
        }
    }

    fn path(&mut self, path: &usvg::Path) {
        let map = affine(path.abs_transform());
        if let Some(stroke) = path.stroke() {
            let scale = self.scale * map.determinant().abs().sqrt();
            let at = path.data().points().first().map(|at| map * Point::new(at.x.into(), at.y.into()));
            self.note(Mm::new(f64::from(stroke.width().get()) * scale), at);
        } else if path.fill().is_some() {
            // A fill with a stroke about it is as much wider.
            if !is_thick(elements(path.data()), map.then_scale(self.scale)) {
                self.fill(&(map * outline(path.data())));
            }
        }
    }

    fn shapes(&mut self, shapes: &[Shape]) {
        let place = Affine::scale(self.scale);
        let thin = shapes.iter().filter(|shape| !is_thick(shape.path.elements().iter().copied(), place));
        thin.for_each(|shape| self.fill(&shape.path));
    }

    /// Adds each closed outline separately, since inner ones are gaps, which fill up as thin lines break; and pairs
    /// that are the edges of a ring.
    fn fill(&mut self, path: &BezPath) {
        let scale = self.scale;
        let outlines = closed(path, FINENESS.get() / scale);
        let mut judge = |area: f64, around: f64, at: Point| {
            let (width, length) = sides(area.abs(), around);
            if length * scale >= SHORTEST.get() {
                self.note(Mm::new(width * scale), Some(at));
            }
        };
        outlines.iter().for_each(|outline| judge(outline.area, outline.around, outline.start));
        if let [a, b] = outlines.as_slice() {
            let (outer, inner) = if a.area.abs() > b.area.abs() { (a, b) } else { (b, a) };
            let (room, _) = sides(inner.area.abs(), inner.around);
            if outer.bounds.contains_rect(inner.bounds) && room * scale > LEAST_RING.get() {
                judge(outer.area.abs() - inner.area.abs(), outer.around + inner.around, outer.start);
            }
        }
    }

    fn note(&mut self, width: Mm, at: Option<Point>) {
        let Some(at) = at else { return };
        // A tiny excess is fine: numbers in a drawing are rounded.
        if width < THINNEST.to_mm() * 0.995 {
            self.thin.push(Thin { width, at });
        }
    }
}

/// True if clearly no outline of a path, nor two of them together, is a line that is too thin; `place` maps the path to
/// millimetres. Areas are exact without flattening curves, and a curve is no longer than its control polygon.
fn is_thick(path: impl Iterator<Item = PathEl>, place: Affine) -> bool {
    let mut outlines: Vec<(f64, f64)> = Vec::new();
    let (mut start, mut at) = (Point::ZERO, Point::ZERO);
    let close = |outlines: &mut Vec<(f64, f64)>, at: Point, start: Point| {
        if let Some((area, around)) = outlines.last_mut() {
            *area += Line::new(at, start).signed_area();
            *around += at.distance(start);
        }
    };
    for element in path {
        let (area, along, end) = match element {
            PathEl::MoveTo(to) => {
                close(&mut outlines, at, start);
                outlines.push((0.0, 0.0));
                (start, at) = (to, to);
                continue;
            }
            PathEl::LineTo(to) => (Line::new(at, to).signed_area(), at.distance(to), to),
            PathEl::QuadTo(a, to) => (QuadBez::new(at, a, to).signed_area(), at.distance(a) + a.distance(to), to),
            PathEl::CurveTo(a, b, to) => {
                let along = at.distance(a) + a.distance(b) + b.distance(to);
                (CubicBez::new(at, a, b, to).signed_area(), along, to)
            }
            PathEl::ClosePath => continue,
        };
        if let Some(outline) = outlines.last_mut() {
            *outline = (outline.0 + area, outline.1 + along);
        }
        at = end;
    }
    close(&mut outlines, at, start);
    let (area_scale, scale) = (place.determinant().abs(), most_stretched(place));
    let thick = |area: f64, around: f64| {
        let (area, around) = (area * area_scale, around * scale);
        let (width, length) = sides((area - FINENESS.get() * around).max(0.0), around);
        length < SHORTEST.get() || width > THINNEST.to_mm().get()
    };
    let ring = match outlines.as_slice() {
        [(area, around), (other, about)] => thick((area.abs() - other.abs()).abs(), around + about),
        _ => true,
    };
    ring && outlines.iter().all(|(area, around)| thick(area.abs(), *around))
}

/// Returns the maximum stretch of a transform.
fn most_stretched(map: Affine) -> f64 {
    let [a, b, c, d, ..] = map.as_coeffs();
    let (across, down) = (a.hypot(b), c.hypot(d));
    let (sum, difference) = ((across * across + down * down) / 2.0, (across * across - down * down) / 2.0);
    (sum + difference.hypot(a * c + b * d)).sqrt()
}

/// A closed outline: its start, its area, which is negative in the other direction, its perimeter, and its bounds.
struct Closed {
    start: Point,
    area: f64,
    around: f64,
    bounds: kurbo::Rect,
}

/// Returns all closed outlines of a path, with flattened curves.
fn closed(path: &BezPath, fineness: f64) -> Vec<Closed> {
    let mut outlines: Vec<Closed> = Vec::new();
    let mut at = Point::ZERO;
    let mut to = |outline: Option<&mut Closed>, to: Point| {
        if let Some(outline) = outline {
            outline.area += at.to_vec2().cross(to.to_vec2()) / 2.0;
            outline.around += at.distance(to);
            outline.bounds = outline.bounds.union_pt(to);
        }
        at = to;
    };
    let back = |outlines: &[Closed]| outlines.last().map(|outline| outline.start);
    kurbo::flatten(path, fineness, |element| match element {
        PathEl::MoveTo(start) => {
            if let Some(start) = back(&outlines) {
                to(outlines.last_mut(), start);
            }
            to(None, start);
            let bounds = kurbo::Rect::from_points(start, start);
            outlines.push(Closed { start, area: 0.0, around: 0.0, bounds });
        }
        PathEl::LineTo(next) => to(outlines.last_mut(), next),
        _ => {}
    });
    if let Some(start) = back(&outlines) {
        to(outlines.last_mut(), start);
    }
    outlines
}

/// Returns width and length of the rectangle with this area and perimeter: for a line, straight or bent, its mean width
/// and its length. A round shape is a square.
fn sides(area: f64, around: f64) -> (f64, f64) {
    let root = (around * around - 16.0 * area).max(0.0).sqrt();
    let length = (around + root) / 4.0;
    (if length > 0.0 { area / length } else { 0.0 }, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measures an outline in SVG path data, one unit being a millimetre.
    fn measured(path: &str) -> (f64, f64) {
        let outlines = closed(&BezPath::from_svg(path).unwrap(), 1e-4);
        assert_eq!(outlines.len(), 1);
        sides(outlines[0].area.abs(), outlines[0].around)
    }

    #[test]
    fn the_mean_width_of_an_outline_is_that_of_a_line_of_its_length() {
        for (path, width, length) in [
            ("M0 0h10v0.1h-10z", 0.1, 10.0),
            ("M0 0v10h-0.1v-10z", 0.1, 10.0),
            ("M0 0l6 8-0.08 0.06-6-8z", 0.1, 10.0),
            ("M0 0h4v4h-4z", 4.0, 4.0),
        ] {
            let (is_width, is_length) = measured(path);
            assert!(
                (is_width - width).abs() < 1e-6 && (is_length - length).abs() < 1e-6,
                "{path}: {is_width}, {is_length}"
            );
        }
        let (width, _) = measured("M0 0a5 5 0 0 1 10 0a5 5 0 0 1 -10 0z");
        assert!(width > 7.0, "a disc is no line: {width}");
        let (width, _) = measured("M0 0q5 2 10 0q-5 2.2-10 0z");
        assert!((0.05..0.1).contains(&width), "a spindle of 0.1 at its widest: {width}");
    }

    #[test]
    fn what_is_plainly_thick_is_known_without_a_look_at_its_curves() {
        for (path, scale, thick) in [
            ("M0 0h10v0.1h-10z", 1.0, true),
            ("M0 0h10v0.085h-10z", 1.0, false),
            ("M0 0h10v0.085h-10z", 0.1, true),
            ("M0 0c3 4 7 4 10 0c-3 4.3-7 4.3-10 0z", 1.0, true),
            ("M0 0c3 4 7 4 10 0c-3 4.1-7 4.1-10 0z", 1.0, false),
            ("M0 0h10v10h-10zM0.05 0.05v9.9h9.9v-9.9z", 1.0, false),
            ("M0 0h10v10h-10zM2 2v6h6v-6z", 1.0, true),
            ("M0 0h10v10h-10zM20 0h10v0.05h-10zM40 0h10v10h-10z", 1.0, false),
            ("M0 0L10 0L10 0.05", 1.0, false),
        ] {
            let path_in_unit = BezPath::from_svg(path).unwrap().into_iter();
            assert_eq!(is_thick(path_in_unit, Affine::scale(scale)), thick, "{path} times {scale}");
        }
    }

    fn told(content: Vec<Shape>, scale: f64) -> Option<String> {
        let drawing = Drawing::shapes(content, kurbo::Rect::new(0.0, 0.0, 100.0, 100.0));
        thin(&drawing, Affine::scale(scale), Rect::mm(0.0, 0.0, 63.5, 88.9), &LintCache::default())
    }

    #[test]
    fn only_lines_that_are_thin_long_and_printed_are_told() {
        let shape = |path: &str| Shape {
            path: BezPath::from_svg(path).unwrap(),
            colour: crate::game::Colour::Black,
            even_odd: false,
        };
        let line = "M10 20h50v1h-50z";
        assert_eq!(told(vec![shape(line)], 0.1), None, "0.1 mm is enough");
        let what = told(vec![shape(line), shape("M1 2h3v9h-3z")], 0.05);
        assert_eq!(what.as_deref(), Some("hairline at 10, 20: 0.14 pt is below the printable minimum of 0.25 pt"));
        assert_eq!(told(vec![shape("M10 20h30v1h-30z")], 0.05), None, "a speck of a millimetre and a half");
        assert_eq!(told(vec![shape("M-10 20h50v1h-50z")], 0.05), None, "it begins where nothing is printed");
        let ring = "M100 100h400v400h-400zM101 101v398h398v-398z";
        let what = told(vec![shape(ring)], 0.05).unwrap();
        assert!(what.starts_with("hairline at 100, 100: 0.14 pt"), "{what}");
        let hatching = "M100 100l300 300 1-1-300-300zM150 160l200 200 2-2-200-200z";
        assert_eq!(told(vec![shape(hatching)], 0.1), None, "two lines side by side are no ring");
        let two = told(vec![shape(line), shape(line)], 0.05).unwrap();
        assert!(two.ends_with(", and another line is too thin"), "{two}");
    }
}
