//! Crop marks, and the margin for words and the ruler.

use super::grid::{EDGE, Grid};
use crate::units::{Mm, Point, Rect, Size};

/// A line of a hair's width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutMark {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// True if it is a fold, which is drawn dashed.
    pub fold: bool,
}

/// Length of the ruler by which a print is checked.
pub const RULER: Mm = Mm::new(100.0);

/// The strip of the page for words and the ruler: words first, the ruler's line under them, its ticks below that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The strip.
    pub strip: Rect,
    /// True if words run upwards in it, rather than from left to right.
    pub upwards: bool,
}

impl Margin {
    /// From the strip's upper edge to the words' baseline.
    pub const WORDS: Mm = Mm::new(1.8);
    /// From the strip's upper edge to the ruler's line.
    pub const LINE: Mm = Mm::new(2.55);
    /// Length of a tick; the middle and end ones are longer.
    pub const TICK: (Mm, Mm) = (Mm::new(0.75), Mm::new(1.15));
    /// From the upper edge to the lower.
    pub(super) const HIGH: Mm = Mm::new(3.7);

    /// Returns the length of the strip along its words.
    pub fn length(&self) -> Mm {
        if self.upwards { self.strip.height } else { self.strip.width }
    }

    /// Returns a place in the strip: `along` its words and `down` from its upper edge.
    pub fn point(&self, along: Mm, down: Mm) -> Point {
        let strip = self.strip;
        if self.upwards {
            Point::new(strip.x + down, strip.bottom() - along)
        } else {
            Point::new(strip.x + along, strip.y + down)
        }
    }
}

/// Between a card and a mark.
const OFF: Mm = Mm::new(0.3);
/// Clearance of the mark of a common cut from the cards that touch there, on either side.
const OFF_TOUCHING: Mm = Mm::new(0.5);
/// Length of a mark beyond the bleed, if there is space.
const LENGTH: Mm = Mm::new(3.0);
/// Shorter marks are dropped.
const SHORTEST: Mm = Mm::new(0.5);
/// Between marks or bleed and the words.
pub(super) const CLEAR: Mm = Mm::new(0.4);

/// A band across the page without cards: outside the first or the last row (or column), or between two.
#[derive(Clone, Copy)]
struct Band {
    from: Mm,
    to: Mm,
    /// True for each side with a card: before it and behind it.
    cards: (bool, bool),
    /// Outer limits of the marks in it.
    reach: [Mm; 2],
}

impl Band {
    /// Returns the band, without anything nearer than `off` to a card.
    fn off_cards(&self, off: Mm) -> [Mm; 2] {
        let from = if self.cards.0 { self.from + off } else { self.from };
        let to = if self.cards.1 { self.to - off } else { self.to };
        [from, to]
    }

    /// Returns the start and end of a mark in it; `None` if that is too short.
    fn mark(&self, off: Mm) -> Option<(Mm, Mm)> {
        let [from, to] = self.off_cards(off);
        let from = if self.cards.0 { from } else { self.reach[0] };
        let to = if self.cards.1 { to } else { self.reach[1] };
        (to - from >= SHORTEST).then_some((from, to))
    }
}

/// A cut, and true if the cards on both sides of it touch there.
#[derive(Clone, Copy)]
struct Cut {
    at: Mm,
    touching: bool,
}

impl Cut {
    fn off(&self) -> Mm {
        if self.touching { OFF_TOUCHING } else { OFF }
    }
}

/// Cuts and bands along one side of the page.
struct Axis {
    cuts: Vec<Cut>,
    bands: Vec<Band>,
}

impl Axis {
    /// Creates the bands from the near and far edges of all cards along a side, the bleed outside, and the limits of
    /// marks.
    fn new(cells: &[(Mm, Mm)], outer: Mm, reach: [Mm; 2]) -> Self {
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
            return Self { cuts: Vec::new(), bands: Vec::new() };
        };
        let band = |from, to, cards| {
            let reach = [reach[0].max(from - LENGTH), reach[1].min(to + LENGTH)];
            Band { from, to, cards, reach }
        };
        let mut cuts = vec![Cut { at: first.0, touching: false }];
        let mut bands = vec![band(first.0 - outer, first.0, (false, true))];
        for pair in cells.windows(2) {
            let (from, to) = (pair[0].1, pair[1].0);
            if (to - from).get() < 1e-6 {
                cuts.push(Cut { at: from, touching: true });
            } else {
                cuts.extend([from, to].map(|at| Cut { at, touching: false }));
                bands.push(band(from, to, (true, true)));
            }
        }
        cuts.push(Cut { at: last.1, touching: false });
        bands.push(band(last.1, last.1 + outer, (true, false)));
        Self { cuts, bands }
    }
}

/// Cut lines on one side of a sheet, and the areas kept white beneath them.
#[derive(Default)]
pub(super) struct Marks {
    /// Lines extending every cut, outside all cards.
    pub lines: Vec<CutMark>,
    /// Areas without bleed, to show the lines: outside the corners of all cards.
    pub blanks: Vec<Rect>,
}

impl Marks {
    pub fn new(grid: &Grid, outer: Size, margin: &Margin) -> Self {
        let columns: Vec<(Mm, Mm)> =
            (0..grid.columns).map(|column| grid.cut(column, 0)).map(|cut| (cut.x, cut.right())).collect();
        let rows: Vec<(Mm, Mm)> = (0..grid.rows).map(|row| grid.cut(0, row)).map(|cut| (cut.y, cut.bottom())).collect();
        let (mut left, mut bottom) = (EDGE, grid.page.height - EDGE);
        if margin.upwards {
            left = margin.strip.right() + CLEAR;
        } else {
            bottom = margin.strip.y - CLEAR;
        }
        let across = Axis::new(&columns, outer.width, [left, grid.page.width - EDGE]);
        let down = Axis::new(&rows, outer.height, [EDGE, bottom]);
        let mut marks = Self::default();
        for (cut, band) in combinations(&across.cuts, &down.bands) {
            let ends = band.mark(cut.off());
            marks.lines.extend(ends.map(|(from, to)| line(Point::new(cut.at, from), Point::new(cut.at, to))));
            if cut.touching {
                marks.blank([cut.at - OFF_TOUCHING, cut.at + OFF_TOUCHING], band.off_cards(OFF_TOUCHING));
            }
        }
        for (cut, band) in combinations(&down.cuts, &across.bands) {
            let ends = band.mark(cut.off());
            marks.lines.extend(ends.map(|(from, to)| line(Point::new(from, cut.at), Point::new(to, cut.at))));
            if cut.touching {
                marks.blank(band.off_cards(OFF_TOUCHING), [cut.at - OFF_TOUCHING, cut.at + OFF_TOUCHING]);
            }
        }
        for (across, down) in combinations(&across.bands, &down.bands) {
            marks.blank([across.from, across.to], [down.from, down.to]);
        }
        marks
    }

    fn blank(&mut self, [left, right]: [Mm; 2], [top, bottom]: [Mm; 2]) {
        let (width, height) = (right - left, bottom - top);
        if width > Mm::ZERO && height > Mm::ZERO {
            self.blanks.push(Rect { x: left, y: top, width, height });
        }
    }
}

/// Combines every one with every other.
fn combinations<'a, A, B>(these: &'a [A], those: &'a [B]) -> impl Iterator<Item = (&'a A, &'a B)> {
    these.iter().flat_map(move |this| those.iter().map(move |that| (this, that)))
}

fn line(from: Point, to: Point) -> CutMark {
    CutMark { from, to, fold: false }
}

/// Places the margin below or beside the cards, beyond their marks or at the edge of the printable area, with space for
/// words and ruler.
pub(super) fn margin(grid: &Grid, outer: Size) -> Margin {
    let (outline, page) = (grid.outline(), grid.page);
    if grid.words_beside {
        let x = (outline.x - outer.width - LENGTH - CLEAR - Margin::HIGH).max(EDGE);
        let (y, height) = along(outline.height, page.height);
        return Margin { strip: Rect { x, y, width: Margin::HIGH, height }, upwards: true };
    }
    strip(page, outline.width, outline.bottom() + outer.height + LENGTH)
}

/// Places the strip below `bottom`, with this width, or at the edge of the printable area.
pub(super) fn strip(page: Size, wide: Mm, bottom: Mm) -> Margin {
    let y = (bottom + CLEAR).min(page.height - EDGE - Margin::HIGH);
    let (x, width) = along(wide, page.width);
    Margin { strip: Rect { x, y, width, height: Margin::HIGH }, upwards: false }
}

/// Returns the strip at the left edge of the printable area, beside content of height `high`.
pub(super) fn strip_beside(page: Size, high: Mm) -> Margin {
    let (y, height) = along(high, page.height);
    Margin { strip: Rect { x: EDGE, y, width: Margin::HIGH, height }, upwards: true }
}

/// Returns start and length of a strip beside cards of this length.
fn along(cards: Mm, page: Mm) -> (Mm, Mm) {
    /// Words and ruler together.
    const LEAST: Mm = Mm::new(200.0);
    let length = cards.max(LEAST).min(page - EDGE * 2.0);
    ((page - length) / 2.0, length)
}
