//! Examples of play, and the sums in them.

use super::blocks::Column;
use super::{TextAnchor, Typesetter};
use crate::game::{Colour, Ink, KindId, number};
use crate::measure::{FIRST, MEASURE, lines};
use crate::model::{Block, Inline, Part};
use crate::slab::Slab;
use crate::units::{Mm, Point, Rect};

/// Width of a box's spine, and of the interlace in it.
const SPINE: Mm = Mm::new(6.6);
const WEAVE: Mm = Mm::new(4.4);
/// From the column's edges to the words.
const LEFT: Mm = Mm::new(10.0);
const RIGHT: Mm = Mm::new(3.4);

impl Typesetter<'_> {
    /// Sets a box with an example of play: title, words, sums. It isn't broken across pages.
    pub(crate) fn example(&mut self, title: &[Inline], blocks: &[Block]) -> Slab {
        let kind = self.kind_here;
        let outer = self.parent;
        self.parent = Some(self.element("Sect", outer, None));
        let column = Column { x: LEFT, measure: MEASURE - LEFT - RIGHT, style: "book-box", justified: true };
        let mut inner = vec![self.example_title(title, kind)];
        inner.extend(self.blocks(blocks, column));
        self.parent = outer;
        // Figures bring their own distance from the words.
        let before = |slab: &Slab| if slab.floats { 0.0 } else { slab.before };
        let height: f64 = inner.iter().map(|slab| before(slab) + slab.height).sum();
        // Half a line is left free above and below, in which the background begins and ends.
        let mut slab = Slab { height: (height + 1.0).ceil(), ..Slab::figure() };
        let (top, bottom) = (lines(0.5 - 0.32), lines(0.5 + height + 0.3));
        let ground = Rect { x: Mm::ZERO, y: top, width: MEASURE, height: bottom - top };
        slab.items.extend(self.ground(ground, kind));
        let mut y = lines(0.5);
        for part in inner {
            let height = part.height;
            y += lines(before(&part));
            slab.take_in(part, Point::new(Mm::ZERO, y));
            y += lines(height);
        }
        slab
    }

    fn example_title(&mut self, title: &[Inline], kind: KindId) -> Slab {
        let mut slab = Slab::new(1.0);
        let element = self.element("H3", self.parent, None);
        let colour = self.kind_colour(kind, "kind");
        let label = self.words_at(
            &Self::plain(self.game.phrases().example),
            "book-small",
            Point::new(LEFT, FIRST),
            TextAnchor::Left,
            colour,
        );
        let after = LEFT + self.width(&Self::plain(self.game.phrases().example), "book-small") + Mm::new(2.4);
        let words = self.words_at(title, "book-caption", Point::new(after, FIRST), TextAnchor::Left, Colour::Black);
        self.check_line(title, "book-caption", MEASURE - RIGHT - after);
        let mut items = label.items;
        items.extend(words.items);
        slab.items = Self::tagged(element, items);
        slab
    }

    /// Draws the background of a box and its spine; an outline in the low-ink version.
    fn ground(&self, bounds: Rect, kind: KindId) -> Vec<crate::scene::Item> {
        let mut items = Vec::new();
        let spine = Rect { width: SPINE, ..bounds };
        let weave = Rect {
            x: (SPINE - WEAVE) / 2.0,
            y: bounds.y + Mm::new(1.6),
            width: WEAVE,
            height: bounds.height - Mm::new(3.2),
        };
        let kind_colour = self.kind_colour(kind, "kind");
        if self.renderer.ink() == Ink::Low {
            let line = Mm::new(0.18);
            for edge in [
                Rect { height: line, ..bounds },
                Rect { y: bounds.bottom() - line, height: line, ..bounds },
                Rect { width: line, ..bounds },
                Rect { x: bounds.right() - line, width: line, ..bounds },
            ] {
                items.push(self.rect(edge, Colour::Black));
            }
            items.extend(self.weave(kind, weave, kind_colour, None));
        } else {
            items.push(self.rect(bounds, self.colour("box")));
            items.push(self.rect(spine, kind_colour));
            let edge = Rect { x: SPINE, width: Mm::new(0.3), ..bounds };
            items.push(self.rect(edge, self.colour("ink")));
            let contour = Some(self.kind_colour(kind, "contour"));
            items.extend(self.weave(kind, weave, self.kind_colour(kind, "strand"), contour));
        }
        items
    }

    /// Sets a sum with a label under each number.
    pub(crate) fn sum(&mut self, parts: &[Part], column: Column) -> Slab {
        const CELL: f64 = 13.4;
        const SIGN: f64 = 4.2;
        let mut slab = Slab::new(2.0);
        #[allow(clippy::cast_precision_loss, reason = "a handful of figures")]
        let (cells, signs) = (parts.len() as f64, parts.len().saturating_sub(1) as f64);
        let room = column.measure.get();
        // Long sums are set closer.
        let scale = (room / (cells * CELL + signs * SIGN)).min(1.0);
        let (cell, gap) = (Mm::new(CELL * scale), Mm::new(SIGN * scale));
        let (figures, labels) = (lines(0.12) + FIRST + Mm::new(1.0), lines(1.0) + FIRST - Mm::new(0.3));
        let alt: Vec<String> = parts
            .iter()
            .map(|part| {
                format!("{} {} {}", part.sign.map_or(String::new(), String::from), part.label, number(part.figure))
            })
            .collect();
        let element = self.element("Formula", self.parent, Some(alt.join(" ").trim().to_owned()));
        let mut items = Vec::new();
        let mut x = column.x;
        for part in parts {
            if let Some(sign) = part.sign {
                let at = Point::new(x + gap / 2.0, figures);
                items.extend(
                    self.words_at(&Self::plain(&sign.to_string()), "book", at, TextAnchor::Middle, Colour::Black).items,
                );
                x += gap;
            }
            let result = part.sign == Some('=');
            let colour = if result { self.colour("reference") } else { Colour::Black };
            let middle = x + cell / 2.0;
            let figure = Self::plain(&number(part.figure));
            items.extend(
                self.words_at(&figure, "book-sum", Point::new(middle, figures), TextAnchor::Middle, colour).items,
            );
            let label = Self::plain(&part.label);
            self.check_line(&label, "book-sum-label", cell + gap);
            items.extend(
                self.words_at(&label, "book-sum-label", Point::new(middle, labels), TextAnchor::Middle, Colour::Black)
                    .items,
            );
            x += cell;
        }
        slab.items = Self::tagged(element, items);
        slab
    }
}
