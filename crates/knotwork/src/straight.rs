//! Frames whose lattice is a plain rectangle: band, vine and knot.

use super::frame::{check_lengths, count, site, tall, weave};
use super::lattice::{Lattice, Site};
use super::pattern::{Bands, Break, Pattern, Wall, check_breaks, wall_at};
use super::placement::{Axis, Placement};
use super::reason::{FitError, WeaveError};
use super::weave::Weave;
use kurbo::Rect;

/// Creates a horizontal straight band, from (0, 0) to (`length`, `height`), closed at both ends. It holds whole
/// repeats, as near to square as can be.
///
/// # Errors
/// [`FitError`] if a length isn't above zero, or no repeat fits.
pub fn band(pattern: &Pattern, length: f64, height: f64) -> Result<Weave, FitError> {
    run(pattern, length, height, false)
}

/// Creates a vertical band, from (0, 0) to (`width`, `length`), closed at both ends: the mirror image of the [`band`]
/// about the diagonal.
///
/// # Errors
/// As for the [`band`].
pub fn vine(pattern: &Pattern, width: f64, length: f64) -> Result<Weave, FitError> {
    run(pattern, length, width, true)
}

fn run(pattern: &Pattern, length: f64, height: f64, standing: bool) -> Result<Weave, FitError> {
    check_lengths(&[length, height])?;
    let Pattern { strands, period, bands, .. } = *pattern;
    let step = height / tall(pattern);
    let spare = length - bands.width * step;
    let unit = f64::from(period);
    let repeats = ((spare / step + 1.0) / unit).round_ties_even().max(1.0);
    let n = count(repeats * unit, strands)?;
    // The outer edge of the end bands is flush with the frame, however the steps are stretched.
    let along = spare / f64::from(n - 1);
    if !pattern.fits(along / step) {
        return Err(FitError::TooSmall);
    }
    let lattice = oblong(n, strands, |i, j| pattern.wall(i, j));
    let place = Placement::Flat {
        x: Axis::even(along, (along - bands.width * step) / 2.0),
        y: Axis::even(step, bands.empty() * step),
        standing,
    };
    let (w, h) = if standing { (height, length) } else { (length, height) };
    Ok(weave(&lattice, &place, bands, step, Rect::new(0.0, 0.0, w, h)))
}

/// Creates a knot around the origin, `size` wide, on a lattice of `columns` by `rows` steps. `width` of a band and
/// `gap` beside an upper one are in lattice steps, as in a [`Pattern`]; breaks count from the upper left corner. It is
/// closed if both numbers are even; an odd one leaves loose ends in corners. To turn it, turn its paths.
///
/// # Errors
/// [`FitError`] if the size isn't above zero, or with a [`WeaveError`] if the lattice is impossible.
pub fn knot(size: f64, columns: u32, rows: u32, width: f64, gap: f64, breaks: &[Break]) -> Result<Weave, FitError> {
    check_lengths(&[size])?;
    let bands = Bands::new(width, gap).map_err(FitError::Pattern)?;
    let strands = columns.min(rows);
    if strands < 2 {
        return Err(FitError::Pattern(WeaveError::TooFewStrands { strands }));
    }
    count(f64::from(columns), rows)?;
    check_breaks(breaks, 1..columns, rows).map_err(FitError::Pattern)?;
    let step = size / (f64::from(columns) - 2.0 * bands.empty());
    let lattice = oblong(columns, rows, |i, j| wall_at(breaks, i, j));
    let half = |steps: u32| f64::from(steps) * step / 2.0;
    let (w, h) = (half(columns), half(rows));
    let place = Placement::Flat { x: Axis::even(step, w), y: Axis::even(step, h), standing: false };
    let empty = bands.empty() * step;
    let frame = Rect::new(empty - w, empty - h, w - empty, h - empty);
    Ok(weave(&lattice, &place, bands, step, frame))
}

/// Returns a lattice with walls all round and breaks inside. A corner that is a crossing leaves a loose end.
fn oblong(columns: u32, rows: u32, wall: impl Fn(u32, u32) -> Option<Wall>) -> Lattice {
    Lattice::new(columns + 1, rows + 1, false, |i, j| {
        let (end, edge) = (i == 0 || i == columns, j == 0 || j == rows);
        match (end, edge) {
            (true, true) => Site::Loose,
            (true, false) => Site::Wall(Wall::Vertical),
            (false, true) => Site::Wall(Wall::Horizontal),
            (false, false) => site(wall(i, j)),
        }
    })
}
