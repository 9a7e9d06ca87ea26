//! Maps lattice steps to the page. A strand's middle is placed first and widened afterwards, so a band keeps its width
//! on a stretched or bent lattice.

use super::lattice::{Node, Site, Strand};
use super::line::{Leg, Line};
use super::pattern::Wall;
use kurbo::{CubicBez, Point, Vec2};

/// Distance of a strand's middle from a wall, in lattice steps.
const INSET: f64 = 0.5;
/// Curvature of a strand at a corner: 0.55 would be a quarter of a circle, 1 a sharp corner.
const LEAN: f64 = 0.92;

/// Lengths along one axis: a corner block, the run between the corners with its own step, and a
/// second corner block.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// Offset before zero, in the caller's unit.
    pub before: f64,
    /// Steps of a corner block; may be zero.
    pub corner: f64,
    /// Steps of the run; may be infinite.
    pub run: f64,
    /// Length of a step in the corners.
    pub step: f64,
    /// Length of a step in the run.
    pub inner: f64,
}

impl Axis {
    /// Creates equal steps all along.
    pub fn even(step: f64, before: f64) -> Self {
        Self { before, corner: 0.0, run: f64::INFINITY, step, inner: step }
    }

    fn at(&self, v: f64) -> f64 {
        let past = v - self.corner;
        let ends = v.min(self.corner) + (past - self.run).max(0.0);
        ends * self.step + past.clamp(0.0, self.run) * self.inner - self.before
    }

    /// Returns the length of a step at `v`; where corner and run meet it is the mean, or strands would kink there.
    fn slope(&self, v: f64) -> f64 {
        let into = (v - self.corner).min(self.corner + self.run - v);
        if into.abs() < 1e-9 {
            f64::midpoint(self.step, self.inner)
        } else if into > 0.0 {
            self.inner
        } else {
            self.step
        }
    }
}

/// Positions of the lattice points.
pub(super) enum Placement {
    Flat {
        x: Axis,
        y: Axis,
        /// Standing: x runs down the page, y across.
        standing: bool,
    },
    /// About the origin, clockwise from the top.
    Round {
        /// Radius at y = 0.
        outer: f64,
        /// Length of a step in y.
        step: f64,
        /// Radians of a step in x.
        turn: f64,
    },
}

impl Placement {
    pub fn point(&self, p: Point) -> Point {
        match self {
            Self::Flat { x, y, standing: false } => Point::new(x.at(p.x), y.at(p.y)),
            Self::Flat { x, y, standing: true } => Point::new(y.at(p.y), x.at(p.x)),
            Self::Round { outer, step, turn } => {
                let (sin, cos) = (p.x * turn).sin_cos();
                let r = outer - p.y * step;
                Point::new(r * sin, -r * cos)
            }
        }
    }

    /// Returns the displacement on the page of a small step `v` from `p`.
    fn push(&self, p: Point, v: Vec2) -> Vec2 {
        match self {
            Self::Flat { x, y, standing } => {
                let (vx, vy) = (v.x * x.slope(p.x), v.y * y.slope(p.y));
                if *standing { Vec2::new(vy, vx) } else { Vec2::new(vx, vy) }
            }
            Self::Round { outer, step, turn } => {
                let (sin, cos) = (p.x * turn).sin_cos();
                let along = v.x * turn * (outer - p.y * step);
                along * Vec2::new(cos, sin) + v.y * step * Vec2::new(-sin, cos)
            }
        }
    }

    /// Returns the middle of a strand, one leg from each node to the next.
    pub fn line(&self, strand: &Strand) -> Line {
        let nodes = &strand.nodes;
        let next = nodes.iter().skip(1).chain(strand.closed.then_some(&nodes[0]));
        let legs = nodes.iter().zip(next).map(|(a, b)| self.leg(a, b)).collect();
        Line { legs, closed: strand.closed }
    }

    fn leg(&self, from: &Node, to: &Node) -> Leg {
        let ((a, way_a), (b, way_b)) = (passing(from), passing(to));
        // On a ring the next node may be before this one: measure by the step from one to the
        // other, not by the difference of the points.
        let node = |n: &Node| Vec2::new(f64::from(n.x), f64::from(n.y));
        let step = from.out.vector();
        let chord = step + (b.to_vec2() - node(to)) - (a.to_vec2() - node(from));
        let (level, upright) = (Vec2::new(chord.x, 0.0), Vec2::new(0.0, chord.y));
        let (start, end) = match (from.site, to.site) {
            (Site::Wall(Wall::Horizontal), Site::Wall(Wall::Vertical)) => (LEAN * level, LEAN * upright),
            (Site::Wall(Wall::Vertical), Site::Wall(Wall::Horizontal)) => (LEAN * upright, LEAN * level),
            _ => {
                let third = chord.hypot() / 3.0;
                (third * way_a.normalize(), third * way_b.normalize())
            }
        };
        let (p, q) = (self.point(a), self.point(b));
        Leg::new(CubicBez::new(p, p + self.push(a, start), q - self.push(b, end), q))
    }
}

/// Returns the point where a strand's middle passes a node, and its direction, in lattice steps.
fn passing(n: &Node) -> (Point, Vec2) {
    let p = Point::new(f64::from(n.x), f64::from(n.y));
    let into = n.into.vector();
    match n.site {
        Site::Wall(Wall::Horizontal) => (p - Vec2::new(0.0, into.y * INSET), Vec2::new(into.x, 0.0)),
        Site::Wall(Wall::Vertical) => (p - Vec2::new(into.x * INSET, 0.0), Vec2::new(0.0, into.y)),
        Site::Crossing | Site::Loose | Site::Empty => (p, into),
    }
}
