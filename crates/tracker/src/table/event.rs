//! Entries of the journal.

use std::sync::Arc;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::{Millis, Rules};

/// A command that was carried out, and everything that it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<R: Rules> {
    /// The number of its entry in the journal, counted from 1.
    pub seq: u64,
    /// When.
    pub time: Millis,
    /// The command.
    pub command: R::Command,
    /// The rules that the players overruled ("we play it so"), each with its number.
    pub overruled: Vec<String>,
    /// Outcomes besides the changes, as calculated then: the blows of an attack.
    pub outcomes: Vec<R::Outcome>,
    /// Changes, in this order.
    pub changes: Vec<R::Change>,
}

impl<R: Rules> Serialize for Event<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = usize::from(!self.overruled.is_empty()) + usize::from(!self.outcomes.is_empty());
        let mut event = serializer.serialize_struct("Event", 4 + more)?;
        event.serialize_field("seq", &self.seq)?;
        event.serialize_field("time", &self.time)?;
        event.serialize_field("command", &self.command)?;
        if !self.overruled.is_empty() {
            event.serialize_field("overruled", &self.overruled)?;
        }
        if !self.outcomes.is_empty() {
            event.serialize_field(R::OUTCOMES, &self.outcomes)?;
        }
        event.serialize_field("changes", &self.changes)?;
        event.end()
    }
}

/// One line of the journal. The list of entries is all that is saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry<R: Rules> {
    /// Something happened.
    Did(Arc<Event<R>>),
    /// The last events in force were taken back.
    Undid {
        /// The number of this entry.
        seq: u64,
        /// When.
        time: Millis,
        /// Number of events.
        count: u32,
    },
    /// Events that were taken back are in force again.
    Redid {
        /// The number of this entry.
        seq: u64,
        /// When.
        time: Millis,
        /// Number of events.
        count: u32,
    },
}

impl<R: Rules> Entry<R> {
    /// Returns its number, counted from 1.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Did(event) => event.seq,
            Self::Undid { seq, .. } | Self::Redid { seq, .. } => *seq,
        }
    }

    /// Returns the time.
    pub fn time(&self) -> Millis {
        match self {
            Self::Did(event) => event.time,
            Self::Undid { time, .. } | Self::Redid { time, .. } => *time,
        }
    }
}
