//! The finished drawing: art, filled paths, lines of text, each in its place. Every decision is made.
//!
//! Coordinates are millimetres from the upper left corner of the card's cut, or of the page, with y downwards.

mod art;
mod effort;
mod field;
mod links;
mod structure;

pub use art::{
    Art, FileBytes, any_node, blends, counts_pixels, group_as_pixels, has_no_length, mixes_oddly, path_as_pixels,
};
pub use field::FormField;
pub use links::{Destination, Lead, Link, OutlineEntry};
pub use structure::{Attribute, Element};

use std::sync::Arc;

use kurbo::Affine;

use crate::game::Colour;
use crate::identity::Identity;
use crate::shape::Shape;
use crate::text::{Line, Piece};
use crate::units::{Mm, Point, Pt, Rect};

/// Parts of a drawing.
pub enum Content {
    /// Art as usvg reads it.
    Art(Box<Art>),
    /// Filled outlines, the first at the bottom.
    Shapes(Vec<Shape>),
}

/// Identity of a drawing within one run of the program; no two drawings share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawingId(u64);

/// Something drawn once and placed many times.
pub struct Drawing {
    identity: Identity,
    /// Parts.
    pub content: Content,
    /// Covered area, in its own unit: left, top, right, bottom.
    pub bounds: kurbo::Rect,
}

impl Drawing {
    /// Creates a drawing with its own identity.
    pub fn new(content: Content, bounds: kurbo::Rect) -> Self {
        Self { identity: Identity::default(), content, bounds }
    }

    /// Returns its identity.
    pub fn id(&self) -> DrawingId {
        DrawingId(self.identity.number())
    }
}

/// Alignment of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// Upright.
    #[default]
    None,
    /// A quarter turn to the right.
    Quarter,
    /// Upside down.
    Half,
    /// A quarter turn to the left.
    ThreeQuarters,
    /// Any other turn to the right, in thousandths of a degree.
    Oblique(i32),
}

impl Turn {
    /// Creates a turn by whole quarters, in degrees to the right.
    pub fn degrees(degrees: i64) -> Option<Self> {
        match degrees.rem_euclid(360) {
            0 => Some(Self::None),
            90 => Some(Self::Quarter),
            180 => Some(Self::Half),
            270 => Some(Self::ThreeQuarters),
            _ => None,
        }
    }

    /// Creates a turn by any angle, in degrees to the right; to the nearest thousandth.
    pub fn by(degrees: f64) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "less than a full turn")]
        let thousandths = (degrees.rem_euclid(360.0) * 1000.0).round() as i32 % 360_000;
        match thousandths {
            0 => Self::None,
            90_000 => Self::Quarter,
            180_000 => Self::Half,
            270_000 => Self::ThreeQuarters,
            other => Self::Oblique(other),
        }
    }

    /// Returns the turn in degrees to the right, from 0 to 360.
    pub fn in_degrees(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Quarter => 90.0,
            Self::Half => 180.0,
            Self::ThreeQuarters => 270.0,
            Self::Oblique(thousandths) => f64::from(thousandths) / 1000.0,
        }
    }

    /// Combines both turns.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::by(self.in_degrees() + other.in_degrees())
    }

    /// Returns cosine and sine of the turn; exact for quarters.
    pub fn unit(self) -> (f64, f64) {
        match self {
            Self::Oblique(_) => {
                let (sin, cos) = self.in_degrees().to_radians().sin_cos();
                (cos, sin)
            }
            Self::None => (1.0, 0.0),
            Self::Quarter => (0.0, 1.0),
            Self::Half => (-1.0, 0.0),
            Self::ThreeQuarters => (0.0, -1.0),
        }
    }

    /// Returns the turn about the origin.
    pub fn affine(self) -> Affine {
        let (cos, sin) = self.unit();
        Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
    }
}

/// Purpose of a text, which decides how small it may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextKind {
    /// Titles, figures, labels, sources.
    #[default]
    Label,
    /// Effect of the card: it is read in play, over and over.
    Rules,
    /// Something that the card lacks and others have there: it is set pale.
    Lacking,
}

/// A line about the letters of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextOutline {
    /// Its colour.
    pub colour: Colour,
    /// Width; half of it is within the letters.
    pub width: Mm,
    /// True if it is behind the letters, which then keep their weight.
    pub behind: bool,
}

/// Paint of letters, apart from their colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextEffect {
    /// The line about them.
    pub outline: Option<TextOutline>,
    /// Opacity of letters and outline together: from 0 to 1.
    pub opacity: f64,
}

impl Default for TextEffect {
    fn default() -> Self {
        Self { outline: None, opacity: 1.0 }
    }
}

impl TextEffect {
    /// True if the backdrop shows through.
    pub fn is_translucent(&self) -> bool {
        self.opacity < 1.0
    }
}

/// Clip area: a rectangle, rotated around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clip {
    /// The rectangle before it is turned.
    pub rect: Rect,
    /// The turn about the origin.
    pub turn: Turn,
}

impl From<Rect> for Clip {
    fn from(rect: Rect) -> Self {
        Self { rect, turn: Turn::None }
    }
}

impl Clip {
    /// Returns its outline.
    pub fn path(&self) -> kurbo::BezPath {
        self.turn.affine() * kurbo::Shape::to_path(&self.rect.to_kurbo(), 0.1)
    }

    /// Returns the upright rectangle around it.
    pub fn extent(&self) -> Rect {
        extent(self.rect, self.turn)
    }
}

/// Returns the upright rectangle around one that is rotated around the origin.
pub fn extent(rect: Rect, turn: Turn) -> Rect {
    if turn == Turn::None {
        return rect;
    }
    let about = turn.affine().transform_rect_bbox(rect.to_kurbo());
    Rect::mm(about.x0, about.y0, about.width(), about.height())
}

/// A line of text in its place.
#[derive(Clone, Debug)]
pub struct Text {
    /// The words, measured from the line's left end.
    pub line: Line,
    /// Left end of the line, on its baseline.
    pub at: Point,
    /// Rotation of the line around that point.
    pub turn: Turn,
    /// Size of the type.
    pub size: Pt,
    /// Its colour.
    pub colour: Colour,
    /// Paint of its letters.
    pub effect: TextEffect,
    /// Purpose.
    pub kind: TextKind,
    /// Colours of words that have one of their own, by the words' tag.
    pub tints: Option<Arc<Tints>>,
    /// Its slot in the face's template, by number.
    pub slot: Option<u16>,
}

/// Colours by tag.
pub type Tints = Vec<(u16, Colour)>;

impl Text {
    /// Returns the colour of words with a tag.
    pub fn colour_of(&self, tag: u16) -> Colour {
        let tints = self.tints.iter().flat_map(|tints| tints.iter());
        tints.filter(|(tinted, _)| *tinted == tag).map(|(_, colour)| *colour).next().unwrap_or(self.colour)
    }

    /// Returns the maximum bounds, in millimetres: from the top of the tallest letters to the foot of the lowest, with
    /// its outline.
    pub fn covered(&self) -> kurbo::Rect {
        let em = self.size.to_mm().get();
        let about = self.effect.outline.map_or(0.0, |outline| outline.width.get() / 2.0);
        let line = kurbo::Rect::new(0.0, -em * 0.75, self.line.width.get(), em * 0.25).inflate(about, about);
        let place = Affine::translate((self.at.x.get(), self.at.y.get())) * self.turn.affine();
        place.transform_rect_bbox(line)
    }

    /// Returns the colours that its words have, each once.
    pub fn colours(&self) -> Vec<Colour> {
        let runs =
            self.line.pieces.iter().filter_map(|piece| if let Piece::Run(run) = piece { Some(run) } else { None });
        let mut colours: Vec<Colour> = Vec::new();
        for colour in runs.map(|run| self.colour_of(run.tag)) {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        colours
    }
}

/// A scene within a scene: a card on a page.
#[derive(Clone)]
pub struct Nested {
    /// Drawing.
    pub scene: Arc<Scene>,
    /// Covered area, in its own millimetres.
    pub covers: Rect,
    /// From its millimetres to the page's; neither rotated nor slanted if it is clipped.
    pub place: Affine,
    /// Clip area, in its own millimetres, and the radius of the corners.
    pub clip: (Rect, Mm),
}

/// A thing of a scene.
#[derive(Clone)]
pub enum Item {
    /// A drawing, mapped from its own unit to millimetres.
    Drawing {
        /// Drawing.
        drawing: Arc<Drawing>,
        /// From the drawing's unit to millimetres.
        place: Affine,
        /// Clip area.
        clip: Option<Clip>,
    },
    /// A line of text; its marks are drawings of their own.
    Text(Text),
    /// An embedded scene; boxed because it is large and rare, and a deck has many items.
    Nested(Box<Nested>),
    /// The items up to its [`Item::End`] belong to an element of the structure, by number: the scene's own structure if
    /// any, else the document's. Items outside all elements are decoration.
    Begin(usize),
    /// The end of what belongs to an element.
    End,
    /// Replacement text of the next drawing, which is among words.
    ActualText(Arc<str>),
}

impl Item {
    /// Returns the area that it covers.
    pub fn covered(&self) -> Option<kurbo::Rect> {
        match self {
            Self::Drawing { drawing, place, clip } => {
                let bounds = place.transform_rect_bbox(drawing.bounds);
                Some(clip.map_or(bounds, |clip| bounds.intersect(clip.extent().to_kurbo())))
            }
            Self::Nested(nested) => Some(nested.place.transform_rect_bbox(nested.clip.0.to_kurbo())),
            Self::Text(text) => Some(text.covered()),
            Self::Begin(_) | Self::End | Self::ActualText(_) => None,
        }
    }

    /// Returns the item, moved.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        let map = Affine::translate((by.x.get(), by.y.get()));
        match self {
            Self::Drawing { drawing, place, clip } => {
                let back = clip.map(|clip| clip.turn.affine().inverse() * kurbo::Point::new(by.x.get(), by.y.get()));
                let moved = |(clip, back): (Clip, kurbo::Point)| {
                    let (x, y) = (clip.rect.x + Mm::new(back.x), clip.rect.y + Mm::new(back.y));
                    Clip { rect: Rect { x, y, ..clip.rect }, ..clip }
                };
                let clip = clip.zip(back).map(moved);
                Self::Drawing { drawing, place: map * place, clip }
            }
            Self::Text(text) => {
                let at = Point::new(text.at.x + by.x, text.at.y + by.y);
                Self::Text(Text { at, ..text })
            }
            Self::Nested(nested) => Self::Nested(Box::new(Nested { place: map * nested.place, ..*nested })),
            other => other,
        }
    }
}

/// Identity of a scene within one run of the program; no two scenes share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SceneId(u64);

/// A finished face or page: its items from bottom to top.
#[derive(Clone, Default)]
pub struct Scene {
    /// Which scene it is, even among identical ones.
    pub identity: Identity,
    /// From bottom to top.
    pub items: Vec<Item>,
    /// The structure of a scene wherever it is placed; empty if its items refer to elements of the document.
    pub structure: Vec<Element>,
    /// Fields that people may fill in on a screen.
    pub fields: Vec<FormField>,
}

impl Scene {
    /// Returns its identity.
    pub fn id(&self) -> SceneId {
        SceneId(self.identity.number())
    }

    /// Returns the lines of text in the order in which they were set.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text),
            _ => None,
        })
    }
}

impl Drawing {
    /// Creates a drawing with only outlines.
    pub fn shapes(shapes: Vec<Shape>, bounds: kurbo::Rect) -> Arc<Self> {
        Arc::new(Self::new(Content::Shapes(shapes), bounds))
    }

    /// True if it is the picture of a letter, from a font and not from a file of the game.
    pub fn is_glyph(&self) -> bool {
        matches!(&self.content, Content::Art(art) if art.file().is_empty())
    }

    /// Returns a rectangle of one colour, one unit wide and high.
    pub fn unit_square(colour: Colour) -> Arc<Self> {
        let square = kurbo::Rect::new(0.0, 0.0, 1.0, 1.0);
        let path = kurbo::Shape::to_path(&square, 0.1);
        Self::shapes(vec![Shape { path, colour, even_odd: false }], square)
    }
}

/// Returns the transform that stretches `bounds` of a drawing to a rectangle, each side separately.
pub fn stretch(bounds: kurbo::Rect, onto: Rect) -> Affine {
    let (sx, sy) = (onto.width.get() / bounds.width(), onto.height.get() / bounds.height());
    Affine::new([sx, 0.0, 0.0, sy, onto.x.get() - bounds.x0 * sx, onto.y.get() - bounds.y0 * sy])
}

/// Returns the transform that fits `bounds` of a drawing into a rectangle, centred and as large as possible without
/// distortion.
pub fn contain(bounds: kurbo::Rect, into: Rect) -> Affine {
    crate::shape::contain(bounds, into.to_kurbo())
}

/// Returns the transform that covers a rectangle with `bounds` of a drawing, without distortion; the excess is cut off
/// evenly on both sides.
pub fn cover(bounds: kurbo::Rect, onto: Rect) -> Affine {
    let scale = (onto.width.get() / bounds.width()).max(onto.height.get() / bounds.height());
    let (width, height) = (Mm::new(bounds.width() * scale), Mm::new(bounds.height() * scale));
    let grown =
        Rect { x: onto.x - (width - onto.width) / 2.0, y: onto.y - (height - onto.height) / 2.0, width, height };
    stretch(bounds, grown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_maps_corner_to_corner() {
        let place = stretch(kurbo::Rect::new(10.0, 20.0, 110.0, 70.0), Rect::mm(9.5, 10.0, 50.0, 25.0));
        assert_eq!(place * kurbo::Point::new(10.0, 20.0), kurbo::Point::new(9.5, 10.0));
        assert_eq!(place * kurbo::Point::new(110.0, 70.0), kurbo::Point::new(59.5, 35.0));
    }

    #[test]
    fn covering_keeps_the_shape_and_leaves_no_gap() {
        let place = cover(kurbo::Rect::new(0.0, 0.0, 100.0, 100.0), Rect::mm(0.0, 0.0, 20.0, 10.0));
        assert_eq!(place * kurbo::Point::new(0.0, 0.0), kurbo::Point::new(0.0, -5.0));
        assert_eq!(place * kurbo::Point::new(100.0, 100.0), kurbo::Point::new(20.0, 15.0));
    }

    #[test]
    fn what_is_contained_keeps_its_shape_and_stands_in_the_middle() {
        let place = contain(kurbo::Rect::new(10.0, 0.0, 60.0, 100.0), Rect::mm(2.0, 3.0, 20.0, 10.0));
        assert_eq!(place * kurbo::Point::new(10.0, 0.0), kurbo::Point::new(9.5, 3.0));
        assert_eq!(place * kurbo::Point::new(60.0, 100.0), kurbo::Point::new(14.5, 13.0));
    }

    #[test]
    fn turns_are_exact() {
        assert_eq!(Turn::degrees(-90), Some(Turn::ThreeQuarters));
        assert_eq!(Turn::degrees(45), None);
        assert_eq!(Turn::by(-90.0), Turn::ThreeQuarters);
        assert_eq!(Turn::by(-20.0).and(Turn::by(110.0)), Turn::Quarter);
        assert_eq!(Turn::Half.affine() * kurbo::Point::new(1.0, 2.0), kurbo::Point::new(-1.0, -2.0));
    }
}
