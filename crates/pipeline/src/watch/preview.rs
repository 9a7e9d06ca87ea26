//! A game that is reloaded repeatedly: unchanged parts are kept, and errors leave the last good faces.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use web_time::Instant;

use super::affected::{FaceSources, ProblemSite};
use super::last_good::{Sourced, is_of_all, lacks_card, with_errors};
use super::painted::Painted;
use super::pictures::{PictureId, Pictures, Subject};
use super::sides::{KeptSheets, svg};
use super::snapshot::{
    Group, Place, Problem, ShownBlock, ShownCard, ShownColour, ShownFace, ShownPage, ShownSide, ShownTemplate,
    Snapshot, Spot, length,
};
use crate::book::{Book, LayoutCache, Page, PageText};
use crate::diagnostic::{self, Code, Diagnostic, Reporter, Span};
use crate::edit;
use crate::face::{ComposedPiece, FaceId, PieceRenderer, Project, RenderCache, TypeSet};
use crate::game::{
    Card, ColourRuleId, Component, Face, FaceKindId, FieldKind, Game, Ink, Kind, KindId, Palette, SetId, Tone,
};
use crate::image::Painter;
use crate::job::{self, Composed, Drawing, DrawnPiece, Parsed, page_format};
use crate::proof::{LintCache, lint_book};
use crate::read;
use crate::sheet::Paper;
use crate::threads;
use crate::units::{Point, Rect};
use crate::vfs::{Cached, Vfs};

/// Of no more faces pictures are painted before anybody asks for them.
const AHEAD: usize = 8;

/// A game while it is edited.
pub struct Preview<V> {
    vfs: Cached<V>,
    id: String,
    /// Display language; by default, the source's.
    language: Option<String>,
    /// Fonts and styles, once they are read.
    set_in: Option<(TypeSet, Arc<Painter<'static>>)>,
    /// Counted up when a font changes.
    fonts: u64,
    kept: RenderCache,
    /// Results of the checks of drawings.
    known: LintCache,
    painted: Painted,
    pictures: Arc<Pictures>,
    sheets: KeptSheets,
    snapshot: Arc<Snapshot>,
    /// Sources of each face of the snapshot.
    origins: Vec<FaceSources>,
    /// Faces that were never drawn without an error, by their keys.
    never_good: BTreeSet<String>,
    /// Last problems of the rulebook and the checks: they are valid until both are repeated.
    of_book: Vec<Diagnostic>,
    of_checks: Vec<Diagnostic>,
    rest: Option<Rest>,
}

/// Work to do after the faces are shown.
struct Rest {
    /// The game; its book is read with the first part of that work.
    parsed: Parsed,
    faces: Vec<ComposedPiece>,
    /// Notes so far.
    found: Vec<Diagnostic>,
    next: Next,
}

enum Next {
    Book,
    Checks(Option<Box<Book>>),
}

/// Takes pictures in.
pub(super) struct Painting<'a> {
    painted: &'a Painted,
    fonts: u64,
    pictures: &'a Pictures,
    painter: &'a Arc<Painter<'static>>,
}

impl Painting<'_> {
    pub fn painter(&self) -> Arc<Painter<'static>> {
        Arc::clone(self.painter)
    }

    /// True if there is such a picture.
    pub fn has(&self, id: PictureId) -> bool {
        self.pictures.has(id)
    }

    /// Registers a picture, and returns the number by which it can be requested.
    pub fn add(&self, subject: Subject) -> PictureId {
        let id = subject.id(self.painted.of(&subject.scene, self.fonts));
        self.pictures.add(id, subject);
        id
    }
}

impl<V: Vfs + Send> Preview<V> {
    /// Creates the preview of a game by its id, without reading it.
    pub fn new(vfs: V, id: &str) -> Self {
        Self::in_language(vfs, id, None)
    }

    /// Does the same in one of its languages.
    pub fn in_language(vfs: V, id: &str, language: Option<String>) -> Self {
        Self {
            language,
            vfs: Cached::new(vfs),
            id: id.to_owned(),
            set_in: None,
            fonts: 0,
            kept: RenderCache::with_faces(),
            known: LintCache::default(),
            painted: Painted::default(),
            pictures: Arc::default(),
            sheets: KeptSheets::default(),
            snapshot: Arc::new(Snapshot { title: id.to_owned(), ..Snapshot::default() }),
            origins: Vec::new(),
            never_good: BTreeSet::new(),
            of_book: Vec::new(),
            of_checks: Vec::new(),
            rest: None,
        }
    }

    /// Returns the pictures that are shown.
    pub fn pictures(&self) -> &Arc<Pictures> {
        &self.pictures
    }

    /// Returns the current snapshot.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Reads the game after these files and folders changed, and draws its faces. [`Preview::go_on`] does what takes longer.
    pub fn update(&mut self, changed: &BTreeSet<String>) -> &Arc<Snapshot> {
        let begun = Instant::now();
        self.forget(changed);
        self.rest = None;
        let mut next = Snapshot::clone(&self.snapshot);
        next.version += 1;
        match self.faces(&mut next) {
            Ok(rest) => {
                self.rest = Some(rest);
                self.tell(&mut next);
            }
            Err(found) => {
                next.book_stale = true;
                tell(&mut next, found, &self.origins);
            }
        }
        self.paint_ahead(&next);
        next.took = begun.elapsed().as_secs_f64() * 1000.0;
        self.show(next)
    }

    /// Shows that the program crashed while it drew the game, and nothing else.
    pub fn crashed(&mut self) -> &Arc<Snapshot> {
        let what = format!("the program crashed while it drew the game `{}`", self.id);
        let found = Diagnostic::error(Code::WATCH_CRASHED, None, what)
            .hint("undo the last change and save to draw the game again");
        let mut next = Snapshot::clone(&self.snapshot);
        next.version += 1;
        (next.stale, next.book_stale) = (true, true);
        tell(&mut next, vec![found], &self.origins);
        self.show(next)
    }

    /// Does the next part of the slow work: the rulebook, then the checks. `None` if nothing is left.
    pub fn go_on(&mut self) -> Option<&Arc<Snapshot>> {
        let mut rest = self.rest.take()?;
        let mut next = Snapshot::clone(&self.snapshot);
        if matches!(rest.next, Next::Book) {
            rest.parsed = Parsed::new(&self.vfs, rest.parsed.project);
        }
        let drawn = rest.parsed.with_faces(&self.vfs, Ink::Full, &self.kept, rest.faces);
        let then = match &rest.next {
            Next::Book => {
                let book = drawn.typeset(page_format(Paper::A4), &mut LayoutCache::default());
                next.book_stale = book.is_err();
                if let Ok(book) = &book {
                    next.pages = book.as_ref().map(|book| self.pages(book)).unwrap_or_default();
                }
                let (book, found) = book.map_or_else(|found| (None, found), |book| (book, Vec::new()));
                self.of_book = found;
                Some(Next::Checks(book.map(Box::new)))
            }
            Next::Checks(book) => {
                self.of_checks = self.checks(&drawn, &rest.parsed.project.game, book.as_deref());
                None
            }
        };
        rest.faces = drawn.pieces.into_iter().map(|piece| piece.composed).collect();
        if let Some(then) = then {
            rest.next = then;
            self.rest = Some(rest);
            self.tell(&mut next);
        } else {
            self.rest = None;
            tell(&mut next, self.everything(&rest), &self.origins);
        }
        Some(self.show(next))
    }

    /// Puts everything that is known to be wrong into a snapshot.
    fn tell(&self, next: &mut Snapshot) {
        if let Some(rest) = &self.rest {
            tell(next, self.everything(rest), &self.origins);
        }
    }

    /// Returns all known problems; accepted ones are marked.
    fn everything(&self, rest: &Rest) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> =
            rest.found.iter().chain(&self.of_book).chain(&self.of_checks).cloned().collect();
        rest.parsed.project.game.allowed.accept(&mut found);
        found
    }

    fn show(&mut self, next: Snapshot) -> &Arc<Snapshot> {
        let of_faces = next.faces.iter().flat_map(|face| [Some(face.picture), face.before, face.opened]);
        let of_pages = next.pages.iter().flat_map(|page| [Some(page.picture), page.before, page.opened]);
        let around = next.sides.iter().map(|side| Some(side.around));
        self.pictures.keep(&of_faces.chain(of_pages).chain(around).flatten().collect());
        self.painted.evict_dropped();
        self.snapshot = Arc::new(next);
        &self.snapshot
    }

    fn forget(&mut self, changed: &BTreeSet<String>) {
        self.vfs.forget(changed);
        self.kept.forget(changed);
        // The game may have fonts and styles of its own.
        let folder = read::folder(&self.id);
        let below = |path: &String, folder: &str| {
            path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let whole = |path: &String| below(&folder, path);
        let is_font = |path: &String| whole(path) || below(path, "fonts") || below(path, &format!("{folder}/fonts"));
        let is_style =
            |path: &String| path.ends_with("templates") || path.ends_with(".toml") && path.contains("templates/");
        if changed.iter().any(is_font) {
            self.fonts += 1;
            self.kept.forget_drawings();
        }
        if changed.iter().any(|path| is_font(path) || is_style(path)) {
            self.set_in = None;
            self.sheets.clear();
            self.kept.forget_faces();
        }
    }

    /// Reads the game and draws its faces and sheets. A face with an error keeps its last good look; one that never had any is shown
    /// as far as it could be drawn. All of them stay as they were if an error may change any.
    ///
    /// # Errors
    /// Everything that would be printed wrong.
    fn faces(&mut self, next: &mut Snapshot) -> Result<Rest, Vec<Diagnostic>> {
        next.stale = true;
        let (type_set, painter) = self.set_in.get_or_insert_with(|| {
            let type_set = TypeSet::load(&self.vfs, &self.id);
            let painter = Arc::new(Painter::owning(type_set.fonts().clone()));
            (type_set, painter)
        });
        let reading = read::game_in(&self.vfs, &self.id, self.language.as_deref());
        let project = Project::from_parsed_with(&self.vfs, &self.id, reading, type_set)?;
        self.kept.next_generation();
        let parsed = Parsed::without_book(project);
        let drawn = parsed.compose(&self.vfs, Ink::Full, &self.kept, Drawing::Final);
        let found = parsed.project.with_diagnostics(drawn.all_diagnostics());
        let (painted, fonts) = (&self.painted, self.fonts);
        let painting = Painting { painted, fonts, pictures: &self.pictures, painter };
        let (mut faces, sides) = shown(&drawn, &painting, &mut self.sheets);
        let before: Vec<Sourced> =
            std::mem::take(&mut next.faces).into_iter().zip(std::mem::take(&mut self.origins)).collect();
        let errors: Vec<&Diagnostic> = found.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        let places: Vec<ProblemSite<'_>> = errors.iter().filter_map(|error| ProblemSite::of(error)).collect();
        let all_may_be_wrong = errors.iter().any(|error| is_of_all(error, &faces) && is_of_all(error, &before))
            || lacks_card(&faces, &before, &places);
        if all_may_be_wrong && before.iter().any(|(face, _)| !self.never_good.contains(&face.key)) {
            (next.faces, self.origins) = before.into_iter().unzip();
            return Err(found);
        }
        let wrong = with_errors(&faces, &places);
        let looks: HashMap<&str, &ShownFace> = before.iter().map(|(face, _)| (face.key.as_str(), &**face)).collect();
        let has_good = |key: &String| looks.contains_key(key.as_str()) && !self.never_good.contains(key);
        let mut never_good = BTreeSet::new();
        for face in faces.iter_mut().filter_map(|(face, _)| Arc::get_mut(face)) {
            let (is_wrong, has_good) = (wrong.contains(&face.key), has_good(&face.key));
            if (is_wrong || all_may_be_wrong) && !has_good {
                never_good.insert(face.key.clone());
            }
            let Some(look) = looks.get(face.key.as_str()) else { continue };
            if is_wrong && has_good {
                face.picture = look.picture;
            }
            (face.before, face.opened) = earlier(face.picture, (look.picture, look.before, look.opened));
        }
        self.never_good = never_good;
        next.title.clone_from(&parsed.project.game.title);
        next.groups = drawn.pieces.iter().map(|piece| group(piece.renderer.faces.component())).collect();
        (next.faces, self.origins) = faces.into_iter().unzip();
        (next.sides, next.stale) = (sides, false);
        if !errors.is_empty() {
            return Err(found);
        }
        let faces = drawn.pieces.into_iter().map(|piece| piece.composed).collect();
        Ok(Rest { parsed, faces, found, next: Next::Book })
    }

    /// Returns the pages of the book, each with its previous look.
    fn pages(&self, book: &Book) -> Vec<ShownPage> {
        let Some((_, painter)) = &self.set_in else { return Vec::new() };
        let (painted, fonts) = (&self.painted, self.fonts);
        let painting = Painting { painted, fonts, pictures: &self.pictures, painter };
        let view = Rect::at(Point::default(), book.format.size);
        let source = book.pages.iter().flat_map(|page| &page.texts).next().map(|text| &text.at.source);
        let blocks = source.map(|source| edit::paragraphs(&source.text)).unwrap_or_default();
        let page = |(index, page): (usize, &Page)| {
            let subject = Subject { scene: Arc::clone(&page.scene), view, bare: false, painter: painting.painter() };
            let picture = painting.add(subject);
            let known = self.snapshot.pages.get(index);
            let known = known.map(|known| earlier(picture, (known.picture, known.before, known.opened)));
            let (before, opened) = known.unwrap_or_default();
            let (width, height) = (length(view.width), length(view.height));
            ShownPage { number: index + 1, width, height, picture, before, opened, blocks: blocks_of(page, &blocks) }
        };
        book.pages.iter().enumerate().map(page).collect()
    }

    /// Returns the diagnostics of `skirmish check` for a printable game.
    fn checks(&self, drawn: &Composed<'_>, game: &Game, book: Option<&Book>) -> Vec<Diagnostic> {
        self.known.evict_dropped();
        let reporter = Reporter::default();
        job::report_too_large(game, &reporter);
        drawn.lint(&self.known, &reporter);
        book.iter().for_each(|book| lint_book(game, book, &self.known, &reporter));
        drawn.lint_unused(&self.vfs, &reporter);
        reporter.into_diagnostics()
    }

    /// Starts to paint changed pictures at their last requested size, before they are requested.
    fn paint_ahead(&self, next: &Snapshot) {
        let before: HashMap<&str, PictureId> =
            self.snapshot.faces.iter().map(|face| (face.key.as_str(), face.picture)).collect();
        let changed = next.faces.iter().filter_map(|face| {
            let old = before.get(face.key.as_str()).filter(|old| **old != face.picture)?;
            Some((face.picture, self.pictures.widths(*old)))
        });
        for (picture, widths) in changed.take(AHEAD) {
            for width in widths {
                let pictures = Arc::clone(&self.pictures);
                threads::spawn(move || drop(pictures.paint(picture, width)));
            }
        }
    }
}

/// Returns the appearance before the last change, and at the opening if that was another one. `known` are those of the last
/// snapshot, after its appearance.
fn earlier(
    picture: PictureId,
    known: (PictureId, Option<PictureId>, Option<PictureId>),
) -> (Option<PictureId>, Option<PictureId>) {
    let (last, before, opened) = known;
    let opened = opened.unwrap_or(last);
    (if last == picture { before } else { Some(last) }, (opened != picture).then_some(opened))
}

/// Returns the faces that were drawn with their sources, and the sides of the sheets.
fn shown(drawn: &Composed<'_>, painting: &Painting<'_>, sheets: &mut KeptSheets) -> (Vec<Sourced>, Vec<ShownSide>) {
    let (mut faces, mut all_sides) = (Vec::new(), Vec::new());
    let project = drawn.project();
    for (index, DrawnPiece { renderer, composed, .. }) in drawn.pieces.iter().enumerate() {
        let first = faces.len();
        let mut colours: HashMap<ColourSources, Arc<[ShownColour]>> = HashMap::new();
        for (id, sources) in renderer.faces.deck().ids().zip(FaceSources::of_all(&renderer.faces)) {
            let (card, shown) = renderer.faces.face(id);
            let from = ColourSources::of(&project.game, renderer.faces.component(), card, shown);
            let colours =
                colours.entry(from).or_insert_with_key(|from| from.colours(&project.game, renderer.faces.component()));
            let face = face(renderer, composed, id, index, painting, colours);
            faces.push((Arc::new(face), sources));
        }
        all_sides.extend(sheets.sides(project, &renderer.faces, first, painting));
    }
    (faces, all_sides)
}

fn group(component: &Component) -> Group {
    let (piece, format) = (&component.piece, &component.format);
    Group {
        name: piece.plural.clone(),
        width: length(format.size.width),
        height: length(format.size.height),
        bleed: length(format.bleed),
        corner: length(format.corner),
        outline: piece.shape.outline(format).map(|outline| svg(&outline)),
    }
}

fn face(
    renderer: &PieceRenderer<'_>,
    composed: &ComposedPiece,
    id: FaceId,
    group: usize,
    painting: &Painting<'_>,
    colours: &Arc<[ShownColour]>,
) -> ShownFace {
    let (game, component) = (renderer.faces.game(), renderer.faces.component());
    let (card, face) = renderer.faces.face(id);
    let kind = &game.face_kinds[face.kind];
    let front = renderer.faces.deck().faces[id.0].side == 0;
    let title = match (front, kind.shared) {
        (true, _) => card.name.clone(),
        (false, true) => format!("back: {}", renderer.faces.face_name(id)),
        (false, false) => format!("{}, {}", card.name, kind.id),
    };
    let scene = Arc::clone(&composed.faces.scenes[id.0]);
    let view = component.format.with_bleed();
    let boxes = renderer.faces.slot_boxes(id);
    let is_line = |name: &str| {
        let field = game.fields.iter().find(|field| field.name == name);
        field.is_none_or(|field| !matches!(field.kind, FieldKind::Text | FieldKind::Quote))
    };
    let spot = |(slot, area): (String, Rect)| {
        let at = face.texts.get(&slot)?.at.clone();
        Some(Spot { area, is_line: is_line(&slot), field: slot, at })
    };
    let spots = boxes.iter().cloned().filter_map(spot).collect();
    ShownFace {
        key: format!("{}/{}", component.piece.id, renderer.faces.face_name(id)),
        title,
        group,
        front,
        picture: painting.add(Subject { scene, view, bare: false, painter: painting.painter() }),
        before: None,
        opened: None,
        place: Place::from(&card.at),
        card: front.then(|| shown_card(card, component.kind(card), face)),
        problems: Vec::new(),
        spots,
        template: ShownTemplate {
            name: face.template.value.clone(),
            boxes,
            at: renderer.faces.slot_place(id, 0).map(|(at, _)| at.clone()),
        },
        colours: Arc::clone(colours),
    }
}

/// Returns the blocks of a page, of all blocks of the book. A block with several texts, for instance a list, has the area of all.
fn blocks_of(page: &Page, blocks: &[Range<usize>]) -> Vec<ShownBlock> {
    /// Characters of a block's words at most.
    const WORDS: usize = 60;
    let mut areas: BTreeMap<usize, (Rect, &Span)> = BTreeMap::new();
    for PageText { area, at } in &page.texts {
        let number = blocks.partition_point(|block| block.end <= at.range.start);
        if blocks.get(number).is_some_and(|block| block.contains(&at.range.start)) {
            let known = areas.entry(number).or_insert((*area, at));
            known.0 = known.0.union(*area);
        }
    }
    let shown = |(number, (area, at)): (usize, (Rect, &Span))| {
        let at = Span::new(&at.source, blocks[number].clone());
        let words = at.text().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(WORDS).collect();
        ShownBlock { area: [area.x, area.y, area.width, area.height].map(length), words, at }
    };
    areas.into_iter().map(shown).collect()
}

/// All that a face has colours of, besides the game.
#[derive(PartialEq, Eq, Hash)]
struct ColourSources {
    rules: Vec<ColourRuleId>,
    kind: Option<KindId>,
    face: FaceKindId,
    set: Option<SetId>,
}

impl ColourSources {
    fn of(game: &Game, component: &Component, card: &Card, face: &Face) -> Self {
        let (rules, kind) = (game.colour_rules_of(card, face), game.kind_of(component, card, face));
        Self { rules, kind, face: face.kind, set: card.set }
    }

    /// Returns the colours that the data defines, in full and for low ink; names for other colours and mixtures follow them.
    fn colours(&self, game: &Game, component: &Component) -> Arc<[ShownColour]> {
        let rules = self.rules.iter().map(|rule| &game.colour_rules[*rule]);
        let rules = rules.map(|rule| (format!("{}: {}", rule.field, rule.value.value), &rule.palette));
        let kind = self.kind.map(|kind| &component.kinds[kind]).map(|kind| (kind.plural.clone(), &kind.palette));
        let face = &game.face_kinds[self.face];
        let set = self.set.map(|set| &game.sets[set]).map(|set| (set.name.clone(), &set.palette));
        let all = rules.chain(kind).chain([(face.name.clone(), &face.palette)]).chain(set);
        let inks = |(of, palette): (String, &'_ Palette)| {
            [named(&of, &palette.full, ""), named(&of, &palette.low, ", low ink")].concat()
        };
        all.chain([("Whole game".to_owned(), &game.palette)]).flat_map(inks).collect()
    }
}

/// Returns the colours among some tones, with the end of their names.
fn named(of: &str, tones: &BTreeMap<String, Tone>, end: &str) -> Vec<ShownColour> {
    let colour = |(name, tone): (&String, &Tone)| {
        let Tone::Colour(colour) = tone else { return None };
        Some(ShownColour {
            name: format!("{name}{end}"),
            of: of.to_owned(),
            hex: colour.value.to_hex(),
            at: colour.at.clone(),
        })
    };
    tones.iter().filter_map(colour).collect()
}

fn shown_card(card: &Card, kind: &Kind, face: &Face) -> ShownCard {
    let named = [("art", &face.art), ("card-icon", &face.card_icon)].into_iter();
    // A sheet may have no columns for them.
    let has_keys = card.at.source.cells.is_none();
    let of_id = named.filter(|(_, name)| has_keys && name.as_ref().is_some_and(|name| name.value == card.id));
    let drawings = of_id.map(|(key, _)| key).collect();
    ShownCard { id: card.id.clone(), kind: kind.plural.clone(), count: card.count, drawings }
}

/// Adds problems to a snapshot, each with the faces that it affects.
fn tell(next: &mut Snapshot, mut found: Vec<Diagnostic>, origins: &[FaceSources]) {
    diagnostic::sort(&mut found);
    let all = found.len();
    found.retain(|diagnostic| diagnostic.allowed.is_none());
    next.allowed = all - found.len();
    next.problems = found.iter().map(Problem::new).collect();
    let blames: Vec<Option<ProblemSite<'_>>> = found.iter().map(ProblemSite::of).collect();
    for (face, origin) in next.faces.iter_mut().zip(origins) {
        let affects = |problem: &usize| blames[*problem].as_ref().is_some_and(|blame| origin.is_affected_by(blame));
        let problems: Vec<usize> = (0..found.len()).filter(affects).collect();
        // Others may have the face too, unless it changes.
        if face.problems != problems {
            Arc::make_mut(face).problems = problems;
        }
    }
    next.found = found;
}
