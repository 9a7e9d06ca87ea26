//! Heads, and numbers in the outer margin.

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::diagnostic::{Code, Span};
use crate::game::Colour;
use crate::measure::{FIRST, LEAD, MEASURE, lines};
use crate::model::{Inline, Target, letters};
use crate::scene::Item;
use crate::slab::{After, Note, Slab};
use crate::units::{Mm, Point};

impl Typesetter<'_> {
    /// Sets the head of a section, which stays with the words below it.
    pub fn section(&mut self, id: &str, number: &str, title: &[Inline], at: &Span, column: Column) -> Slab {
        let (mut slab, element) = self.head_slab("H2", "book-section", title, at, column);
        slab.running = Some(self.chapter_here.clone());
        let red = self.colour("reference");
        slab.notes.push(self.number_note(number, "book-number", FIRST, red, element));
        slab.anchors.push(Target::Section(id.to_owned()));
        self.new_section();
        slab
    }

    /// Sets the head of a part of a section; directly below its section's head there is no empty line.
    pub fn subsection(&mut self, id: &str, title: &[Inline], at: &Span, column: Column, follows_head: bool) -> Slab {
        let (mut slab, _) = self.head_slab("H3", "book-subsection", title, at, column);
        if follows_head {
            (slab.before, slab.grows) = (0.0, false);
        }
        slab.anchors.push(Target::Section(id.to_owned()));
        slab
    }

    /// Sets a head within a chapter, below an empty line, and returns its element.
    fn head_slab(
        &mut self,
        role: &'static str,
        style: &str,
        title: &[Inline],
        at: &Span,
        column: Column,
    ) -> (Slab, usize) {
        let element = self.element(role, self.parent, None);
        let (items, lines) = self.head(title, style, Point::new(column.x, FIRST), column.measure);
        let mut slab = Slab {
            before: 1.0,
            after: After::Held,
            grid: true,
            grows: true,
            heads: true,
            items: Self::tagged(element, items),
            ..Slab::new(lines)
        };
        Self::locate_text(std::slice::from_mut(&mut slab), at, column);
        (slab, element)
    }

    /// Sets a head on one line, at its style's size or, if it is too wide, as small as its style allows; a head that is
    /// still too wide has several lines. Returns its number of grid lines.
    pub fn head(&mut self, words: &[Inline], style: &str, at: Point, measure: Mm) -> (Vec<Item>, f64) {
        /// Tolerance of a title's width.
        const HAIR: f64 = 0.05;
        let Some(style) = self.style(style) else { return (Vec::new(), 1.0) };
        let mut lead = 1.0;
        let mut block = self.set(words, style, LineMode::Line, Mm::ZERO);
        if block.width() > measure {
            let mut smaller = style.clone();
            smaller.size = (style.size * (measure / block.width())).max(style.least);
            block = self.set(words, &smaller, LineMode::Line, Mm::ZERO);
            if (block.width() - measure).get() > HAIR {
                block = self.set(words, &smaller, LineMode::Ragged, measure);
                lead = (smaller.size.to_mm() / LEAD).ceil();
                let mut y = Mm::ZERO;
                for line in &mut block.lines {
                    line.baseline = y;
                    y += lines(lead);
                }
            }
            let over = (block.width() - measure).get();
            if over > HAIR {
                let place = self.place_of(&letters(words));
                self.too_long(
                    Code::BOOK_TITLE_TOO_LONG,
                    &place,
                    format!("the title overflows its line by {}", Mm::new(over).excess()),
                );
            }
        }
        #[allow(clippy::cast_precision_loss, reason = "a title has few lines")]
        let more = block.lines.len().saturating_sub(1) as f64;
        (self.lines_at(&block, at, Colour::Black).0, 1.0 + lead * more)
    }

    /// Sets a number in the outer margin, on the baseline of a slab's first line, as a part of an element. It is read
    /// before the rest of the slab.
    pub fn number_note(&mut self, number: &str, style: &str, baseline: Mm, colour: Colour, element: usize) -> Note {
        const AWAY: Mm = Mm::new(3.0);
        let words = Self::plain(number);
        let left = self.words_at(&words, style, Point::new(-AWAY, Mm::ZERO), TextAnchor::Right, colour).items;
        let right = self.words_at(&words, style, Point::new(MEASURE + AWAY, Mm::ZERO), TextAnchor::Left, colour).items;
        Note { left: Self::tagged(element, left), right: Self::tagged(element, right), y: baseline, before: 0 }
    }

    /// Sets a number at the left of the column, on any page.
    pub fn left_note(&mut self, number: &str, style: &str, baseline: Mm, colour: Colour, element: usize) -> Note {
        const AWAY: Mm = Mm::new(3.0);
        let set =
            self.words_at(&Self::plain(number), style, Point::new(-AWAY, Mm::ZERO), TextAnchor::Right, colour).items;
        let items = Self::tagged(element, set);
        Note { left: items.clone(), right: items, y: baseline, before: 0 }
    }
}
