//! The round shields of the players.

use std::f64::consts::{PI, TAU};

use kurbo::{Affine, Arc, BezPath, Cap, Circle, Point, Rect, Shape as _, Vec2};

use super::icon::line;
use super::request::Rgb;
use super::style::{BONE, Device, INK, PlayerStyle};
use crate::game::Colour;
use crate::shape::Shape;

/// Far less than a pixel, in parts of the radius.
const FINENESS: f64 = 1e-4;
/// The boss with its rim, and the bone within, in parts of the radius.
const BOSS: f64 = 0.46;
const BONE_RADIUS: f64 = 0.385;
/// Width of the outer rim.
const RIM: f64 = 0.065;
/// Width of the edge in the shield's own colour, within the rim.
const EDGE: f64 = 0.045;
/// Devices reach beyond the shield, which is cut round afterwards.
const BEYOND: f64 = 1.05;

/// Returns a shield about the origin with a radius of 1; it must be cut round. `pixel` is the size of a pixel: lines
/// are not thinner.
pub(super) fn shapes(style: &PlayerStyle, drained: bool, pixel: f64) -> Vec<Shape> {
    let tone = |colour: Rgb| if drained { drain(colour) } else { colour };
    let flat = |path: BezPath, colour: Rgb| {
        let [red, green, blue] = tone(colour);
        Shape { path, colour: Colour::rgb(red, green, blue), even_odd: false }
    };
    let rim = RIM.max(1.15 * pixel);
    let mut shapes = vec![flat(disc(BEYOND), style.colour)];
    shapes.extend(device(style.device).into_iter().map(|path| flat(path, style.second)));
    // The shield stays round if the second colour is the table's.
    shapes.push(flat(ring(1.0 - rim - EDGE.max(0.7 * pixel), BEYOND), style.colour));
    shapes.push(flat(ring(1.0 - rim, BEYOND), INK));
    shapes.push(flat(disc(BOSS.max(BONE_RADIUS + 0.9 * pixel)), INK));
    shapes.push(flat(disc(BONE_RADIUS), BONE));
    shapes.push(flat(rune(style.rune, 0.07_f64.max(1.1 * pixel)), INK));
    shapes
}

/// Returns the tone of a colour on the shield of a player who is out.
fn drain([red, green, blue]: Rgb) -> Rgb {
    const DARK: [f64; 3] = [58.0, 52.0, 46.0];
    const LIGHT: [f64; 3] = [172.0, 163.0, 147.0];
    let bright = (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) / 255.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between dark and light")]
    let mix = |at: usize| (DARK[at] + (LIGHT[at] - DARK[at]) * bright).round() as u8;
    [mix(0), mix(1), mix(2)]
}

fn disc(radius: f64) -> BezPath {
    Circle::new(Point::ZERO, radius).to_path(FINENESS)
}

/// Returns the area between two circles.
fn ring(inner: f64, outer: f64) -> BezPath {
    let mut path = disc(outer);
    path.extend(disc(inner).reverse_subpaths());
    path
}

fn at(radius: f64, angle: f64) -> Point {
    (radius * Vec2::from_angle(angle)).to_point()
}

/// Returns the areas that have the second colour.
fn device(device: Device) -> Vec<BezPath> {
    let whole = BEYOND;
    match device {
        Device::Swirl => (0..4).map(|ray| bent_ray(f64::from(ray) * TAU / 4.0, TAU / 8.0)).collect(),
        Device::Quarters => {
            vec![rect(0.0, -whole, whole, 0.0), rect(-whole, 0.0, 0.0, whole)]
        }
        Device::Rays => {
            let step = TAU / 12.0;
            (0..6).map(|ray| straight_ray(f64::from(ray) * 2.0 * step + step / 2.0, step)).collect()
        }
        Device::Cross => {
            const HALF: f64 = 0.235;
            vec![rect(-HALF, -whole, HALF, whole), rect(-whole, -HALF, whole, HALF)]
        }
        Device::Bends => {
            const HALF: f64 = 0.155;
            let slant = Affine::rotate(-PI / 4.0);
            [-0.66, 0.0, 0.66].map(|y| slant * rect(-2.0, y - HALF, 2.0, y + HALF)).into()
        }
        Device::Rings => vec![ring(0.6, 0.77)],
        Device::Moons => (0..3).map(|moon| crescent(f64::from(moon) * TAU / 3.0 - PI / 2.0)).collect(),
        Device::Checks => {
            const CELL: f64 = 0.36;
            let cells = (-3..3).flat_map(|x| (-3..3).map(move |y| (x, y))).filter(|(x, y)| (x + y) % 2 == 0);
            let cell = |(x, y): (i32, i32)| {
                let (x, y) = (f64::from(x) * CELL, f64::from(y) * CELL);
                rect(x, y, x + CELL, y + CELL)
            };
            cells.map(cell).collect()
        }
    }
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> BezPath {
    Rect::new(x0, y0, x1, y1).to_path(FINENESS)
}

fn straight_ray(from: f64, wide: f64) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(Point::ZERO);
    // The chord must clear the rim.
    path.line_to(at(1.5, from));
    path.line_to(at(1.5, from + wide));
    path.close_path();
    path
}

/// Returns a ray whose edges bend to the right as they leave the boss.
fn bent_ray(from: f64, wide: f64) -> BezPath {
    /// Rotation of an edge on its way to the rim.
    const BEND: f64 = TAU / 8.0;
    let mut path = BezPath::new();
    path.move_to(Point::ZERO);
    path.quad_to(at(0.62, from), at(1.12, from + BEND));
    path.line_to(at(1.3, from + BEND + wide / 2.0));
    path.line_to(at(1.12, from + wide + BEND));
    path.quad_to(at(0.62, from + wide), Point::ZERO);
    path.close_path();
    path
}

/// Returns a moon between boss and rim, its horns to the right about the boss.
fn crescent(angle: f64) -> BezPath {
    /// Radius of the moon, radius of its shadow, and the offset of that.
    const MOON: f64 = 0.245;
    const DARK: f64 = 0.175;
    const OFF: f64 = 0.13;
    let middle = at(0.7, angle);
    let horns = angle + PI / 2.0;
    // Intersections of the two circles, as angles from the line of their centres.
    let foot = (OFF * OFF + MOON * MOON - DARK * DARK) / (2.0 * OFF);
    let outer = (foot / MOON).acos();
    let inner = ((foot - OFF) / DARK).acos();
    let arc = |middle: Point, radius: f64, from: f64, sweep: f64| {
        Arc::new(middle, (radius, radius), from, sweep, 0.0).append_iter(FINENESS)
    };
    let mut path = BezPath::new();
    path.move_to(middle + MOON * Vec2::from_angle(horns + outer));
    path.extend(arc(middle, MOON, horns + outer, TAU - 2.0 * outer));
    let dark = middle + OFF * Vec2::from_angle(horns);
    path.extend(arc(dark, DARK, horns - inner, 2.0 * inner - TAU));
    path.close_path();
    path
}

/// Returns a rune of lines of a width, about the origin.
fn rune(rune: char, width: f64) -> BezPath {
    /// Height and half the width of a rune.
    const HEIGHT: f64 = 0.5;
    const HALF: f64 = 0.26;
    let strokes: &[&[(f64, f64)]] = match rune {
        'ᚠ' => &[&[(-0.5, 1.0), (-0.5, 0.0)], &[(-0.5, 0.42), (0.55, 0.02)], &[(-0.5, 0.74), (0.4, 0.4)]],
        'ᚢ' => &[&[(-0.62, 1.0), (-0.62, 0.02), (0.62, 0.36), (0.62, 1.0)]],
        'ᚦ' => &[&[(-0.45, 0.0), (-0.45, 1.0)], &[(-0.45, 0.2), (0.55, 0.5), (-0.45, 0.8)]],
        'ᚨ' => &[&[(-0.4, 1.0), (-0.4, 0.02), (0.6, 0.36)], &[(-0.4, 0.38), (0.6, 0.72)]],
        'ᚱ' => &[&[(-0.5, 1.0), (-0.5, 0.02), (0.5, 0.25), (-0.5, 0.52), (0.6, 1.0)]],
        'ᚲ' => &[&[(0.45, 0.05), (-0.5, 0.5), (0.45, 0.95)]],
        'ᚷ' => &[&[(-0.75, 0.05), (0.75, 0.95)], &[(0.75, 0.05), (-0.75, 0.95)]],
        'ᚹ' => &[&[(-0.42, 1.0), (-0.42, 0.02), (0.58, 0.3), (-0.42, 0.58)]],
        _ => &[],
    };
    let mut path = BezPath::new();
    for stroke in strokes {
        let mut points = stroke.iter().map(|(x, y)| Point::new(x * HALF, (y - 0.5) * HEIGHT));
        if let Some(first) = points.next() {
            path.move_to(first);
            points.for_each(|point| path.line_to(point));
        }
    }
    line(&path, width, Cap::Butt)
}

#[cfg(test)]
mod tests {
    use super::super::style::PLAYER_STYLES;
    use super::*;

    #[test]
    fn every_rune_is_drawn_and_stays_within_the_bone() {
        for style in &PLAYER_STYLES {
            let rune = rune(style.rune, 0.07);
            assert!(!rune.is_empty(), "{} has no rune", style.name);
            let points = rune.elements().iter().filter_map(kurbo::PathEl::end_point);
            let furthest = points.map(|point| point.to_vec2().hypot()).fold(0.0, f64::max);
            assert!(furthest < BONE_RADIUS - 0.02, "{}: {furthest}", style.name);
        }
    }

    #[test]
    fn a_drained_colour_is_nearly_grey_and_keeps_its_place_from_dark_to_light() {
        let tones = [INK, [0xd8, 0x52, 0x3c], [0x4c, 0x8f, 0xd6], BONE].map(drain);
        for tone in tones {
            assert!(tone.iter().max().unwrap() - tone.iter().min().unwrap() < 30, "{tone:?}");
        }
        assert!(tones[0][0] < tones[1][0] && tones[1][0] < tones[3][0]);
    }
}
