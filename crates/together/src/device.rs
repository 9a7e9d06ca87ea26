//! A device at a table of another: it has the whole journal, and its own taps until they are answered.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skirmish_tracker::table::share::Weight;
use skirmish_tracker::table::{CorruptEntry, Millis, Seat, Tap};

use crate::any::AnyTable;
use crate::host::Role;
use crate::message::{
    Act, Answer, Deed, Join, JoinRefusal, Joined, News, Outcome, Post, Question, Refused, Reply, Request, Room,
    Version, Why,
};
use crate::notice::Notice;

/// Silence after which the host counts as away; it is heard of every few seconds.
const AWAY: u64 = 10_000;
/// Time within which the same tap on two devices may be a mistake.
const TWICE: u64 = 2_000;
/// Taps in one request.
const BATCH: usize = 64;

/// A device that shares the table of a host. It sends and receives nothing itself.
pub struct Device {
    /// All lines that the host has sent.
    table: Box<dyn AnyTable>,
    /// The same with the taps that wait; made when it is needed.
    view: Option<Box<dyn AnyTable>>,
    saved: Saved,
    run: Option<String>,
    room: Room,
    notices: Vec<Notice>,
    heard: Millis,
    gone: Option<Gone>,
}

/// What a device must not forget.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    key: String,
    name: String,
    token: Option<String>,
    id: Option<String>,
    role: Role,
    /// Number of the next tap.
    next: u64,
    waiting: Vec<Waiting>,
}

/// A tap without an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Waiting {
    act: Act,
    /// A short label: "Orm −3".
    label: String,
    /// True if it may have reached the host.
    sent: bool,
    /// Line on which it counted, until that line arrives.
    #[serde(default)]
    counted: Option<u64>,
}

/// A time without a connection.
struct Gone {
    since: Millis,
    events: u64,
    waiting: BTreeSet<u64>,
    counted: usize,
}

impl Device {
    /// Creates a device with an empty table of the game that the host plays. The key is a secret of 128 bits, as text.
    pub fn new(table: Box<dyn AnyTable>, key: String, name: String, token: Option<String>) -> Self {
        let saved = Saved { key, name, token, id: None, role: Role::Player, next: 1, waiting: Vec::new() };
        Self::with(table, saved)
    }

    /// Restores a device as it was saved, with the table that it had.
    ///
    /// # Errors
    /// It is not the text of [`Device::saved`].
    pub fn restore(table: Box<dyn AnyTable>, saved: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(saved).map(|saved| Self::with(table, saved))
    }

    fn with(table: Box<dyn AnyTable>, saved: Saved) -> Self {
        let (room, heard) = (Room::default(), Millis::default());
        Self { table, view: None, saved, run: None, room, notices: Vec::new(), heard, gone: None }
    }

    /// Returns what must be kept with the journal, as JSON; it changes with every tap and answer.
    pub fn saved(&self) -> String {
        // Keys are names and numbers are whole: nothing can fail.
        serde_json::to_string(&self.saved).unwrap_or_default()
    }

    /// Returns the request to join, or to join again.
    pub fn join(&self, code: Option<String>) -> Join {
        let Saved { key, name, token, .. } = self.saved.clone();
        Join { version: Version::current(), key, name, code: code.filter(|_| token.is_none()), token }
    }

    /// Takes the answer to a [`Device::join`]. Returns true if the device has joined.
    pub fn joined(&mut self, joined: Joined, now: Millis) -> bool {
        match joined {
            Joined::Welcome(welcome) => {
                if *self.table.head() != welcome.head {
                    self.is_old(&welcome.version);
                    return false;
                }
                self.heard = now;
                self.saved.id = Some(welcome.device);
                self.saved.role = welcome.role;
                self.saved.token = Some(welcome.token);
                self.run = Some(welcome.run);
                true
            }
            Joined::Waiting => false,
            Joined::Refused(refusal) => {
                if let JoinRefusal::OldPage(version) = refusal {
                    self.is_old(&version);
                }
                false
            }
        }
    }

    fn is_old(&mut self, table: &Version) {
        let (table, page) = (table.program.clone(), Version::current().program);
        self.notices.push(Notice::OldPage { table, page, waiting: self.saved.waiting.len() });
    }

    /// Returns the table as the host has confirmed it.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// Returns the table with the taps of this device that wait.
    pub fn view(&mut self) -> &dyn AnyTable {
        &**self.optimistic()
    }

    fn optimistic(&mut self) -> &mut Box<dyn AnyTable> {
        let (table, waiting) = (&self.table, &self.saved.waiting);
        let (only, others) = (self.only(), self.others());
        self.view.get_or_insert_with(|| {
            let mut view = table.fork();
            let still = waiting.iter().filter(|tap| tap.counted.is_none_or(|line| line > table.len()));
            for tap in still {
                // What does not fit any more is refused by the host, which says why.
                drop(perform(view.as_mut(), &tap.act, &only, &others, Millis::default()));
            }
            view
        })
    }

    /// Returns the device whose taps this one may take back; `None` at the table, which may take back all.
    fn only(&self) -> Option<String> {
        (self.saved.role == Role::Player).then(|| self.saved.id.clone().unwrap_or_default())
    }

    /// Returns the seats on other devices.
    fn others(&self) -> Vec<Seat> {
        let others = self.room.seats.iter().filter(|seat| Some(&seat.device) != self.saved.id.as_ref());
        others.map(|seat| seat.seat).collect()
    }

    /// Returns the id under which the host knows it; empty before it has joined.
    pub fn id(&self) -> &str {
        self.saved.id.as_deref().unwrap_or_default()
    }

    /// Sets the number of the next tap.
    pub(crate) fn count_from(&mut self, next: u64) {
        self.saved.next = next;
    }

    /// Returns what this device may do.
    pub fn role(&self) -> Role {
        self.saved.role
    }

    /// Returns the token of the table, which every device that has joined knows.
    pub fn token(&self) -> Option<&str> {
        self.saved.token.as_deref()
    }

    /// Returns the number of the next tap.
    pub fn next_tap(&self) -> u64 {
        self.saved.next
    }

    /// Returns the table beside its journal.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Returns the seats of this device.
    pub fn seats(&self) -> Vec<Seat> {
        let mine = self.room.seats.iter().filter(|seat| Some(&seat.device) == self.saved.id.as_ref());
        mine.map(|seat| seat.seat).collect()
    }

    /// Returns the number of taps without an answer, and labels of them.
    pub fn waiting(&self) -> Vec<&str> {
        self.saved.waiting.iter().map(|tap| tap.label.as_str()).collect()
    }

    /// Returns the number of the command of this device that waits for its first answer; it can be taken back.
    pub fn open(&self) -> Option<u32> {
        let open = self.room.open.as_ref()?;
        let is_mine = |tap: &Tap| Some(&tap.device) == self.saved.id.as_ref();
        matches!(open.taps.as_slice(), [tap] if is_mine(tap)).then_some(open.number)
    }

    /// Returns the messages for the owner, and forgets them.
    pub fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Taps: draws it at once, and keeps it until the host has answered. Returns its number.
    ///
    /// # Errors
    /// The reasons against it; without a connection, only what always counts may wait.
    pub fn tap(&mut self, deed: Deed, answers: Option<u32>, now: Millis) -> Result<u64, Refused> {
        let mut question = answers.map(Question::Open);
        if let Deed::Command(command) | Deed::Ask(command) | Deed::Overrule(command) = &deed
            && question.is_none()
        {
            let share = self.optimistic().judge(command)?.share;
            if share.weight != Weight::Counts {
                if self.is_away(now) {
                    return Err(Refused::new(Why::Late, "decisions wait for the table"));
                }
                let line = self.optimistic().question(share);
                question = Some(self.own(line).unwrap_or(Question::Line(line)));
            }
        }
        if let Deed::Undo(line) = deed {
            question = self.own(line);
        }
        let act = Act { number: self.saved.next, base: self.table.len(), question, deed };
        let (only, others) = (self.only(), self.others());
        let label = perform(self.optimistic().as_mut(), &act, &only, &others, now)?;
        self.saved.next += 1;
        self.saved.waiting.push(Waiting { act, label, sent: false, counted: None });
        Ok(self.saved.next - 1)
    }

    /// Returns the tap that has drawn a line which the host has not sent.
    fn own(&mut self, line: u64) -> Option<Question> {
        let drawn = line > self.table.len();
        let tap = self.optimistic().taps(line).last().filter(|_| drawn);
        tap.map(|tap| Question::Mine(tap.number))
    }

    /// Drops a tap that has not been sent yet. Returns true if it was there.
    pub fn remove(&mut self, number: u64) -> bool {
        let before = self.saved.waiting.len();
        self.saved.waiting.retain(|tap| tap.act.number != number || tap.sent);
        self.view = None;
        self.saved.waiting.len() < before
    }

    /// Returns the next request: all taps without an answer, oldest first. It may be sent as often as needed.
    pub fn post(&mut self) -> Option<Post> {
        let run = self.run.clone()?;
        let waiting = self.saved.waiting.iter_mut().filter(|tap| tap.counted.is_none()).take(BATCH);
        let acts: Vec<Act> = waiting
            .map(|tap| {
                tap.sent = true;
                tap.act.clone()
            })
            .collect();
        (!acts.is_empty()).then_some(Post { run, request: Request::Acts(acts) })
    }

    /// Returns a request about seats.
    pub fn ask(&self, request: Request) -> Option<Post> {
        Some(Post { run: self.run.clone()?, request })
    }

    /// Takes the reply to a request. Returns false if the device has to join again.
    pub fn replied(&mut self, reply: Reply, now: Millis) -> bool {
        self.heard = now;
        match reply {
            Reply::Answers(answers) => answers.into_iter().for_each(|answer| self.answered(answer)),
            Reply::Refused(refused) => {
                let notice = match refused.why {
                    Why::Taken => Notice::Taken { which: refused.reasons.concat() },
                    _ => self.refusal("the seat".to_owned(), refused),
                };
                self.notices.push(notice);
            }
            Reply::OtherRun => {
                self.run = None;
                return false;
            }
            Reply::TooFast => {}
        }
        true
    }

    fn answered(&mut self, answer: Answer) {
        let Some(at) = self.saved.waiting.iter().position(|tap| tap.act.number == answer.number) else { return };
        match answer.outcome {
            Outcome::Held => {}
            Outcome::Counted(line) => {
                self.saved.waiting[at].counted = Some(line);
                self.count(answer.number);
                self.drop_counted();
            }
            Outcome::Replaced => {
                self.saved.waiting.remove(at);
                self.view = None;
            }
            Outcome::Refused(refused) => {
                let tap = self.saved.waiting.remove(at);
                self.view = None;
                let notice = self.refusal(tap.label, refused);
                self.notices.push(notice);
            }
        }
        self.is_back();
    }

    fn refusal(&self, what: String, refused: Refused) -> Notice {
        let line = refused.line.unwrap_or_default();
        match refused.why {
            Why::Late => {
                let (who, with) = self.tapped(line);
                Notice::Late { what, who, with }
            }
            Why::Elsewhere => {
                let (who, with) = self.tapped(line);
                let at_table = self.table.taps(line).last().is_none_or(|tap| tap.seat.is_none());
                let place = if at_table { "at the table".to_owned() } else { format!("by {who}") };
                Notice::Elsewhere { place, with: if with.is_empty() { what } else { with } }
            }
            Why::UndoBlocked => Notice::UndoBlocked { since: self.table.label() },
            _ => {
                let Refused { reasons, possible, may_overrule, .. } = refused;
                Notice::Refused { what, reasons, possible, may_overrule }
            }
        }
    }

    /// Returns who tapped a line, and its label if it is the last in force.
    fn tapped(&self, line: u64) -> (String, String) {
        let seat = self.table.taps(line).last().and_then(|tap| tap.seat);
        let who = seat.and_then(|seat| self.table.names().get(seat.index()).cloned());
        let is_last = self.table.last().is_some_and(|(last, _)| last == line);
        (who.unwrap_or_default(), if is_last { self.table.label() } else { String::new() })
    }

    /// Returns the line from which the device needs news.
    pub fn next_line(&self) -> u64 {
        self.table.len() + 1
    }

    /// Takes news. Lines that it has already are skipped.
    ///
    /// # Errors
    /// A line does not follow: the device has to read the journal from the start.
    pub fn heard(&mut self, news: News, now: Millis) -> Result<(), CorruptEntry> {
        self.heard = now;
        match news {
            News::Beat => {}
            News::Lines { from, entries } => {
                let missing = self.next_line().checked_sub(from);
                let missing = missing.ok_or_else(|| CorruptEntry::new(format!("line {from} came too early")))?;
                for entry in entries.iter().skip(usize::try_from(missing).unwrap_or(usize::MAX)) {
                    self.table.push(entry)?;
                    let drawn = self.view.take().filter(|_| self.saved.waiting.is_empty());
                    self.view = drawn.and_then(|mut view| view.push(entry).is_ok().then_some(view));
                    self.take_line(now);
                }
                self.drop_counted();
            }
            News::Room(room) => {
                let had = self.seats();
                self.room = room;
                // Whose answers a tap waits for may have changed.
                self.view = None;
                if let Some(seat) = had.first().filter(|_| self.seats().is_empty()) {
                    let free = self.room.seats.iter().all(|other| other.seat != *seat);
                    let who = self.table.names().get(seat.index()).cloned().filter(|_| free);
                    self.notices.push(Notice::Released { who });
                }
            }
        }
        self.is_back();
        Ok(())
    }

    /// Looks for own taps in the last line.
    fn take_line(&mut self, now: Millis) {
        let line = self.table.len();
        let Some(id) = self.saved.id.clone() else { return };
        let is_mine = |tap: &&Tap| tap.device == id;
        let mine: Vec<u64> = self.table.taps(line).iter().filter(is_mine).map(|tap| tap.number).collect();
        for number in &mine {
            if let Some(tap) = self.saved.waiting.iter_mut().find(|tap| tap.act.number == *number) {
                tap.counted = Some(line);
            }
            self.count(*number);
        }
        if mine.is_empty() {
            self.tapped_twice(line, now);
        }
    }

    /// Warns when another device has tapped the same at the same moment.
    fn tapped_twice(&mut self, line: u64, now: Millis) {
        let Some(before) = line.checked_sub(1).filter(|before| *before > 0) else { return };
        let mine = self.table.taps(before).iter().any(|tap| Some(&tap.device) == self.saved.id.as_ref());
        let soon = self.table.time(line).zip(self.table.time(before)).is_some_and(|(a, b)| a.0.abs_diff(b.0) < TWICE);
        let recent = self.table.time(line).is_some_and(|time| now.0.saturating_sub(time.0) < AWAY);
        let command = |line: u64| {
            let entry: serde_json::Value = serde_json::from_str(&self.table.entry(line)?).ok()?;
            entry.get("command").cloned()
        };
        if mine && soon && recent && command(line).is_some() && command(line) == command(before) {
            let who = self.tapped(line).0;
            let who = if who.is_empty() { "The table".to_owned() } else { who };
            self.notices.push(Notice::Twice { who, with: self.table.label() });
        }
    }

    fn count(&mut self, number: u64) {
        if let Some(gone) = &mut self.gone
            && gone.waiting.remove(&number)
        {
            gone.counted += 1;
        }
    }

    /// Forgets taps whose lines have arrived.
    fn drop_counted(&mut self) {
        let has = self.table.len();
        self.saved.waiting.retain(|tap| tap.counted.is_none_or(|line| line > has));
    }

    /// The connection broke.
    pub fn lost(&mut self, now: Millis) {
        if self.gone.is_none() {
            let waiting = self.saved.waiting.iter().map(|tap| tap.act.number).collect();
            self.gone = Some(Gone { since: now, events: self.table.len(), waiting, counted: 0 });
            self.notices.push(Notice::Offline);
        }
    }

    /// Says what happened meanwhile, once all taps that waited are answered.
    fn is_back(&mut self) {
        let waits = |gone: &mut Gone| self.saved.waiting.iter().all(|tap| !gone.waiting.contains(&tap.act.number));
        if self.run.is_none() || self.room.revision == 0 {
            return;
        }
        if let Some(gone) = self.gone.take_if(waits) {
            let happened = (self.table.len() - gone.events).saturating_sub(gone.counted as u64);
            let minutes = self.heard.0.saturating_sub(gone.since.0).div_ceil(60_000);
            let waiting = gone.counted + gone.waiting.len();
            self.notices.push(Notice::Back { counted: gone.counted, waiting, happened, minutes });
        }
    }

    /// True if the host has not been heard of for a while; the game can then go on here.
    fn is_away(&self, now: Millis) -> bool {
        now.0.saturating_sub(self.heard.0) > AWAY
    }

    /// Returns the whole journal, to go on with here.
    ///
    /// # Errors
    /// [`CorruptEntry`] if it can't be written.
    pub fn journal(&self) -> Result<String, CorruptEntry> {
        self.table.journal()
    }
}

/// Draws a tap; returns its label. A command that waits for the answer of another device is not drawn before.
fn perform(
    view: &mut dyn AnyTable,
    act: &Act,
    only: &Option<String>,
    others: &[Seat],
    now: Millis,
) -> Result<String, Refused> {
    let tap = vec![Tap { device: only.clone().unwrap_or_default(), number: act.number, seat: None }];
    match &act.deed {
        Deed::Command(command) | Deed::Ask(command) => {
            let verdict = view.judge(command)?;
            let asks = only.is_some() || matches!(act.deed, Deed::Ask(_));
            let waits = asks && verdict.asked.is_some_and(|asked| others.contains(&asked));
            if verdict.complete && !waits {
                view.act(command, false, tap, now)?;
                return Ok(view.label());
            }
            Ok(if waits { "your command" } else { "your answer" }.to_owned())
        }
        Deed::Overrule(command) => {
            view.act(command, true, tap, now)?;
            Ok(view.label())
        }
        Deed::Undo(line) => {
            let last = view.last().map(|(last, _)| last);
            let label = view.label();
            if act.question.is_none() && last != Some(*line) {
                return Err(Refused::new(Why::UndoBlocked, "something has happened since"));
            }
            view.undo(only.as_deref(), tap, now);
            Ok(format!("Undo {label}"))
        }
        Deed::Redo => {
            view.redo(tap, now);
            Ok("Redo".to_owned())
        }
        Deed::Secret { seat, choice } => {
            view.check_secret(*seat, choice)?;
            Ok("your cards".to_owned())
        }
        Deed::Unlock(_) => Ok("your cards back".to_owned()),
        Deed::TakeBack => Ok("Take it back".to_owned()),
    }
}
