//! Where journal and settings are kept, as the screens see it.

use super::settings::Settings;
use crate::table::{Entry, Table};

/// Keeps what must not be lost.
pub trait Store {
    /// Keeps an entry of the journal; it is safe when this returns.
    ///
    /// # Errors
    /// Why it is not kept, in words.
    fn append(&mut self, entry: &Entry) -> Result<(), String>;

    /// Keeps the settings.
    ///
    /// # Errors
    /// Why they are not kept, in words.
    fn settings(&mut self, settings: &Settings) -> Result<(), String>;

    /// Saves a file for people to find; gives where it is, in words.
    ///
    /// # Errors
    /// Why it is not saved, in words.
    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, String>;

    /// Keeps another journal from now on, whole; the one before is put aside. Gives where that is, in words; nothing where
    /// there was none.
    ///
    /// # Errors
    /// Why the one before is still the one that is kept, in words.
    fn replace(&mut self, table: &Table) -> Result<Option<String>, String>;

    /// Asks people for a file with a journal, and says whether there is a way to ask; the answer comes when it comes.
    fn pick(&mut self) -> bool {
        false
    }

    /// The bytes of the file that people chose since this was last called, or why they cannot be read.
    fn picked(&mut self) -> Option<Result<Vec<u8>, String>> {
        None
    }

    /// Asks the system for what was copied, and says whether there is a way to ask; it comes like a picked file. Where there
    /// is none, the toolkit asks the window.
    fn paste(&mut self) -> bool {
        false
    }

    /// The address of a page that shows the tracker, for links that bring a journal along.
    fn address(&self) -> Option<String> {
        None
    }
}

/// Keeps nothing: for tests, and for a look around.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Store for Nowhere {
    fn append(&mut self, _entry: &Entry) -> Result<(), String> {
        Ok(())
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }

    fn save(&mut self, _name: &str, _bytes: &[u8]) -> Result<String, String> {
        Err("nothing is saved here".to_owned())
    }

    fn replace(&mut self, _table: &Table) -> Result<Option<String>, String> {
        Ok(None)
    }
}
