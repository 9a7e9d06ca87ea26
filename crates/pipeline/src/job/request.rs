//! Request and report of a run.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{PressNeeds, Sets, Since};
use crate::diagnostic::Diagnostic;
use crate::game::Ink;
use crate::pack::Order;
use crate::pdf::PdfError;
use crate::sheet::{BackOffset, Home};
use crate::units::Mm;

/// Output target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    Images,
    /// The rulebook as one page for screens.
    Html,
}

/// A request to build.
#[derive(Clone, Debug)]
pub struct Request {
    /// The games, by id; all there are if empty.
    pub games: Vec<String>,
    /// Output target.
    pub target: Target,
    /// Paper, flip and gap of sheets for home.
    pub home: Home,
    /// Offset of a booklet's pages towards the fold from sheet to sheet.
    pub creep: Mm,
    /// Limit on the ink of the print run.
    pub ink: Ink,
    /// Requirements of the print shop, if it is printed for one.
    pub press: PressNeeds,
    /// Only these cards, by name or id; all if empty.
    pub only: Vec<String>,
    /// Language of the print; by default, the source's.
    pub language: Option<String>,
    /// Draft mode: print incomplete content, and mark it as a draft.
    pub draft: bool,
    /// Only changes since a print run.
    pub changed: Option<Since>,
    /// True to print change bars since an earlier print run.
    pub change_bars: bool,
    /// Only these sets.
    pub sets: Sets,
    /// The warband that is printed instead of those of the game: a name in its folder, or a path.
    pub warband: Option<String>,
    /// Number of decks.
    pub copies: u32,
    /// Misalignment of the printer's backs, if known.
    pub misprint: Option<BackOffset>,
    /// Ordered items beside the cards, of which it has none yet.
    pub order: Order,
    /// The address at which the pictures of a virtual table will lie; none for where they are written.
    pub image_url: Option<String>,
    /// Destination of outputs.
    pub out: PathBuf,
}

impl Default for Request {
    /// Requests one deck of each game, in colour, for a printer at home, below `output`.
    fn default() -> Self {
        Self {
            games: Vec::new(),
            target: Target::default(),
            home: Home::default(),
            creep: Mm::ZERO,
            ink: Ink::default(),
            press: PressNeeds::default(),
            only: Vec::new(),
            language: None,
            draft: false,
            changed: None,
            change_bars: false,
            sets: Sets::default(),
            warband: None,
            copies: 1,
            misprint: None,
            order: Order::default(),
            image_url: None,
            out: PathBuf::from("output"),
        }
    }
}

impl Request {
    /// True if the request is for something that not all games have.
    pub(super) fn chooses(&self) -> bool {
        self.is_part() || self.warband.is_some() || self.sets != Sets::All
    }

    /// Returns the folder of a game's outputs: each language except the source's has a subfolder.
    pub(super) fn folder(&self, id: &str) -> PathBuf {
        folder(&self.out, id, self.language.as_deref())
    }

    /// True if only a part of the deck is made, to be printed again; the book then isn't.
    pub(super) fn is_part(&self) -> bool {
        !self.only.is_empty() || self.changed.is_some()
    }
}

/// Returns the folder of the outputs of a game in a language.
pub(super) fn folder(out: &Path, id: &str, language: Option<&str>) -> PathBuf {
    let folder = out.join(id);
    language.map_or_else(|| folder.clone(), |language| folder.join(language))
}

/// A file or folder that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Path.
    pub path: PathBuf,
    /// Content: "128 cards on 15 sheets".
    pub what: String,
    /// Its size; for a folder, of all its files.
    pub bytes: u64,
}

/// Result of a run for a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title of the game.
    pub title: String,
    /// Written files.
    pub written: Vec<Written>,
    /// Advice on it, a sentence each.
    pub advice: Vec<String>,
    /// Notes.
    pub warnings: Vec<Diagnostic>,
}

/// Reason for a failed run. Nothing was written, and existing files are unchanged.
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
            PdfError::Art(code, what) => Self::Diagnostics(vec![Diagnostic::error(code, None, what)]),
            error => Self::Stopped(error.to_string()),
        }
    }
}

/// Receives the progress of a long run.
pub trait Progress: Sync {
    /// Begins a task of `steps` steps.
    fn begin(&self, what: &str, steps: usize);
    /// Completes one step.
    fn step(&self);
    /// Completes the task.
    fn end(&self);
}

/// Shows nothing.
impl Progress for () {
    fn begin(&self, _what: &str, _steps: usize) {}
    fn step(&self) {}
    fn end(&self) {}
}
