//! Fingerprint of a scene: a number that changes only when the printed result does.
//!
//! It doesn't depend on names, paths, the order of cards, or the numbers of fonts and glyphs, but on outlines, colours
//! and positions. Positions are rounded to invisible steps, so the last digit of a computed curve makes no difference.
//! Parts that aren't printed (structure, alternative text, form fields) are ignored, and so are words that only
//! identify the print run.

mod sum;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use kurbo::BezPath;
use parking_lot::RwLock;

pub use sum::looks_of;
use sum::{ON_FACE, RATIO, Sum};

use super::glyphs::Outlines;
use crate::scene::{Drawing, DrawingId, Item, Scene, Text, Turn};
use crate::text::{FontId, Fonts, PRINTING, Piece};

/// Content of a face, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Reads what [`fmt::Display`] wrote: sixteen hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_one = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_one.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:016x}", self.0)
    }
}

/// Takes the fingerprints of scenes; threads share one, and with it what glyphs and drawings look like.
pub struct Fingerprints<'a> {
    outlines: Outlines<'a>,
    glyphs: RwLock<HashMap<(FontId, u16), u64>>,
    drawings: RwLock<HashMap<DrawingId, u64>>,
}

impl<'a> Fingerprints<'a> {
    /// Creates it with the fonts of the scenes.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { outlines: Outlines::new(Cow::Borrowed(fonts)), glyphs: RwLock::default(), drawings: RwLock::default() }
    }

    /// Returns the fingerprint of a face that is cut along an outline.
    pub fn of(&self, scene: &Scene, cut: &BezPath) -> Fingerprint {
        let mut sum = Sum::new();
        sum.path(cut, ON_FACE);
        self.scene(&mut sum, scene);
        Fingerprint(sum.end())
    }

    fn scene(&self, sum: &mut Sum, scene: &Scene) {
        for item in &scene.items {
            match item {
                Item::Drawing { drawing, place, clip } => {
                    sum.number(1);
                    sum.number(self.drawing(drawing));
                    sum.corners(*place, drawing.bounds);
                    if let Some(clip) = clip {
                        sum.rect(clip.rect);
                        if clip.turn != Turn::None {
                            sum.length(clip.turn.in_degrees(), RATIO);
                        }
                    }
                }
                Item::Text(text) => {
                    sum.number(2);
                    self.text(sum, text);
                }
                Item::Nested(nested) => {
                    sum.number(3);
                    sum.corners(nested.place, nested.covers.to_kurbo());
                    sum.rect(nested.clip.0);
                    sum.length(nested.clip.1.get(), ON_FACE);
                    self.scene(sum, &nested.scene);
                }
                Item::Begin(_) | Item::End | Item::ActualText(_) => {}
            }
        }
    }

    /// Adds a line of text. If a word of it identifies the print run, that may move the others: then only their letters
    /// count.
    fn text(&self, sum: &mut Sum, text: &Text) {
        let runs =
            || text.line.pieces.iter().filter_map(|piece| if let Piece::Run(run) = piece { Some(run) } else { None });
        let moved = runs().any(|run| run.tag == PRINTING);
        let (cos, sin) = text.turn.unit();
        sum.length(cos, RATIO);
        sum.length(sin, RATIO);
        sum.length(text.at.y.get(), ON_FACE);
        if let Some(outline) = text.effect.outline {
            sum.colour(outline.colour);
            sum.length(outline.width.get(), ON_FACE);
            sum.number(outline.behind.into());
        }
        if text.effect.is_translucent() {
            sum.length(text.effect.opacity, RATIO);
        }
        if !moved {
            sum.length(text.at.x.get(), ON_FACE);
            sum.length(text.size.to_mm().get(), ON_FACE);
        }
        for run in runs().filter(|run| run.tag != PRINTING) {
            sum.colour(text.colour_of(run.tag));
            if !moved {
                sum.length(run.x.get(), ON_FACE);
                sum.length(run.tracking.into(), RATIO);
            }
            // Most words have the size of their line, which is in the sum already.
            if (run.scale - 1.0).abs() > f32::EPSILON {
                sum.length(run.scale.into(), RATIO);
            }
            for part in &run.word.parts {
                for glyph in &run.word.glyphs[usize::from(part.glyphs.start)..usize::from(part.glyphs.end)] {
                    sum.number(self.glyph(part.font, glyph.id));
                    sum.length(glyph.advance.into(), RATIO);
                    sum.length(glyph.offset.0.into(), RATIO);
                    sum.length(glyph.offset.1.into(), RATIO);
                }
            }
        }
    }

    /// Hashes the appearance of a glyph.
    fn glyph(&self, font: FontId, glyph: u16) -> u64 {
        let known = self.glyphs.read().get(&(font, glyph)).copied();
        known.unwrap_or_else(|| {
            let mut sum = Sum::new();
            if let Some(outline) = self.outlines.get(font, glyph) {
                sum.outline(&outline, RATIO);
            }
            let looks = sum.end();
            self.glyphs.write().insert((font, glyph), looks);
            looks
        })
    }

    /// Hashes the appearance of a drawing, in its own unit.
    fn drawing(&self, drawing: &Arc<Drawing>) -> u64 {
        let known = self.drawings.read().get(&drawing.id()).copied();
        known.unwrap_or_else(|| {
            let looks = looks_of(drawing);
            self.drawings.write().insert(drawing.id(), looks);
            looks
        })
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Affine;

    use super::*;
    use crate::game::Colour;
    use crate::shape::Shape;
    use crate::units::{Mm, Point};

    fn square(side: f64, colour: Colour) -> Scene {
        let path = kurbo::Shape::to_path(&kurbo::Rect::new(0.0, 0.0, side, side), 0.1);
        let drawing =
            Drawing::shapes(vec![Shape { path, colour, even_odd: false }], kurbo::Rect::new(0.0, 0.0, 9.0, 9.0));
        Scene { items: vec![Item::Drawing { drawing, place: Affine::IDENTITY, clip: None }], ..Scene::default() }
    }

    fn print(scene: &Scene) -> Fingerprint {
        Fingerprints::new(&Fonts::default()).of(scene, &BezPath::new())
    }

    #[test]
    fn what_is_seen_counts_and_what_is_not_does_not() {
        let scene = square(5.0, Colour::Black);
        assert_eq!(print(&scene), print(&square(5.0, Colour::Black)), "drawn anew");
        assert_eq!(print(&scene), print(&square(5.000_000_000_1, Colour::Black)), "the last digit of a curve");
        let mut told = scene.clone();
        told.items.insert(0, Item::Begin(0));
        told.items.extend([Item::End, Item::ActualText("a square".into())]);
        assert_eq!(print(&scene), print(&told), "structure");
        for other in [square(5.1, Colour::Black), square(5.0, Colour::rgb(1, 0, 0)), Scene::default()] {
            assert_ne!(print(&scene), print(&other));
        }
        let mut moved = scene.clone();
        moved.items = moved.items.into_iter().map(|item| item.moved(Point::new(Mm::ZERO, Mm::new(0.1)))).collect();
        assert_ne!(print(&scene), print(&moved));
    }

    #[test]
    fn what_is_written_is_read() {
        let one = print(&square(5.0, Colour::Black));
        assert_eq!(Fingerprint::parse(&one.to_string()), Some(one));
        for wrong in ["", "12", "+23456789abcdef0", "0123456789abcdeg", "0123456789abcdef0"] {
            assert_eq!(Fingerprint::parse(wrong), None, "{wrong}");
        }
    }
}
