//! Journal and settings in the browser's storage.

use std::rc::Rc;

use skirmish::app::{Settings, Store};
use skirmish::table::{Entry, journal};

use crate::host::Host;

/// Has everything kept by the page, which says so where it cannot.
pub struct Browser(pub Rc<Host>);

impl Store for Browser {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let line = journal::line(entry).map_err(|error| error.to_string())?;
        self.0.append(&line);
        Ok(())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), String> {
        let text = serde_json::to_string(settings).map_err(|error| error.to_string())?;
        self.0.settings(&text);
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, String> {
        self.0.save(name, bytes);
        Ok(format!("{name}, among your downloads"))
    }
}
