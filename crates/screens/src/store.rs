//! Where journal and settings are kept, as the screens see it.

use std::io;
use std::path::PathBuf;

use skirmish_together::{AnyTable, Device, Request};

use super::settings::Settings;
use crate::keep::KeepError;
use crate::table::journal::Writer;
use crate::table::{CorruptEntry, Millis};

/// Why something is not kept, not saved, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file of the journal cannot be written.
    #[error(transparent)]
    Journal(#[from] KeepError),
    /// An entry of the journal cannot be written as text.
    #[error(transparent)]
    Entry(#[from] CorruptEntry),
    /// Another file cannot be read or written.
    #[error("{path:?}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file is larger than any journal, so it is not read.
    #[error("{0:?} is larger than any journal")]
    TooLarge(PathBuf),
    /// The settings cannot be written as text.
    #[error(transparent)]
    Settings(#[from] serde_json::Error),
    /// The message of the browser or the window system.
    #[error("{0}")]
    System(String),
    /// No storage is available.
    #[error("nothing is saved here")]
    NullStore,
}

/// An event that a device can announce with a sound and by vibrating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Another player is on turn.
    Turn,
    /// A rule forbids what somebody tapped.
    Refused,
    /// A timer has ended.
    TimeUp,
    /// One more second of the count before secret cards are shown.
    Count,
    /// The game is over.
    End,
}

impl Cue {
    /// Returns its name for the page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Refused => "refused",
            Self::TimeUp => "time",
            Self::Count => "count",
            Self::End => "end",
        }
    }
}

/// Keeps what must not be lost.
pub trait Store {
    /// Keeps an entry of the journal, as JSON, and before it all that could not be kept so far; they are safe when this returns.
    ///
    /// # Errors
    /// Why it is not kept yet; it is not forgotten.
    fn append(&mut self, entry: &str) -> Result<(), StoreError>;

    /// Tries again to keep what could not be kept so far.
    ///
    /// # Errors
    /// Why it still is not kept.
    fn retry_writes(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Stores open sheets and pending entries as JSON, replacing the previous draft.
    ///
    /// # Errors
    ///
    /// The reason why it wasn't stored.
    fn keep_draft(&mut self, _draft: Option<&str>) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the draft stored by the previous run; called once, at the start.
    fn draft(&mut self) -> Option<String> {
        None
    }

    /// Keeps the settings.
    ///
    /// # Errors
    /// Why they are not kept.
    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError>;

    /// Saves a file for the user; gives where it is, in words.
    ///
    /// # Errors
    /// Why it is not saved.
    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError>;

    /// Keeps another journal from now on, whole, and goes on with what writes its further lines; the one before is kept under
    /// another name. Gives where that is, in words that follow “kept”: “in night.journal.before-1”; nothing where there was
    /// none.
    ///
    /// # Errors
    /// Why the one before is still the one that is kept.
    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError>;

    /// Opens a dialog for a file with a journal, and says whether there is such a dialog; `picked` has the answer later.
    fn pick(&mut self) -> bool {
        false
    }

    /// The bytes of the file that was chosen since this was last called, or why they cannot be read.
    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        None
    }

    /// Requests the clipboard from the system, and returns true if that is supported; the text arrives like a picked
    /// file. Otherwise the toolkit asks the window.
    fn paste(&mut self) -> bool {
        false
    }

    /// True if there is a studio, where the game is printed and changed.
    fn has_studio(&self) -> bool {
        false
    }

    /// Opens the game in the studio.
    fn open_studio(&mut self) {}

    /// True if the device can announce events by sound.
    fn has_cues(&self) -> bool {
        false
    }

    /// Announces an event by sound, and by vibrating.
    fn cue(&mut self, _cue: Cue) {}

    /// Returns the device that shares the table of a host; `None` if the table is only here.
    fn device(&mut self) -> Option<&mut Device> {
        None
    }

    /// True if other devices can join a table that is only here.
    fn can_host(&self) -> bool {
        false
    }

    /// Lets other devices join: from now on this device shares the table too, see [`Store::device`]. `journal` is the
    /// journal of the table, in the form for several devices, and `writer` writes its further lines.
    ///
    /// # Errors
    /// Why they can't join. The table is then as before.
    fn host(&mut self, _table: Box<dyn AnyTable>, _journal: &str, _writer: Writer) -> Result<(), StoreError> {
        Err(StoreError::NullStore)
    }

    /// Sends the other devices away; returns the table, which is only here again, with all that they tapped.
    fn stop_hosting(&mut self, _now: Millis) -> Option<Box<dyn AnyTable>> {
        None
    }

    /// Asks the host of a shared table for a seat, or to let others in.
    fn ask(&mut self, _request: Request) {}

    /// Exchanges messages with the host of a shared table. Returns true if there is news of it.
    fn exchange(&mut self, _now: Millis) -> bool {
        false
    }

    /// The address of a page that shows the tracker, for links that bring a journal along.
    fn address(&self) -> Option<String> {
        None
    }
}

/// A store that keeps nothing, for tests and demonstrations.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullStore;

impl Store for NullStore {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn save(&mut self, _name: &str, _bytes: &[u8]) -> Result<String, StoreError> {
        Err(StoreError::NullStore)
    }

    fn replace(&mut self, _journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}
