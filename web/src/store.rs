//! Journal and settings in the browser's storage.

use std::cell::RefCell;
use std::rc::Rc;

use skirmish_screens::{Cue, Settings, Store, StoreError};
use skirmish_together::AnyTable;
use skirmish_tracker::table::journal::Writer;

use crate::app::Inbox;
use crate::host::Host;

/// Stores everything in the page, which reports failures.
pub struct Browser {
    /// The page.
    pub host: Rc<Host>,
    /// The game whose journal is kept.
    pub game: String,
    /// Destination of files that people chose.
    pub inbox: Rc<RefCell<Inbox>>,
    /// Writes the lines of the journal.
    pub writer: Writer,
    /// Open sheet when the page was left.
    pub draft: Option<String>,
}

impl Store for Browser {
    fn append(&mut self, entry: &str) -> Result<(), StoreError> {
        let line = self.writer.line(entry);
        self.host.append(&self.game, &line);
        self.kept()
    }

    fn retry_writes(&mut self) -> Result<(), StoreError> {
        self.host.keep_again(&self.game);
        self.kept()
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        self.host.keep_draft(&self.game, draft);
        Ok(())
    }

    fn draft(&mut self) -> Option<String> {
        self.draft.take()
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        self.host.settings(&settings.stored().to_string());
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.host.save(name, bytes);
        Ok(format!("{name}, among your downloads"))
    }

    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError> {
        self.writer = writer;
        // If the browser stores nothing, people get a file.
        let kept = self.kept().is_ok();
        self.host.replace(&self.game, journal, !kept);
        Ok(Some(if kept { "on the shelf, under “Archived”" } else { "among your downloads" }.to_owned()))
    }

    fn pick(&mut self) -> bool {
        self.host.pick();
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.inbox.borrow_mut().brought.pop_front().map(Ok)
    }

    fn paste(&mut self) -> bool {
        self.host.paste();
        true
    }

    fn has_studio(&self) -> bool {
        self.host.has_studio()
    }

    fn open_studio(&mut self) {
        self.host.open_studio(&self.game);
    }

    fn has_cues(&self) -> bool {
        true
    }

    fn cue(&mut self, cue: Cue) {
        self.host.cue(cue.id());
    }

    fn host(&mut self, table: Box<dyn AnyTable>, _journal: &str, _writer: Writer) -> Result<(), StoreError> {
        let game = &table.head().game;
        Err(StoreError::System(format!(
            "a page can’t share its table; run `skirmish-table serve --lan --host {game}` on a computer, and open the \
             address that it prints"
        )))
    }

    fn address(&self) -> Option<String> {
        Some(self.host.address())
    }
}

impl Browser {
    /// Returns the page's last result of storing lines.
    fn kept(&self) -> Result<(), StoreError> {
        self.inbox.borrow().kept()
    }
}
