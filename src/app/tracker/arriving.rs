//! Games from other tables.

use egui::{Context, Event};

use super::{Open, Screen, Tracker};
use crate::app::sheet::Sheet;
use crate::app::travel::{self, BringSheet};
use crate::table::travel::is_link;

impl Tracker {
    /// Games that come from outside: chosen, dropped or pasted.
    pub(super) fn arrive(&mut self, ctx: &Context, events: &[Event], now: f64) {
        let dropped = travel::dropped(ctx);
        for file in self.store.picked().into_iter().chain(dropped) {
            match file {
                Ok(bytes) => self.bring(&bytes, now),
                Err(why) => self.say(format!("It cannot be read: {why}"), now),
            }
        }
        for event in events {
            // Elsewhere a text may be meant for something else, unless it is plainly a game.
            let asked = matches!(&self.open, Some(Open { sheet: Sheet::Move(_), .. }));
            if let Event::Paste(text) = event
                && (asked || is_link(text))
            {
                self.bring(text.as_bytes(), now);
            }
        }
    }

    /// Asks whether a game from another table is to be played on here: a journal as a file, a link, or what a link holds.
    pub fn bring(&mut self, journal: &[u8], now: f64) {
        match BringSheet::new(journal, self.seen.rules(), (self.clock)()) {
            Ok(sheet) => {
                let seat = self.seen.table.state().turn;
                self.open = Some(Open { seat, sheet: Sheet::Bring(Box::new(sheet)) });
            }
            Err(why) => self.say(format!("This game cannot be brought here: {why}"), now),
        }
    }

    /// The game that was brought takes the place of the one here, as soon as it is kept.
    pub(super) fn play_brought(&mut self, now: f64) {
        let Some(Open { sheet: Sheet::Bring(sheet), .. }) = &self.open else { return };
        let table = sheet.table().clone();
        let said = match self.store.replace(&table) {
            Ok(Some(place)) => format!("The game goes on here. The one before is put aside: {place}"),
            Ok(None) => "The game goes on here.".to_owned(),
            Err(why) => {
                self.say(format!("The game here stays as it is, since the other could not be kept: {why}"), now);
                return;
            }
        };
        self.open = None;
        self.posing = None;
        self.margins.clear();
        self.seen.table = table;
        self.screen = Screen::of(&self.seen.table, &self.settings);
        self.look_again();
        self.say(said, now);
    }
}
