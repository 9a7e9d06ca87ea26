//! The outlines of bands: pieces of strands from one cut to the next.

use super::cut::{Corner, Cut, Flank, Reach};
use super::fit;
use super::line::{Edge, place_of};
use super::weave::{Course, Pass, Weave, steps};
use kurbo::{Affine, BezPath, PathEl, Point};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// As many elements as the outlines of most weaves have.
const LONG: usize = 4096;

/// Draws a weave with everything moved inwards by the same distance.
pub(super) struct Outline<'a> {
    weave: &'a Weave,
    reach: Reach,
    /// Pieces that were drawn: most of a band repeats itself.
    drawn: HashMap<Likeness, Drawn, FxBuildHasher>,
}

/// Properties that determine the outline of a piece, seen from its start: pieces of the same likeness only differ in
/// position.
type Likeness = Vec<u64>;

/// A piece that was drawn.
struct Drawn {
    start: Point,
    path: Vec<PathEl>,
}

impl<'a> Outline<'a> {
    pub fn new(weave: &'a Weave, inset: f64) -> Self {
        let half = weave.width / 2.0;
        let reach = Reach { half: half - inset, clear: half + weave.gap + inset, inset };
        Self { weave, reach, drawn: HashMap::default() }
    }

    pub fn draw(mut self) -> BezPath {
        let mut path = BezPath::with_capacity(LONG);
        let weave = self.weave;
        for course in &weave.strands {
            self.strand(&mut path, course);
        }
        // It lives as long as the deck, so unused capacity is dropped.
        BezPath::from_vec(path.elements().to_vec())
    }

    fn strand(&mut self, path: &mut BezPath, course: &Course) {
        let is_end = |p: &Pass| matches!(p, Pass::Under { .. } | Pass::Loose);
        let ends = course.passes.iter().enumerate().filter(|(_, p)| is_end(p));
        let mut ends: Vec<usize> = ends.map(|(node, _)| node).collect();
        let Some(first) = ends.first() else {
            return self.uncut(path, course);
        };
        if course.line.closed {
            ends.push(first + course.passes.len());
        }
        for pair in ends.windows(2) {
            self.piece_once(path, course, pair[0], pair[1]);
        }
    }

    /// Adds a strand that no other crosses, as a ring. It is drawn alike wherever it begins: from corner to corner if
    /// its edge has some, else from node to node.
    fn uncut(&self, path: &mut BezPath, course: &Course) {
        let legs = course.line.legs.len();
        let all = place_of(legs);
        for (off, from, to) in [(self.reach.half, 0.0, all), (-self.reach.half, all, 0.0)] {
            let edge = course.line.edge(off);
            let mut parts = edge.parts(from, to);
            if let [first, .., last] = &mut parts[..] {
                first.0 = last.0 - (to - from);
                parts.pop();
            } else {
                let place = |node| {
                    if off > 0.0 { place_of(node) } else { all - place_of(node) }
                };
                parts = (0..legs).map(|n| (place(n), place(n + 1))).collect();
            }
            path.move_to(edge.at(parts[0].0).0);
            for (from, to) in parts {
                fit::draw(path, &edge, from, to, self.weave.width);
            }
            close(path);
        }
    }

    /// Adds a piece; one that is like another is drawn as that, in its own place.
    fn piece_once(&mut self, path: &mut BezPath, course: &Course, from: usize, to: usize) {
        let start = course.line.at(place_of(from)).0;
        let Some(likeness) = self.likeness(course, from, to) else {
            return self.piece(path, course, from, to);
        };
        if let Some(drawn) = self.drawn.get(&likeness) {
            let place = Affine::translate(start - drawn.start);
            path.extend(drawn.path.iter().map(|element| place * *element));
            return;
        }
        let before = path.elements().len();
        self.piece(path, course, from, to);
        self.drawn.insert(likeness, Drawn { start, path: path.elements()[before..].to_vec() });
    }

    /// Returns the likeness of a piece; `None` for one that ends at the frame. It consists of the points and directions
    /// in which the strand and those that cut it pass their nodes, including one beyond the piece on either side, and
    /// their turns there.
    fn likeness(&self, course: &Course, from: usize, to: usize) -> Option<Likeness> {
        let start = course.line.at(place_of(from)).0;
        let mut likeness = Vec::with_capacity(80);
        let mut add = |course: &Course, from: usize, to: usize| {
            for node in course.nodes(from, to) {
                let at = node.at - start;
                let [x, y] = [at.x, at.y].map(|length| steps(length / self.weave.width));
                likeness.extend([u64::from(node.turns), x, y, node.way[0], node.way[1]]);
            }
        };
        add(course, from, to);
        for node in [from, to] {
            let Pass::Under { strand, node } = course.passes[node % course.passes.len()] else { return None };
            add(&self.weave.strands[strand], node, node);
        }
        Some(likeness)
    }

    /// Adds a strand from one node to the next cut. Nothing if the inset leaves nothing.
    fn piece(&self, path: &mut BezPath, course: &Course, from: usize, to: usize) {
        let cut = |node, ahead| Cut::new(self.weave, self.reach, course, node, ahead);
        let (Some(start), Some(end)) = (cut(from, 1.0), cut(to, -1.0)) else {
            return;
        };
        let edges = [1.0, -1.0].map(|side| course.line.edge(side * self.reach.half));
        let flank = |side: usize| Flank::new(&edges[side], side, [&start, &end]);
        let (Some(left), Some(right)) = (flank(0), flank(1)) else {
            return;
        };
        if left.is_gone() && right.is_gone() {
            // Something is left only in the corner of a loose end.
            let tip = left.corners[0].point;
            if !start.is_before(tip) && !end.is_before(tip) {
                return;
            }
        }
        path.move_to(left.corners[0].point);
        if !left.is_gone() {
            self.along(path, &edges[0], left.places[0], left.places[1]);
        }
        self.end(path, &end, left.corners[1], right.corners[1]);
        if !right.is_gone() {
            self.along(path, &edges[1], right.places[1], right.places[0]);
        }
        self.end(path, &start, right.corners[0], left.corners[0]);
        close(path);
    }

    /// Draws an edge without the loops it makes in sharp corners.
    fn along(&self, path: &mut BezPath, edge: &Edge, from: f64, to: f64) {
        for (from, to) in edge.parts(from, to) {
            fit::draw(path, edge, from, to, self.weave.width);
        }
    }

    /// Draws the end of a piece, from one of its edges to the other.
    fn end(&self, path: &mut BezPath, cut: &Cut, from: Corner, to: Corner) {
        if let Some(corner) = cut.corner {
            path.line_to(corner);
            path.line_to(to.point);
            return;
        }
        let drawn = path.elements().len();
        fit::draw(path, cut.edge(), from.on, to.on, self.weave.width);
        // If the corner is slightly off the edge, the curve is bent to meet it in its direction.
        let added = &mut path.elements_mut()[drawn..];
        if let Some(PathEl::CurveTo(p, _, _)) = added.first_mut() {
            *p += from.aside;
        }
        match added.last_mut() {
            Some(PathEl::CurveTo(_, q, r)) => {
                *q += to.aside;
                *r += to.aside;
            }
            Some(PathEl::LineTo(p)) => *p += to.aside,
            _ => {}
        }
    }
}

/// Closes an outline; a line back to its start is left to the closing.
fn close(path: &mut BezPath) {
    if matches!(path.elements().last(), Some(PathEl::LineTo(_))) {
        path.pop();
    }
    path.close_path();
}
