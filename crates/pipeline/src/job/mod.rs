//! The generator's commands: from a request to files.

mod asked;
mod book;
mod calibrate;
mod changed;
mod check;
mod colours;
mod contact_sheet;
mod cut;
mod diff;
mod dtc;
mod export;
mod extras;
mod files;
mod flatten;
mod folded;
mod found;
mod gang;
mod home;
mod html;
mod languages;
mod leftovers;
mod list;
mod new;
mod paint;
mod pictures;
mod playing_cards;
mod press;
mod preview;
mod printers;
mod printing;
mod proofread;
mod request;
mod revised;
mod selection;
mod sets;
mod tabletop;
mod translate;
mod tuck_box;
mod warband;
mod work;

pub use calibrate::{calibrate, calibration_sheet};
pub use changed::Since;
pub use check::check;
pub(crate) use check::too_large;
pub use colours::{ColourListing, ColourRow, list_colours};
pub use diff::{Against, CardChange, Change, DiffRequest, Difference, FieldChange, FigureChange, PassageChange, diff};
pub use export::{cards_as_csv, export};
pub use files::Outlet;
pub use list::{Listing, PieceListing, Row, list};
pub use new::{Intake, Layout, new_game, new_game_from, sync};
pub use press::PressNeeds;
pub(crate) use preview::home_sides;
pub use printers::{Printer, Printers};
pub use request::{Failure, Progress, Report, Request, Target, Written};
pub use sets::Sets;
pub use translate::translate;

use std::sync::Arc;

use asked::{Wanted, choose, printed_games, with_cards, with_warband};
use found::Found;
use gang::Gang;

use crate::book::{Book, Manuscript, PageFormat, PieceFaces, Settled, manuscript};
use crate::cmyk::Profile;
use crate::diagnostic::{self, Diagnostic};
use crate::face::{ComposedPiece, Extra, FaceRenderer, Kept, PieceRenderer, Project};
use crate::game::{Game, Ink};
use crate::pack;
use crate::read::ParsedGame;
use crate::scene::Scene;
use crate::sheet::Paper;
use crate::threads;
use crate::vfs::Vfs;

use changed::{Changes, Ledger};
use printing::Record;
use proofread::Proofreader;
use revised::Revised;
use work::{Made, Panels, Work};

/// Builds everything requested, game by game; a game is read and composed completely before anything of it is written.
///
/// # Errors
/// See [`Failure`].
pub fn build(vfs: &dyn Vfs, request: &Request, progress: &dyn Progress) -> Result<Vec<Report>, Failure> {
    let for_press = matches!(request.target, Target::Press | Target::Dtc) && request.press.standard.is_some();
    let open = || for_press.then(|| request.press.open()).transpose();
    let wanted = Wanted::new(&request.games, request.chooses());
    let (games, profile) = threads::both(|| printed_games(vfs, wanted, request.language.as_deref()), open);
    let (mut games, profile) = (games?, profile?);
    if let Some(asked) = &request.warband {
        games = with_warband(vfs, games, asked, request.language.as_deref())?;
    }
    if request.games.is_empty() && !request.only.is_empty() {
        games = with_cards(games, &request.only)?;
    }
    if request.games.is_empty() && request.changed.is_some() {
        games.retain(|(id, _)| Record::is_in(&request.folder(id)));
        if games.is_empty() {
            let what = format!("no print runs in {}", request.out.display());
            return Err(Failure::Stopped(what));
        }
    }
    if request.games.is_empty() && request.sets != Sets::All {
        games.retain(|(_, reading)| reading.game.as_ref().is_none_or(|game| !game.sets.is_empty()));
        if games.is_empty() {
            return Err(Failure::Stopped("no game has sets".to_owned()));
        }
        // Of several games those are meant that have the sets.
        let has_them = |(_, reading): &(String, ParsedGame)| {
            reading.game.as_ref().is_none_or(|game| sets::choose(game, &request.sets).is_ok())
        };
        if games.iter().any(has_them) {
            games.retain(has_them);
        }
    }
    wanted.keep_meant(vfs, &mut games);
    let profile = profile.as_ref();
    let build = |(game, reading): (String, ParsedGame)| build_game(vfs, &game, reading, request, profile, progress);
    games.into_iter().map(build).collect()
}

fn build_game(
    vfs: &dyn Vfs,
    id: &str,
    reading: ParsedGame,
    request: &Request,
    profile: Option<&Arc<Profile>>,
    progress: &dyn Progress,
) -> Result<Report, Failure> {
    let reading = languages::for_build(vfs, reading, request.draft);
    let mut project = Project::of(vfs, id, reading)?;
    let makes_book = matches!(request.target, Target::Home | Target::Html | Target::Press);
    if !project.game.has_cards() && !makes_book {
        return nothing_to_make(
            &project.game,
            request,
            "no cards, and this target doesn't include the rulebook".to_owned(),
        );
    }
    // A draft isn't recorded as a print run.
    let ledger = if request.draft { Ok(None) } else { Ledger::open(vfs, &project.game, request) };
    let mut sets = sets::choose(&project.game, &request.sets)?;
    if let Ok(Some(ledger)) = &ledger {
        sets = ledger.sets(&project.game, sets)?;
    }
    project.game.keep_sets(&sets);
    let extras = extras::leave(&mut project.game, request);
    let mut manuscript = book_of(vfs, &project);
    let revised = if project.is_wrong() { Ok(None) } else { Revised::of(vfs, &project.game, request) };
    if let (Some(manuscript), Ok(Some(revised))) = (&mut manuscript, &revised) {
        manuscript.revised.clone_from(&revised.book);
    }
    let extra = manuscript.as_ref().map(Manuscript::extra).unwrap_or_default();
    let (mut renderers, diagnostics) = renderers(vfs, &project, request.ink, &extra, &Kept::default());
    if request.draft {
        renderers = renderers.into_iter().map(PieceRenderer::as_draft).collect();
    }
    let composed: Vec<(ComposedPiece, Vec<Diagnostic>)> = renderers.iter().map(PieceRenderer::compose_all).collect();
    let scenes: Vec<&[Arc<Scene>]> = composed.iter().map(|(one, _)| one.faces.scenes.as_slice()).collect();
    let typeset = || {
        let format = page_format(request.home.paper);
        let shown = composed.iter().zip(&scenes);
        let shown = shown.map(|((_, faults), scenes)| if faults.is_empty() || request.draft { *scenes } else { &[] });
        let pieces: Vec<PieceFaces<'_>> = renderers
            .iter()
            .zip(shown)
            .map(|(renderer, faces)| PieceFaces { renderer: &renderer.faces, faces })
            .collect();
        let typeset = |manuscript| typeset(manuscript, &project, &pieces, format, &mut Settled::default());
        manuscript.as_ref().map(typeset).transpose()
    };
    let of_faces: Vec<Diagnostic> = composed.iter().flat_map(|(_, diagnostics)| diagnostics).cloned().collect();
    let mut found = Found::new(project.all_diagnostics(diagnostics, Some(&of_faces)));
    let book = if request.draft {
        // A draft omits a book with errors.
        let book = typeset().unwrap_or_else(|errors| {
            found.errors.extend(errors);
            None
        });
        Some(book)
    } else {
        found.put_aside_others(&project.game, &request.only);
        if !found.errors.is_empty() {
            if request.only.is_empty() {
                found.errors.extend(typeset().err().unwrap_or_default());
            }
            diagnostic::sort(&mut found.errors);
            return Err(Failure::Diagnostics(found.errors));
        }
        None
    };
    let typeset = || book.map_or_else(typeset, Ok);
    let (ledger, revised) = (ledger?, revised?);
    let drawn = request.press.drawn(profile, request.ink);
    let mut chosen = choose(&project.game, &request.only)?;
    let now = (ledger.is_some() || revised.is_some()).then(|| changed::now(&project, &renderers, &scenes));
    let marked = revised.zip(now.as_ref()).map(|(revised, now)| revised.scenes(&renderers, &scenes, now));
    let changes = match (&ledger, &now) {
        (Some(ledger), Some(now)) => ledger.changes(&project.game, now)?,
        _ => None,
    };
    if let Some(changes) = &changes {
        found.warnings.extend(changes.warnings(id));
        if changes.is_nothing() {
            let (title, advice) = (project.game.title.clone(), changes.advice());
            return Ok(Report { title, advice, warnings: found.told(&project.game), ..Report::default() });
        }
        chosen.clone_from(&changes.chosen);
    }
    let printed = match &marked {
        Some(marked) => marked.iter().map(Vec::as_slice).collect(),
        None => scenes.clone(),
    };
    let works: Vec<Work<'_>> = renderers
        .iter()
        .zip(&printed)
        .zip(&composed)
        .zip(&chosen)
        .map(|(((renderer, scenes), (composed, _)), chosen)| Work {
            project: &project,
            renderer: &renderer.faces,
            scenes,
            panels: Panels { renderers: &renderer.panels, composed: &composed.panels },
            drawn: &drawn,
            chosen,
            request,
            progress,
        })
        .collect();
    let proofreader = Proofreader::new(&project, request);
    // Pieces that weren't requested, or don't exist, make no file.
    let pieces: Vec<&Work<'_>> = works.iter().filter(|work| !work.chosen.cards.is_empty()).collect();
    // A part of the deck is made to be printed again; the book is not.
    // A wrong book stops all others, whether they show it or not; sheets are made while it is typeset.
    let typeset = || typeset().inspect(|book| book.iter().for_each(|book| proofreader.book(book)));
    let mut typeset = Some(typeset).filter(|_| !request.is_part());
    let book = match request.target {
        Target::Home | Target::Html => None,
        _ => typeset.take().map_or(Ok(None), |typeset| typeset())?,
    };
    let prints = changes.as_ref().is_none_or(Changes::prints);
    if prints {
        for ((renderer, (composed, _)), chosen) in renderers.iter().zip(&composed).zip(&chosen) {
            proofreader.faces(renderer, composed, chosen);
        }
    }
    let mut report = match request.target {
        _ if !prints => Report::default(),
        Target::Home => build_home(&works[0], &pieces, || typeset.map_or(Ok(None), |typeset| typeset()))?,
        Target::Html => html::build(&works, vfs, manuscript.as_ref())?,
        Target::Press => press::build(&works[0], &pieces, book.as_ref(), profile.map(Arc::as_ref))?,
        Target::Mpc => pictures::build(&pieces, &pictures::MPC)?,
        Target::Tgc => pictures::build(&pieces, &pictures::TGC)?,
        Target::Images => pictures::build_images(&pieces)?,
        Target::Dtc => dtc::build(&pieces, profile.map(Arc::as_ref))?,
        Target::Tts => tabletop::build(&pieces)?,
        Target::Pcio => playing_cards::build(&pieces)?,
        Target::Cut => cut::build(&pieces)?,
    };
    report.title.clone_from(&project.game.title);
    if !project.game.has_cards() && request.target != Target::Html {
        report.advice.insert(0, "No cards: only the rulebook is built.".to_owned());
    }
    // Advice about extras belongs to the cards, not to the book.
    if request.target != Target::Html {
        report.advice.extend(extras::advice(&extras));
    }
    if let Some(changes) = &changes {
        report.advice.extend(changes.advice());
    }
    if let Some((ledger, now)) = ledger.zip(now) {
        let made = ledger.close(&project.game, now, changes.as_ref())?;
        report.written.extend(files::write(&works[0].folder(), made)?);
    }
    let (faults, advice) = proofreader.told();
    found.warnings.extend(faults);
    report.advice.extend(advice);
    report.advice.extend(found.advice(request.draft));
    report.warnings = found.told(&project.game);
    Ok(report)
}

/// Returns the renderers of a game's cards, then of its other piece types.
pub(crate) fn renderers<'a>(
    vfs: &dyn Vfs,
    project: &'a Project,
    ink: Ink,
    extra: &Extra,
    kept: &Kept,
) -> (Vec<PieceRenderer<'a>>, Vec<Diagnostic>) {
    let nothing = Extra::default();
    let mut diagnostics = Vec::new();
    let open = |game: &'a Game| {
        let extra = if game.piece.is_card() { extra } else { &nothing };
        let (renderer, more) = PieceRenderer::open(vfs, game, ink, &project.styles, &project.shaper, extra, kept);
        diagnostics.extend(more);
        renderer
    };
    (project.game.pieces().map(open).collect(), diagnostics)
}

/// Returns the book, if there is one. While the game has errors, those of the book can't be told from them.
pub(crate) fn book_of(vfs: &dyn Vfs, project: &Project) -> Option<Manuscript> {
    if project.is_wrong() { None } else { manuscript(vfs, &project.game) }
}

/// Returns the size of the book's pages for a paper.
pub(crate) fn page_format(paper: Paper) -> PageFormat {
    if paper.of_booklets() == Paper::Letter { PageFormat::HALF_LETTER } else { PageFormat::A5 }
}

/// Typesets a book that shows a game's cards, which come first, and its other pieces, if it has no errors.
pub(crate) fn typeset(
    manuscript: &Manuscript,
    project: &Project,
    pieces: &[PieceFaces<'_>],
    format: PageFormat,
    settled: &mut Settled,
) -> Result<Book, Vec<Diagnostic>> {
    let (cards, others) = (pieces[0], &pieces[1..]);
    let book = manuscript.typeset(cards, others, &project.styles, &project.shaper, format, settled);
    sound(manuscript, cards.renderer, book)
}

/// Returns the result of typesetting, if the book has no errors either.
fn sound<T>(
    manuscript: &Manuscript,
    renderer: &FaceRenderer<'_>,
    made: Result<T, Vec<Diagnostic>>,
) -> Result<T, Vec<Diagnostic>> {
    let mut diagnostics = manuscript.diagnostics.clone();
    diagnostics.extend(manuscript.missing(renderer));
    diagnostics.extend(made.as_ref().err().into_iter().flatten().cloned());
    diagnostic::sort(&mut diagnostics);
    if diagnostics.is_empty() { made } else { Err(diagnostics) }
}

/// Builds the sheets of all pieces and the book, in parallel, and writes them once all are complete.
fn build_home(
    cards: &Work<'_>,
    pieces: &[&Work<'_>],
    book: impl FnOnce() -> Result<Option<Book>, Vec<Diagnostic>> + Send,
) -> Result<Report, Failure> {
    let book = || book()?.map(|book| book::make(cards, &book)).transpose();
    let gangs = Gang::seat(Gang::all(pieces)?);
    let sheets = || gangs.iter().map(home::make).collect::<Result<Vec<Made>, Failure>>();
    let (sheets, book) = threads::both(sheets, book);
    let (sheets, book) = (sheets?, book?);
    let mut advice = if pieces.is_empty() { Vec::new() } else { home::advice(pieces, &cards.request.home) };
    advice.extend(book.iter().map(|_| book::advice()));
    let all = sheets.into_iter().chain(book.into_iter().flatten());
    Ok(Report { written: files::write(&cards.folder(), all.collect())?, advice, ..Report::default() })
}

/// Reports a game with no output for this target; an error only if the user named the game.
fn nothing_to_make(game: &Game, request: &Request, what: String) -> Result<Report, Failure> {
    match request.games.is_empty() {
        true => Ok(Report { title: game.title.clone(), advice: vec![what], ..Report::default() }),
        false => Err(Failure::Stopped(format!("{}: {what}", game.title))),
    }
}

/// Rows as CSV.
fn table<R, C>(rows: impl IntoIterator<Item = R>) -> Result<String, Failure>
where
    R: IntoIterator<Item = C>,
    C: AsRef<[u8]>,
{
    pack::csv(rows).map_err(|error| Failure::Stopped(error.to_string()))
}

/// Returns a number and its noun, in the plural if needed.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
