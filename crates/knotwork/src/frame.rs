//! Common parts of all frames.

use super::lattice::{Lattice, Site};
use super::pattern::{Bands, Pattern, Wall};
use super::placement::Placement;
use super::reason::FitError;
use super::weave::Weave;
use kurbo::Rect;

/// The most lattice points of a weave.
const MOST: f64 = 1e6;

/// Returns the height of a run in lattice steps, without the empty part at its edges.
pub(super) fn tall(pattern: &Pattern) -> f64 {
    f64::from(pattern.strands) - 2.0 * pattern.bands.empty()
}

pub(super) fn weave(lattice: &Lattice, place: &Placement, bands: Bands, step: f64, frame: Rect) -> Weave {
    Weave::new(lattice, place, bands.width * step, bands.gap * step, frame)
}

pub(super) fn site(wall: Option<Wall>) -> Site {
    wall.map_or(Site::Crossing, Site::Wall)
}

pub(super) fn check_lengths(lengths: &[f64]) -> Result<(), FitError> {
    let bad = lengths.iter().find(|l| !(l.is_finite() && **l > 0.0));
    bad.map_or(Ok(()), |l| Err(FitError::NotALength(*l)))
}

/// Returns a number of steps with `other` steps across, if the lattice does not grow too large.
#[expect(clippy::cast_possible_truncation, reason = "whole and bounded")]
#[expect(clippy::cast_sign_loss, reason = "callers give what is not below zero")]
pub(super) fn count(steps: f64, other: u32) -> Result<u32, FitError> {
    let points = (steps + 1.0) * (f64::from(other) + 1.0);
    if points <= MOST { Ok(steps as u32) } else { Err(FitError::TooFine) }
}
