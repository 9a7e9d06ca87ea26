//! Signs with their meanings, and the contents of the box: both in two columns.

use super::Typesetter;
use super::blocks::Column;
use super::setting::LineMode;
use super::skirmish::wide_side;
use crate::game::{Colour, filled};
use crate::measure::{FIRST, lines};
use crate::model::{ComponentEntry, Inline, Picture, Sign};
use crate::scene::Attribute;
use crate::slab::{After, Slab};
use crate::units::{Mm, Point, Rect};

/// Between the two columns.
const GAP: Mm = Mm::new(5.0);
/// Side of a sign, from the baseline down to its lower edge, and from its left edge to its meaning.
const SIGN: Mm = Mm::new(4.0);
const SIGN_DROP: Mm = Mm::new(0.65);
const MEANING: Mm = Mm::new(6.2);
/// Width of a component's picture, from its left edge to the words, and its number of lines with the space below it.
const PICTURE: Mm = Mm::new(14.0);
const WORDS: Mm = Mm::new(17.1);
/// Maximum height of a picture.
const PICTURE_HEIGHT: Mm = Mm::new(20.0);
const PICTURE_LINES: f64 = 4.8;
/// Maximum radius of a counter in the picture of counters, and the gap between two relative to it.
const COUNTER: Mm = Mm::new(2.1);
const BETWEEN: f64 = 0.36;

impl Typesetter<'_> {
    /// Signs and their meanings, two in a row.
    pub(crate) fn legend(&mut self, signs: &[Sign], column: Column) -> Vec<Slab> {
        let list = self.element_with("L", self.parent, vec![Attribute::ListNumbering("None")]);
        let rows = signs.len().div_ceil(2);
        let mut slabs = Vec::with_capacity(rows);
        for (number, row) in signs.chunks(2).enumerate() {
            let mut slab = Slab { after: After::line(number, rows), inside: number > 0, grid: true, ..Slab::new(1.0) };
            for (sign, column) in row.iter().zip(columns(column)) {
                let height = self.sign(sign, column, list, &mut slab);
                slab.height = slab.height.max(height);
            }
            slabs.push(slab);
        }
        slabs
    }

    /// Sets a sign and its meaning; returns its number of lines.
    fn sign(&mut self, sign: &Sign, column: Column, list: usize, slab: &mut Slab) -> f64 {
        let item = self.element("LI", Some(list), None);
        let label = self.element("Lbl", Some(item), None);
        let alt = filled(self.game.phrases().the_sign, &[&sign.mark.replace(['-', '/'], " ")]);
        let figure = self.element("Figure", Some(label), Some(alt));
        let bounds = Rect { x: column.x, y: FIRST + SIGN_DROP - SIGN, width: SIGN, height: SIGN };
        let drawn = self.mark(&sign.mark, bounds, Colour::Black);
        slab.items.extend(Self::tagged(figure, drawn.into_iter().collect()));
        let body = self.element("LBody", Some(item), None);
        self.words_beside(&sign.meaning, column.indented(MEANING), 0.0, body, slab)
    }

    /// Sets the contents of the box, two things per row, each with its picture; it isn't broken across pages.
    pub(crate) fn components(&mut self, components: &[ComponentEntry], column: Column) -> Vec<Slab> {
        let list = self.element("L", self.parent, None);
        let rows = components.len().div_ceil(2);
        let mut slabs = Vec::with_capacity(rows);
        for (number, row) in components.chunks(2).enumerate() {
            let before = if number == 0 { 0.5 } else { 0.0 };
            let after = if number + 1 == rows { After::Free } else { After::Held };
            let mut slab = Slab { before, after, inside: number > 0, ..Slab::new(PICTURE_LINES) };
            for (component, column) in row.iter().zip(columns(column)) {
                let height = self.component(component, column, list, &mut slab);
                slab.height = slab.height.max(height);
            }
            slabs.push(slab);
        }
        slabs
    }

    /// Sets a component: its picture, its name in bold, and its description.
    fn component(&mut self, component: &ComponentEntry, column: Column, list: usize, slab: &mut Slab) -> f64 {
        let item = self.element("LI", Some(list), None);
        let body = self.element("LBody", Some(item), None);
        let alt = match component.picture {
            Picture::Card(card) => filled(self.game.phrases().the_card, &[&card.data(self.game).name]),
            Picture::Back => self.game.phrases().a_back.to_owned(),
            Picture::Counters => self.game.phrases().counters.to_owned(),
        };
        let figure = self.element("Figure", Some(body), Some(alt));
        // The picture begins as high as the words.
        let at = Point::new(column.x, FIRST - Mm::new(2.7));
        let drawn = match component.picture {
            Picture::Card(card) => {
                let size = card.component(self.game).format.size;
                let width = PICTURE.min(PICTURE_HEIGHT * (size.width / size.height));
                self.face(card, 0, at, width)
            }
            Picture::Back => self.common_back(at, PICTURE),
            Picture::Counters => self.counters(at),
        };
        slab.items.extend(Self::tagged(figure, drawn));
        let words = self.element("P", Some(body), None);
        let bold = |inline: &Inline| {
            let mut inline = inline.clone();
            inline.formatting.strong = true;
            inline
        };
        let name: Vec<Inline> = component.name.iter().map(bold).collect();
        let column = column.indented(WORDS);
        let y = self.words_beside(&name, column, 0.0, words, slab);
        y + self.words_beside(&component.words, column, y, words, slab)
    }

    /// Sets words beside a picture, a number of lines below the slab's top; returns their number of lines.
    fn words_beside(&mut self, words: &[Inline], column: Column, y: f64, element: usize, slab: &mut Slab) -> f64 {
        let Some(style) = self.style("book-legend") else { return 0.0 };
        let block = self.set(words, style, LineMode::Ragged, column.measure);
        let (items, links) = self.lines_at(&block, Point::new(column.x, lines(y) + FIRST), Colour::Black);
        slab.links.extend(links);
        slab.items.extend(Self::tagged(element, items));
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let height = block.lines.len() as f64;
        height
    }

    /// Draws health counters in rows, as on the table.
    pub(crate) fn counters(&self, at: Point) -> Vec<crate::scene::Item> {
        let counters = self.dealt("health");
        let down = wide_side(counters);
        let across = counters.div_ceil(down.max(1)).max(1);
        // As many radii as the picture is wide: two for each counter, and the room between them.
        let radius = (PICTURE / (f64::from(across) * (2.0 + BETWEEN) - BETWEEN)).min(COUNTER);
        let step = |count: u32| (PICTURE - radius * 2.0) / f64::from(count.saturating_sub(1).max(1));
        let (apart, lower) = (step(across), radius * (2.0 + BETWEEN));
        let place = |counter: u32| {
            let (column, row) = (f64::from(counter % across), f64::from(counter / across));
            Point::new(at.x + radius + apart * column, at.y + radius + lower * row)
        };
        (0..counters).flat_map(|counter| self.counter(place(counter), radius)).collect()
    }
}

/// Returns the two halves of a column.
fn columns(column: Column) -> [Column; 2] {
    let left = Column { measure: (column.measure - GAP) / 2.0, ..column };
    [left, Column { x: column.x + left.measure + GAP, ..left }]
}
