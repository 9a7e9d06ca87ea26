//! The steps of a turn: a number in a disc for each, and interlace from one to the next.

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::PageText;
use crate::game::{Colour, KindId};
use crate::measure::{FIRST, MEASURE, lines};
use crate::model::{Block, Inline, Paragraph, Step, Target, What, plain_kind};
use crate::scene::Attribute;
use crate::slab::{After, Slab};
use crate::units::{Mm, Point, Rect};

/// Radius of a disc, and the middle of the band.
const RADIUS: Mm = Mm::new(5.1);
const AXIS: Mm = Mm::new(5.1);
/// Start of the words.
const LEFT: Mm = Mm::new(14.0);

impl Typesetter<'_> {
    /// Sets steps, one below the other; none is broken across pages.
    pub(crate) fn steps(&mut self, steps: &[Step]) -> Vec<Slab> {
        let outer = self.parent;
        let list = self.element_with("L", outer, vec![Attribute::ListNumbering("Decimal")]);
        let mut slabs = Vec::new();
        for (number, step) in (1..).zip(steps) {
            let item = self.element("LI", Some(list), None);
            let label = self.element("Lbl", Some(item), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let mut slab = self.step(number, label, step, number == steps.len());
            slab.before = if number == 1 { 1.0 } else { 0.0 };
            slabs.push(slab);
        }
        self.parent = outer;
        slabs
    }

    fn step(&mut self, number: usize, label: usize, step: &Step, last: bool) -> Slab {
        let mut slab = Slab::new(0.0);
        let column = Column::PAGE.indented(LEFT);
        let head = self.element("H2", self.parent, None);
        let title =
            self.words_at(&step.title, "book-section", Point::new(LEFT, FIRST), TextAnchor::Left, Colour::Black);
        self.check_line(&step.title, "book-section", MEASURE - LEFT);
        slab.items.extend(Self::tagged(head, title.items));
        let red = self.colour("reference");
        slab.notes.push(self.number_note(&step.number, "book-number", FIRST, red, head));
        slab.anchors.push(Target::Section(step.id.clone()));
        self.new_section();
        let area = Rect { x: LEFT, y: Mm::ZERO, width: MEASURE - LEFT, height: lines(1.0) };
        slab.texts.push(PageText { area, at: step.at.clone() });
        let mut y = 1.0;
        for block in &step.blocks {
            let parts = match block {
                Block::List { items, .. } => items.iter().flat_map(|item| self.choice(item)).collect(),
                block => self.blocks(std::slice::from_ref(block), column),
            };
            for part in parts {
                y += part.before;
                let height = part.height;
                slab.take_in(part, Point::new(Mm::ZERO, lines(y)));
                y += height;
            }
        }
        slab.height = if last { y.ceil() } else { (y + 0.5).ceil() };
        let height = if last { 0.0 } else { slab.height };
        let mut whole = Slab { height: slab.height, ..Slab::default() };
        self.disc_and_band(number, label, step.kind, height, &mut whole);
        whole.take_in(slab, Point::default());
        whole
    }

    /// Sets one of several possible actions: a bar, an icon, and the words.
    fn choice(&mut self, item: &[Block]) -> Vec<Slab> {
        const BAR: Mm = Mm::new(1.2);
        /// Lines left free below it.
        const APART: f64 = 0.25;
        const MARK: Mm = Mm::new(6.4);
        const WORDS: Mm = Mm::new(14.0);
        let [Block::Paragraph(paragraph)] = item else {
            return self.blocks(item, Column::PAGE.indented(LEFT));
        };
        let (mark, words): (Option<&str>, &[Inline]) = match paragraph.words.split_first() {
            Some((Inline { what: What::Mark(name), .. }, rest)) => (Some(name), rest),
            _ => (None, &paragraph.words),
        };
        let Some(style) = self.style("book") else { return Vec::new() };
        let x = LEFT + WORDS;
        let block = self.set(words, style, LineMode::Ragged, MEASURE - x);
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let height = block.lines.len() as f64;
        let mut slab = Slab { after: After::Held, ..Slab::new(height + APART) };
        if let Some(mark) = mark {
            let kind = KindId::find(&self.game.deck.kinds, |kind| kind.mark == mark);
            let colour = kind.map_or(self.colour("ink"), |kind| self.kind_colour(kind, "kind"));
            let top = Mm::new(0.9);
            let bar = Rect { x: LEFT, y: top, width: BAR, height: lines(height) - Mm::new(1.2) };
            slab.items.push(self.rect(bar, colour));
            let middle = bar.y + bar.height / 2.0;
            let bounds = Rect { x: LEFT + Mm::new(4.2), y: middle - MARK / 2.0, width: MARK, height: MARK };
            slab.items.extend(self.mark(mark, bounds, self.colour("ink")));
        }
        let element = self.element("P", self.parent, None);
        let (items, links) = self.lines_at(&block, Point::new(x, FIRST), Colour::Black);
        slab.links.extend(links);
        slab.items.extend(Self::tagged(element, items));
        let mut slabs = vec![slab];
        self.mark_text(&mut slabs, &paragraph.at, Column::PAGE.indented(x));
        slabs
    }

    /// Draws the disc of a step with its number, and the band from it to the next, which begins a number of lines
    /// further down.
    fn disc_and_band(&mut self, number: usize, label: usize, kind: KindId, height: f64, slab: &mut Slab) {
        const BAND: Mm = Mm::new(4.0);
        let middle = Point::new(AXIS, FIRST - Mm::new(1.2));
        let below = middle.y + RADIUS + Mm::new(0.5);
        // Up to the disc of the next step, which begins as this one does.
        let end = lines(height) + middle.y - RADIUS - Mm::new(0.5);
        let bounds = Rect { x: AXIS - BAND / 2.0, y: below, width: BAND, height: end - below };
        let plain = plain_kind(self.game);
        if bounds.height > BAND * 2.0 {
            slab.items.extend(self.weave(plain, bounds, self.kind_colour(plain, "kind"), None));
        }
        slab.items.push(self.disc(middle, RADIUS, self.kind_colour(kind, "kind")));
        let paper = self.colour("paper");
        let at = Point::new(middle.x, middle.y + Mm::new(2.0));
        let words = self.words_at(&Self::plain(&number.to_string()), "book-step", at, TextAnchor::Middle, paper);
        slab.items.extend(Self::tagged(label, words.items));
    }

    /// Sets a list of rulings, which may follow a paragraph; in the structure its labels are the numbers.
    pub(crate) fn rulings(&mut self, rulings: &[Paragraph], column: Column, follows: bool) -> Vec<Slab> {
        let outer = self.parent;
        let list = self.element_with("L", outer, vec![Attribute::ListNumbering("None")]);
        let mut slabs = Vec::new();
        for ruling in rulings {
            let item = self.element("LI", Some(list), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let indented = follows || !slabs.is_empty();
            let mut set = self.paragraph(&Paragraph { number: None, ..ruling.clone() }, column, indented);
            let label = self.element("Lbl", Some(item), None);
            self.number(&mut set, ruling, label);
            slabs.append(&mut set);
        }
        self.parent = outer;
        slabs
    }
}
