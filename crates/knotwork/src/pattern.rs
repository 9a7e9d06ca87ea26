//! Repeating pattern: strands, breaks, and band widths.

use super::reason::WeaveError;

/// Direction in which a break turns the two strands of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    /// A wall lying down: one strand stays above it, one below.
    Horizontal,
    /// A vertical wall: one strand stays left of it, one right.
    Vertical,
}

/// A crossing that is parted by a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Break {
    /// Lattice steps along the run, from the start of the repeat.
    pub x: u32,
    /// Lattice steps across the run, from its upper or outer edge.
    pub y: u32,
    /// Direction of the walls.
    pub wall: Wall,
}

/// A repeat of interlace. Guarantee: it can be woven, and its bands leave room for each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    pub(super) strands: u32,
    pub(super) period: u32,
    pub(super) breaks: Vec<Break>,
    pub(super) bands: Bands,
}

/// Width of bands, in lattice steps. Guarantee: [`Bands::new`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bands {
    pub width: f64,
    pub gap: f64,
}

impl Pattern {
    /// The most strands side by side, and the longest repeat in lattice steps.
    pub const LARGEST: u32 = 1000;

    /// Creates a pattern of `strands` side by side that repeats after `period` lattice steps. `width` is the band's and
    /// `gap` the space on each side of an upper band, both in lattice steps.
    ///
    /// # Errors
    /// The first reason found why it can't be woven; see [`WeaveError`].
    pub fn new(strands: u32, period: u32, width: f64, gap: f64, breaks: Vec<Break>) -> Result<Self, WeaveError> {
        if strands < 2 {
            return Err(WeaveError::TooFewStrands { strands });
        }
        if period == 0 {
            return Err(WeaveError::NoPeriod);
        }
        if strands > Self::LARGEST || period > Self::LARGEST {
            return Err(WeaveError::TooLarge);
        }
        if period % 2 == 1 && !breaks.is_empty() {
            return Err(WeaveError::OddPeriod { period });
        }
        check_breaks(&breaks, 0..period, strands)?;
        let bands = Bands::new(width, gap)?;
        // Every second column has its crossings shifted, so an odd repeat is only half of one.
        let period = if period % 2 == 1 { 2 * period } else { period };
        Ok(Self { strands, period, breaks, bands })
    }

    /// True if a straight run of it closes at both ends; an odd number of strands leaves a loose end in two corners.
    pub fn closes(&self) -> bool {
        self.strands.is_multiple_of(2)
    }

    /// True if the bands have space on a lattice whose steps along the run are `stretch` times as long as those across.
    pub(super) fn fits(&self, stretch: f64) -> bool {
        let parted = self.breaks.iter().any(|b| b.wall == Wall::Vertical);
        self.bands.cross(stretch) && !(parted && stretch <= self.bands.width)
    }

    /// Returns the wall at a point of the endless run, if it has a break.
    pub(super) fn wall(&self, x: u32, y: u32) -> Option<Wall> {
        wall_at(&self.breaks, x % self.period, y)
    }
}

impl Bands {
    pub(super) fn new(width: f64, gap: f64) -> Result<Self, WeaveError> {
        if !(width.is_finite() && width > 0.0) {
            return Err(WeaveError::NotALength(width));
        }
        if !(gap.is_finite() && gap >= 0.0) {
            return Err(WeaveError::NotALength(gap));
        }
        let bands = Self { width, gap };
        if width < 1.0 && bands.cross(1.0) { Ok(bands) } else { Err(WeaveError::TooWide { width, gap }) }
    }

    /// True if a strand is visible between two crossings, with steps along `stretch` times as long as those across.
    fn cross(self, stretch: f64) -> bool {
        // Neighbours on the diagonals lie this far apart; the band between them ends a gap short of
        // both.
        let apart = 2.0 * stretch / stretch.hypot(1.0);
        self.width + 2.0 * self.gap < apart
    }

    /// Returns the empty margin at the edge of the lattice, in lattice steps.
    pub(super) fn empty(self) -> f64 {
        (1.0 - self.width) / 2.0
    }
}

/// Returns the wall of the break at a point, if there is one.
pub(super) fn wall_at(breaks: &[Break], x: u32, y: u32) -> Option<Wall> {
    breaks.iter().find(|b| (b.x, b.y) == (x, y)).map(|b| b.wall)
}

/// Checks that every break is on a crossing of its own with x within `columns` and y inside `rows`.
pub(super) fn check_breaks(breaks: &[Break], columns: std::ops::Range<u32>, rows: u32) -> Result<(), WeaveError> {
    for (i, b) in breaks.iter().enumerate() {
        if !columns.contains(&b.x) || b.y == 0 || b.y >= rows {
            return Err(WeaveError::OutOfBounds(*b));
        }
        if (b.x + b.y) % 2 == 0 {
            return Err(WeaveError::OffLattice(*b));
        }
        if wall_at(&breaks[..i], b.x, b.y).is_some() {
            return Err(WeaveError::Twice(*b));
        }
    }
    Ok(())
}
