//! An epigraph before a rule, and its source.

use super::blocks::Column;
use super::measure::{FIRST, LEAD};
use super::model::Inline;
use super::setting::LineMode;
use super::slab::{After, Slab};
use super::typesetter::{TextAnchor, Typesetter};
use crate::game::Colour;
use crate::units::{Mm, Point};

/// From the column's left edge to the words.
const IN: Mm = Mm::new(4.5);
/// The least between the last words and the source on the same line.
const GAP: Mm = Mm::new(3.0);

impl Typesetter<'_> {
    /// Sets the epigraph in italics, its source at the right: beside the last line if there is space, else below it. It
    /// stays with the next block.
    pub(super) fn epigraph(&mut self, words: &[Inline], source: &[Inline], column: Column) -> Slab {
        let mut slab = Slab { after: After::Held, grid: true, ..Slab::default() };
        let Some(style) = self.style("book-epigraph") else { return slab };
        let element = self.element("BlockQuote", self.parent, None);
        let (left, right) = (column.x + IN, column.x + column.measure);
        let block = self.set(words, style, LineMode::Ragged, right - left);
        let (mut items, _) = self.lines_at(&block, Point::new(left, FIRST), Colour::Black);
        let mut lines = block.lines.len();
        if !source.is_empty() {
            let last = block.lines.last().map_or(Mm::ZERO, |line| left + line.width);
            if last + GAP + self.width(source, "book-source") > right {
                lines += 1;
            }
            #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
            let at = Point::new(right, FIRST + LEAD * (lines.saturating_sub(1)) as f64);
            self.check_line(source, "book-source", right - left);
            items.extend(self.words_at(source, "book-source", at, TextAnchor::Right, Colour::Black).items);
        }
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let height = lines as f64;
        slab.height = height;
        slab.items = Self::tagged(element, items);
        slab
    }
}
