//! The artist: draws what is wanted, at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, Shape as _};

use super::crop::Interest;
use super::wanted::{Pixels, Rgb, Side, Wanted};
use super::{LIVERIES, back, emblem, sign};
use crate::face::{Composed, Desk, Extra, FaceId, SHADE, Studio, interlace};
use crate::game::{Colour, Game, Ink};
use crate::image::{Painter, Picture};
use crate::knot::{Pattern, band, border, vine};
use crate::problem::Problem;
use crate::scene::{Drawing, Item, Scene, Shape, fit};
use crate::shelf::Shelf;
use crate::units::Rect;

/// The longest side of a picture.
const LONGEST: u16 = 4096;

/// Draws pictures of a game, each when it is asked for.
pub struct Artist<'a> {
    studio: Studio<'a>,
    painter: Painter<'a>,
    /// All faces, once one of them was wanted.
    faces: OnceCell<Option<Composed>>,
    /// Where there is something to see in each drawing.
    interest: RefCell<BTreeMap<String, Rc<Interest>>>,
    problems: RefCell<Vec<Problem>>,
}

impl<'a> Artist<'a> {
    /// Reads a game's templates, drawings and marks, and tells what is wrong with them.
    pub fn open(shelf: &dyn Shelf, desk: &'a Desk) -> (Self, Vec<Problem>) {
        let extra = Extra::default();
        let (studio, problems) = Studio::open(shelf, &desk.game, Ink::Full, &desk.styles, &desk.shaper, &extra);
        let artist = Self {
            studio,
            painter: Painter::new(&desk.fonts),
            faces: OnceCell::new(),
            interest: RefCell::default(),
            problems: RefCell::default(),
        };
        (artist, problems)
    }

    /// The game that is drawn.
    pub fn game(&self) -> &'a Game {
        self.studio.game
    }

    /// What turned out to be wrong with the faces when the first of them was drawn, once.
    pub fn take_problems(&self) -> Vec<Problem> {
        self.problems.take()
    }

    /// Draws a picture. None for what there is not, for interlace that has no room, and for sides that no picture has.
    pub fn draw(&self, wanted: &Wanted) -> Option<Pixels> {
        let (width, height) = wanted.sides();
        within(width, height)?;
        match wanted {
            Wanted::Art { card, side, width, height } => self.art(card, *side, *width, *height),
            Wanted::Face { card, side, width } => self.face(card, *side, *width),
            Wanted::Mark { name, colour, size } => {
                let drawing = self.studio.mark(name, solid(*colour))?;
                self.fitted(drawing, *size)
            }
            Wanted::Knot { kind, width, height, colour, contour } => {
                self.knot(self.weave(kind)?, (*width, *height), *colour, *contour)
            }
            Wanted::Frame { kind, width, height, thick, colour, contour } => {
                self.frame(self.weave(kind)?, (*width, *height), *thick, *colour, *contour)
            }
            Wanted::Emblem { livery, size, drained } => self.emblem(*livery, *size, *drained),
            Wanted::CardBack { width, height } => {
                let shapes = back::shapes(self.game(), f64::from(*width), f64::from(*height));
                self.shapes(shapes, (*width, *height))
            }
            Wanted::Sign { sign, colour, size } => {
                let square = kurbo::Rect::new(0.0, 0.0, sign::SIDE, sign::SIDE);
                self.fitted(Drawing::shapes(sign.shapes(solid(*colour)), square), *size)
            }
        }
    }

    fn art(&self, card: &str, side: Side, width: u16, height: u16) -> Option<Pixels> {
        let card = self.game().card(card)?;
        let name = &card.faces[side.index()].art.as_ref()?.value;
        let drawing = self.studio.drawing(name)?;
        let bounds = drawing.bounds;
        let (wide, high) = (f64::from(width), f64::from(height));
        let scale = (wide / bounds.width()).max(high / bounds.height());
        let (share_x, share_y) = (wide / (bounds.width() * scale), high / (bounds.height() * scale));
        let (x, y) = self.interest(name, drawing)?.window(share_x.min(1.0), share_y.min(1.0));
        let corner = (bounds.x0 + x * bounds.width(), bounds.y0 + y * bounds.height());
        let place = Affine::scale(scale) * Affine::translate((-corner.0, -corner.1));
        Some(pixels(&self.painted(Arc::clone(drawing), place, (width, height))?))
    }

    /// Where there is something to see in a drawing.
    fn interest(&self, name: &str, drawing: &Arc<Drawing>) -> Option<Rc<Interest>> {
        /// Longer side of the copy that is looked at.
        const SMALL: f64 = 96.0;
        if let Some(known) = self.interest.borrow().get(name) {
            return Some(Rc::clone(known));
        }
        let bounds = drawing.bounds;
        let scale = SMALL / bounds.width().max(bounds.height());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the longer side")]
        let side = |length: f64| (length * scale).round().max(1.0) as u16;
        let place = Affine::scale(scale) * Affine::translate((-bounds.x0, -bounds.y0));
        let small = self.painted(Arc::clone(drawing), place, (side(bounds.width()), side(bounds.height())))?;
        let interest = Rc::new(Interest::new(&small));
        self.interest.borrow_mut().insert(name.to_owned(), Rc::clone(&interest));
        Some(interest)
    }

    fn face(&self, card: &str, side: Side, width: u16) -> Option<Pixels> {
        let faces = self.faces.get_or_init(|| match self.studio.compose() {
            Ok(faces) => Some(faces),
            Err(problems) => {
                self.problems.borrow_mut().extend(problems);
                None
            }
        });
        let format = self.game().format;
        let view = format.cut();
        let scale = f64::from(width) / view.width.get();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut off at what is too large")]
        let height = (view.height.get() * scale).round() as u16;
        within(width, height)?;
        let scene = faces.as_ref()?.scenes.get(self.face_of(card, side)?.0)?;
        let mut picture = self.painter.paint(scene, view, width.into(), height.into())?;
        picture.extend_edges(view, format.with_bleed());
        picture.round_corners(format.corner.get() * scale);
        Some(pixels(&picture))
    }

    /// The face that a side of a card shows.
    fn face_of(&self, card: &str, side: Side) -> Option<FaceId> {
        let index = *self.game().by_id.get(card)?;
        let faces = self.studio.deck.cards.get(index)?;
        Some(match side {
            Side::Front => faces.front,
            Side::Back => faces.back,
        })
    }

    fn weave(&self, kind: &str) -> Option<&'a Pattern> {
        self.game().kinds.iter().find(|known| known.id == kind)?.weave.as_ref()
    }

    /// Interlace along the longer side. A braid of an odd number of strands has loose ends: it is bound at both ends.
    fn knot(&self, pattern: &Pattern, size: (u16, u16), colour: Rgb, contour: Option<Rgb>) -> Option<Pixels> {
        /// Width of a binding, and the gap to the braid, in parts of the width across the strands.
        const BINDING: f64 = 0.28;
        const GAP: f64 = 0.07;
        const DRAWN: [f64; 7] = [1.0, 0.9, 1.1, 0.8, 1.2, 1.3, 1.4];
        let (width, height) = room(size, f64::from(size.0.min(size.1)), contour);
        let (across, along) = (width.min(height), width.max(height));
        let standing = height >= width;
        let bound = if pattern.closes() { 0.0 } else { across * (BINDING + GAP) };
        let length = along - 2.0 * bound;
        let weave = |length: f64| {
            let woven = if standing { vine(pattern, across, length) } else { band(pattern, length, across) };
            Some((woven.ok()?, length))
        };
        // Whole repeats may not fit: then they are made for another length, and drawn out or pressed together.
        let (woven, made) = DRAWN.iter().find_map(|by| weave(length * by))?;
        let drawing = interlace(&woven, across, solid(colour), contour.map(solid))?;
        let drawn = length / made;
        let drawn =
            if standing { Affine::scale_non_uniform(1.0, drawn) } else { Affine::scale_non_uniform(drawn, 1.0) };
        let down = |by: f64| if standing { Affine::translate((0.0, by)) } else { Affine::translate((by, 0.0)) };
        let mut items = vec![item(drawing, down(bound) * drawn)];
        if !pattern.closes() {
            let binding = binding((across, across * BINDING), standing, solid(colour), contour.map(solid));
            items.push(item(Arc::clone(&binding), Affine::IDENTITY));
            items.push(item(binding, down(along - across * BINDING)));
        }
        Some(pixels(&self.scene(items, size)?))
    }

    fn frame(
        &self,
        pattern: &Pattern,
        size: (u16, u16),
        thick: u16,
        colour: Rgb,
        contour: Option<Rgb>,
    ) -> Option<Pixels> {
        let (width, height) = room(size, thick.into(), contour);
        let woven = border(pattern, width, height, thick.into()).ok()?;
        let drawing = interlace(&woven, thick.into(), solid(colour), contour.map(solid))?;
        Some(pixels(&self.painted(drawing, Affine::IDENTITY, size)?))
    }

    fn emblem(&self, livery: u8, size: u16, drained: bool) -> Option<Pixels> {
        let livery = LIVERIES.get(usize::from(livery))?;
        let radius = f64::from(size) / 2.0;
        let shapes = emblem::shapes(livery, drained, 1.0 / radius);
        let drawing = Drawing::shapes(shapes, kurbo::Rect::new(-1.0, -1.0, 1.0, 1.0));
        let place = Affine::translate((radius, radius)) * Affine::scale(radius);
        let mut picture = self.painted(drawing, place, (size, size))?;
        picture.round_corners(radius);
        Some(pixels(&picture))
    }

    /// Areas in pixels.
    fn shapes(&self, shapes: Vec<Shape>, size: (u16, u16)) -> Option<Pixels> {
        let drawing = Drawing::shapes(shapes, kurbo::Rect::new(0.0, 0.0, size.0.into(), size.1.into()));
        Some(pixels(&self.painted(drawing, Affine::IDENTITY, size)?))
    }

    /// A drawing as large as a square.
    fn fitted(&self, drawing: Arc<Drawing>, size: u16) -> Option<Pixels> {
        let side = f64::from(size);
        let place = fit(drawing.bounds, Rect::mm(0.0, 0.0, side, side));
        Some(pixels(&self.painted(drawing, place, (size, size))?))
    }

    /// A drawing on nothing; `place` maps its unit to pixels.
    fn painted(&self, drawing: Arc<Drawing>, place: Affine, size: (u16, u16)) -> Option<Picture> {
        self.scene(vec![item(drawing, place)], size)
    }

    /// Things on nothing; one millimetre of their scene is one pixel.
    fn scene(&self, items: Vec<Item>, (width, height): (u16, u16)) -> Option<Picture> {
        let view = Rect::mm(0.0, 0.0, width.into(), height.into());
        self.painter.paint_bare(&Scene { items }, view, width.into(), height.into())
    }
}

fn item(drawing: Arc<Drawing>, place: Affine) -> Item {
    Item::Drawing { drawing, place, clip: None }
}

/// The cord about the end of a braid, across its strands; lit and shaded as they are.
fn binding((long, thick): (f64, f64), standing: bool, colour: Colour, contour: Option<Colour>) -> Arc<Drawing> {
    /// The contour, in parts of the thickness.
    const CONTOUR: f64 = 0.16;
    /// Far less than a pixel.
    const FINENESS: f64 = 0.01;
    let (width, height) = if standing { (long, thick) } else { (thick, long) };
    let whole = kurbo::Rect::new(0.0, 0.0, width, height);
    let cord = |rect: kurbo::Rect, colour| {
        let path = rect.to_rounded_rect(rect.width().min(rect.height()) / 2.0).to_path(FINENESS);
        Shape { path, colour, even_odd: false }
    };
    let shapes = match contour {
        None => vec![cord(whole, colour)],
        Some(contour) => {
            vec![cord(whole + SHADE * long, contour), cord(whole, contour), cord(whole.inset(-CONTOUR * thick), colour)]
        }
    };
    Drawing::shapes(shapes, whole)
}

/// Nothing for sides that no picture has.
fn within(width: u16, height: u16) -> Option<()> {
    let sides = 1..=LONGEST;
    (sides.contains(&width) && sides.contains(&height)).then_some(())
}

/// The size of interlace that fills a picture together with its shade.
fn room((width, height): (u16, u16), across: f64, contour: Option<Rgb>) -> (f64, f64) {
    let shade = contour.map_or(kurbo::Vec2::ZERO, |_| SHADE * across);
    (f64::from(width) - shade.x, f64::from(height) - shade.y)
}

fn solid([red, green, blue]: Rgb) -> Colour {
    Colour::rgb(red, green, blue)
}

fn pixels(picture: &Picture) -> Pixels {
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
    Pixels { width: side(picture.width()), height: side(picture.height()), rgba: picture.rgba() }
}
