//! A table that a host shares with other devices: taps go to the host, and its lines come back.

use skirmish_together::{AnyTable, Deed, Device, Notice, Role, Room, SharedTable};

use super::{Frame, GameView, Screen, view as view_of};
use crate::clock::Times;
use crate::session::{DraftView as _, PanelState, Screens, Session as _};
use crate::shared::answer::AnswerSheet;
use crate::shared::end::EndScreen;
use crate::shared::seats::SeatsSheet;
use crate::shared::sheet::{Open, Sheet};
use crate::store::{Cue, StoreError};
use crate::table::{Millis, Seat, Standing, Table, from_value, journal};
use crate::view;

/// Time between the last secret choice and the moment in which all see all of them, in milliseconds: three, two, one.
const COUNT: u64 = 3_000;

/// A table that a host shares, as this device sees it.
#[derive(Default)]
pub(super) struct Sharing {
    /// True if it is the table, which may do everything.
    pub is_table: bool,
    /// The player whose phone it is.
    pub own: Option<Seat>,
    /// Players on other devices.
    elsewhere: Vec<Seat>,
    /// Seats and devices, as the host tells them.
    devices: Room,
    /// The last request to join that was shown.
    knock: u64,
    /// True if the seats of a game that has begun were shown to the owner of a phone, false if those of one that hasn't.
    offered: Option<bool>,
    /// The player whose answer the table waits for.
    asked: Option<Seat>,
    /// Number of the question that was answered here.
    answered: Option<u32>,
    /// Players whose secret choices are in, and aren't shown yet.
    locked: Vec<Seat>,
    /// The time at which the secret choices are shown, while everybody counts.
    reveal_at: Option<Millis>,
    /// The second of the count for which there was a cue.
    cued: Option<u64>,
}

impl Sharing {
    /// Returns what the screens show of it.
    pub fn room(&self) -> view::Room<'_> {
        view::Room {
            shared: true,
            is_table: self.is_table,
            devices: Some(&self.devices),
            own: self.own,
            watches: !self.is_table && self.own.is_none(),
            elsewhere: &self.elsewhere,
            locked: &self.locked,
        }
    }

    /// True if the game waits for a player.
    pub fn waits_for<G: Screens>(&self, state: &G::State, own: Seat) -> bool {
        match self.asked {
            Some(asked) => asked == own,
            None if G::choosers(state).contains(&own) => !self.locked.contains(&own),
            None => G::standing(state) == Standing::Turn(own),
        }
    }

    /// True if everybody counts before the secret choices are shown.
    pub fn is_counting(&self) -> bool {
        self.reveal_at.is_some()
    }

    /// Returns the seconds until then, while everybody counts.
    pub fn seconds(&self, now: Millis) -> Option<u64> {
        Some(self.reveal_at?.0.saturating_sub(now.0).div_ceil(1000)).filter(|seconds| *seconds > 0)
    }
}

impl<G: Screens> GameView<G> {
    /// Takes over the table of the host with the taps that wait, its messages, and the question for this device.
    pub(super) fn take_over(&mut self, frame: &mut Frame, now: f64) {
        let time = frame.time();
        let Some(device) = frame.store.device() else {
            // The game goes on here: from now on its journal is kept here.
            if self.shared.take().is_some() {
                self.play(self.table.clone(), frame, now);
            }
            return;
        };
        let notices = device.notices();
        let seats = device.seats();
        let is_table = device.role() == Role::Table;
        let begun = device.table().standing() != Standing::NotBegun;
        let room = device.room();
        // An answer that was not counted can be given again.
        let answered = self.shared.as_ref().and_then(|shared| shared.answered).filter(|_| notices.is_empty());
        let open = room.open.clone().filter(|open| answered != Some(open.number));
        let others = room.seats.iter().map(|other| other.seat).filter(|seat| !seats.contains(seat));
        let elsewhere: Vec<Seat> = others.collect();
        let mine = |seat| seats.contains(&seat) || (is_table && !elsewhere.contains(&seat));
        let asks = open.as_ref().filter(|open| mine(open.asked)).map(|open| (open.number, open.asked));
        let command = open.as_ref().and_then(|open| from_value::<G::Command>(open.command.clone()).ok());
        let begins = self.is_revealed(command.as_ref(), device);
        let devices = room.clone();
        let own = seats.first().copied().filter(|_| !is_table);
        let waited = self.is_asked();
        let before = self.shared.take().unwrap_or_default();
        let reveal_at = before.reveal_at.or(begins.then_some(Millis(time.0 + COUNT))).filter(|at| time < *at);
        let counts = reveal_at.is_some();
        let locked = if counts { G::choosers(self.table.state()) } else { devices.locked.clone() };
        let asked = open.as_ref().map(|open| open.asked).filter(|_| !counts);
        let knock = devices.knocks.last().map_or(before.knock, |(knock, _)| before.knock.max(*knock));
        let offered = (!is_table && own.is_none()).then_some(begun);
        let shows_seats = knock > before.knock || (offered.is_some() && offered != before.offered);
        let cued = before.cued.filter(|_| counts);
        self.shared = Some(Sharing {
            is_table,
            own,
            elsewhere,
            devices,
            knock,
            offered,
            asked,
            answered,
            locked,
            reveal_at,
            cued,
        });
        self.show_shared(frame);
        if shows_seats && self.open.is_none() {
            self.open = Some(Open {
                seat: G::default_seat(self.table.state()),
                sheet: Sheet::Seats(SeatsSheet::new(frame.store.can_host())),
            });
        }
        if !counts {
            self.draft.show(self.table.state(), command.as_ref());
            self.ask(asks.zip(command), frame, now);
        }
        if waited == Some(false) && self.is_asked() == Some(true) && frame.settings.cues {
            frame.store.cue(Cue::Turn);
        }
        for notice in notices {
            match notice {
                Notice::Back { .. } | Notice::Elsewhere { .. } | Notice::Offline => {
                    frame.notify(notice.to_string(), now);
                }
                _ => frame.notices.last(notice.to_string()),
            }
        }
    }

    /// Lets other devices join, and shows them the way in.
    pub(super) fn host(&mut self, frame: &mut Frame, now: f64) {
        let mut table = self.table.clone();
        table.share();
        let hosted = journal::written(&table)
            .map_err(StoreError::from)
            .and_then(|(journal, writer)| frame.store.host(Box::new(SharedTable::new(table)), &journal, writer));
        match hosted {
            Ok(()) => {
                frame.notices.quiet();
                self.take_over(frame, now);
                let sheet = Sheet::Seats(SeatsSheet::new(frame.store.can_host()));
                self.open = Some(Open { seat: G::default_seat(self.table.state()), sheet });
            }
            Err(why) => frame.notify(format!("Others can’t join: {why}."), now),
        }
    }

    /// Sends the other devices away, and goes on with all that they tapped.
    pub(super) fn stop_hosting(&mut self, frame: &mut Frame, now: f64) {
        let time = frame.time();
        (self.shared, self.open) = (None, None);
        if let Some(table) = frame.store.stop_hosting(time).as_deref().and_then(table_of::<G>).cloned() {
            self.show(table, frame);
        }
        frame.notify("Other devices can’t join any more", now);
    }

    /// Opens the question that a player of this device has to answer, and closes the one that was answered.
    fn ask(&mut self, asked: Option<((u32, Seat), G::Command)>, frame: &Frame, now: f64) {
        let number = asked.as_ref().map(|((number, _), _)| *number);
        if let Some(Open { sheet: Sheet::Answer(sheet), .. }) = &self.open {
            if Some(sheet.number()) == number {
                return;
            }
            self.open = None;
        }
        let Some(((number, seat), command)) = asked else { return };
        let times = Times { clock: &self.clock, kind: frame.settings.clock, now: frame.clock };
        let view = view_of(&self.table, &self.cards, self.story.lines(), &self.draft, times);
        if !G::answers(view, &command).1.is_empty() {
            let sheet = Sheet::Answer(AnswerSheet::new(number, command, now));
            (self.open, self.faces) = (Some(Open { seat, sheet }), None);
        }
    }

    /// True if the host has just revealed the secret choices: with the question that `command` leaves open, or with
    /// the first event since.
    fn is_revealed(&self, command: Option<&G::Command>, device: &Device) -> bool {
        let Some(before) = self.shared.as_ref().filter(|before| before.devices.open.is_none()) else { return false };
        let done = table_of::<G>(device.table()).map_or(&[][..], Table::done);
        let event = done.last().filter(|_| done.len() == self.table.done().len() + 1).map(|event| &event.command);
        !before.locked.is_empty() && command.or(event).is_some_and(G::reveals)
    }

    /// Counts down, and shows the secret choices at the end. Returns true if it does.
    pub(super) fn count_down(&mut self, frame: &mut Frame, now: f64) -> bool {
        let Some(shared) = self.shared.as_mut().filter(|shared| shared.is_counting()) else { return false };
        let seconds = shared.seconds(frame.time());
        if seconds.is_none() {
            self.take_over(frame, now);
            return true;
        }
        if seconds != std::mem::replace(&mut shared.cued, seconds) && frame.settings.cues {
            frame.store.cue(Cue::Count);
        }
        false
    }

    /// Draws the table of the device from now on, unless everybody still counts.
    fn show_shared(&mut self, frame: &mut Frame) {
        if self.shared.as_ref().is_some_and(Sharing::is_counting) {
            return;
        }
        if let Some(table) = frame.store.device().and_then(|device| table_of::<G>(device.view())).cloned() {
            self.show(table, frame);
        }
    }

    /// Draws a table from now on.
    fn show(&mut self, table: Table<G>, frame: &Frame) {
        let before = self.standing();
        let seen = self.table.done().last().map_or(0, |event| event.seq);
        let new = table.done().last().filter(|event| event.seq > seen && before.goes_on());
        if let Some(event) = new {
            self.draft.took(self.table.state(), &event.command);
        }
        self.table = table;
        self.refresh();
        match self.standing() {
            Standing::NotBegun if before != Standing::NotBegun => self.set_up(&frame.settings),
            Standing::NotBegun => {}
            Standing::Over(_) if !matches!(before, Standing::Over(_)) => {
                self.open = None;
                self.screen = Screen::End(EndScreen::default());
            }
            Standing::Over(_) => {}
            _ if before == Standing::NotBegun || matches!(before, Standing::Over(_)) => {
                self.open = None;
                self.panels.iter_mut().for_each(|panel| *panel = PanelState::default());
                self.draft = G::Draft::default();
                self.screen = Screen::of(&self.table, &frame.settings);
            }
            _ => {}
        }
    }

    /// Sends a command to the host, and draws it at once.
    pub(super) fn act_shared(&mut self, command: G::Command, frame: &mut Frame, now: f64, overrule: bool) {
        let open = frame.store.device().and_then(|device| device.room().open.clone());
        let answers = open.filter(|open| {
            from_value::<G::Command>(open.command.clone()).is_ok_and(|open| G::extends(&open, &command))
        });
        if let (false, Err(refusal)) = (overrule || answers.is_some(), self.table.check(&command)) {
            self.refuse(command, refusal, frame, now);
            return;
        }
        let Ok(value) = serde_json::to_value(&command) else { return };
        let deed = if overrule { Deed::Overrule(value) } else { Deed::Command(value) };
        let number = answers.map(|open| open.number);
        if self.try_send(deed, number, frame, now) {
            if let Some(shared) = self.shared.as_mut().filter(|_| number.is_some()) {
                (shared.asked, shared.answered) = (None, number);
            }
            self.command_applied(&command, frame, now);
        }
    }

    /// Takes the last event back, or all after the first few.
    pub(super) fn take_back(&mut self, left: Option<usize>, frame: &mut Frame, now: f64) {
        let mut before = usize::MAX;
        loop {
            let done = self.table.done().len();
            let Some(line) = self.table.done().last().map(|event| event.seq).filter(|_| done < before) else { return };
            if left.is_some_and(|left| done <= left) || !self.try_send(Deed::Undo(line), None, frame, now) {
                return;
            }
            before = done;
            if left.is_none() {
                return;
            }
        }
    }

    /// Sends a tap to the host, and draws it at once.
    pub(super) fn send(&mut self, deed: Deed, answers: Option<u32>, frame: &mut Frame, now: f64) {
        self.try_send(deed, answers, frame, now);
    }

    fn try_send(&mut self, deed: Deed, answers: Option<u32>, frame: &mut Frame, now: f64) -> bool {
        let time = frame.time();
        let Some(device) = frame.store.device() else { return false };
        match device.tap(deed, answers, time) {
            Ok(_) => {
                self.show_shared(frame);
                true
            }
            Err(refused) => {
                frame.notify(format!("Not counted: {}.", refused.reasons.join(", ")), now);
                false
            }
        }
    }
}

/// Returns the table of a game that several devices share; `None` if it is another game.
fn table_of<G: Screens>(shared: &dyn AnyTable) -> Option<&Table<G>> {
    shared.as_any().downcast_ref().map(SharedTable::table)
}
