//! Cards in rows and columns, centred on their page.

use crate::game::CardFormat;
use crate::units::{Mm, Point, Rect, Size};

/// What a home printer leaves white at the edge, and a little for the marks.
const MARGIN: Mm = Mm::new(6.0);
/// The gap between two cards where there is room for it: each card then has half of it as bleed.
pub(super) const GAP: Mm = Mm::new(3.0);
/// A gap narrower than this is none: it would only cost a second cut.
const LEAST_GAP: Mm = Mm::new(1.0);

/// How far the bleed of a card reaches over the middle of the gap.
const OVERLAP: Mm = Mm::new(0.03);

/// Rows and columns on a page. Guarantee: at least one card fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Size of the page.
    pub page: Size,
    /// Size of a card.
    pub card: Size,
    /// Cards side by side.
    pub columns: usize,
    /// Cards one above the other.
    pub rows: usize,
    /// Between two columns, and between two rows.
    pub gap: (Mm, Mm),
}

impl Grid {
    /// As many cards as fit on a page, upright or lying, with at most `gap` between them.
    ///
    /// None if not even one fits.
    pub fn fit(page: Size, format: &CardFormat, gap: Mm) -> Option<Self> {
        let upright = Self::on(page, format, gap);
        let lying = Self::on(page.turned(), format, gap);
        match (upright, lying) {
            (Some(upright), Some(lying)) if lying.places() > upright.places() => Some(lying),
            (Some(upright), _) => Some(upright),
            (None, lying) => lying,
        }
    }

    pub(super) fn on(page: Size, format: &CardFormat, gap: Mm) -> Option<Self> {
        let card = format.size;
        let (columns, across) = along(page.width, card.width, gap)?;
        let (rows, down) = along(page.height, card.height, gap)?;
        Some(Self { page, card, columns, rows, gap: (across, down) })
    }

    /// Cards on a page.
    pub fn places(&self) -> usize {
        self.columns * self.rows
    }

    /// Column and row of a place, counted along the rows.
    pub fn cell(&self, place: usize) -> (usize, usize) {
        (place % self.columns, place / self.columns)
    }

    /// The cut of a card. Columns and rows are laid out from the middle of the page, so that the mirrored column is the
    /// mirror image to the last digit.
    pub fn cut(&self, column: usize, row: usize) -> Rect {
        let left = from_middle(self.page.width, self.card.width, self.gap.0, self.columns, column);
        let top = from_middle(self.page.height, self.card.height, self.gap.1, self.rows, row);
        Rect::at(Point::new(left, top), self.card)
    }

    /// From the first card's upper left corner to the last one's lower right.
    pub fn outline(&self) -> Rect {
        let (first, last) = (self.cut(0, 0), self.cut(self.columns - 1, self.rows - 1));
        Rect { x: first.x, y: first.y, width: last.right() - first.x, height: last.bottom() - first.y }
    }

    /// What is printed of the card in a cell: half of each gap is its bleed, and outside the grid as much as within.
    pub fn clip(&self, cut: Rect, bleed: Mm) -> Rect {
        // Neighbours overlap by a hair, so that no seam is seen on a screen.
        let half = |gap: Mm| if gap > Mm::ZERO { gap / 2.0 + OVERLAP } else { Mm::ZERO };
        let (across, down) = (half(self.gap.0), half(self.gap.1));
        let outer = across.max(down).min(bleed);
        let outline = self.outline();
        let side = |touches: bool, inner: Mm| if touches { outer } else { inner.min(bleed) };
        let near = |a: Mm, b: Mm| (a - b).get().abs() < 1e-6;
        let left = side(near(cut.x, outline.x), across);
        let right = side(near(cut.right(), outline.right()), across);
        let top = side(near(cut.y, outline.y), down);
        let bottom = side(near(cut.bottom(), outline.bottom()), down);
        Rect { x: cut.x - left, y: cut.y - top, width: cut.width + left + right, height: cut.height + top + bottom }
    }
}

/// How many cards fit along a side, and the gap between them.
fn along(page: Mm, card: Mm, gap: Mm) -> Option<(usize, Mm)> {
    let room = page - MARGIN * 2.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of cards")]
    let count = (room / card + 1e-9).floor().max(0.0) as usize;
    if count == 0 {
        return None;
    }
    let gaps = number(count - 1);
    let spare = if gaps > 0.0 { (room - card * number(count)) / gaps } else { Mm::ZERO };
    let gap = spare.min(gap);
    Some((count, if gap < LEAST_GAP { Mm::ZERO } else { gap }))
}

/// The near edge of a card, counted from the middle of the page.
fn from_middle(page: Mm, card: Mm, gap: Mm, count: usize, index: usize) -> Mm {
    let step = card + gap;
    let from_middle = step * (number(index) - number(count - 1) / 2.0);
    page / 2.0 + from_middle - card / 2.0
}

#[allow(clippy::cast_precision_loss, reason = "a handful of cards")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Paper;

    #[test]
    fn nine_poker_cards_fit_on_both_papers() {
        for paper in [Paper::A4, Paper::Letter] {
            let grid = Grid::fit(paper.size(), &CardFormat::POKER, GAP).unwrap();
            assert_eq!((grid.columns, grid.rows), (3, 3), "{paper:?}");
        }
        let a4 = Grid::fit(Paper::A4.size(), &CardFormat::POKER, GAP).unwrap();
        assert_eq!(a4.gap, (GAP, GAP));
        let letter = Grid::fit(Paper::Letter.size(), &CardFormat::POKER, GAP).unwrap();
        assert_eq!(letter.gap, (GAP, Mm::ZERO), "on Letter the rows touch");
    }

    #[test]
    fn the_grid_is_centred_and_cells_do_not_overlap() {
        for (paper, gap) in [(Paper::A4, 0.0), (Paper::A4, 3.0), (Paper::Letter, 3.0)] {
            let grid = Grid::fit(paper.size(), &CardFormat::POKER, Mm::new(gap)).unwrap();
            let outline = grid.outline();
            let off = |page: Mm, near: Mm, far: Mm| (near - (page - far)).get().abs();
            assert!(off(grid.page.width, outline.x, outline.right()) < 1e-9);
            assert!(off(grid.page.height, outline.y, outline.bottom()) < 1e-9);
            for place in 1..grid.places() {
                let ((column, row), (before, above)) = (grid.cell(place), grid.cell(place - 1));
                let (is, was) = (grid.cut(column, row), grid.cut(before, above));
                assert!(is.x >= was.right() - Mm::new(1e-9) || is.y >= was.bottom() - Mm::new(1e-9));
            }
        }
    }

    #[test]
    fn bleed_ends_a_hair_beyond_the_middle_of_a_gap() {
        let grid = Grid::fit(Paper::A4.size(), &CardFormat::POKER, GAP).unwrap();
        let bleed = CardFormat::POKER.bleed;
        let (first, second) = (grid.clip(grid.cut(0, 0), bleed), grid.clip(grid.cut(1, 0), bleed));
        assert!((first.right() - second.x - OVERLAP * 2.0).get().abs() < 1e-9);
        let letter = Grid::fit(Paper::Letter.size(), &CardFormat::POKER, GAP).unwrap();
        let middle = letter.clip(letter.cut(1, 1), bleed);
        assert!(
            (middle.height - CardFormat::POKER.size.height).get().abs() < 1e-9,
            "rows that touch have no bleed between them"
        );
    }

    #[test]
    fn large_cards_lie_across_and_larger_ones_do_not_fit() {
        let jumbo = CardFormat::named("jumbo").unwrap();
        let grid = Grid::fit(Paper::A4.size(), &jumbo, GAP).unwrap();
        assert_eq!(grid.places(), 4);
        assert_eq!(Grid::fit(Paper::A4.size(), &CardFormat::new(Size::mm(300.0, 300.0)), GAP), None);
    }
}
