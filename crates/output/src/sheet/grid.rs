//! Cards in rows and columns, centred on their page.

use super::Home;
use super::marks::{CLEAR, Margin};
use crate::game::CardFormat;
use crate::units::{Mm, Point, Rect, Size};

/// Cards, marks and words stay so far from the paper's edge: many printers leave 4.2 mm white.
pub(super) const EDGE: Mm = Mm::new(4.5);
/// The bleed, of which nothing remains on a card, may reach nearer to the edge.
const BLEED_EDGE: Mm = Mm::new(3.5);
/// Gap between two cards if there is space: each card then has half of it as bleed.
pub(super) const GAP: Mm = Mm::new(3.0);
/// A narrower gap is dropped: it would only cost a second cut.
const LEAST_GAP: Mm = Mm::new(1.0);
/// The bleed for which room is kept between the cards and the words in the margin.
const LEAST_OUTER: Mm = Mm::new(1.1);

/// Overlap of a card's bleed beyond the middle of the gap.
const OVERLAP: Mm = Mm::new(0.03);

/// Maximum gap between cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Between two columns.
    pub across: Mm,
    /// Between two rows.
    pub down: Mm,
}

impl Gap {
    /// Creates the same gap between columns and rows.
    pub const fn even(gap: Mm) -> Self {
        Self { across: gap, down: gap }
    }

    /// Sets a minimum.
    pub(super) fn at_least(self, min: Mm) -> Self {
        Self { across: self.across.max(min), down: self.down.max(min) }
    }
}

impl Default for Gap {
    fn default() -> Self {
        Self::even(GAP)
    }
}

/// Requested columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedGrid {
    /// Cards side by side.
    pub columns: usize,
    /// Cards one above the other.
    pub rows: usize,
    /// True if the gap must be exact, for perforated card stock.
    pub exact_gap: bool,
}

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
    /// True if the words are beside the cards, rather than below.
    pub words_beside: bool,
}

impl Grid {
    /// Fits as many cards as possible on the paper, or the requested columns and rows.
    ///
    /// `None` if not even one fits.
    pub fn fit(home: &Home, format: &CardFormat) -> Option<Self> {
        home.paper.lay_out(|page| Self::on(page, home, format), Self::places)
    }

    /// Places the words where they cost the fewest cards, then where they leave the wider gaps.
    pub(super) fn on(page: Size, home: &Home, format: &CardFormat) -> Option<Self> {
        let below = Self::with_words(page, home, format, false);
        let beside = Self::with_words(page, home, format, true);
        let worth = |grid: &Self| (grid.places(), (grid.gap.0 + grid.gap.1).get());
        match (below, beside) {
            (Some(below), Some(beside)) if worth(&beside) > worth(&below) => Some(beside),
            (Some(below), _) => Some(below),
            (None, beside) => beside,
        }
    }

    fn with_words(page: Size, home: &Home, format: &CardFormat, words_beside: bool) -> Option<Self> {
        let card = format.size;
        let bare = (EDGE, Mm::ZERO);
        let words = (EDGE + Margin::HIGH + CLEAR, LEAST_OUTER);
        let (beside, below) = if words_beside { (words, bare) } else { (bare, words) };
        let exact = home.grid.is_some_and(|grid| grid.exact_gap);
        let line = |gap: Mm, count: Option<usize>| Line { gap, count, exact };
        let columns = line(home.gap.across, home.grid.map(|grid| grid.columns));
        let rows = line(home.gap.down, home.grid.map(|grid| grid.rows));
        let (columns, across) = columns.along(page.width, card.width, beside.0, beside.1)?;
        let (rows, down) = rows.along(page.height, card.height, below.0, below.1)?;
        Some(Self { page, card, columns, rows, gap: (across, down), words_beside })
    }

    /// Returns the number of cards on a page.
    pub fn places(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns column and row of a place, counted along the rows.
    pub fn cell(&self, place: usize) -> (usize, usize) {
        (place % self.columns, place / self.columns)
    }

    /// Returns the cut of a card. Columns and rows are laid out from the middle of the page, so the mirrored column is
    /// an exact mirror image.
    pub fn cut(&self, column: usize, row: usize) -> Rect {
        let left = from_middle(self.page.width, self.card.width, self.gap.0, self.columns, column);
        let top = from_middle(self.page.height, self.card.height, self.gap.1, self.rows, row);
        Rect::at(Point::new(left, top), self.card)
    }

    /// Returns the rectangle from the first card's upper left corner to the last one's lower right.
    pub fn outline(&self) -> Rect {
        let (first, last) = (self.cut(0, 0), self.cut(self.columns - 1, self.rows - 1));
        Rect { x: first.x, y: first.y, width: last.right() - first.x, height: last.bottom() - first.y }
    }

    /// Returns the reach of the bleed beyond the outline, horizontally and vertically. There is bleed even where cards
    /// touch, and it keeps clear of the words.
    pub fn outer(&self, bleed: Mm) -> Size {
        let outline = self.outline();
        let wish = (self.gap.0.max(self.gap.1).max(GAP) / 2.0).min(bleed);
        let beyond = |has_words: bool| if has_words { EDGE + Margin::HIGH + CLEAR } else { BLEED_EDGE };
        let outer = |margin: Mm, has_words: bool| wish.min(margin - beyond(has_words)).max(Mm::ZERO);
        Size { width: outer(outline.x, self.words_beside), height: outer(outline.y, !self.words_beside) }
    }

    /// Returns the printed area of the card in a cell: half of each gap is its bleed.
    pub fn clip(&self, cut: Rect, bleed: Mm) -> Rect {
        // Neighbours overlap by a hair, to hide the seam on a screen.
        let half = |gap: Mm| if gap > Mm::ZERO { gap / 2.0 + OVERLAP } else { Mm::ZERO };
        let (across, down) = (half(self.gap.0), half(self.gap.1));
        let outer = self.outer(bleed);
        let outline = self.outline();
        let side = |touches: bool, outer: Mm, inner: Mm| if touches { outer } else { inner.min(bleed) };
        let near = |a: Mm, b: Mm| (a - b).get().abs() < 1e-6;
        let left = side(near(cut.x, outline.x), outer.width, across);
        let right = side(near(cut.right(), outline.right()), outer.width, across);
        let top = side(near(cut.y, outline.y), outer.height, down);
        let bottom = side(near(cut.bottom(), outline.bottom()), outer.height, down);
        Rect { x: cut.x - left, y: cut.y - top, width: cut.width + left + right, height: cut.height + top + bottom }
    }
}

/// Cards along a side of the paper.
struct Line {
    /// Maximum gap between two of them.
    gap: Mm,
    /// Exact number, or as many as fit.
    count: Option<usize>,
    /// True if the gap must be exactly this wide.
    exact: bool,
}

impl Line {
    /// Returns how many cards fit between two margins, and the gap between them. `margin` is always kept free; of
    /// `bleed`, as much as doesn't cost a card.
    fn along(&self, page: Mm, card: Mm, margin: Mm, bleed: Mm) -> Option<(usize, Mm)> {
        let room = page - margin * 2.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of cards")]
        let most = (room / card + 1e-9).floor().max(0.0) as usize;
        let count = self.count.unwrap_or(most);
        if count == 0 || count > most {
            return None;
        }
        let gaps = number(count - 1);
        let spare = room - card * number(count);
        if self.exact {
            return (self.gap * gaps <= spare + Mm::new(1e-9)).then_some((count, self.gap));
        }
        let spare = if gaps > 0.0 { (spare - bleed * 2.0) / gaps } else { Mm::ZERO };
        let gap = spare.min(self.gap);
        Some((count, if gap < LEAST_GAP { Mm::ZERO } else { gap }))
    }
}

/// Returns the near edge of a card, counted from the middle of the page.
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

    fn fit(paper: Paper, format: &CardFormat, gap: Mm) -> Option<Grid> {
        Grid::fit(&Home { paper, gap: Gap::even(gap), ..Home::default() }, format)
    }

    #[test]
    fn nine_poker_cards_fit_on_both_papers() {
        for paper in [Paper::A4, Paper::Letter] {
            let grid = fit(paper, &CardFormat::POKER, GAP).unwrap();
            assert_eq!((grid.columns, grid.rows), (3, 3), "{paper:?}");
        }
        let a4 = fit(Paper::A4, &CardFormat::POKER, GAP).unwrap();
        assert_eq!(a4.gap, (GAP, GAP));
        let letter = fit(Paper::Letter, &CardFormat::POKER, GAP).unwrap();
        assert!((letter.gap.0 - GAP).get().abs() < 1e-9, "{:?}", letter.gap);
        assert!((letter.gap.1 - Mm::new(1.85)).get().abs() < 1e-9, "what is left between rows: {:?}", letter.gap);
    }

    #[test]
    fn the_grid_is_centred_and_cells_do_not_overlap() {
        for (paper, gap) in [(Paper::A4, 0.0), (Paper::A4, 3.0), (Paper::Letter, 3.0)] {
            let grid = fit(paper, &CardFormat::POKER, Mm::new(gap)).unwrap();
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
        let grid = fit(Paper::A4, &CardFormat::POKER, GAP).unwrap();
        let bleed = CardFormat::POKER.bleed;
        let (first, second) = (grid.clip(grid.cut(0, 0), bleed), grid.clip(grid.cut(1, 0), bleed));
        assert!((first.right() - second.x - OVERLAP * 2.0).get().abs() < 1e-9);
        let tight = fit(Paper::Letter, &CardFormat::POKER, Mm::ZERO).unwrap();
        let middle = tight.clip(tight.cut(1, 1), bleed);
        assert_eq!(middle, tight.cut(1, 1), "cards that touch have no bleed between them");
        let first = tight.clip(tight.cut(0, 0), bleed);
        assert!((tight.cut(0, 0).y - first.y - GAP / 2.0).get().abs() < 1e-9, "but they have it outside");
        assert!((tight.cut(0, 0).x - first.x - GAP / 2.0).get().abs() < 1e-9, "but they have it outside");
    }

    #[test]
    fn large_cards_lie_across_and_larger_ones_do_not_fit() {
        let jumbo = CardFormat::named("jumbo").unwrap();
        let grid = fit(Paper::A4, &jumbo, GAP).unwrap();
        assert_eq!(grid.places(), 4);
        assert_eq!(fit(Paper::A4, &CardFormat::new(Size::mm(300.0, 300.0)), GAP), None);
    }

    #[test]
    fn columns_rows_and_gaps_are_as_asked_for() {
        // Card stock of 2 × 5 cards with perforations, 10 mm between the columns.
        let business = CardFormat::new(Size::mm(85.0, 54.0));
        let gap = Gap { across: Mm::new(10.0), down: Mm::ZERO };
        let fixed = |columns, rows| Some(FixedGrid { columns, rows, exact_gap: true });
        let home = Home { gap, grid: fixed(2, 5), ..Home::default() };
        let grid = Grid::fit(&home, &business).unwrap();
        assert_eq!((grid.page, grid.cut(0, 0)), (Paper::A4.size(), Rect::mm(15.0, 13.5, 85.0, 54.0)));
        assert_eq!(grid.cut(1, 4), Rect::mm(110.0, 229.5, 85.0, 54.0));
        assert_eq!(Grid::fit(&Home { gap: Gap::even(Mm::new(10.0)), ..home }, &business), None, "the gap is exact");
        let loose = Some(FixedGrid { columns: 2, rows: 5, exact_gap: false });
        assert!(Grid::fit(&Home { gap: Gap::even(Mm::new(10.0)), grid: loose, ..home }, &business).is_some());
        // Four columns of poker cards only fit in landscape.
        let grid = Grid::fit(&Home { grid: fixed(4, 2), ..Home::default() }, &CardFormat::POKER).unwrap();
        assert_eq!((grid.page, grid.columns, grid.rows, grid.gap), (Size::mm(297.0, 210.0), 4, 2, (GAP, GAP)));
        assert_eq!(Grid::fit(&Home { grid: fixed(4, 3), ..Home::default() }, &CardFormat::POKER), None);
        let narrow = Gap::even(Mm::new(0.5));
        let grid = Grid::fit(&Home { gap: narrow, grid: fixed(3, 3), ..Home::default() }, &CardFormat::POKER).unwrap();
        assert_eq!(grid.gap, (Mm::new(0.5), Mm::new(0.5)), "an exact gap may be narrow");
    }

    #[test]
    fn paper_in_landscape_is_not_turned() {
        let landscape = Paper::A4.landscape();
        let grid = fit(landscape, &CardFormat::POKER, GAP).unwrap();
        assert_eq!((grid.page, grid.columns, grid.rows), (landscape.size(), 4, 2));
    }
}
