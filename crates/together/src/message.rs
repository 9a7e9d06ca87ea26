//! Messages between the host and the other devices, as JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skirmish_tracker::table::journal::Head;
use skirmish_tracker::table::{Seat, Tap};

use crate::host::Role;

/// Version of the messages, and of the program that sends them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Version of the messages; both sides need the same.
    pub protocol: u32,
    /// Version of the program, for people.
    pub program: String,
}

impl Version {
    /// The version of this program.
    pub fn current() -> Self {
        Self { protocol: 1, program: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// A device asks to join the table, for the first time or again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// Version of the page.
    pub version: Version,
    /// Secret of the device: whoever has it is that device.
    pub key: String,
    /// Name of its owner.
    pub name: String,
    /// Token of the table, from its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Six digits that the table shows, instead of the token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// Answer to a [`Join`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joined {
    /// The device has joined.
    Welcome(Box<Welcome>),
    /// The table is asked to let it in; it asks again.
    Waiting,
    /// It may not.
    Refused(JoinRefusal),
}

/// What a device learns when it joins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// Id of the device at this table; the journal names it so.
    pub device: String,
    /// What it may do.
    pub role: Role,
    /// This run of the host: what was sent to another run is void.
    pub run: String,
    /// Token of the table, for devices that came with six digits.
    pub token: String,
    /// First line of the journal.
    pub head: Head,
    /// Program of the host.
    pub version: Version,
}

/// Reason why a device may not join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JoinRefusal {
    /// Wrong token.
    Token,
    /// Wrong six digits; the number of tries that are left in this minute.
    Code(u32),
    /// The table said no.
    No,
    /// Too many devices have joined.
    Full,
    /// The page is of another version than the host; that of the host.
    OldPage(Version),
    /// Key or name are not those of a device.
    Invalid,
}

/// A request of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Post {
    /// The run of the host that the device has joined, see [`Welcome::run`].
    pub run: String,
    /// What it asks.
    pub request: Request,
}

/// What a device asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Its unanswered taps, oldest first.
    Acts(Vec<Act>),
    /// Takes a seat.
    Claim(Seat),
    /// Leaves a seat; the table may free any.
    Release(Seat),
    /// Gives a seat to another device, besides the seats that it has; only the table may.
    Give {
        /// The seat.
        seat: Seat,
        /// Id of the device.
        device: String,
    },
    /// Shows or hides six digits with which devices may ask to join; only the table may.
    ShowCode(bool),
    /// Lets a device in that came with the six digits, or not; only the table may.
    LetIn {
        /// Number of its request, see [`Room::knocks`].
        knock: u64,
        /// True to let it in.
        yes: bool,
    },
}

/// One tap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// Its number on the device, counted from 1. Each number counts once.
    pub number: u64,
    /// Last line of the journal that the device had when it was tapped.
    pub base: u64,
    /// The question that it answers; `None` for taps that always count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The tap.
    pub deed: Deed,
}

/// The question that a tap answers. The first answer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What to do after this line of the journal.
    Line(u64),
    /// What to do after a tap of the same device, which has not been answered yet.
    Mine(u64),
    /// An answer to a player's command, see [`Open::number`].
    Open(u32),
}

/// What is done with a tap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A command of the game. From a phone, it waits for the answers of others.
    Command(Value),
    /// A command of the game that waits for the answers of others, also from the table.
    Ask(Value),
    /// A command although rules forbid it; only the table may.
    Overrule(Value),
    /// Takes back the event on this line of the journal, or of the tap that [`Act::question`] names. It must be the last
    /// in force.
    Undo(u64),
    /// Does again what was taken back last; only the table may.
    Redo,
    /// A choice that is secret until all have chosen.
    Secret {
        /// The player who chooses.
        seat: Seat,
        /// The choice.
        choice: Value,
    },
    /// Takes a player's secret choice back, until all have chosen.
    Unlock(Seat),
    /// Takes an unanswered command back, see [`Act::question`].
    TakeBack,
}

/// Answer to a [`Post`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The outcome of each tap; none for a change of seats.
    Answers(Vec<Answer>),
    /// The table does not allow it, or the seat is taken.
    Refused(Refused),
    /// Sent to another run of the host: the device has to join again, and repeat what is not answered.
    OtherRun,
    /// Too many taps: the device has to wait a moment, and repeat them.
    TooFast,
}

/// Outcome of a tap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The tap.
    pub number: u64,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Outcome of a tap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is on this line of the journal, on disk.
    Counted(u64),
    /// It waits for others, or for the disk.
    Held,
    /// Another tap took its place: a changed secret choice, or a command that was taken back.
    Replaced,
    /// It was not counted.
    Refused(Refused),
}

/// Why a tap was not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The kind of reason.
    pub why: Why,
    /// The reasons, in sentences without full stops.
    pub reasons: Vec<String>,
    /// Possible alternatives, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<String>,
    /// True if the table may overrule it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_overrule: bool,
    /// The line of the journal that came first; `None` where no line did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// Kind of reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A rule, or the state of the game.
    Rule,
    /// It belongs to another seat, or to the table.
    Role,
    /// Somebody decided first.
    Late,
    /// The question was answered on another device.
    Elsewhere,
    /// Something has happened since; it can be undone at the table.
    UndoBlocked,
    /// The seat is taken.
    Taken,
    /// It is not a command of this game.
    Invalid,
    /// It is so old that the host has forgotten it.
    Forgotten,
}

impl Refused {
    /// Refuses for one reason.
    pub fn new(why: Why, reason: impl Into<String>) -> Self {
        Self { why, reasons: vec![reason.into()], possible: Vec::new(), may_overrule: false, line: None }
    }

    /// Names the line that came first.
    #[must_use]
    pub fn after(self, line: u64) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// News for a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// Entries of the journal, in order.
    Lines {
        /// Number of the first one.
        from: u64,
        /// The entries.
        entries: Vec<Value>,
    },
    /// The table beside its journal.
    Room(Room),
    /// The host is alive.
    Beat,
}

/// The table beside its journal: who sits where, and for whom it waits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// Increases with every change.
    pub revision: u64,
    /// Seats on devices.
    pub seats: Vec<SeatInfo>,
    /// Players whose secret choice is in; the choices stay with the host.
    pub locked: Vec<Seat>,
    /// The command that waits for an answer.
    pub open: Option<Open>,
    /// Devices that ask to be let in, with the number of their request; only the table learns of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knocks: Vec<(u64, String)>,
    /// The way in for others; only the table learns of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<Invite>,
}

/// The way in for other devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invite {
    /// Address with the token of players.
    pub address: String,
    /// Six digits, while they are shown.
    pub code: Option<String>,
}

/// A seat on a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Id of the device.
    pub device: String,
    /// Name of its owner.
    pub name: String,
    /// True if the device has not been heard of for a minute.
    pub asleep: bool,
}

/// A command that waits for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Open {
    /// Its number, which answers name.
    pub number: u32,
    /// The player who is asked.
    pub asked: Seat,
    /// The command with the answers so far.
    pub command: Value,
    /// The taps so far: the command, then the answers.
    pub taps: Vec<Tap>,
}
