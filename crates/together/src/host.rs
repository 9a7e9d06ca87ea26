//! The host: it orders all taps, and has the journal.

mod acts;
mod roster;

use std::collections::BTreeMap;

use serde_json::Value;
use skirmish_tracker::table::{Millis, Seat, Tap};

use crate::any::AnyTable;
use crate::device::Device;
use crate::message::{
    Invite, Join, JoinRefusal, Joined, News, Open, Post, Refused, Reply, Request, Room, SeatInfo, Version, Welcome, Why,
};
use crate::secret::is_equal;

use roster::{Knock, Member};
pub use roster::{Role, Roster, Tokens};

/// Stores what must outlive the host.
pub trait Keep: Send {
    /// Keeps an entry of the journal, as JSON, and before it all that could not be kept so far; they are on disk when
    /// this returns.
    ///
    /// # Errors
    /// Why it is not kept yet; it is not forgotten.
    fn append(&mut self, entry: &str) -> Result<(), String>;

    /// Tries again to keep what could not be kept so far.
    ///
    /// # Errors
    /// Why it still is not kept.
    fn retry_writes(&mut self) -> Result<(), String>;

    /// Keeps the devices and their seats, replacing those kept before.
    ///
    /// # Errors
    /// Why they are not kept. The game goes on; after a restart, devices have to claim their seats again.
    fn roster(&mut self, roster: &Roster) -> Result<(), String>;
}

/// Limits on what devices may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Devices at one table.
    pub devices: usize,
    /// Taps of a device per second, on average.
    pub rate: u32,
    /// Taps of a device at once.
    pub burst: u32,
    /// Entries in one message.
    pub chunk: u64,
    /// Refusals that are remembered for each device.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { devices: 32, rate: 20, burst: 120, chunk: 200, memory: 256 }
    }
}

/// Silence after which a seat is shown as asleep.
const ASLEEP: u64 = 60_000;
/// Silence after which others may take a seat.
const ABANDONED: u64 = 300_000;
/// Length of the minute in which a wrong code counts.
const MINUTE: u64 = 60_000;
/// Wrong codes in a minute.
const MAX_WRONG_CODES_PER_MINUTE: u32 = 5;
/// Letters of a key or token.
const KEY: std::ops::RangeInclusive<usize> = 22..=64;
/// Letters of a name.
const NAME: usize = skirmish_tracker::table::arrange::LONGEST_NAME;

/// A table that other devices have joined.
pub struct Host {
    table: Box<dyn AnyTable>,
    keep: Box<dyn Keep>,
    limits: Limits,
    version: Version,
    run: String,
    roster: Roster,
    members: BTreeMap<String, Member>,
    /// Address for the phones of players, with its token; empty if unknown.
    address: String,
    /// Returns six random digits; `None` without randomness.
    digits: fn() -> Option<String>,
    /// Six digits, while the table shows them.
    code: Option<String>,
    /// Times of wrong codes in the last minute.
    wrong: Vec<Millis>,
    knocks: Vec<Knock>,
    /// Line of each tap in the journal.
    counted: BTreeMap<(String, u64), u64>,
    /// Entries that are on disk.
    synced: u64,
    secrets: BTreeMap<Seat, Secret>,
    open: Option<Open>,
    room: u64,
}

/// A secret choice.
struct Secret {
    tap: Tap,
    choice: Value,
}

/// The place of a device in the news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Next line of the journal.
    pub next: u64,
    /// Revision of the last [`Room`]; `None` before the first.
    pub room: Option<u64>,
}

impl Cursor {
    /// Begins with a line.
    pub fn from(line: u64) -> Self {
        Self { next: line.max(1), room: None }
    }
}

impl Host {
    /// Opens a table to other devices. `run` is another text for each start of the program; the roster is that of the
    /// last run, or a new one.
    pub fn new(table: Box<dyn AnyTable>, keep: Box<dyn Keep>, roster: Roster, run: String, limits: Limits) -> Self {
        let synced = table.len();
        let mut host = Self {
            table,
            keep,
            limits,
            version: Version::current(),
            run,
            members: roster.members(),
            roster,
            address: String::new(),
            digits: || None,
            code: None,
            wrong: Vec::new(),
            knocks: Vec::new(),
            counted: BTreeMap::new(),
            synced,
            secrets: BTreeMap::new(),
            open: None,
            room: 1,
        };
        for line in 1..=synced {
            host.index(line);
        }
        host
    }

    /// Returns the table.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// Returns the tokens.
    pub fn tokens(&self) -> &Tokens {
        &self.roster.tokens
    }

    /// Lets the device of the host's own program join as the table. Its key is the token of the table, so it is the same
    /// device each time, and goes on counting its taps.
    pub fn own_device(&mut self, now: Millis) -> Device {
        let token = self.roster.tokens.table.clone();
        let mut device = Device::new(self.table.fork(), token.clone(), "The table".to_owned(), Some(token));
        let joined = self.join(&device.join(None), now);
        device.joined(joined, now);
        let taps = self.counted.keys().filter(|(id, _)| id == device.id()).map(|(_, number)| *number);
        let last = taps.max().unwrap_or_default();
        device.count_from(last + 1);
        device
    }

    /// Returns the table beside its journal, as the table itself sees it.
    pub fn room(&self) -> Room {
        self.room_for(true)
    }

    /// Sets the address for the phones of players, and a source of six random digits for those without a camera.
    pub fn invite(&mut self, address: String, digits: fn() -> Option<String>) {
        (self.address, self.digits) = (address, digits);
        self.room += 1;
    }

    /// Shows or hides six digits with which devices may ask to join; returns them.
    pub fn show_code(&mut self, shown: bool) -> Option<String> {
        let digits = self.digits;
        self.set_code(if shown { digits() } else { None });
        self.code.clone()
    }

    fn set_code(&mut self, code: Option<String>) {
        self.code = code;
        self.room += 1;
        if self.code.is_none() && !self.knocks.is_empty() {
            self.knocks.clear();
        }
    }

    /// Lets a device join, for the first time or again.
    pub fn join(&mut self, join: &Join, now: Millis) -> Joined {
        if join.version.protocol != self.version.protocol {
            return Joined::Refused(JoinRefusal::OldPage(self.version.clone()));
        }
        let name = join.name.trim();
        let letters = |text: &str| text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter));
        if !KEY.contains(&join.key.len()) || !letters(&join.key) || name.is_empty() || name.chars().count() > NAME {
            return Joined::Refused(JoinRefusal::Invalid);
        }
        let role = match &join.token {
            Some(token) if is_equal(token, &self.roster.tokens.table) => Role::Table,
            Some(token) if is_equal(token, &self.roster.tokens.players) => Role::Player,
            Some(_) => return Joined::Refused(JoinRefusal::Token),
            None => match self.knock(join, now) {
                Ok(()) => Role::Player,
                Err(answer) => return answer,
            },
        };
        let known = self.device(&join.key);
        if known.is_none() && self.roster.devices.len() >= self.limits.devices {
            return Joined::Refused(JoinRefusal::Full);
        }
        let known = known.unwrap_or_else(|| self.roster.add(join.key.clone()));
        if self.roster.rename(&known, name, role) {
            self.seats_changed();
        }
        self.hear(&known, now);
        Joined::Welcome(Box::new(Welcome {
            device: known,
            role,
            run: self.run.clone(),
            token: if role == Role::Table { &self.roster.tokens.table } else { &self.roster.tokens.players }.clone(),
            head: self.table.head().clone(),
            version: self.version.clone(),
        }))
    }

    /// Checks six digits; the table lets the device in.
    fn knock(&mut self, join: &Join, now: Millis) -> Result<(), Joined> {
        if let Some(at) = self.knocks.iter().position(|knock| is_equal(&knock.key, &join.key)) {
            return match self.knocks[at].answer {
                None => Err(Joined::Waiting),
                Some(yes) => {
                    self.knocks.remove(at);
                    if yes { Ok(()) } else { Err(Joined::Refused(JoinRefusal::No)) }
                }
            };
        }
        self.wrong.retain(|at| now.0.saturating_sub(at.0) < MINUTE);
        let left = MAX_WRONG_CODES_PER_MINUTE
            .saturating_sub(u32::try_from(self.wrong.len()).unwrap_or(MAX_WRONG_CODES_PER_MINUTE));
        let right = self.code.as_deref().zip(join.code.as_deref()).is_some_and(|(code, said)| is_equal(code, said));
        if left == 0 || !right {
            if left > 0 {
                self.wrong.push(now);
            }
            return Err(Joined::Refused(JoinRefusal::Code(left.saturating_sub(1))));
        }
        if self.knocks.len() >= self.limits.devices {
            return Err(Joined::Refused(JoinRefusal::Full));
        }
        let number = self.knocks.iter().map(|knock| knock.number).max().unwrap_or_default() + 1;
        self.knocks.push(Knock { number, key: join.key.clone(), name: join.name.clone(), answer: None });
        self.room += 1;
        Err(Joined::Waiting)
    }

    /// Answers the request of a device to join with six digits.
    pub fn let_in(&mut self, knock: u64, yes: bool) {
        if let Some(knock) = self.knocks.iter_mut().find(|other| other.number == knock) {
            knock.answer = Some(yes);
            self.room += 1;
        }
    }

    /// Returns the id of the device with a key.
    pub fn device(&self, key: &str) -> Option<String> {
        self.roster.devices.iter().find(|device| is_equal(&device.key, key)).map(|device| device.id.clone())
    }

    /// Carries a request of a device out. Nothing is carried out twice, however often it comes.
    pub fn receive(&mut self, device: &str, post: Post, now: Millis) -> Reply {
        if post.run != self.run {
            return Reply::OtherRun;
        }
        self.hear(device, now);
        match post.request {
            Request::Acts(acts) => self.acts(device, acts, now),
            Request::Claim(seat) => self.claim(device, seat, now),
            Request::Release(seat) => self.release(device, seat),
            Request::Give { seat, device: other } => self.give(device, seat, &other),
            Request::ShowCode(_) if self.role(device) != Role::Table => role_reply("Show code"),
            Request::ShowCode(shown) => {
                self.show_code(shown);
                Reply::Answers(Vec::new())
            }
            Request::LetIn { .. } if self.role(device) != Role::Table => role_reply("Let in"),
            Request::LetIn { knock, yes } => {
                self.let_in(knock, yes);
                Reply::Answers(Vec::new())
            }
        }
    }

    /// Returns news for a device after a place, in order, and moves the place on. No queue grows for a device that does
    /// not read.
    pub fn news(&self, device: &str, cursor: &mut Cursor) -> Vec<News> {
        let mut news = Vec::new();
        let until = self.synced.min((cursor.next - 1).saturating_add(self.limits.chunk));
        if cursor.next <= until {
            let entries = (cursor.next..=until).filter_map(|line| self.table.entry(line));
            let entries = entries.filter_map(|entry| serde_json::from_str(&entry).ok()).collect();
            news.push(News::Lines { from: cursor.next, entries });
            cursor.next = until + 1;
        }
        // Who sits where is only said to a device that has the whole journal.
        if cursor.next > self.synced && cursor.room != Some(self.room) {
            cursor.room = Some(self.room);
            news.push(News::Room(self.room_for(self.role(device) == Role::Table)));
        }
        news
    }

    /// Notes that a device is there.
    pub fn hear(&mut self, device: &str, now: Millis) {
        let member = self.members.entry(device.to_owned()).or_default();
        member.heard = now;
        if std::mem::take(&mut member.asleep) {
            self.room += 1;
        }
    }

    /// Ends the sharing: nothing is written from now on, so taps that still come wait on their devices.
    pub fn end(&mut self) {
        self.keep = Box::new(Ended);
    }

    /// Does what is due: tries a full disk again, and notes who has fallen asleep. Once a second is enough.
    pub fn tick(&mut self, now: Millis) {
        if self.synced < self.table.len() && self.keep.retry_writes().is_ok() {
            self.synced = self.table.len();
        }
        for member in self.members.values_mut() {
            if !member.asleep && now.0.saturating_sub(member.heard.0) > ASLEEP {
                member.asleep = true;
                self.room += 1;
            }
        }
    }

    fn room_for(&self, table: bool) -> Room {
        let seats = self.roster.devices.iter().flat_map(|device| {
            let asleep = self.members.get(&device.id).is_some_and(|member| member.asleep);
            let info = move |seat: &Seat| SeatInfo {
                seat: *seat,
                device: device.id.clone(),
                name: device.name.clone(),
                asleep,
            };
            device.seats.iter().map(info)
        });
        let knocks = self.knocks.iter().filter(|knock| table && knock.answer.is_none());
        Room {
            revision: self.room,
            seats: seats.collect(),
            locked: self.secrets.keys().copied().collect(),
            open: self.open.clone(),
            knocks: knocks.map(|knock| (knock.number, knock.name.clone())).collect(),
            invite: (table && !self.address.is_empty())
                .then(|| Invite { address: self.address.clone(), code: self.code.clone() }),
        }
    }

    fn role(&self, device: &str) -> Role {
        self.roster.device(device).map_or(Role::Player, |device| device.role)
    }

    /// True if a device may act for a seat.
    fn has(&self, device: &str, seat: Seat) -> bool {
        self.roster.device(device).is_some_and(|device| device.role == Role::Table || device.seats.contains(&seat))
    }

    fn seats_changed(&mut self) {
        self.room += 1;
        // Without it, devices claim their seats again after a restart.
        drop(self.keep.roster(&self.roster));
    }

    fn claim(&mut self, device: &str, seat: Seat, now: Millis) -> Reply {
        if !self.table.names().is_empty() && seat.index() >= self.table.names().len() {
            return Reply::Refused(Refused::new(Why::Invalid, "unknown seat"));
        }
        if let Some(owner) = self.roster.owner(seat).filter(|owner| *owner != device).map(str::to_owned) {
            let heard = self.members.get(&owner).map(|member| member.heard.0).unwrap_or_default();
            if now.0.saturating_sub(heard) <= ABANDONED {
                let whose = self.name(seat);
                return Reply::Refused(Refused::new(Why::Taken, format!("{whose}’s seat is taken")));
            }
        }
        self.roster.seat(device, seat, true);
        self.seats_changed();
        Reply::Answers(Vec::new())
    }

    fn release(&mut self, device: &str, seat: Seat) -> Reply {
        if !self.has(device, seat) {
            return role_reply("Release");
        }
        self.roster.free(seat);
        self.seats_changed();
        Reply::Answers(Vec::new())
    }

    fn give(&mut self, device: &str, seat: Seat, other: &str) -> Reply {
        if self.role(device) != Role::Table {
            return role_reply("Give");
        }
        if self.roster.device(other).is_none() {
            return Reply::Refused(Refused::new(Why::Invalid, "unknown device"));
        }
        self.roster.seat(other, seat, false);
        self.seats_changed();
        Reply::Answers(Vec::new())
    }

    /// Notes the taps of a line.
    fn index(&mut self, line: u64) {
        let taps = self.table.taps(line).iter();
        let taps: Vec<_> = taps.map(|tap| ((tap.device.clone(), tap.number), line)).collect();
        self.counted.extend(taps);
    }

    /// Writes the lines that the table has and the journal has not.
    fn write(&mut self, from: u64) {
        for line in from + 1..=self.table.len() {
            self.index(line);
            let Some(entry) = self.table.entry(line) else { continue };
            if self.keep.append(&entry).is_ok() {
                self.synced = line;
            }
        }
    }
}

/// Keeps nothing: the journal belongs to another writer again.
struct Ended;

impl Ended {
    const WHY: &str = "the table isn't shared any more";
}

impl Keep for Ended {
    fn append(&mut self, _entry: &str) -> Result<(), String> {
        Err(Self::WHY.to_owned())
    }

    fn retry_writes(&mut self) -> Result<(), String> {
        Err(Self::WHY.to_owned())
    }

    fn roster(&mut self, _roster: &Roster) -> Result<(), String> {
        Err(Self::WHY.to_owned())
    }
}

fn role_reply(what: &str) -> Reply {
    Reply::Refused(Refused::new(Why::Role, format!("{what}: only the table may")))
}
