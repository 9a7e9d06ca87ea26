//! Everything that faces are drawn with: templates, art and marks, each read once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::art::{outlines, read_drawing};
use super::deck::{Deck, FaceId};
use super::template::{self, Colours, Template};
use crate::game::{Card, Colour, Face, Game, Ink, Piece, Span};
use crate::knot::Pattern;
use crate::problem::{Place, Problem, Source};
use crate::read;
use crate::scene::Drawing;
use crate::shape::Mark;
use crate::shelf::Shelf;
use crate::text::{Shaper, Styles};
use crate::threads;
use crate::units::Rect;

/// Interlace once it is made; others go on meanwhile, unless they wait for the same.
type Woven = OnceLock<Option<Arc<Drawing>>>;

/// A template in the colours of a kind and a sort of face: name, kind (none for shared faces), sort of face.
type Variant = (String, Option<usize>, usize);

/// Draws the faces of a game.
pub struct Studio<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its distinct faces.
    pub deck: Deck,
    /// How much ink the printing may use.
    pub ink: Ink,
    pub(super) styles: &'a Styles,
    pub(super) shaper: &'a Shaper,
    templates: HashMap<Variant, Template>,
    art: BTreeMap<String, Arc<Drawing>>,
    marks: BTreeMap<String, Mark>,
    pictures: BTreeMap<String, Arc<Drawing>>,
    /// The drawings and marks in the game's folder, for "did you mean".
    pub(super) there: Names,
    /// Drawings and marks that are there and could not be read.
    pub(super) unread: BTreeSet<String>,
    tinted: Mutex<HashMap<(String, Colour), Arc<Drawing>>>,
    woven: Mutex<Vec<(Weaving, Arc<Woven>)>>,
}

/// What is in the folders of a game.
pub(super) struct Names {
    pub art: Vec<String>,
    pub marks: Vec<String>,
}

impl Names {
    fn new(shelf: &dyn Shelf, folder: &str) -> Self {
        Self { art: drawings(shelf, &format!("{folder}/art")), marks: drawings(shelf, &format!("{folder}/marks")) }
    }
}

/// The names of the SVGs in a folder, without ending.
fn drawings(shelf: &dyn Shelf, folder: &str) -> Vec<String> {
    let files = shelf.files(folder);
    let name = |path: &String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".svg")?.to_owned());
    files.iter().filter_map(name).filter(|name| !name.contains('/')).collect()
}

/// Interlace of a size in its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Weaving {
    /// What is woven.
    pub pattern: Pattern,
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres; the bands run along the longer side.
    pub height: f64,
    /// The colour of the strands.
    pub colour: Colour,
    /// The colour of contour and shade; flat strands without one.
    pub contour: Option<Colour>,
}

/// What is drawn with beside what the faces need: by a book.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Marks by name.
    pub marks: BTreeSet<String>,
    /// Pictures by name: files of the game's folder `book`, without ending.
    pub pictures: BTreeSet<String>,
}

/// Something to be read from a file.
enum Errand {
    Picture(String),
    Template(Variant),
    Art(String),
    Mark(String),
}

enum Fetched {
    Picture(String, Arc<Drawing>),
    Template(Variant, Template),
    Art(String, Arc<Drawing>),
    Mark(String, Mark),
    Nothing,
}

impl<'a> Studio<'a> {
    /// Reads all templates, art and marks that the faces of a game use, and what else is drawn with.
    pub fn open(
        shelf: &dyn Shelf,
        game: &'a Game,
        ink: Ink,
        styles: &'a Styles,
        shaper: &'a Shaper,
        extra: &Extra,
    ) -> (Self, Vec<Problem>) {
        let deck = Deck::new(game);
        let errands = errands(game, &deck, extra);
        let library = Library { shelf, game, ink, folder: read::folder(&game.id) };
        let fetched = threads::map(&errands, |errand| library.fetch(errand));
        let mut problems = Vec::new();
        let mut studio = Self {
            game,
            deck,
            ink,
            styles,
            shaper,
            templates: HashMap::new(),
            art: BTreeMap::new(),
            marks: BTreeMap::new(),
            pictures: BTreeMap::new(),
            there: Names::new(shelf, &read::folder(&game.id)),
            unread: BTreeSet::new(),
            tinted: Mutex::default(),
            woven: Mutex::default(),
        };
        for (result, errand) in fetched.into_iter().zip(&errands) {
            match result {
                Ok(Fetched::Template(variant, template)) => drop(studio.templates.insert(variant, template)),
                Ok(Fetched::Art(name, drawing)) => drop(studio.art.insert(name, drawing)),
                Ok(Fetched::Picture(name, drawing)) => drop(studio.pictures.insert(name, drawing)),
                Ok(Fetched::Mark(name, mark)) => drop(studio.marks.insert(name, mark)),
                Ok(Fetched::Nothing) => {}
                Err(more) => {
                    problems.extend(more);
                    if let Errand::Art(name) | Errand::Mark(name) = errand {
                        studio.unread.insert(name.clone());
                    }
                }
            }
        }
        problems.extend(studio.fetch_marks_of_templates(&library));
        problems.extend(studio.unknown_marks());
        (studio, problems)
    }

    /// The card that shows a face first, and the face.
    pub fn face(&self, id: FaceId) -> (&'a Card, &'a Face) {
        let of = self.deck.faces[id.0];
        let card = &self.game.cards[of.card];
        (card, &card.faces[of.side])
    }

    /// The boxes of the slots of a face's template, by name, in millimetres from the cut.
    pub fn slot_boxes(&self, id: FaceId) -> Vec<(String, Rect)> {
        let (card, face) = self.face(id);
        let slots = self.template(card, face).map(|template| template.slots.as_slice()).unwrap_or_default();
        slots.iter().map(|slot| (slot.name.clone(), slot.bounds)).collect()
    }

    pub(super) fn template(&self, card: &Card, face: &Face) -> Option<&Template> {
        self.templates.get(&variant(self.game, card, face))
    }

    /// A drawing by name.
    pub fn drawing(&self, name: &str) -> Option<&Arc<Drawing>> {
        self.art.get(name)
    }

    /// A picture of a book by name.
    pub fn picture(&self, name: &str) -> Option<&Arc<Drawing>> {
        self.pictures.get(name)
    }

    /// The names of all pictures of a book.
    pub fn picture_names(&self) -> impl Iterator<Item = &str> {
        self.pictures.keys().map(String::as_str)
    }

    /// The names of all drawings that faces use.
    pub fn art_names(&self) -> impl Iterator<Item = &str> {
        self.art.keys().map(String::as_str)
    }

    /// All marks that kinds, cards, needs and texts use, by name.
    pub fn marks(&self) -> &BTreeMap<String, Mark> {
        &self.marks
    }

    /// The names of all templates that faces use.
    pub fn template_names(&self) -> impl Iterator<Item = &str> {
        self.deck.faces.iter().map(|of| self.game.cards[of.card].faces[of.side].template.value.as_str())
    }

    /// A mark in a colour; its bounds are its view box.
    pub fn mark(&self, name: &str, colour: Colour) -> Option<Arc<Drawing>> {
        let mark = self.marks.get(name)?;
        let mut tinted = self.tinted.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Drawing::shapes(mark.shapes(colour), mark.bounds);
        Some(Arc::clone(tinted.entry((name.to_owned(), colour)).or_insert_with(make)))
    }

    /// How wide a mark is for its height: that of its view box. As wide as high if there is no such mark.
    pub(super) fn proportion(&self, name: &str) -> f64 {
        self.marks.get(name).map_or(1.0, |mark| mark.bounds.width() / mark.bounds.height())
    }

    /// Interlace for a box; none where the box is too small for it.
    pub fn weave(&self, weaving: &Weaving) -> Option<Arc<Drawing>> {
        let cell = {
            let mut woven = self.woven.lock().unwrap_or_else(PoisonError::into_inner);
            match woven.iter().find(|(known, _)| known == weaving) {
                Some((_, cell)) => Arc::clone(cell),
                None => {
                    let cell = Arc::default();
                    woven.push((weaving.clone(), Arc::clone(&cell)));
                    cell
                }
            }
        };
        cell.get_or_init(|| super::parts::weave(weaving)).clone()
    }

    /// The marks that templates themselves show, each with the place of a slot that does.
    fn marks_of_templates(&self) -> BTreeMap<String, Place> {
        let mut marks = BTreeMap::new();
        let mut variants: Vec<&Variant> = self.templates.keys().collect();
        variants.sort_unstable();
        for slot in variants.into_iter().flat_map(|variant| &self.templates[variant].slots) {
            let pieces = slot.literal.iter().flat_map(|literal| &literal.paragraphs).flatten();
            for (piece, ..) in pieces {
                if let Piece::Mark(name) = piece {
                    marks.entry(name.clone()).or_insert_with(|| slot.at.clone());
                }
            }
        }
        marks
    }

    /// Reads the marks that templates show and nothing else does.
    fn fetch_marks_of_templates(&mut self, library: &Library<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for name in self.marks_of_templates().into_keys() {
            if self.marks.contains_key(&name) || self.unread.contains(&name) {
                continue;
            }
            match library.fetch(&Errand::Mark(name.clone())) {
                Ok(Fetched::Mark(name, mark)) => drop(self.marks.insert(name, mark)),
                Ok(_) => {}
                Err(more) => {
                    problems.extend(more);
                    self.unread.insert(name);
                }
            }
        }
        problems
    }

    /// What is to be said of a mark that is asked for and is not there.
    pub fn no_mark(&self, name: &str, at: &Place) -> Option<Problem> {
        // One that could not be read, or whose name could not, was told before.
        if name.is_empty() || self.marks.contains_key(name) || self.unread.contains(name) {
            return None;
        }
        let problem = Problem::error(at.clone(), format!("there is no mark `{name}`")).label("no such mark");
        let problem = problem.suggest(name, self.there.marks.iter().map(String::as_str));
        Some(problem.hint(format!("marks are in `{}/marks`", read::folder(&self.game.id))))
    }

    /// Marks that templates, kinds, cards, needs and texts ask for and that are not there.
    fn unknown_marks(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut check = |name: &str, at: &Place| problems.extend(self.no_mark(name, at));
        self.marks_of_templates().iter().for_each(|(name, at)| check(name, at));
        for kind in &self.game.kinds {
            check(&kind.mark, &kind.at);
        }
        for need in &self.game.needs {
            need.marks.iter().for_each(|mark| check(mark, &need.at));
        }
        for glyph in self.game.cards.iter().flat_map(|card| &card.faces).filter_map(|face| face.glyph.as_ref()) {
            check(&glyph.value, &glyph.at);
        }
        for text in self.game.cards.iter().flat_map(|card| &card.faces).flat_map(|face| face.texts.values()) {
            for span in text.value.paragraphs.iter().flatten() {
                if let Span::Mark(name) = span {
                    check(name, &text.at.find(&format!(":{name}:")));
                }
            }
        }
        problems
    }
}

fn variant(game: &Game, card: &Card, face: &Face) -> Variant {
    let kind = (!game.face_kinds[face.kind].shared).then_some(card.kind);
    (face.template.value.clone(), kind, face.kind)
}

/// All that the faces need, each once; templates first, since they take longest.
fn errands(game: &Game, deck: &Deck, extra: &Extra) -> Vec<Errand> {
    let mut variants: BTreeSet<Variant> = BTreeSet::new();
    let mut art: BTreeSet<&str> = BTreeSet::new();
    let mut marks: BTreeSet<&str> = game.kinds.iter().map(|kind| kind.mark.as_str()).collect();
    marks.extend(extra.marks.iter().map(String::as_str));
    marks.extend(game.needs.iter().flat_map(|need| &need.marks).map(String::as_str));
    for of in &deck.faces {
        let card = &game.cards[of.card];
        let face = &card.faces[of.side];
        if !face.template.value.is_empty() {
            variants.insert(variant(game, card, face));
        }
        art.extend(face.art.as_ref().map(|art| art.value.as_str()));
        marks.extend(face.glyph.as_ref().map(|glyph| glyph.value.as_str()));
        for span in face.texts.values().flat_map(|text| &text.value.paragraphs).flatten() {
            if let Span::Mark(name) = span {
                marks.insert(name);
            }
        }
    }
    let art = art.into_iter().map(|name| Errand::Art(name.to_owned()));
    let marks = marks.into_iter().map(|name| Errand::Mark(name.to_owned()));
    let pictures = extra.pictures.iter().cloned().map(Errand::Picture);
    pictures.chain(variants.into_iter().map(Errand::Template)).chain(art).chain(marks).collect()
}

/// Where the files of a game are.
struct Library<'a> {
    shelf: &'a dyn Shelf,
    game: &'a Game,
    ink: Ink,
    folder: String,
}

impl Library<'_> {
    fn fetch(&self, errand: &Errand) -> Result<Fetched, Vec<Problem>> {
        match errand {
            Errand::Template(variant) => self.template(variant),
            Errand::Art(name) => self.drawing("art", name, Fetched::Art),
            Errand::Picture(name) => self.drawing("book", name, Fetched::Picture),
            Errand::Mark(name) => {
                let Some(source) = self.first(&[format!("{}/marks/{name}.svg", self.folder)])? else {
                    return Ok(Fetched::Nothing);
                };
                let drawing = read_drawing(&source)?;
                Ok(Fetched::Mark(name.clone(), Mark { outlines: outlines(&drawing), bounds: drawing.bounds }))
            }
        }
    }

    /// The first of some files that there is.
    fn first(&self, paths: &[String]) -> Result<Option<Arc<Source>>, Vec<Problem>> {
        let Some(path) = paths.iter().find(|path| self.shelf.has(path)) else { return Ok(None) };
        read::text_file(self.shelf, path).map(Some).map_err(|problem| vec![problem])
    }

    /// A drawing of a folder of the game; a lighter one where ink is spared and there is one.
    fn drawing(
        &self,
        below: &str,
        name: &str,
        fetched: fn(String, Arc<Drawing>) -> Fetched,
    ) -> Result<Fetched, Vec<Problem>> {
        let full = format!("{}/{below}/{name}.svg", self.folder);
        let light = format!("{}/{below}/light/{name}.svg", self.folder);
        let paths = if self.ink == Ink::Light { vec![light, full] } else { vec![full] };
        let Some(source) = self.first(&paths)? else { return Ok(Fetched::Nothing) };
        Ok(fetched(name.to_owned(), read_drawing(&source)?))
    }

    fn template(&self, variant: &Variant) -> Result<Fetched, Vec<Problem>> {
        let (name, kind, face) = variant;
        let own = format!("{}/templates/{name}.svg", self.folder);
        let shared = format!("templates/{name}.svg");
        let Some(source) = self.first(&[own, shared])? else { return Err(vec![self.no_template(name)]) };
        let face = &self.game.face_kinds[*face].palette;
        let palette = match kind {
            Some(kind) => face.over(&self.game.kinds[*kind].palette).over(&self.game.palette),
            None => face.over(&self.game.palette),
        };
        let template = template::read(&source, &Colours::new(&palette, self.ink), &self.game.format)?;
        Ok(Fetched::Template(variant.clone(), template))
    }

    fn no_template(&self, name: &str) -> Problem {
        let faces = self.game.cards.iter().flat_map(|card| &card.faces);
        let at = faces
            .map(|face| &face.template)
            .find(|template| template.value == name)
            .map(|template| template.at.clone());
        let mut names = drawings(self.shelf, "templates");
        names.extend(drawings(self.shelf, &format!("{}/templates", self.folder)));
        Problem::error(at, format!("there is no template `{name}`")).suggest(name, names.iter().map(String::as_str))
    }
}
