//! The artist: draws requested pictures immediately.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::Affine;

use skirmish_base::diagnostic::{Diagnostic, Reporter};
use skirmish_base::units::Rect;
use skirmish_base::vfs::Vfs;
use skirmish_book::{Manuscript, PieceFaces};
use skirmish_gallery::{CardSide, Interest, PictureRequest, Pixels, Sketcher, pixels, within};
use skirmish_model::game::{Game, IllustrationSource, Ink};
use skirmish_model::shape::{Mark, contain};
use skirmish_render::face::{BookAssets, Composed, FaceId, FaceRenderer, Project};
use skirmish_render::image::{Painter, Picture};
use skirmish_render::scene::{Drawing, Item, Scene};
use skirmish_tracker::table::{Drawings, games};

/// The picture of a book's cover: the file of that name in the game's folder `book`.
const COVER: &str = "cover";
/// Key of the cover among the drawings of cards, whose names have no `/`.
const COVER_KEY: &str = "book/cover";

/// Draws pictures of a game on request.
pub struct Artist<'a> {
    renderer: FaceRenderer<'a>,
    /// Draws all that is neither art nor a face.
    sketcher: Sketcher,
    painter: Painter<'a>,
    /// All faces, once one of them was wanted.
    faces: OnceCell<Option<Composed>>,
    project: &'a Project,
    /// The drawings of the rulebook that the table or its rules show, by name.
    pictures: Vec<String>,
    /// The rulebook, if its pictures of boards or of the table at setup are shown.
    manuscript: Option<Manuscript>,
    /// These pictures by name, each with the part that is seen, once one of them was wanted.
    diagrams: OnceCell<BTreeMap<String, (Arc<Scene>, Rect)>>,
    /// Interesting areas of each drawing.
    interest: RefCell<BTreeMap<String, Rc<Interest>>>,
    /// Takes the problems of the faces.
    reporter: Reporter,
}

impl<'a> Artist<'a> {
    /// Reads a game's templates, drawings and icons, and reports problems with them.
    pub fn open(vfs: &dyn Vfs, project: &'a Project, reporter: &Reporter) -> Self {
        Self::reading(vfs, project, BookAssets::default(), reporter)
    }

    /// Does the same with the picture of the book's cover, which only a shelf needs.
    pub fn with_cover(vfs: &dyn Vfs, project: &'a Project, reporter: &Reporter) -> Self {
        let assets = BookAssets { pictures: [COVER.to_owned()].into(), ..BookAssets::default() };
        Self::reading(vfs, project, assets, reporter)
    }

    fn reading(vfs: &dyn Vfs, project: &'a Project, mut assets: BookAssets, reporter: &Reporter) -> Self {
        let Drawings { mut pictures, marks } = games::drawings(&project.game);
        let glossary = skirmish_read::glossary(vfs, &project.game);
        let mut has_diagrams = false;
        for picture in glossary.topics.iter().chain(&glossary.cards).flat_map(|topic| &topic.pictures) {
            match &picture.source {
                IllustrationSource::Drawing(name) => pictures.push(name.clone()),
                IllustrationSource::Diagram(_) => has_diagrams = true,
                IllustrationSource::Art(..) | IllustrationSource::Face(..) => {}
            }
        }
        let manuscript = has_diagrams.then(|| skirmish_book::manuscript(vfs, &project.game)).flatten();
        let of_book = manuscript.as_ref().map(Manuscript::assets).unwrap_or_default();
        assets.pictures.extend(pictures.iter().cloned().chain(of_book.pictures));
        assets.marks.extend(marks.into_iter().chain(of_book.marks).chain(glossary.icons()));
        let renderer = FaceRenderer::open(vfs, &project.game, Ink::Full, &project.typography, &assets, reporter);
        Self {
            sketcher: Sketcher::new(&project.game, renderer.marks().clone()),
            renderer,
            project,
            pictures,
            manuscript,
            diagrams: OnceCell::new(),
            painter: Painter::new(&project.fonts),
            faces: OnceCell::new(),
            interest: RefCell::default(),
            reporter: Reporter::default(),
        }
    }

    /// Returns the game that is drawn.
    pub fn game(&self) -> &'a Game {
        self.renderer.game()
    }

    /// Returns the problems of the faces, found when the first of them was drawn, once.
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.reporter.take()
    }

    /// Draws a picture. `None` if it is unknown, for interlace in too small a space, and for invalid sizes.
    pub fn draw(&self, request: &PictureRequest) -> Option<Pixels> {
        let (width, height) = request.sides();
        within(width, height)?;
        match request {
            PictureRequest::Art { card, side, width, height } => self.art(card, *side, *width, *height),
            PictureRequest::Face { card, side, width } => self.face(card, *side, *width),
            PictureRequest::Picture { name, width, height } => self.picture(name, *width, *height),
            PictureRequest::Cover { game, width, height } if *game == self.game().id => self.cover(*width, *height),
            other => self.sketcher.draw(other),
        }
    }

    /// Returns the marks of the game.
    pub fn marks(&self) -> &BTreeMap<String, Arc<Mark>> {
        self.renderer.marks()
    }

    /// Returns the whole art of a side of a card and its interesting areas; `longer` is its longer side in pixels.
    pub fn whole_art(&self, card: &str, side: CardSide, longer: u16) -> Option<(Pixels, Interest)> {
        let card = self.game().card(card)?;
        let name = &card.faces[side.index()].art.as_ref()?.value;
        let drawing = self.renderer.drawing(name)?;
        let picture = self.small(drawing, f64::from(longer))?;
        Some((pixels(&picture), Interest::clone(&*self.interest(name, drawing)?)))
    }

    /// Returns all pictures of the rulebook by name: those that the table shows with a longer side of `table` pixels, those
    /// beside the rules with one of `book`.
    pub fn whole_pictures(&self, table: u16, book: u16) -> BTreeMap<String, Pixels> {
        let on_table = games::drawings(self.game()).pictures;
        let picture = |name: &String| {
            let longer = if on_table.contains(name) { table } else { book };
            let drawn = pixels(&self.small(self.renderer.picture(name)?, f64::from(longer))?);
            Some((name.clone(), drawn))
        };
        let diagram = |(name, (_, view)): (&String, &(_, Rect))| {
            let ([width, height], _) = scaled(view.width.get(), view.height.get(), f64::from(book));
            Some((name.clone(), self.diagram(name, width, height)?))
        };
        self.pictures.iter().filter_map(picture).chain(self.diagrams().iter().filter_map(diagram)).collect()
    }

    /// Draws a generated picture of the rulebook as large as possible.
    fn diagram(&self, name: &str, width: u16, height: u16) -> Option<Pixels> {
        let (scene, view) = self.diagrams().get(name)?;
        let (wide, high) = (view.width.get(), view.height.get());
        // A picture of another shape has empty margins.
        let scale = (f64::from(width) / wide).min(f64::from(height) / high);
        let (wider, higher) = (f64::from(width) / scale - wide, f64::from(height) / scale - high);
        let view = Rect::mm(view.x.get() - wider / 2.0, view.y.get() - higher / 2.0, wide + wider, high + higher);
        Some(pixels(&self.painter.paint_bare(scene, view, width.into(), height.into())?))
    }

    fn diagrams(&self) -> &BTreeMap<String, (Arc<Scene>, Rect)> {
        self.diagrams.get_or_init(|| {
            let Some(manuscript) = &self.manuscript else { return BTreeMap::new() };
            let faces = self.faces().map_or(&[][..], |faces| &faces.scenes);
            let cards = PieceFaces { renderer: &self.renderer, faces };
            match manuscript.html(cards, &[], &self.project.typography) {
                Ok(book) => {
                    let named = book.pictures.into_iter().filter(|picture| !picture.name.is_empty());
                    named.map(|picture| (picture.name, (picture.scene, picture.view))).collect()
                }
                Err(diagnostics) => {
                    self.reporter.report_all(diagnostics);
                    BTreeMap::new()
                }
            }
        })
    }

    /// All faces; `None` if they can't be drawn.
    fn faces(&self) -> Option<&Composed> {
        let faces = self.faces.get_or_init(|| match self.renderer.compose() {
            Ok(faces) => Some(faces),
            Err(diagnostics) => {
                self.reporter.report_all(diagnostics);
                None
            }
        });
        faces.as_ref()
    }

    /// Returns the whole cover of the game and its interesting areas; `longer` is its longer side in pixels: see
    /// [`PictureRequest::Cover`].
    pub fn whole_cover(&self, longer: u16) -> Option<(Pixels, Interest)> {
        match self.renderer.picture(COVER) {
            Some(drawing) => {
                let picture = self.small(drawing, f64::from(longer))?;
                Some((pixels(&picture), Interest::clone(&*self.interest(COVER_KEY, drawing)?)))
            }
            None => Some((self.face(self.card_of_common_back()?, CardSide::Back, longer)?, Interest::even())),
        }
    }

    fn picture(&self, name: &str, width: u16, height: u16) -> Option<Pixels> {
        let Some(drawing) = self.renderer.picture(name) else { return self.diagram(name, width, height) };
        let place = contain(drawing.bounds, kurbo::Rect::new(0.0, 0.0, width.into(), height.into()));
        Some(pixels(&self.painted(Arc::clone(drawing), place, width, height)?))
    }

    fn art(&self, card: &str, side: CardSide, width: u16, height: u16) -> Option<Pixels> {
        let card = self.game().card(card)?;
        let name = &card.faces[side.index()].art.as_ref()?.value;
        self.covering(name, self.renderer.drawing(name)?, width, height)
    }

    /// Returns the cover of the book if it has a picture, else the back of the cards.
    fn cover(&self, width: u16, height: u16) -> Option<Pixels> {
        match self.renderer.picture(COVER) {
            Some(drawing) => self.covering(COVER_KEY, drawing, width, height),
            None => {
                // At least as wide as the picture, to get the same height.
                let cut = self.renderer.component().format.size;
                let wide = f64::from(height) * cut.width.get() / cut.height.get();
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "cut off at what is too large"
                )]
                let wide = wide.ceil().max(width.into()) as u16;
                Some(middle_of(&self.face(self.card_of_common_back()?, CardSide::Back, wide)?, width, height))
            }
        }
    }

    /// Returns a card with the most common back.
    fn card_of_common_back(&self) -> Option<&str> {
        let cards = &self.renderer.deck().cards;
        let same = |back: FaceId| cards.iter().filter(|card| card.back == back).count();
        // Of backs that are equally many, that of the first card.
        let card = cards.iter().rev().max_by_key(|card| same(card.back))?;
        Some(&self.renderer.component().cards.get(card.card)?.id)
    }

    /// Returns a drawing that covers a picture. What does not fit is cut off where least is seen.
    fn covering(&self, name: &str, drawing: &Arc<Drawing>, width: u16, height: u16) -> Option<Pixels> {
        let from = self.interest(name, drawing)?.crop(drawing.bounds, width, height);
        let scale = (f64::from(width) / drawing.bounds.width()).max(f64::from(height) / drawing.bounds.height());
        let place = Affine::scale(scale) * Affine::translate((-from.x0, -from.y0));
        Some(pixels(&self.painted(Arc::clone(drawing), place, width, height)?))
    }

    /// Returns the interesting areas of a drawing.
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

    /// Returns all of a drawing, with a longer side in pixels.
    fn small(&self, drawing: &Arc<Drawing>, longer: f64) -> Option<Picture> {
        let bounds = drawing.bounds;
        let ([width, height], scale) = scaled(bounds.width(), bounds.height(), longer);
        let place = Affine::scale(scale) * Affine::translate((-bounds.x0, -bounds.y0));
        self.painted(Arc::clone(drawing), place, width, height)
    }

    fn face(&self, card: &str, side: CardSide, width: u16) -> Option<Pixels> {
        let format = self.renderer.component().format;
        let view = format.cut();
        let scale = f64::from(width) / view.width.get();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut off at what is too large")]
        let height = (view.height.get() * scale).round() as u16;
        within(width, height)?;
        let scene = self.faces()?.scenes.get(self.face_of(card, side)?.0)?;
        let mut picture = self.painter.paint(scene, view, width.into(), height.into())?;
        picture.extend_edges(view, format.with_bleed());
        picture.round_corners(format.corner.get() * scale);
        Some(pixels(&picture))
    }

    /// Returns the face that a side of a card shows.
    fn face_of(&self, card: &str, side: CardSide) -> Option<FaceId> {
        let index = *self.renderer.component().by_id.get(card)?;
        let faces = self.renderer.deck().cards.get(index)?;
        Some(match side {
            CardSide::Front => faces.front,
            CardSide::Back => faces.back,
        })
    }

    /// Paints a drawing on a transparent background; `place` maps its unit to pixels.
    fn painted(&self, drawing: Arc<Drawing>, place: Affine, width: u16, height: u16) -> Option<Picture> {
        let items = vec![Item::Drawing { drawing, place, clip: None }];
        // One millimetre of the scene is one pixel.
        let view = Rect::mm(0.0, 0.0, width.into(), height.into());
        self.painter.paint_bare(&Scene { items, ..Scene::default() }, view, width.into(), height.into())
    }
}

/// Returns the sides of a picture in pixels, of which the longer one is given, and its scale.
fn scaled(width: f64, height: f64, longer: f64) -> ([u16; 2], f64) {
    let scale = longer / width.max(height);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the longer side")]
    let sides = [width, height].map(|side| (side * scale).round().max(1.0) as u16);
    (sides, scale)
}

/// Returns the middle of a picture, which is at least that large.
fn middle_of(picture: &Pixels, width: u16, height: u16) -> Pixels {
    let (left, top) =
        ((picture.width - width.min(picture.width)) / 2, (picture.height - height.min(picture.height)) / 2);
    let row = |y: u16| {
        let first = (usize::from(top + y) * usize::from(picture.width) + usize::from(left)) * 4;
        picture.rgba[first..first + usize::from(width) * 4].iter().copied()
    };
    Pixels { width, height, rgba: (0..height).flat_map(row).collect() }
}
