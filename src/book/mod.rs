//! Rulebook source to pages: outline, contents, links, figures made from real cards.

mod anatomy;
mod bind;
mod blocks;
mod boxes;
mod contents;
mod covers;
mod deck;
mod doc;
mod draw;
mod entries;
mod epigraph;
mod figures;
mod heads;
mod hyphens;
mod inline;
mod legend;
mod lists;
mod markdown;
mod measure;
mod model;
mod names;
mod pages;
mod parts;
mod rulings;
mod setter;
mod setup;
mod sides;
mod slab;
mod steps;
mod table;
mod words;

pub use measure::PageFormat;

use std::collections::BTreeSet;
use std::sync::Arc;

use setter::Setter;

use crate::face::{Extra, Studio};
use crate::game::Game;
use crate::problem::{Place, Problem};
use crate::read;
use crate::scene::{Element, Entry, Item, Link, Scene, fit};
use crate::shelf::Shelf;
use crate::text::{Shaper, Styles};
use crate::units::Rect;

/// The picture of a card from behind, for drawings in which it is small.
const SMALL_BACK: &str = "back";
/// Page numbers settle after two rounds: the second prints those of the first, and its pages end where they did.
const ROUNDS: usize = 4;

/// A book that was read, and what is wrong with it.
pub struct Manuscript {
    doc: model::Doc,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// The facts that it states, by number (`S36`), each with the byte of the source where it begins.
    pub facts: Vec<(String, usize)>,
    marks: Vec<(String, Place)>,
}

/// A page.
#[derive(Clone)]
pub struct Page {
    /// What is on it, in millimetres from its upper left corner; 3 mm of bleed about it are drawn.
    pub scene: Arc<Scene>,
    /// Its links.
    pub links: Vec<Link>,
}

/// A book, typeset.
pub struct Book {
    /// The size of its pages.
    pub format: PageFormat,
    /// Its pages; the first is the front cover, a right page.
    pub pages: Vec<Page>,
    /// Its outline.
    pub outline: Vec<Entry>,
    /// The structure that the pages' marks name by number.
    pub structure: Vec<Element>,
    /// Whether the first page is a front cover, and the last one a back cover.
    pub covers: (bool, bool),
    /// A card from behind, drawn within pages where it is small.
    pub small_back: Option<Arc<Scene>>,
}

impl Book {
    /// What the scene of a page covers: the page and its bleed.
    pub fn with_bleed(&self) -> Rect {
        Rect::at(crate::units::Point::default(), self.format.size).grown(covers::BLEED)
    }
}

/// The path of a game's book.
pub fn path(game: &str) -> String {
    format!("{}/rules.md", read::folder(game))
}

/// Reads the book of a game; none if it has none.
pub fn manuscript(shelf: &dyn Shelf, game: &Game) -> Option<Manuscript> {
    let path = path(&game.id);
    if !shelf.has(&path) {
        return None;
    }
    let source = match read::text_file(shelf, &path) {
        Ok(source) => source,
        Err(problem) => return Some(Manuscript::unread(&path, problem)),
    };
    let doc::Reading { doc, problems, facts, marks } = doc::read(&source, game);
    Some(Manuscript { doc, problems, facts, marks })
}

impl Manuscript {
    fn unread(path: &str, problem: Problem) -> Self {
        let source = crate::problem::Source::new(path, "");
        Self { doc: doc::empty(&source), problems: vec![problem], facts: Vec::new(), marks: Vec::new() }
    }

    /// The marks and pictures that it shows beside those of the cards.
    pub fn extra(&self) -> Extra {
        let marks = self.marks.iter().map(|(name, _)| name.clone()).collect();
        let mut pictures: BTreeSet<String> = self.doc.cover.iter().map(|cover| cover.art.clone()).collect();
        pictures.insert(SMALL_BACK.to_owned());
        Extra { marks, pictures }
    }

    /// Marks and pictures that it asks for and that are not there.
    pub fn missing(&self, studio: &Studio<'_>) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.marks.iter().filter_map(|(name, at)| studio.no_mark(name, at)).collect();
        if let Some(cover) = self.doc.cover.as_ref().filter(|cover| studio.picture(&cover.art).is_none()) {
            let what = format!("there is no picture `{}/book/{}.svg`", read::folder(&studio.game.id), cover.art);
            problems.push(Problem::error(cover.at.clone(), what));
        }
        problems
    }

    /// Typesets the book; `faces` are the faces of all cards, by number.
    ///
    /// # Errors
    /// Text that does not fit, letters that no font has, parts of a card that its template does not have.
    pub fn typeset(
        &self,
        studio: &Studio<'_>,
        styles: &Styles,
        shaper: &Shaper,
        faces: &[Arc<Scene>],
        format: PageFormat,
    ) -> Result<Book, Vec<Problem>> {
        let syllables = hyphens::syllables(&studio.game.language, hyphens::terms(studio.game, &self.doc));
        let at = Place::file(&self.doc.source);
        let mut setter = Setter::new(studio, styles, shaper, faces, format, at, syllables);
        setter.small_back = studio.picture(SMALL_BACK).map(|drawing| {
            let place = fit(drawing.bounds, studio.game.format.cut());
            let item = Item::Drawing { drawing: Arc::clone(drawing), place, clip: None };
            Arc::new(Scene { items: vec![item], ..Scene::default() })
        });
        let mut round = setter.round(&self.doc);
        setter.weave_all();
        for _ in 1..ROUNDS {
            (setter.pages, setter.mentions) = (round.pages(), round.mentions());
            round = setter.round(&self.doc);
            if round.pages() == setter.pages && round.mentions() == setter.mentions {
                break;
            }
        }
        if !setter.problems.is_empty() {
            return Err(setter.problems);
        }
        let outline = round.outline(&self.doc, &studio.game.title, &studio.game.kinds);
        let (mut structure, small_back) = (setter.elements, setter.small_back);
        round.settle_links(&mut structure);
        let covers = (self.doc.cover.is_some(), self.doc.summary.is_some());
        Ok(Book { format, pages: round.finish(&self.doc.names(studio.game)), outline, structure, covers, small_back })
    }
}
