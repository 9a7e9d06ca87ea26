//! The needs of a card: marks with their text, in rows or in columns.

use super::parts::{HAIR, PartBuilder, Placed, overflow};
use crate::game::{Need, Rich};
use crate::text::Paragraphs;
use crate::units::{Mm, Point, Rect};

impl PartBuilder<'_> {
    /// Sets icons with their words, in rows; the box is the first row, and each further row makes it taller.
    pub fn needs(&self, needs: &[&Need]) -> Placed {
        /// Side of an icon, with its padding, in ems.
        const SIDE: f64 = 1.14;
        const AFTER_MARK: f64 = 0.26;
        const BETWEEN: f64 = 0.64;
        /// Depth of an icon below the baseline, in ems.
        const DROP: f64 = 0.24;
        if let Some(columns) = self.slot.columns {
            return self.needs_in_columns(needs, columns);
        }
        let Some(style) = self.style else { return Placed::default() };
        let frame = self.frame();
        let em = self.size.to_mm();
        let lead = em * style.leading;
        let baseline = (frame.height + em * style.cap_height) / 2.0;
        let mut placed = Placed::default();
        let (mut x, mut row) = (Mm::ZERO, 0.0);
        let mut widest = Mm::ZERO;
        for need in needs {
            let words = Rich::plain(need.words.replace(' ', "\u{a0}"));
            let words = Paragraphs::new(&self.renderer.typography().shaper, style, self.renderer.language(), &words);
            placed.missing.extend(words.missing());
            let block = words.set_in_line(self.size, Mm::ZERO);
            let marks: Vec<(&str, Mm)> =
                need.marks.iter().map(|mark| (mark.as_str(), em * SIDE * self.renderer.proportion(mark))).collect();
            let of_marks = marks.iter().fold(Mm::ZERO, |sum, (_, width)| sum + *width);
            let width = of_marks + em * AFTER_MARK + block.width();
            if x > Mm::ZERO && x + width > frame.width + HAIR {
                (x, row) = (Mm::ZERO, row + 1.0);
            }
            let at = baseline + lead * row;
            for (mark, width) in marks {
                let side = em * SIDE;
                let bounds = Rect { x, y: at + em * DROP - side, width, height: side };
                placed.items.extend(self.mark_item(mark, bounds, &frame));
                x += width;
            }
            for line in &block.lines {
                // A space separates it from the next one.
                let line = line.clone().parted();
                self.line(&line, self.size, &frame, Point::new(x + em * AFTER_MARK, at), &mut placed.items);
            }
            x += em * AFTER_MARK + block.width();
            widest = widest.max(x);
            x += em * BETWEEN;
        }
        placed.over = (overflow(widest, frame.width), Mm::ZERO);
        (placed.top, placed.bottom) = (self.bounds.y, self.bounds.bottom() + lead * row);
        placed
    }

    /// Sets icons in columns, each as high as the box, with its words to the right in as few lines as possible, evenly
    /// broken.
    fn needs_in_columns(&self, needs: &[&Need], columns: u32) -> Placed {
        /// Between a mark and its words, and between two columns, in ems.
        const AFTER_MARK: f64 = 0.26;
        let Some(style) = self.style else { return Placed::default() };
        let frame = self.frame();
        let gap = self.size.to_mm() * AFTER_MARK;
        let column = frame.width / f64::from(columns);
        let side = frame.height;
        let mut placed = self.filled();
        let mut x = Mm::ZERO;
        for need in needs {
            let mut words_at = x;
            for mark in &need.marks {
                let width = side * self.renderer.proportion(mark);
                placed.items.extend(self.mark_item(
                    mark,
                    Rect { x: words_at, y: Mm::ZERO, width, height: side },
                    &frame,
                ));
                words_at += width;
            }
            words_at += gap;
            let words = Paragraphs::new(
                &self.renderer.typography().shaper,
                style,
                self.renderer.language(),
                &Rich::plain(need.words.as_str()),
            );
            placed.missing.extend(words.missing());
            // Words keep off the next column's mark.
            let is_last = x + column > frame.width - HAIR;
            let end = x + column - if is_last { Mm::ZERO } else { gap };
            let block = words.set(self.size, end - words_at);
            let top = (frame.height - block.height()) / 2.0;
            for line in &block.lines {
                let baseline = top + block.cap_height + line.baseline;
                let line = line.clone().parted();
                self.line(&line, block.size, &frame, Point::new(words_at + line.x, baseline), &mut placed.items);
            }
            placed.over.0 = placed.over.0.max(overflow(words_at + block.width(), end));
            placed.over.1 = placed.over.1.max(overflow(block.height(), frame.height));
            x += column;
        }
        placed.over.0 = placed.over.0.max(overflow(x, frame.width));
        placed
    }
}
