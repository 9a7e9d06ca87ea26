//! The available games and their stored journals, on disk or in a browser's storage.

use egui::Context;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::settings::Settings;
use crate::store::StoreError;
use crate::table::Millis;
use crate::tracker::Tracker;

/// A game on the shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its id: `skirmish-5e`.
    pub id: String,
    /// Its title: `Skirmish`.
    pub title: String,
    /// Its edition and revision, `5e · r1`, which tell games of one title apart.
    pub printing: String,
}

impl GameInfo {
    /// A game as its data has it.
    pub fn of(game: &Game) -> Self {
        let printing = crate::game::edition_label(&game.edition, &game.revision);
        Self { id: game.id.clone(), title: game.title.clone(), printing }
    }
}

/// An archived journal: another game replaced it, or part of it is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldJournal {
    /// Its id in the library.
    pub id: String,
    /// The game that it is of, by id.
    pub game: String,
    /// When it was archived.
    pub changed: Millis,
    /// All of it.
    pub journal: Vec<u8>,
}

/// Remedies for a game that doesn't open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// To try again.
    Again,
    /// Start a new game, and archive the journal.
    Archive,
}

/// Why a game does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError {
    /// Why, in a sentence or more.
    pub why: String,
    /// Available remedies.
    pub remedies: Vec<Remedy>,
}

impl OpenError {
    /// Creates the error of a game with invalid data, which can be fixed and reloaded.
    pub fn data(diagnostics: &[Diagnostic]) -> Self {
        let why = format!("Its data is invalid.\n\n{}", crate::diagnostic::format_plain(diagnostics));
        Self { why, remedies: vec![Remedy::Again] }
    }
}

/// The available games and their stored journals.
pub trait Library {
    /// Every game that has screens, and every one whose data are wrong, in the order in which they stand on the shelf.
    fn games(&self) -> Vec<GameInfo>;

    /// The data of a game, if they are right.
    fn data(&self, game: &str) -> Option<(Game, Glossary)>;

    /// The journal of a game that is not open, as it was left; none where nothing was kept.
    fn journal(&self, game: &str) -> Option<Vec<u8>>;

    /// Opens a game as it was left.
    ///
    /// # Errors
    /// Why not, and what can be done about it.
    fn open(&mut self, game: &str, settings: &Settings, ctx: &Context) -> Result<Tracker, OpenError>;

    /// Puts the journal of a game aside, which cannot be played on.
    ///
    /// # Errors
    /// Why not.
    fn archive(&mut self, game: &str) -> Result<(), StoreError>;

    /// Requests the archived journals; the answer arrives later.
    fn request_archived(&mut self);

    /// Returns the archived journals, latest first, once after they were requested; or the reason why they can't be
    /// read.
    fn archived(&mut self) -> Option<Result<Vec<OldJournal>, StoreError>>;

    /// Deletes an archived journal, once all pending writes are stored.
    ///
    /// # Errors
    ///
    /// The reason why it is still there.
    fn forget(&mut self, journal: &str) -> Result<(), StoreError>;

    /// A journal that people brought while no game was open, or why it cannot be read.
    fn brought(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        None
    }

    /// True if there is a studio, where games are printed and changed.
    fn has_studio(&self) -> bool {
        false
    }

    /// Opens the studio.
    fn open_studio(&mut self) {}

    /// A game is shown, or none but the shelf.
    fn shows(&mut self, game: Option<&GameInfo>, ctx: &Context);
}
