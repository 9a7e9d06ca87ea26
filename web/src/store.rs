//! Journal and settings in the browser's storage.

use std::cell::RefCell;
use std::rc::Rc;

use skirmish::app::{Settings, Store};
use skirmish::table::{Entry, Table, journal};

use crate::app::Inbox;
use crate::host::Host;

/// Has everything kept by the page, which says so where it cannot.
pub struct Browser {
    /// The page.
    pub host: Rc<Host>,
    /// Where files come in that people chose.
    pub inbox: Rc<RefCell<Inbox>>,
}

impl Store for Browser {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let line = journal::line(entry).map_err(|error| error.to_string())?;
        self.host.append(&line);
        Ok(())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), String> {
        let text = serde_json::to_string(settings).map_err(|error| error.to_string())?;
        self.host.settings(&text);
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, String> {
        self.host.save(name, bytes);
        Ok(format!("{name}, among your downloads"))
    }

    fn replace(&mut self, table: &Table) -> Result<Option<String>, String> {
        let journal = journal::text(table).map_err(|error| error.to_string())?;
        self.host.replace(&journal, true);
        Ok(Some("among your downloads".to_owned()))
    }

    fn pick(&mut self) -> bool {
        self.host.pick();
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, String>> {
        self.inbox.borrow_mut().brought.pop_front().map(Ok)
    }

    fn paste(&mut self) -> bool {
        self.host.paste();
        true
    }

    fn address(&self) -> Option<String> {
        Some(self.host.address())
    }
}
