//! The games that there are, and what is kept of them, as the shelf sees them: a disk, or a browser's storage.

use egui::Context;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::settings::Settings;
use crate::store::StoreError;
use crate::table::Millis;
use crate::tracker::Tracker;

/// A game on the shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volume {
    /// Its id: `skirmish-5e`.
    pub id: String,
    /// What it is called: `Skirmish`.
    pub title: String,
    /// Its edition and revision, `5e · r1`, which tell games of one title apart.
    pub printing: String,
}

impl Volume {
    /// A game as its data has it.
    pub fn of(game: &Game) -> Self {
        let printing = crate::game::printing(&game.edition, &game.revision);
        Self { id: game.id.clone(), title: game.title.clone(), printing }
    }
}

/// A journal that was put aside: another game took its place, or a part of it makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldJournal {
    /// What the library calls it.
    pub id: String,
    /// The game that it is of, by id.
    pub game: String,
    /// When it was put aside.
    pub changed: Millis,
    /// All of it.
    pub journal: Vec<u8>,
}

/// What people can do about a game that does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// To try again.
    Again,
    /// To begin a new game; the journal that is in the way is put aside.
    PutAside,
}

/// Why a game does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unopened {
    /// Why, in a sentence or more.
    pub why: String,
    /// What can be done about it.
    pub remedies: Vec<Remedy>,
}

impl Unopened {
    /// A game whose data cannot be played: they can be mended, and tried again.
    pub fn data(diagnostics: &[Diagnostic]) -> Self {
        let why = format!("Its data is invalid.\n\n{}", crate::diagnostic::format_plain(diagnostics));
        Self { why, remedies: vec![Remedy::Again] }
    }
}

/// The games that there are, and what is kept of them.
pub trait Library {
    /// Every game that has screens, and every one whose data are wrong, in the order in which they stand on the shelf.
    fn games(&self) -> Vec<Volume>;

    /// The data of a game, if they are right.
    fn data(&self, game: &str) -> Option<(Game, Glossary)>;

    /// The journal of a game that is not open, as it was left; none where nothing was kept.
    fn journal(&self, game: &str) -> Option<Vec<u8>>;

    /// Opens a game as it was left.
    ///
    /// # Errors
    /// Why not, and what can be done about it.
    fn open(&mut self, game: &str, settings: &Settings, ctx: &Context) -> Result<Tracker, Unopened>;

    /// Puts the journal of a game aside, which cannot be played on.
    ///
    /// # Errors
    /// Why not.
    fn put_aside(&mut self, game: &str) -> Result<(), StoreError>;

    /// Looks for all journals that were put aside; the answer comes when it comes.
    fn look_aside(&mut self);

    /// The journals that were put aside, the latest first, once after they were looked for; or why they cannot be read.
    fn aside(&mut self) -> Option<Result<Vec<OldJournal>, StoreError>>;

    /// Throws a journal away that was put aside, as soon as all that was given to be kept is kept.
    ///
    /// # Errors
    /// Why it is still there.
    fn forget(&mut self, journal: &str) -> Result<(), StoreError>;

    /// A journal that people brought while no game was open, or why it cannot be read.
    fn brought(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        None
    }

    /// A game is shown, or none but the shelf.
    fn shows(&mut self, game: Option<&Volume>, ctx: &Context);
}
