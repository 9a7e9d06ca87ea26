//! Lines to cut along, and the margin where words and the ruler stand.

use super::grid::Grid;
use crate::units::{Mm, Point, Rect};

/// A line of a hair's width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutMark {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// Whether it is a fold, which is drawn dashed.
    pub fold: bool,
}

/// Length of the ruler by which a print is checked.
pub const RULER: Mm = Mm::new(100.0);

/// The strip of the page where words and the ruler stand: words first, the ruler's line under them, its ticks below that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The strip.
    pub strip: Rect,
    /// Whether words run upwards in it, rather than from left to right.
    pub upwards: bool,
}

impl Margin {
    /// From the strip's upper edge to the words' baseline.
    pub const WORDS: Mm = Mm::new(1.9);
    /// From the strip's upper edge to the ruler's line.
    pub const LINE: Mm = Mm::new(2.6);
    /// Length of a tick; those in the middle and at the ends are longer.
    pub const TICK: (Mm, Mm) = (Mm::new(1.1), Mm::new(1.8));
    /// From the upper edge to the lower.
    const HIGH: Mm = Mm::new(4.4);

    /// The length of the strip along its words.
    pub fn length(&self) -> Mm {
        if self.upwards { self.strip.height } else { self.strip.width }
    }

    /// A place in the strip: `along` its words and `down` from its upper edge.
    pub fn point(&self, along: Mm, down: Mm) -> Point {
        let strip = self.strip;
        if self.upwards {
            Point::new(strip.x + down, strip.bottom() - along)
        } else {
            Point::new(strip.x + along, strip.y + down)
        }
    }
}

/// Between the bleed and a mark.
const OFF: Mm = Mm::new(0.5);
/// Length of a mark, if there is room for it.
const LENGTH: Mm = Mm::new(3.0);
/// Nothing is printed nearer to the paper's edge.
const EDGE: Mm = Mm::new(2.0);

/// Marks at both ends of every cut, outside the outline of the cards.
pub(super) fn cut_marks(grid: &Grid, outer: Mm) -> Vec<CutMark> {
    let outline = grid.outline();
    let mut marks = Vec::new();
    for column in 0..grid.columns {
        let cut = grid.cut(column, 0);
        for x in [cut.x, cut.right()] {
            marks.extend(ends(outline.y - outer, Mm::ZERO).map(|(from, to)| line((x, from), (x, to))));
            marks.extend(ends(outline.bottom() + outer, grid.page.height).map(|(from, to)| line((x, from), (x, to))));
        }
    }
    for row in 0..grid.rows {
        let cut = grid.cut(0, row);
        for y in [cut.y, cut.bottom()] {
            marks.extend(ends(outline.x - outer, Mm::ZERO).map(|(from, to)| line((from, y), (to, y))));
            marks.extend(ends(outline.right() + outer, grid.page.width).map(|(from, to)| line((from, y), (to, y))));
        }
    }
    // Cards that touch share a cut.
    marks.dedup_by(|a, b| same(a, b));
    let mut once: Vec<CutMark> = Vec::with_capacity(marks.len());
    for mark in marks {
        if !once.iter().any(|known| same(known, &mark)) {
            once.push(mark);
        }
    }
    once
}

/// From the cards outwards to the paper's edge, as far as a mark reaches; none where there is no room.
fn ends(cards: Mm, paper: Mm) -> Option<(Mm, Mm)> {
    let outwards = if paper > cards { 1.0 } else { -1.0 };
    let room = ((paper - cards) * outwards) - EDGE - OFF;
    let length = room.min(LENGTH);
    (length > Mm::new(0.5)).then(|| (cards + OFF * outwards, cards + (OFF + length) * outwards))
}

fn line(from: (Mm, Mm), to: (Mm, Mm)) -> CutMark {
    CutMark { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), fold: false }
}

fn same(a: &CutMark, b: &CutMark) -> bool {
    let near = |a: Point, b: Point| (a.x - b.x).get().abs() < 1e-6 && (a.y - b.y).get().abs() < 1e-6;
    near(a.from, b.from) && near(a.to, b.to)
}

/// The lower margin, if the strip fits into it beyond the marks, else the left one.
pub(super) fn margin(grid: &Grid, outer: Mm) -> Margin {
    let outline = grid.outline();
    let marks = outer + OFF + LENGTH;
    if grid.page.height - outline.bottom() >= marks + Margin::HIGH + EDGE {
        let y = outline.bottom() + marks;
        return Margin { strip: Rect { x: outline.x, y, width: outline.width, height: Margin::HIGH }, upwards: false };
    }
    // Beside the cards, across the marks of the rows.
    let x = (outline.x - outer - OFF - Margin::HIGH).max(EDGE);
    Margin { strip: Rect { x, y: outline.y, width: Margin::HIGH, height: outline.height }, upwards: true }
}
