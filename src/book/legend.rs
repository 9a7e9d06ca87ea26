//! Signs with their meanings, and what is in the box: both in two columns.

use super::blocks::Column;
use super::measure::{FIRST, LEAD, lines};
use super::model::{Component, Inline, Picture, Sign};
use super::setter::{Manners, Setter};
use super::slab::{After, Slab};
use crate::game::Colour;
use crate::scene::Attribute;
use crate::units::{Mm, Point, Rect};

/// Between the two columns.
const GAP: Mm = Mm::new(5.0);
/// Side of a sign, from the baseline down to its lower edge, and from its left edge to its meaning.
const SIGN: Mm = Mm::new(4.0);
const SIGN_DROP: Mm = Mm::new(0.65);
const MEANING: Mm = Mm::new(6.2);
/// Width of a component's picture, from its left edge to the words, and lines that it takes with the blank below it.
const PICTURE: Mm = Mm::new(14.5);
const WORDS: Mm = Mm::new(17.6);
const PICTURE_LINES: f64 = 5.0;
/// Counters of the picture of counters, in a row and in a column, and their radius.
const COUNTERS: (i32, i32) = (3, 4);
const COUNTER: Mm = Mm::new(2.1);

impl Setter<'_> {
    /// Signs and their meanings, two in a row.
    pub(super) fn legend(&mut self, signs: &[Sign], column: Column) -> Vec<Slab> {
        let list = self.element_with("L", self.parent, vec![Attribute::ListNumbering("None")]);
        let rows = signs.len().div_ceil(2);
        let mut slabs = Vec::with_capacity(rows);
        for (number, row) in signs.chunks(2).enumerate() {
            let mut slab = Slab { after: After::line(number, rows), inside: number > 0, grid: true, ..Slab::new(1.0) };
            for (sign, (x, measure)) in row.iter().zip(columns(column)) {
                let height = self.sign(sign, x, measure, list, &mut slab);
                slab.height = slab.height.max(height);
            }
            slabs.push(slab);
        }
        slabs
    }

    /// A sign and its meaning; gives the lines that it takes.
    fn sign(&mut self, sign: &Sign, x: Mm, measure: Mm, list: usize, slab: &mut Slab) -> f64 {
        let item = self.element("LI", Some(list), None);
        let label = self.element("Lbl", Some(item), None);
        let said = format!("The sign {}.", sign.mark.replace(['-', '/'], " "));
        let figure = self.element("Figure", Some(label), Some(said));
        let bounds = Rect { x, y: FIRST + SIGN_DROP - SIGN, width: SIGN, height: SIGN };
        let drawn = self.mark(&sign.mark, bounds, Colour::Black);
        slab.items.extend(Self::tagged(figure, drawn.into_iter().collect()));
        let body = self.element("LBody", Some(item), None);
        self.words_beside(&sign.meaning, x + MEANING, 0.0, measure - MEANING, body, slab)
    }

    /// What is in the box, two things in a row, each with its picture.
    pub(super) fn components(&mut self, components: &[Component], column: Column) -> Vec<Slab> {
        let list = self.element("L", self.parent, None);
        let mut slabs = Vec::new();
        for (number, row) in components.chunks(2).enumerate() {
            let before = if number == 0 { 0.5 } else { 0.0 };
            let mut slab = Slab { before, inside: number > 0, ..Slab::new(PICTURE_LINES) };
            for (component, (x, measure)) in row.iter().zip(columns(column)) {
                let height = self.component(component, x, measure, list, &mut slab);
                slab.height = slab.height.max(height);
            }
            slabs.push(slab);
        }
        slabs
    }

    /// A component: its picture, its name in bold, and what there is to say of it.
    fn component(&mut self, component: &Component, x: Mm, measure: Mm, list: usize, slab: &mut Slab) -> f64 {
        let item = self.element("LI", Some(list), None);
        let body = self.element("LBody", Some(item), None);
        let said = match component.picture {
            Picture::Card(card) => format!("The card {}.", self.game.cards[card].name),
            Picture::Back => "The back of a card.".to_owned(),
            Picture::Counters => "Health counters.".to_owned(),
        };
        let figure = self.element("Figure", Some(body), Some(said));
        // The picture begins as high as the words.
        let at = Point::new(x, FIRST - Mm::new(2.7));
        let drawn = match component.picture {
            Picture::Card(card) => self.face(self.studio.deck.cards[card].front.0, at, PICTURE),
            Picture::Back => self.common_back(at, PICTURE),
            Picture::Counters => self.counters(at),
        };
        slab.items.extend(Self::tagged(figure, drawn));
        let words = self.element("P", Some(body), None);
        let bold = |inline: &Inline| {
            let mut inline = inline.clone();
            inline.manner.strong = true;
            inline
        };
        let name: Vec<Inline> = component.name.iter().map(bold).collect();
        let measure = measure - WORDS;
        let y = self.words_beside(&name, x + WORDS, 0.0, measure, words, slab);
        y + self.words_beside(&component.words, x + WORDS, y, measure, words, slab)
    }

    /// Words beside a picture, so many lines below the slab's top; gives the lines that they take.
    fn words_beside(&mut self, words: &[Inline], x: Mm, y: f64, measure: Mm, element: usize, slab: &mut Slab) -> f64 {
        let Some(style) = self.style("book-legend") else { return 0.0 };
        let block = self.set(words, style, Manners::Ragged, measure);
        let (items, links) = self.lines_at(&block, Point::new(x, lines(y) + FIRST), Colour::Black);
        slab.links.extend(links);
        slab.items.extend(Self::tagged(element, items));
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let height = block.lines.len() as f64;
        height
    }

    /// Health counters in rows, as they lie on the table.
    fn counters(&self, at: Point) -> Vec<crate::scene::Item> {
        let (across, down) = COUNTERS;
        let step = (PICTURE - COUNTER * 2.0) / f64::from(across - 1);
        let mut items = Vec::new();
        for row in 0..down {
            for place in 0..across {
                let x = at.x + COUNTER + step * f64::from(place);
                let y = at.y + COUNTER + LEAD * 1.08 * f64::from(row);
                items.extend(self.counter(Point::new(x, y), COUNTER));
            }
        }
        items
    }
}

/// Left edge and measure of the two columns.
fn columns(column: Column) -> [(Mm, Mm); 2] {
    let measure = (column.measure - GAP) / 2.0;
    [(column.x, measure), (column.x + measure + GAP, measure)]
}
