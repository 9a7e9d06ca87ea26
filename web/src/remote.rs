//! A table of a host that other devices share: taps go to the host, and its lines come back.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use qrcode::{EcLevel, QrCode};
use serde::{Deserialize, Serialize};
use skirmish_screens::{Settings, Store, StoreError};
use skirmish_together::{Deed, Device, Joined, News, Post, Reply, Request, Role, Room};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::{Millis, Seat, Standing, from_json};

use crate::app::Inbox;
use crate::host::Host;

/// Membership at the table of a host.
#[derive(Deserialize)]
pub struct Membership {
    /// What the device must not forget, from an earlier visit.
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
    /// The owner asks for a seat, leaves one, or lets a device in.
    Ask(Request),
    /// The owner takes back a command that waits for the answer of another.
    TakeBack,
}

/// Data that the page shows beside the table.
#[derive(PartialEq, Serialize)]
struct Beside<'a> {
    /// Names of the players, in the order of their seats; empty before a game.
    names: Vec<String>,
    /// Who sits where, and who waits at the door.
    room: &'a Room,
    /// Seats of this device.
    own: Vec<Seat>,
    /// What it may do.
    role: Role,
    /// Labels of the taps that wait for the host.
    waiting: Vec<&'a str>,
    /// The address for phones as a code for cameras.
    code: Option<&'a Code>,
    /// True if a command of this device waits for the answer of another.
    asks: bool,
    /// True if there is a connection.
    connected: bool,
    /// True if a game goes on.
    plays: bool,
}

/// Connection to the host, as a store: what is tapped is kept by the host.
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
    /// The address for phones, and its code.
    code: Option<(String, Code)>,
}

/// A code for cameras.
#[derive(PartialEq, Serialize)]
struct Code {
    /// Width in modules, with the bright edge.
    width: usize,
    /// Outlines of the dark modules, as the path of an SVG.
    path: String,
}

impl Code {
    /// Bright edge that a camera needs, in modules.
    const EDGE: usize = 4;

    /// Returns the code of a text; `None` if it is too long.
    fn new(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let colours = code.to_colors();
        let rows = colours.chunks(code.width()).enumerate();
        let dark = rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, colour)| (x, y, *colour)));
        let dark = dark.filter(|(.., colour)| *colour == qrcode::Color::Dark);
        let path = dark.map(|(x, y, _)| format!("M{} {}h1v1h-1z", x + Self::EDGE, y + Self::EDGE)).collect();
        Some(Self { width: code.width() + 2 * Self::EDGE, path })
    }
}

impl Remote {
    /// Connects to a host that has answered a request to join.
    pub fn new(device: Device, joined: Joined, host: Rc<Host>, inbox: Rc<RefCell<Inbox>>, now: Millis) -> Self {
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
            code: None,
        };
        remote.joined(joined, now);
        remote
    }

    fn joined(&mut self, joined: Joined, now: Millis) {
        if self.device.joined(joined, now) {
            (self.connected, self.posting, self.due) = (true, false, true);
            self.host.listen(self.device.next_line().to_string().as_str());
        }
    }

    fn take(&mut self, message: Message, now: Millis) {
        match message {
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
            Message::Ask(request) => self.asked.push_back(request),
            Message::TakeBack => {
                if let Some(number) = self.device.open() {
                    // It is refused by the host only, if somebody has answered meanwhile.
                    drop(self.device.tap(Deed::TakeBack, Some(number), now));
                }
            }
        }
    }

    fn join(&self) {
        self.host.send("join", &json(&self.device.join(None)));
    }

    /// Sends what is due; one request at a time keeps the order of taps.
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
        let invite = self.device.room().invite.as_ref();
        if let Some(invite) = invite.filter(|invite| self.code.as_ref().is_none_or(|(of, _)| *of != invite.address)) {
            self.code = Code::new(&invite.address).map(|code| (invite.address.clone(), code));
        }
        let beside = Beside {
            names: self.device.table().names(),
            room: self.device.room(),
            own: self.device.seats(),
            role: self.device.role(),
            waiting: self.device.waiting(),
            code: self.code.as_ref().map(|(_, code)| code),
            asks: self.device.open().is_some(),
            connected: self.connected,
            plays: self.device.table().standing() != Standing::NotBegun,
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
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Err(StoreError::Nowhere)
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        self.host.settings(&serde_json::to_string(settings)?);
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.host.save(name, bytes);
        Ok(format!("{name}, among your downloads"))
    }

    fn replace(&mut self, _journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        Err(StoreError::Nowhere)
    }

    fn device(&mut self) -> Option<&mut Device> {
        Some(&mut self.device)
    }

    fn exchange(&mut self, now: Millis) -> bool {
        let messages = std::mem::take(&mut self.inbox.borrow_mut().table);
        let any = !messages.is_empty();
        for message in messages {
            match from_json(message.as_bytes()) {
                Ok(message) => self.take(message, now),
                Err(_) => self.host.hang_up(),
            }
        }
        let tapped = self.device.next_tap() != self.unsent;
        if any || tapped {
            // Taps survive a reload from before they are sent.
            self.host.keep_device(&self.device.saved());
            self.send();
            self.tell();
        }
        any
    }
}
