//! Everything that faces are drawn with: templates, art and marks, each read once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::art::{Read, Reading, outlines, read_drawing, read_picture};
use super::content::Finder;
use super::deck::{Deck, FaceId};
use super::kept::Kept;
use super::kept_faces::KeptFaces;
use super::letters::Letters;
use super::picture::{ENDINGS, Pictures, art_stem};
use super::slot::Role;
use super::template::{self, Colours, Template};
use super::weaving::Weaves;
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::game::{Card, Colour, Face, Game, Ink, Piece, TextSpan};
use crate::read;
use crate::scene::Drawing;
use crate::shape::Mark;
use crate::text::{Shaper, Style, Styles};
use crate::threads;
use crate::units::{Mm, Rect};
use crate::vfs::Vfs;

/// A template in the colours of a kind, a sort of face, a set and looks: name, kind (none for shared faces), sort of face, set, looks.
type Variant = (String, Option<usize>, usize, Option<usize>, Vec<usize>);

/// Draws the faces of a game.
pub struct FaceRenderer<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its distinct faces.
    pub deck: Deck,
    /// How much ink the printing may use.
    pub ink: Ink,
    pub(super) styles: &'a Styles,
    pub(super) shaper: &'a Shaper,
    templates: HashMap<Variant, Arc<Template>>,
    art: BTreeMap<String, Arc<Drawing>>,
    marks: BTreeMap<String, Mark>,
    pictures: BTreeMap<String, Arc<Drawing>>,
    /// The drawings and marks in the game's folder, for "did you mean".
    pub(super) there: Names,
    /// Drawings and marks that are there and could not be read.
    pub(super) unread: BTreeSet<String>,
    /// Whether what is unfinished is drawn as far as it goes.
    pub(super) draft: bool,
    tinted: Mutex<HashMap<(String, Colour), Arc<Drawing>>>,
    pub(super) woven: Arc<Weaves>,
    /// Faces that were drawn before, and the round that it is; none where each is drawn once.
    pub(super) kept_faces: Option<(Arc<KeptFaces>, u64)>,
}

/// What is in the folders of a game.
pub(super) struct Names {
    pub art: Vec<String>,
    pub marks: Vec<String>,
}

impl Names {
    fn new(vfs: &dyn Vfs, folder: &str) -> Self {
        Self { art: drawings(vfs, &format!("{folder}/art")), marks: drawings(vfs, &format!("{folder}/marks")) }
    }
}

/// The names of the drawings and pictures in a folder, without ending.
fn drawings(vfs: &dyn Vfs, folder: &str) -> Vec<String> {
    let files = vfs.files(folder);
    let name = |path: &String| Some(art_stem(path.strip_prefix(folder)?.strip_prefix('/')?)?.to_owned());
    files.iter().filter_map(name).filter(|name| !name.contains('/')).collect()
}

/// What is drawn beside the faces, by a book.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Marks by name.
    pub marks: BTreeSet<String>,
    /// Pictures by name: files of the game's folder `book`, without ending.
    pub pictures: BTreeSet<String>,
    /// Drawings by name: files of the folder `art`, as cards name them.
    pub art: BTreeSet<String>,
}

/// Something to be read from a file.
enum LoadRequest {
    Picture(String),
    Template(Variant),
    Art(String),
    Mark(String),
}

enum Loaded {
    Picture(String, Arc<Drawing>),
    Template(Variant, Arc<Template>),
    Art(String, Arc<Drawing>),
    Mark(String, Mark),
    Nothing,
}

impl<'a> FaceRenderer<'a> {
    /// Reads all templates, art and marks that the faces of a game use, and what else is drawn with.
    pub fn open(
        vfs: &dyn Vfs,
        game: &'a Game,
        ink: Ink,
        styles: &'a Styles,
        shaper: &'a Shaper,
        extra: &Extra,
    ) -> (Self, Vec<Diagnostic>) {
        Self::open_with(vfs, game, ink, (styles, shaper), extra, &Kept::default())
    }

    /// The same; what was kept of another reading and did not change is not read again.
    pub fn open_with(
        vfs: &dyn Vfs,
        game: &'a Game,
        ink: Ink,
        (styles, shaper): (&'a Styles, &'a Shaper),
        extra: &Extra,
        kept: &Kept,
    ) -> (Self, Vec<Diagnostic>) {
        let deck = Deck::new(game);
        let requests = requests(game, &deck, extra);
        let reading = Reading { pictures: Pictures::new(vfs), letters: Letters::new(shaper.files()) };
        let folder = read::folder(&game.id);
        let there =
            ["art", "art/light", "marks", "book"].iter().flat_map(|below| vfs.files(&format!("{folder}/{below}")));
        let library = Library { vfs, game, ink, there: there.collect(), folder, reading, kept, told: Mutex::default() };
        let loaded = threads::map(&requests, |request| library.load(request));
        let mut diagnostics = Vec::new();
        let mut renderer = Self {
            game,
            deck,
            ink,
            styles,
            shaper,
            templates: HashMap::new(),
            art: BTreeMap::new(),
            marks: BTreeMap::new(),
            pictures: BTreeMap::new(),
            there: Names::new(vfs, &read::folder(&game.id)),
            unread: BTreeSet::new(),
            draft: false,
            tinted: Mutex::default(),
            woven: Arc::clone(&kept.woven),
            kept_faces: kept.faces(),
        };
        for (result, request) in loaded.into_iter().zip(&requests) {
            match result {
                Ok(Loaded::Template(variant, template)) => drop(renderer.templates.insert(variant, template)),
                Ok(Loaded::Art(name, drawing)) => drop(renderer.art.insert(name, drawing)),
                Ok(Loaded::Picture(name, drawing)) => drop(renderer.pictures.insert(name, drawing)),
                Ok(Loaded::Mark(name, mark)) => drop(renderer.marks.insert(name, mark)),
                Ok(Loaded::Nothing) => {}
                Err(more) => {
                    let cards = renderer.cards_with(request);
                    diagnostics.extend(more.into_iter().map(|diagnostic| diagnostic.of_cards(&cards)));
                    if let LoadRequest::Art(name) | LoadRequest::Mark(name) = request {
                        renderer.unread.insert(name.clone());
                    }
                }
            }
        }
        diagnostics.extend(renderer.fetch_marks_of_templates(&library));
        diagnostics.extend(renderer.fetch_art_of_templates(&library));
        diagnostics.extend(library.told.into_inner().unwrap_or_default());
        diagnostics.extend(renderer.unknown_marks());
        (renderer, diagnostics)
    }

    /// The names of the cards that a template or a drawing spoils if it cannot be read; none where it may be all.
    fn cards_with(&self, request: &LoadRequest) -> Vec<String> {
        let faces =
            self.deck.faces.iter().map(|of| (&self.game.cards[of.card], &self.game.cards[of.card].faces[of.side]));
        let uses = |(card, face): &(&Card, &Face)| match request {
            LoadRequest::Template(asked) => *asked == variant(self.game, card, face),
            LoadRequest::Art(name) => face.art.as_ref().is_some_and(|art| art.value == *name),
            LoadRequest::Mark(_) | LoadRequest::Picture(_) => false,
        };
        let users: Vec<(&Card, &Face)> = faces.filter(uses).collect();
        if users.iter().any(|(_, face)| self.game.face_kinds[face.kind].shared) {
            return Vec::new();
        }
        users.into_iter().map(|(card, _)| card.name.clone()).collect()
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

    /// Where a slot of a face's template stands, by number, and its style.
    pub fn slot_place(&self, id: FaceId, slot: u16) -> Option<(&Span, Option<&Style>)> {
        let (card, face) = self.face(id);
        let slot = self.template(card, face)?.slots.get(usize::from(slot))?;
        Some((&slot.at, self.styles.get(&slot.style)))
    }

    /// Where the slot of a face's template stands that lies over a point of the face, in millimetres; the smallest of several.
    pub fn slot_over(&self, id: FaceId, at: kurbo::Point) -> Option<&Span> {
        let (card, face) = self.face(id);
        let slots = self.template(card, face)?.slots.iter();
        let over = slots.filter(|slot| slot.bounds.to_kurbo().contains(at));
        let smallest = over.min_by(|a, b| a.bounds.to_kurbo().area().total_cmp(&b.bounds.to_kurbo().area()));
        smallest.map(|slot| &slot.at)
    }

    /// The styles that the slots of all templates name.
    pub fn style_names(&self) -> impl Iterator<Item = &str> {
        let slots = self.templates.values().flat_map(|template| &template.slots);
        slots.flat_map(|slot| std::iter::once(slot.style.as_str()).chain(slot.narrow.as_deref()))
    }

    /// The element of a face's template that draws the thinnest line, as far as that is written as a length.
    pub fn thin_place(&self, id: FaceId, least: Mm) -> Option<Span> {
        let (card, face) = self.face(id);
        let slot = self.template(card, face)?.slots.first()?;
        super::blame::thinner(&slot.at.source, least)
    }

    pub(super) fn template(&self, card: &Card, face: &Face) -> Option<&Arc<Template>> {
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

    /// All pictures of a book, by name.
    pub fn pictures(&self) -> impl Iterator<Item = (&str, &Arc<Drawing>)> {
        self.pictures.iter().map(|(name, drawing)| (name.as_str(), drawing))
    }

    /// All drawings that faces use, by name.
    pub fn art(&self) -> impl Iterator<Item = (&str, &Arc<Drawing>)> {
        self.art.iter().map(|(name, drawing)| (name.as_str(), drawing))
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

    /// The marks that templates themselves show, each with the place of a slot that does.
    fn marks_of_templates(&self) -> BTreeMap<String, Span> {
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
    fn fetch_marks_of_templates(&mut self, library: &Library<'_>) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for name in self.marks_of_templates().into_keys() {
            if self.marks.contains_key(&name) || self.unread.contains(&name) {
                continue;
            }
            match library.load(&LoadRequest::Mark(name.clone())) {
                Ok(Loaded::Mark(name, mark)) => drop(self.marks.insert(name, mark)),
                Ok(_) => {}
                Err(more) => {
                    diagnostics.extend(more);
                    self.unread.insert(name);
                }
            }
        }
        diagnostics
    }

    /// Reads the drawings that templates name themselves.
    fn fetch_art_of_templates(&mut self, library: &Library<'_>) -> Vec<Diagnostic> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        for id in self.deck.ids() {
            let (card, face) = self.face(id);
            let shared = self.game.face_kinds[face.kind].shared;
            let finder = Finder { renderer: self, card, face, shared };
            let slots = self.template(card, face).map(|template| template.slots.as_slice()).unwrap_or_default();
            let art = slots.iter().filter(|slot| slot.role == Some(Role::Art) && slot.literal.is_some());
            // What cannot be looked up is told of when the face is composed.
            names.extend(art.filter_map(|slot| Some(finder.picture(slot).ok()??.value)));
        }
        let requests: Vec<LoadRequest> =
            names.into_iter().filter(|name| !self.art.contains_key(name)).map(LoadRequest::Art).collect();
        let mut diagnostics = Vec::new();
        for (result, request) in threads::map(&requests, |request| library.load(request)).into_iter().zip(&requests) {
            match (result, request) {
                (Ok(Loaded::Art(name, drawing)), _) => drop(self.art.insert(name, drawing)),
                (Err(more), LoadRequest::Art(name)) => {
                    diagnostics.extend(more);
                    self.unread.insert(name.clone());
                }
                _ => {}
            }
        }
        diagnostics
    }

    /// The error for a mark that is used and does not exist.
    pub fn no_mark(&self, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read, or whose name could not, was reported before.
        if name.is_empty() || self.marks.contains_key(name) || self.unread.contains(name) {
            return None;
        }
        let diagnostic = Diagnostic::error(Code::MARK_MISSING, at.clone(), format!("there is no mark `{name}`"))
            .label("no such mark");
        let diagnostic = diagnostic.suggest(name, self.there.marks.iter().map(String::as_str));
        Some(diagnostic.hint(format!("marks are in `{}/marks`", read::folder(&self.game.id))))
    }

    /// The error for a drawing that is used and does not exist; `user` stands before it and says whose it is.
    pub fn no_drawing(&self, user: &str, name: &str, at: &Span) -> Option<Diagnostic> {
        // One that could not be read was reported before.
        if self.art.contains_key(name) || self.unread.contains(name) {
            return None;
        }
        let ending = if art_stem(name).is_some() { "" } else { ".svg" };
        let path = format!("{}/art/{name}{ending}", read::folder(&self.game.id));
        let diagnostic =
            Diagnostic::error(Code::ART_MISSING, at.clone(), format!("{user}there is no drawing `{path}`"));
        let diagnostic = diagnostic.label("no such drawing");
        Some(match self.there.art.iter().any(|there| there == name) {
            true => diagnostic.hint("there is a link of this name, and it leads to nothing"),
            false => diagnostic.suggest(art_stem(name).unwrap_or(name), self.there.art.iter().map(String::as_str)),
        })
    }

    /// Marks that templates, kinds, cards, needs and texts ask for and that are not there.
    fn unknown_marks(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let mut check = |name: &str, at: &Span| diagnostics.extend(self.no_mark(name, at));
        self.marks_of_templates().iter().for_each(|(name, at)| check(name, at));
        for kind in &self.game.kinds {
            check(&kind.mark, &kind.at);
        }
        for mark in self.game.sets.iter().filter_map(|set| set.mark.as_ref()) {
            check(&mark.value, &mark.at);
        }
        for need in &self.game.needs {
            need.marks.iter().for_each(|mark| check(mark, &need.at));
        }
        for glyph in self.game.cards.iter().flat_map(|card| &card.faces).filter_map(|face| face.glyph.as_ref()) {
            check(&glyph.value, &glyph.at);
        }
        for text in self.game.cards.iter().flat_map(|card| &card.faces).flat_map(|face| face.texts.values()) {
            for span in text.value.paragraphs.iter().flatten() {
                if let TextSpan::Mark(name) = span {
                    check(name, &text.at.find(&format!(":{name}:")));
                }
            }
        }
        diagnostics
    }
}

fn variant(game: &Game, card: &Card, face: &Face) -> Variant {
    (face.template.value.clone(), game.kind_of(card, face), face.kind, card.set, game.looks_of(card, face).to_vec())
}

/// All that the faces need, each once; templates first, since they take longest.
fn requests(game: &Game, deck: &Deck, extra: &Extra) -> Vec<LoadRequest> {
    let mut variants: BTreeSet<Variant> = BTreeSet::new();
    let mut art: BTreeSet<&str> = extra.art.iter().map(String::as_str).collect();
    let mut marks: BTreeSet<&str> = game.kinds.iter().map(|kind| kind.mark.as_str()).collect();
    marks.extend(game.sets.iter().filter_map(|set| set.mark.as_ref()).map(|mark| mark.value.as_str()));
    marks.remove("");
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
            if let TextSpan::Mark(name) = span {
                marks.insert(name);
            }
        }
    }
    let art = art.into_iter().map(|name| LoadRequest::Art(name.to_owned()));
    let marks = marks.into_iter().map(|name| LoadRequest::Mark(name.to_owned()));
    let pictures = extra.pictures.iter().cloned().map(LoadRequest::Picture);
    pictures.chain(variants.into_iter().map(LoadRequest::Template)).chain(art).chain(marks).collect()
}

/// Where the files of a game are.
struct Library<'a> {
    vfs: &'a dyn Vfs,
    game: &'a Game,
    ink: Ink,
    folder: String,
    /// Its drawings, marks and pictures: a look at the disk for each name that they might have takes long.
    there: HashSet<String>,
    reading: Reading<'a>,
    kept: &'a Kept,
    /// What is worth knowing of what was read.
    told: Mutex<Vec<Diagnostic>>,
}

impl Library<'_> {
    fn load(&self, request: &LoadRequest) -> Result<Loaded, Vec<Diagnostic>> {
        match request {
            LoadRequest::Template(variant) => self.template(variant),
            LoadRequest::Art(name) => self.drawing("art", name, Loaded::Art),
            LoadRequest::Picture(name) => self.drawing("book", name, Loaded::Picture),
            LoadRequest::Mark(name) => {
                let path = format!("{}/marks/{name}.svg", self.folder);
                if !self.is_there(&path) {
                    return Ok(Loaded::Nothing);
                }
                let drawing = self.tell(self.kept.drawing(&path, || self.read(&path))?);
                Ok(Loaded::Mark(name.clone(), Mark { outlines: outlines(&drawing), bounds: drawing.bounds }))
            }
        }
    }

    /// The first of some files that there is.
    fn first(&self, paths: &[String]) -> Result<Option<Arc<Source>>, Vec<Diagnostic>> {
        let Some(path) = paths.iter().find(|path| self.vfs.has(path)) else { return Ok(None) };
        read::text_file(self.vfs, path).map(Some).map_err(|diagnostic| vec![diagnostic])
    }

    /// A drawing of a folder of the game; a lighter one where ink is spared and there is one.
    fn drawing(
        &self,
        below: &str,
        name: &str,
        loaded: fn(String, Arc<Drawing>) -> Loaded,
    ) -> Result<Loaded, Vec<Diagnostic>> {
        let full = format!("{}/{below}", self.folder);
        let light = format!("{full}/light");
        let folders = if self.ink == Ink::Light { vec![light, full] } else { vec![full] };
        let endings: &[&str] = if art_stem(name).is_some() { &[""] } else { &ENDINGS };
        let paths = folders.iter().flat_map(|folder| {
            endings.iter().map(move |ending| match *ending {
                "" => format!("{folder}/{name}"),
                ending => format!("{folder}/{name}.{ending}"),
            })
        });
        let Some(path) = paths.into_iter().find(|path| self.is_there(path)) else { return Ok(Loaded::Nothing) };
        Ok(loaded(name.to_owned(), self.tell(self.kept.drawing(&path, || self.read(&path))?)))
    }

    /// Whether there is such a file; a link may lead to nothing.
    fn is_there(&self, path: &str) -> bool {
        self.there.contains(path) && self.vfs.has(path)
    }

    /// Reads a drawing, or a picture in dots.
    fn read(&self, path: &str) -> Result<Read, Vec<Diagnostic>> {
        if !path.ends_with(".svg") {
            return read_picture(path, &self.reading);
        }
        let source = read::text_file(self.vfs, path).map_err(|diagnostic| vec![diagnostic])?;
        read_drawing(&source, &self.reading)
    }

    /// A drawing, once what is worth knowing of it is noted.
    fn tell(&self, (drawing, diagnostics): Read) -> Arc<Drawing> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).extend(diagnostics);
        drawing
    }

    fn template(&self, variant: &Variant) -> Result<Loaded, Vec<Diagnostic>> {
        let (name, kind, face, set, looks) = variant;
        let own = format!("{}/templates/{name}.svg", self.folder);
        let shared = format!("templates/{name}.svg");
        let Some(source) = self.first(&[own, shared])? else { return Err(vec![self.no_template(name)]) };
        let palette = self.game.palette_of(*set, *face, *kind, looks);
        let (colours, format) = (Colours::new(&palette, self.ink), &self.game.format);
        let is_panel = self.game.piece.panel.is_some();
        let read = |colours: &Colours| template::read(&source, colours, format, is_panel);
        let template = self.kept.template(&source, colours, format, is_panel, read)?;
        self.told.lock().unwrap_or_else(PoisonError::into_inner).extend(template.warnings.iter().cloned());
        Ok(Loaded::Template(variant.clone(), template))
    }

    fn no_template(&self, name: &str) -> Diagnostic {
        let faces = self.game.cards.iter().flat_map(|card| &card.faces);
        let at = faces
            .map(|face| &face.template)
            .find(|template| template.value == name)
            .map(|template| template.at.clone());
        let mut names = drawings(self.vfs, "templates");
        names.extend(drawings(self.vfs, &format!("{}/templates", self.folder)));
        Diagnostic::error(Code::TEMPLATE_MISSING, at, format!("there is no template `{name}`"))
            .suggest(name, names.iter().map(String::as_str))
    }
}
