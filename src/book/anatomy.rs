//! A card with its parts pointed out.

use super::measure::{FIRST, MEASURE, lines};
use super::model::{Callout, Inline};
use super::setter::{Manners, Setter, Side};
use super::slab::Slab;
use crate::game::Colour;
use crate::problem::Problem;
use crate::units::{Mm, Point, Rect};

/// Width of the card on the page, and its left edge.
const CARD: Mm = Mm::new(52.0);
const LEFT: Mm = Mm::new(19.0);
/// Lines from the figure's top to the card's, and below it.
const ABOVE: f64 = 0.4;

impl Setter<'_> {
    /// A card at four fifths of its size; lines lead from its parts to their names.
    pub(super) fn anatomy(&mut self, card: usize, caption: &[Inline], parts: &[Callout]) -> Slab {
        let format = self.game.format;
        let scale = CARD / format.size.width;
        let height = format.size.height * scale;
        let top = lines(ABOVE);
        let rows = ((top + height) / lines(1.0)).ceil() + 1.0;
        let mut slab = Slab { before: 0.5, ..Slab::new(rows + 1.0) };
        let name = self.game.cards[card].name.clone();
        let said: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
        let alternative = format!("The card {name}, with these parts pointed out: {}.", said.join(", "));
        let figure = self.element("Figure", self.parent, Some(alternative));
        let mut items = self.face(self.studio.deck.cards[card].front.0, Point::new(LEFT, top), CARD);
        let mut taken: [Mm; 2] = [Mm::ZERO, Mm::ZERO];
        for part in self.placed(card, parts) {
            let (callout, slot) = part;
            let spot = Rect {
                x: LEFT + slot.x * scale,
                y: top + slot.y * scale,
                width: slot.width * scale,
                height: slot.height * scale,
            };
            items.extend(self.callout(&callout, spot, &mut taken));
        }
        slab.items = Self::tagged(figure, items);
        let caption = self.caption(caption, lines(rows));
        slab.take_in(caption, Point::default());
        slab
    }

    /// The parts that the card's template has, with their boxes, from top to bottom.
    fn placed(&mut self, card: usize, parts: &[Callout]) -> Vec<(Callout, Rect)> {
        let boxes = self.studio.slot_boxes(self.studio.deck.cards[card].front);
        let mut placed = Vec::new();
        for part in parts {
            match boxes.iter().find(|(name, _)| *name == part.slot) {
                Some((_, bounds)) => placed.push((part.clone(), *bounds)),
                None => {
                    let what = format!("the book points out `{}`, which the card's template does not have", part.slot);
                    let problem = Problem::error(part.at.clone(), what);
                    self.problems.push(problem.suggest(&part.slot, boxes.iter().map(|(name, _)| name.as_str())));
                }
            }
        }
        placed.sort_by(|a, b| a.1.y.get().total_cmp(&b.1.y.get()));
        placed
    }

    /// A dot in the part, a line bent once, a rule as wide as its label, and the label under it.
    fn callout(&mut self, callout: &Callout, spot: Rect, taken: &mut [Mm; 2]) -> Vec<crate::scene::Item> {
        const GAP: Mm = Mm::new(3.0);
        // What stands in the left half of the card is named at the left.
        let left = spot.middle().x < LEFT + CARD / 2.0 && spot.right() < LEFT + CARD * 0.62;
        let (from, to) = if left { (Mm::new(-9.0), LEFT - GAP) } else { (LEFT + CARD + GAP, MEASURE) };
        let column = usize::from(left);
        let y = (spot.middle().y - Mm::new(5.0)).max(taken[column]);
        let dot = if left {
            Point::new(spot.middle().x - Mm::new(4.0), spot.middle().y)
        } else {
            Point::new(spot.right() - Mm::new(0.5), spot.middle().y)
        };
        let (near, far) = if left { (to, from) } else { (from, to) };
        let red = self.colour("reference");
        let mut items = self.pointer(dot, Point::new(near, y), Point::new(far, y), red);
        let side = if left { Side::Right } else { Side::Left };
        let x = if left { to } else { from };
        let name = Self::plain(&callout.name.to_lowercase());
        items.extend(self.words_at(&name, "book-callout", Point::new(x, y + Mm::new(3.8)), side, Colour::Black).items);
        let Some(style) = self.style("book-callout-text") else { return items };
        let block = self.set(&callout.words, style, Manners::Ragged, to - from);
        let mut last = y + Mm::new(3.8);
        for line in &block.lines {
            let at =
                Point::new(if left { to - line.width } else { from }, y + Mm::new(3.8) + Mm::new(4.2) + line.baseline);
            last = at.y;
            items.extend(self.line(line, block.size, at, Colour::Black).0);
        }
        taken[column] = last + Mm::new(5.0);
        items
    }

    /// A line from a dot to the near end of a rule, cased in white so that it holds on dark ground.
    fn pointer(&self, dot: Point, near: Point, far: Point, colour: Colour) -> Vec<crate::scene::Item> {
        let mut items = Vec::new();
        for (width, colour) in [(Mm::new(0.78), Colour::WHITE), (Mm::new(0.25), colour)] {
            let mut path = kurbo::BezPath::new();
            let point = |at: Point| (at.x.get(), at.y.get());
            path.move_to(point(dot));
            path.line_to(point(near));
            path.line_to(point(far));
            let stroke = kurbo::Stroke::new(width.get()).with_caps(kurbo::Cap::Butt).with_join(kurbo::Join::Round);
            let area = kurbo::stroke(path, &stroke, &kurbo::StrokeOpts::default(), 1e-3);
            let bounds = kurbo::Shape::bounding_box(&area);
            let shape = crate::scene::Shape { path: area, colour, even_odd: false };
            let drawing = crate::scene::Drawing::shapes(vec![shape], bounds);
            items.push(crate::scene::Item::Drawing { drawing, place: kurbo::Affine::IDENTITY, clip: None });
        }
        items.push(self.disc(dot, Mm::new(0.95), Colour::WHITE));
        items.push(self.disc(dot, Mm::new(0.7), colour));
        items
    }

    /// A caption: its number, then its words, on the grid.
    pub(super) fn caption(&mut self, words: &[Inline], top: Mm) -> Slab {
        let mut slab = Slab::new(1.0);
        self.figures += 1;
        let label = Inline {
            manner: crate::game::Manner { term: true, ..Default::default() },
            ..Self::plain(&format!("Figure {}", self.figures)).remove(0)
        };
        let mut all = vec![label];
        all.extend(Self::plain("  "));
        all.extend(words.iter().cloned());
        let element = self.element("Caption", self.parent, None);
        let Some(style) = self.style("book-caption") else { return slab };
        let block = self.set(&all, style, Manners::Ragged, MEASURE);
        let mut items = Vec::new();
        for line in &block.lines {
            let (more, links) =
                self.line(line, block.size, Point::new(Mm::ZERO, top + FIRST + line.baseline), Colour::Black);
            items.extend(more);
            slab.links.extend(links);
        }
        slab.items = Self::tagged(element, items);
        slab
    }
}
