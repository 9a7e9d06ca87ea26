//! Devices at a table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skirmish_tracker::table::{Millis, Seat};

/// What a device may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It is the table: it may do everything.
    Table,
    /// It changes its own seats; without a seat, it watches.
    Player,
}

/// Secrets in the address of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Of the device that is the table.
    pub table: String,
    /// Of all others.
    pub players: String,
}

/// A device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterDevice {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub key: String,
    /// Name of its owner.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Its seats.
    pub seats: Vec<Seat>,
}

/// All devices that have ever joined a table, and the way in. It is kept beside the journal, so that they find their
/// seats again after a restart of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// Secrets in the address.
    pub tokens: Tokens,
    /// Number of devices that have ever joined.
    added: u64,
    /// The devices.
    pub(super) devices: Vec<RosterDevice>,
}

impl Roster {
    /// Creates an empty roster.
    pub fn new(tokens: Tokens) -> Self {
        Self { tokens, added: 0, devices: Vec::new() }
    }

    pub(super) fn members(&self) -> BTreeMap<String, Member> {
        self.devices.iter().map(|device| (device.id.clone(), Member::default())).collect()
    }

    /// Adds a device with this secret, and returns its id.
    pub(super) fn add(&mut self, key: String) -> String {
        self.added += 1;
        let id = self.added.to_string();
        let (name, seats) = (String::new(), Vec::new());
        self.devices.push(RosterDevice { id: id.clone(), key, name, role: Role::Player, seats });
        id
    }

    /// Sets name and role of a device. Returns true if they were others.
    pub(super) fn rename(&mut self, id: &str, name: &str, role: Role) -> bool {
        let Some(device) = self.devices.iter_mut().find(|device| device.id == id) else { return false };
        let other = device.name != name || device.role != role;
        (device.name, device.role) = (name.to_owned(), role);
        other
    }

    pub(super) fn device(&self, id: &str) -> Option<&RosterDevice> {
        self.devices.iter().find(|device| device.id == id)
    }

    /// Returns the device that has a seat.
    pub(super) fn owner(&self, seat: Seat) -> Option<&str> {
        self.devices.iter().find(|device| device.seats.contains(&seat)).map(|device| device.id.as_str())
    }

    pub(super) fn free(&mut self, seat: Seat) {
        for device in &mut self.devices {
            device.seats.retain(|other| *other != seat);
        }
    }

    /// Gives a seat to a device, in place of its others if `only`.
    pub(super) fn seat(&mut self, id: &str, seat: Seat, only: bool) {
        self.free(seat);
        if let Some(device) = self.devices.iter_mut().find(|device| device.id == id) {
            if only {
                device.seats.clear();
            }
            device.seats.push(seat);
        }
    }
}

/// A device in this run of the host.
#[derive(Debug, Default)]
pub(super) struct Member {
    /// When it was heard of last.
    pub(super) heard: Millis,
    /// True if that is long ago.
    pub(super) asleep: bool,
    /// Highest number that was answered.
    pub(super) highest: u64,
    /// Taps that were not counted, by number.
    pub(super) uncounted: BTreeMap<u64, crate::message::Outcome>,
    /// Taps that it may send now, in thousandths.
    pub(super) credit: u64,
    /// When that was calculated.
    pub(super) credited: Option<Millis>,
}

/// A device that asks to join with six digits.
#[derive(Debug)]
pub(super) struct Knock {
    pub(super) number: u64,
    pub(super) key: String,
    pub(super) name: String,
    pub(super) answer: Option<bool>,
}
