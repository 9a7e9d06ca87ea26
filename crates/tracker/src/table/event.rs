//! Entries of the journal.

use std::sync::Arc;

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use super::{Change as _, Millis, Rules, Seat};

/// A tap on a device that shares the table with others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tap {
    /// Id of the device at its table.
    pub device: String,
    /// Number of the tap on that device, counted from 1.
    pub number: u64,
    /// Player for whom it was; `None` at the table itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

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
    /// Taps that led to it, in order; empty at a table with one device.
    pub taps: Vec<Tap>,
}

impl<R: Rules> Event<R> {
    /// Applies its changes to the state before it.
    ///
    /// # Panics
    /// A change doesn't fit the state; those of events in force fit.
    pub fn apply_to(&self, state: &mut R::State) {
        for change in &self.changes {
            let fits = change.apply(state);
            assert_eq!(fits, Ok(()), "what is in force fits");
        }
    }
}

impl<R: Rules> Serialize for Event<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = [self.overruled.is_empty(), self.outcomes.is_empty(), self.taps.is_empty()];
        let more = more.iter().filter(|empty| !**empty).count();
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
        if !self.taps.is_empty() {
            event.serialize_field("taps", &self.taps)?;
        }
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
        /// As in [`Event::taps`].
        taps: Vec<Tap>,
    },
    /// Events that were taken back are in force again.
    Redid {
        /// The number of this entry.
        seq: u64,
        /// When.
        time: Millis,
        /// Number of events.
        count: u32,
        /// As in [`Event::taps`].
        taps: Vec<Tap>,
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

    /// Returns the taps that led to it; none at a table with one device.
    pub fn taps(&self) -> &[Tap] {
        match self {
            Self::Did(event) => &event.taps,
            Self::Undid { taps, .. } | Self::Redid { taps, .. } => taps,
        }
    }

    /// Returns it without the taps.
    pub fn without_taps(mut self) -> Self {
        match &mut self {
            Self::Did(event) if event.taps.is_empty() => {}
            Self::Did(event) => Arc::make_mut(event).taps.clear(),
            Self::Undid { taps, .. } | Self::Redid { taps, .. } => taps.clear(),
        }
        self
    }
}
