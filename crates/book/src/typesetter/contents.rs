//! The page of contents: chapters and kinds of card with their pages.

use super::blocks::Column;
use super::{TextAnchor, Typesetter};
use crate::game::{Colour, KindId};
use crate::measure::{FIRST, LEAD, MEASURE, TITLE, lines};
use crate::model::{Block, Doc, Inline, Target, letters, plain_kind};
use crate::scene::Item;
use crate::slab::{After, Opens, Slab, SlabLink};
use crate::units::{Mm, Point, Rect};

impl Typesetter<'_> {
    /// Contents with page numbers, then a few words on how the book is read, and a picture, if any.
    pub(crate) fn contents(&mut self, doc: &Doc, below: &[Block]) -> Vec<Slab> {
        let (mut opening, _) = self.title_slab(&Self::plain(self.game.phrases().contents), plain_kind(self.game));
        opening.opens = Opens::Page;
        opening.anchors.push(Target::Contents);
        let mut slabs = vec![opening];
        let list = self.element("TOC", None, None);
        for chapter in &doc.chapters {
            let number = chapter.number.map(|number| number.to_string());
            let target = Target::Section(chapter.id.clone());
            let mut line = self.chapter_line(number, &chapter.title, target, list);
            let kinds = chapter.blocks.iter().filter_map(|block| match block {
                Block::Cards { kind, id, .. } => Some((*kind, Target::Section(id.clone()))),
                _ => None,
            });
            let kinds: Vec<_> = kinds.collect();
            let last = kinds.len();
            line.after = if last > 0 { After::Held } else { After::Free };
            slabs.push(line);
            for (number, (kind, target)) in (1..).zip(kinds) {
                let mut line = self.kind_line(kind, target, list);
                line.height += if number == last { 0.5 } else { 0.0 };
                slabs.push(line);
            }
        }
        if let Some(summary) = &doc.summary {
            slabs.push(self.chapter_line(None, &summary.title, Target::Summary, list));
        }
        // Two lines of the list at least are on a page, and what belongs to a chapter stays with it.
        let count = slabs.len();
        if let [.., before, _] = &mut slabs[1..] {
            before.after = After::Held;
        }
        if count > 2 {
            slabs[1].after = After::Held;
        }
        if let Some(last) = slabs.last_mut().filter(|_| !below.is_empty()) {
            last.after = After::Held;
        }
        if !below.is_empty() {
            let mut rule = Slab::new(2.0);
            rule.items.push(self.cut_line(Mm::ZERO, lines(1.1), MEASURE));
            slabs.push(rule);
            let column = Column { style: "book-box", ..Column::PAGE };
            let mut below = self.blocks(below, column);
            // They stay with the list.
            if let [before @ .., _] = below.as_mut_slice() {
                before.iter_mut().for_each(|slab| slab.after = After::Held);
            }
            slabs.append(&mut below);
        }
        slabs
    }

    /// Draws a band of interlace and a title, and returns the title's element.
    pub(crate) fn title_slab(&mut self, title: &[Inline], kind: KindId) -> (Slab, usize) {
        let mut slab = Slab { after: After::Held, ..Slab::new(5.0) };
        slab.items.extend(self.title_band(kind));
        let element = self.element("H1", None, None);
        let (items, lines) = self.head(title, "book-chapter", Point::new(Mm::ZERO, TITLE), MEASURE);
        slab.items.extend(Self::tagged(element, items));
        slab.height += lines - 1.0;
        slab.running = Some(letters(title));
        slab.spine = Some(None);
        self.new_section();
        (slab, element)
    }

    fn chapter_line(&mut self, number: Option<String>, title: &[Inline], target: Target, list: usize) -> Slab {
        let mut slab = Slab::new(1.5);
        let item = self.element("TOCI", Some(list), None);
        if let Some(number) = number {
            let red = self.colour("reference");
            let label = self.element("Lbl", Some(item), None);
            slab.notes.push(self.left_note(&number, "book-contents-number", FIRST, red, label));
        }
        let element = self.reference(item);
        slab.items.extend(self.leader(title, "book-contents", Mm::ZERO, &target, element));
        let area = Rect { x: Mm::ZERO, y: Mm::ZERO, width: MEASURE, height: lines(1.2) };
        slab.links.push(SlabLink { area, target, element });
        slab
    }

    fn kind_line(&mut self, kind: KindId, target: Target, list: usize) -> Slab {
        const IN: Mm = Mm::new(6.0);
        let mut slab = Slab::new(1.0);
        let item = self.element("TOCI", Some(list), None);
        let element = self.reference(item);
        let side = Mm::new(3.8);
        let bounds = Rect { x: Mm::ZERO, y: FIRST - Mm::new(3.1), width: side, height: side };
        slab.items.extend(self.mark(&self.game.deck.kinds[kind].mark, bounds, self.colour("ink")));
        let title = Self::plain(&self.game.deck.kinds[kind].plural);
        slab.items.extend(self.leader(&title, "book", IN, &target, element));
        let area = Rect { x: Mm::ZERO, y: Mm::ZERO, width: MEASURE, height: LEAD };
        slab.links.push(SlabLink { area, target, element });
        slab
    }

    /// Returns the link of an item of the contents, with all its words.
    fn reference(&mut self, item: usize) -> usize {
        let reference = self.element("Reference", Some(item), None);
        self.element("Link", Some(reference), None)
    }

    /// Sets a title, dots, and the page at the right.
    fn leader(&mut self, title: &[Inline], style: &str, x: Mm, target: &Target, element: usize) -> Vec<Item> {
        const STEP: Mm = Mm::new(1.6);
        // Number of elements of a circle.
        const CIRCLE: usize = 6;
        let page = self.pages.get(target).map(|page| (page + 1).to_string()).unwrap_or_default();
        let page = Self::plain(&page);
        let mut items = self.words_at(title, style, Point::new(x, FIRST), TextAnchor::Left, Colour::Black).items;
        let end = Point::new(MEASURE, FIRST);
        items.extend(self.words_at(&page, "book-folio", end, TextAnchor::Right, Colour::Black).items);
        // Dots stand below one another on all lines.
        let from = ((x + self.width(title, style) + Mm::new(2.0)) / STEP).ceil();
        let to = ((MEASURE - self.width(&page, "book-folio") - Mm::new(1.8)) / STEP).floor();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a line has few dots")]
        let dots = (to - from + 1.0) as usize;
        let mut path = kurbo::BezPath::with_capacity(dots * CIRCLE);
        let mut dot = from;
        while dot <= to {
            let circle = kurbo::Circle::new(((STEP * dot).get(), FIRST.get() - 0.15), 0.16);
            path.extend(kurbo::Shape::path_elements(&circle, 1e-2));
            dot += 1.0;
        }
        let dots = (from <= to).then(|| self.shape(path, Colour::Black));
        dots.into_iter().chain(Self::tagged(element, items)).collect()
    }
}
