//! Assigns faces to sides of sheets: pure geometry, in millimetres from the page's upper left corner.
//!
//! Faces are numbers here; this module knows nothing about their content.

mod back_offset;
mod booklet;
mod calibration;
mod creases;
mod cutting;
mod fold;
mod grid;
mod guests;
mod home;
mod marks;
mod outlines;
mod paper;
mod tiles;

pub use back_offset::{BackOffset, ReadingError};
pub use booklet::{Booklet, BookletPage, BookletSide};
pub use calibration::{Axis, Tick, TickLabel, Vernier, verniers};
pub use cutting::{CutLines, CuttingSheet};
pub use grid::{FixedGrid, Gap, Grid};
pub use guests::Guests;
pub use home::{CropMarks, Home, PlacementError, SheetOrder};
pub use marks::{CutMark, Margin, RULER};
pub use paper::{Paper, PaperError};

use std::sync::Arc;

use kurbo::{Affine, BezPath};

use crate::units::{Point, Rect, Size};

/// How backs are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backs {
    /// Printed on both sides, turned over the long edge of the paper.
    #[default]
    LongEdge,
    /// Printed on both sides, turned over the short edge of the paper.
    ShortEdge,
    /// Printed on one side and folded: the back is beside the front, mirrored at the fold.
    Gutterfold,
    /// Printed on one side: fronts, then those other faces that a card has for itself.
    None,
}

/// A card of the deck, by the numbers of its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardSides {
    /// The face in front.
    pub front: usize,
    /// The face behind it.
    pub back: usize,
    /// True if the back is the card's own, rather than one that all cards share.
    pub own_back: bool,
}

/// A face in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The number of the face.
    pub face: usize,
    /// Its cut on the page.
    pub cut: Rect,
    /// True if it is on its head.
    pub turned: bool,
    /// Its printed part: the cut and as much of the bleed as fits.
    pub clip: Rect,
    /// Its printed part within the clip, in millimetres on the page, if it isn't cut straight across the sheet.
    pub outline: Option<Arc<BezPath>>,
}

/// A side of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetSide {
    /// Size of the page.
    pub page: Size,
    /// The faces on it.
    pub placed: Vec<Placed>,
    /// Thin lines around pieces that are cut along an outline; the faces cover their inner half.
    pub outlines: Vec<BezPath>,
    /// Dashed fold lines over the print.
    pub creases: Vec<CutMark>,
    /// Lines to cut along, outside the cards.
    pub marks: Vec<CutMark>,
    /// Areas with nothing but marks, although the bleed of faces reaches there.
    pub blanks: Vec<Rect>,
    /// Location of the words and the ruler.
    pub margin: Margin,
    /// Number of the sheet, counted from 1.
    pub sheet: usize,
    /// True if it is printed behind another side.
    pub is_back: bool,
}

impl SheetSide {
    /// Moves its content on the page.
    fn move_by(&mut self, by: Point) {
        let there = Affine::translate((by.x.get(), by.y.get()));
        let moved = |rect: Rect| Rect { x: rect.x + by.x, y: rect.y + by.y, ..rect };
        for placed in &mut self.placed {
            (placed.cut, placed.clip) = (moved(placed.cut), moved(placed.clip));
            placed.outline = placed.outline.as_ref().map(|outline| (there * outline.as_ref().clone()).into());
        }
        self.outlines.iter_mut().for_each(|outline| outline.apply_affine(there));
        self.blanks.iter_mut().for_each(|blank| *blank = moved(*blank));
        for mark in self.creases.iter_mut().chain(&mut self.marks) {
            for end in [&mut mark.from, &mut mark.to] {
                *end = Point::new(end.x + by.x, end.y + by.y);
            }
        }
        self.margin.strip = moved(self.margin.strip);
    }

    /// Transforms a point of a face, from the cut's upper left corner, to the page.
    pub fn point(placed: &Placed, at: Point) -> Point {
        let cut = placed.cut;
        if placed.turned {
            Point::new(cut.right() - at.x, cut.bottom() - at.y)
        } else {
            Point::new(cut.x + at.x, cut.y + at.y)
        }
    }
}
