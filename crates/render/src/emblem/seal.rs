//! Seals: figures on rays about a middle, chosen by a number that follows from a name.

use std::f64::consts::PI;

use kurbo::{BezPath, Circle, Point, Shape as _};

use super::{MIDDLE, circles, turned};
use crate::shape::Outline;

/// Rays of a seal.
const RAYS: [u16; 6] = [4, 5, 6, 7, 8, 9];
/// Numbers of choices for: ornaments on the rays, the middle, ornaments between the rays, a ray that points up, a seal
/// cut out of a disc.
const CHOICES: [u16; 5] = [7, 6, 3, 2, 2];
/// Number of seals.
pub const SEALS: u16 = 6 * 7 * 6 * 3 * 2 * 2;

/// Returns the number of the seal of some words: FNV-1a, mixed to move words that differ in one letter far apart.
pub(super) fn number(words: &str) -> u16 {
    let mut hash = words.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^= hash >> 16;
    u16::try_from(hash % u32::from(SEALS)).unwrap_or_default()
}

/// True if a seal has an even number of rays.
pub(super) fn is_even(number: u16) -> bool {
    RAYS[usize::from(number) % RAYS.len()].is_multiple_of(2)
}

/// Draws the shapes within the ring.
pub(super) fn outlines(number: u16) -> Vec<Outline> {
    let mut left = number;
    let mut take = |among: u16| {
        let choice = left % among;
        left /= among;
        choice
    };
    let rays = RAYS[usize::from(take(6))];
    let [figure, middle, between, turn, cut_out] = CHOICES.map(&mut take);
    let rays_f = f64::from(rays);
    let offset = if turn == 1 { 180.0 / rays_f } else { 0.0 };
    // No wider than the ray has room at half its length.
    let width = (30.0 * (PI / rays_f).tan() * 0.82).min(15.0);
    let around = |path: &BezPath, shift: f64| -> BezPath {
        let turns = (0..rays).map(|ray| 360.0 * (f64::from(ray) + shift) / rays_f + offset);
        turns.flat_map(|degrees| turned(degrees) * path.clone()).collect()
    };
    let mut path = around(&on_ray(figure, width), 0.0);
    match between {
        1 => {
            let (radius, at) = if rays < 7 { (3.2, 46.0) } else { (2.2, 52.0) };
            path.extend(around(&disc(at, radius), 0.5));
        }
        2 => path.extend(around(&diamond(27.0, 54.0, 1.6), 0.5)),
        _ => {}
    }
    path.extend(in_the_middle(middle, rays));
    if cut_out == 1 {
        path.extend(circles(&[57.5]));
    }
    vec![Outline { path, even_odd: true }]
}

/// Returns the figure on a ray that points up.
fn on_ray(figure: u16, width: f64) -> BezPath {
    let bead = (width * 0.86).min(13.0);
    let parts = match figure {
        0 => [petal(20.0, 54.0, width * 1.15), petal(29.0, 46.0, width * 0.5)],
        1 => {
            let round = (width * 0.78).min(12.0);
            [drop_shape(20.0, 53.0, round), disc(53.0 - round, round * 0.42)]
        }
        2 => [diamond(20.0, 54.0, width * 0.8), diamond(29.0, 45.0, width * 0.34)],
        3 => [spear(20.0, 54.0, width * 0.8), BezPath::new()],
        4 => [disc(40.0, bead), disc(40.0, bead * 0.52)],
        5 => [disc(40.0, bead), disc(40.0 + bead * 0.36, bead * 0.56)],
        _ => [petal(20.0, 46.5, width * 0.55), disc(51.0, 3.6)],
    };
    parts.into_iter().flatten().collect()
}

/// Returns the centre of the rays.
fn in_the_middle(middle: u16, rays: u16) -> BezPath {
    let parts = match middle {
        0 => [circles(&[14.0, 9.0, 4.0]), BezPath::new()],
        1 => [star(if rays > 4 { rays } else { 2 * rays }, 15.0, 8.0), BezPath::new()],
        2 => [circles(&[15.0]), star(if rays > 4 { rays } else { rays + 4 }, 12.0, 6.0)],
        3 => [star(rays, 15.0, 15.0 * (PI / f64::from(rays)).cos()), circles(&[5.0])],
        4 => [circles(&[12.0]), BezPath::new()],
        _ => [circles(&[15.0, 11.0]), star(4, 9.0, 3.4)],
    };
    parts.into_iter().flatten().collect()
}

/// Returns a point at an offset to the right of the middle and above it.
fn at(right: f64, up: f64) -> Point {
    Point::new(MIDDLE + right, MIDDLE - up)
}

fn polygon(points: &[Point]) -> BezPath {
    let mut path = BezPath::new();
    for (number, point) in points.iter().enumerate() {
        if number == 0 { path.move_to(*point) } else { path.line_to(*point) }
    }
    path.close_path();
    path
}

/// Returns a disc above the middle.
fn disc(up: f64, radius: f64) -> BezPath {
    Circle::new(at(0.0, up), radius).to_path(0.01)
}

/// Returns a leaf with a point at both ends.
fn petal(inner: f64, outer: f64, width: f64) -> BezPath {
    let (middle, bend) = (f64::midpoint(inner, outer), (outer - inner) * 0.1);
    let mut path = BezPath::new();
    path.move_to(at(0.0, inner));
    path.curve_to(at(width, middle - bend), at(width, middle + bend), at(0.0, outer));
    path.curve_to(at(-width, middle + bend), at(-width, middle - bend), at(0.0, inner));
    path.close_path();
    path
}

/// Returns a drop with its round end outside: a point, and a disc that its sides touch.
fn drop_shape(inner: f64, outer: f64, radius: f64) -> BezPath {
    let centre = outer - radius;
    let length = centre - inner;
    let touch = (radius / length).acos();
    let round = kurbo::Arc::new(at(0.0, centre), (radius, radius), PI / 2.0 - touch, 2.0 * touch - 2.0 * PI, 0.0);
    let mut path = BezPath::new();
    path.move_to(at(0.0, inner));
    let on_disc = |angle: f64| at(0.0, centre) + kurbo::Vec2::from_angle(angle) * radius;
    path.line_to(on_disc(PI / 2.0 - touch));
    path.extend(round.append_iter(0.01));
    path.close_path();
    path
}

fn diamond(inner: f64, outer: f64, width: f64) -> BezPath {
    let middle = f64::midpoint(inner, outer);
    polygon(&[at(0.0, inner), at(width, middle), at(0.0, outer), at(-width, middle)])
}

/// Returns the head of a spear on its shaft.
fn spear(inner: f64, outer: f64, width: f64) -> BezPath {
    let long = outer - inner;
    let (barb, notch, shaft) = (inner + long * 0.32, inner + long * 0.2, width * 0.3);
    polygon(&[
        at(0.0, outer),
        at(width, barb),
        at(shaft, notch),
        at(shaft, inner),
        at(-shaft, inner),
        at(-shaft, notch),
        at(-width, barb),
    ])
}

/// Returns a star about the middle.
fn star(points: u16, outer: f64, inner: f64) -> BezPath {
    let corner = |number: u16| {
        let angle = PI * f64::from(number) / f64::from(points);
        let radius = if number.is_multiple_of(2) { outer } else { inner };
        at(radius * angle.sin(), radius * angle.cos())
    };
    polygon(&(0..2 * points).map(corner).collect::<Vec<_>>())
}
