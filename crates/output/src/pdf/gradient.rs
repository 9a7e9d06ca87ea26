//! Gradients as shadings: repeating ones are drawn over their visible range, translucent ones are split into colours
//! and opacity.

use std::ops::Range;

use kurbo::{Affine, Point, Rect};
use lopdf::{Dictionary, Object, dictionary};

use super::fonts::real;
use super::mask::luminance;
use super::press::Press;
use crate::cmyk::Use;
use crate::face::affine;
use crate::game::Colour;

/// The visible part of a gradient.
pub(super) struct Shade {
    kind: i64,
    /// Start and end points; with radii for a radial gradient.
    coords: Vec<f64>,
    /// Places from 0 to 1 between these, with colour and opacity.
    stops: Vec<(f64, [u8; 3], f32)>,
    /// True if one part says all of each colour.
    is_grey: bool,
    /// From the gradient's space to the form's.
    pub map: Affine,
}

/// No gradient repeats more often than this on a card.
const MOST: f64 = 400.0;

impl Shade {
    /// Creates the gradient of a paint within a box of the form; `map` leads from the painted space to the form's.
    /// `None` if nothing is painted.
    pub fn new(paint: &usvg::Paint, map: Affine, seen: Rect, as_luminance: bool) -> Option<Self> {
        let (base, from, to): (&usvg::BaseGradient, [f32; 3], [f32; 3]) = match paint {
            usvg::Paint::LinearGradient(linear) => {
                (linear, [linear.x1(), linear.y1(), 0.0], [linear.x2(), linear.y2(), 0.0])
            }
            usvg::Paint::RadialGradient(radial) => {
                (radial, [radial.fx(), radial.fy(), radial.fr().get()], [radial.cx(), radial.cy(), radial.r().get()])
            }
            usvg::Paint::Color(_) | usvg::Paint::Pattern(_) => return None,
        };
        let (from, to) = (from.map(f64::from), to.map(f64::from));
        let linear = matches!(paint, usvg::Paint::LinearGradient(_));
        let map = map * affine(base.transform());
        if map.determinant().abs() < 1e-12 {
            return None;
        }
        let inverse = map.inverse();
        let corners = [(seen.x0, seen.y0), (seen.x1, seen.y0), (seen.x0, seen.y1), (seen.x1, seen.y1)];
        let corners = corners.map(|corner| inverse * Point::from(corner));
        let (first, last) = match (base.spread_method(), linear) {
            // A length of one colour at each end: there readers take it from.
            (usvg::SpreadMethod::Pad, true) => (-1.0, 2.0),
            (usvg::SpreadMethod::Pad, false) => (0.0, 2.0),
            (_, true) => along(from, to, &corners),
            (_, false) => about(from, to, &corners),
        };
        let at = |t: f64| [0, 1, 2].map(|part: usize| from[part] + (to[part] - from[part]) * t);
        let ([x0, y0, r0], [x1, y1, r1]) = (at(first), at(last));
        // The map is written with a few places after the point: what scales is left to the gradient's own numbers.
        let scale = map.determinant().abs().sqrt();
        let coords = if linear { vec![x0, y0, x1, y1] } else { vec![x0, y0, r0.max(0.0), x1, y1, r1] };
        let reach = if linear { reach(from, to, &corners) } else { f64::MIN..f64::MAX };
        let stops = spread(base, first, last, reach).into_iter().map(|(t, colour, opacity)| {
            let colour = [colour.red, colour.green, colour.blue];
            let colour = if as_luminance { [luminance(colour); 3] } else { colour };
            ((t - first) / (last - first), colour, opacity)
        });
        Some(Self {
            kind: if linear { 2 } else { 3 },
            coords: coords.into_iter().map(|value| value * scale).collect(),
            stops: stops.collect(),
            is_grey: as_luminance || base.stops().iter().all(|stop| grey(stop.color())),
            map: map * Affine::scale(1.0 / scale),
        })
    }

    /// Returns the opacity, if it is uniform.
    pub fn opacity(&self) -> Option<f32> {
        let (_, _, first) = self.stops.first()?;
        self.stops.iter().all(|(_, _, opacity)| opacity == first).then_some(*first)
    }

    /// Returns its colours.
    pub fn colours(&self, press: Option<&Press>) -> Dictionary {
        if let Some(press) = press {
            return self.shading("DeviceCMYK", &self.inks(press));
        }
        let parts = if self.is_grey { 1 } else { 3 };
        let stop = |(t, colour, _): &(f64, [u8; 3], f32)| {
            (*t, colour[..parts].iter().map(|part| f64::from(*part) / 255.0).collect())
        };
        let stops: Vec<(f64, Vec<f64>)> = self.stops.iter().map(stop).collect();
        self.shading(if self.is_grey { "DeviceGray" } else { "DeviceRGB" }, &stops)
    }

    /// Returns its colours as inks. Further stops are added between two: the inks of a colour in between aren't the
    /// mean of both.
    fn inks(&self, press: &Press) -> Vec<(f64, Vec<f64>)> {
        /// Number of parts between two stops.
        const PARTS: u8 = 8;
        let inks = |[red, green, blue]: [u8; 3]| {
            let inks = press.inks.separate(Colour::rgb(red, green, blue), Use::Area).inks;
            inks.percent().map(|ink| ink / 100.0).to_vec()
        };
        let mut stops: Vec<(f64, Vec<f64>)> = Vec::new();
        for pair in self.stops.windows(2) {
            let ((from, a, _), (to, b, _)) = (pair[0], pair[1]);
            let parts = if a == b { 1 } else { PARTS };
            for part in 0..parts {
                let share = f64::from(part) / f64::from(parts);
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
                let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
                stops.push((from + (to - from) * share, inks([0, 1, 2].map(|part: usize| mix(a[part], b[part])))));
            }
        }
        stops.extend(self.stops.last().map(|(t, colour, _)| (*t, inks(*colour))));
        stops
    }

    /// Returns its opacity as greys, multiplied by its fill's.
    pub fn fade(&self, by: f32) -> Dictionary {
        let stops: Vec<(f64, Vec<f64>)> =
            self.stops.iter().map(|(t, _, opacity)| (*t, vec![f64::from(*opacity * by)])).collect();
        self.shading("DeviceGray", &stops)
    }

    fn shading(&self, space: &str, stops: &[(f64, Vec<f64>)]) -> Dictionary {
        dictionary! {
            "ShadingType" => self.kind,
            "ColorSpace" => space,
            "Coords" => self.coords.iter().map(|value| real(*value)).collect::<Vec<Object>>(),
            "Function" => ramp(stops),
            "Extend" => vec![true.into(), true.into()],
        }
    }
}

/// Returns the visible repeats of a linear gradient: the whole numbers around the range of the corners.
fn along(from: [f64; 3], to: [f64; 3], corners: &[Point]) -> (f64, f64) {
    let Range { start: least, end: most } = reach(from, to, corners);
    let first = least.floor().max(-MOST);
    (first, most.ceil().clamp(first + 1.0, first + MOST))
}

/// Returns the visible range of a linear gradient.
fn reach(from: [f64; 3], to: [f64; 3], corners: &[Point]) -> Range<f64> {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let seen = corners.iter().map(|p| ((p.x - from[0]) * dx + (p.y - from[1]) * dy) / (dx * dx + dy * dy));
    seen.fold(f64::MAX..f64::MIN, |range, t| range.start.min(t)..range.end.max(t))
}

/// Returns the visible repeats of a radial gradient: inwards to the point where its circles end, outwards until they
/// cover all corners.
fn about(from: [f64; 3], to: [f64; 3], corners: &[Point]) -> (f64, f64) {
    let first = if to[2] > from[2] { -from[2] / (to[2] - from[2]) } else { 0.0 };
    let holds = |t: f64| {
        let [x, y, radius] = [0, 1, 2].map(|part: usize| from[part] + (to[part] - from[part]) * t);
        corners.iter().all(|corner| corner.distance(Point::new(x, y)) <= radius)
    };
    let mut last = 1.0;
    while last < MOST && !holds(last) {
        last += 1.0;
    }
    (first.max(-MOST), last)
}

/// Returns the stops of a gradient between two positions, where 0 to 1 is the gradient itself, with its visible range.
fn spread(base: &usvg::BaseGradient, first: f64, last: f64, reach: Range<f64>) -> Vec<(f64, usvg::Color, f32)> {
    /// A shorter end is invisible; two stops closer than this are a step.
    const EDGE: f64 = 1e-4;
    let mut own: Vec<(f64, usvg::Color, f32)> =
        base.stops().iter().map(|stop| (f64::from(stop.offset().get()), stop.color(), stop.opacity().get())).collect();
    if base.spread_method() == usvg::SpreadMethod::Pad {
        // Only the inner colour of a step is visible at an end that isn't passed; readers show a hairline of the colour
        // beyond.
        if let Some(end) = own.iter().position(|(t, ..)| *t >= 1.0 - EDGE).filter(|_| reach.end <= 1.0 + EDGE) {
            own.truncate(end + 1);
        }
        if let Some(begin) = own.iter().rposition(|(t, ..)| *t <= EDGE).filter(|_| reach.start >= -EDGE) {
            own.drain(..begin);
        }
    }
    let (Some(&(_, c0, o0)), Some(&(_, c1, o1))) = (own.first(), own.last()) else { return Vec::new() };
    if base.spread_method() == usvg::SpreadMethod::Pad {
        let inner = own.into_iter();
        return std::iter::once((first, c0, o0)).chain(inner).chain([(last, c1, o1)]).collect();
    }
    let mut whole = vec![(0.0, c0, o0)];
    whole.extend(own);
    whole.push((1.0, c1, o1));
    let mut all = Vec::new();
    let mut turn = first.floor();
    while turn < last {
        let mirrored = base.spread_method() == usvg::SpreadMethod::Reflect && turn.rem_euclid(2.0) == 1.0;
        if mirrored {
            all.extend(whole.iter().rev().map(|(t, colour, opacity)| (turn + 1.0 - t, *colour, *opacity)));
        } else {
            all.extend(whole.iter().map(|(t, colour, opacity)| (turn + t, *colour, *opacity)));
        }
        turn += 1.0;
    }
    all
}

pub(super) fn grey(colour: usvg::Color) -> bool {
    colour.red == colour.green && colour.green == colour.blue
}

/// Values at places from 0 to 1 as a function. Places too near to each other are a step.
fn ramp(stops: &[(f64, Vec<f64>)]) -> Dictionary {
    const STEP: f64 = 1e-6;
    let mut functions: Vec<Object> = Vec::new();
    let mut bounds: Vec<Object> = Vec::new();
    let parts = |values: &[f64]| -> Object { values.iter().map(|value| real(*value)).collect::<Vec<Object>>().into() };
    for pair in stops.windows(2) {
        let ((from, a), (to, b)) = (&pair[0], &pair[1]);
        if to - from < STEP || *to <= 0.0 {
            continue;
        }
        // The first may begin before the visible part.
        let share = (0.0 - from).max(0.0) / (to - from);
        let begin: Vec<f64> = a.iter().zip(b).map(|(a, b)| a + (b - a) * share).collect();
        if !functions.is_empty() {
            bounds.push(real(*from));
        }
        let between = dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => parts(&begin),
            "C1" => parts(b),
            "N" => 1,
        };
        functions.push(between.into());
    }
    let encode: Vec<Object> = functions.iter().flat_map(|_| [0.into(), 1.into()]).collect();
    dictionary! {
        "FunctionType" => 3,
        "Domain" => vec![0.into(), 1.into()],
        "Functions" => functions,
        "Bounds" => bounds,
        "Encode" => encode,
    }
}
