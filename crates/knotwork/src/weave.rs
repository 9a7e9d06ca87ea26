//! A finished weave: paths of the strands, and which is on top.

use super::lattice::{Lattice, Site};
use super::line::{Leg, Line, place_of};
use super::outline::Outline;
use super::placement::Placement;
use kurbo::{BezPath, Point, Rect, Vec2};

/// Interlace laid into a frame, ready to be drawn.
///
/// All lengths are in the unit the frame was given in; y points down. The paths are for a nonzero
/// fill: closed outlines that neither touch nor overlap, one for each stretch of a strand between
/// two places where it dives under another.
#[derive(Clone, Debug)]
pub struct Weave {
    pub(super) strands: Vec<Course>,
    /// Top, right, bottom and left of the frame, their inner sides where an edge is above zero.
    pub(super) sides: [Line; 4],
    pub(super) frame: Rect,
    pub(super) width: f64,
    pub(super) gap: f64,
}

/// One strand on the page: its middle, and what happens at each node.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub line: Line,
    pub passes: Vec<Pass>,
    /// State at each node; for an open strand, also of one node beyond either end.
    nodes: Vec<Node>,
}

/// Key by which pieces of a strand are compared at a node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub at: Point,
    /// The direction, in [`steps`] of the width of a band.
    pub way: [u64; 2],
    /// True if the strand turns here at a wall.
    pub turns: bool,
}

/// Course of a strand at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// It turns at a wall.
    Wall,
    /// It is on top.
    Over,
    /// It is below that strand at that node.
    Under { strand: usize, node: usize },
    /// It leaves the frame.
    Loose,
}

impl Course {
    fn new(line: Line, passes: Vec<Pass>, width: f64) -> Self {
        let beyond = usize::from(!line.closed);
        let node = |number: usize| {
            let (at, way) = line.at(place_of(number) - place_of(beyond));
            let turns = number.checked_sub(beyond).and_then(|node| passes.get(node)) == Some(&Pass::Wall);
            Node { at, way: [way.x, way.y].map(|length| steps(length / width)), turns }
        };
        let nodes = (0..passes.len() + 2 * beyond).map(node).collect();
        Self { line, passes, nodes }
    }

    /// True if the strand turns at a wall at this place, that of a node.
    pub fn turns(&self, place: f64) -> bool {
        self.line.node(place).is_some_and(|node| self.passes[node] == Pass::Wall)
    }

    /// Returns the nodes from one before a node to one behind another.
    pub fn nodes(&self, from: usize, to: usize) -> impl Iterator<Item = &Node> {
        let before = if self.line.closed { self.nodes.len() - 1 } else { 0 };
        (from..to + 3).map(move |node| &self.nodes[(before + node) % self.nodes.len()])
    }
}

impl Weave {
    /// Creates a weave, with `width` and `gap` in the caller's unit; `frame` is the area of the bands.
    pub(super) fn new(lattice: &Lattice, place: &Placement, width: f64, gap: f64, frame: Rect) -> Self {
        let strands = lattice.strands();
        let mut tops = vec![None; lattice.len()];
        for (strand, s) in strands.iter().enumerate() {
            for (node, n) in s.nodes.iter().enumerate() {
                if n.site == Site::Crossing && n.over() {
                    tops[lattice.index(n.x, n.y)] = Some(Pass::Under { strand, node });
                }
            }
        }
        let pass = |n: &super::lattice::Node| match n.site {
            Site::Wall(_) | Site::Empty => Pass::Wall,
            Site::Loose => Pass::Loose,
            Site::Crossing if n.over() => Pass::Over,
            Site::Crossing => tops[lattice.index(n.x, n.y)].unwrap_or(Pass::Over),
        };
        let courses = strands.iter().map(|s| Course::new(place.line(s), s.nodes.iter().map(pass).collect(), width));
        let corners = [
            Point::new(frame.x0, frame.y0),
            Point::new(frame.x1, frame.y0),
            Point::new(frame.x1, frame.y1),
            Point::new(frame.x0, frame.y1),
        ];
        let side = |i: usize| Line { legs: vec![Leg::straight(corners[i], corners[(i + 1) % 4])], closed: false };
        Self { strands: courses.collect(), sides: [0, 1, 2, 3].map(side), frame, width, gap }
    }

    /// Returns the rectangle the bands fill, to within a hundredth of their width.
    #[must_use]
    pub fn frame(&self) -> Rect {
        self.frame
    }

    /// Returns the width of a band: the scale for an [inset](Self::inset).
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Returns all bands at full width, those below cut back by the gap.
    #[must_use]
    pub fn strand(&self) -> BezPath {
        Outline::new(self, 0.0).draw()
    }

    /// Returns the same bands, shrunk by `by` all around, at cut ends too, and moved by `shift`. Drawn over the
    /// [strand](Self::strand) in another colour it leaves a contour of width `by`, thinner on the side it is moved to
    /// and thicker on the other. Empty if `by` is half the width or more; negative values count as zero.
    #[must_use]
    pub fn inset(&self, by: f64, shift: Vec2) -> BezPath {
        let by = by.max(0.0);
        if by * 2.0 >= self.width {
            return BezPath::new();
        }
        let mut path = Outline::new(self, by).draw();
        path.apply_affine(kurbo::Affine::translate(shift));
        path
    }
}

/// Returns a number in millionths, offset from far below zero, so that sums of the same lengths are equal.
#[expect(clippy::cast_possible_truncation, reason = "lengths of a frame, in widths of a band")]
#[expect(clippy::cast_sign_loss, reason = "above zero")]
pub(super) fn steps(number: f64) -> u64 {
    (number * 1e6 + 1e12 + 0.5) as u64
}
