//! Drafts: incomplete parts are printed visibly.
//!
//! A missing picture is a box with the card's name, a text that is too long is cut at the edge of its box, and a word
//! runs across every face.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Cap, Join, Stroke, StrokeOpts};

use super::parts::{HAIR, PartBuilder, Placed};
use crate::game::{Colour, Rich};
use crate::identity::Identity;
use crate::scene::{Drawing, Item, Scene, Text, Turn, stretch};
use crate::shape::Shape;
use crate::text::{Glyph, Part, Piece, Run, Shaped};
use crate::units::{Mm, Point, Pt, Rect, Size};

/// Problem.
const RED: Colour = Colour::rgb(0xd4, 0x1f, 0x1f);
/// Fill of a missing picture.
const PALE: Colour = Colour::rgb(0xe6, 0xe6, 0xe6);
/// Width of the edge of a text that is cut.
const EDGE: Mm = Mm::new(0.5);

/// The letters of "DRAFT" as lines, ten units high, with their widths.
const LETTERS: [(&str, f64); 5] = [
    ("M0 0 V10 H2 C7.5 10 7.5 0 2 0 Z", 6.2),
    ("M0 10 V0 H3 C7.2 0 7.2 5.2 3 5.2 H0 M3 5.2 L6.2 10", 6.2),
    ("M0 10 L3.4 0 L6.8 10 M1.2 6.6 H5.6", 6.8),
    ("M5.4 0 H0 V10 M0 4.8 H4.4", 5.4),
    ("M0 0 H6.8 M3.4 0 V10", 6.8),
];
const BETWEEN: f64 = 2.4;

/// Marks a face as a draft: red edges around the cut parts, and the word across it.
pub(super) fn lay_on(scene: &mut Scene, cut: &[Rect], size: Size) {
    scene.items.extend(cut.iter().flat_map(|bounds| edge(*bounds)));
    scene.items.extend(word(size));
}

/// Returns the word from the lower left to the upper right, as lines that hide little.
fn word(size: Size) -> Option<Item> {
    let mut path = BezPath::new();
    let mut x = 0.0;
    for (letter, width) in LETTERS {
        path.extend(Affine::translate((x, 0.0)) * BezPath::from_svg(letter).ok()?);
        x += width + BETWEEN;
    }
    let length = x - BETWEEN;
    let (width, height) = (size.width.get(), size.height.get());
    let scale = 0.62 * width.hypot(height) / length;
    let pen = Stroke::new(0.24).with_caps(Cap::Round).with_join(Join::Round);
    let path = kurbo::stroke(path, &pen, &StrokeOpts::default(), 0.01);
    let place = Affine::translate((width / 2.0, height / 2.0))
        * Affine::rotate(-height.atan2(width))
        * Affine::scale(scale)
        * Affine::translate((-length / 2.0, -5.0));
    let bounds = kurbo::Shape::bounding_box(&path);
    let drawing = Drawing::shapes(vec![Shape { path, colour: RED, even_odd: false }], bounds);
    Some(Item::Drawing { drawing, place, clip: None })
}

/// Returns a red line along the inside of a box.
fn edge(bounds: Rect) -> Vec<Item> {
    let thick = EDGE.min(bounds.width / 2.0).min(bounds.height / 2.0);
    let red = Drawing::unit_square(RED);
    [
        Rect { height: thick, ..bounds },
        Rect { y: bounds.bottom() - thick, height: thick, ..bounds },
        Rect { width: thick, ..bounds },
        Rect { x: bounds.right() - thick, width: thick, ..bounds },
    ]
    .into_iter()
    .map(|side| Item::Drawing { drawing: Arc::clone(&red), place: stretch(red.bounds, side), clip: None })
    .collect()
}

impl PartBuilder<'_> {
    /// Returns a box for a missing picture, with the name of its card.
    pub fn no_picture(&self, name: &str) -> Placed {
        let pale = Drawing::unit_square(PALE);
        let place = self.slot.slant.affine() * stretch(pale.bounds, self.bounds);
        let mut placed = Placed { items: vec![Item::Drawing { drawing: pale, place, clip: None }], ..self.filled() };
        // Well within the card, where the picture runs into the bleed.
        let cut = self.renderer.component().format.cut();
        let inner = |least: Mm, most: Mm, from: Mm, to: Mm| (from.max(least) + INSET, to.min(most) - INSET);
        let (left, right) = inner(cut.x, cut.right(), self.bounds.x, self.bounds.right());
        let (top, bottom) = inner(cut.y, cut.bottom(), self.bounds.y, self.bounds.bottom());
        let bounds = Rect { x: left, y: top, width: right - left, height: bottom - top };
        if bounds.width > Mm::ZERO && bounds.height > Mm::ZERO {
            let mut words = PartBuilder { bounds, ..*self }.text(&Rich::plain(name), false);
            cut_off(&mut words, bounds);
            placed.items.extend(words.items);
        }
        placed
    }
}

/// From the edge of a missing picture to the name in it.
const INSET: Mm = Mm::new(3.0);

/// Removes everything in a part outside its box.
pub(super) fn cut_off(part: &mut Placed, bounds: Rect) {
    let mut kept = Vec::with_capacity(part.items.len());
    let mut actual_text = None;
    for item in std::mem::take(&mut part.items) {
        match item {
            Item::ActualText(_) => actual_text = Some(item),
            Item::Text(text) => kept.extend(cut_line(text, bounds).map(Item::Text)),
            Item::Drawing { drawing, place, clip } => {
                let middle = place * drawing.bounds.center();
                let words = actual_text.take();
                if contains(bounds, Point::new(Mm::new(middle.x), Mm::new(middle.y))) {
                    kept.extend(words);
                    kept.push(Item::Drawing { drawing, place, clip });
                }
            }
            other => kept.push(other),
        }
    }
    part.items = kept;
    part.top = part.top.max(bounds.y);
    part.bottom = part.bottom.min(bounds.bottom());
}

fn contains(bounds: Rect, at: Point) -> bool {
    at.x >= bounds.x - HAIR
        && at.x <= bounds.right() + HAIR
        && at.y >= bounds.y - HAIR
        && at.y <= bounds.bottom() + HAIR
}

/// Clips a line to a box; `None` if nothing is left.
fn cut_line(mut text: Text, bounds: Rect) -> Option<Text> {
    let at = text.at;
    let across = |from: Mm, to: Mm, is: Mm| is >= from - HAIR && is <= to + HAIR;
    // From where the line begins to both ends of the box, along the line.
    let (from, to, inside) = match text.turn {
        Turn::None => (bounds.x - at.x, bounds.right() - at.x, across(bounds.y, bounds.bottom(), at.y)),
        Turn::Half => (at.x - bounds.right(), at.x - bounds.x, across(bounds.y, bounds.bottom(), at.y)),
        Turn::Quarter => (bounds.y - at.y, bounds.bottom() - at.y, across(bounds.x, bounds.right(), at.x)),
        Turn::ThreeQuarters => (at.y - bounds.bottom(), at.y - bounds.y, across(bounds.x, bounds.right(), at.x)),
        // Left as it is: its box is marked.
        Turn::Oblique(_) => return Some(text),
    };
    let size = text.size;
    let pieces = std::mem::take(&mut text.line.pieces).into_iter();
    let cut = |piece: Piece| match piece {
        Piece::Run(run) => cut_run(run, size, from - HAIR, to + HAIR).map(Piece::Run),
        other => Some(other),
    };
    text.line.pieces = pieces.filter_map(cut).collect();
    let words = text.line.pieces.iter().any(|piece| matches!(piece, Piece::Run(_)));
    (inside && words).then_some(text)
}

/// Clips the glyphs of a word to a range of its line.
fn cut_run(mut run: Run, size: Pt, from: Mm, to: Mm) -> Option<Run> {
    let em = run.em(size);
    let mut pen = run.x;
    let mut kept: Option<(usize, usize, Mm)> = None;
    for (index, glyph) in run.word.glyphs.iter().enumerate() {
        let end = pen + em * f64::from(glyph.advance + run.tracking);
        if pen >= from && end <= to {
            let (first, x) = kept.map_or((index, pen), |(first, _, x)| (first, x));
            kept = Some((first, index + 1, x));
        }
        pen = end;
    }
    let (first, end, x) = kept?;
    if end - first < run.word.glyphs.len() {
        run.x = x;
        run.word = Arc::new(some_of(&run.word, first, end)?);
    }
    Some(run)
}

/// Returns some of the glyphs of a word, with their letters.
fn some_of(word: &Shaped, first: usize, end: usize) -> Option<Shaped> {
    let glyphs = &word.glyphs[first..end];
    let letters = || glyphs.iter().map(|glyph| glyph.text).filter(|(from, to)| from < to);
    let (start, stop) = (letters().map(|(from, _)| from).min()?, letters().map(|(_, to)| to).max()?);
    let moved = |glyph: &Glyph| Glyph {
        text: (glyph.text.0.saturating_sub(start), glyph.text.1.saturating_sub(start)),
        ..*glyph
    };
    let (low, high) = (u16::try_from(first).ok()?, u16::try_from(end).ok()?);
    let part = |part: &Part| {
        let glyphs = part.glyphs.start.max(low)..part.glyphs.end.min(high);
        (!glyphs.is_empty()).then(|| Part { font: part.font, glyphs: glyphs.start - low..glyphs.end - low })
    };
    Some(Shaped {
        identity: Identity::default(),
        text: word.text.get(usize::from(start)..usize::from(stop))?.into(),
        glyphs: glyphs.iter().map(moved).collect(),
        parts: word.parts.iter().filter_map(part).collect(),
        advance: glyphs.iter().map(|glyph| glyph.advance).sum(),
        missing: Box::default(),
        from_right: word.from_right,
    })
}
