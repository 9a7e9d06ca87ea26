//! The list of the deck, from its data.

use super::blocks::Column;
use super::measure::{FIRST, HAIRLINE, MEASURE, RULE, lines};
use super::model::Target;
use super::slab::{After, Slab, SlabLink};
use super::typesetter::{TextAnchor, Typesetter};
use crate::game::Colour;
use crate::scene::Attribute;
use crate::units::{Mm, Point, Rect};

/// Right edge of the counts, left edge of the names, right edge of the figures, left edge of the backs.
const COUNT: Mm = Mm::new(16.0);
const NAME: Mm = Mm::new(19.0);
const FIGURE: Mm = Mm::new(60.0);
const BACK: Mm = Mm::new(64.0);
/// Number, name, figure, back, page.
const COLUMNS: usize = 5;

impl Typesetter<'_> {
    /// How many there are of each card, its figure, its back, and the page that describes it.
    pub(super) fn deck(&mut self) -> Vec<Slab> {
        let table = self.element("Table", self.parent, None);
        let mut slabs = vec![self.deck_head(table)];
        for kind in 0..self.game.kinds.len() {
            let cards: Vec<usize> =
                (0..self.game.cards.len()).filter(|card| self.game.cards[*card].kind == kind).collect();
            if cards.is_empty() {
                continue;
            }
            let mut group = Slab { after: After::Held, ..Slab::new(0.5) };
            let count: u32 = cards.iter().map(|card| self.game.cards[*card].count).sum();
            self.kind_note(kind, count, table, &mut group);
            let mut y = 0.25;
            for card in cards {
                self.deck_row(card, table, lines(y), &mut group);
                y += 1.0;
            }
            group.items.push(self.rule(Column::PAGE, lines(y + 0.35), HAIRLINE.to_mm()));
            group.height = y + 0.25;
            slabs.push(group);
        }
        slabs.push(self.deck_total(table));
        slabs
    }

    fn deck_head(&mut self, table: usize) -> Slab {
        let mut slab = Slab { before: 0.5, after: After::Held, ..Slab::new(1.0) };
        slab.items.push(self.rule(Column::PAGE, Mm::new(0.1), RULE.to_mm()));
        let row = self.element("TR", Some(table), None);
        let phrases = self.game.phrases();
        let [count, card, figure, back] = phrases.deck;
        let heads = [
            (count, COUNT, TextAnchor::Right),
            (card, NAME, TextAnchor::Left),
            (figure, FIGURE, TextAnchor::Right),
            (back, BACK, TextAnchor::Left),
            (phrases.page_head, MEASURE, TextAnchor::Right),
        ];
        for (head, x, side) in heads {
            let cell = self.element_with("TH", Some(row), vec![Attribute::Scope("Column")]);
            let set = self.words_at(&Self::plain(head), "book-small", Point::new(x, FIRST), side, Colour::Black);
            slab.items.extend(Self::tagged(cell, set.items));
        }
        slab.items.push(self.rule(Column::PAGE, lines(1.0) + Mm::new(0.2), HAIRLINE.to_mm()));
        slab
    }

    /// The mark of a kind before its first card, its name and number in the outer margin: a row of one cell.
    fn kind_note(&mut self, kind: usize, count: u32, table: usize, slab: &mut Slab) {
        let bounds =
            Rect { x: Mm::ZERO, y: lines(0.25) + FIRST - Mm::new(3.6), width: Mm::new(4.6), height: Mm::new(4.6) };
        let (mark, name) = (self.game.kinds[kind].mark.clone(), self.game.kinds[kind].plural.to_lowercase());
        slab.items.extend(self.mark(&mark, bounds, self.kind_colour(kind, "kind")));
        let baseline = lines(0.25) + FIRST;
        let row = self.element("TR", Some(table), None);
        let cell = self.element_with("TD", Some(row), vec![Attribute::ColSpan(COLUMNS)]);
        for (words, style, baseline) in
            [(name, "book-small", baseline), (count.to_string(), "book-number", baseline + lines(1.0))]
        {
            slab.notes.push(self.number_note(&words, style, baseline, Colour::Black, cell));
        }
    }

    fn deck_row(&mut self, card: usize, table: usize, y: Mm, slab: &mut Slab) {
        let data = &self.game.cards[card];
        let index = data.faces[0].texts.get("index").map(|told| told.value.letters()).unwrap_or_default();
        let back = self.game.face_kinds[data.faces[1].kind].id.clone();
        let target = Target::Card(data.id.clone());
        let page = self.pages.get(&target).map(|page| (page + 1).to_string()).unwrap_or_default();
        let row = self.element("TR", Some(table), None);
        let cells = [
            (data.count.to_string(), COUNT, TextAnchor::Right),
            (data.name.clone(), NAME, TextAnchor::Left),
            (index, FIGURE, TextAnchor::Right),
            (back, BACK, TextAnchor::Left),
            (page, MEASURE, TextAnchor::Right),
        ];
        let mut link = None;
        for (text, x, side) in cells {
            let mut cell = self.element("TD", Some(row), None);
            if x == NAME {
                cell = self.element("Link", Some(cell), None);
                link = Some(cell);
            }
            let words = Self::plain(&text);
            let set = self.words_at(&words, "book", Point::new(x, y + FIRST), side, Colour::Black);
            slab.items.extend(Self::tagged(cell, set.items));
        }
        let area = Rect { x: NAME, y, width: MEASURE - NAME, height: lines(1.0) };
        slab.links.extend(link.map(|element| SlabLink { area, target, element }));
    }

    fn deck_total(&mut self, table: usize) -> Slab {
        let mut slab = Slab::new(1.5);
        let row = self.element("TR", Some(table), None);
        let baseline = lines(0.25) + FIRST;
        let total = self.game.deck_size().to_string();
        for (text, x, side) in
            [(total.as_str(), COUNT, TextAnchor::Right), (self.game.phrases().cards, NAME, TextAnchor::Left)]
        {
            let columns = if x == NAME { vec![Attribute::ColSpan(COLUMNS - 1)] } else { Vec::new() };
            let cell = self.element_with("TD", Some(row), columns);
            let mut words = Self::plain(text);
            words[0].formatting.strong = true;
            let set = self.words_at(&words, "book", Point::new(x, baseline), side, Colour::Black);
            slab.items.extend(Self::tagged(cell, set.items));
        }
        slab.items.push(self.rule(Column::PAGE, lines(1.5) + Mm::new(0.1), RULE.to_mm()));
        slab
    }
}
