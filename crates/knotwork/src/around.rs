//! Frames that run round: border and ring.

use super::frame::{check_lengths, count, site, tall, weave};
use super::lattice::{Lattice, Site};
use super::pattern::{Pattern, Wall};
use super::placement::{Axis, Placement};
use super::reason::FitError;
use super::weave::Weave;
use kurbo::Rect;
use std::f64::consts::TAU;

/// Creates a rectangular frame from (0, 0) to (`w`, `h`), `thick` wide. The breaks are mirrored about both middles as
/// far as the pattern is; the corners are plain plait.
///
/// # Errors
/// [`FitError`] if a length isn't above zero, or a side has no space between its corners.
pub fn border(pattern: &Pattern, w: f64, h: f64, thick: f64) -> Result<Weave, FitError> {
    check_lengths(&[w, h, thick])?;
    let (wide, x) = side(pattern, w, thick)?;
    let (high, y) = side(pattern, h, thick)?;
    count(f64::from(wide), high)?;
    let Pattern { strands, period, bands, .. } = *pattern;
    // The middle of a side is shifted by half a repeat, but only if that keeps to the lattice.
    let shift = if period % 4 == 0 { period / 2 } else { 0 };
    // Whole repeats keep the difference above zero.
    let from_middle = |v: u32, whole: u32| v + shift + whole * period - whole / 2;
    let within = |v: u32, whole: u32| strands < v && v < whole - strands;
    let on = |v: u32, whole: u32| v == strands || v == whole - strands;
    let lattice = Lattice::new(wide + 1, high + 1, false, |i, j| {
        let (in_x, in_y) = (within(i, wide), within(j, high));
        if in_x && in_y {
            Site::Empty
        } else if j == 0 || j == high || (on(j, high) && (in_x || on(i, wide))) {
            Site::Wall(Wall::Horizontal)
        } else if i == 0 || i == wide || (on(i, wide) && (in_y || on(j, high))) {
            Site::Wall(Wall::Vertical)
        } else if in_x {
            site(pattern.wall(from_middle(i, wide), j.min(high - j)))
        } else if in_y {
            site(pattern.wall(from_middle(j, high), i.min(wide - i)).map(turned))
        } else {
            Site::Crossing
        }
    });
    let place = Placement::Flat { x, y, standing: false };
    let frame = Rect::new(0.0, 0.0, w, h);
    Ok(weave(&lattice, &place, bands, thick / tall(pattern), frame))
}

/// Returns the steps of a whole side of a border, with their positions.
fn side(pattern: &Pattern, total: f64, thick: f64) -> Result<(u32, Axis), FitError> {
    let Pattern { strands, bands, .. } = *pattern;
    let step = thick / tall(pattern);
    let corner = f64::from(strands);
    let rest = total - 2.0 * (corner - bands.empty()) * step;
    // A multiple of four mirrors the halves and puts all four sides on one lattice.
    let whole = (((rest / step).round_ties_even() + 2.0 * corner) / 4.0).round_ties_even() * 4.0;
    let whole = count(whole.max(0.0), strands)?;
    let run = whole.checked_sub(2 * strands).filter(|n| *n > 0);
    let run = f64::from(run.ok_or(FitError::TooSmall)?);
    let inner = rest / run;
    if !pattern.fits(inner / step) {
        return Err(FitError::TooSmall);
    }
    let before = bands.empty() * step;
    Ok((whole, Axis { before, corner, run, step, inner }))
}

/// Creates a ring around the origin between the radii `r0` and `r1`. The number of repeats is even, so half a turn maps
/// it onto itself.
///
/// # Errors
/// [`FitError`] if a radius isn't above zero, or the inner one leaves the bands no space.
pub fn ring(pattern: &Pattern, r0: f64, r1: f64) -> Result<Weave, FitError> {
    check_lengths(&[r0, r1])?;
    let Pattern { strands, period, bands, .. } = *pattern;
    if r0 >= r1 {
        return Err(FitError::TooSmall);
    }
    let step = (r1 - r0) / tall(pattern);
    let unit = f64::from(2 * period);
    let repeats = (f64::midpoint(r0, r1) * TAU / step / unit).round_ties_even().max(1.0);
    let n = count(repeats * unit, strands)?;
    let turn = TAU / f64::from(n);
    // The innermost crossings have the least room, and the turns at the inner wall bend the most.
    let stretch = |r: f64| r * turn / step;
    let wall = r0 + bands.width / 2.0 * step;
    let inmost = r0 + (1.0 - bands.empty()) * step;
    if !pattern.fits(stretch(inmost)) || stretch(wall) < 0.5 {
        return Err(FitError::TooSmall);
    }
    let lattice = Lattice::new(n, strands + 1, true, |i, j| {
        if j == 0 || j == strands { Site::Wall(Wall::Horizontal) } else { site(pattern.wall(i, j)) }
    });
    let place = Placement::Round { outer: r1 + bands.empty() * step, step, turn };
    Ok(weave(&lattice, &place, bands, step, Rect::new(-r1, -r1, r1, r1)))
}

fn turned(wall: Wall) -> Wall {
    match wall {
        Wall::Horizontal => Wall::Vertical,
        Wall::Vertical => Wall::Horizontal,
    }
}
