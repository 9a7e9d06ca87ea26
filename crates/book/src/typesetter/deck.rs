//! The list of the deck, from its data.

use std::sync::Arc;

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::game::{Card, Colour, KindId};
use crate::measure::{FIRST, HAIRLINE, MEASURE, RULE, lines};
use crate::model::{PieceIndex, Target};
use crate::scene::Attribute;
use crate::slab::{After, Slab, SlabLink};
use crate::units::{Mm, Point, Rect};

/// Right edge of the counts, left edge of the names, and the right edge of the values and left edge of the backs in a
/// deck with short names.
const COUNT: Mm = Mm::new(16.0);
const NAME: Mm = Mm::new(19.0);
const FIGURE: Mm = Mm::new(60.0);
const BACK: Mm = Mm::new(64.0);
/// The least between two columns.
const GAP: Mm = Mm::new(3.0);
/// The least width of a column of names.
const NAMES: Mm = Mm::new(24.0);

/// Columns of the list: number, name, value, back, page.
#[derive(Clone, Copy)]
struct Columns {
    /// Width of the names.
    names: Mm,
    /// Right edge of the values; `None` if no card has one.
    figure: Option<Mm>,
    /// Left edge of the backs; `None` if all cards have the same.
    back: Option<Mm>,
    /// True if the book describes any of the cards.
    has_pages: bool,
}

/// Place of the note of a kind.
#[derive(Clone, Copy)]
struct NotePlace {
    /// Element of the table.
    table: usize,
    columns: usize,
    /// True if the kind has a single row.
    is_single: bool,
}

impl Columns {
    fn count(self) -> usize {
        2 + usize::from(self.figure.is_some()) + usize::from(self.back.is_some()) + usize::from(self.has_pages)
    }
}

impl<'a> Typesetter<'a> {
    /// Sets the list of the deck: the number of each card, its value, its back, and its page. The list may be broken
    /// between two rows, and its head is repeated then.
    pub(crate) fn deck(&mut self) -> Vec<Slab> {
        let table = self.element("Table", self.parent, None);
        let columns = self.deck_columns();
        let head = self.deck_head(table, columns);
        let mut repeats = self.repeated(&head, Column::PAGE);
        repeats.height += 0.25;
        let repeats = Arc::new(repeats);
        let mut slabs = vec![head];
        for kind in KindId::all(&self.game.deck.kinds) {
            let cards: Vec<usize> =
                (0..self.game.deck.cards.len()).filter(|card| self.game.deck.cards[*card].kind == kind).collect();
            let count: u32 = cards.iter().map(|card| self.game.deck.cards[*card].count).sum();
            for (number, card) in cards.iter().enumerate() {
                let (first, left) = (number == 0, cards.len() - 1 - number);
                // Half a line above and below the cards of a kind, in which its rule is drawn.
                let above = if first { 0.25 } else { 0.0 };
                let mut row = Slab { inside: true, repeats: Some(Arc::clone(&repeats)), ..Slab::default() };
                if first {
                    let place = NotePlace { table, columns: columns.count(), is_single: left == 0 };
                    self.kind_note(kind, count, place, &mut row);
                }
                row.height = above + self.deck_row(*card, table, columns, lines(above), &mut row);
                // A single row at the foot or the top of a page belongs to nothing.
                row.after = if first && left > 0 || left == 1 { After::Held } else { After::Row };
                if left == 0 {
                    row.items.push(self.rule(Column::PAGE, lines(row.height + 0.35), HAIRLINE.to_mm()));
                    row.height += 0.25;
                }
                slabs.push(row);
            }
        }
        if let Some(last) = slabs.last_mut() {
            last.after = After::Held;
        }
        slabs.push(self.deck_total(table, columns));
        slabs
    }

    /// Returns the columns: in their usual positions if all names are short; else names have the remaining space.
    fn deck_columns(&mut self) -> Columns {
        let game = self.game;
        let width = |typesetter: &mut Self, text: &str, style: &str| typesetter.width(&Self::plain(text), style);
        let (mut names, mut figures, mut backs) = (Mm::ZERO, Mm::ZERO, Mm::ZERO);
        for card in 0..game.deck.cards.len() {
            names = names.max(width(self, &game.deck.cards[card].name, "book"));
            figures = figures.max(width(self, &self.figure_of(card), "book"));
            let back = self.back_of(card);
            backs = backs.max(width(self, back, "book"));
        }
        let [_, _, figure_head, back_head] = game.phrases().deck;
        let has_figures = figures > Mm::ZERO;
        let has_backs = (0..game.deck.cards.len()).any(|card| self.back_of(card) != self.back_of(0));
        let is_described = |card: &Card| self.pages.contains_key(&Target::Card(card.id.clone()));
        let has_pages = game.deck.cards.iter().any(is_described);
        let figures = figures.max(width(self, figure_head, "book-small"));
        let backs = backs.max(width(self, back_head, "book-small"));
        let before_figure = if has_figures { FIGURE - figures - GAP } else { BACK - GAP };
        let usual = if has_figures || has_backs { before_figure - NAME } else { MEASURE - NAME - GAP };
        let pages = width(self, game.phrases().page_head, "book-small") + GAP;
        if names <= usual {
            let (figure, back) = (has_figures.then_some(FIGURE), has_backs.then_some(BACK));
            return Columns { names: usual, figure, back, has_pages };
        }
        let right = if has_pages { MEASURE - pages } else { MEASURE };
        let back = right - backs;
        let figure = if has_backs { back - GAP } else { right };
        let end = if has_figures { figure - figures } else { figure + if has_backs { Mm::ZERO } else { GAP } };
        let (figure, back) = (has_figures.then_some(figure), has_backs.then_some(back));
        Columns { names: (end - GAP - NAME).max(NAMES), figure, back, has_pages }
    }

    /// Returns the value at a card's upper left, if it is text.
    fn figure_of(&self, card: usize) -> String {
        crate::model::letters(&self.index(PieceIndex::card(card)))
    }

    /// Returns the back of a card.
    fn back_of(&self, card: usize) -> &'a str {
        &self.game.face_kinds[self.game.deck.cards[card].faces[1].kind].id
    }

    fn deck_head(&mut self, table: usize, columns: Columns) -> Slab {
        let mut slab = Slab { before: 0.5, after: After::Held, ..Slab::new(1.0) };
        slab.items.push(self.rule(Column::PAGE, Mm::new(0.1), RULE.to_mm()));
        let row = self.element("TR", Some(table), None);
        let phrases = self.game.phrases();
        let [count, card, figure, back] = phrases.deck;
        let heads = [
            (count, Some(COUNT), TextAnchor::Right),
            (card, Some(NAME), TextAnchor::Left),
            (figure, columns.figure, TextAnchor::Right),
            (back, columns.back, TextAnchor::Left),
            (phrases.page_head, columns.has_pages.then_some(MEASURE), TextAnchor::Right),
        ];
        for (head, x, side) in heads {
            let Some(x) = x else { continue };
            let cell = self.element_with("TH", Some(row), vec![Attribute::Scope("Column")]);
            let set = self.words_at(&Self::plain(head), "book-small", Point::new(x, FIRST), side, Colour::Black);
            slab.items.extend(Self::tagged(cell, set.items));
        }
        slab.items.push(self.rule(Column::PAGE, lines(1.0) + Mm::new(0.2), HAIRLINE.to_mm()));
        slab
    }

    /// Sets the icon of a kind before its first card, its name and number in the outer margin, below one another unless
    /// it has a single row: a row of one cell.
    fn kind_note(&mut self, kind: KindId, count: u32, place: NotePlace, slab: &mut Slab) {
        let NotePlace { table, columns, is_single } = place;
        let bounds =
            Rect { x: Mm::ZERO, y: lines(0.25) + FIRST - Mm::new(3.6), width: Mm::new(4.6), height: Mm::new(4.6) };
        let (mark, name) = (self.game.deck.kinds[kind].mark.clone(), self.game.deck.kinds[kind].plural.to_lowercase());
        slab.items.extend(self.mark(&mark, bounds, self.kind_colour(kind, "kind")));
        let baseline = lines(0.25) + FIRST;
        let row = self.element("TR", Some(table), None);
        let cell = self.element_with("TD", Some(row), vec![Attribute::ColSpan(columns)]);
        if is_single {
            slab.notes.push(self.number_note(&format!("{name} {count}"), "book-small", baseline, Colour::Black, cell));
            return;
        }
        for (words, style, baseline) in
            [(name, "book-small", baseline), (count.to_string(), "book-number", baseline + lines(1.0))]
        {
            slab.notes.push(self.number_note(&words, style, baseline, Colour::Black, cell));
        }
    }

    /// Sets a card of the list; returns its number of lines.
    fn deck_row(&mut self, card: usize, table: usize, columns: Columns, y: Mm, slab: &mut Slab) -> f64 {
        let data = &self.game.deck.cards[card];
        let target = Target::Card(data.id.clone());
        let page = self.pages.get(&target).map(|page| (page + 1).to_string()).unwrap_or_default();
        let row = self.element("TR", Some(table), None);
        let cells = [
            (data.count.to_string(), Some(COUNT), TextAnchor::Right),
            (data.name.clone(), Some(NAME), TextAnchor::Left),
            (self.figure_of(card), columns.figure, TextAnchor::Right),
            (self.back_of(card).to_owned(), columns.back, TextAnchor::Left),
            (page, columns.has_pages.then_some(MEASURE), TextAnchor::Right),
        ];
        let Some(style) = self.style("book") else { return 1.0 };
        let mut link = None;
        let mut height = 1.0_f64;
        for (text, x, side) in cells {
            let Some(x) = x else { continue };
            let mut cell = self.element("TD", Some(row), None);
            let words = Self::plain(&text);
            let at = Point::new(x, y + FIRST);
            let items = if x == NAME {
                cell = self.element("Link", Some(cell), None);
                link = Some(cell);
                let block = self.set(&words, style, LineMode::Ragged, columns.names);
                #[allow(clippy::cast_precision_loss, reason = "a name has few lines")]
                let count = block.lines.len() as f64;
                height = height.max(count);
                self.lines_at(&block, at, Colour::Black).0
            } else {
                self.words_at(&words, "book", at, side, Colour::Black).items
            };
            slab.items.extend(Self::tagged(cell, items));
        }
        let area = Rect { x: NAME, y, width: MEASURE - NAME, height: lines(height) };
        slab.links.extend(link.map(|element| SlabLink { area, target, element }));
        height
    }

    fn deck_total(&mut self, table: usize, columns: Columns) -> Slab {
        let mut slab = Slab { inside: true, ..Slab::new(1.5) };
        let row = self.element("TR", Some(table), None);
        let baseline = lines(0.25) + FIRST;
        let total = self.game.deck_size.to_string();
        for (text, x, side) in
            [(total.as_str(), COUNT, TextAnchor::Right), (self.game.phrases().cards, NAME, TextAnchor::Left)]
        {
            let columns = if x == NAME { vec![Attribute::ColSpan(columns.count() - 1)] } else { Vec::new() };
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
