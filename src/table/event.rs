//! What happened: the entries of the journal.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{CardId, Change, Command, Millis, Seat};

/// A command that was carried out, and everything that it changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The number of its entry in the journal, counted from 1.
    pub seq: u64,
    /// When.
    pub time: Millis,
    /// What was said.
    pub command: Command,
    /// The rules that the players overruled ("we play it so"), each with its number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overruled: Vec<String>,
    /// The blows of an attack, as they were reckoned then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blows: Vec<Blow>,
    /// What changed, in this order.
    pub changes: Vec<Change>,
}

/// One blow, as it was reckoned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// Who struck.
    pub by: Seat,
    /// Whom.
    pub on: Seat,
    /// Why.
    #[serde(default, skip_serializing_if = "BlowKind::is_attack")]
    pub kind: BlowKind,
    /// The weapon and cards, the weapon first.
    pub with: Vec<CardId>,
    /// The damage, with the armour counted off.
    pub damage: i64,
    /// What the armour took off.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub armour: i64,
    /// The health that it cost: nothing where it was stopped, and never more than there was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: i64,
    /// What stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// Where a blow comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlowKind {
    /// The attack itself.
    #[default]
    Attack,
    /// A Hook after a Block (S34).
    Hook,
    /// A counter-charge (S31).
    CounterCharge,
    /// The attack that a Trip gives (S49).
    Trip,
}

impl BlowKind {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_attack(&self) -> bool {
        *self == Self::Attack
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// What stopped a blow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The Shield, without a card (S36).
    Shield,
    /// A defence card (S44 to S47).
    Card(CardId),
    /// A counter-charge with this Basic attack card (S31).
    CounterCharge(CardId),
    /// A Trip, by whom (S49).
    Trip(Seat),
}

/// One line of the journal. The list of entries is all that is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Something happened.
    Did(Arc<Event>),
    /// The last events in force were taken back.
    Undid {
        /// The number of this entry.
        seq: u64,
        /// When.
        time: Millis,
        /// How many events.
        count: u32,
    },
    /// Events that were taken back are in force again.
    Redid {
        /// The number of this entry.
        seq: u64,
        /// When.
        time: Millis,
        /// How many events.
        count: u32,
    },
}

impl Entry {
    /// Its number, counted from 1.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Did(event) => event.seq,
            Self::Undid { seq, .. } | Self::Redid { seq, .. } => *seq,
        }
    }

    /// When.
    pub fn time(&self) -> Millis {
        match self {
            Self::Did(event) => event.time,
            Self::Undid { time, .. } | Self::Redid { time, .. } => *time,
        }
    }
}
