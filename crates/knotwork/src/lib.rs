//! Interlace by computation: plaitwork on a lattice, cut by breaks, with a true over-and-under
//! weave.
//!
//! Crossings are at the points (x, y) of a lattice where x + y is odd; strands run on the
//! diagonals between them. A [`Break`] at such a point separates the two strands there: a horizontal
//! [`Wall`] turns both away up and down, a vertical one to left and right. The edges of a frame are
//! walls too, so any outline closes. At a crossing with even x the falling strand is on top, at odd x
//! the rising one: along every strand that gives over, under, over, under, whatever the breaks.
//!
//! A [`Pattern`] defines the repeat; [`band`], [`vine`], [`border`], [`ring`] and [`knot()`] fit it
//! into a frame and return a [`Weave`], whose outlines are [`kurbo::BezPath`]s for a nonzero fill.
//!
//! Units: a pattern is in lattice steps, everything else in the caller's unit of length; y points
//! down. Nothing here reads a clock, a file or random numbers: the same input gives the same outlines.
//!
//! ```
//! use kurbo::Vec2;
//! let braid = knotwork::Pattern::new(3, 2, 0.86, 0.17, vec![])?;
//! let weave = knotwork::vine(&braid, 4.4, 70.0)?;
//! let ink = weave.strand(); // filled in the dark colour
//! let lit = weave.inset(0.15, Vec2::new(-0.03, -0.04)); // over it in the colour of the strand
//! assert!(ink.elements().len() > 100 && !lit.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod around;
mod cut;
mod fit;
mod frame;
mod lattice;
mod line;
mod outline;
mod pattern;
mod placement;
mod reason;
mod straight;
#[cfg(test)]
mod tests;
mod weave;

pub use around::{border, ring};
pub use pattern::{Break, Pattern, Wall};
pub use reason::{FitError, WeaveError};
pub use straight::{band, knot, vine};
pub use weave::Weave;
