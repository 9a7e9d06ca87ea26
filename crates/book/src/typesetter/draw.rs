//! Drawing: colours, shapes, marks and interlace as items of a page.

use kurbo::{Affine, BezPath, Shape as _};

use super::Typesetter;
use crate::face::Weaving;
use crate::game::{Colour, Ink, KindId};
use crate::measure::MEASURE;
use crate::scene::{Drawing, Item, contain, stretch};
use crate::shape::Shape;
use crate::threads;
use crate::units::{Mm, Point, Rect};

impl Typesetter<'_> {
    /// Returns a colour of the game, or its stand-in.
    pub fn colour(&self, name: &str) -> Colour {
        self.game.palette.colour(name, self.renderer.ink()).unwrap_or_else(|| stand_in(name))
    }

    /// Returns a colour of a kind of card.
    pub fn kind_colour(&self, kind: KindId, name: &str) -> Colour {
        // A game without cards has no kinds.
        let palette = self.palettes.get(kind.0).unwrap_or(&self.game.palette);
        palette.colour(name, self.renderer.ink()).unwrap_or_else(|| stand_in(name))
    }

    /// Draws a rectangle of one colour.
    pub fn rect(&self, bounds: Rect, colour: Colour) -> Item {
        let drawing = Drawing::unit_square(colour);
        Item::Drawing { place: stretch(drawing.bounds, bounds), drawing, clip: None }
    }

    /// Draws interlace of a kind in a box: flat, in one colour, or with an outline.
    pub fn weave(&self, kind: KindId, bounds: Rect, colour: Colour, contour: Option<Colour>) -> Option<Item> {
        let pattern = self.game.deck.kinds.get(kind.0)?.weave.clone()?;
        let (width, height) = (bounds.width.get(), bounds.height.get());
        let weaving = Weaving { pattern, width, height, colour, contour };
        if let Some(wanted) = self.wanted.borrow_mut().as_mut() {
            wanted.push(weaving);
            return None;
        }
        let drawing = self.renderer.weave(&weaving)?;
        let place = Affine::translate((bounds.x.get(), bounds.y.get()));
        Some(Item::Drawing { drawing, place, clip: None })
    }

    /// Draws the band above the title of a chapter or of a kind: interlace, if the kind has some. A game without any
    /// gets two rules; in others the band is omitted if the authors chose so.
    pub fn title_band(&self, kind: KindId) -> Vec<Item> {
        /// From the top, and how thick.
        const RULES: [(f64, f64); 2] = [(0.4, 1.2), (2.3, 0.25)];
        let colour = self.kind_colour(kind, "kind");
        if self.has_interlace() {
            let bounds = Rect::mm(0.0, 0.0, MEASURE.get(), 4.6);
            return self.weave(kind, bounds, colour, None).into_iter().collect();
        }
        RULES.map(|(y, height)| self.rect(Rect::mm(0.0, y, MEASURE.get(), height), colour)).into()
    }

    /// True if any kind of the game has interlace.
    pub fn has_interlace(&self) -> bool {
        self.game.deck.kinds.iter().any(|kind| kind.weave.is_some())
    }

    /// Makes the interlace that the first round requested; from then on it is drawn.
    pub fn weave_all(&self) {
        let wanted = self.wanted.take().unwrap_or_default();
        let renderer = self.renderer;
        threads::map(&wanted, |weaving| drop(renderer.weave(weaving)));
    }

    /// Draws interlace with the icon of its kind above it and, rotated, below it, as on the spine of a card; in the
    /// kind's colour in the low-ink version, else as it looks on that colour. Interlace too short to be recognised is
    /// omitted, and with it the icon below.
    pub fn braid(&self, kind: KindId, weave: Rect, above: Rect, below: Rect) -> Vec<Item> {
        let light = self.renderer.ink() == Ink::Low;
        let colour = self.kind_colour(kind, if light { "kind" } else { "strand" });
        let contour = (!light).then(|| self.kind_colour(kind, "contour"));
        let mark = |bounds: Rect| self.mark(&self.game.deck.kinds.get(kind.0)?.mark, bounds, colour);
        let long = weave.height > weave.width * 3.0;
        let strands = if long { self.weave(kind, weave, colour, contour) } else { None };
        let last = if long { mark(below).map(|item| turned(item, below)) } else { None };
        strands.into_iter().chain(mark(above)).chain(last).collect()
    }

    /// Draws an icon in a box.
    pub fn mark(&self, name: &str, bounds: Rect, colour: Colour) -> Option<Item> {
        let drawing = self.renderer.mark(name, colour)?;
        Some(Item::Drawing { place: contain(drawing.bounds, bounds), drawing, clip: None })
    }

    /// Draws a shape of one colour.
    pub fn shape(&self, path: BezPath, colour: Colour) -> Item {
        let bounds = path.bounding_box();
        let drawing = Drawing::shapes(vec![Shape { path, colour, even_odd: false }], bounds);
        Item::Drawing { drawing, place: Affine::IDENTITY, clip: None }
    }

    /// Draws a disc.
    pub fn disc(&self, middle: Point, radius: Mm, colour: Colour) -> Item {
        self.shape(kurbo::Circle::new((middle.x.get(), middle.y.get()), radius.get()).to_path(1e-3), colour)
    }

    /// Draws a rectangle with round corners.
    pub fn round_rect(&self, bounds: Rect, radius: Mm, colour: Colour) -> Item {
        self.shape(bounds.to_kurbo().to_rounded_rect(radius.get()).to_path(1e-3), colour)
    }

    /// Draws a line with tapering ends that separates an afterword from its page.
    pub fn cut_line(&self, x: Mm, y: Mm, width: Mm) -> Item {
        const THIN: f64 = 0.04;
        const FULL: f64 = 0.3;
        let (left, right) = (x.get(), (x + width).get());
        let (middle, y) = (f64::midpoint(left, right), y.get());
        let mut path = BezPath::new();
        path.move_to((left, y - THIN));
        path.quad_to((middle - width.get() * 0.2, y - FULL), (middle, y - FULL));
        path.quad_to((middle + width.get() * 0.2, y - FULL), (right, y - THIN));
        path.line_to((right, y + THIN));
        path.quad_to((middle + width.get() * 0.2, y + FULL), (middle, y + FULL));
        path.quad_to((middle - width.get() * 0.2, y + FULL), (left, y + THIN));
        path.close_path();
        self.shape(path, self.colour("ink"))
    }
}

/// Returns the stand-in for an unknown colour: backgrounds are pale, to keep their content legible.
fn stand_in(name: &str) -> Colour {
    match name {
        "paper" | "strand" => Colour::WHITE,
        "box" | "ground" | "strip" | "table" => Colour::rgb(0xef, 0xee, 0xea),
        _ => Colour::Black,
    }
}

/// Draws a drawing rotated around the middle of its box.
fn turned(item: Item, bounds: Rect) -> Item {
    let middle = bounds.middle();
    let middle = kurbo::Vec2::new(middle.x.get(), middle.y.get());
    match item {
        Item::Drawing { drawing, place, clip } => {
            let about = kurbo::Affine::translate(middle)
                * kurbo::Affine::rotate(std::f64::consts::PI)
                * kurbo::Affine::translate(-middle);
            Item::Drawing { drawing, place: about * place, clip }
        }
        other => other,
    }
}
