//! Sheets before they are printed: what a build makes for home, and pictures of single sheets.

use kurbo::{Affine, Shape as _};

use super::gang::{Gang, pairs};
use super::select::{GameSelector, choose, printed_games};
use super::selection::Selection;
use super::{
    Destination, Drawing, Failure, MemorySink, OutputContext, Request, Selected, book, contexts, home, languages,
    page_format, problems,
};
use crate::book::LayoutCache;
use crate::face::{FaceRenderer, RenderCache};
use crate::game::Colour;
use crate::image::{Painter, Picture, jpeg};
use crate::pdf::{DrawingCache, Page, Placement, sheet_pages};
use crate::scene::Scene;
use crate::sheet::{Home, PlacementError, SheetSide};
use crate::units::{Mm, Point, Rect};
use crate::vfs::Vfs;

/// The sheet that a preview shows.
#[derive(Clone, Debug)]
pub struct SheetChoice {
    /// Beginning of the name of the file: `cards`.
    pub file: String,
    /// Number of the sheet, counted from 1.
    pub sheet: usize,
    /// Width of the pictures, in pixels.
    pub width: u32,
}

/// The files of a build for home, before the build.
#[derive(Clone, Debug, Default)]
pub struct Preview {
    /// The files of sheets.
    pub sheets: Vec<SheetsPlan>,
    /// The booklet; `None` without a book, or if it wasn't requested.
    pub booklet: Option<BookletPlan>,
    /// The sides of the chosen sheet as JPEGs; empty without one.
    pub pictures: Vec<Vec<u8>>,
}

/// A file of sheets.
#[derive(Clone, Debug)]
pub struct SheetsPlan {
    /// Beginning of its name: `cards`.
    pub file: String,
    /// The pieces on it: "128 cards".
    pub what: String,
    /// Number of sheets of paper.
    pub sheets: usize,
    /// Number of pages.
    pub pages: usize,
}

/// The rulebook as a booklet.
#[derive(Clone, Copy, Debug)]
pub struct BookletPlan {
    /// Number of sheets of paper.
    pub sheets: usize,
    /// Number of pages of the book.
    pub pages: usize,
}

/// Lists what [`build`](super::build) makes of the first requested game for home, and draws the chosen sheet.
///
/// # Errors
/// The same as those of a build; the booklet's only if it is counted.
pub fn preview(
    vfs: &dyn Vfs,
    request: &Request,
    choice: Option<&SheetChoice>,
    counts_booklet: bool,
) -> Result<Preview, Failure> {
    let wanted = GameSelector::new(&request.games, true);
    let games = printed_games(vfs, wanted, request.language.as_deref())?;
    let Some((id, reading)) = games.into_iter().next() else { return Ok(Preview::default()) };
    let reading = languages::for_build(vfs, reading, false);
    let project = crate::face::Project::from_parsed(vfs, &id, reading)?;
    let sink = MemorySink::default();
    let Selected { parsed, .. } = Selected::of(vfs, &sink, project, request)?;
    let project = &parsed.project;
    let composed = parsed.compose(vfs, request.ink, &RenderCache::default(), Drawing::Final);
    let typeset = || composed.typeset(page_format(request.home.paper), &mut LayoutCache::default());
    problems(&composed, project, request, typeset)?;
    let chosen = choose(&project.game, &request.only)?;
    let drawn = DrawingCache::default();
    let destination = Destination { sink: &sink, progress: &() };
    let works = contexts(&composed, &composed.scenes(), &chosen, &drawn, request, destination);
    let pieces: Vec<&OutputContext<'_>> = works.iter().filter(|work| !work.chosen.cards.is_empty()).collect();
    let mut preview = Preview::default();
    for gang in Gang::seat(Gang::all(&pieces)?) {
        let sides = gang.sides()?;
        let file = gang.stem();
        if let Some(choice) = choice.filter(|choice| choice.file == file) {
            preview.pictures = pictures(&gang, &sides, choice).ok_or_else(too_large)?;
        }
        let (what, sheets) = (gang.counted(), Home::sheets(&sides));
        preview.sheets.push(SheetsPlan { file, what, sheets, pages: sides.len() });
    }
    if counts_booklet && !request.is_part() {
        preview.booklet = typeset()?.map(|book| {
            let sheets = book::folded(&works[0], &book).len() / 2;
            BookletPlan { sheets, pages: book.pages.len() }
        });
    }
    Ok(preview)
}

fn too_large() -> Failure {
    Failure::Stopped("cannot render the sheet: out of memory".to_owned())
}

/// Draws the sides of a sheet. `None` if they exceed the memory.
fn pictures(gang: &Gang<'_, '_>, sides: &[SheetSide], choice: &SheetChoice) -> Option<Vec<Vec<u8>>> {
    let work = gang.first();
    let mut scenes = gang.scenes();
    let around = home::margins(work.project, work.game(), gang.home.backs, sides);
    let faces = scenes.len();
    scenes.extend(around.iter().zip(sides).map(|(scene, side)| (scene, Rect::at(Point::default(), side.page))));
    let painter = Painter::new(&work.project.fonts);
    let pages = sheet_pages(sides, faces);
    let chosen = sides.iter().zip(&pages).filter(|(side, _)| side.sheet == choice.sheet);
    chosen.map(|(_, page)| jpeg(&paint(&painter, &scenes, page, choice.width)?)).collect()
}

/// Draws a page as its PDF shows it.
fn paint(painter: &Painter<'_>, scenes: &[(&Scene, Rect)], page: &Page, width: u32) -> Option<Picture> {
    let scale = f64::from(width) / page.size.width.get();
    let map = Affine::scale(scale);
    let mut picture = Picture::filled(width, pixels(page.size.height, scale), Colour::WHITE)?;
    picture.fill(&page.lines_below(), map);
    for Placement { scene, at, turned, clip, outline, .. } in &page.placed {
        // Each face is drawn into a picture of its own size, which clips drawings outside it.
        let clip = clip.unwrap_or(Rect::at(Point::default(), page.size));
        let (left, top) = (whole(clip.x.get() * scale), whole(clip.y.get() * scale));
        let (right, bottom) = (pixels(clip.right(), scale), pixels(clip.bottom(), scale));
        let apart = Affine::translate((-f64::from(left), -f64::from(top))) * map;
        let turn = if *turned { Affine::rotate(std::f64::consts::PI) } else { Affine::IDENTITY };
        let place = apart * Affine::translate((at.x.get(), at.y.get())) * turn;
        let mut face = painter.paint_through(scenes.get(*scene)?.0, place, right - left, bottom - top)?;
        face.cut_out(&(apart * outline.as_deref().cloned().unwrap_or_else(|| clip.to_kurbo().to_path(0.01))));
        picture.lay(&face, left, top);
    }
    picture.fill(&page.lines_above(), map);
    Some(picture)
}

/// Returns the number of pixels that a length covers at least partly.
fn pixels(length: Mm, scale: f64) -> u32 {
    whole((length.get() * scale).ceil())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place on a picture")]
fn whole(pixels: f64) -> u32 {
    pixels.max(0.0) as u32
}

/// Returns the sides of the sheets that `build` makes of all pieces of a type.
///
/// # Errors
/// The piece is larger than the paper.
pub(crate) fn home_sides(renderer: &FaceRenderer<'_>, home: Home) -> Result<Vec<SheetSide>, PlacementError> {
    let component = renderer.component();
    let all = Selection::of(component, (0..component.cards.len()).collect());
    home.sides(&component.piece, &component.format, &pairs(renderer, &all, 1))
}
