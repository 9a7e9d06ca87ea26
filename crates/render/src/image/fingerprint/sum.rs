//! Hashes of drawn content: of colours, paths, and art with everything in it.

use std::hash::Hasher as _;

use kurbo::{Affine, BezPath, PathEl};
use siphasher::sip::SipHasher13;
use usvg::tiny_skia_path::{Path, PathSegment};

use crate::game::Colour;
use crate::scene::{Content, Drawing};
use crate::units::Rect;

/// Steps to which places on a face are rounded, in millimetres.
pub const ON_FACE: f64 = 1e-3;
/// Steps to which ratios are rounded: parts of an em, of a turn, of a colour.
pub const RATIO: f64 = 1e-5;
/// Bytes of an element of a path at most: its kind, and three places.
const LONGEST: usize = 7 * size_of::<u64>();
/// As many bytes as most drawings come to: a list that grows is copied.
const DRAWING: usize = 1 << 17;
/// Into how many steps the longer side of a drawing is divided.
const STEPS: f64 = 262_144.0;

/// Hashes the appearance of a drawing, in its own unit.
pub fn looks_of(drawing: &Drawing) -> u64 {
    let bounds = drawing.bounds;
    let step = bounds.width().max(bounds.height()).max(f64::MIN_POSITIVE) / STEPS;
    let mut sum = Sum(Vec::with_capacity(DRAWING));
    for edge in [bounds.x0, bounds.y0, bounds.x1, bounds.y1] {
        sum.length(edge, step);
    }
    match &drawing.content {
        Content::Art(art) => {
            sum.group(art.tree.root(), step);
            // Screen pictures in other colours don't show everything that is printed of the original.
            art.originals.iter().for_each(|(_, file)| sum.bytes(file));
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

/// A fingerprint that is being taken. It is the same on every machine.
///
/// Bytes are gathered and hashed at the end: the hash takes many at once much faster than eight at a time.
pub struct Sum(Vec<u8>);

impl Sum {
    /// Creates an empty sum.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the final number.
    pub fn end(&self) -> u64 {
        let mut hasher = SipHasher13::new_with_keys(0, 0);
        hasher.write(&self.0);
        hasher.finish()
    }

    /// Adds bytes in a fixed order, on every machine.
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Adds a length rounded to steps, so the last digit of a computed curve makes no difference.
    pub fn length(&mut self, length: f64, step: f64) {
        self.number(steps(length, step));
    }

    fn lengths<const COUNT: usize>(&mut self, lengths: [f32; COUNT], step: f64) {
        lengths.into_iter().for_each(|length| self.length(length.into(), step));
    }

    /// Adds a colour. Pure black ink differs from the black of three colours.
    pub fn colour(&mut self, colour: Colour) {
        let [red, green, blue] = colour.parts();
        self.0.extend_from_slice(&[u8::from(colour == Colour::Black), red, green, blue]);
    }

    /// Adds a rectangle on a face.
    pub fn rect(&mut self, rect: Rect) {
        for length in [rect.x, rect.y, rect.width, rect.height] {
            self.length(length.get(), ON_FACE);
        }
    }

    /// Adds the positions on the face of three corners of a rectangle.
    pub fn corners(&mut self, place: Affine, bounds: kurbo::Rect) {
        for (x, y) in [(bounds.x0, bounds.y0), (bounds.x1, bounds.y0), (bounds.x0, bounds.y1)] {
            let there = place * kurbo::Point::new(x, y);
            self.length(there.x, ON_FACE);
            self.length(there.y, ON_FACE);
        }
    }

    /// Adds a path, its points rounded to steps.
    pub fn path(&mut self, path: &BezPath, step: f64) {
        self.number(path.elements().len() as u64);
        self.0.reserve(path.elements().len() * LONGEST);
        let at = |point: &kurbo::Point| [point.x, point.y];
        for element in path.elements() {
            match element {
                PathEl::MoveTo(a) => self.element(0, [at(a)], step),
                PathEl::LineTo(a) => self.element(1, [at(a)], step),
                PathEl::QuadTo(a, b) => self.element(2, [at(a), at(b)], step),
                PathEl::CurveTo(a, b, c) => self.element(3, [at(a), at(b), at(c)], step),
                PathEl::ClosePath => self.element(4, [], step),
            }
        }
    }

    /// Adds a path of another library.
    pub fn outline(&mut self, path: &Path, step: f64) {
        self.number(path.len() as u64);
        self.0.reserve(path.len() * LONGEST);
        let at = |point: usvg::tiny_skia_path::Point| [f64::from(point.x), f64::from(point.y)];
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(a) => self.element(0, [at(a)], step),
                PathSegment::LineTo(a) => self.element(1, [at(a)], step),
                PathSegment::QuadTo(a, b) => self.element(2, [at(a), at(b)], step),
                PathSegment::CubicTo(a, b, c) => self.element(3, [at(a), at(b), at(c)], step),
                PathSegment::Close => self.element(4, [], step),
            }
        }
    }

    /// Adds an element of a path. There are hundreds of thousands: each is taken over at once.
    #[inline]
    fn element<const POINTS: usize>(&mut self, kind: u64, points: [[f64; 2]; POINTS], step: f64) {
        let mut numbers = [[0; size_of::<u64>()]; LONGEST / size_of::<u64>()];
        numbers[0] = kind.to_le_bytes();
        for (number, length) in numbers[1..].iter_mut().zip(points.as_flattened()) {
            *number = steps(*length, step).to_le_bytes();
        }
        self.0.extend_from_slice(numbers[..=2 * POINTS].as_flattened());
    }

    fn map(&mut self, map: usvg::Transform, step: f64) {
        self.lengths([map.sx, map.kx, map.ky, map.sy], RATIO);
        self.lengths([map.tx, map.ty], step);
    }

    /// Adds a group of art with its effects on its parts.
    fn group(&mut self, group: &usvg::Group, step: f64) {
        self.map(group.transform(), step);
        self.length(group.opacity().get().into(), RATIO);
        self.number(group.blend_mode() as u64);
        self.number(group.isolate().into());
        self.clip(group.clip_path(), step);
        self.mask(group.mask(), step);
        for filter in group.filters() {
            // Filters are rare and varied: the debug output of the library covers everything.
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
            usvg::Paint::Color(colour) => self.0.extend_from_slice(&[0, colour.red, colour.green, colour.blue]),
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
            self.0.extend_from_slice(&[0, colour.red, colour.green, colour.blue]);
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

/// Returns a length in steps, rounded.
fn steps(length: f64, step: f64) -> u64 {
    #[allow(clippy::cast_possible_truncation, reason = "what is too large for a number is too large for paper")]
    let steps = (length / step + 0.5_f64.copysign(length)) as i64;
    steps.cast_unsigned()
}
