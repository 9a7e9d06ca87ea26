//! Open sheets and pending entries are stored next to the journal and restored when the program or the page restarts: a
//! half-entered attack, the cards of a turn.

use serde::{Deserialize, Serialize};

use super::Frame;
use super::play::{GameView, Screen};
use crate::region::Facing;
use crate::session::Screens;
use crate::shared::sheet::{Open, Sheet};
use crate::table::{Entry, Millis, Seat, Table, from_json};

/// The stored draft, and its place in the journal.
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

/// A place in the journal: a draft of another place, or another journal, is out of date.
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

impl<G: Screens> GameView<G> {
    /// Restores the stored draft, if the journal is unchanged.
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

    /// Stores the open sheets and entries, if they changed.
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
                frame.notify(format!("Entries here will be lost if the program closes: {why}"), now);
            }
            self.drafted = drafted;
        }
    }
}
