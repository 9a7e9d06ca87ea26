//! Edges as few Bezier curves: each stretch is one line or cubic where that is near enough, and is
//! halved where not.

use super::line::Edge;
use kurbo::{BezPath, CubicBez, ParamCurve, ParamCurveDeriv, Point, Vec2};

/// A fitted edge is at most this far from the true one, in widths of a band.
pub(super) const NEAR: f64 = 0.007;
/// A flatter curve is a line, in widths of a band: a kink is more visible than a swerve.
const FLAT: f64 = 0.001;
/// Places at which a fit is made and measured: at least, and for each leg.
const SAMPLES: (f64, f64) = (4.0, 3.0);
/// And at most.
const MOST: u8 = 9;
/// Stretches shorter than this many legs are not halved any more.
const SHORTEST: f64 = 0.02;

/// A point of an edge: position and direction of length one.
#[derive(Clone, Copy, Default)]
struct Sample {
    at: Point,
    dir: Vec2,
}

/// Draws an edge from one position to another; the path is at its start already. `width` is the band's, the scale for
/// tolerances.
pub(super) fn draw(path: &mut BezPath, edge: &Edge, from: f64, to: f64, width: f64) {
    let stretch = Stretch::new(edge, from, to);
    if stretch.is_flat(FLAT * width) {
        path.line_to(stretch.end.at);
    } else if let Some(cubic) = stretch.cubic(NEAR * width) {
        path.curve_to(cubic.p1, cubic.p2, cubic.p3);
    } else if (to - from).abs() < SHORTEST {
        path.line_to(stretch.end.at);
    } else {
        let mut at = from;
        for cut in cuts(from, to) {
            draw(path, edge, at, cut, width);
            at = cut;
        }
        draw(path, edge, at, to, width);
    }
}

/// Returns where to split a stretch: at the joint of legs nearest its middle; in the middle if it is on one leg. If two
/// joints are equally near, at both, so an edge is split alike from both ends.
fn cuts(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let (low, high) = (from.min(to) + 1e-6, from.max(to) - 1e-6);
    let (first, last) = (low.ceil(), high.floor());
    let middle = if first > last { f64::midpoint(from, to) } else { f64::midpoint(first, last) };
    let two = first <= last && middle.fract() > 0.25;
    let back = if from < to { 0.5 } else { -0.5 };
    let (a, b) = if two { (middle - back, Some(middle + back)) } else { (middle, None) };
    std::iter::once(a).chain(b)
}

/// Maximum error of a fit after each round that still justifies another, relative to the tolerance.
const HOPE: [f64; 4] = [20.0, 5.0, 2.5, 1.0];

/// A part of an edge, sampled.
struct Stretch {
    start: Sample,
    end: Sample,
    samples: [Sample; MOST as usize],
    count: usize,
}

impl Stretch {
    #[expect(clippy::cast_possible_truncation, reason = "clamped to a small number")]
    #[expect(clippy::cast_sign_loss, reason = "clamped above zero")]
    fn new(edge: &Edge, from: f64, to: f64) -> Self {
        let ahead = (to - from).signum();
        let sample = |place: f64| {
            let (at, way, speed) = edge.at(place);
            Sample { at, dir: way * (ahead * speed).signum() }
        };
        let (least, each) = SAMPLES;
        let count = ((to - from).abs() * each).ceil().clamp(least, f64::from(MOST));
        let step = (to - from) / (count + 1.0);
        let count = count as usize;
        let mut samples = [Sample::default(); MOST as usize];
        let mut place = from;
        for s in &mut samples[..count] {
            place += step;
            *s = sample(place);
        }
        Self { start: sample(from), end: sample(to), samples, count }
    }

    fn samples(&self) -> &[Sample] {
        &self.samples[..self.count]
    }

    fn is_flat(&self, near: f64) -> bool {
        let chord = self.end.at - self.start.at;
        let limit = near * chord.hypot();
        let beside = |s: &Sample| (s.at - self.start.at).cross(chord).abs() <= limit;
        self.samples().iter().all(|s| beside(s) && s.dir.dot(chord) > 0.0)
    }

    /// Returns a cubic along the stretch with the same ends and end directions, if one comes `near` enough.
    fn cubic(&self, near: f64) -> Option<CubicBez> {
        let mut along = self.shares();
        for hope in HOPE {
            let cubic = self.least_squares(&along[..self.count])?;
            let change = cubic.deriv();
            let mut worst = 0.0_f64;
            let mut aside = 0.0_f64;
            for (s, t) in self.samples().iter().zip(&mut along) {
                let miss = s.at - cubic.eval(*t);
                worst = worst.max(miss.cross(s.dir).abs());
                let slip = miss.dot(s.dir);
                aside = aside.max(slip.abs());
                *t += slip / change.eval(*t).to_vec2().dot(s.dir);
            }
            // The distance across is a true one only where the point compared is about abreast.
            if worst <= near && aside <= 4.0 * near {
                return Some(cubic);
            }
            if worst > near * hope {
                return None;
            }
        }
        None
    }

    /// Returns the relative position of each sample along the whole, from 0 to 1.
    fn shares(&self) -> [f64; MOST as usize] {
        let mut along = [0.0; MOST as usize];
        let mut total = 0.0;
        let mut last = self.start.at;
        for (s, t) in self.samples().iter().zip(&mut along) {
            total += s.at.distance(last);
            last = s.at;
            *t = total;
        }
        total += self.end.at.distance(last);
        along.map(|t| t / total)
    }

    /// Returns the cubic whose handles bring it nearest, if every sample were at its share.
    fn least_squares(&self, along: &[f64]) -> Option<CubicBez> {
        let (from, to) = (self.start.at, self.end.at);
        let chord = to - from;
        // The normal equations of the two lengths: [ff fb; fb bb] [front; back] = [fr; br].
        let (mut ff, mut fb, mut bb, mut fr, mut br) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (sample, t) in self.samples().iter().zip(along) {
            let u = 1.0 - t;
            let rest = sample.at - from - chord * (t * t * (3.0 * u + t));
            let front = self.start.dir * (3.0 * u * u * t);
            let back = self.end.dir * (-3.0 * u * t * t);
            ff += front.hypot2();
            fb += front.dot(back);
            bb += back.hypot2();
            fr += front.dot(rest);
            br += back.dot(rest);
        }
        let det = ff * bb - fb * fb;
        let front = (fr * bb - br * fb) / det;
        let back = (br * ff - fr * fb) / det;
        // A handle turned round, or longer than the whole, would make a loop.
        let reach = 0.0..2.0 * chord.hypot();
        let (p1, p2) = (from + self.start.dir * front, to - self.end.dir * back);
        (reach.contains(&front) && reach.contains(&back)).then(|| CubicBez::new(from, p1, p2, to))
    }
}
