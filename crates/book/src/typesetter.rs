//! Sets the blocks of a book: lines of words with their links, and the structure of the document. Each module sets a kind
//! of block, or a part of the book.

mod anatomy;
mod bind;
mod blocks;
mod boxes;
mod contents;
pub(crate) mod covers;
mod deck;
mod draw;
mod drawing;
mod entries;
mod heads;
pub(crate) mod illustration;
pub(crate) mod layout_cache;
mod legend;
mod mirror;
mod quote;
mod room;
mod setting;
pub(crate) mod sides;
pub(crate) mod skirminion;
pub(crate) mod skirmish;
mod steps;
mod tables;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use kurbo::Affine;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::face::{FaceRenderer, Weaving};
use crate::game::{Colour, Formatting, Game, Ink, KindId, Palette};
use crate::language::language;
use crate::measure::{FIRST, PageFormat};
use crate::model::{Doc, Inline, Target, What};
use crate::pages::LastLayout;
use crate::read::rulebook::PlaceLetters;
use crate::scene::{Attribute, Drawing, Element, Item, Scene, Text, TextEffect, TextKind, Tints, Turn, stretch};
use crate::slab::{After, Slab, SlabLink};
use crate::text::{Block, Language, Line, Piece, SetMark, Style, Typography};
use crate::units::{Mm, Point, Pt, Rect};
use crate::{Book, PieceFaces, SMALL_BACK};
use layout_cache::LayoutCache;
use mirror::reflected_area;
use setting::{LineMode, SetBlock, SetKey};
use skirmish::LETTER;

/// The target of linked words, and their colour, if it differs.
struct Tag {
    target: Option<Target>,
    colour: Option<Colour>,
    /// True if the words are code, which has a ground of its own.
    code: bool,
    /// The link in the document's structure, once its first words are on a line.
    element: Option<usize>,
}

/// Maximum number of passes. Page numbers settle after two: the second prints those of the first, and its pages end in
/// the same places.
const ROUNDS: usize = 4;

/// Sets text; it holds the styles, fonts and page numbers that text needs.
pub(super) struct Typesetter<'a> {
    game: &'a Game,
    renderer: &'a FaceRenderer<'a>,
    typography: &'a Typography,
    /// The colours of each kind of card.
    palettes: Vec<Palette>,
    /// The faces of all cards, by number.
    faces: &'a [Arc<Scene>],
    /// The cards and all other pieces, in the order of [`Game::pieces`].
    pieces: &'a [PieceFaces<'a>],
    /// Nested scenes of pieces other than cards, with their bounds.
    nested: RefCell<Vec<(Arc<Scene>, Rect)>>,
    format: PageFormat,
    /// Current location: the paragraph, if known, else the whole source.
    at: Span,
    language: Language,
    diagnostics: Vec<Diagnostic>,
    /// Letters that no font has, with their locations.
    lacking: Vec<(char, Span)>,
    /// The structure of the document.
    elements: Vec<Element>,
    /// The element that new ones are a part of.
    parent: Option<usize>,
    /// The pages of chapters, sections, cards and words, from the last pass; empty in the first one.
    pages: BTreeMap<Target, usize>,
    /// All pages on which something is mentioned, as the last round found them.
    mentions: BTreeMap<Target, BTreeSet<usize>>,
    /// A card seen from behind, simplified for drawings in which it is small.
    small_back: Option<Arc<Scene>>,
    /// The title of the chapter that is being set, and the kind whose colour it has.
    chapter_here: String,
    kind_here: KindId,
    /// Letters of the places of the table at setup that the text names.
    letters: PlaceLetters,
    /// Figures so far.
    figures: usize,
    /// True if the next slab begins a page, because the source says so.
    breaks_page: bool,
    /// Interlace that the first pass requests: it only finds the layout, and the interlace is then made on all
    /// processors.
    wanted: RefCell<Option<Vec<Weaving>>>,
    tags: Vec<Tag>,
    /// Terms already met in this section.
    seen: BTreeSet<String>,
    /// The bytes of the source that are marked as revised.
    revised: Vec<Range<usize>>,
    /// Blocks that were set in any round.
    known: HashMap<SetKey, SetBlock, FxBuildHasher>,
    /// Page breaks of the last pass.
    layout: LastLayout,
}

impl<'a> Typesetter<'a> {
    /// Creates it for the cards and all other pieces of a game.
    pub fn new(
        cards: PieceFaces<'a>,
        pieces: &'a [PieceFaces<'a>],
        typography: &'a Typography,
        format: PageFormat,
        doc: &Doc,
    ) -> Self {
        let PieceFaces { renderer, faces } = cards;
        Self {
            game: renderer.game(),
            renderer,
            typography,
            palettes: renderer
                .game()
                .deck
                .kinds
                .iter()
                .map(|kind| kind.palette.with_fallback(&renderer.game().palette))
                .collect(),
            faces,
            pieces,
            nested: RefCell::default(),
            format,
            at: Span::file(&doc.source),
            language: language(renderer.game(), doc),
            diagnostics: Vec::new(),
            lacking: Vec::new(),
            elements: Vec::new(),
            parent: None,
            pages: BTreeMap::new(),
            mentions: BTreeMap::new(),
            small_back: small_back(renderer),
            chapter_here: String::new(),
            kind_here: KindId(0),
            letters: doc.letters.clone(),
            figures: 0,
            breaks_page: false,
            wanted: RefCell::new(Some(Vec::new())),
            tags: Vec::new(),
            seen: BTreeSet::new(),
            revised: Vec::new(),
            known: HashMap::default(),
            layout: LastLayout::default(),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Returns the renderer of the cards.
    pub fn renderer(&self) -> &'a FaceRenderer<'a> {
        self.renderer
    }

    /// Returns the cards and all other pieces, in the order of [`Game::pieces`].
    pub fn pieces(&self) -> &'a [PieceFaces<'a>] {
        self.pieces
    }

    /// Returns the type styles, and the shaper for them.
    pub fn typography(&self) -> &'a Typography {
        self.typography
    }

    /// Returns the result, unless something would be printed wrong.
    ///
    /// # Errors
    /// All that was found in the last round.
    pub fn finish<T>(mut self, result: impl FnOnce(Self) -> T) -> Result<T, Vec<Diagnostic>> {
        self.report_lacking();
        if self.diagnostics.is_empty() { Ok(result(self)) } else { Err(self.diagnostics) }
    }

    /// Typesets a book, of which some bytes of the source are marked as revised. `cache` holds results of earlier runs.
    ///
    /// # Errors
    /// Text that doesn't fit, letters that no font has, parts of a card that its template doesn't have.
    pub fn book(
        mut self,
        doc: &Doc,
        revised: &[Range<usize>],
        cache: &mut LayoutCache,
    ) -> Result<Book, Vec<Diagnostic>> {
        self.revised = revised.to_vec();
        let mut is_stable = cache.restore_into(&mut self);
        let mut round = self.round(doc);
        is_stable = is_stable && self.expected(&round);
        self.weave_all();
        for _ in 1..ROUNDS {
            if is_stable {
                break;
            }
            (self.pages, self.mentions) = (round.pages(), round.mentions());
            round = self.round(doc);
            is_stable = self.expected(&round);
        }
        cache.save_from(&mut self, is_stable);
        self.finish(|typesetter| {
            let Self { game, format, language, elements: mut structure, small_back, nested, .. } = typesetter;
            let outline = round.outline(doc, game);
            round.parent_links(&mut structure);
            let mirrored = language.is_from_right().then(|| format.size.width / 2.0);
            Book {
                format,
                pages: round.finish(&doc.names(game), game.phrases(), mirrored),
                outline,
                structure,
                covers: (doc.cover.is_some(), doc.summary.is_some()),
                small_back,
                pieces: nested.into_inner(),
            }
        })
    }

    /// Discards the last round; page numbers stay.
    pub fn begin(&mut self) {
        self.elements.clear();
        self.diagnostics.clear();
        self.lacking.clear();
        self.tags.clear();
        self.seen.clear();
        self.figures = 0;
        self.breaks_page = false;
    }

    // ------------------------------------------------------------------------------------------------- structure

    /// Adds an element to the structure.
    pub fn element(&mut self, role: &'static str, parent: Option<usize>, alternative: Option<String>) -> usize {
        self.elements.push(Element { role, parent, alternative, attributes: Vec::new() });
        self.elements.len() - 1
    }

    /// Adds an element to the structure with an attribute.
    pub fn element_with(&mut self, role: &'static str, parent: Option<usize>, attributes: Vec<Attribute>) -> usize {
        let element = self.element(role, parent, None);
        self.elements[element].attributes = attributes;
        element
    }

    /// Items as an element of the structure.
    pub fn tagged(element: usize, items: Vec<Item>) -> Vec<Item> {
        let mut tagged = Vec::with_capacity(items.len() + 2);
        tagged.push(Item::Begin(element));
        tagged.extend(items);
        tagged.push(Item::End);
        tagged
    }

    /// Terms count as new again.
    pub fn new_section(&mut self) {
        self.seen.clear();
    }

    // ----------------------------------------------------------------------------------------------------- words

    /// Returns a style by its name; a missing style is reported once.
    pub fn style(&mut self, name: &str) -> Option<&'a Style> {
        let style = self.typography.styles.get(name);
        if style.is_none() {
            let diagnostic =
                Diagnostic::error(Code::BOOK_STYLE_MISSING, self.at.clone(), format!("unknown type style `{name}`"));
            let diagnostic = diagnostic.hint(format!(
                "add to `templates/book.toml` of the game: `[{name}]` with `extends = \"book\"` and `size = 9`"
            ));
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        }
        style
    }

    pub fn tag(&mut self, inline: &Inline) -> u16 {
        let colour = inline.red.then(|| self.colour("reference"));
        let code = inline.formatting.code;
        if inline.target.is_none() && colour.is_none() && !code {
            return 0;
        }
        self.tags.push(Tag { target: inline.target.clone(), colour, code, element: None });
        u16::try_from(self.tags.len()).unwrap_or(0)
    }

    /// Returns plain words.
    pub fn plain(text: &str) -> Vec<Inline> {
        let what = What::Text(text.to_owned());
        vec![Inline { what, formatting: Formatting::default(), target: None, red: false }]
    }

    /// Sets a line in its place: its items, and their targets.
    pub fn line(&mut self, line: &Line, size: Pt, at: Point, colour: Colour) -> (Vec<Item>, Vec<SlabLink>) {
        let mut items = self.unreflected(self.grounds(line, size, at), at.x + line.x + line.width / 2.0);
        let (words, links) = self.line_without_ground(line, size, at, colour);
        items.extend(words);
        (items, links)
    }

    /// Returns the backgrounds of code in a line.
    fn grounds(&self, line: &Line, size: Pt, at: Point) -> Vec<Item> {
        /// From the words to the edges, and from the baseline up and down, in ems.
        const ASIDE: f64 = 0.1;
        const ABOVE: f64 = 0.72;
        const BELOW: f64 = 0.24;
        let is_code =
            |piece: &Piece| matches!(piece, Piece::Run(run) if self.tag_of(run.tag).is_some_and(|tag| tag.code));
        let mut items = Vec::new();
        for pieces in line.pieces.chunk_by(|one, next| is_code(one) == is_code(next)) {
            if let (Some(Piece::Run(first)), Some(Piece::Run(last))) = (pieces.first(), pieces.last())
                && is_code(&pieces[0])
            {
                let em = size.to_mm();
                let (from, to) = (first.x, last.x + last.em(size) * last.word.width(last.tracking.into()));
                let (x, y) = (at.x + line.x + from - em * ASIDE, at.y - em * ABOVE);
                let bounds = Rect { x, y, width: to - from + em * (ASIDE * 2.0), height: em * (ABOVE + BELOW) };
                items.push(match self.renderer.ink() {
                    Ink::Full => self.rect(bounds, self.colour("box")),
                    Ink::Low => self.rect(Rect { y: bounds.bottom(), height: Mm::new(0.12), ..bounds }, Colour::Black),
                });
            }
        }
        items
    }

    /// Sets the words of a line in pieces of the same link, or of none, with their targets.
    pub fn line_without_ground(
        &mut self,
        line: &Line,
        size: Pt,
        at: Point,
        colour: Colour,
    ) -> (Vec<Item>, Vec<SlabLink>) {
        let mut items = Vec::new();
        let mut links: Vec<SlabLink> = Vec::new();
        let at = Point::new(at.x + line.x, at.y);
        let tints: Tints = self.tints(line);
        let tints = (!tints.is_empty()).then(|| Arc::new(tints));
        let high = size.to_mm();
        let mut pieces = line.pieces.as_slice();
        while let Some(first) = pieces.first() {
            let Piece::Run(run) = first else {
                if let Piece::Mark(mark) = first {
                    items.extend(self.mark_in_line(mark, at));
                }
                pieces = &pieces[1..];
                continue;
            };
            let link = self.link_of(run.tag);
            let together = |piece: &&Piece| matches!(piece, Piece::Run(next) if link.is_none() || next.tag == run.tag);
            let mut count = pieces.iter().take_while(together).count();
            if link.is_none() {
                let leads = |piece: &Piece| matches!(piece, Piece::Run(run) if self.leads(run.tag));
                count = pieces[..count].iter().position(leads).unwrap_or(count);
            }
            let (these, rest) = pieces.split_at(count.max(1));
            pieces = rest;
            let part = Line { x: Mm::ZERO, baseline: line.baseline, width: line.width, pieces: these.to_vec() };
            let place = |(drawing, place): (Arc<Drawing>, Affine)| {
                let place = Affine::translate((at.x.get(), at.y.get())) * place;
                Item::Drawing { drawing, place, clip: None }
            };
            let pictures: Vec<Item> = self.renderer.pictures_in_line(&part, size).into_iter().map(place).collect();
            let (turn, kind, tints) = (Turn::None, TextKind::Label, tints.clone());
            let text = Item::Text(Text {
                line: part,
                at,
                turn,
                size,
                colour,
                effect: TextEffect::default(),
                kind,
                tints,
                slot: None,
            });
            let Some((element, target)) = link else {
                items.push(text);
                items.extend(pictures);
                continue;
            };
            let (mut from, mut to) = (run.x, Mm::ZERO);
            for piece in these {
                let Piece::Run(run) = piece else { continue };
                from = from.min(run.x);
                to = to.max(run.x + run.em(size) * run.word.width(run.tracking.into()));
            }
            let area = Rect { x: at.x + from, y: at.y - high * 0.75, width: to - from, height: high };
            links.push(SlabLink { area, target, element });
            items.extend(Self::tagged(element, vec![text]));
            items.extend(pictures);
        }
        let middle = at.x + line.width / 2.0;
        if self.language.is_from_right() {
            links.iter_mut().for_each(|link| link.area = reflected_area(link.area, middle));
        }
        (self.unreflected(items, middle), links)
    }

    /// Returns the colours of words whose colour differs from their line's.
    fn tints(&self, line: &Line) -> Tints {
        let mut tints = Tints::new();
        for piece in &line.pieces {
            let Piece::Run(run) = piece else { continue };
            tints.extend(self.tag_of(run.tag).and_then(|tag| tag.colour).map(|colour| (run.tag, colour)));
        }
        tints.dedup();
        tints
    }

    /// Returns the meaning of a tag.
    fn tag_of(&self, tag: u16) -> Option<&Tag> {
        usize::from(tag).checked_sub(1).and_then(|index| self.tags.get(index))
    }

    /// True if a tag is a link.
    fn leads(&self, tag: u16) -> bool {
        self.tag_of(tag).is_some_and(|tag| tag.target.is_some())
    }

    /// Returns the link of words with a tag: its element, which is one even over several lines, and its target. It
    /// becomes a child of the element that contains it when the book is bound.
    fn link_of(&mut self, tag: u16) -> Option<(usize, Target)> {
        let index = usize::from(tag).checked_sub(1)?;
        let target = self.tags.get(index)?.target.clone()?;
        let element = match self.tags[index].element {
            Some(element) => element,
            None => self.element("Link", None, None),
        };
        self.tags[index].element = Some(element);
        Some((element, target))
    }

    /// Draws an icon among words: it is read as its name.
    fn mark_in_line(&mut self, mark: &SetMark, at: Point) -> Vec<Item> {
        let bounds = Rect { x: at.x + mark.x, y: at.y + mark.drop - mark.side, width: mark.side, height: mark.side };
        match mark.name.strip_prefix("letter:") {
            Some(letter) => self.letter(letter, bounds.middle(), LETTER),
            None => {
                let drawn = self.mark(&mark.name, bounds, Colour::Black);
                drawn
                    .into_iter()
                    .flat_map(|item| [Item::ActualText(mark.name.replace('-', " ").into()), item])
                    .collect()
            }
        }
    }

    /// Sets the lines of a block, the first baseline at a point: their items, and their targets.
    pub fn lines_at(&mut self, block: &Block, at: Point, colour: Colour) -> (Vec<Item>, Vec<SlabLink>) {
        let (mut items, mut links) = (Vec::new(), Vec::new());
        for line in &block.lines {
            let (more, leading) = self.line(line, block.size, Point::new(at.x, at.y + line.baseline), colour);
            items.extend(more);
            links.extend(leading);
        }
        (items, links)
    }

    /// Words on one line, in a style, at a place.
    pub fn words_at(&mut self, words: &[Inline], style: &str, at: Point, align: TextAnchor, colour: Colour) -> Slab {
        let mut slab = Slab::default();
        let Some(style) = self.style(style) else { return slab };
        let block = self.set(words, style, LineMode::Line, Mm::ZERO);
        for line in &block.lines {
            let x = match align {
                TextAnchor::Left => at.x,
                TextAnchor::Middle => at.x - line.width / 2.0,
                TextAnchor::Right => at.x - line.width,
            };
            let (items, links) =
                self.line(&Line { x: Mm::ZERO, ..line.clone().parted() }, style.size, Point::new(x, at.y), colour);
            slab.items.extend(items);
            slab.links.extend(links);
        }
        slab
    }

    /// Returns the width of words on one line.
    pub fn width(&mut self, words: &[Inline], style: &str) -> Mm {
        let Some(style) = self.style(style) else { return Mm::ZERO };
        let seen = self.seen.clone();
        let width = self.set(words, style, LineMode::Line, Mm::ZERO).width();
        self.seen = seen;
        width
    }

    /// Returns slabs of one line each for a block of text, without widows.
    pub fn line_slabs(&mut self, block: &Block, x: Mm, colour: Colour, element: usize) -> Vec<Slab> {
        let count = block.lines.len();
        let mut slabs = Vec::with_capacity(count);
        for (number, line) in block.lines.iter().enumerate() {
            let (items, links) = self.line(line, block.size, Point::new(x, FIRST), colour);
            slabs.push(Slab {
                items: Self::tagged(element, items),
                links,
                after: After::line(number, count),
                grid: true,
                inside: number > 0,
                ..Slab::new(1.0)
            });
        }
        slabs
    }

    /// Reports text that doesn't fit.
    pub fn too_long(&mut self, code: Code, at: &Span, what: String) {
        self.diagnostics.push(Diagnostic::error(code, at.clone(), what).label("overflows").hint("shorten it"));
    }
}

/// The alignment of text at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextAnchor {
    Left,
    Middle,
    Right,
}

/// Returns the back of a card, simplified for small drawings if the game has such a picture.
fn small_back(renderer: &FaceRenderer<'_>) -> Option<Arc<Scene>> {
    renderer.picture(SMALL_BACK).map(|drawing| {
        let place = stretch(drawing.bounds, renderer.game().deck.format.cut());
        let item = Item::Drawing { drawing: Arc::clone(drawing), place, clip: None };
        Arc::new(Scene { items: vec![item], ..Scene::default() })
    })
}
