//! Rings of knotwork: one band that runs several times about the middle and passes over and under itself in turn.
//!
//! A Turk's head of `strands` and `bights` is the curve r = R + A cos(bights · t / strands), for t from 0 to 2π · strands.

use std::f64::consts::{PI, TAU};
use std::sync::LazyLock;

use kurbo::{BezPath, Circle, Point, Shape as _, Vec2};

use super::{MIDDLE, turned};
use crate::shape::Outline;

/// Strands and bights of the rings of kinds, which follow each other so that neighbours differ.
const RINGS: [(u32, u32); 8] = [(3, 8), (2, 9), (3, 10), (4, 9), (2, 13), (3, 7), (4, 11), (2, 7)];

/// The rings as they are drawn.
static DRAWN: LazyLock<[BezPath; 8]> =
    LazyLock::new(|| RINGS.map(|(strands, bights)| Knot::of_kind(strands, bights).outline()));
/// The smaller ring within one that encloses no seal.
static INNER: LazyLock<BezPath> =
    LazyLock::new(|| Knot { strands: 2, bights: 5, radius: 40.0, swing: 9.0, width: 4.4, gap: 1.6 }.outline());

/// Returns the ring of a kind.
pub(super) fn of_kind(kind: usize) -> BezPath {
    DRAWN[kind % RINGS.len()].clone()
}

/// Returns the number of a ring that looks the same upside down.
pub(super) fn even(number: usize) -> usize {
    let even: Vec<usize> = (0..RINGS.len()).filter(|ring| RINGS[*ring].1.is_multiple_of(2)).collect();
    even[number % even.len()]
}

/// Returns the inside of a ring without a seal: beads and a smaller ring.
pub(super) fn inner(kind: usize) -> [Outline; 2] {
    let bights = RINGS[kind % RINGS.len()].1;
    let bead = Circle::new((MIDDLE, MIDDLE - 57.0), 2.2).to_path(0.01);
    let beads = (0..bights).flat_map(|number| turned(360.0 * f64::from(number) / f64::from(bights)) * bead.clone());
    [beads.collect(), INNER.clone()].map(|path| Outline { path, even_odd: false })
}

/// Step of the search for crossings along the band, in radians.
const STEP: f64 = 0.004;

/// A ring of knotwork.
struct Knot {
    strands: u32,
    bights: u32,
    /// Of the circle that the band swings about.
    radius: f64,
    /// Amplitude.
    swing: f64,
    /// The width of the band.
    width: f64,
    /// Gap between the band and its lower pass.
    gap: f64,
}

/// Cut of the band at a crossing that passes over it: each edge on either side.
struct Cut {
    left: [f64; 2],
    right: [f64; 2],
}

impl Knot {
    fn of_kind(strands: u32, bights: u32) -> Self {
        let (radius, swing, width, gap) = match strands {
            2 => (77.0, 13.0, 7.0, 1.9),
            3 => (77.0, 14.0, 5.6, 1.7),
            _ => (76.5, 15.5, 4.6, 1.5),
        };
        Self { strands, bights, radius, swing, width, gap }
    }

    /// Bights in each strand.
    fn turns(&self) -> f64 {
        f64::from(self.bights) / f64::from(self.strands)
    }

    /// Returns the whole length of the band, in radians.
    fn length(&self) -> f64 {
        TAU * f64::from(self.strands)
    }

    /// Returns a point of the band's middle line.
    fn at(&self, t: f64) -> Point {
        let radius = self.radius + self.swing * (self.turns() * t).cos();
        Point::new(MIDDLE + radius * t.sin(), MIDDLE - radius * t.cos())
    }

    /// Returns a point beside the middle line, `aside` to its right.
    fn edge(&self, t: f64, aside: f64) -> Point {
        let radius = self.radius + self.swing * (self.turns() * t).cos();
        let outwards = -self.swing * self.turns() * (self.turns() * t).sin();
        let along = Vec2::new(outwards * t.sin() + radius * t.cos(), -outwards * t.cos() + radius * t.sin());
        let along = along / along.hypot();
        self.at(t) + Vec2::new(-along.y, along.x) * aside
    }

    /// Returns the crossings where the band passes under itself, each with the position of the upper pass: every second
    /// crossing along it.
    fn crossings(&self) -> Vec<(f64, f64)> {
        let mut found: Vec<(f64, f64)> = Vec::new();
        for strand in 1..self.strands {
            for half in 0..3 * self.bights + 2 {
                let t = (f64::from(half) * PI - PI * self.turns() * f64::from(strand)) / self.turns();
                let is_crossing = (self.turns() * t).sin().abs() > 1e-6;
                let is_new = !found.iter().any(|(known, _)| (known - t).abs() < 1e-6);
                if (-1e-9..self.length() - 1e-9).contains(&t) && is_crossing && is_new {
                    found.push((t, (t + TAU * f64::from(strand)) % self.length()));
                }
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        found.into_iter().step_by(2).collect()
    }

    /// Returns the ends of both edges on both sides of a crossing: at the same distance from the band above, which
    /// slants the cut.
    fn cut(&self, under: f64, over: f64) -> Cut {
        let above: Vec<Point> = (-110..=110).map(|step| self.at(over + f64::from(step) * STEP)).collect();
        let distance = self.width / 2.0 + self.gap;
        let end = |aside: f64, way: f64| {
            let steps = (0..=400).map(|step| under + way * STEP * f64::from(step));
            let is_free = |t: &f64| {
                let edge = self.edge(*t, aside);
                above.iter().all(|point| (edge - *point).hypot2() >= distance * distance)
            };
            steps.into_iter().find(is_free).unwrap_or(under)
        };
        let ends = |aside: f64| [end(aside, -1.0), end(aside, 1.0)];
        Cut { left: ends(-self.width / 2.0), right: ends(self.width / 2.0) }
    }

    /// Adds an edge of the band from one position to another, as curves that continue the path.
    fn run(&self, path: &mut BezPath, from: f64, to: f64, aside: f64) {
        const NEAR: f64 = 1e-4;
        const LONGEST: f64 = PI / 16.0;
        let slope = |t: f64| (self.edge(t + NEAR, aside) - self.edge(t - NEAR, aside)) / (2.0 * NEAR);
        let pieces = (1..64).find(|pieces| (to - from).abs() <= LONGEST * f64::from(*pieces)).unwrap_or(64).max(2);
        let step = (to - from) / f64::from(pieces);
        for piece in 0..pieces {
            let (start, end) = (from + step * f64::from(piece), from + step * f64::from(piece + 1));
            let (first, last) = (self.edge(start, aside), self.edge(end, aside));
            path.curve_to(first + slope(start) * (step / 3.0), last - slope(end) * (step / 3.0), last);
        }
    }

    /// Returns the pieces of the band between its lower passes.
    fn outline(&self) -> BezPath {
        let cuts: Vec<Cut> = self.crossings().into_iter().map(|(under, over)| self.cut(under, over)).collect();
        let half = self.width / 2.0;
        let mut path = BezPath::new();
        for (number, cut) in cuts.iter().enumerate() {
            let next = &cuts[(number + 1) % cuts.len()];
            let around = if number + 1 == cuts.len() { self.length() } else { 0.0 };
            path.move_to(self.edge(cut.left[1], -half));
            self.run(&mut path, cut.left[1], next.left[0] + around, -half);
            path.line_to(self.edge(next.right[0] + around, half));
            self.run(&mut path, next.right[0] + around, cut.right[1], half);
            path.close_path();
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_has_as_many_pieces_as_crossings_of_which_every_second_is_under() {
        for (strands, bights) in RINGS {
            let knot = Knot::of_kind(strands, bights);
            let crossings = (strands - 1) * bights;
            assert_eq!(knot.crossings().len(), crossings as usize, "{strands} strands, {bights} bights");
            let starts = knot.outline().elements().iter().filter(|one| matches!(one, kurbo::PathEl::MoveTo(_))).count();
            assert_eq!(starts, crossings as usize);
        }
    }
}
