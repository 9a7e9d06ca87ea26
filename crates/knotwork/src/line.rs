//! The middle of a strand, and the edges that run beside it.

use kurbo::{CubicBez, Point, Vec2};

/// One stretch of a line: a cubic as its polynomial in t from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// The coefficients of 1, t, t squared, t cubed.
    c: [Vec2; 4],
    /// Minimum and maximum curvature; positive where the line turns from x towards y.
    bend: (f64, f64),
}

/// A line of legs that meet without a kink. On a closed one the last leg meets the first.
///
/// A place on a line is the number of a leg and how far along it, added: 2.5 is the middle of leg
/// 2. On a closed line places go on round and round.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub legs: Vec<Leg>,
    pub closed: bool,
}

/// Returns the place of a node: the start of the leg with its number.
#[expect(clippy::cast_precision_loss, reason = "far fewer nodes than 2 to the 52")]
pub(super) fn place_of(node: usize) -> f64 {
    node as f64
}

/// An edge parallel to a line at a fixed distance; above zero it is on the side that y is of x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<'a> {
    pub line: &'a Line,
    pub off: f64,
}

impl Leg {
    pub fn new(cubic: CubicBez) -> Self {
        let CubicBez { p0, p1, p2, p3 } = cubic;
        let (start, middle, end) = (p1 - p0, p2 - p1, p3 - p2);
        let c2 = 3.0 * (middle - start);
        let c3 = end - 2.0 * middle + start;
        let mut leg = Self { c: [p0.to_vec2(), 3.0 * start, c2, c3], bend: (0.0, 0.0) };
        // Nine places are enough: a leg turns one way, or one way and then the other.
        for i in 0..=8 {
            let k = leg.curvature(f64::from(i) / 8.0);
            leg.bend = (leg.bend.0.min(k), leg.bend.1.max(k));
        }
        leg
    }

    /// Creates a straight leg.
    pub fn straight(p: Point, q: Point) -> Self {
        Self { c: [p.to_vec2(), q - p, Vec2::ZERO, Vec2::ZERO], bend: (0.0, 0.0) }
    }

    fn at(&self, t: f64) -> (Point, Vec2, Vec2) {
        let [p, c1, c2, c3] = self.c;
        let at = p + t * (c1 + t * (c2 + t * c3));
        (at.to_point(), c1 + t * (2.0 * c2 + 3.0 * t * c3), 2.0 * c2 + 6.0 * t * c3)
    }

    fn curvature(&self, t: f64) -> f64 {
        let (_, v, a) = self.at(t);
        v.cross(a) / v.hypot().powi(3)
    }
}

impl Line {
    /// Returns the leg at a position, and the distance along it; an open line is extended beyond its end legs.
    #[expect(clippy::cast_possible_truncation, reason = "a place is a small number")]
    #[expect(clippy::cast_precision_loss, reason = "a place is a small number")]
    fn leg(&self, place: f64) -> (&Leg, f64) {
        // Same as `floor`, which is a call on processors without an instruction for it.
        let whole = (place as i64) as f64;
        let mut start = if whole > place { whole - 1.0 } else { whole };
        if !self.closed {
            start = start.clamp(0.0, place_of(self.legs.len() - 1));
        }
        (&self.legs[self.wrap(start as i64)], place - start)
    }

    /// Wraps the number of a leg around.
    #[expect(clippy::cast_possible_truncation, reason = "smaller than a number of legs")]
    #[expect(clippy::cast_sign_loss, reason = "brought above zero")]
    #[expect(clippy::cast_possible_wrap, reason = "far fewer legs than 2 to the 63")]
    fn wrap(&self, leg: i64) -> usize {
        let count = self.legs.len() as i64;
        // Nearly always in range already, and a division is slow.
        let within = (0..count).contains(&leg);
        (if within { leg } else { leg.rem_euclid(count) }) as usize
    }

    /// Returns the number of the node at a place; `None` beyond the ends of an open line.
    #[expect(clippy::cast_possible_truncation, reason = "a place is a small number")]
    pub fn node(&self, place: f64) -> Option<usize> {
        if self.closed {
            Some(self.wrap(place.round() as i64))
        } else {
            usize::try_from(place.round() as i64).ok().filter(|n| *n <= self.legs.len())
        }
    }

    pub fn edge(&self, off: f64) -> Edge<'_> {
        Edge { line: self, off }
    }

    /// Returns position and direction of the middle; the direction has no fixed length.
    pub fn at(&self, place: f64) -> (Point, Vec2) {
        let (leg, t) = self.leg(place);
        let (at, v, _) = leg.at(t);
        (at, v)
    }
}

impl Edge<'_> {
    /// Returns position, direction of length one, and speed in it. Inside a bend tighter than its distance an edge runs
    /// backwards: the speed is below zero.
    pub fn at(&self, place: f64) -> (Point, Vec2, f64) {
        let (leg, t) = self.line.leg(place);
        let (at, v, a) = leg.at(t);
        // One root and one division: this is where the time goes.
        let slow = 1.0 / v.hypot2().sqrt();
        let way = v * slow;
        let speed = v.dot(way) - way.cross(a) * slow * self.off;
        (at + way.turn_90() * self.off, way, speed)
    }

    /// Returns position, and how it changes with the place.
    fn velocity(&self, place: f64) -> (Point, Vec2) {
        let (at, way, speed) = self.at(place);
        (at, way * speed)
    }

    /// True if the edge runs backwards somewhere on the leg at this place.
    fn folds(&self, place: f64) -> bool {
        let (least, most) = self.line.leg(place).0.bend;
        self.off * most > 1.0 || self.off * least > 1.0
    }

    /// Returns the intersection of two edges, as a position on each, by Newton's method from a first guess `u` and `v`.
    /// `None` if they don't meet near the guess.
    pub fn meet(&self, other: &Edge, mut u: f64, mut v: f64) -> Option<(f64, f64)> {
        for _ in 0..16 {
            let (p, du) = self.velocity(u);
            let (q, dv) = other.velocity(v);
            let det = du.cross(dv);
            let away = q - p;
            let (su, sv) = (away.cross(dv) / det, away.cross(du) / det);
            // A bend between here and there can throw a step far out.
            u += su.clamp(-0.7, 0.7);
            v += sv.clamp(-0.7, 0.7);
            if su.abs() + sv.abs() < 1e-9 {
                return Some((u, v));
            }
        }
        None
    }

    /// Returns the parts of the edge between two positions that belong to the outline. In a corner tighter than its
    /// distance an edge crosses itself, and the loop between the two passes is omitted.
    pub fn parts(&self, from: f64, to: f64) -> Vec<(f64, f64)> {
        let mut parts = Vec::with_capacity(1);
        let (low, high) = (from.min(to), from.max(to));
        let mut start = low;
        let mut place = low.floor();
        while place < high {
            if self.folds(place)
                && let Some((u, v)) = self.meet(self, place, place + 1.0)
                && start < u
                && u + 1e-6 < v
                && v < high
            {
                parts.push((start, u));
                start = v;
            }
            place += 1.0;
        }
        parts.push((start, high));
        if from > to {
            parts.reverse();
            for part in &mut parts {
                *part = (part.1, part.0);
            }
        }
        parts
    }
}
