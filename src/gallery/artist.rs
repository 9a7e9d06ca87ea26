//! The artist: draws what is wanted, at once.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::Affine;

use super::crop::Interest;
use super::sketch::{Sketcher, pixels, within};
use super::wanted::{Pixels, Side, Wanted};
use crate::face::{Composed, Desk, Extra, FaceId, Studio};
use crate::game::{Game, Ink};
use crate::image::{Painter, Picture};
use crate::problem::Problem;
use crate::scene::{Drawing, Item, Scene};
use crate::shape::Mark;
use crate::shelf::Shelf;
use crate::units::Rect;

/// Draws pictures of a game, each when it is asked for.
pub struct Artist<'a> {
    studio: Studio<'a>,
    /// Draws all that is neither art nor a face.
    sketcher: Sketcher,
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
            sketcher: Sketcher::new(&desk.game, studio.marks().clone()),
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
            other => self.sketcher.draw(other),
        }
    }

    /// The marks of the game.
    pub fn marks(&self) -> &BTreeMap<String, Mark> {
        self.studio.marks()
    }

    /// The whole art of a side of a card, its longer side so many pixels, and where there is something to see in it.
    pub fn whole_art(&self, card: &str, side: Side, longer: u16) -> Option<(Pixels, Interest)> {
        let card = self.game().card(card)?;
        let name = &card.faces[side.index()].art.as_ref()?.value;
        let drawing = self.studio.drawing(name)?;
        let picture = self.small(drawing, f64::from(longer))?;
        Some((pixels(&picture), Interest::clone(&*self.interest(name, drawing)?)))
    }

    fn art(&self, card: &str, side: Side, width: u16, height: u16) -> Option<Pixels> {
        let card = self.game().card(card)?;
        let name = &card.faces[side.index()].art.as_ref()?.value;
        let drawing = self.studio.drawing(name)?;
        let from = self.interest(name, drawing)?.crop(drawing.bounds, (width, height));
        let scale = (f64::from(width) / drawing.bounds.width()).max(f64::from(height) / drawing.bounds.height());
        let place = Affine::scale(scale) * Affine::translate((-from.x0, -from.y0));
        Some(pixels(&self.painted(Arc::clone(drawing), place, (width, height))?))
    }

    /// Where there is something to see in a drawing.
    fn interest(&self, name: &str, drawing: &Arc<Drawing>) -> Option<Rc<Interest>> {
        /// Longer side of the copy that is looked at.
        const SMALL: f64 = 96.0;
        if let Some(known) = self.interest.borrow().get(name) {
            return Some(Rc::clone(known));
        }
        let small = self.small(drawing, SMALL)?;
        let interest = Rc::new(Interest::new(&small));
        self.interest.borrow_mut().insert(name.to_owned(), Rc::clone(&interest));
        Some(interest)
    }

    /// All of a drawing, with a longer side in pixels.
    fn small(&self, drawing: &Arc<Drawing>, longer: f64) -> Option<Picture> {
        let bounds = drawing.bounds;
        let scale = longer / bounds.width().max(bounds.height());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the longer side")]
        let side = |length: f64| (length * scale).round().max(1.0) as u16;
        let place = Affine::scale(scale) * Affine::translate((-bounds.x0, -bounds.y0));
        self.painted(Arc::clone(drawing), place, (side(bounds.width()), side(bounds.height())))
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

    /// A drawing on nothing; `place` maps its unit to pixels.
    fn painted(&self, drawing: Arc<Drawing>, place: Affine, (width, height): (u16, u16)) -> Option<Picture> {
        let items = vec![Item::Drawing { drawing, place, clip: None }];
        // One millimetre of the scene is one pixel.
        let view = Rect::mm(0.0, 0.0, width.into(), height.into());
        self.painter.paint_bare(&Scene { items, ..Scene::default() }, view, width.into(), height.into())
    }
}
