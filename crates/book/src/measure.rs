//! Measures of a page: margins, the baseline grid, the column.

use crate::units::{Mm, Point, Pt, Size};

/// From baseline to baseline: everything in the column is on this grid.
pub(super) const LEAD: Mm = Mm::new(13.0 * 25.4 / 72.0);
/// From the top of the column to its first baseline.
pub(super) const FIRST: Mm = Mm::new(9.4 * 25.4 / 72.0);
/// From the top of a chapter to the baseline of its title.
pub(super) const TITLE: Mm = Mm::new(3.0 * LEAD.get());
/// Width of the column.
pub(super) const MEASURE: Mm = Mm::new(96.0);
/// Lines and the heads of tables.
pub(super) const HAIRLINE: Pt = Pt::new(0.35);
pub(super) const RULE: Pt = Pt::new(0.8);

/// Converts a number of lines to a height.
pub(super) fn lines(count: f64) -> Mm {
    LEAD * count
}

/// The size of a book's pages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageFormat {
    /// Its name in file names: `a5`, `half-letter`.
    pub name: &'static str,
    /// From cut to cut.
    pub size: Size,
    /// From the fold to the column, and from the column to the outer edge.
    pub inner: Mm,
    /// See `inner`.
    pub outer: Mm,
    /// From the upper edge to the column.
    pub top: Mm,
    /// Lines of the column.
    pub lines: u32,
}

impl PageFormat {
    /// 148 × 210 mm.
    pub const A5: Self = Self {
        name: "a5",
        size: Size::mm(148.0, 210.0),
        inner: Mm::new(21.0),
        outer: Mm::new(31.0),
        top: Mm::new(21.0),
        lines: 36,
    };

    /// 5.5 × 8.5 in.
    pub const HALF_LETTER: Self = Self {
        name: "half-letter",
        size: Size::mm(139.7, 215.9),
        inner: Mm::new(20.0),
        outer: Mm::new(23.7),
        top: Mm::new(21.0),
        lines: 37,
    };

    /// Returns the upper left corner of the column; the page's number is counted from 0, and an even number is a right
    /// page.
    pub(super) fn column(&self, page: usize) -> Point {
        Point::new(if is_right(page) { self.inner } else { self.outer }, self.top)
    }

    /// Returns the column's height.
    pub(super) fn height(&self) -> Mm {
        lines(f64::from(self.lines))
    }
}

/// True if a page, counted from 0, is a right page.
pub(super) fn is_right(page: usize) -> bool {
    page.is_multiple_of(2)
}
