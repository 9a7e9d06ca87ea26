//! The generator's commands: from a request to files.

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
mod home;
mod html;
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
mod revised;
mod selection;
mod sets;
mod tabletop;
mod tuck_box;
mod warband;

pub use calibrate::{calibrate, calibration_sheet};
pub use changed::Since;
pub use check::check;
pub(crate) use check::too_large;
pub use colours::{ColourListing, ColourRow, list_colours};
pub use diff::{Against, CardChange, Change, DiffRequest, Difference, FieldChange, FigureChange, PassageChange, diff};
pub use export::export;
pub use files::Outlet;
pub use list::{Listing, PieceListing, Row, list};
pub use new::{new_game, new_game_from};
pub use press::PressNeeds;
pub(crate) use preview::home_sides;
pub use printers::{Printer, Printers};
pub use sets::Sets;

use std::path::PathBuf;
use std::sync::Arc;

use found::Found;

use crate::book::{Book, Manuscript, PageFormat, manuscript};
use crate::cmyk::Profile;
use crate::diagnostic::{self, Diagnostic};
use crate::face::{Composed, ComposedPiece, Extra, FaceRenderer, Kept, PieceRenderer, Project};
use crate::game::{Card, Game, Ink, WARBAND_RULES};
use crate::pack::Order;
use crate::pdf::{Drawn, PdfError};
use crate::read::{self, ParsedGame};
use crate::scene::Scene;
use crate::sheet::{Home, Misprint, Paper};
use crate::threads;
use crate::units::Mm;
use crate::vfs::{Vfs, normalize};

use changed::Ledger;
use printing::Record;
use revised::Revised;
use selection::Selection;

/// What the cards are printed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Sheets for a printer at home.
    #[default]
    Home,
    /// One face a page, for a print shop.
    Press,
    /// Pictures for MakePlayingCards.
    Mpc,
    /// Pictures for The Game Crafter.
    Tgc,
    /// One PDF for DriveThruCards.
    Dtc,
    /// A saved object of Tabletop Simulator.
    Tts,
    /// A room of PlayingCards.io.
    Pcio,
    /// Sheets for a cutting machine.
    Cut,
    /// Pictures to look at.
    Screen,
    /// The rulebook as one page for screens.
    Html,
}

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// The games, by id; all there are if empty.
    pub games: Vec<String>,
    /// What the cards are printed for.
    pub target: Target,
    /// Paper, flip and gap of sheets for home.
    pub home: Home,
    /// How far the pages of a booklet move towards the fold from sheet to sheet.
    pub creep: Mm,
    /// How much ink the printing may use.
    pub ink: Ink,
    /// What the print shop asks for, if it is printed for one.
    pub press: PressNeeds,
    /// Only these cards, by name or id; all if empty.
    pub only: Vec<String>,
    /// Whether what is unfinished is printed as far as it goes, and marked as a draft.
    pub draft: bool,
    /// Only what changed since a printing.
    pub changed: Option<Since>,
    /// Whether bars stand beside what was revised since an earlier printing.
    pub revision_marks: bool,
    /// Only these sets.
    pub sets: Sets,
    /// The warband that is printed in place of those of the game: a name in its folder, or a path.
    pub warband: Option<String>,
    /// How many decks.
    pub copies: u32,
    /// Where the backs of the printer lie; none if nobody knows.
    pub misprint: Option<Misprint>,
    /// What is ordered beside the cards, of which it has none yet.
    pub order: Order,
    /// The address at which the pictures of a virtual table will lie; none for where they are written.
    pub pictures_at: Option<String>,
    /// Where outputs go.
    pub out: PathBuf,
}

impl Request {
    /// Whether a part of the deck alone is made, to be printed again; the book is then not.
    fn is_part(&self) -> bool {
        !self.only.is_empty() || self.changed.is_some()
    }
}

/// A file or folder that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it: "128 cards on 15 sheets".
    pub what: String,
    /// Its size; of a folder, that of all its files.
    pub bytes: u64,
}

/// What a run did for a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title of the game.
    pub title: String,
    /// What was written.
    pub written: Vec<Written>,
    /// What to do with it, a sentence each.
    pub advice: Vec<String>,
    /// What is worth knowing.
    pub warnings: Vec<Diagnostic>,
}

/// Why a run came to nothing. Nothing was written, and what was there is as it was.
#[derive(Debug)]
pub enum Failure {
    /// The data is wrong.
    Diagnostics(Vec<Diagnostic>),
    /// The data may be right; the run could not be carried out.
    Stopped(String),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self::Diagnostics(diagnostics)
    }
}

impl From<PdfError> for Failure {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Art(what) => Self::Diagnostics(vec![Diagnostic::error(None, what)]),
            error => Self::Stopped(error.to_string()),
        }
    }
}

/// Receives the progress of a long run.
pub trait Progress: Sync {
    /// A task of so many steps begins.
    fn begin(&self, what: &str, steps: usize);
    /// One step is done.
    fn step(&self);
    /// All steps are done.
    fn end(&self);
}

/// Makes what is asked for, game by game; a game is read and composed whole before anything of it is written.
///
/// # Errors
/// See [`Failure`].
pub fn build(vfs: &dyn Vfs, request: &Request, progress: &dyn Progress) -> Result<Vec<Report>, Failure> {
    let for_press = matches!(request.target, Target::Press | Target::Dtc) && request.press.standard.is_some();
    let open = || for_press.then(|| request.press.open()).transpose();
    let (games, profile) = threads::both(|| printed_games(vfs, &request.games), open);
    let (mut games, profile) = (games?, profile?);
    if let Some(asked) = &request.warband {
        games = with_warband(vfs, games, asked)?;
    }
    if request.games.is_empty() && !request.only.is_empty() {
        games = with_cards(games, &request.only)?;
    }
    if request.games.is_empty() && request.changed.is_some() {
        games.retain(|(id, _)| Record::is_in(&request.out.join(id)));
        if games.is_empty() {
            let what = format!("no game was printed yet: there is no record of it in {}", request.out.display());
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
    let mut project = Project::of(vfs, id, reading)?;
    // A draft is no printing.
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
        let shown = if composed[0].1.is_empty() || request.draft { scenes[0] } else { &[] };
        let typeset = |manuscript| typeset(manuscript, &project, &renderers[0].faces, shown, format);
        manuscript.as_ref().map(typeset).transpose()
    };
    let of_faces: Vec<Diagnostic> = composed.iter().flat_map(|(_, diagnostics)| diagnostics).cloned().collect();
    let mut found = Found::new(project.all_diagnostics(diagnostics, Some(&of_faces)));
    let book = if request.draft {
        // A book with a fault in it is left out of a draft.
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
            return Ok(Report { title, advice, warnings: found.told(), ..Report::default() });
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
    // What nobody asked for, or is not there, makes no file.
    let pieces: Vec<&Work<'_>> = works.iter().filter(|work| !work.chosen.cards.is_empty()).collect();
    // A part of the deck is made to be printed again; the book is not.
    // A wrong book stops all others, whether they show it or not; sheets are made while it is typeset.
    let mut typeset = Some(typeset).filter(|_| !request.is_part());
    let book = match request.target {
        Target::Home | Target::Html => None,
        _ => typeset.take().map_or(Ok(None), |typeset| typeset())?,
    };
    let mut report = match request.target {
        _ if changes.as_ref().is_some_and(|changes| !changes.prints()) => Report::default(),
        Target::Home => build_home(&works[0], &pieces, || typeset.map_or(Ok(None), |typeset| typeset()))?,
        Target::Html => html::build(&works[0], vfs, manuscript.as_ref())?,
        Target::Press => press::build(&works[0], &pieces, book.as_ref(), profile.map(Arc::as_ref))?,
        Target::Mpc => pictures::build(&pieces, &pictures::MPC)?,
        Target::Tgc => pictures::build(&pieces, &pictures::TGC)?,
        Target::Screen => pictures::build_screen(&pieces)?,
        Target::Dtc => dtc::build(&pieces, profile.map(Arc::as_ref))?,
        Target::Tts => tabletop::build(&pieces)?,
        Target::Pcio => playing_cards::build(&pieces)?,
        Target::Cut => cut::build(&pieces)?,
    };
    report.title.clone_from(&project.game.title);
    // What else there is of the game goes with its cards, not with the book.
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
    report.advice.extend(found.advice(request.draft));
    report.warnings = found.told();
    Ok(report)
}

/// What draws the cards of a game, then what draws each of its other sorts of pieces.
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

/// The book, if there is one. While something is wrong with the game, what the book says of it cannot be judged.
pub(crate) fn book_of(vfs: &dyn Vfs, project: &Project) -> Option<Manuscript> {
    if project.is_wrong() { None } else { manuscript(vfs, &project.game) }
}

/// The size of the book's pages that goes with a paper.
pub(crate) fn page_format(paper: Paper) -> PageFormat {
    if paper.of_booklets() == Paper::Letter { PageFormat::HALF_LETTER } else { PageFormat::A5 }
}

/// A book, if nothing is wrong with it.
pub(crate) fn typeset(
    manuscript: &Manuscript,
    project: &Project,
    renderer: &FaceRenderer<'_>,
    faces: &[Arc<Scene>],
    format: PageFormat,
) -> Result<Book, Vec<Diagnostic>> {
    let book = manuscript.typeset(renderer, &project.styles, &project.shaper, faces, format);
    sound(manuscript, renderer, book)
}

/// What was made of a book, if nothing is wrong with the book either.
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

/// Sheets of all pieces and the book, made side by side and written once all of them are made.
fn build_home(
    cards: &Work<'_>,
    pieces: &[&Work<'_>],
    book: impl FnOnce() -> Result<Option<Book>, Vec<Diagnostic>> + Send,
) -> Result<Report, Failure> {
    let book = || book()?.map(|book| book::make(cards, &book)).transpose();
    let sheets = || pieces.iter().map(|work| home::make(work)).collect::<Result<Vec<Made>, Failure>>();
    let (sheets, book) = threads::both(sheets, book);
    let (sheets, book) = (sheets?, book?);
    let mut advice = home::advice(pieces, cards.request.home.flip);
    advice.extend(book.iter().map(|_| book::advice()));
    let all = sheets.into_iter().chain(book.into_iter().flatten());
    Ok(Report { written: files::write(&cards.folder(), all.collect())?, advice, ..Report::default() })
}

/// A file that is made and not yet written.
struct Made {
    name: String,
    bytes: Vec<u8>,
    /// What is in it.
    what: String,
}

/// What all outputs of a game are made from.
struct Work<'a> {
    project: &'a Project,
    renderer: &'a FaceRenderer<'a>,
    scenes: &'a [Arc<Scene>],
    /// The panels of nets, as they are read.
    panels: Panels<'a>,
    /// What was written of drawings, for all documents.
    drawn: &'a Drawn,
    /// The cards to be made.
    chosen: &'a Selection,
    request: &'a Request,
    progress: &'a dyn Progress,
}

/// The panels of the nets of a sort; none of other pieces.
#[derive(Clone, Copy, Default)]
struct Panels<'a> {
    renderers: &'a [FaceRenderer<'a>],
    composed: &'a [Composed],
}

impl Work<'_> {
    fn game(&self) -> &Game {
        self.renderer.game
    }

    /// The folder of this game's outputs.
    fn folder(&self) -> PathBuf {
        self.request.out.join(&self.game().id)
    }

    /// The suffix of the file names of this output.
    fn suffix(&self) -> String {
        let light = if self.request.ink == Ink::Light { "-light" } else { "" };
        let part = match self.request.changed {
            Some(_) => "-changed",
            None if self.request.only.is_empty() => "",
            None => "-part",
        };
        let marked = if self.request.revision_marks { "-marked" } else { "" };
        let draft = if self.request.draft { "-draft" } else { "" };
        format!("{light}{part}{marked}{draft}")
    }

    /// How many cards are made.
    fn count(&self) -> u32 {
        self.chosen.counts.iter().sum::<u32>().saturating_mul(self.request.copies)
    }

    /// "128 cards", "1 token"
    fn counted(&self) -> String {
        self.game().piece.counted(self.count() as usize)
    }

    /// Whether these are boxes.
    fn is_box(&self) -> bool {
        self.game().piece.shape.net().is_some_and(|net| !net.is_die())
    }

    /// The beginning of the names of its files: `cards`, `token`.
    fn stem(&self) -> &str {
        let piece = &self.game().piece;
        if piece.is_card() { "cards" } else { &piece.id }
    }
}

/// A number and its noun, in the plural where it belongs.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The games asked for, or all that have cards, by id, as they were read.
fn printed_games(vfs: &dyn Vfs, asked: &[String]) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let read = |id: String| {
        let reading = read::game(vfs, &id);
        (id, reading)
    };
    let mut all: Vec<(String, ParsedGame)> = games(vfs, asked)?.into_iter().map(read).collect();
    if asked.is_empty() {
        // What cannot be read is told of when its turn comes.
        all.retain(|(_, reading)| reading.game.as_ref().is_none_or(Game::has_cards));
    }
    Ok(all)
}

/// The games that print warbands, read again with the one that is asked for.
///
/// # Errors
/// None of the games prints warbands, or there is no such file.
fn with_warband(
    vfs: &dyn Vfs,
    mut games: Vec<(String, ParsedGame)>,
    asked: &str,
) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let has_some = |(_, reading): &(String, ParsedGame)| {
        reading.game.as_ref().is_none_or(|game| game.rules.as_ref().is_some_and(|rules| rules.value == WARBAND_RULES))
    };
    let titles: Vec<String> =
        games.iter().filter_map(|(_, reading)| Some(reading.game.as_ref()?.title.clone())).collect();
    games.retain(has_some);
    if games.is_empty() {
        return Err(Failure::Stopped(format!("`--warband` is for games of warbands, not for {}", titles.join(", "))));
    }
    let read = |(id, _): (String, ParsedGame)| {
        let reading = read::game_with(vfs, &id, warband::asked_for(vfs, &id, asked)?);
        Ok((id, reading))
    };
    games.into_iter().map(read).collect()
}

/// The games asked for, or all.
fn games(vfs: &dyn Vfs, asked: &[String]) -> Result<Vec<String>, Failure> {
    if !asked.is_empty() {
        return Ok(asked.iter().map(|typed| game_id(typed)).collect());
    }
    let all = read::games(vfs);
    if all.is_empty() {
        return Err(Failure::Stopped(
            "there are no games in `card-data`: make one with `skirmish new my-game`".to_owned(),
        ));
    }
    Ok(all)
}

/// The id of a game from what was typed: the name of its folder, or its path. Anything else is reported when it is read.
fn game_id(typed: &str) -> String {
    let path = normalize(&typed.replace('\\', "/")).unwrap_or_default();
    let id = path.strip_prefix("card-data/").unwrap_or(&path);
    if id.is_empty() || id.contains('/') { typed.to_owned() } else { id.to_owned() }
}

/// The games that have one of the cards asked for.
///
/// # Errors
/// None has one. While a game cannot be read it is not known, and that is told first.
fn with_cards(mut games: Vec<(String, ParsedGame)>, only: &[String]) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let has_one = |game: &Game| only.iter().any(|asked| game.pieces().any(|game| !find(game, asked.trim()).is_empty()));
    let having = |(_, reading): &(String, ParsedGame)| reading.game.as_ref().is_some_and(has_one);
    if games.iter().any(having) {
        games.retain(having);
        return Ok(games);
    }
    let readable: Vec<&Game> = games.iter().filter_map(|(_, reading)| reading.game.as_ref()).collect();
    if readable.len() < games.len() {
        return Ok(games);
    }
    Err(Failure::Diagnostics(only.iter().map(|asked| no_card(asked.trim(), &readable)).collect()))
}

/// That none of the games has a card, and how one of theirs is called that may be meant.
fn no_card(asked: &str, games: &[&Game]) -> Diagnostic {
    let pieces = || games.iter().flat_map(|game| game.pieces());
    let names = pieces().flat_map(|game| &game.cards).map(|card| card.name.as_str());
    let sorts = pieces().filter(|game| !game.piece.is_card()).map(|game| game.piece.id.as_str());
    let (place, list) = match games {
        [game] => (format!(" in {}", game.title), format!("skirmish list {}", game.id)),
        _ => (String::new(), "skirmish list".to_owned()),
    };
    let diagnostic = Diagnostic::error(None, format!("there is no card `{asked}`{place}"));
    let diagnostic = diagnostic.suggest(asked, names.chain(sorts).collect::<Vec<_>>());
    diagnostic.hint(format!("`{list}` names all cards"))
}

/// The cards of a name or an id, of every set; the name of a sort of piece, other than the cards, stands for all of them. Indices
/// into the game's cards.
fn find(game: &Game, asked: &str) -> Vec<usize> {
    let id = asked.to_lowercase().replace(' ', "-");
    let whole = !game.piece.is_card() && game.piece.id == id;
    let is_one =
        |card: &Card| whole || card.id == id || game.id_in_sets(card) == id || card.name.eq_ignore_ascii_case(asked);
    (0..game.cards.len()).filter(|card| is_one(&game.cards[*card])).collect()
}

/// The cards and other pieces asked for, or all, for each sort.
fn choose(game: &Game, only: &[String]) -> Result<Vec<Selection>, Failure> {
    if only.is_empty() {
        return Ok(game.pieces().map(|game| Selection::of(game, (0..game.cards.len()).collect())).collect());
    }
    let mut chosen: Vec<Vec<usize>> = game.pieces().map(|_| Vec::new()).collect();
    let mut diagnostics = Vec::new();
    for asked in only.iter().map(|asked| asked.trim()) {
        let found: Vec<Vec<usize>> = game.pieces().map(|game| find(game, asked)).collect();
        if found.iter().all(Vec::is_empty) {
            diagnostics.push(no_card(asked, &[game]));
        }
        chosen.iter_mut().zip(found).for_each(|(chosen, found)| chosen.extend(found));
    }
    for chosen in &mut chosen {
        chosen.sort_unstable();
        chosen.dedup();
    }
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    Ok(game.pieces().zip(chosen).map(|(game, chosen)| Selection::of(game, chosen)).collect())
}
