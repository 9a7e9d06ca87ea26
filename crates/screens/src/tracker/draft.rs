//! What is open, and what is entered and no event yet, is kept beside the journal, so that it is there again when the program or
//! the page begins anew: an attack that is half entered, the cards of a turn.

use serde::{Deserialize, Serialize};

use super::Frame;
use super::play::{Play, Screen};
use crate::region::Facing;
use crate::session::Screens;
use crate::shared::sheet::{Open, Sheet};
use crate::table::{Entry, Millis, Seat, Table, from_json};

/// What is kept, and the place in the journal at which it was so.
#[derive(Serialize, Deserialize)]
struct Drafted<D, S> {
    moment: Moment,
    draft: D,
    open: Option<Opened<S>>,
}

/// A sheet as it was left.
#[derive(Serialize, Deserialize)]
struct Opened<S> {
    seat: Seat,
    /// The edge that it faces, where it was opened from the middle of the table.
    faces: Option<Facing>,
    sheet: S,
}

/// A place in the journal: when it has gone on, or is another one, what is kept is out of date.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Moment {
    entries: usize,
    /// When the last of them was written.
    time: Option<Millis>,
}

impl Moment {
    fn of<G: Screens>(table: &Table<G>) -> Self {
        Self { entries: table.entries().len(), time: table.entries().last().map(Entry::time) }
    }
}

impl<G: Screens> Play<G> {
    /// Takes up what was kept when the program ended, if the journal is as it was then.
    pub(super) fn open_drafted(&mut self) {
        let Some(text) = &self.drafted else { return };
        let drafted = from_json::<Drafted<G::Draft, G::Sheet>>(text.as_bytes()).ok();
        let Some(drafted) = drafted.filter(|drafted| drafted.moment == Moment::of(&self.table)) else { return };
        if !matches!(self.screen, Screen::Table) {
            return;
        }
        self.draft = drafted.draft;
        if let Some(Opened { seat, faces, sheet }) = drafted.open {
            self.faces = faces;
            self.open = Some(Open { seat, sheet: Sheet::Own(sheet) });
        }
    }

    /// Keeps what is open and entered, if it is not as it was last kept.
    pub(super) fn keep_draft(&mut self, frame: &mut Frame, now: f64) {
        let open = match &self.open {
            Some(Open { seat, sheet: Sheet::Own(sheet) }) => Some(Opened { seat: *seat, faces: self.faces, sheet }),
            _ => None,
        };
        let drafted = if open.is_none() && self.draft == G::Draft::default() {
            None
        } else {
            serde_json::to_string(&Drafted { moment: Moment::of(&self.table), draft: &self.draft, open }).ok()
        };
        if drafted != self.drafted {
            if let Err(why) = frame.store.keep_draft(drafted.as_deref()) {
                frame.say(format!("Entries here will be lost if the program closes: {why}"), now);
            }
            self.drafted = drafted;
        }
    }
}
