//! What a scene shows, as a number: it changes when what is printed does, and with nothing else.
//!
//! It does not depend on names, paths, the order of cards, or the numbers of fonts and glyphs, but on outlines, colours and
//! places. Places are rounded to steps that no eye sees, so that the last digit of a computed curve is no difference. What is
//! not printed (structure, words in place of pictures, fields to be filled in) does not count, nor do words that only tell
//! which printing this is.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hasher as _;
use std::sync::{Arc, PoisonError, RwLock};

use kurbo::{Affine, BezPath, PathEl};
use siphasher::sip::SipHasher13;
use usvg::tiny_skia_path::{Path, PathSegment};

use super::glyphs::Outlines;
use crate::game::Colour;
use crate::scene::{Content, Drawing, Item, Scene, Text};
use crate::text::{FontId, Fonts, PRINTING, Piece};
use crate::units::Rect;

/// What a face shows, as a number.
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

/// Steps to which places on a face are rounded, in millimetres.
const ON_FACE: f64 = 1e-3;
/// Steps to which ratios are rounded: parts of an em, of a turn, of a colour.
const RATIO: f64 = 1e-5;
/// Into how many steps the longer side of a drawing is divided.
const STEPS: f64 = 262_144.0;

/// Takes the fingerprints of scenes; threads share one, and with it what glyphs and drawings look like.
pub struct Fingerprints<'a> {
    outlines: Outlines<'a>,
    glyphs: RwLock<HashMap<(FontId, u16), u64>>,
    /// By their addresses; each is held, so that its address stays its own.
    drawings: RwLock<HashMap<usize, (Arc<Drawing>, u64)>>,
}

impl<'a> Fingerprints<'a> {
    /// With the fonts of the scenes.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { outlines: Outlines::new(Cow::Borrowed(fonts)), glyphs: RwLock::default(), drawings: RwLock::default() }
    }

    /// The fingerprint of a face that is cut along an outline.
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
                        sum.rect(*clip);
                    }
                }
                Item::Text(text) => {
                    sum.number(2);
                    self.text(sum, text);
                }
                Item::Nested(nested) => {
                    let Rect { x, y, .. } = nested.covers;
                    let (right, bottom) = (nested.covers.right(), nested.covers.bottom());
                    let covers = kurbo::Rect::new(x.get(), y.get(), right.get(), bottom.get());
                    sum.number(3);
                    sum.corners(nested.place, covers);
                    sum.rect(nested.clip.0);
                    sum.length(nested.clip.1.get(), ON_FACE);
                    self.scene(sum, &nested.scene);
                }
                Item::Begin(_) | Item::End | Item::Says(_) => {}
            }
        }
    }

    /// A line of text. Where a word of it tells the printing, that may move the others: then their letters alone count.
    fn text(&self, sum: &mut Sum, text: &Text) {
        let runs =
            || text.line.pieces.iter().filter_map(|piece| if let Piece::Run(run) = piece { Some(run) } else { None });
        let moved = runs().any(|run| run.tag == PRINTING);
        let (cos, sin) = text.turn.unit();
        sum.length(cos, RATIO);
        sum.length(sin, RATIO);
        sum.length(text.at.y.get(), ON_FACE);
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

    /// What a glyph looks like.
    fn glyph(&self, font: FontId, glyph: u16) -> u64 {
        let known = self.glyphs.read().unwrap_or_else(PoisonError::into_inner).get(&(font, glyph)).copied();
        known.unwrap_or_else(|| {
            let mut sum = Sum::new();
            if let Some(outline) = self.outlines.get(font, glyph) {
                sum.outline(&outline, RATIO);
            }
            let looks = sum.end();
            self.glyphs.write().unwrap_or_else(PoisonError::into_inner).insert((font, glyph), looks);
            looks
        })
    }

    /// What a drawing looks like, in its own unit.
    fn drawing(&self, drawing: &Arc<Drawing>) -> u64 {
        let address = Arc::as_ptr(drawing).addr();
        let known = self.drawings.read().unwrap_or_else(PoisonError::into_inner).get(&address).map(|(_, looks)| *looks);
        known.unwrap_or_else(|| {
            let looks = looks_of(drawing);
            let kept = (Arc::clone(drawing), looks);
            self.drawings.write().unwrap_or_else(PoisonError::into_inner).insert(address, kept);
            looks
        })
    }
}

fn looks_of(drawing: &Drawing) -> u64 {
    let bounds = drawing.bounds;
    let step = bounds.width().max(bounds.height()).max(f64::MIN_POSITIVE) / STEPS;
    let mut sum = Sum::new();
    for edge in [bounds.x0, bounds.y0, bounds.x1, bounds.y1] {
        sum.length(edge, step);
    }
    match &drawing.content {
        Content::Art(art) => {
            sum.group(art.tree.root(), step);
            // What the screen shows of a picture in CMYK is not all that is printed of it.
            art.cmyk.iter().for_each(|(_, jpeg)| sum.bytes(jpeg));
        }
        Content::Shapes(shapes) => {
            for shape in shapes {
                sum.colour(shape.colour);
                sum.number(shape.even_odd.into());
                sum.path(&shape.path, step);
            }
        }
    }
    sum.end()
}

/// A fingerprint that is being taken.
struct Sum(SipHasher13);

impl Sum {
    fn new() -> Self {
        Self(SipHasher13::new_with_keys(0, 0))
    }

    fn end(&self) -> u64 {
        self.0.finish()
    }

    /// Bytes in one order, whatever the machine's own is.
    fn number(&mut self, number: u64) {
        self.0.write(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.write(bytes);
    }

    fn length(&mut self, length: f64, step: f64) {
        #[allow(clippy::cast_possible_truncation, reason = "what is too large for a number is too large for paper")]
        let steps = (length / step).round() as i64;
        self.number(steps.cast_unsigned());
    }

    fn lengths<const COUNT: usize>(&mut self, lengths: [f32; COUNT], step: f64) {
        lengths.into_iter().for_each(|length| self.length(length.into(), step));
    }

    fn colour(&mut self, colour: Colour) {
        let [red, green, blue] = colour.parts();
        self.0.write(&[u8::from(colour == Colour::Black), red, green, blue]);
    }

    fn rect(&mut self, rect: Rect) {
        for length in [rect.x, rect.y, rect.width, rect.height] {
            self.length(length.get(), ON_FACE);
        }
    }

    /// Where a map lays three corners of a rectangle, on the face.
    fn corners(&mut self, place: Affine, bounds: kurbo::Rect) {
        for (x, y) in [(bounds.x0, bounds.y0), (bounds.x1, bounds.y0), (bounds.x0, bounds.y1)] {
            let there = place * kurbo::Point::new(x, y);
            self.length(there.x, ON_FACE);
            self.length(there.y, ON_FACE);
        }
    }

    fn path(&mut self, path: &BezPath, step: f64) {
        self.number(path.elements().len() as u64);
        for element in path.elements() {
            let (kind, points): (u64, &[kurbo::Point]) = match element {
                PathEl::MoveTo(a) => (0, &[*a]),
                PathEl::LineTo(a) => (1, &[*a]),
                PathEl::QuadTo(a, b) => (2, &[*a, *b]),
                PathEl::CurveTo(a, b, c) => (3, &[*a, *b, *c]),
                PathEl::ClosePath => (4, &[]),
            };
            self.number(kind);
            for point in points {
                self.length(point.x, step);
                self.length(point.y, step);
            }
        }
    }

    fn outline(&mut self, path: &Path, step: f64) {
        self.number(path.len() as u64);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(a) => self.points(0, &[a], step),
                PathSegment::LineTo(a) => self.points(1, &[a], step),
                PathSegment::QuadTo(a, b) => self.points(2, &[a, b], step),
                PathSegment::CubicTo(a, b, c) => self.points(3, &[a, b, c], step),
                PathSegment::Close => self.points(4, &[], step),
            }
        }
    }

    fn points(&mut self, kind: u64, points: &[usvg::tiny_skia_path::Point], step: f64) {
        self.number(kind);
        points.iter().for_each(|point| self.lengths([point.x, point.y], step));
    }

    fn map(&mut self, map: usvg::Transform, step: f64) {
        self.lengths([map.sx, map.kx, map.ky, map.sy], RATIO);
        self.lengths([map.tx, map.ty], step);
    }

    /// A group of art with all that it does to its parts.
    fn group(&mut self, group: &usvg::Group, step: f64) {
        self.map(group.transform(), step);
        self.length(group.opacity().get().into(), RATIO);
        self.number(group.blend_mode() as u64);
        self.number(group.isolate().into());
        self.clip(group.clip_path(), step);
        self.mask(group.mask(), step);
        for filter in group.filters() {
            // Filters are rare and many: what the library tells of one is all that it is.
            self.bytes(format!("{filter:?}").as_bytes());
        }
        self.number(group.children().len() as u64);
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) => self.group(inner, step),
                usvg::Node::Path(path) => self.shape(path, step),
                usvg::Node::Image(image) => self.image(image, step),
                usvg::Node::Text(text) => self.group(text.flattened(), step),
            }
        }
    }

    fn clip(&mut self, clip: Option<&usvg::ClipPath>, step: f64) {
        self.number(clip.is_some().into());
        if let Some(clip) = clip {
            self.map(clip.transform(), step);
            self.group(clip.root(), step);
            self.clip(clip.clip_path(), step);
        }
    }

    fn mask(&mut self, mask: Option<&usvg::Mask>, step: f64) {
        self.number(mask.is_some().into());
        if let Some(mask) = mask {
            let rect = mask.rect();
            self.lengths([rect.left(), rect.top(), rect.right(), rect.bottom()], step);
            self.number(mask.kind() as u64);
            self.group(mask.root(), step);
            self.mask(mask.mask(), step);
        }
    }

    fn shape(&mut self, path: &usvg::Path, step: f64) {
        if !path.is_visible() {
            return;
        }
        self.number(path.paint_order() as u64);
        if let Some(fill) = path.fill() {
            self.number(1);
            self.number(fill.rule() as u64);
            self.length(fill.opacity().get().into(), RATIO);
            self.paint(fill.paint(), step);
        }
        if let Some(stroke) = path.stroke() {
            self.number(2);
            self.lengths([stroke.width().get(), stroke.dashoffset()], step);
            stroke.dasharray().into_iter().flatten().for_each(|dash| self.length((*dash).into(), step));
            self.lengths([stroke.miterlimit().get(), stroke.opacity().get()], RATIO);
            self.number(stroke.linecap() as u64);
            self.number(stroke.linejoin() as u64);
            self.paint(stroke.paint(), step);
        }
        self.outline(path.data(), step);
    }

    fn paint(&mut self, paint: &usvg::Paint, step: f64) {
        match paint {
            usvg::Paint::Color(colour) => self.0.write(&[0, colour.red, colour.green, colour.blue]),
            usvg::Paint::LinearGradient(linear) => {
                self.number(1);
                self.lengths([linear.x1(), linear.y1(), linear.x2(), linear.y2()], step);
                self.gradient(linear, step);
            }
            usvg::Paint::RadialGradient(radial) => {
                self.number(2);
                self.lengths([radial.cx(), radial.cy(), radial.fx(), radial.fy()], step);
                self.lengths([radial.r().get(), radial.fr().get()], step);
                self.gradient(radial, step);
            }
            usvg::Paint::Pattern(pattern) => {
                let rect = pattern.rect();
                self.number(3);
                self.map(pattern.transform(), step);
                self.lengths([rect.left(), rect.top(), rect.right(), rect.bottom()], step);
                self.group(pattern.root(), step);
            }
        }
    }

    fn gradient(&mut self, gradient: &usvg::BaseGradient, step: f64) {
        self.map(gradient.transform(), step);
        self.number(gradient.spread_method() as u64);
        for stop in gradient.stops() {
            let colour = stop.color();
            self.lengths([stop.offset().get(), stop.opacity().get()], RATIO);
            self.0.write(&[0, colour.red, colour.green, colour.blue]);
        }
    }

    fn image(&mut self, image: &usvg::Image, step: f64) {
        if !image.is_visible() {
            return;
        }
        let size = image.size();
        self.lengths([size.width(), size.height()], step);
        self.number(image.rendering_mode() as u64);
        match image.kind() {
            usvg::ImageKind::SVG(tree) => {
                let step = f64::from(tree.size().width().max(tree.size().height())) / STEPS;
                self.group(tree.root(), step);
            }
            usvg::ImageKind::JPEG(bytes)
            | usvg::ImageKind::PNG(bytes)
            | usvg::ImageKind::GIF(bytes)
            | usvg::ImageKind::WEBP(bytes) => self.bytes(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        told.items.extend([Item::End, Item::Says("a square".into())]);
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
