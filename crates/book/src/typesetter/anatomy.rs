//! A card with its parts pointed out.

use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Colour, filled};
use crate::measure::{FIRST, MEASURE, lines};
use crate::model::{Callout, Inline, PieceIndex};
use crate::scene::Item;
use crate::slab::Slab;
use crate::units::{Mm, Point, Rect};

/// Width of the card on the page, and its left edge.
const CARD: Mm = Mm::new(46.0);
const LEFT: Mm = Mm::new(21.0);
/// Positions of labels, at the left and at the right of the card.
const LABELS_LEFT: (Mm, Mm) = (Mm::ZERO, Mm::new(17.6));
const LABELS_RIGHT: (Mm, Mm) = (Mm::new(70.4), MEASURE);
/// From a label's rule to its name, and from there to its words.
const NAME: Mm = Mm::new(3.8);
const WORDS: Mm = Mm::new(4.2);
/// Lines from the figure's top to the card's, and below it.
const ABOVE: f64 = 0.4;

impl Typesetter<'_> {
    /// Draws a card at almost three quarters of its size; lines lead from its parts to their names.
    pub(crate) fn anatomy(&mut self, card: PieceIndex, caption: &[Inline], parts: &[Callout]) -> Slab {
        let format = card.component(self.game).format;
        let scale = CARD / format.size.width;
        let height = format.size.height * scale;
        let top = lines(ABOVE);
        let rows = ((top + height) / lines(1.0)).ceil() + 1.0;
        let mut slab = Slab::figure();
        let name = card.data(self.game).name.clone();
        let names: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
        let alternative = filled(self.game.phrases().with_parts, &[&name, &names.join(", ")]);
        let figure = self.element("Figure", self.parent, Some(alternative));
        let mut items = self.face(card, 0, Point::new(LEFT, top), CARD);
        // The face itself isn't reflected with the page.
        let from_right = self.language.is_from_right();
        let spot = |slot: Rect| Rect {
            x: LEFT + if from_right { format.size.width - slot.right() } else { slot.x } * scale,
            y: top + slot.y * scale,
            width: slot.width * scale,
            height: slot.height * scale,
        };
        let placed: Vec<(Callout, Rect)> =
            self.placed(card, parts).into_iter().map(|(callout, slot)| (callout, spot(slot))).collect();
        // Parts in the left half of the card have labels at the left.
        let is_left = |spot: &Rect| spot.right() < LEFT + CARD * 0.62;
        let (left, right): (Vec<_>, Vec<_>) = placed.into_iter().partition(|(_, spot)| is_left(spot));
        let foot = lines(rows);
        items.extend(self.callouts(left, true, top, foot));
        items.extend(self.callouts(right, false, top, foot));
        slab.items = Self::tagged(figure, items);
        self.end_with_caption(&mut slab, caption, rows);
        slab
    }

    /// Returns the parts that the card's template has, with the areas that they fill, from top to bottom.
    pub(crate) fn placed(&mut self, card: PieceIndex, parts: &[Callout]) -> Vec<(Callout, Rect)> {
        let renderer = self.pieces.get(card.sort).map(|pieces| pieces.renderer);
        let boxes = renderer.map(|renderer| renderer.slot_boxes(renderer.deck().cards[card.card].front));
        let boxes = boxes.unwrap_or_default();
        let mut placed = Vec::new();
        // An unreadable template is reported elsewhere.
        for part in parts.iter().filter(|_| !boxes.is_empty()) {
            match boxes.iter().find(|(name, _)| *name == part.slot) {
                Some((_, bounds)) => placed.push((part.clone(), self.filled_area(card, *bounds))),
                None => {
                    let what = format!("unknown part `{}`: the card's template doesn't have it", part.slot);
                    let diagnostic = Diagnostic::error(Code::CALLOUT_UNKNOWN, part.at.clone(), what);
                    self.diagnostics.push(diagnostic.suggest(&part.slot, boxes.iter().map(|(name, _)| name.as_str())));
                }
            }
        }
        placed.sort_by(|a, b| a.1.y.get().total_cmp(&b.1.y.get()));
        placed
    }

    /// Returns the part of a box that a card's words and icons fill, or all of it if they fill none.
    fn filled_area(&self, card: PieceIndex, bounds: Rect) -> Rect {
        // Letters and icons may reach a little over the edge.
        let around = bounds.grown(Mm::new(0.5)).to_kurbo();
        let items = self.scene_of(card, 0).map(|scene| scene.items.as_slice()).unwrap_or_default();
        let inside = items.iter().filter_map(Item::covered).filter(|area| around.union(*area) == around);
        inside
            .reduce(|all, area| all.union(area))
            .map_or(bounds, |area| Rect::mm(area.x0, area.y0, area.width(), area.height()))
    }

    /// Places the callouts of one side, as near to the height of their parts as possible without touching.
    fn callouts(&mut self, callouts: Vec<(Callout, Rect)>, left: bool, top: Mm, foot: Mm) -> Vec<Item> {
        const ABOVE_PART: Mm = Mm::new(5.0);
        let (from, to) = if left { LABELS_LEFT } else { LABELS_RIGHT };
        let Some(style) = self.style("book-callout-text") else { return Vec::new() };
        let mut set = Vec::new();
        let (mut y, mut pushed) = (top, Mm::ZERO);
        for (callout, spot) in callouts {
            let block = self.set(&callout.words, style, LineMode::Ragged, to - from);
            let wanted = spot.middle().y - ABOVE_PART;
            let at = y.max(wanted);
            pushed = pushed.max(at - wanted);
            y = at + NAME + WORDS + block.lines.last().map_or(Mm::ZERO, |line| line.baseline) + Mm::new(3.6);
            set.push((callout, spot, block, at));
        }
        // Half of the overlap moves down.
        let over = (y - pushed / 2.0 - foot).get();
        if let Some((callout, ..)) = set.iter().max_by_key(|(.., block, _)| block.lines.len()).filter(|_| over > 0.0) {
            let (what, at) = (
                format!("the descriptions of this card's parts overflow by {}", Mm::new(over).excess()),
                callout.at.clone(),
            );
            self.too_long(Code::BOOK_LINE_TOO_LONG, &at, what);
        }
        // The other half moves up.
        let up = pushed / 2.0;
        set.into_iter()
            .flat_map(|(callout, spot, block, y)| self.callout(&callout, spot, &block, y - up, left))
            .collect()
    }

    /// Draws a callout: a dot in the part, a bent line, a rule as wide as its label, and the label under it.
    fn callout(&mut self, callout: &Callout, spot: Rect, block: &crate::text::Block, y: Mm, left: bool) -> Vec<Item> {
        let (from, to) = if left { LABELS_LEFT } else { LABELS_RIGHT };
        let dot = if left {
            Point::new(spot.x - Mm::new(0.9), spot.middle().y)
        } else {
            Point::new(spot.right() + Mm::new(0.9), spot.middle().y)
        };
        let (near, far) = if left { (to, from) } else { (from, to) };
        let red = self.colour("reference");
        let mut items = self.pointer(dot, Point::new(near, y), Point::new(far, y), red);
        let side = if left { TextAnchor::Right } else { TextAnchor::Left };
        let x = if left { to } else { from };
        let name = Self::plain(&callout.name.to_lowercase());
        let over = (self.width(&name, "book-callout") - (to - from)).get();
        if over > 0.5 {
            let what = format!("the name of this part overflows by {}", Mm::new(over).excess());
            self.too_long(Code::BOOK_LINE_TOO_LONG, &callout.at, what);
        }
        items.extend(self.words_at(&name, "book-callout", Point::new(x, y + NAME), side, Colour::Black).items);
        for line in &block.lines {
            let x = if left { to - line.width } else { from };
            let at = Point::new(x, y + NAME + WORDS + line.baseline);
            items.extend(self.line(line, block.size, at, Colour::Black).0);
        }
        items
    }

    /// Draws a line from a dot to the near end of a rule, with a white casing for dark backgrounds.
    fn pointer(&self, dot: Point, near: Point, far: Point, colour: Colour) -> Vec<Item> {
        let mut items = Vec::new();
        for (width, colour) in [(Mm::new(0.78), Colour::WHITE), (Mm::new(0.25), colour)] {
            let mut path = kurbo::BezPath::new();
            let point = |at: Point| (at.x.get(), at.y.get());
            path.move_to(point(dot));
            path.line_to(point(near));
            path.line_to(point(far));
            let stroke = kurbo::Stroke::new(width.get()).with_caps(kurbo::Cap::Butt).with_join(kurbo::Join::Round);
            if self.language.is_from_right() {
                // It bends to the other side.
                let middle = kurbo::Shape::bounding_box(&path).center().x;
                path.apply_affine(kurbo::Affine::new([-1.0, 0.0, 0.0, 1.0, middle * 2.0, 0.0]));
            }
            let area = kurbo::stroke(path, &stroke, &kurbo::StrokeOpts::default(), 1e-3);
            items.push(self.shape(area, colour));
        }
        items.push(self.disc(dot, Mm::new(0.95), Colour::WHITE));
        items.push(self.disc(dot, Mm::new(0.7), colour));
        items
    }

    /// Ends a figure with its caption, a number of lines below the figure's top, and half an empty line.
    pub(crate) fn end_with_caption(&mut self, slab: &mut Slab, words: &[Inline], top: f64) {
        const BELOW: f64 = 0.5;
        let caption = self.caption(words, MEASURE, TextAnchor::Left);
        slab.height = top + caption.height + BELOW;
        slab.take_in(caption, Point::new(Mm::ZERO, lines(top)));
    }

    /// Sets a caption in a measure: its number, then its words.
    pub(crate) fn caption(&mut self, words: &[Inline], measure: Mm, align: TextAnchor) -> Slab {
        let mut slab = Slab::new(1.0);
        self.figures += 1;
        let label = Inline {
            formatting: crate::game::Formatting { term: true, ..Default::default() },
            ..Self::plain(&filled(self.game.phrases().figure, &[&self.figures.to_string()])).remove(0)
        };
        let mut all = vec![label];
        all.extend(Self::plain("  "));
        all.extend(words.iter().cloned());
        let element = self.element("Caption", self.parent, None);
        let Some(style) = self.style("book-caption") else { return slab };
        let mut block = self.set(&all, style, LineMode::Ragged, measure);
        if align == TextAnchor::Middle {
            block.lines.iter_mut().for_each(|line| line.x = (measure - line.width) / 2.0);
        }
        let (items, links) = self.lines_at(&block, Point::new(Mm::ZERO, FIRST), Colour::Black);
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let height = block.lines.len() as f64;
        slab.height = height;
        slab.links = links;
        slab.items = Self::tagged(element, items);
        slab
    }
}
