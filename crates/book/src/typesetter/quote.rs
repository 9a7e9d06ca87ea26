//! Quotations: words of others within the text or before a rule, and whose they are.

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::game::Colour;
use crate::measure::{FIRST, LEAD};
use crate::model::{Inline, Paragraph};
use crate::slab::{After, Slab};
use crate::units::{Mm, Point};

/// From the edges of the column to the words.
const IN: Mm = Mm::new(4.5);
/// Lines left free above and below.
const FREE: f64 = 0.5;
/// Minimum distance between the last words of an epigraph and its source on the same line.
const GAP: Mm = Mm::new(3.0);

impl Typesetter<'_> {
    /// Sets a quotation, narrower and smaller than the surrounding text, with half a line free above and below.
    pub(crate) fn quote(&mut self, paragraphs: &[Paragraph], source: &[Inline], column: Column) -> Vec<Slab> {
        let outer = self.parent;
        self.parent = Some(self.element("BlockQuote", outer, None));
        let inner = Column { x: column.x + IN, measure: column.measure - IN * 2.0, style: "book-quote", ..column };
        let mut slabs = Vec::new();
        for (number, paragraph) in paragraphs.iter().enumerate() {
            slabs.extend(self.paragraph(paragraph, inner, number > 0));
        }
        if let (false, Some(last)) = (source.is_empty(), slabs.last_mut()) {
            last.after = After::Held;
            slabs.extend(self.source(source, inner));
        }
        self.parent = outer;
        // Half a line above moves its lines between those of the page; half a line below moves the text after it back
        // to the grid.
        slabs.iter_mut().for_each(|slab| slab.grid = false);
        if let Some(first) = slabs.first_mut() {
            first.before = FREE;
        }
        if let Some(last) = slabs.last_mut() {
            last.height += FREE;
        }
        slabs
    }

    /// Sets the source of a quotation, at the right below it.
    fn source(&mut self, source: &[Inline], column: Column) -> Vec<Slab> {
        let Some(style) = self.style("book-source") else { return Vec::new() };
        let mut block = self.set(source, style, LineMode::Ragged, column.measure);
        for line in &mut block.lines {
            line.x = column.measure - line.width;
        }
        let element = self.element("P", self.parent, None);
        self.line_slabs(&block, column.x, Colour::Black, element)
    }

    /// Sets the epigraph in italics, its source at the right: beside the last line if there is space, else below it. It
    /// stays with the next block.
    pub(crate) fn epigraph(&mut self, words: &[Inline], source: &[Inline], column: Column) -> Slab {
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
