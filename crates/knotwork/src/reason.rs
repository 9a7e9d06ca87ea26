//! Why something cannot be woven.

use super::pattern::{Break, Pattern};
use std::fmt;

/// Why a pattern cannot be woven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WeaveError {
    /// Fewer than two strands: nothing crosses.
    TooFewStrands {
        /// Requested strands.
        strands: u32,
    },
    /// More strands or a longer repeat than [`Pattern::LARGEST`].
    TooLarge,
    /// The repeat has no length.
    NoPeriod,
    /// An odd repeat with breaks: in every other repeat the breaks would fall between the
    /// crossings.
    OddPeriod {
        /// Requested repeat, in lattice steps.
        period: u32,
    },
    /// A break without a crossing, since x + y is even.
    OffLattice(Break),
    /// A break beyond the repeat, or on the edge, which is a wall already.
    OutOfBounds(Break),
    /// Two breaks at one crossing.
    Twice(Break),
    /// A width or gap that isn't a number, a width that isn't positive, or a negative gap.
    NotALength(f64),
    /// Bands without space: separated strands would touch (a width of 1 and more), or strands would be invisible
    /// between two crossings (width and two gaps above the square root of 2).
    TooWide {
        /// Width of a band in lattice steps.
        width: f64,
        /// Gap on each side of an upper band in lattice steps.
        gap: f64,
    },
}

/// Why a pattern does not fit a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitError {
    /// A length that is not a number above zero.
    NotALength(f64),
    /// Not enough space: the frame is too short for a single repeat or too small for its corners, or the hole of a ring
    /// is so narrow that the bands would overlap.
    TooSmall,
    /// A frame so long for its height that it would take more than a million lattice points.
    TooFine,
    /// The breaks or bands of a [`knot`](super::knot()) cannot be woven.
    Pattern(WeaveError),
}

impl fmt::Display for WeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewStrands { strands } => write!(f, "{strands} strands can't cross"),
            Self::TooLarge => write!(f, "more than {} strands or steps", Pattern::LARGEST),
            Self::NoPeriod => write!(f, "a repeat needs a length"),
            Self::OddPeriod { period } => {
                write!(f, "breaks need a repeat of even length, not {period}")
            }
            Self::OffLattice(b) => write!(f, "no crossing at {}, {}: x + y is even", b.x, b.y),
            Self::OutOfBounds(b) => write!(f, "the break at {}, {} isn't inside", b.x, b.y),
            Self::Twice(b) => write!(f, "duplicate break at {}, {}", b.x, b.y),
            Self::NotALength(value) => write!(f, "invalid width or gap {value}"),
            Self::TooWide { width, gap } => {
                write!(f, "bands {width} wide with gaps of {gap} don't fit")
            }
        }
    }
}

impl std::error::Error for WeaveError {}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALength(value) => write!(f, "invalid length {value}"),
            Self::TooSmall => write!(f, "the frame has no room for the bands"),
            Self::TooFine => write!(f, "the frame needs more than a million lattice points"),
            Self::Pattern(_) => write!(f, "the knot can't be woven"),
        }
    }
}

impl std::error::Error for FitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Pattern(reason) => Some(reason),
            _ => None,
        }
    }
}
