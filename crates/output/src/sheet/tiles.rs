//! Boards that are larger than a sheet: parts that overlap, with marks where they are joined.

use std::cmp::Reverse;

use super::grid::EDGE;
use super::marks::{CLEAR, CutMark, Margin, strip};
use super::{CardSides, Home, Placed, SheetSide};
use crate::game::CardFormat;
use crate::units::{Mm, Point, Rect, Size};

/// Between a part and its marks, and length of these.
const OFF: Mm = Mm::new(0.6);
const LENGTH: Mm = Mm::new(3.0);
/// Bleed beyond the cut of the board, at most.
const BLEED: Mm = Mm::new(1.5);
/// Maximum number of parts per side; more must be a mistake.
const MOST: u32 = 20;

/// Parts of a board along one side.
#[derive(Clone, Copy)]
struct Parts {
    count: u32,
    /// Length of a part.
    each: Mm,
    /// Distance between the starts of two parts.
    step: Mm,
}

impl Parts {
    /// Splits a side into as few equal parts as possible; `None` if there would be far too many.
    fn of(board: Mm, room: Mm, overlap: Mm) -> Option<Self> {
        let count = (1..=MOST).find(|count| room * f64::from(*count) - overlap * f64::from(count - 1) >= board)?;
        let each = (board + overlap * f64::from(count - 1)) / f64::from(count);
        Some(Self { count, each, step: each - overlap })
    }
}

/// Place of a part on its board.
#[derive(Clone, Copy)]
struct Part {
    column: u32,
    row: u32,
}

/// A page and how the board is parted on such pages.
struct Layout {
    page: Size,
    across: Parts,
    down: Parts,
}

/// Returns the sides to print, part by part, row by row; `None` if the paper is too small.
pub(super) fn sides(home: &Home, format: &CardFormat, overlap: Mm, boards: &[CardSides]) -> Option<Vec<SheetSide>> {
    let fit = |page: Size| {
        let room = room(page);
        let across = Parts::of(format.size.width, room.width, overlap)?;
        let down = Parts::of(format.size.height, room.height, overlap)?;
        Some(Layout { page, across, down })
    };
    let pages = |layout: &Layout| layout.across.count * layout.down.count;
    let layout = home.paper.lay_out(fit, |layout| Reverse(pages(layout)))?;
    let mut sides = Vec::new();
    for board in boards {
        for row in 0..layout.down.count {
            for column in 0..layout.across.count {
                sides.push(layout.side(format, overlap, board.front, Part { column, row }, sides.len() + 1));
            }
        }
    }
    Some(sides)
}

/// Returns the area for parts, without their marks.
fn room(page: Size) -> Rect {
    let marks = OFF + LENGTH + BLEED;
    let (aside, below) = (EDGE + marks, EDGE + Margin::HIGH + CLEAR + marks);
    Rect { x: aside, y: below, width: page.width - aside * 2.0, height: page.height - below * 2.0 }
}

impl Layout {
    fn side(&self, format: &CardFormat, overlap: Mm, face: usize, part: Part, sheet: usize) -> SheetSide {
        let Part { column, row } = part;
        let (across, down) = (self.across, self.down);
        let middle = room(self.page).middle();
        let corner = Point::new(middle.x - across.each / 2.0, middle.y - down.each / 2.0);
        let part = Rect::at(corner, Size { width: across.each, height: down.each });
        let board = Point::new(part.x - across.step * f64::from(column), part.y - down.step * f64::from(row));
        let bleed = format.bleed.min(BLEED);
        let ends = |parts: Parts, index: u32| (index == 0, index + 1 == parts.count);
        let ((left, right), (top, bottom)) = (ends(across, column), ends(down, row));
        let out = |is_outer: bool| if is_outer { bleed } else { Mm::ZERO };
        let clip = Rect {
            x: part.x - out(left),
            y: part.y - out(top),
            width: part.width + out(left) + out(right),
            height: part.height + out(top) + out(bottom),
        };
        // Cuts at all edges; where the next part begins, the line to which it is laid.
        let mut upright = vec![part.x, part.right()];
        let mut lying = vec![part.y, part.bottom()];
        if !right {
            upright.push(part.right() - overlap);
        }
        if !bottom {
            lying.push(part.bottom() - overlap);
        }
        let mark = |from: (Mm, Mm), to: (Mm, Mm)| CutMark {
            from: Point::new(from.0, from.1),
            to: Point::new(to.0, to.1),
            fold: false,
        };
        let off = bleed + OFF;
        let mut marks = Vec::new();
        for x in upright {
            marks.push(mark((x, part.y - off - LENGTH), (x, part.y - off)));
            marks.push(mark((x, part.bottom() + off), (x, part.bottom() + off + LENGTH)));
        }
        for y in lying {
            marks.push(mark((part.x - off - LENGTH, y), (part.x - off, y)));
            marks.push(mark((part.right() + off, y), (part.right() + off + LENGTH, y)));
        }
        let cut = Rect::at(board, format.size);
        SheetSide {
            page: self.page,
            placed: vec![Placed { face, cut, turned: false, clip, outline: None }],
            outlines: Vec::new(),
            creases: Vec::new(),
            marks,
            blanks: Vec::new(),
            margin: strip(self.page, part.width, part.bottom() + off + LENGTH),
            sheet,
            is_back: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Paper;

    #[test]
    fn parts_cover_the_board_and_overlap() {
        let format = CardFormat { bleed: Mm::new(2.0), ..CardFormat::new(Size::mm(360.0, 480.0)) };
        let board = CardSides { front: 0, back: 0, own_back: false };
        for paper in [Paper::A4, Paper::Letter] {
            let home = Home { paper, ..Home::default() };
            let sides = sides(&home, &format, Mm::new(8.0), &[board]).expect("parts");
            assert_eq!(sides.len(), 4, "{paper:?}");
            let mut covered = 0.0;
            for side in &sides {
                let [placed] = side.placed.as_slice() else { panic!("one part") };
                let paper = Rect::at(Point::default(), side.page).grown(-EDGE);
                assert!(paper.holds(placed.clip) && placed.clip.bottom() < side.margin.strip.y);
                for mark in &side.marks {
                    let end = |at: Point| Rect::at(at, Size::default());
                    assert!(paper.holds(end(mark.from)) && paper.holds(end(mark.to)), "{mark:?}");
                }
                covered += placed.clip.width.get() * placed.clip.height.get();
            }
            let overlaps = 8.0 * (363.0 + 483.0) + 64.0;
            assert!((covered - 363.0 * 483.0 - overlaps).abs() < 1.0, "{covered}");
        }
    }
}
