//! A booklet: two pages side by side on each side of a sheet, all sheets folded once and stapled.

use super::Paper;
use crate::units::{Mm, Point, Rect, Size};

/// Imposition of a book on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Booklet {
    /// The paper, in landscape, folded in its middle.
    pub paper: Paper,
    /// The size of the book's pages.
    pub page: Size,
    /// Offset of each sheet's pages towards the fold, relative to the sheet around it. It is the thickness of the
    /// paper: inner sheets stick out at the open edge and are trimmed there.
    pub creep: Mm,
    /// True if it is read from right to left, and bound at the right.
    pub from_right: bool,
}

/// A page on a side of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookletPage {
    /// Its number, counted from 0.
    pub page: usize,
    /// Its upper left corner.
    pub at: Point,
    /// Its printed part: its half of the sheet.
    pub clip: Rect,
}

/// A side of a sheet, without empty pages.
#[derive(Clone, Debug, PartialEq)]
pub struct BookletSide {
    /// The size of the paper, lying.
    pub size: Size,
    /// The pages on it, from left to right.
    pub pages: Vec<BookletPage>,
}

impl Booklet {
    /// Returns the sides in the order of printing: front and back of the outermost sheet first. The paper is turned
    /// over its short edge.
    ///
    /// Empty pages are at the end, or before the last page if that is a back cover.
    pub fn sides(&self, pages: usize, has_back_cover: bool) -> Vec<BookletSide> {
        let places = pages.div_ceil(4) * 4;
        let inner = pages - usize::from(has_back_cover);
        let page = |place: usize| match place {
            place if place < inner => Some(place),
            place if place + 1 == places && has_back_cover => Some(pages - 1),
            _ => None,
        };
        let mut sides = Vec::with_capacity(places / 2);
        for sheet in 0..places / 4 {
            let (first, last) = (sheet * 2, places - 1 - sheet * 2);
            #[allow(clippy::cast_precision_loss, reason = "a handful of sheets")]
            let creep = self.creep * sheet as f64;
            sides.push(self.side(page(last), page(first), creep));
            sides.push(self.side(page(first + 1), page(last - 1), creep));
        }
        sides
    }

    fn side(&self, left: Option<usize>, right: Option<usize>, creep: Mm) -> BookletSide {
        let (left, right) = if self.from_right { (right, left) } else { (left, right) };
        let size = self.paper.size().turned();
        let (fold, top) = (size.width / 2.0, (size.height - self.page.height) / 2.0);
        let half = Rect { x: Mm::ZERO, y: Mm::ZERO, width: fold, height: size.height };
        let left = left.map(|page| {
            let at = Point::new(fold - self.page.width + creep, top);
            BookletPage { page, at, clip: half }
        });
        let right = right.map(|page| {
            let at = Point::new(fold - creep, top);
            BookletPage { page, at, clip: Rect { x: fold, ..half } }
        });
        BookletSide { size, pages: left.into_iter().chain(right).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A5: Size = Size::mm(148.0, 210.0);

    fn booklet(creep: f64) -> Booklet {
        Booklet { paper: Paper::A4, page: A5, creep: Mm::new(creep), from_right: false }
    }

    /// Returns the pages left and right of the fold on each side; `None` for an empty one.
    fn order(pages: usize, has_back_cover: bool) -> Vec<(Option<usize>, Option<usize>)> {
        let fold = Mm::new(148.5);
        let sides = booklet(0.0).sides(pages, has_back_cover);
        let of = |side: &BookletSide, left: bool| {
            side.pages.iter().find(|page| (page.at.x < fold - Mm::new(1.0)) == left).map(|page| page.page)
        };
        sides.iter().map(|side| (of(side, true), of(side, false))).collect()
    }

    #[test]
    fn eight_pages_lie_as_they_are_read_when_folded() {
        let some = |left, right| (Some(left), Some(right));
        assert_eq!(order(8, false), [some(7, 0), some(1, 6), some(5, 2), some(3, 4)]);
    }

    #[test]
    fn whoever_turns_the_leaves_reads_every_page_in_order_and_a_back_cover_is_the_last() {
        for (pages, has_back_cover) in (1..=64_usize).flat_map(|pages| [(pages, false), (pages, true)]) {
            let sides = order(pages, has_back_cover);
            let sheets = pages.div_ceil(4);
            assert_eq!(sides.len(), sheets * 2, "{pages} pages");
            // Leaf after leaf from the outside in, right halves; then from the inside out, left halves.
            let mut read = Vec::new();
            for sheet in sides.chunks(2) {
                read.extend([sheet[0].1, sheet[1].0]);
            }
            for sheet in sides.chunks(2).rev() {
                read.extend([sheet[1].1, sheet[0].0]);
            }
            assert_eq!(read.len(), sheets * 4);
            let blanks = std::iter::repeat_n(None, sheets * 4 - pages);
            let inner = pages - usize::from(has_back_cover);
            let expected = (0..inner).map(Some).chain(blanks).chain((inner..pages).map(Some));
            assert_eq!(read, expected.collect::<Vec<_>>(), "{pages} pages, {has_back_cover}");
        }
    }

    #[test]
    fn a_book_from_right_to_left_is_bound_at_the_right() {
        let first = &Booklet { from_right: true, ..booklet(0.0) }.sides(8, true)[0];
        assert_eq!(first.pages.iter().map(|page| page.page).collect::<Vec<_>>(), [0, 7]);
    }

    #[test]
    fn inner_sheets_creep_towards_the_fold() {
        let sides = booklet(0.1).sides(12, true);
        let right = |side: &BookletSide| side.pages[1].at.x.get();
        assert!((right(&sides[0]) - 148.5).abs() < 1e-9);
        assert!((right(&sides[4]) - 148.3).abs() < 1e-9, "two sheets further in");
        let left = sides[4].pages[0];
        assert!((left.at.x.get() - 0.7).abs() < 1e-9);
        assert!((left.clip.right().get() - 148.5).abs() < 1e-9, "nothing crosses the fold");
    }

    #[test]
    fn half_letter_pages_fill_letter_paper() {
        let booklet =
            Booklet { paper: Paper::Letter, page: Size::mm(139.7, 215.9), creep: Mm::ZERO, from_right: false };
        let side = &booklet.sides(8, true)[0];
        assert!(side.pages[0].at.x.get().abs() < 1e-9 && side.pages[0].at.y.get().abs() < 1e-9);
    }
}
