//! One face a page, for a print shop.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Failure, OutputContext, OutputFile, Report, book, counted, flatten, home, optional_pieces};
use crate::book::Book;
use crate::cmyk::{Profile, ProfileError, Separation};
use crate::game::{Ink, Sides};
use crate::pdf::{
    Chunks, CompiledScenes, Document, DrawingCache, Info, Page, Placement, Press, Standard, Structure, die_line,
    press_pages,
};
use crate::scene::Scene;
use crate::sheet::Backs;
use crate::units::{Point, Rect};
use crate::vfs::{Disk, Vfs as _};

/// Requirements of a print shop.
#[derive(Clone, Debug, PartialEq)]
pub struct PressNeeds {
    /// PDF standard; `None` for shops that take RGB and separate it themselves.
    pub standard: Option<Standard>,
    /// Profile of its press and paper; by default, coated paper (FOGRA39).
    pub profile: Option<PathBuf>,
    /// The most ink in one place, in percent.
    pub ink_limit: f64,
}

impl Default for PressNeeds {
    /// Returns the needs of most shops with presses for coated paper.
    fn default() -> Self {
        Self { standard: Some(Standard::X4), profile: None, ink_limit: 300.0 }
    }
}

impl PressNeeds {
    /// Returns the needs of DriveThruCards.
    pub fn drive_thru_cards() -> Self {
        Self { standard: Some(Standard::X1a), ink_limit: 240.0, ..Self::default() }
    }

    /// Reads the profile of the press.
    ///
    /// # Errors
    /// It can't be read, or isn't one of a press.
    pub fn open(&self) -> Result<Arc<Profile>, Failure> {
        let read = match &self.profile {
            None => Profile::coated(),
            Some(path) => read(path),
        };
        let hint = "pass the print shop's ICC profile for its paper with `--profile`, such as PSOcoated_v3.icc";
        read.map(Arc::new).map_err(|error| Failure::Stopped(format!("{error}\n  hint: {hint}")))
    }

    /// Returns the drawings for these needs.
    pub(super) fn drawn(&self, profile: Option<&Arc<Profile>>, ink: Ink) -> DrawingCache {
        match (self.standard, profile) {
            (Some(standard), Some(profile)) => {
                let inks = Separation::new(Arc::clone(profile), self.ink_limit, ink);
                DrawingCache::for_press(Arc::new(Press { inks, standard }))
            }
            _ => DrawingCache::default(),
        }
    }

    /// Returns a note on the colours.
    pub(super) fn colours(&self, profile: Option<&Profile>) -> String {
        match (self.standard, profile) {
            (Some(standard), Some(profile)) => format!(
                "{} in CMYK for {}, with a total ink limit of {} %.",
                standard.name(),
                profile.name,
                self.ink_limit
            ),
            _ => "Colours are RGB.".to_owned(),
        }
    }
}

/// Reads a profile anywhere on the disk.
fn read(path: &Path) -> Result<Profile, ProfileError> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let bytes = Disk::new(folder).read(name)?;
    Profile::of(&path.display().to_string(), bytes.into_owned())
}

/// Builds a PDF for each stock, and one of the book.
pub(super) fn build(
    cards: &OutputContext<'_>,
    pieces: &[&OutputContext<'_>],
    book: Option<&Book>,
    profile: Option<&Profile>,
) -> Result<Report, Failure> {
    let stocks = stocks(pieces);
    let mut made = Vec::new();
    for works in &stocks {
        made.push(print(works, &stem(works, &stocks))?);
    }
    if let Some(book) = book {
        made.push(print_book(cards, book)?);
    }
    let mut bleeds: Vec<f64> = pieces.iter().map(|work| work.component().format.bleed.get()).collect();
    bleeds.sort_by(f64::total_cmp);
    let mut advice = Vec::new();
    if let (Some(least), Some(most)) = (bleeds.first(), bleeds.last()) {
        let bleed = if least == most { least.to_string() } else { format!("{least} to {most}") };
        advice.push(format!("Each page is one face with {bleed} mm of bleed; the TrimBox is the cut."));
    }
    advice.push(cards.request.press.colours(profile));
    Ok(Report { written: cards.sink.write(&cards.folder(), made)?, advice, ..Report::default() })
}

/// Groups pieces by paper or board, in order of first use.
fn stocks<'a, 'w>(pieces: &[&'a OutputContext<'w>]) -> Vec<Vec<&'a OutputContext<'w>>> {
    let mut stocks: Vec<Vec<&OutputContext<'_>>> = Vec::new();
    for work in pieces {
        let same =
            |known: &&mut Vec<&OutputContext<'_>>| known[0].component().piece.stock == work.component().piece.stock;
        match stocks.iter_mut().find(same) {
            Some(known) => known.push(work),
            None => stocks.push(vec![work]),
        }
    }
    stocks
}

/// Returns the name of a stock's file: after the stock, the only piece type on it, or all of them.
fn stem(works: &[&OutputContext<'_>], stocks: &[Vec<&OutputContext<'_>>]) -> String {
    match (&works[0].component().piece.stock, works) {
        (Some(stock), _) => {
            let all: Vec<&str> =
                stocks.iter().filter_map(|works| works[0].component().piece.stock.as_deref()).collect();
            let words = short(stock, &all).to_lowercase();
            let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
            format!("stock-{}", words.collect::<Vec<_>>().join("-"))
        }
        (None, [work]) => work.stem().to_owned(),
        (None, _) => "pieces".to_owned(),
    }
}

/// Returns the part before the comma, "card" of "card, 250 to 300 g", unless another stock begins with the same.
fn short<'a>(stock: &'a str, all: &[&str]) -> &'a str {
    let before = |stock: &'_ str| stock.find(',').unwrap_or(stock.len());
    let name = &stock[..before(stock)];
    let alike = all.iter().filter(|other| &other[..before(other)] == name).count();
    if alike > 1 || name.trim().is_empty() { stock } else { name }
}

/// Returns the scenes of a piece type as they are printed.
fn scenes(work: &OutputContext<'_>) -> Result<Vec<Arc<Scene>>, Failure> {
    if work.request.press.standard == Some(Standard::X1a) {
        flatten::scenes(work, work.scenes, work.component().format.with_bleed())
    } else {
        Ok(work.scenes.to_vec())
    }
}

/// Builds the file of a stock.
fn print(works: &[&OutputContext<'_>], stem: &str) -> Result<OutputFile, Failure> {
    let (bytes, pages) = faces_as_pdf(works, &info(works)?, Buyer::PrintShop)?;
    let each: Vec<String> = works.iter().map(|work| describe(work)).collect();
    let what = format!("{}: {}", each.join("; "), counted(pages, "page"));
    Ok(OutputFile { name: format!("{stem}-press{}.pdf", works[0].suffix()), bytes, what })
}

/// Printer of a PDF of faces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Buyer {
    /// A shop that prints and cuts everything: it gets die lines.
    PrintShop,
    /// A service for cards: they are all upright.
    CardService,
}

/// Builds one PDF of all faces of some kinds of pieces, and returns its number of pages.
pub(super) fn faces_as_pdf(
    works: &[&OutputContext<'_>],
    info: &Info,
    buyer: Buyer,
) -> Result<(Chunks, usize), Failure> {
    let own: Vec<Vec<Arc<Scene>>> = works.iter().map(|work| scenes(work)).collect::<Result<_, _>>()?;
    let mut all: Vec<(&Scene, Rect)> = Vec::new();
    let mut pages: Vec<Page> = Vec::new();
    for (work, own) in works.iter().zip(&own) {
        let component = work.component();
        let first = all.len();
        all.extend(own.iter().map(|scene| (scene.as_ref(), component.format.with_bleed())));
        let mut faces = press_pages(&component.format, faces(work).into_iter().map(|face| first + face));
        match buyer {
            Buyer::PrintShop => faces.extend(die_line(&component.format, &component.piece.shape)),
            // Cards that are turned have two sides: fronts and backs alternate.
            Buyer::CardService if optional_pieces::are_turned(component) => {
                faces
                    .iter_mut()
                    .zip(optional_pieces::TURNS.into_iter().cycle())
                    .for_each(|(page, turn)| page.turn(turn));
            }
            Buyer::CardService => {}
        }
        pages.extend(faces);
    }
    let structure = Structure::placed(&mut pages, &all);
    let document = Document { pages: &pages, info, outline: &[], labels: &[], structure: &structure };
    let work = works[0];
    let bytes = CompiledScenes::new(&all, &pages, &work.project.fonts, work.drawn)?.into_chunks(&document)?;
    Ok((bytes, pages.len()))
}

/// Describes the pages: "128 cards, front and back of each".
fn describe(work: &OutputContext<'_>) -> String {
    let piece = &work.component().piece;
    let faces = if piece.shape.net().is_some() {
        "each flat, with lines to cut and to crease"
    } else if piece.sides == Sides::One {
        "the front of each"
    } else {
        "front and back of each"
    };
    format!("{}, {faces}", work.counted())
}

/// Returns the faces of all pieces, in the order in which they are printed.
fn faces(work: &OutputContext<'_>) -> Vec<usize> {
    let component = work.component();
    let sides = if component.piece.sides == Sides::One { 1 } else { 2 };
    let mut faces = Vec::new();
    for _ in 0..work.request.copies {
        for (card, count) in work.chosen.each() {
            let card_faces = work.renderer.deck().cards[card];
            for _ in 0..count {
                faces.extend(&[card_faces.front.0, card_faces.back.0][..sides]);
            }
        }
    }
    faces
}

/// Returns the metadata of a file.
fn info(works: &[&OutputContext<'_>]) -> Result<Info, Failure> {
    let mut info = Info { duplex: None, ..home::info(works, Backs::LongEdge)? };
    if let [first, _, ..] = works {
        let what = first.component().piece.stock.as_ref().map_or("the pieces", String::as_str);
        info.title = format!("{}: {what}", first.game().title);
    }
    Ok(info)
}

/// Builds the book, page by page with its bleed.
fn print_book(work: &OutputContext<'_>, book: &Book) -> Result<OutputFile, Failure> {
    let covers = book.with_bleed();
    let flat = match work.request.press.standard {
        Some(Standard::X1a) => Some(flatten::book(work, book)?),
        _ => None,
    };
    let own: Vec<&Arc<Scene>> = match &flat {
        Some(flat) => flat.pages.iter().collect(),
        None => book.pages.iter().map(|page| &page.scene).collect(),
    };
    let nested: Vec<(&Arc<Scene>, Rect)> = match &flat {
        Some(flat) => flat.within.iter().map(|(scene, covers)| (scene, *covers)).collect(),
        None => book::nested(work, book),
    };
    let mut scenes: Vec<(&Scene, Rect)> = own.iter().map(|scene| (scene.as_ref(), covers)).collect();
    scenes.extend(nested.iter().map(|(scene, covers)| (scene.as_ref(), *covers)));
    let corner = Point::new(-covers.x, -covers.y);
    let page = |scene| Page {
        size: covers.size(),
        trim: Some(Rect::at(corner, book.format.size)),
        bleed: Some(Rect::at(Point::default(), covers.size())),
        placed: vec![Placement { scene, at: corner, ..Placement::default() }],
        ..Page::default()
    };
    let pages: Vec<Page> = (0..own.len()).map(page).collect();
    let info = book::info(work, None)?;
    let document =
        Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &Structure::of(&book.structure) };
    let bytes = CompiledScenes::new(&scenes, &pages, &work.project.fonts, work.drawn)?.into_chunks(&document)?;
    let what = format!("{} with bleed, one by one", counted(pages.len(), "page"));
    Ok(OutputFile { name: format!("rulebook-press{}.pdf", work.suffix()), bytes, what })
}
