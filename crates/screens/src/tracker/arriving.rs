//! Games from other tables.

use egui::{Context, Event};

use super::Tracker;
use crate::store::StoreError;
use crate::table::transfer;

/// A file that was given, or why it cannot be read.
type File = Result<Vec<u8>, StoreError>;

/// Returns the files and links since the last frame: chosen, dropped or pasted.
pub(crate) fn arrivals(ctx: &Context, events: &[Event], chosen: Option<File>) -> Vec<File> {
    let pasted = events.iter().filter_map(|event| match event {
        Event::Paste(text) if transfer::is_link(text) => Some(Ok(text.clone().into_bytes())),
        _ => None,
    });
    chosen.into_iter().chain(dropped(ctx)).chain(pasted).collect()
}

impl Tracker {
    /// Games that come from outside: chosen, dropped or pasted.
    pub(super) fn arrive(&mut self, ctx: &Context, events: &[Event], now: f64) {
        let chosen = self.frame.store.picked();
        for file in arrivals(ctx, events, chosen) {
            match file {
                Ok(bytes) => self.import(&bytes, now),
                Err(why) => self.notify(format!("Can’t read it: {why}"), now),
            }
        }
        for event in events {
            // Where a game is expected, any text may be meant for one.
            if let Event::Paste(text) = event
                && self.session.takes_paste()
                && !transfer::is_link(text)
            {
                self.import(text.as_bytes(), now);
            }
        }
    }

    /// Asks whether a game from another table is to be played on here: a journal as a file, a link, or what a link holds. A
    /// game of another kind is left to the shelf, where there is one.
    pub fn import(&mut self, journal: &[u8], now: f64) {
        if self.frame.on_shelf && transfer::game(journal).is_some_and(|game| game != self.session.game()) {
            self.foreign = Some(journal.to_owned());
        } else {
            self.session.import(journal, &mut self.frame, now);
        }
    }

    /// A game of another kind that was brought here, once.
    pub(crate) fn take_foreign(&mut self) -> Option<Vec<u8>> {
        self.foreign.take()
    }
}

/// Files that were dropped on a window.
#[cfg(not(target_arch = "wasm32"))]
fn dropped(ctx: &Context) -> Vec<File> {
    ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.bytes().map_err(StoreError::System)).collect())
}

/// A page reads dropped files asynchronously, and then passes them to the tracker.
#[cfg(target_arch = "wasm32")]
const fn dropped(_ctx: &Context) -> Vec<File> {
    Vec::new()
}
