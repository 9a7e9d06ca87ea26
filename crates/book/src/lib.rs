//! Rulebook source to pages: outline, contents, links, figures made from real cards.

mod doc;
mod html;
mod inline;
mod joined;
mod language;
mod measure;
mod model;
mod names;
mod pages;
mod run;
mod skirminion;
mod slab;
mod typesetter;
mod web;

pub use html::{HtmlBook, Part, Picture, PictureSort};
pub use measure::PageFormat;
pub use typesetter::layout_cache::LayoutCache;

use skirmish_base::{diagnostic, threads, units, vfs};
use skirmish_model::{game, shape};
use skirmish_read as read;
use skirmish_render::{face, scene, text};
use skirmish_rules as rules;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use typesetter::Typesetter;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::face::{BookAssets, FaceRenderer};
use crate::game::Game;
use crate::scene::{Element, Link, OutlineEntry, Scene};
use crate::text::Typography;
use crate::units::{Point, Rect};
use crate::vfs::Vfs;

/// The picture of a card from behind, for drawings in which it is small.
const SMALL_BACK: &str = "back";

/// A parsed book, with its diagnostics.
pub struct Manuscript {
    doc: model::Doc,
    /// Problems of it.
    pub diagnostics: Vec<Diagnostic>,
    /// Facts that it states, by number (`S36`), each with its first byte in the source.
    pub facts: Vec<(String, usize)>,
    marks: Vec<(String, Span)>,
    /// The pictures that its boards and figures show.
    pictures: BTreeMap<String, Span>,
    /// The drawings of the folder `art` that it shows.
    art: BTreeMap<String, Span>,
    /// The bytes of the source beside which a bar is in the margin, because they were revised.
    pub revised: Vec<Range<usize>>,
}

/// The pieces of a type in a book.
#[derive(Clone, Copy)]
pub struct PieceFaces<'a> {
    /// Their renderer.
    pub renderer: &'a FaceRenderer<'a>,
    /// All their faces, by number; empty if they couldn't be drawn.
    pub faces: &'a [Arc<Scene>],
}

/// A text of the source on a page: a paragraph, a heading, a table, or a part of one.
#[derive(Clone)]
pub struct PageText {
    /// Its area, in millimetres from the page's upper left corner.
    pub area: Rect,
    /// Location in the source.
    pub at: Span,
}

impl PageText {
    /// Returns the text, moved.
    fn moved(self, by: Point) -> Self {
        let area = Rect { x: self.area.x + by.x, y: self.area.y + by.y, ..self.area };
        Self { area, ..self }
    }
}

/// A page.
#[derive(Clone)]
pub struct Page {
    /// Content, in millimetres from its upper left corner; 3 mm of bleed about it are drawn.
    pub scene: Arc<Scene>,
    /// Its links.
    pub links: Vec<Link>,
    /// Its texts.
    pub texts: Vec<PageText>,
}

/// A book, typeset.
pub struct Book {
    /// The size of its pages.
    pub format: PageFormat,
    /// Its pages; the first is the front cover, a right page.
    pub pages: Vec<Page>,
    /// Its outline.
    pub outline: Vec<OutlineEntry>,
    /// The structure that the pages' marks name by number.
    pub structure: Vec<Element>,
    /// True if the first page is a front cover, and the last one a back cover.
    pub covers: (bool, bool),
    /// Back of a card, for small drawings in pages.
    pub small_back: Option<Arc<Scene>>,
    /// Drawing within pages of other pieces than cards, with what each scene covers.
    pub pieces: Vec<(Arc<Scene>, Rect)>,
}

impl Book {
    /// Returns the area of a page's scene: the page and its bleed.
    pub fn with_bleed(&self) -> Rect {
        Rect::at(Point::default(), self.format.size).grown(typesetter::covers::BLEED)
    }
}

/// Reads the book of a game; `None` without one.
pub fn manuscript(vfs: &dyn Vfs, game: &Game) -> Option<Manuscript> {
    let path = read::rulebook_path(game);
    if !vfs.has(&path) {
        return None;
    }
    let source = match read::text_file(vfs, &path) {
        Ok(source) => source,
        Err(diagnostic) => return Some(Manuscript::unread(&path, diagnostic)),
    };
    let doc::ParsedBook { doc, diagnostics, facts, marks, pictures, art } = doc::read(&source, game);
    Some(Manuscript { doc, diagnostics, facts, marks, pictures, art, revised: Vec::new() })
}

impl Manuscript {
    fn unread(path: &str, diagnostic: Diagnostic) -> Self {
        let source = crate::diagnostic::Source::new(path, "");
        Self {
            doc: doc::empty(&source),
            diagnostics: vec![diagnostic],
            facts: Vec::new(),
            marks: Vec::new(),
            pictures: BTreeMap::new(),
            art: BTreeMap::new(),
            revised: Vec::new(),
        }
    }

    /// Returns the icons and pictures that it shows besides those of the cards.
    pub fn assets(&self) -> BookAssets {
        let marks = self.marks.iter().map(|(name, _)| name.clone()).collect();
        let mut pictures: BTreeSet<String> = self.doc.cover.iter().map(|cover| cover.art.clone()).collect();
        pictures.extend(self.pictures.keys().cloned());
        pictures.insert(SMALL_BACK.to_owned());
        BookAssets { marks, pictures, art: self.art.keys().cloned().collect() }
    }

    /// Reports missing icons and pictures.
    pub fn missing(&self, renderer: &FaceRenderer<'_>) -> Vec<Diagnostic> {
        let mut diagnostics: Vec<Diagnostic> =
            self.marks.iter().filter_map(|(name, at)| renderer.no_mark("", name, at)).collect();
        let of_cover = self.doc.cover.iter().map(|cover| (&cover.art, &cover.at));
        for (name, at) in of_cover.chain(&self.pictures).filter(|(name, _)| renderer.picture(name).is_none()) {
            let what = format!("missing drawing `{}/book/{name}.svg`", read::folder(&renderer.game().id));
            diagnostics.push(Diagnostic::error(Code::BOOK_PICTURE_MISSING, at.clone(), what));
        }
        diagnostics.extend(self.art.iter().filter_map(|(name, at)| renderer.no_drawing("", name, at)));
        diagnostics
    }

    /// Typesets the book of a game with its cards and other pieces. `cache` holds results of earlier runs.
    ///
    /// # Errors
    /// Text that doesn't fit, letters that no font has, parts of a card that its template doesn't have.
    pub fn typeset(
        &self,
        cards: PieceFaces<'_>,
        others: &[PieceFaces<'_>],
        typography: &Typography,
        format: PageFormat,
        cache: &mut LayoutCache,
    ) -> Result<Book, Vec<Diagnostic>> {
        let pieces: Vec<PieceFaces<'_>> = std::iter::once(cards).chain(others.iter().copied()).collect();
        Typesetter::new(cards, &pieces, typography, format, &self.doc).book(&self.doc, &self.revised, cache)
    }
}
