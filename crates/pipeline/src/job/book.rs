//! The rulebook, for reading and as a booklet.

use crate::game::{Phrases, filled};
use std::sync::Arc;

use super::{Failure, OutputContext, OutputFile, counted};
use crate::book::Book;
use crate::pdf::{CompiledScenes, Document, Info, Label, Page, Placement, Structure};
use crate::scene::Scene;
use crate::sheet::{Backs, Booklet, BookletSide};
use crate::text::is_from_right;
use crate::threads;
use crate::units::Rect;

/// Builds the book page by page, and as a booklet: two pages side by side on sheets to be folded.
pub(super) fn make(work: &OutputContext<'_>, book: &Book) -> Result<Vec<OutputFile>, Failure> {
    let covers = book.with_bleed();
    let mut scenes: Vec<(&Scene, Rect)> = book.pages.iter().map(|page| (page.scene.as_ref(), covers)).collect();
    scenes.extend(nested(work, book).into_iter().map(|(scene, covers)| (scene.as_ref(), covers)));
    let count = counted(book.pages.len(), "page");
    let (leaves, folded) = (leaves(book), folded(work, book));
    let compiled = CompiledScenes::new(&scenes, &leaves, &work.project.fonts, work.drawn)?;
    let labels = labels(book, work.game().phrases());
    let (read_info, structure) = (info(work, None)?, Structure::of(&book.structure));
    let read =
        Document { pages: &leaves, info: &read_info, outline: &book.outline, labels: &labels, structure: &structure };
    // The booklet is only for paper: it needs no navigation.
    let fold_info = info(work, Some("DuplexFlipShortEdge"))?;
    let fold = Document { pages: &folded, info: &fold_info, outline: &[], labels: &[], structure: &structure };
    let (single, double) = threads::join(|| compiled.print(&read), || compiled.print(&fold));
    let sheets = counted(folded.len() / 2, "sheet");
    Ok(vec![
        OutputFile { name: format!("rulebook-{}{}.pdf", book.format.name, work.suffix()), bytes: single?, what: count },
        OutputFile {
            name: format!("rulebook-booklet-{}{}.pdf", work.request.home.paper.of_booklets().name(), work.suffix()),
            bytes: double?,
            what: format!("booklet on {sheets} of paper"),
        },
    ])
}

/// Returns the scenes nested in pages: faces of cards and other pieces, with their bounds.
pub(super) fn nested<'b>(work: &OutputContext<'b>, book: &'b Book) -> Vec<(&'b Arc<Scene>, Rect)> {
    let cards = work.component().format.with_bleed();
    let of_cards = work.scenes.iter().chain(&book.small_back).map(|scene| (scene, cards));
    of_cards.chain(book.pieces.iter().map(|(scene, covers)| (scene, *covers))).collect()
}

/// Returns advice on the booklet.
pub(super) fn advice() -> String {
    "Print the booklet double-sided at 100 %, flipping on the short edge; fold all sheets together and staple."
        .to_owned()
}

/// Returns the page labels: covers have names, and the pages between them their printed numbers.
fn labels(book: &Book, phrases: &'static Phrases) -> Vec<Label> {
    let (front, back) = book.covers;
    let cover = |page, prefix| Label { page, prefix, first: None };
    let first = usize::from(front);
    let front = front.then(|| cover(0, phrases.front_cover));
    let numbers = Label { page: first, prefix: "", first: Some(first + 1) };
    let back = back.then(|| cover(book.pages.len() - 1, phrases.back_cover));
    front.into_iter().chain([numbers]).chain(back).collect()
}

pub(super) fn info(work: &OutputContext<'_>, duplex: Option<&'static str>) -> Result<Info, Failure> {
    let game = work.game();
    Ok(Info {
        title: filled(game.phrases().the_rules, &[&game.title]),
        subject: format!("{} {}", game.edition, game.revision),
        duplex,
        ..super::home::info(&[work], work.request.home.backs)?
    })
}

/// Returns the pages one by one.
fn leaves(book: &Book) -> Vec<Page> {
    let page = |(number, page): (usize, &crate::book::Page)| Page {
        size: book.format.size,
        placed: vec![Placement { scene: number, ..Placement::default() }],
        links: page.links.clone(),
        ..Page::default()
    };
    book.pages.iter().enumerate().map(page).collect()
}

/// Returns the sides of sheets to be folded.
pub(super) fn folded(work: &OutputContext<'_>, book: &Book) -> Vec<Page> {
    let home = work.request.home;
    let booklet = Booklet {
        paper: home.paper.of_booklets(),
        page: book.format.size,
        creep: work.request.creep,
        from_right: is_from_right(&work.game().language),
    };
    let side = |side: &BookletSide| Page {
        size: side.size,
        placed: side
            .pages
            .iter()
            .map(|page| Placement { scene: page.page, at: page.at, clip: Some(page.clip), ..Placement::default() })
            .collect(),
        ..Page::default()
    };
    let mut pages: Vec<Page> = booklet.sides(book.pages.len(), book.covers.1).iter().map(side).collect();
    // A misprint is only known for its paper.
    if let Some(misprint) = work.request.misprint.as_ref().filter(|_| home.paper == home.paper.of_booklets()) {
        for (number, page) in pages.iter_mut().enumerate() {
            let (size, map) = misprint.laid(page.size, Backs::ShortEdge, number % 2 == 1);
            (page.size, page.map) = (size, Some(map));
        }
    }
    pages
}
