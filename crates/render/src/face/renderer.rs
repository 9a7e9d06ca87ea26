//! Everything that faces are drawn with: templates, art and marks, each read once.

pub(super) mod attempt;
pub(super) mod compose;
pub(super) mod fit;
pub(super) mod missing;
pub(super) mod weaving;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use kurbo::Affine;
use parking_lot::Mutex;

use super::content::Finder;
use super::deck::{Deck, FaceId, FaceOf};
use super::emoji::{self, GlyphPicture};
use super::face_cache::FaceCache;
use super::files::GameFiles;
use super::letters::Letters;
use super::library::{BookAssets, Library, LoadRequest, Loaded, Variant, requests, variant};
use super::render_cache::RenderCache;
use super::slot::Role;
use super::template::Template;
use crate::diagnostic::{Reporter, Span};
use crate::emblem::{self, Emblem};
use crate::game::{Card, Colour, Component, Face, FaceKind, Game, Ink, Piece};
use crate::scene::{Content, Drawing};
use crate::shape::Mark;
use crate::text::{FontId, Part, Piece as LinePiece};
use crate::text::{Language, Line, Style, Typography};
use crate::threads;
use crate::units::{Mm, Pt, Rect};
use crate::vfs::Vfs;
use weaving::Weaves;

/// The pieces of a type, and their game.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    /// The game.
    pub game: &'a Game,
    /// The pieces.
    pub component: &'a Component,
}

/// What else decides how pieces are drawn.
#[derive(Clone, Copy)]
pub struct DrawOptions<'a> {
    /// Limit on the ink of the print run.
    pub ink: Ink,
    /// Drawings beside the faces, by a book.
    pub assets: &'a BookAssets,
    /// Files that were read before: unchanged ones aren't read again.
    pub kept: &'a RenderCache,
    /// The files of the game, for all of its pieces.
    pub files: &'a Arc<GameFiles>,
}

/// Draws the faces of a component.
pub struct FaceRenderer<'a> {
    /// The game.
    game: &'a Game,
    /// The pieces whose faces they are.
    component: &'a Component,
    /// Its distinct faces.
    deck: Deck,
    /// Limit on the ink of the print run.
    ink: Ink,
    typography: &'a Typography,
    language: Language,
    templates: HashMap<Variant, Arc<Template>>,
    /// The template of each face, which is asked for a dozen times; `None` if it couldn't be read.
    template_of: Vec<Option<Arc<Template>>>,
    art: BTreeMap<String, Arc<Drawing>>,
    marks: BTreeMap<String, Arc<Mark>>,
    pictures: BTreeMap<String, Arc<Drawing>>,
    /// The drawings and marks in the game's folder, for "did you mean".
    files: Arc<GameFiles>,
    /// Drawings and marks that are there and could not be read.
    failed: BTreeSet<String>,
    /// Draft mode: draw incomplete faces instead of failing.
    draft: bool,
    tint_cache: Mutex<HashMap<(String, Colour), Arc<Drawing>>>,
    emblems: Mutex<HashMap<(Emblem, Colour), Arc<Drawing>>>,
    /// Translucent art, by its file and the bits of its opacity.
    faded: Mutex<HashMap<(String, u64), Arc<Drawing>>>,
    /// The seal of each card, calculated on first use.
    seals: OnceLock<Vec<u16>>,
    glyphs: Mutex<HashMap<(FontId, u16), Option<GlyphPicture>>>,
    weave_cache: Arc<Weaves>,
    /// Face cache and its generation; `None` in one-shot builds.
    kept_faces: Option<(Arc<FaceCache>, u64)>,
}

impl<'a> FaceRenderer<'a> {
    /// Reads all templates, art and icons that the cards of a game use, and everything else that is drawn.
    pub fn open(
        vfs: &dyn Vfs,
        game: &'a Game,
        ink: Ink,
        typography: &'a Typography,
        assets: &BookAssets,
        reporter: &Reporter,
    ) -> Self {
        let files = Arc::new(GameFiles::new(vfs, &game.id));
        let options = DrawOptions { ink, assets, kept: &RenderCache::default(), files: &files };
        Self::open_with(vfs, Pieces { game, component: &game.deck }, typography, &options, reporter)
    }

    /// Does the same for any pieces.
    pub fn open_with(
        vfs: &dyn Vfs,
        pieces: Pieces<'a>,
        typography: &'a Typography,
        options: &DrawOptions<'_>,
        reporter: &Reporter,
    ) -> Self {
        let Pieces { game, component } = pieces;
        let DrawOptions { ink, assets, kept, files } = *options;
        let deck = Deck::new(game, component);
        let requests = requests(game, component, &deck, assets);
        let library = Library::open(vfs, pieces, options, Letters::new(typography.shaper.files()), reporter);
        let loaded = threads::map(&requests, |request| library.load(request));
        let mut renderer = Self {
            game,
            component,
            deck,
            ink,
            typography,
            language: Language::new(&game.language),
            templates: HashMap::new(),
            template_of: Vec::new(),
            art: BTreeMap::new(),
            marks: BTreeMap::new(),
            pictures: BTreeMap::new(),
            files: Arc::clone(files),
            failed: BTreeSet::new(),
            draft: false,
            tint_cache: Mutex::default(),
            emblems: Mutex::default(),
            faded: Mutex::default(),
            seals: OnceLock::new(),
            glyphs: Mutex::default(),
            weave_cache: Arc::clone(&kept.woven),
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
                    reporter.report_all(more.into_iter().map(|diagnostic| diagnostic.for_cards(&cards)));
                    if let LoadRequest::Art(name) | LoadRequest::Mark(name) = request {
                        renderer.failed.insert(name.clone());
                    }
                }
            }
        }
        let of_face = |of: &FaceOf| {
            let card = &component.cards[of.card];
            renderer.templates.get(&variant(game, component, card, &card.faces[of.side])).cloned()
        };
        renderer.template_of = renderer.deck.faces.iter().map(of_face).collect();
        renderer.fetch_marks_of_templates(&library, reporter);
        renderer.fetch_art_of_templates(&library, reporter);
        renderer.report_unknown_marks(reporter);
        renderer
    }

    /// Returns the game.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Returns the pieces whose faces it draws.
    pub fn component(&self) -> &'a Component {
        self.component
    }

    /// Returns its distinct faces.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Returns the limit on the ink of the print run.
    pub fn ink(&self) -> Ink {
        self.ink
    }

    /// Returns the type styles, and the shaper for them.
    pub(super) fn typography(&self) -> &'a Typography {
        self.typography
    }

    pub(super) fn language(&self) -> &Language {
        &self.language
    }

    /// Returns the drawings and marks in the game's folder, for "did you mean".
    pub(super) fn files(&self) -> &GameFiles {
        &self.files
    }

    /// True if a drawing or mark is there and could not be read.
    pub(super) fn has_failed(&self, name: &str) -> bool {
        self.failed.contains(name)
    }

    /// True in draft mode.
    pub(super) fn is_draft(&self) -> bool {
        self.draft
    }

    /// Draws incomplete faces instead of failing.
    pub(super) fn into_draft(self) -> Self {
        Self { draft: true, ..self }
    }

    /// Returns the names of the cards that an unreadable template or drawing affects; empty for all of them.
    fn cards_with(&self, request: &LoadRequest) -> Vec<String> {
        let faces = self
            .deck
            .faces
            .iter()
            .map(|of| (&self.component.cards[of.card], &self.component.cards[of.card].faces[of.side]));
        let uses = |(card, face): &(&Card, &Face)| match request {
            LoadRequest::Template(asked) => *asked == variant(self.game, self.component, card, face),
            LoadRequest::Art(name) => face.art.as_ref().is_some_and(|art| art.value == *name),
            LoadRequest::Mark(_) | LoadRequest::Picture(_) => false,
        };
        let users: Vec<(&Card, &Face)> = faces.filter(uses).collect();
        if users.iter().any(|(_, face)| self.game.face_kinds[face.kind].shared) {
            return Vec::new();
        }
        users.into_iter().map(|(card, _)| card.name.clone()).collect()
    }

    /// Returns a name of a face for files and messages: `axe`, `axe-recovering`, `common`, `common-red`.
    pub fn face_name(&self, id: FaceId) -> String {
        self.deck.name(self.game, self.component, id)
    }

    /// Returns the kind of a face.
    pub fn face_kind(&self, id: FaceId) -> &'a FaceKind {
        &self.game.face_kinds[self.face(id).1.kind]
    }

    /// Returns a face with the first card that shows it.
    pub fn face(&self, id: FaceId) -> (&'a Card, &'a Face) {
        let of = self.deck.faces[id.0];
        let card = &self.component.cards[of.card];
        (card, &card.faces[of.side])
    }

    /// Returns the boxes of the slots of a face's template, by name, in millimetres from the cut.
    pub fn slot_boxes(&self, id: FaceId) -> Vec<(String, Rect)> {
        let slots = self.template(id).map(|template| template.slots.as_slice()).unwrap_or_default();
        slots.iter().map(|slot| (slot.name.clone(), slot.on_card())).collect()
    }

    /// Returns the boxes of a face's template with an explicit picture fit.
    pub fn fitted_boxes(&self, id: FaceId) -> Vec<Rect> {
        let slots = self.template(id).map(|template| template.slots.as_slice()).unwrap_or_default();
        slots.iter().filter(|slot| slot.fit.is_some()).map(|slot| slot.bounds).collect()
    }

    /// Returns the location of a slot in a face's template, by number, and its style.
    pub fn slot_place(&self, id: FaceId, slot: u16) -> Option<(&Span, Option<&Style>)> {
        let slot = self.template(id)?.slots.get(usize::from(slot))?;
        Some((&slot.at, self.typography.styles.get(&slot.style)))
    }

    /// Returns the names of a slot of a face's template and of its style.
    pub fn slot_style(&self, id: FaceId, slot: u16) -> Option<(&str, &str)> {
        let slot = self.template(id)?.slots.get(usize::from(slot))?;
        Some((&slot.name, &slot.style))
    }

    /// Returns the location in the template of the smallest slot at a point of the face, in millimetres.
    pub fn slot_over(&self, id: FaceId, at: kurbo::Point) -> Option<&Span> {
        let slots = self.template(id)?.slots.iter();
        let over = slots.filter(|slot| slot.holds(at));
        let smallest = over.min_by(|a, b| a.bounds.to_kurbo().area().total_cmp(&b.bounds.to_kurbo().area()));
        smallest.map(|slot| &slot.at)
    }

    /// Returns the styles that the slots of all templates name.
    pub fn style_names(&self) -> impl Iterator<Item = &str> {
        let slots = self.templates.values().flat_map(|template| &template.slots);
        slots.flat_map(|slot| std::iter::once(slot.style.as_str()).chain(slot.narrow.as_deref()))
    }

    /// Returns the element of a face's template that draws the thinnest line, if its width is written as a length.
    pub fn thin_place(&self, id: FaceId, least: Mm) -> Option<Span> {
        let slot = self.template(id)?.slots.first()?;
        super::svg_locate::thinner(&slot.at.source, least)
    }

    pub(super) fn template(&self, id: FaceId) -> Option<&Arc<Template>> {
        self.template_of[id.0].as_ref()
    }

    /// Returns a drawing by name.
    pub fn drawing(&self, name: &str) -> Option<&Arc<Drawing>> {
        self.art.get(name)
    }

    /// Returns a picture of a book by name.
    pub fn picture(&self, name: &str) -> Option<&Arc<Drawing>> {
        self.pictures.get(name)
    }

    /// Returns all pictures of a book, by name.
    pub fn pictures(&self) -> impl Iterator<Item = (&str, &Arc<Drawing>)> {
        self.pictures.iter().map(|(name, drawing)| (name.as_str(), drawing))
    }

    /// Returns all drawings that faces use, by name.
    pub fn art(&self) -> impl Iterator<Item = (&str, &Arc<Drawing>)> {
        self.art.iter().map(|(name, drawing)| (name.as_str(), drawing))
    }

    /// Returns all marks that kinds, cards, needs and texts use, by name.
    pub fn marks(&self) -> &BTreeMap<String, Arc<Mark>> {
        &self.marks
    }

    /// Returns the names of all templates that faces use.
    pub fn template_names(&self) -> impl Iterator<Item = &str> {
        self.deck.faces.iter().map(|of| self.component.cards[of.card].faces[of.side].template.value.as_str())
    }

    /// Returns a mark in a colour; its bounds are its view box.
    pub fn mark(&self, name: &str, colour: Colour) -> Option<Arc<Drawing>> {
        let mark = self.marks.get(name)?;
        let mut tinted = self.tint_cache.lock();
        let make = || Drawing::shapes(mark.shapes(colour), mark.bounds);
        Some(Arc::clone(tinted.entry((name.to_owned(), colour)).or_insert_with(make)))
    }

    /// Returns an emblem in a colour; its bounds are its square.
    pub(super) fn emblem(&self, emblem: Emblem, colour: Colour) -> Arc<Drawing> {
        let mut emblems = self.emblems.lock();
        let make = || {
            let mark = emblem.mark();
            Drawing::shapes(mark.shapes(colour), mark.bounds)
        };
        Arc::clone(emblems.entry((emblem, colour)).or_insert_with(make))
    }

    /// Returns a drawing as translucent as its slot: `opacity` is from 0 to 1.
    pub fn faded(&self, drawing: &Arc<Drawing>, opacity: f64) -> Arc<Drawing> {
        let Content::Art(art) = &drawing.content else { return Arc::clone(drawing) };
        let mut faded = self.faded.lock();
        let make = || {
            let Ok(art) = art.faded(opacity) else { return Arc::clone(drawing) };
            Arc::new(Drawing::new(Content::Art(Box::new(art)), drawing.bounds))
        };
        Arc::clone(faded.entry((art.file().to_owned(), opacity.to_bits())).or_insert_with(make))
    }

    /// Returns the number of the seal in the emblem of a card: unique in the game if possible.
    pub(super) fn seal(&self, card: &Card) -> u16 {
        let seals = self.seals.get_or_init(|| emblem::seals(self.component.cards.iter().map(|card| card.id.as_str())));
        self.component.by_id.get(&card.id).and_then(|number| seals.get(*number).copied()).unwrap_or_default()
    }

    /// Returns the letters of a line, beginning at the origin, that are colour pictures.
    pub fn pictures_in_line(&self, line: &Line, size: Pt) -> Vec<(Arc<Drawing>, Affine)> {
        let fonts = self.typography.shaper.files();
        let mut pictures = Vec::new();
        for piece in &line.pieces {
            let LinePiece::Run(run) = piece else { continue };
            if !run.word.parts.iter().any(|part| fonts.get(part.font).has_colours) {
                continue;
            }
            let em = run.em(size).get();
            let mut pen = run.x.get();
            let glyphs = |part: &Part| usize::from(part.glyphs.start)..usize::from(part.glyphs.end);
            for (font, glyph) in run.word.parts.iter().flat_map(|part| glyphs(part).map(|glyph| (part.font, glyph))) {
                let glyph = &run.word.glyphs[glyph];
                if let Some(GlyphPicture { drawing, place }) = self.glyph_picture(font, glyph.id) {
                    let (x, y) = (f64::from(glyph.offset.0) * em, f64::from(glyph.offset.1) * em);
                    pictures.push((drawing, Affine::translate((pen + x, -y)) * Affine::scale(em) * place));
                }
                pen += em * f64::from(glyph.advance + run.tracking);
            }
        }
        pictures
    }

    fn glyph_picture(&self, font: FontId, glyph: u16) -> Option<GlyphPicture> {
        let file = self.typography.shaper.files().get(font);
        if !file.has_colours {
            return None;
        }
        let mut known = self.glyphs.lock();
        known.entry((font, glyph)).or_insert_with(|| emoji::glyph_picture(file, glyph)).clone()
    }

    /// Returns the width of an icon relative to its height, from its view box; 1 if the icon is missing.
    pub(super) fn proportion(&self, name: &str) -> f64 {
        self.marks.get(name).map_or(1.0, |mark| mark.bounds.width() / mark.bounds.height())
    }

    /// Returns the icons that templates show themselves, each with the location of such a slot.
    pub(super) fn marks_of_templates(&self) -> BTreeMap<String, Span> {
        let mut marks = BTreeMap::new();
        let mut variants: Vec<&Variant> = self.templates.keys().collect();
        variants.sort_unstable();
        for slot in variants.into_iter().flat_map(|variant| &self.templates[variant].slots) {
            let pieces = slot.literal.iter().flat_map(|literal| &literal.paragraphs).flatten();
            for (piece, ..) in pieces {
                let name = match piece {
                    Piece::Mark(name) => name.as_str(),
                    Piece::Text(name) if slot.names_mark() && !slot.is_quoting() => name.trim_matches(':'),
                    _ => continue,
                };
                marks.entry(name.to_owned()).or_insert_with(|| slot.at.clone());
            }
        }
        marks
    }

    /// Returns the marks that templates name by words of the cards.
    fn marks_by_words(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for id in self.deck.ids() {
            let (card, face) = self.face(id);
            let shared = self.game.face_kinds[face.kind].shared;
            let finder = Finder { renderer: self, card, face, shared };
            let slots = self.template(id).map(|template| template.slots.as_slice()).unwrap_or_default();
            let marks = slots.iter().filter(|slot| slot.names_mark() && slot.is_quoting());
            // Failed lookups are reported when the face is composed.
            names.extend(marks.filter_map(|slot| finder.mark_name(slot).ok()?));
        }
        names
    }

    /// Reads the marks that templates show and nothing else does.
    fn fetch_marks_of_templates(&mut self, library: &Library<'_>, reporter: &Reporter) {
        for name in self.marks_of_templates().into_keys().chain(self.marks_by_words()) {
            if self.marks.contains_key(&name) || self.failed.contains(&name) {
                continue;
            }
            match library.load(&LoadRequest::Mark(name.clone())) {
                Ok(Loaded::Mark(name, mark)) => drop(self.marks.insert(name, mark)),
                Ok(_) => {}
                Err(more) => {
                    reporter.report_all(more);
                    self.failed.insert(name);
                }
            }
        }
    }

    /// Reads the drawings that templates name themselves.
    fn fetch_art_of_templates(&mut self, library: &Library<'_>, reporter: &Reporter) {
        let mut names: BTreeSet<String> = BTreeSet::new();
        for id in self.deck.ids() {
            let (card, face) = self.face(id);
            let shared = self.game.face_kinds[face.kind].shared;
            let finder = Finder { renderer: self, card, face, shared };
            let slots = self.template(id).map(|template| template.slots.as_slice()).unwrap_or_default();
            let art = slots.iter().filter(|slot| slot.role == Some(Role::Art) && slot.literal.is_some());
            // Failed lookups are reported when the face is composed.
            names.extend(art.filter_map(|slot| Some(finder.picture(slot).ok()??.value)));
        }
        let requests: Vec<LoadRequest> =
            names.into_iter().filter(|name| !self.art.contains_key(name)).map(LoadRequest::Art).collect();
        for (result, request) in threads::map(&requests, |request| library.load(request)).into_iter().zip(&requests) {
            match (result, request) {
                (Ok(Loaded::Art(name, drawing)), _) => drop(self.art.insert(name, drawing)),
                (Err(more), LoadRequest::Art(name)) => {
                    reporter.report_all(more);
                    self.failed.insert(name.clone());
                }
                _ => {}
            }
        }
    }
}
