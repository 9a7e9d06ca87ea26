//! The items of a face, each set into its box.

use std::sync::Arc;

use kurbo::Affine;

use super::renderer::FaceRenderer;
use super::renderer::weaving::Weaving;
use super::slot::{PictureFit, Slot, VerticalAlign};
use crate::emblem::Emblem;
use crate::game::{Rich, TextSpan};
use crate::scene::{Clip, Drawing, Item, Text, TextKind, Tints, Turn, contain, cover};
use crate::text::{Block, Line, Paragraphs, Piece, SetMark, Style};
use crate::units::{Mm, Point, Pt, Rect};

/// A part in its place.
#[derive(Default)]
pub(super) struct Placed {
    /// Drawing.
    pub items: Vec<Item>,
    /// Top and bottom of the content, as other slots follow it.
    pub top: Mm,
    pub bottom: Mm,
    /// Excess width and height.
    pub over: (Mm, Mm),
    /// Letters that no font has.
    pub missing: Vec<char>,
}

/// Maps an upright box to the box rotated around its middle.
pub(super) struct Frame {
    /// The size of the box as its content sees it.
    pub width: Mm,
    pub height: Mm,
    middle: Point,
    turn: Turn,
    /// Rotation of the box itself around the corner of the cut.
    slant: Turn,
}

impl Frame {
    fn new(bounds: Rect, turn: Turn, slant: Turn) -> Self {
        let size =
            if matches!(turn, Turn::Quarter | Turn::ThreeQuarters) { bounds.size().turned() } else { bounds.size() };
        Self { width: size.width, height: size.height, middle: bounds.middle(), turn, slant }
    }

    /// Returns the transform from the upright box, whose upper left corner is the origin, to the card.
    fn map(&self) -> Affine {
        self.slant.affine() * self.to_box()
    }

    /// Does the same without the slant of the box.
    fn to_box(&self) -> Affine {
        let to_middle = Affine::translate((-self.width.get() / 2.0, -self.height.get() / 2.0));
        Affine::translate((self.middle.x.get(), self.middle.y.get())) * self.turn.affine() * to_middle
    }

    fn point(&self, x: Mm, y: Mm) -> Point {
        let at = self.map() * kurbo::Point::new(x.get(), y.get());
        Point::new(Mm::new(at.x), Mm::new(at.y))
    }

    /// Returns top and bottom, on the card without the slant of the box, of a rectangle with these corners in the
    /// upright box.
    fn extent(&self, one: Point, other: Point) -> (Mm, Mm) {
        let height = |corner: Point| Mm::new((self.to_box() * kurbo::Point::new(corner.x.get(), corner.y.get())).y);
        let (a, b) = (height(one), height(other));
        (a.min(b), a.max(b))
    }
}

/// Inputs for the parts of a face.
pub(super) struct PartBuilder<'a> {
    pub renderer: &'a FaceRenderer<'a>,
    pub slot: &'a Slot,
    /// The slot's number in its template.
    pub number: u16,
    /// Area that the content must not leave.
    pub bounds: Rect,
    pub style: Option<&'a Style>,
    pub size: Pt,
    /// Purpose of its text.
    pub kind: TextKind,
    /// Colours of words that have one of their own.
    pub tints: Option<&'a Arc<Tints>>,
}

/// An excess of a thousandth of a millimetre isn't an error.
pub(super) const HAIR: Mm = Mm::new(1e-3);

/// Returns the excess of a length over the available one.
pub(super) fn overflow(is: Mm, room: Mm) -> Mm {
    if is > room + HAIR { is - room } else { Mm::ZERO }
}

impl PartBuilder<'_> {
    pub(super) fn frame(&self) -> Frame {
        Frame::new(self.bounds, self.slot.turn, self.slot.slant)
    }

    /// Returns a set block: its lines as text, its marks as drawings.
    fn block(&self, block: &Block, frame: &Frame) -> Placed {
        let height = block.height();
        let top = match self.slot.upright {
            VerticalAlign::Top => Mm::ZERO,
            VerticalAlign::Middle => (frame.height - height) / 2.0,
            VerticalAlign::Bottom => frame.height - height,
        };
        let mut items = Vec::with_capacity(block.lines.len());
        for line in &block.lines {
            let baseline = top + block.cap_height + line.baseline;
            self.line(&line.clone().parted(), block.size, frame, Point::new(line.x, baseline), &mut items);
        }
        let left = block.lines.iter().map(|line| line.x).fold(frame.width, Mm::min);
        let right = block.lines.iter().map(|line| line.x + line.width).fold(left, Mm::max);
        let (on_card, end) = frame.extent(Point::new(left, top), Point::new(right, top + height));
        Placed {
            items,
            top: on_card,
            bottom: end,
            over: (overflow(block.width(), frame.width), overflow(height, frame.height)),
            missing: Vec::new(),
        }
    }

    /// Adds a line with its left end at a point of the frame.
    pub(super) fn line(&self, line: &Line, size: Pt, frame: &Frame, start: Point, items: &mut Vec<Item>) {
        let Point { x, y: baseline } = start;
        for piece in &line.pieces {
            if let Piece::Mark(mark) = piece {
                items.push(Item::ActualText(alt_text(&mark.name)));
                items.extend(self.mark_in_line(mark, frame, x + mark.x, baseline));
            }
        }
        if line.pieces.iter().any(|piece| matches!(piece, Piece::Run(_))) {
            let at = frame.point(x, baseline);
            let (turn, colour, effect) = (frame.slant.and(frame.turn), self.slot.colour, self.slot.effect);
            let (line, kind, tints) = (line.clone(), self.kind, self.tints.cloned());
            let slot = Some(self.number);
            let pictures = self.renderer.pictures_in_line(&line, size);
            items.push(Item::Text(Text { line, at, turn, size, colour, effect, kind, tints, slot }));
            items.extend(pictures.into_iter().map(|(drawing, place)| {
                let place = frame.map() * Affine::translate((x.get(), baseline.get())) * place;
                Item::Drawing { drawing, place, clip: None }
            }));
        }
    }

    fn mark_in_line(&self, mark: &SetMark, frame: &Frame, x: Mm, baseline: Mm) -> Option<Item> {
        let bounds = Rect { x, y: baseline + mark.drop - mark.side, width: mark.side, height: mark.side };
        self.mark_item(&mark.name, bounds, frame)
    }

    /// Returns a mark in a box of the frame.
    pub(super) fn mark_item(&self, name: &str, bounds: Rect, frame: &Frame) -> Option<Item> {
        let drawing = self.renderer.mark(name, self.slot.colour)?;
        let place = frame.map() * contain(drawing.bounds, bounds);
        Some(Item::Drawing { drawing, place, clip: None })
    }

    /// Sets paragraphs, or one line.
    pub fn text(&self, text: &Rich, in_line: bool) -> Placed {
        let Some(style) = self.style else { return Placed::default() };
        let frame = self.frame();
        let paragraphs = Paragraphs::new(&self.renderer.typography().shaper, style, self.renderer.language(), text);
        let block = match in_line {
            true => paragraphs.set_in_line(self.size, frame.width),
            false if self.slot.avoid.is_empty() => paragraphs.set(self.size, frame.width),
            false => self.set_around(&paragraphs, &frame),
        };
        Placed { missing: paragraphs.missing(), ..self.block(&block, &frame) }
    }

    /// Sets paragraphs around the areas that the slot avoids.
    fn set_around(&self, paragraphs: &Paragraphs<'_>, frame: &Frame) -> Block {
        /// Distance of letters from the areas that they avoid.
        const APART: Mm = Mm::new(1.0);
        let about = |area: &Rect| Rect { x: area.x - self.bounds.x, y: area.y - self.bounds.y, ..*area }.grown(APART);
        let areas: Vec<Rect> = self.slot.avoid.iter().map(about).collect();
        let above = |block: &Block| match self.slot.upright {
            VerticalAlign::Top => Mm::ZERO,
            VerticalAlign::Middle => (frame.height - block.height()) / 2.0,
            VerticalAlign::Bottom => frame.height - block.height(),
        };
        let set = |above: Mm| {
            let room = |top: Mm, bottom: Mm| {
                let beside = areas.iter().filter(|area| area.y < above + bottom && area.bottom() > above + top);
                beside.fold((Mm::ZERO, frame.width), |(left, right), area| {
                    // The area to avoid is at the nearer edge.
                    let is_left = area.x + area.width / 2.0 < frame.width / 2.0;
                    if is_left { (left.max(area.right()), right) } else { (left, right.min(area.x)) }
                })
            };
            paragraphs.set_around(self.size, &room)
        };
        // If a text isn't aligned at the top, its start depends on its height.
        let first = set(above(&paragraphs.set(self.size, frame.width)));
        set(above(&first))
    }

    /// Sets a number as large as its box allows: digits with a smaller sign, or icons side by side.
    pub fn figure(&self, text: &Rich) -> Placed {
        let Some(style) = self.style else { return Placed::default() };
        let frame = self.frame();
        let marks: Vec<&str> = text
            .paragraphs
            .iter()
            .flatten()
            .filter_map(|span| if let TextSpan::Mark(name) = span { Some(name.as_str()) } else { None })
            .collect();
        if !marks.is_empty() {
            return self.marks_abreast(&marks, &frame);
        }
        let letters = text.plain_text();
        let sign_length = letters.chars().next().filter(|sign| ['+', '−'].contains(sign)).map_or(0, char::len_utf8);
        let (sign, digits) = letters.split_at(sign_length);
        let shape = |text: &str| {
            Paragraphs::new(&self.renderer.typography().shaper, style, self.renderer.language(), &Rich::plain(text))
        };
        let sign = (!sign.is_empty()).then(|| shape(sign));
        let widest = shape(&digits.replace(|letter: char| letter.is_ascii_digit(), "0"));
        let digits = shape(digits);
        let mut missing = digits.missing();
        // Sign and digits keep their proportion; together they are made to fit.
        const SIGN: f64 = 0.68;
        let width_at = |size: Pt, digits: &Paragraphs<'_>| {
            let sign = sign.as_ref().map_or(Mm::ZERO, |sign| sign.set_in_line(size * SIGN, Mm::ZERO).width());
            sign + digits.set_in_line(size, Mm::ZERO).width()
        };
        // As if its digits were the widest, to give all numbers of the same length one size.
        let size = self.size * (frame.width / width_at(self.size, &widest)).min(1.0);
        let size = size * (frame.height / digits.set_in_line(size, Mm::ZERO).height()).min(1.0);
        let big = digits.set_in_line(size, Mm::ZERO);
        let width = width_at(size, &digits);
        let mut placed = Placed::default();
        let mut x = (frame.width - width) / 2.0;
        let left = x;
        let top = match self.slot.upright {
            VerticalAlign::Top => Mm::ZERO,
            VerticalAlign::Middle => (frame.height - big.height()) / 2.0,
            VerticalAlign::Bottom => frame.height - big.height(),
        };
        let baseline = top + big.cap_height;
        if let Some(sign) = &sign {
            missing.extend(sign.missing());
            let small = sign.set_in_line(size * SIGN, Mm::ZERO);
            // The sign's middle is the digits' middle.
            let raised = baseline - (big.cap_height - small.cap_height) / 2.0;
            for line in &small.lines {
                self.line(line, small.size, &frame, Point::new(x, raised), &mut placed.items);
            }
            x += small.width();
        }
        for line in &big.lines {
            self.line(line, size, &frame, Point::new(x, baseline), &mut placed.items);
        }
        (placed.top, placed.bottom) = frame.extent(Point::new(left, top), Point::new(left + width, baseline));
        placed.over = (Mm::ZERO, overflow(big.height(), frame.height));
        placed.missing = missing;
        placed
    }

    /// Marks in a row, as large as the box allows.
    fn marks_abreast(&self, marks: &[&str], frame: &Frame) -> Placed {
        #[allow(clippy::cast_precision_loss, reason = "a handful of marks")]
        let count = marks.len() as f64;
        let side = frame.height.min(frame.width / count);
        let mut x = (frame.width - side * count) / 2.0;
        let y = match self.slot.upright {
            VerticalAlign::Top => Mm::ZERO,
            VerticalAlign::Middle => (frame.height - side) / 2.0,
            VerticalAlign::Bottom => frame.height - side,
        };
        let (top, bottom) = frame.extent(Point::new(x, y), Point::new(x + side * count, y + side));
        let mut items = Vec::with_capacity(marks.len());
        for mark in marks {
            items.push(Item::ActualText(alt_text(mark)));
            items.extend(self.mark_item(mark, Rect { x, y, width: side, height: side }, frame));
            x += side;
        }
        Placed { items, top, bottom, ..Placed::default() }
    }

    /// Returns the content that fills its box.
    pub(super) fn filled(&self) -> Placed {
        Placed { top: self.bounds.y, bottom: self.bounds.bottom(), ..Placed::default() }
    }

    /// Returns the drawing, covering its box or within it.
    pub fn art(&self, drawing: &Arc<Drawing>) -> Placed {
        let slant = self.slot.slant;
        let place = match self.slot.fit {
            Some(PictureFit::Contain) => contain(drawing.bounds, self.bounds),
            Some(PictureFit::Cover) | None => cover(drawing.bounds, self.bounds),
        };
        let place = slant.affine() * place;
        let clip = Some(Clip { rect: self.bounds, turn: slant });
        let drawing = match self.slot.opacity {
            opacity if opacity < 1.0 => self.renderer.faded(drawing, opacity),
            _ => Arc::clone(drawing),
        };
        Placed { items: vec![Item::Drawing { drawing, place, clip }], ..self.filled() }
    }

    /// Returns a mark, as large as its box.
    pub fn mark(&self, name: &str) -> Placed {
        let frame = self.frame();
        Placed { items: self.marks_abreast(&[name], &frame).items, ..self.filled() }
    }

    /// Returns an emblem, as large as its box.
    pub fn emblem(&self, emblem: Emblem) -> Placed {
        let frame = self.frame();
        let bounds = Rect { x: Mm::ZERO, y: Mm::ZERO, width: frame.width, height: frame.height };
        let drawing = self.renderer.emblem(emblem, self.slot.colour);
        let place = frame.map() * contain(drawing.bounds, bounds);
        Placed { items: vec![Item::Drawing { drawing, place, clip: None }], ..self.filled() }
    }

    /// Returns interlace, filling its box.
    pub fn weave(&self, pattern: &knotwork::Pattern) -> Placed {
        let bounds = self.bounds;
        let weaving = Weaving {
            pattern: pattern.clone(),
            width: bounds.width.get(),
            height: bounds.height.get(),
            colour: self.slot.colour,
            contour: self.slot.contour,
        };
        let place = self.slot.slant.affine() * Affine::translate((bounds.x.get(), bounds.y.get()));
        let drawing = self.renderer.weave(&weaving);
        Placed {
            items: drawing.map(|drawing| Item::Drawing { drawing, place, clip: None }).into_iter().collect(),
            ..self.filled()
        }
    }

    /// Sets words in two columns: the longest in the second, to keep the first narrow.
    pub fn columns(&self, words: &[&str]) -> Placed {
        /// Between the columns, in ems.
        const GUTTER: f64 = 0.9;
        let Some(style) = self.style else { return Placed::default() };
        let frame = self.frame();
        let em = self.size.to_mm();
        let set: Vec<(Block, Vec<char>)> = words
            .iter()
            .map(|word| {
                let paragraphs = Paragraphs::new(
                    &self.renderer.typography().shaper,
                    style,
                    self.renderer.language(),
                    &Rich::plain(word.replace(' ', "\u{a0}")),
                );
                (paragraphs.set_in_line(self.size, frame.width), paragraphs.missing())
            })
            .collect();
        let rows = if set.len() > 2 { set.len().div_ceil(2) } else { set.len() };
        let mut by_width: Vec<usize> = (0..set.len()).collect();
        by_width.sort_by(|a, b| set[*a].0.width().get().total_cmp(&set[*b].0.width().get()));
        let second = by_width.split_off(set.len() - if set.len() > rows { rows } else { 0 });
        let mut placed = Placed::default();
        let mut x = Mm::ZERO;
        let mut deepest = Mm::ZERO;
        for column in [&by_width, &second] {
            // The card's own order, not that of the widths.
            let mut column = column.clone();
            column.sort_unstable();
            let mut width = Mm::ZERO;
            let mut baseline = em * style.cap_height;
            for index in column {
                let (block, missing) = &set[index];
                for line in &block.lines {
                    self.line(&line.clone().parted(), self.size, &frame, Point::new(x, baseline), &mut placed.items);
                }
                placed.missing.extend(missing);
                width = width.max(block.width());
                deepest = deepest.max(baseline);
                baseline += em * style.leading;
            }
            if width > Mm::ZERO {
                x += width + em * GUTTER;
            }
        }
        placed.over = (overflow(x - em * GUTTER, frame.width), overflow(deepest, frame.height));
        (placed.top, placed.bottom) = (self.bounds.y, self.bounds.y + deepest);
        placed
    }
}

/// Returns the text that is read instead of an icon among words: its name.
fn alt_text(mark: &str) -> Arc<str> {
    mark.replace(['-', '/'], " ").into()
}
