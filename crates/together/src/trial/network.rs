//! A network of one host and several devices in one thread, which loses, delays and doubles messages by chance.

use std::collections::{BTreeSet, VecDeque};
use std::ops::AddAssign;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::{Millis, Seat};

use super::{Dice, games, once_each, replayed, table};
use crate::{
    Cursor, Deed, Device, Host, Joined, Keep, Limits, News, Notice, Post, Refused, Reply, Request, Room, Roster, Tokens,
};

/// How bad a network is.
#[derive(Clone, Copy)]
pub(super) struct Weather {
    /// One of so many messages is lost; 0 for none.
    loses: u64,
    /// One of so many requests comes twice.
    doubles: u64,
    /// One of so many messages is late.
    delays: u64,
    /// One of so many steps cuts a connection.
    cuts: u64,
}

impl Weather {
    pub(super) const FINE: Self = Self { loses: 0, doubles: 0, delays: 0, cuts: 0 };
    pub(super) const BAD: Self = Self { loses: 8, doubles: 6, delays: 4, cuts: 60 };
}

/// What happened to taps.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) sent: u64,
    pub(super) counted: u64,
    pub(super) refused: u64,
    pub(super) lost: u64,
    pub(super) posts: u64,
    pub(super) repeated: u64,
    pub(super) cuts: u64,
    pub(super) kills: u64,
    pub(super) lines: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.sent += other.sent;
        self.counted += other.counted;
        self.refused += other.refused;
        self.lost += other.lost;
        self.posts += other.posts;
        self.repeated += other.repeated;
        self.cuts += other.cuts;
        self.kills += other.kills;
        self.lines += other.lines;
    }
}

/// What is on the disk of the host.
#[derive(Default)]
struct Disk {
    lines: Vec<String>,
    /// Lines that could not be written.
    missing: Vec<String>,
    roster: Option<Roster>,
    full: bool,
}

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Disk>>);

impl Keep for Memory {
    fn append(&mut self, entry: &str) -> Result<(), String> {
        self.0.lock().expect("one thread").missing.push(entry.to_owned());
        self.retry_writes()
    }

    fn retry_writes(&mut self) -> Result<(), String> {
        let mut disk = self.0.lock().expect("one thread");
        if disk.full {
            return Err("no space left".to_owned());
        }
        let missing = std::mem::take(&mut disk.missing);
        disk.lines.extend(missing);
        Ok(())
    }

    fn roster(&mut self, roster: &Roster) -> Result<(), String> {
        self.0.lock().expect("one thread").roster = Some(roster.clone());
        Ok(())
    }
}

/// The line between a device and the host.
#[derive(Default)]
struct Link {
    /// Requests under way, which may overtake each other.
    up: Vec<Post>,
    /// Replies under way.
    down: Vec<Reply>,
    /// News under way, in order.
    news: VecDeque<News>,
    /// Place in the news; `None` without a stream.
    cursor: Option<Cursor>,
    asleep: bool,
}

pub(super) struct Network {
    game: &'static str,
    host: Host,
    disk: Memory,
    pub(super) devices: Vec<Device>,
    links: Vec<Link>,
    pub(super) dice: Dice,
    weather: Weather,
    now: u64,
    /// Number of the run of the host.
    run: u64,
    sent: Vec<BTreeSet<u64>>,
    /// All messages to the owners.
    pub(super) words: Vec<Vec<Notice>>,
    tally: Tally,
}

fn key(who: usize) -> String {
    format!("{who:032}")
}

impl Network {
    /// Connects a table and phones with a seat each.
    pub(super) fn new(game: &'static str, devices: usize, seed: u64, weather: Weather) -> Self {
        let tokens = Tokens { table: "t".repeat(22), players: "p".repeat(22) };
        let disk = Memory::default();
        let keep = Box::new(disk.clone());
        let host = Host::new(table(game), keep, Roster::new(tokens.clone()), "run-0".to_owned(), Limits::default());
        let device = |who: usize| {
            let token = if who == 0 { &tokens.table } else { &tokens.players };
            Device::new(table(game), key(who), format!("Phone {who}"), Some(token.clone()))
        };
        let mut network = Self {
            game,
            host,
            disk,
            devices: (0..devices).map(device).collect(),
            links: (0..devices).map(|_| Link::default()).collect(),
            dice: Dice::new(seed),
            weather,
            now: 1_763_757_600_000,
            run: 0,
            sent: vec![BTreeSet::new(); devices],
            words: vec![Vec::new(); devices],
            tally: Tally::default(),
        };
        for who in 0..devices {
            network.connect(who);
        }
        network
    }

    pub(super) fn begin(&mut self, command: Value) {
        self.tap(0, command).expect("a game begins");
        self.settle();
        for who in 1..self.devices.len() {
            let seat = Seat::at(who - 1).expect("a seat");
            if self.host.table().names().len() > seat.index() {
                self.request(who, Request::Claim(seat));
            }
        }
        self.settle();
        // These are not part of the trial.
        self.sent.iter_mut().for_each(BTreeSet::clear);
        self.words.iter_mut().for_each(Vec::clear);
        self.tally = Tally::default();
    }

    /// Sends a request about seats, at once.
    pub(super) fn request(&mut self, who: usize, request: Request) -> Reply {
        let post = self.devices[who].ask(request).expect("it has joined");
        let id = self.host.device(&key(who)).expect("it has joined");
        self.host.receive(&id, post, Millis(self.now))
    }

    fn connect(&mut self, who: usize) {
        let joined = self.host.join(&self.devices[who].join(None), Millis(self.now));
        assert!(matches!(joined, Joined::Welcome(_)), "{joined:?}");
        if self.devices[who].joined(joined, Millis(self.now)) {
            self.links[who].news.clear();
            self.links[who].cursor = Some(Cursor::from(self.devices[who].next_line()));
        }
    }

    fn cut(&mut self, who: usize) {
        self.tally.cuts += 1;
        self.links[who].cursor = None;
        self.links[who].news.clear();
        self.devices[who].lost(Millis(self.now));
    }

    pub(super) fn sleep(&mut self, who: usize) {
        self.cut(who);
        self.links[who].asleep = true;
        self.pass(20_000);
    }

    pub(super) fn wake(&mut self, who: usize) {
        self.links[who].asleep = false;
    }

    pub(super) fn pass(&mut self, time: u64) {
        self.now += time;
    }

    pub(super) fn fill_disk(&mut self, full: bool) {
        self.disk.0.lock().expect("one thread").full = full;
    }

    pub(super) fn longest_device(&self) -> u64 {
        self.devices.iter().map(|device| device.table().len()).max().unwrap_or_default()
    }

    pub(super) fn room_of(&self, who: usize) -> &Room {
        self.devices[who].room()
    }

    /// Kills the host: what is not on disk is gone.
    pub(super) fn kill_host(&mut self) {
        self.tally.kills += 1;
        self.run += 1;
        let (lines, roster) = {
            let mut disk = self.disk.0.lock().expect("one thread");
            disk.missing.clear();
            (disk.lines.clone(), disk.roster.clone().expect("devices have joined"))
        };
        let mut table = table(self.game);
        for line in lines {
            table.push(&serde_json::from_str(&line).expect("JSON")).expect("it follows");
        }
        let run = format!("run-{}", self.run);
        self.host = Host::new(table, Box::new(self.disk.clone()), roster, run, Limits::default());
        for who in 0..self.devices.len() {
            self.cut(who);
        }
    }

    /// Restarts the page of a device: only what it has saved is left. Returns that.
    pub(super) fn restart_device(&mut self, who: usize) -> String {
        let saved = self.devices[who].saved();
        let mut fresh = table(self.game);
        let old = self.devices[who].table();
        for line in 1..=old.len() {
            let entry = serde_json::from_str(&old.entry(line).expect("a line")).expect("JSON");
            fresh.push(&entry).expect("it follows");
        }
        self.devices[who] = Device::restore(fresh, &saved).expect("it was saved");
        self.devices[who].lost(Millis(self.now));
        saved
    }

    /// Taps a command on a device.
    pub(super) fn tap(&mut self, who: usize, command: Value) -> Result<u64, Refused> {
        self.deed(who, Deed::Command(command), None)
    }

    pub(super) fn deed(&mut self, who: usize, deed: Deed, answers: Option<u32>) -> Result<u64, Refused> {
        let number = self.devices[who].tap(deed, answers, Millis(self.now))?;
        self.sent[who].insert(number);
        Ok(number)
    }

    /// Taps anything on a device; returns true if the device took it.
    pub(super) fn tap_at_random(&mut self, who: usize) -> bool {
        let (deed, answers) = games::tap(&mut self.devices[who], who, &mut self.dice);
        self.deed(who, deed, answers).is_ok()
    }

    fn unlucky(&mut self, one_in: u64) -> bool {
        one_in > 0 && self.dice.one_in(one_in)
    }

    /// Does one thing anywhere in the network.
    pub(super) fn step(&mut self) {
        self.now += 25 + self.dice.below(50);
        let now = Millis(self.now);
        if self.dice.one_in(20) {
            self.host.tick(now);
        }
        let who = usize::try_from(self.dice.below(self.devices.len() as u64)).expect("small");
        if self.links[who].asleep {
            return;
        }
        if self.links[who].cursor.is_none() {
            if self.dice.one_in(3) {
                self.connect(who);
            }
            return;
        }
        if self.unlucky(self.weather.cuts) {
            self.cut(who);
            return;
        }
        match self.dice.below(4) {
            0 => self.send(who),
            1 => self.arrive(who),
            2 => self.reply(who),
            _ => self.read(who),
        }
        let words = self.devices[who].notices();
        self.words[who].extend(words);
    }

    /// A device sends its taps.
    fn send(&mut self, who: usize) {
        // A device waits for replies before it sends more.
        if self.links[who].up.len() + self.links[who].down.len() > 2 {
            return;
        }
        let Some(post) = self.devices[who].post() else { return };
        self.tally.posts += 1;
        if self.unlucky(self.weather.loses) {
            return;
        }
        if self.unlucky(self.weather.doubles) {
            self.tally.repeated += 1;
            self.links[who].up.push(post.clone());
        }
        self.links[who].up.push(post);
    }

    /// A request arrives at the host, not always the first one.
    fn arrive(&mut self, who: usize) {
        let late = self.unlucky(self.weather.delays);
        let under_way = self.links[who].up.len() as u64;
        if under_way == 0 {
            return;
        }
        let at = if late { usize::try_from(self.dice.below(under_way)).expect("small") } else { 0 };
        self.tally.repeated += u64::from(at > 0);
        let post = self.links[who].up.remove(at);
        let id = self.host.device(&key(who)).expect("it has joined");
        let reply = self.host.receive(&id, post, Millis(self.now));
        if !self.unlucky(self.weather.loses) {
            self.links[who].down.push(reply);
        }
    }

    /// A reply arrives at a device.
    fn reply(&mut self, who: usize) {
        if self.links[who].down.is_empty() {
            return;
        }
        let reply = self.links[who].down.remove(0);
        if self.unlucky(self.weather.delays) {
            self.links[who].down.push(reply);
            return;
        }
        if !self.devices[who].replied(reply, Millis(self.now)) {
            self.cut(who);
        }
    }

    /// News are sent, or arrive at a device.
    fn read(&mut self, who: usize) {
        if let Some(news) = self.links[who].news.pop_front() {
            if self.devices[who].heard(news, Millis(self.now)).is_err() {
                panic!("news of one stream are in order");
            }
            return;
        }
        let id = self.host.device(&key(who)).expect("it has joined");
        let link = &mut self.links[who];
        if let Some(cursor) = &mut link.cursor {
            link.news.extend(self.host.news(&id, cursor));
            if link.news.is_empty() {
                link.news.push_back(News::Beat);
            }
        }
    }

    /// Lets everything arrive, until nobody waits.
    pub(super) fn settle(&mut self) {
        let weather = std::mem::replace(&mut self.weather, Weather::FINE);
        for round in 0.. {
            assert!(round < 400_000, "somebody waits for ever: {:?}", self.waiting());
            self.step();
            if round % 200 != 199 {
                continue;
            }
            // The table answers for everybody who is still asked.
            if let Some(open) = self.host.room().open
                && self.devices[0].waiting().is_empty()
                && self.devices[0].room().open.as_ref() == Some(&open)
            {
                let answered = games::answer(&open.command, open.asked);
                self.deed(0, Deed::Command(answered), Some(open.number)).expect("the table answers");
            }
            let len = self.host.table().len();
            let quiet = self.links.iter().all(|link| {
                link.up.is_empty() && link.down.is_empty() && link.news.iter().all(|news| *news == News::Beat)
            });
            let equal = self.devices.iter().zip(&self.links).all(|(device, link)| {
                link.asleep || (device.waiting().is_empty() && device.table().len() == len && link.cursor.is_some())
            });
            if quiet && equal && self.host.room().open.is_none() {
                self.weather = weather;
                return;
            }
        }
    }

    /// Lets everything arrive, until the taps that can be answered are.
    pub(super) fn settle_taps(&mut self) {
        (0..400).for_each(|_| self.step());
    }

    /// Lets only the taps of one device arrive.
    pub(super) fn settle_taps_of(&mut self, who: usize) {
        self.send(who);
        self.arrive(who);
        self.reply(who);
    }

    fn waiting(&self) -> Vec<(usize, Vec<&str>)> {
        let waiting = self.devices.iter().map(Device::waiting).enumerate();
        waiting.filter(|(_, waiting)| !waiting.is_empty()).collect()
    }

    /// Checks that every tap is accounted for, that all are equal, and that the journal is right.
    pub(super) fn check(&mut self) -> Tally {
        let head = self.host.table().head();
        let (mut writer, mut journal) = Writer::begin(head).expect("it can be written");
        let disk = self.disk.0.lock().expect("one thread");
        for line in &disk.lines {
            journal.push_str(&writer.line(line));
        }
        assert_eq!(self.host.table().journal().expect("it can be written"), journal);
        assert_eq!(replayed(self.game, &journal), self.host.table().state());
        for device in &mut self.devices {
            assert_eq!(device.journal().expect("it can be written"), journal);
            assert_eq!(device.table().state(), self.host.table().state());
            let shown = device.view().state();
            assert_eq!(shown, self.host.table().state());
        }
        let counted = once_each(self.host.table());
        assert!(counted.values().all(|times| *times == 1), "a tap counts twice");
        let mut tally = std::mem::take(&mut self.tally);
        tally.lines = disk.lines.len() as u64;
        for (who, sent) in self.sent.iter().enumerate() {
            let id = self.host.device(&key(who)).expect("it has joined");
            let on_record = sent.iter().filter(|number| counted.contains_key(&(id.clone(), **number))).count() as u64;
            let told = self.words[who].iter().filter(|notice| {
                matches!(
                    notice,
                    Notice::Refused { .. }
                        | Notice::Late { .. }
                        | Notice::Elsewhere { .. }
                        | Notice::UndoBlocked { .. }
                )
            });
            let refused = told.count() as u64;
            let sent = sent.len() as u64;
            tally.sent += sent;
            tally.counted += on_record;
            tally.refused += refused;
            assert!(on_record + refused <= sent, "device {who}: {on_record} and {refused} of {sent}");
            tally.lost += sent - on_record - refused;
        }
        tally
    }

    /// Returns all that the host would say to a device that has just come, as text.
    pub(super) fn everything_said(&self) -> String {
        let mut cursor = Cursor::from(1);
        let id = self.host.device(&key(1)).expect("it has joined");
        json!(self.host.news(&id, &mut cursor)).to_string()
    }

    pub(super) fn host(&mut self) -> &mut Host {
        &mut self.host
    }

    pub(super) fn now(&self) -> Millis {
        Millis(self.now)
    }
}
