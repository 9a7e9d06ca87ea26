//! Cuts a piece of a strand: at a strand above it, or at the frame.

use super::line::{Edge, place_of};
use super::weave::{Course, Pass, Weave};
use kurbo::{Point, Vec2};

/// Edges whose distance exceeds the gap by at most this much, in widths of a band, still count as side by side: they
/// would meet at so flat an angle that the corner shows as a nick.
const FLAT: f64 = 0.08;

/// Distances of an outline, in the caller's unit.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// From the middle of a band to its edge.
    pub half: f64,
    /// From the middle of an upper band to the end of a lower one.
    pub clear: f64,
    /// From the frame inwards.
    pub inset: f64,
}

/// One end of a piece: what its left and its right edge run into. They are the same edge at a
/// crossing; at a loose end they are two sides of the frame, which meet in a corner.
pub(super) struct Cut<'a> {
    /// The place of the cut on the strand.
    at: f64,
    sides: [CutSide<'a>; 2],
    pub corner: Option<Point>,
    /// The way from here into the piece.
    inwards: Vec2,
}

/// Obstacle at one edge of a piece.
#[derive(Clone, Copy)]
struct CutSide<'a> {
    edge: Edge<'a>,
    /// A place on it near the piece.
    near: f64,
    /// Positions on the strand and on the edge where the two run side by side without meeting.
    beside: Option<(f64, f64)>,
}

/// One edge of a piece, from the start (0) to the end (1). Where the cuts meet before they reach it
/// the edge is gone: then the places are in the wrong order, and the corners are where the cuts
/// meet.
pub(super) struct Flank {
    pub places: [f64; 2],
    pub corners: [Corner; 2],
}

/// Corner where an edge of a piece meets a cut.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    /// The place on the edge that cuts.
    pub on: f64,
    /// Offset of the corner from that position.
    pub aside: Vec2,
    pub point: Point,
}

impl Flank {
    pub fn is_gone(&self) -> bool {
        self.places[0] >= self.places[1]
    }

    /// Creates the left (0) or right (1) edge of a piece between two cuts.
    pub fn new(edge: &Edge, side: usize, cuts: [&Cut; 2]) -> Option<Self> {
        let [a, b] = cuts.map(|c| c.sides[side]);
        let (from, start) = a.corner(edge, cuts[0].at)?;
        let (to, end) = b.corner(edge, cuts[1].at)?;
        let mut flank = Self { places: [from, to], corners: [start, end] };
        if flank.is_gone() {
            let (on_a, on_b) = a.edge.meet(&b.edge, start.on, end.on)?;
            let corner = |on| Corner { on, aside: Vec2::ZERO, point: a.edge.at(on_a).0 };
            flank.corners = [corner(on_a), corner(on_b)];
        }
        Some(flank)
    }
}

impl<'a> Cut<'a> {
    /// Creates the cut of a strand at a node, for the piece `ahead` of the node (1) or behind it (-1). `None` if it
    /// turns there or is on top.
    pub fn new(weave: &'a Weave, reach: Reach, course: &Course, node: usize, ahead: f64) -> Option<Self> {
        let at = place_of(node);
        let way = course.line.at(at).1;
        let inwards = way * ahead;
        let (sides, corner) = match course.passes[node % course.passes.len()] {
            Pass::Wall | Pass::Over => return None,
            Pass::Under { strand, node } => {
                let diver = Diver { course, at, ahead, top: &weave.strands[strand], node };
                ([1.0, -1.0].map(|side| diver.side(reach, side, weave.width)), None)
            }
            Pass::Loose => {
                let frame = weave.frame.inset(-reach.inset);
                let [top, right, bottom, left] = &weave.sides;
                let (upright, x) = if inwards.x > 0.0 { (left, frame.x0) } else { (right, frame.x1) };
                let (level, y) = if inwards.y > 0.0 { (top, frame.y0) } else { (bottom, frame.y1) };
                // The side on which the frame goes upright from its corner, seen along the strand.
                let left_is_upright = way.cross(Vec2::new(0.0, inwards.y)) > 0.0;
                let lines = if left_is_upright { [upright, level] } else { [level, upright] };
                let sides = lines.map(|l| CutSide { edge: l.edge(reach.inset), near: 0.5, beside: None });
                (sides, Some(Point::new(x, y)))
            }
        };
        Some(Self { at, sides, corner, inwards })
    }

    /// True for a loose end whose corner comes before a point, on the way into the piece.
    pub fn is_before(&self, point: Point) -> bool {
        self.corner.is_some_and(|c| (point - c).dot(self.inwards) > 0.0)
    }

    /// Returns the edge that cuts, if it is one.
    pub fn edge(&self) -> &Edge<'a> {
        &self.sides[0].edge
    }
}

/// A strand diving under another.
struct Diver<'a, 'b> {
    course: &'b Course,
    at: f64,
    ahead: f64,
    top: &'a Course,
    node: usize,
}

impl<'a> Diver<'a, '_> {
    /// Returns the obstacle at the edge on a `side` (1: left, -1: right).
    fn side(&self, reach: Reach, side: f64, width: f64) -> CutSide<'a> {
        let Self { course, at, ahead, top, node } = *self;
        let near = place_of(node);
        let (way, top_way) = (course.line.at(at).1, top.line.at(near).1);
        let edge = top.line.edge((top_way.cross(way) * ahead).signum() * reach.clear);
        // After the crossing both may turn at walls that face each other, and run side by side
        // there.
        let next = at + ahead;
        let top_next = near + (side * way.turn_90()).dot(top_way).signum();
        let mut beside = None;
        if course.turns(next) && top.turns(top_next) {
            let here = course.line.edge(side * reach.half).at(next).0;
            let apart = here.distance(top.line.at(top_next).0);
            beside = (apart < reach.clear + FLAT * width).then_some((next, top_next));
        }
        CutSide { edge, near, beside }
    }
}

impl CutSide<'_> {
    /// Returns the corner where an edge of a piece meets it, and its position on the edge.
    fn corner(&self, edge: &Edge, at: f64) -> Option<(f64, Corner)> {
        if let Some((place, on)) = self.beside {
            let point = edge.at(place).0;
            return Some((place, Corner { on, aside: point - self.edge.at(on).0, point }));
        }
        let (place, on) = edge.meet(&self.edge, at, self.near)?;
        Some((place, Corner { on, aside: Vec2::ZERO, point: self.edge.at(on).0 }))
    }
}
