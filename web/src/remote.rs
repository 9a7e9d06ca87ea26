//! A table of a host that other devices share: taps go to the host, and its lines come back.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use skirmish_screens::{Cue, Settings, Store, StoreError};
use skirmish_together::{AnyTable, Deed, Device, Joined, News, Post, Reply, Request, Role, Room};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::{CorruptEntry, Millis, Seat, Standing, from_json};

use crate::app::Inbox;
use crate::host::Host;
use crate::store::Browser;

/// Membership at the table of a host.
#[derive(Deserialize)]
pub struct Membership {
    /// The device's state from an earlier visit.
    pub saved: Option<String>,
    /// Secret of the device.
    pub key: String,
    /// Name of its owner.
    pub name: String,
    /// Answer of the host to the request to join.
    pub joined: Joined,
}

impl Membership {
    /// Returns the game that the host plays, by id.
    pub fn game(&self) -> Option<&str> {
        match &self.joined {
            Joined::Welcome(welcome) => Some(&welcome.head.game),
            Joined::Waiting | Joined::Refused(_) => None,
        }
    }
}

/// A message of the page about the host.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Message {
    /// The host answered a request to join.
    Joined(Joined),
    /// The host answered a request.
    Reply(Reply),
    /// The host sent news.
    News(News),
    /// The connection broke.
    Cut,
    /// It is time to connect again.
    Again,
    /// The owner takes back a command that waits for the answer of another.
    TakeBack,
    /// The host is away for good: the game goes on in this page.
    Continue,
}

/// Data that the page shows beside the table.
#[derive(PartialEq, Serialize)]
struct Beside<'a> {
    /// Names of the players, in the order of their seats; empty before a game.
    names: Vec<String>,
    /// The players in their seats, and those waiting to join.
    room: &'a Room,
    /// Seats of this device.
    own: Vec<Seat>,
    /// Its permissions.
    role: Role,
    /// Labels of the taps that wait for the host.
    waiting: Vec<&'a str>,
    /// True if a command of this device waits for the answer of another.
    asks: bool,
    /// True if there is a connection.
    connected: bool,
    /// True if a game goes on.
    plays: bool,
    /// Number of events that the device has.
    events: u64,
}

/// Connection to the host, as a store: the host keeps the journal.
pub struct Remote {
    device: Device,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
    /// True while a request is on its way.
    posting: bool,
    connected: bool,
    /// True if taps without an answer have to be sent, maybe again.
    due: bool,
    /// Number of the first tap that was never sent.
    unsent: u64,
    asked: VecDeque<Request>,
    /// The last data sent to the page.
    told: String,
    /// Keeps the settings, and the journal once the game goes on without the host.
    browser: Browser,
    /// True if it does.
    continued: bool,
}

impl Remote {
    /// Connects to a host that has answered a request to join.
    ///
    /// # Errors
    /// The journal can't be written as text.
    pub fn new(
        device: Device,
        joined: Joined,
        host: Rc<Host>,
        inbox: Rc<RefCell<Inbox>>,
        now: Millis,
    ) -> Result<Self, CorruptEntry> {
        let head = device.table().head();
        let browser = Browser {
            host: Rc::clone(&host),
            game: head.game.clone(),
            inbox: Rc::clone(&inbox),
            writer: Writer::begin(head)?.0,
            draft: None,
        };
        let unsent = device.next_tap();
        let mut remote = Self {
            device,
            host,
            inbox,
            posting: false,
            connected: false,
            due: false,
            unsent,
            asked: VecDeque::new(),
            told: String::new(),
            browser,
            continued: false,
        };
        remote.joined(joined, now);
        Ok(remote)
    }

    fn joined(&mut self, joined: Joined, now: Millis) {
        if self.device.joined(joined, now) {
            (self.connected, self.posting, self.due) = (true, false, true);
            self.host.listen(self.device.next_line().to_string().as_str());
        }
    }

    /// Takes a message. Returns true if there may be something new to draw.
    fn take(&mut self, message: Message, now: Millis) -> bool {
        match message {
            Message::News(News::Beat) => {
                // It can't be out of order.
                drop(self.device.heard(News::Beat, now));
                return false;
            }
            Message::Joined(joined) => self.joined(joined, now),
            Message::Reply(reply) => {
                self.posting = false;
                // Another run of the host: it knows nothing of this connection.
                if !self.device.replied(reply, now) {
                    self.join();
                }
            }
            Message::News(news) => {
                self.due |= matches!(news, News::Room(_));
                if self.device.heard(news, now).is_err() {
                    self.host.hang_up();
                }
            }
            Message::Cut => {
                (self.connected, self.posting) = (false, false);
                self.device.lost(now);
            }
            Message::Again => self.join(),
            Message::Continue => self.continued = true,
            Message::TakeBack => {
                if let Some(number) = self.device.open() {
                    // It is refused by the host only, if somebody has answered meanwhile.
                    drop(self.device.tap(Deed::TakeBack, Some(number), now));
                }
            }
        }
        true
    }

    /// Returns the store of the page.
    ///
    /// # Errors
    /// The host keeps the journal.
    fn here(&mut self) -> Result<&mut Browser, StoreError> {
        if self.continued { Ok(&mut self.browser) } else { Err(StoreError::NullStore) }
    }

    fn join(&self) {
        self.host.send("join", &json(&self.device.join(None)));
    }

    /// Sends the next request; one at a time keeps the order of taps.
    fn send(&mut self) {
        if self.posting || !self.connected {
            return;
        }
        let next = self.device.next_tap();
        let asked = self.asked.pop_front().and_then(|request| self.device.ask(request));
        let due = self.due || next != self.unsent;
        let post: Option<Post> = match asked {
            None if due => {
                (self.due, self.unsent) = (false, next);
                self.device.post()
            }
            asked => asked,
        };
        if let Some(post) = post {
            self.posting = true;
            self.host.send("command", &json(&post));
        }
    }

    fn tell(&mut self) {
        let beside = Beside {
            names: self.device.table().names(),
            room: self.device.room(),
            own: self.device.seats(),
            role: self.device.role(),
            waiting: self.device.waiting(),
            asks: self.device.open().is_some(),
            connected: self.connected,
            plays: self.device.table().standing() != Standing::NotBegun,
            events: self.device.table().len(),
        };
        let told = json(&beside);
        if told != self.told {
            self.host.beside(&told);
            self.told = told;
        }
    }
}

/// Serialises a message. This can't fail: keys are names, numbers are finite.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Store for Remote {
    fn append(&mut self, entry: &str) -> Result<(), StoreError> {
        self.here()?.append(entry)
    }

    fn retry_writes(&mut self) -> Result<(), StoreError> {
        self.here()?.retry_writes()
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        self.here().map_or(Ok(()), |browser| browser.keep_draft(draft))
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        self.browser.settings(settings)
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.browser.save(name, bytes)
    }

    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError> {
        self.here()?.replace(journal, writer)
    }

    fn pick(&mut self) -> bool {
        self.here().is_ok_and(Store::pick)
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.here().ok()?.picked()
    }

    fn paste(&mut self) -> bool {
        self.here().is_ok_and(Store::paste)
    }

    fn has_cues(&self) -> bool {
        self.browser.has_cues()
    }

    fn cue(&mut self, cue: Cue) {
        self.browser.cue(cue);
    }

    fn device(&mut self) -> Option<&mut Device> {
        (!self.continued).then_some(&mut self.device)
    }

    fn host(&mut self, table: Box<dyn AnyTable>, journal: &str, writer: Writer) -> Result<(), StoreError> {
        self.here()?.host(table, journal, writer)
    }

    fn ask(&mut self, request: Request) {
        self.asked.push_back(request);
    }

    fn exchange(&mut self, now: Millis) -> bool {
        let messages = std::mem::take(&mut self.inbox.borrow_mut().table);
        let mut any = false;
        for message in messages {
            match from_json(message.as_bytes()) {
                Ok(message) => any |= self.take(message, now),
                Err(_) => self.host.hang_up(),
            }
        }
        if self.continued {
            return any;
        }
        let tapped = self.device.next_tap() != self.unsent;
        if any || tapped || !self.asked.is_empty() {
            // Taps survive a reload from before they are sent.
            self.host.keep_device(&self.device.saved());
            self.send();
            self.tell();
        }
        any
    }
}
