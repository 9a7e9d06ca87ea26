//! One run of the generator: from a request to files, as a function that reads like a table of contents.

mod book;
mod check;
mod files;
mod home;
mod list;
mod new;
mod pictures;
mod press;

pub use check::check;
pub use files::Outlet;
pub use list::{Listing, Row, list};
pub use new::new_game;

use std::path::PathBuf;
use std::sync::Arc;

use crate::book::{Book, Manuscript, PageFormat, manuscript};
use crate::face::{Desk, Studio};
use crate::game::{Game, Ink};
use crate::pdf::{Drawn, PdfError};
use crate::problem::{self, Problem};
use crate::read;
use crate::scene::Scene;
use crate::sheet::{Home, Paper};
use crate::shelf::{Shelf, inside};
use crate::threads;
use crate::units::Mm;

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
    /// Pictures to look at.
    Screen,
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
    /// Only these cards, by name or id; all if empty.
    pub only: Vec<String>,
    /// How many decks.
    pub copies: u32,
    /// Where outputs go.
    pub out: PathBuf,
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
    pub warnings: Vec<Problem>,
}

/// Why a run came to nothing. Nothing was written, and what was there is as it was.
#[derive(Debug)]
pub enum Failure {
    /// The data is wrong.
    Problems(Vec<Problem>),
    /// The data may be right; the run could not be carried out.
    Stopped(String),
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

impl From<PdfError> for Failure {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Art(what) => Self::Problems(vec![Problem::error(None, what)]),
            error => Self::Stopped(error.to_string()),
        }
    }
}

/// Is told how far a long run is.
pub trait Progress: Sync {
    /// So many steps of something begin.
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
pub fn build(shelf: &dyn Shelf, request: &Request, progress: &dyn Progress) -> Result<Vec<Report>, Failure> {
    let mut games = games(shelf, &request.games)?;
    if request.games.is_empty() && !request.only.is_empty() {
        games = with_cards(shelf, games, &request.only);
    }
    games.iter().map(|game| build_game(shelf, game, request, progress)).collect()
}

fn build_game(shelf: &dyn Shelf, id: &str, request: &Request, progress: &dyn Progress) -> Result<Report, Failure> {
    let desk = Desk::open(shelf, id)?;
    let manuscript = book_of(shelf, &desk);
    let extra = manuscript.as_ref().map(Manuscript::extra).unwrap_or_default();
    let (studio, problems) = Studio::open(shelf, &desk.game, request.ink, &desk.styles, &desk.shaper, &extra);
    let composed = studio.compose();
    let faces = composed.as_ref().map(|composed| composed.scenes.as_slice()).unwrap_or_default();
    let typeset = || {
        let format = page_format(request.home.paper);
        manuscript.as_ref().map(|manuscript| typeset(manuscript, &desk, &studio, faces, format)).transpose()
    };
    let problems = desk.all_problems(problems, composed.as_ref().err());
    let (mut errors, warnings): (Vec<Problem>, Vec<Problem>) = problems.into_iter().partition(Problem::is_error);
    if !errors.is_empty() {
        errors.extend(typeset().err().unwrap_or_default());
        problem::sort(&mut errors);
        return Err(Failure::Problems(errors));
    }
    let work = Work {
        desk: &desk,
        studio: &studio,
        scenes: faces,
        drawn: Drawn::default(),
        chosen: &choose(&desk.game, &request.only)?,
        request,
        progress,
    };
    // A part of the deck is made to be printed again; the book is not.
    let mut report = if request.target == Target::Home && request.only.is_empty() {
        build_home(&work, typeset)?
    } else {
        typeset()?;
        match request.target {
            Target::Home => build_home(&work, || Ok(None))?,
            Target::Press => press::build(&work)?,
            Target::Mpc => pictures::build(&work, &pictures::MPC)?,
            Target::Tgc => pictures::build(&work, &pictures::TGC)?,
            Target::Screen => pictures::build_screen(&work)?,
        }
    };
    report.title.clone_from(&desk.game.title);
    report.warnings = warnings;
    Ok(report)
}

/// The book, if there is one. While something is wrong with the game, what the book says of it cannot be judged.
fn book_of(shelf: &dyn Shelf, desk: &Desk) -> Option<Manuscript> {
    if desk.is_wrong() { None } else { manuscript(shelf, &desk.game) }
}

/// The size of the book's pages that goes with a paper.
fn page_format(paper: Paper) -> PageFormat {
    match paper {
        Paper::A4 => PageFormat::A5,
        Paper::Letter => PageFormat::HALF_LETTER,
    }
}

/// A book, if nothing is wrong with it.
fn typeset(
    manuscript: &Manuscript,
    desk: &Desk,
    studio: &Studio<'_>,
    faces: &[Arc<Scene>],
    format: PageFormat,
) -> Result<Book, Vec<Problem>> {
    let mut problems = manuscript.problems.clone();
    problems.extend(manuscript.missing(studio));
    let book = manuscript.typeset(studio, &desk.styles, &desk.shaper, faces, format);
    problems.extend(book.as_ref().err().into_iter().flatten().cloned());
    problem::sort(&mut problems);
    if problems.is_empty() { book } else { Err(problems) }
}

/// Sheets of cards and the book, made side by side and written once all of them are made.
fn build_home(
    work: &Work<'_>,
    book: impl FnOnce() -> Result<Option<Book>, Vec<Problem>> + Send,
) -> Result<Report, Failure> {
    let book = || book()?.map(|book| book::make(work, &book)).transpose();
    let (cards, book) = threads::both(|| home::make(work), book);
    let (cards, book) = (cards?, book?);
    let mut advice = home::advice(work.request.home.flip);
    advice.extend(book.iter().map(|_| book::advice()));
    let all = std::iter::once(cards).chain(book.into_iter().flatten());
    Ok(Report { written: files::write(&work.folder(), all.collect())?, advice, ..Report::default() })
}

/// A file that is made and not yet written.
struct Made {
    name: String,
    bytes: Vec<u8>,
    /// What is in it.
    what: String,
}

/// What the makers of the outputs work with.
struct Work<'a> {
    desk: &'a Desk,
    studio: &'a Studio<'a>,
    scenes: &'a [Arc<Scene>],
    /// What was written of drawings, for all documents.
    drawn: Drawn,
    /// The cards to be made, as indices into the game's cards.
    chosen: &'a [usize],
    request: &'a Request,
    progress: &'a dyn Progress,
}

impl Work<'_> {
    fn game(&self) -> &Game {
        &self.desk.game
    }

    /// The folder of this game's outputs.
    fn folder(&self) -> PathBuf {
        self.request.out.join(&self.game().id)
    }

    /// What tells this output from others of the same game.
    fn suffix(&self) -> String {
        let light = if self.request.ink == Ink::Light { "-light" } else { "" };
        let part = if self.request.only.is_empty() { "" } else { "-part" };
        format!("{light}{part}")
    }

    /// How many cards are made.
    fn count(&self) -> u32 {
        let cards = self.chosen.iter().map(|card| self.game().cards[*card].count).sum::<u32>();
        cards.saturating_mul(self.request.copies)
    }

    /// "128 cards", "1 card"
    fn cards(&self) -> String {
        counted(self.count() as usize, "card")
    }
}

/// A number and its noun, in the plural where it belongs.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The games asked for, or all.
fn games(shelf: &dyn Shelf, asked: &[String]) -> Result<Vec<String>, Failure> {
    if !asked.is_empty() {
        return Ok(asked.iter().map(|typed| game_id(typed)).collect());
    }
    let all = read::games(shelf);
    if all.is_empty() {
        return Err(Failure::Stopped(
            "there are no games in `card-data`: make one with `skirmish new my-game`".to_owned(),
        ));
    }
    Ok(all)
}

/// The id of a game by what was typed: the name of its folder, or its path. Whatever else was typed is told when it is read.
fn game_id(typed: &str) -> String {
    let path = inside(&typed.replace('\\', "/")).unwrap_or_default();
    let id = path.strip_prefix("card-data/").unwrap_or(&path);
    if id.is_empty() || id.contains('/') { typed.to_owned() } else { id.to_owned() }
}

/// The games that have one of the cards asked for; all, where none has it.
fn with_cards(shelf: &dyn Shelf, games: Vec<String>, only: &[String]) -> Vec<String> {
    let has_one = |game: Game| only.iter().any(|asked| find(&game, asked.trim()).is_some());
    let having: Vec<String> =
        games.iter().filter(|id| read::game(shelf, id).game.is_some_and(has_one)).cloned().collect();
    if having.is_empty() { games } else { having }
}

/// A card by its name or id, as an index into the game's cards.
fn find(game: &Game, asked: &str) -> Option<usize> {
    let id = asked.to_lowercase().replace(' ', "-");
    game.cards.iter().position(|card| card.id == id || card.name.eq_ignore_ascii_case(asked))
}

/// The cards asked for, or all.
fn choose(game: &Game, only: &[String]) -> Result<Vec<usize>, Failure> {
    if only.is_empty() {
        return Ok((0..game.cards.len()).collect());
    }
    let mut chosen = Vec::new();
    let mut problems = Vec::new();
    for asked in only.iter().map(|asked| asked.trim()) {
        match find(game, asked) {
            Some(card) => chosen.push(card),
            None => {
                let problem = Problem::error(None, format!("there is no card `{asked}` in {}", game.title));
                let problem = problem.suggest(asked, game.cards.iter().map(|card| card.name.as_str()));
                problems.push(problem.hint(format!("`skirmish list {}` names all cards", game.id)));
            }
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    if problems.is_empty() { Ok(chosen) } else { Err(Failure::Problems(problems)) }
}
