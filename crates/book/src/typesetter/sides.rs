//! Cards side by side: with both their faces, or played together.

use super::{TextAnchor, Typesetter};
use crate::game::{Colour, filled};
use crate::measure::{LEAD, MEASURE, lines};
use crate::model::{Inline, PieceIndex};
use crate::slab::Slab;
use crate::units::{Mm, Point};

/// Between the two faces of a card, and between two cards.
const BETWEEN: Mm = Mm::new(1.6);
const APART: Mm = Mm::new(4.8);
/// Width of a face where only one card is shown.
const SINGLE: Mm = Mm::new(30.0);
/// From the foot of a face to the baseline of its name, and the minimum from there to the next slab, in lines.
const NAME: Mm = Mm::new(3.6);
const BELOW: f64 = 0.2;
/// Width of a card that is played together with others, the space for a plus between two of them, and the number per
/// row.
const PLAYED: Mm = Mm::new(26.4);
const PLUS: Mm = Mm::new(8.4);
pub(crate) const MOST_TOGETHER: usize = 3;

impl Typesetter<'_> {
    /// Sets each card with its front and its other face, two cards per row, and the caption.
    pub(crate) fn sides(&mut self, cards: &[PieceIndex], caption: &[Inline]) -> Slab {
        let width = if cards.len() == 1 { SINGLE } else { (MEASURE - BETWEEN * 2.0 - APART) / 4.0 };
        let pair = width * 2.0 + BETWEEN;
        let height = self.highest(cards, width);
        let row_lines = ((height + NAME) / LEAD + BELOW).ceil();
        let names: Vec<String> = cards.iter().flat_map(|card| [0, 1].map(|side| self.side_name(*card, side))).collect();
        let alt = filled(self.game.phrases().both_faces, &[&names.join(", ")]);
        let figure = self.element("Figure", self.parent, Some(alt));
        let mut slab = Slab::figure();
        let mut items = Vec::new();
        let mut y = 0.0;
        for row in cards.chunks(2) {
            let left = if row.len() == 1 { (MEASURE - pair) / 2.0 } else { Mm::ZERO };
            for (place, card) in [0.0, 1.0].into_iter().zip(row) {
                for side in [0, 1] {
                    let x = left + (pair + APART) * place + (width + BETWEEN) * f64::from(side);
                    let top = lines(y);
                    items.extend(self.face(*card, usize::from(side), Point::new(x, top), width));
                    let name = Self::plain(&self.side_name(*card, side));
                    let at = Point::new(x + width / 2.0, top + height + NAME);
                    items.extend(self.words_at(&name, "book-label", at, TextAnchor::Middle, Colour::Black).items);
                }
            }
            y += row_lines;
        }
        slab.items = Self::tagged(figure, items);
        self.end_with_caption(&mut slab, caption, y);
        slab
    }

    /// Sets cards that are played together, with a plus between them, each with its kind below it, and the caption.
    pub(crate) fn together(&mut self, cards: &[PieceIndex], caption: &[Inline]) -> Slab {
        let height = self.highest(cards, PLAYED);
        let names: Vec<String> = cards.iter().map(|card| card.data(self.game).name.clone()).collect();
        let alt = filled(self.game.phrases().together, &[&names.join(", ")]);
        let figure = self.element("Figure", self.parent, Some(alt));
        let mut items = Vec::new();
        #[allow(clippy::cast_precision_loss, reason = "a handful of cards")]
        let count = cards.len() as f64;
        let mut x = (MEASURE - PLAYED * count - PLUS * (count - 1.0)) / 2.0;
        for (number, card) in cards.iter().enumerate() {
            if number > 0 {
                let at = Point::new(x - PLUS / 2.0, height / 2.0 + Mm::new(1.2));
                items.extend(
                    self.words_at(&Self::plain("+"), "book-section", at, TextAnchor::Middle, Colour::Black).items,
                );
            }
            items.extend(self.face(*card, 0, Point::new(x, Mm::ZERO), PLAYED));
            let kind = Self::plain(&card.component(self.game).kind(card.data(self.game)).name);
            let at = Point::new(x + PLAYED / 2.0, height + NAME);
            items.extend(self.words_at(&kind, "book-label", at, TextAnchor::Middle, Colour::Black).items);
            x += PLAYED + PLUS;
        }
        let mut slab = Slab::figure();
        slab.items = Self::tagged(figure, items);
        self.end_with_caption(&mut slab, caption, ((height + NAME) / LEAD + BELOW).ceil());
        slab
    }

    /// Returns the maximum height of some pieces at this width.
    fn highest(&self, cards: &[PieceIndex], width: Mm) -> Mm {
        let height = |card: &PieceIndex| {
            let size = card.component(self.game).format.size;
            width * (size.height / size.width)
        };
        cards.iter().map(height).fold(Mm::ZERO, Mm::max)
    }

    /// Returns the words below a face: the name of the card, or of the state that its other face shows.
    pub(crate) fn side_name(&self, card: PieceIndex, side: u8) -> String {
        let card = card.data(self.game);
        match side {
            0 => card.name.to_lowercase(),
            _ => self.game.face_kinds[card.faces[1].kind].name.replace('-', " "),
        }
    }
}
