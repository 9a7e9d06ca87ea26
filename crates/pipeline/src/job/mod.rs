//! The generator's commands: from a request to files.

mod about;
mod book;
mod build_diagnostics;
mod calibrate;
mod changed;
mod check;
mod colours;
mod contact_sheet;
mod cut;
mod diff;
mod dtc;
mod export;
mod files;
mod flatten;
mod folded;
mod gang;
mod home;
mod html;
mod languages;
mod leftovers;
mod list;
mod new;
mod optional_pieces;
mod paint;
mod pictures;
mod playing_cards;
mod press;
mod preview;
mod print_linter;
mod print_record;
mod printers;
mod request;
mod revised;
mod select;
mod selection;
mod sets;
mod sink;
mod stages;
mod tabletop;
mod translate;
mod tuck_box;
mod warband;
mod work;

pub use about::{About, AboutPiece, about};
pub use calibrate::{calibrate, calibration_sheet, check_sheet, misprint};
pub use changed::Since;
pub use check::check;
pub(crate) use check::report_too_large;
pub use colours::{ColourListing, ColourRow, list_colours};
pub use diff::{Against, CardChange, Change, DiffRequest, Difference, FieldChange, FigureChange, PassageChange, diff};
pub use export::{cards_as_csv, export};
pub use files::FileSink;
pub(crate) use home::margins;
pub use list::{Listing, PieceListing, Row, list};
pub use new::{
    ColumnRole, ColumnUse, ImageFiles, ImageFolder, Intake, Layout, NewGame, SheetFile, draft_game, new_game,
    new_game_from, sync,
};
pub use press::PressNeeds;
pub(crate) use preview::home_sides;
pub use preview::{BookletPlan, Preview, SheetChoice, SheetsPlan, preview};
pub use printers::{Printer, Printers};
pub use request::{Failure, Progress, Report, Request, Target, Written};
pub use sets::Sets;
pub use sink::{Finished, MemorySink, Outlet, Sink};
pub(crate) use stages::{Composed, Drawing, DrawnPiece, Parsed, page_format};
pub use translate::translate;
pub use work::OutputFile;

use std::sync::Arc;

use build_diagnostics::BuildDiagnostics;
use gang::Gang;
use select::{GameSelector, choose, printed_games, with_cards, with_warband};

use crate::book::{Book, LayoutCache};
use crate::cmyk::Profile;
use crate::diagnostic::{self, Diagnostic};
use crate::face::{Project, RenderCache};
use crate::game::{Game, PieceSpec};
use crate::pack;
use crate::pdf::DrawingCache;
use crate::read::ParsedGame;
use crate::scene::Scene;
use crate::threads;
use crate::vfs::Vfs;

use changed::{Changes, ReprintPlan};
use print_linter::PrintLinter;
use print_record::Record;
use revised::Revised;
use selection::Selection;
use work::{OutputContext, Panels};

/// Builds everything requested, game by game; a game is read and composed completely before anything of it is written.
///
/// ```
/// use std::path::Path;
///
/// use skirmish_pipeline::job::{MemorySink, Request, Target, build};
///
/// let games = vec!["skirmish-5e".to_owned()];
/// let request = Request { games, target: Target::Html, out: "out".into(), ..Request::default() };
/// let sink = MemorySink::default();
/// build(&skirmish_assets::Builtin, &request, &sink, &()).expect("the game has no errors");
/// assert!(sink.into_files().contains_key(Path::new("out/skirmish-5e/rulebook.html")));
/// ```
///
/// # Errors
/// See [`Failure`].
pub fn build(
    vfs: &dyn Vfs,
    request: &Request,
    sink: &dyn Sink,
    progress: &dyn Progress,
) -> Result<Vec<Report>, Failure> {
    let destination = Destination { sink, progress };
    let for_press = matches!(request.target, Target::Press | Target::Dtc) && request.press.standard.is_some();
    let open = || for_press.then(|| request.press.open()).transpose();
    let wanted = GameSelector::new(&request.games, request.chooses());
    let (games, profile) = threads::join(|| printed_games(vfs, wanted, request.language.as_deref()), open);
    let (mut games, profile) = (games?, profile?);
    if let Some(asked) = &request.warband {
        games = with_warband(vfs, games, asked, request.language.as_deref())?;
    }
    if request.games.is_empty() && !request.only.is_empty() {
        games = with_cards(games, &request.only)?;
    }
    if request.games.is_empty() && request.changed.is_some() {
        games.retain(|(id, _)| Record::is_in(sink, &request.folder(id)));
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
    wanted.retain_defaults(vfs, &mut games);
    let profile = profile.as_ref();
    let build = |(game, reading): (String, ParsedGame)| build_game(vfs, &game, reading, request, profile, destination);
    games.into_iter().map(build).collect()
}

/// Receivers of what a run makes.
#[derive(Clone, Copy)]
struct Destination<'a> {
    sink: &'a dyn Sink,
    progress: &'a dyn Progress,
}

/// A game with what a run makes of it, and what that is compared with.
struct Selected<'r> {
    parsed: Parsed,
    /// The record of print runs; `None` for what isn't recorded.
    ledger: Option<ReprintPlan<'r>>,
    revised: Option<Revised>,
    /// Pieces that are left out because they weren't requested.
    left: Vec<PieceSpec>,
}

impl<'r> Selected<'r> {
    /// Selects the sets and pieces of a game, and reads its book.
    ///
    /// # Errors
    /// Unknown sets; a record of print runs that can't be read, unless the data has errors, which are reported instead.
    fn of(vfs: &dyn Vfs, sink: &dyn Sink, mut project: Project, request: &'r Request) -> Result<Self, Failure> {
        // A draft isn't recorded as a print run.
        let ledger = if request.draft { Ok(None) } else { ReprintPlan::open(vfs, sink, &project.game, request) };
        let mut sets = sets::choose(&project.game, &request.sets)?;
        if let Ok(Some(ledger)) = &ledger {
            sets = ledger.sets(&project.game, sets)?;
        }
        project.game.keep_sets(&sets);
        let left = optional_pieces::leave(&mut project.game, request);
        let is_wrong = project.has_errors();
        let revised = if is_wrong { Ok(None) } else { Revised::of(vfs, sink, &project.game, request) };
        let mut parsed = Parsed::new(vfs, project);
        if let (Some(manuscript), Ok(Some(revised))) = (&mut parsed.manuscript, &revised) {
            manuscript.revised.clone_from(&revised.book);
        }
        let (ledger, revised) = if is_wrong { (ledger.unwrap_or_default(), None) } else { (ledger?, revised?) };
        Ok(Self { parsed, ledger, revised, left })
    }
}

/// The book of a draft, which is typeset with its first problems; `None` for anything but a draft.
type DraftBook = Option<Option<Book>>;

/// Returns the problems of a game before anything of it is made.
///
/// # Errors
/// Everything that would be printed wrong, unless a draft is made; with it the errors of the book, if it is made.
fn problems(
    composed: &Composed<'_>,
    project: &Project,
    request: &Request,
    typeset: impl FnOnce() -> Result<Option<Book>, Vec<Diagnostic>>,
) -> Result<(BuildDiagnostics, DraftBook), Failure> {
    let mut found = BuildDiagnostics::new(project.with_diagnostics(composed.all_diagnostics()));
    if request.draft {
        // A draft omits a book with errors.
        let book = typeset().unwrap_or_else(|errors| {
            found.errors.extend(errors);
            None
        });
        return Ok((found, Some(book)));
    }
    found.ignore_unselected(&project.game, &request.only);
    if found.errors.is_empty() {
        return Ok((found, None));
    }
    if request.only.is_empty() {
        found.errors.extend(typeset().err().unwrap_or_default());
    }
    diagnostic::sort(&mut found.errors);
    Err(Failure::Diagnostics(found.errors))
}

fn build_game(
    vfs: &dyn Vfs,
    id: &str,
    reading: ParsedGame,
    request: &Request,
    profile: Option<&Arc<Profile>>,
    Destination { sink, progress }: Destination<'_>,
) -> Result<Report, Failure> {
    let reading = languages::for_build(vfs, reading, request.draft);
    let project = Project::from_parsed(vfs, id, reading)?;
    let makes_book = matches!(request.target, Target::Home | Target::Html | Target::Press);
    if !project.game.has_cards() && !makes_book {
        let what = "no cards, and this target doesn't include the rulebook".to_owned();
        return nothing_to_make(&project.game, request, what);
    }
    let Selected { parsed, ledger, revised, left } = Selected::of(vfs, sink, project, request)?;
    let project = &parsed.project;
    let drawing = if request.draft { Drawing::Draft } else { Drawing::Final };
    let composed = parsed.compose(vfs, request.ink, &RenderCache::default(), drawing);
    let typeset = || composed.typeset(page_format(request.home.paper), &mut LayoutCache::default());
    let (mut found, book) = problems(&composed, project, request, typeset)?;
    let typeset = || book.map_or_else(typeset, Ok);
    let drawn = request.press.drawn(profile, request.ink);
    let mut chosen = choose(&project.game, &request.only)?;
    let now = (ledger.is_some() || revised.is_some()).then(|| changed::now(&composed));
    let marked = revised.zip(now.as_ref()).map(|(revised, now)| revised.scenes(&composed, now));
    let changes = match (&ledger, &now) {
        (Some(ledger), Some(now)) => ledger.changes(&project.game, now)?,
        _ => None,
    };
    if let Some(changes) = &changes {
        found.warnings.extend(changes.warnings(id));
        if changes.is_nothing() {
            let (title, advice) = (project.game.title.clone(), changes.advice());
            return Ok(Report { title, advice, warnings: found.into_warnings(&project.game), ..Report::default() });
        }
        chosen.clone_from(&changes.chosen);
    }
    let printed = match &marked {
        Some(marked) => marked.iter().map(Vec::as_slice).collect(),
        None => composed.scenes(),
    };
    let works = contexts(&composed, &printed, &chosen, &drawn, request, Destination { sink, progress });
    let proofreader = PrintLinter::new(project, request);
    // Pieces that weren't requested, or don't exist, make no file.
    let pieces: Vec<&OutputContext<'_>> = works.iter().filter(|work| !work.chosen.cards.is_empty()).collect();
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
        for (piece, chosen) in composed.pieces.iter().zip(&chosen) {
            proofreader.faces(piece, chosen);
        }
    }
    let mut report = match request.target {
        _ if !prints => Report::default(),
        Target::Home => build_home(&works[0], &pieces, || typeset.map_or(Ok(None), |typeset| typeset()))?,
        Target::Html => html::build(&works, vfs, parsed.manuscript.as_ref())?,
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
        report.advice.extend(optional_pieces::advice(&left));
    }
    if let Some(changes) = &changes {
        report.advice.extend(changes.advice());
    }
    if let Some((ledger, now)) = ledger.zip(now) {
        let made = ledger.close(&project.game, now, changes.as_ref())?;
        report.written.extend(sink.write(&works[0].folder(), made)?);
    }
    let (faults, advice) = proofreader.finish();
    found.warnings.extend(faults);
    report.advice.extend(advice);
    report.advice.extend(found.advice(request.draft));
    report.warnings = found.into_warnings(&project.game);
    Ok(report)
}

/// Returns the sources of the outputs of each type of piece.
fn contexts<'a>(
    composed: &'a Composed<'_>,
    printed: &[&'a [Arc<Scene>]],
    chosen: &'a [Selection],
    drawn: &'a DrawingCache,
    request: &'a Request,
    Destination { sink, progress }: Destination<'a>,
) -> Vec<OutputContext<'a>> {
    let project = composed.project();
    let pieces = composed.pieces.iter().zip(printed).zip(chosen);
    let context = |((piece, scenes), chosen): ((&'a DrawnPiece<'_>, &&'a [Arc<Scene>]), &'a Selection)| OutputContext {
        project,
        renderer: &piece.renderer.faces,
        scenes,
        panels: Panels { renderers: &piece.renderer.panels, composed: &piece.composed.panels },
        drawn,
        chosen,
        request,
        sink,
        progress,
    };
    pieces.map(context).collect()
}

/// Builds the sheets of all pieces and the book, in parallel, and writes them once all are complete.
fn build_home(
    cards: &OutputContext<'_>,
    pieces: &[&OutputContext<'_>],
    book: impl FnOnce() -> Result<Option<Book>, Vec<Diagnostic>> + Send,
) -> Result<Report, Failure> {
    let book = || book()?.map(|book| book::make(cards, &book)).transpose();
    let gangs = Gang::seat(Gang::all(pieces)?);
    let sheets = || gangs.iter().map(home::make).collect::<Result<Vec<OutputFile>, Failure>>();
    let (sheets, book) = threads::join(sheets, book);
    let (sheets, book) = (sheets?, book?);
    let mut advice = if pieces.is_empty() { Vec::new() } else { home::advice(pieces, &cards.request.home) };
    advice.extend(book.iter().map(|_| book::advice()));
    let all = sheets.into_iter().chain(book.into_iter().flatten());
    Ok(Report { written: cards.sink.write(&cards.folder(), all.collect())?, advice, ..Report::default() })
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
