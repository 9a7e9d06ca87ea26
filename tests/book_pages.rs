//! Pages and lines of the shipped rulebook, measured on the typeset pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::common::shipped;
use skirmish_base::diagnostic::Reporter;
use skirmish_book::{self as book, Book, LayoutCache, PageFormat, PieceFaces};
use skirmish_model::game::{Colour, Game, Ink};
use skirmish_render::face::{FaceRenderer, Project};
use skirmish_render::scene::{Item, Text};
use skirmish_render::text::{Piece, Run};

const FORMATS: [PageFormat; 2] = [PageFormat::A5, PageFormat::HALF_LETTER];
/// Line of the grid, distance from the column's top to its first baseline, and column width, in millimetres.
const LEAD: f64 = 13.0 * 25.4 / 72.0;
const FIRST: f64 = 9.4 * 25.4 / 72.0;
const MEASURE: f64 = 96.0;

/// The book in both formats.
static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| FORMATS.map(|format| typeset(Ink::Full, format)).into());
/// The books of the other games.
static OTHERS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let games = ["battling-cards", "skirminion", "warhammer-skirmish"];
    games.map(|game| typeset_game(game, Ink::Full, PageFormat::A5)).into()
});
static GAME: LazyLock<Game> = LazyLock::new(shipped::game);

fn typeset(ink: Ink, format: PageFormat) -> Book {
    typeset_game(shipped::GAME, ink, format)
}

fn typeset_game(game: &str, ink: Ink, format: PageFormat) -> Book {
    let project = Project::open(&shipped::vfs(), game).expect("the game can be read");
    let manuscript = book::manuscript(&shipped::vfs(), &project.game).expect("the game has a book");
    assert_eq!(manuscript.diagnostics, []);
    let assets = manuscript.assets();
    let reporter = Reporter::default();
    let renderer = FaceRenderer::open(&shipped::vfs(), &project.game, ink, &project.typography, &assets, &reporter);
    let composed = renderer.compose().unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let book = manuscript.typeset(
        PieceFaces { renderer: &renderer, faces: &composed.scenes },
        &[],
        &project.typography,
        format,
        &mut LayoutCache::default(),
    );
    book.unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

/// An item on a page: its element, if any, its box in millimetres, and its text.
struct Thing<'b> {
    element: Option<usize>,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    text: Option<&'b Text>,
}

/// Returns the content of a page's column; covers have none.
fn column<'b>(book: &'b Book, page: usize) -> Vec<Thing<'b>> {
    let left = column_left(book, page);
    let bottom = book.format.top.get() + f64::from(book.format.lines) * LEAD;
    let inside = |thing: &Thing<'_>| {
        let across = thing.left > left - 0.6 && thing.right < left + MEASURE + 1.0;
        across && thing.top > book.format.top.get() - 0.6 && thing.bottom < bottom + 1.0
    };
    things(book, page).into_iter().filter(inside).collect()
}

fn column_left(book: &Book, page: usize) -> f64 {
    if page.is_multiple_of(2) { book.format.inner.get() } else { book.format.outer.get() }
}

fn things<'b>(book: &'b Book, page: usize) -> Vec<Thing<'b>> {
    // Elements within elements.
    let mut open = Vec::new();
    let mut all = Vec::new();
    for item in &book.pages[page].scene.items {
        let bounds = match item {
            Item::Begin(number) => {
                open.push(*number);
                continue;
            }
            Item::End => {
                open.pop();
                continue;
            }
            Item::ActualText(_) => continue,
            Item::Drawing { drawing, place, clip: None } => place.transform_rect_bbox(drawing.bounds),
            Item::Drawing { clip: Some(clip), .. } => clip.extent().to_kurbo(),
            Item::Nested(nested) => {
                let cut = nested.clip.0;
                let cut = kurbo::Rect::new(cut.x.get(), cut.y.get(), cut.right().get(), cut.bottom().get());
                nested.place.transform_rect_bbox(cut)
            }
            Item::Text(text) => {
                let size = text.size.to_mm().get();
                let (x, y) = (text.at.x.get(), text.at.y.get());
                kurbo::Rect::new(x, y - size * 0.7, x + text.line.width.get(), y)
            }
        };
        let text = if let Item::Text(text) = item { Some(text) } else { None };
        let kurbo::Rect { x0: left, y0: top, x1: right, y1: bottom } = bounds;
        let element = open.last().copied();
        all.push(Thing { element, left, top, right, bottom, text });
    }
    all
}

fn role<'b>(book: &'b Book, thing: &Thing<'_>) -> &'b str {
    thing.element.map_or("", |element| book.structure[element].role)
}

/// Returns the pages between the covers.
fn inner(book: &Book) -> std::ops::Range<usize> {
    1..book.pages.len() - 1
}

/// True if a chapter begins at the top of a page.
fn begins_chapter(book: &Book, page: usize) -> bool {
    let title = book.format.top.get() + LEAD * 3.5;
    column(book, page).iter().any(|thing| role(book, thing) == "H1" && thing.bottom < title)
}

#[test]
fn no_page_but_a_chapters_last_has_much_free() {
    let mut free_lines = BTreeMap::new();
    for (number, book) in BOOKS.iter().chain(OTHERS.iter()).enumerate() {
        let most = if number < BOOKS.len() { 3.0 } else { f64::from(book.format.lines) / 4.0 };
        let last = book.format.top.get() + FIRST + f64::from(book.format.lines - 1) * LEAD;
        for page in inner(book) {
            let lowest = column(book, page).iter().map(|thing| thing.bottom).fold(0.0, f64::max);
            let is_last = lowest == 0.0 || page + 1 == inner(book).end || begins_chapter(book, page + 1);
            let blank_follows = column(book, page + 1).is_empty();
            if !is_last && !blank_follows {
                let free = ((last - lowest) / LEAD + 0.1).floor().max(0.0);
                free_lines.insert((number, page + 1), (free, most));
            }
        }
    }
    assert!(free_lines.len() > 50, "{} pages", free_lines.len());
    let too_free: Vec<_> = free_lines.iter().filter(|(_, (free, most))| free > most).collect();
    assert!(too_free.is_empty(), "book, page, its free lines and the most: {too_free:?}");
}

/// The lines of a paragraph, each with the words that it says.
type Lines = Vec<(String, f64)>;

/// Returns the lines of every element of a role, with their widths; several texts side by side are one line.
fn paragraphs(book: &Book, roles: &[&str]) -> Vec<Lines> {
    // Links may be drawn after the words around them: pieces are joined by their baselines, in tenths of a millimetre.
    let mut all: BTreeMap<usize, BTreeMap<(usize, i64), Vec<Thing<'_>>>> = BTreeMap::new();
    for page in inner(book) {
        for thing in column(book, page) {
            let (Some(text), Some(element)) = (thing.text, thing.element) else { continue };
            // Links stand within a paragraph.
            let parent = |element: &usize| book.structure[*element].parent;
            let mut block = std::iter::successors(Some(element), parent);
            let Some(element) = block.find(|element| roles.contains(&book.structure[*element].role)) else { continue };
            // Letters in discs and initials aren't lines.
            if text.colour == Colour::WHITE || text.size.get() > 40.0 {
                continue;
            }
            #[allow(clippy::cast_possible_truncation, reason = "a page has few millimetres")]
            let baseline = (thing.bottom * 10.0).round() as i64;
            all.entry(element).or_default().entry((page, baseline)).or_default().push(thing);
        }
    }
    let line = |mut pieces: Vec<Thing<'_>>| {
        pieces.sort_by(|a, b| a.left.total_cmp(&b.left));
        let said: Vec<String> = pieces.iter().filter_map(|piece| Some(piece.text?.line.letters())).collect();
        (said.join(" "), pieces.last().map_or(0.0, |last| last.right) - pieces[0].left)
    };
    all.into_values().map(|lines| lines.into_values().map(line).collect()).collect()
}

#[test]
fn no_paragraph_ends_with_a_single_word_or_a_scrap() {
    for book in BOOKS.iter() {
        let paragraphs = paragraphs(book, &["P", "LBody", "Caption"]);
        assert!(paragraphs.len() > 100, "{}", paragraphs.len());
        let is_runt = |lines: &&Lines| {
            let (said, width) = lines.last().expect("a line");
            lines.len() > 1 && (said.split_whitespace().count() < 2 || *width < 8.5)
        };
        let runts: Vec<&Lines> = paragraphs.iter().filter(is_runt).collect();
        assert!(runts.is_empty(), "{}: {runts:?}", book.format.name);
    }
}

/// Returns the terms that the list of words explains.
fn words_of_the_list(source: &str) -> impl Iterator<Item = &str> {
    let list = source.lines().skip_while(|line| *line != "::: words").skip(1).take_while(|line| *line != ":::");
    list.filter_map(|line| line.split_once(": ")).map(|(term, _)| term)
}

#[test]
fn no_word_leaves_two_letters_behind_and_no_term_is_torn() {
    let path = format!("{}/rules.md", skirmish_read::folder(shipped::GAME));
    let source =
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the source");
    let terms: BTreeSet<String> = GAME
        .deck
        .cards
        .iter()
        .map(|card| card.name.as_str())
        .chain(GAME.deck.kinds.iter().map(|kind| kind.name.as_str()))
        .chain(words_of_the_list(&source))
        .flat_map(|name| name.split([' ', '-']).map(str::to_lowercase).collect::<Vec<_>>())
        .collect();
    let mut torn = 0;
    for book in BOOKS.iter() {
        for lines in paragraphs(book, &["P", "LBody", "Caption"]) {
            for pair in lines.windows(2) {
                let Some(before) = pair[0].0.trim_end().strip_suffix('-') else { continue };
                let before = before.split(|letter: char| !letter.is_alphabetic()).next_back().unwrap_or_default();
                let after = pair[1].0.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
                let word = format!("{before}{after}").to_lowercase();
                torn += 1;
                let enough = before.chars().count() >= 3 && after.chars().count() >= 3;
                assert!(enough, "{}: {before}-{after}", book.format.name);
                assert!(!terms.contains(&word) && !terms.contains(word.trim_end_matches('s')), "{before}-{after}");
            }
        }
    }
    assert!(torn > 0, "some words are parted");
}

/// Returns the widths of the spaces in a line, in ems.
fn spaces(text: &Text) -> Vec<f64> {
    let runs: Vec<_> =
        text.line.pieces.iter().map(|piece| if let Piece::Run(run) = piece { Some(run) } else { None }).collect();
    let space = |pair: &[Option<&Run>]| {
        let (run, next) = (pair[0].filter(|run| run.blank)?, pair[1]?);
        let em = run.em(text.size);
        Some((next.x - run.x) / em - run.word.width(run.tracking.into()))
    };
    runs.windows(2).filter_map(space).collect()
}

#[allow(clippy::cast_precision_loss, reason = "a line has few words")]
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[test]
fn no_line_is_loose() {
    const LOOSEST: f64 = 0.451;
    let mut stretched = 0;
    for book in BOOKS.iter().chain(OTHERS.iter()) {
        for page in inner(book) {
            for thing in column(book, page) {
                let Some(text) = thing.text.filter(|_| ["P", "LBody"].contains(&role(book, &thing))) else { continue };
                // Spaces of small capitals are a little wider than others.
                let mean = mean(&spaces(text));
                assert!(mean < LOOSEST, "page {}: {mean:.3} em in {:?}", page + 1, text.line.letters());
                stretched += usize::from(mean > 0.3);
            }
        }
    }
    assert!(stretched > 100, "{stretched} lines are stretched");
}

#[test]
fn no_line_is_wider_than_its_column() {
    for book in BOOKS.iter() {
        for page in inner(book) {
            let right = column_left(book, page) + MEASURE;
            for thing in things(book, page) {
                let heads = ["H1", "H2", "H3"].contains(&role(book, &thing));
                // Characters may hang into the margin in text.
                let hangs = if heads { 0.1 } else { 1.4 };
                let is_note = thing.left > right || thing.right < right - MEASURE;
                if let Some(text) = thing.text.filter(|_| !is_note) {
                    assert!(thing.right < right + hangs, "page {}: {:?}", page + 1, text.line.letters());
                }
            }
        }
    }
}

#[test]
fn bands_keep_four_millimetres_from_what_stands_above_them() {
    let mut bands = 0;
    for book in BOOKS.iter() {
        for page in inner(book) {
            let things = column(book, page);
            let is_band = |thing: &&Thing<'_>| {
                thing.right - thing.left > MEASURE - 1.0 && (thing.bottom - thing.top - 4.6).abs() < 0.2
            };
            for band in things.iter().filter(is_band) {
                // Below the baseline of a text there are its descenders.
                let foot = |thing: &Thing<'_>| thing.bottom + if thing.text.is_some() { 0.8 } else { 0.0 };
                let above = things.iter().filter(|thing| thing.bottom < band.top + 1.0).map(foot).fold(0.0, f64::max);
                assert!(band.top - above >= 4.0, "page {}: {:.1} mm", page + 1, band.top - above);
                bands += 1;
            }
        }
    }
    assert!(bands > 20, "{bands} bands");
}

#[test]
fn every_chapter_that_begins_with_text_has_an_initial() {
    for book in BOOKS.iter() {
        let (mut title, mut initials) = (None, 0);
        for page in inner(book) {
            for thing in column(book, page).iter().filter(|thing| thing.text.is_some()) {
                let (role, text) = (role(book, thing), thing.text.expect("it is a text"));
                if role == "H1" {
                    title = Some(text.line.letters()).filter(|title| title != "Contents");
                } else if let Some(title) = title.take() {
                    let is_initial = text.size.get() > 40.0;
                    assert!(is_initial || role != "P", "{title} begins with {:?}", text.line.letters());
                    initials += usize::from(is_initial);
                }
            }
        }
        assert!(initials >= 8, "{initials} initials");
    }
}

#[test]
fn letters_of_the_table_follow_the_text() {
    for book in BOOKS.iter() {
        let (mut in_text, mut in_figure) = (Vec::new(), BTreeSet::new());
        for page in inner(book) {
            for thing in things(book, page) {
                let Some(text) = thing.text.filter(|text| text.colour == Colour::WHITE) else { continue };
                let letter = text.line.letters();
                match role(book, &thing) {
                    "Figure" => drop(in_figure.insert(letter)),
                    _ if in_text.contains(&letter) => {}
                    _ => in_text.push(letter),
                }
            }
        }
        assert_eq!(in_text, ["A", "B", "C", "D", "E", "F"]);
        assert_eq!(in_figure, in_text.into_iter().collect());
    }
}
