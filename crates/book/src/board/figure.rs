//! Boards as figures: one beside its caption or above it, or several side by side.

use super::Diagram;
use super::draw::TORN;
use crate::blocks::Column;
use crate::game::Colour;
use crate::measure::{LEAD, lines};
use crate::model::Inline;
use crate::slab::Slab;
use crate::typesetter::{TextAnchor, Typesetter};
use crate::units::{Mm, Point};

/// Maximum side of a square; of a whole board, which has a page's width; beside a caption.
const SQUARE: Mm = Mm::new(11.0);
const OF_MANY: Mm = Mm::new(9.5);
const BESIDE: Mm = Mm::new(11.0);
/// Maximum width of a board beside its caption, in squares; wider ones are above it.
const NARROW: u8 = 4;
/// A board of more squares than this across has smaller ones.
const MANY: u8 = 6;
/// Between a board and the words beside it, and between two boards.
const GAP: Mm = Mm::new(5.0);
/// From the foot of a board to the baseline of its label.
const LABEL: Mm = Mm::new(3.8);
/// Lines that are left free below a figure.
const BELOW: f64 = 0.5;

impl Typesetter<'_> {
    /// Sets a board with its caption.
    pub(crate) fn board(&mut self, diagram: &Diagram, column: Column) -> Slab {
        if diagram.columns <= NARROW { self.beside(diagram, column) } else { self.above(diagram, column) }
    }

    /// Sets a narrow board, with its caption to the right.
    fn beside(&mut self, diagram: &Diagram, column: Column) -> Slab {
        let width = width(diagram, BESIDE);
        let from = width + GAP;
        let caption = self.caption(&diagram.caption, column.measure - from, TextAnchor::Left);
        let board = height(diagram, BESIDE);
        let rows = (board / LEAD).max(caption.height).ceil();
        let mut slab = Slab::figure();
        slab.height = rows + BELOW;
        let (mut top, mut words) = ((lines(rows) - board) / 2.0, Mm::ZERO);
        if lines(caption.height) < board {
            words = (lines(rows) - lines(caption.height)) / 2.0;
        } else {
            top = Mm::ZERO;
        }
        slab.items = self.tagged_board(diagram, Point::new(column.x, top), BESIDE);
        slab.take_in(caption, Point::new(column.x + from, words));
        slab
    }

    /// Sets a wide board, with its caption below.
    fn above(&mut self, diagram: &Diagram, column: Column) -> Slab {
        let most = if diagram.columns > MANY { OF_MANY } else { SQUARE };
        let side = fitting(&[diagram], most, column.measure);
        let mut slab = Slab::figure();
        let left = column.x + (column.measure - width(diagram, side)) / 2.0;
        slab.items = self.tagged_board(diagram, Point::new(left, Mm::ZERO), side);
        let caption = self.caption(&diagram.caption, column.measure, TextAnchor::Left);
        let rows = (height(diagram, side) / LEAD).ceil();
        slab.height = rows + caption.height + BELOW;
        slab.take_in(caption, Point::new(column.x, lines(rows)));
        slab
    }

    /// Sets boards side by side on one foot, each with a label below it, and a common caption.
    pub(crate) fn boards(&mut self, boards: &[Diagram], words: &[Inline], column: Column) -> Slab {
        let all: Vec<&Diagram> = boards.iter().collect();
        let side = fitting(&all, SQUARE, column.measure);
        let (wide, high) = all
            .iter()
            .fold((Mm::ZERO, Mm::ZERO), |(wide, high), it| (wide + width(it, side), high.max(height(it, side))));
        let mut slab = Slab::figure();
        #[allow(clippy::cast_precision_loss, reason = "a handful of boards")]
        let gap = (column.measure - wide) / (boards.len() as f64 + 1.0);
        let mut left = column.x + gap;
        let mut has_labels = false;
        for diagram in boards {
            let top = high - height(diagram, side);
            slab.items.extend(self.tagged_board(diagram, Point::new(left, top), side));
            let label = diagram.caption.clone();
            has_labels |= !label.is_empty();
            let middle = left + width(diagram, side) / 2.0;
            let element = self.element("P", self.parent, None);
            let at = Point::new(middle, high + LABEL);
            let set = self.words_at(&label, "book-label", at, TextAnchor::Middle, Colour::Black);
            slab.items.extend(Self::tagged(element, set.items));
            left += width(diagram, side) + gap;
        }
        let labels = if has_labels { LABEL } else { Mm::ZERO };
        let rows = ((high + labels) / LEAD).ceil();
        let caption = self.caption(words, column.measure, TextAnchor::Left);
        slab.height = rows + caption.height + BELOW;
        slab.take_in(caption, Point::new(column.x, lines(rows)));
        slab
    }

    /// Draws only a board, in the size of boards above their captions.
    pub(crate) fn board_alone(&mut self, diagram: &Diagram) -> Vec<crate::scene::Item> {
        self.drawn_board(diagram, Point::default(), SQUARE)
    }

    /// Sets a board as a figure of the document, with its torn edges from a point on.
    fn tagged_board(&mut self, diagram: &Diagram, at: Point, side: Mm) -> Vec<crate::scene::Item> {
        let figure = self.element("Figure", self.parent, Some(diagram.said.clone()));
        let torn = side * TORN;
        let items = self.drawn_board(diagram, Point::new(at.x + torn, at.y + torn), side);
        Self::tagged(figure, self.unreflected(items, at.x + width(diagram, side) / 2.0))
    }
}

/// Returns the maximum side of a square for boards side by side.
fn fitting(boards: &[&Diagram], most: Mm, measure: Mm) -> Mm {
    let squares: f64 = boards.iter().map(|diagram| f64::from(diagram.columns) + 2.0 * TORN).sum();
    #[allow(clippy::cast_precision_loss, reason = "a handful of boards")]
    let gaps = GAP * (boards.len().saturating_sub(1)) as f64;
    ((measure - gaps) / squares).min(most)
}

fn width(diagram: &Diagram, side: Mm) -> Mm {
    side * (f64::from(diagram.columns) + 2.0 * TORN)
}

fn height(diagram: &Diagram, side: Mm) -> Mm {
    side * (f64::from(diagram.rows) + 2.0 * TORN)
}
