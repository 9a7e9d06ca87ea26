//! How long a game and each player's turns take, by the times of the events.

use super::{Millis, Seat};

/// At most so much time between two events counts, in milliseconds: beyond it, people had a break.
const BREAK: u64 = 15 * 60_000;

/// The times of the game that goes on, up to its last event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time of the last event; `None` before a game.
    last: Option<Millis>,
    /// The player on turn; `None` where all choose together, and after the end.
    turn: Option<Seat>,
    /// True until the game has ended.
    goes_on: bool,
    /// Milliseconds that the game took.
    length: u64,
    /// Milliseconds of the turn that goes on.
    this_turn: u64,
    /// Milliseconds that each player was on turn, by seat.
    used: Vec<u64>,
}

/// How a game stood after an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// The time of the event.
    pub time: Millis,
    /// The player on turn, where players take turns.
    pub turn: Option<Seat>,
    /// True until the game has ended.
    pub goes_on: bool,
}

impl Clock {
    /// Adds up the times of a game.
    pub(super) fn of(moments: &[Moment]) -> Self {
        let mut clock = Self::default();
        for moment in moments {
            let gap = clock.since_last(moment.time);
            clock.count(gap);
            if moment.turn != clock.turn {
                (clock.turn, clock.this_turn) = (moment.turn, 0);
            }
            clock.goes_on = moment.goes_on;
            clock.last = Some(moment.time);
        }
        clock
    }

    /// Milliseconds that the game took up to a moment.
    pub fn length(&self, now: Millis) -> u64 {
        self.length + self.running(now)
    }

    /// The player on turn, and the milliseconds of the turn up to a moment.
    pub fn turn(&self, now: Millis) -> Option<(Seat, u64)> {
        Some((self.turn?, self.this_turn + self.running(now)))
    }

    /// Milliseconds that a player was on turn up to a moment.
    pub fn used(&self, seat: Seat, now: Millis) -> u64 {
        let running = if self.turn == Some(seat) { self.running(now) } else { 0 };
        self.used.get(seat.index()).copied().unwrap_or_default() + running
    }

    /// True if players take turns; in some games all choose together.
    pub fn has_turns(&self) -> bool {
        self.turn.is_some() || !self.used.is_empty()
    }

    /// True if a clock of the game changes as time goes by.
    pub fn runs(&self) -> bool {
        self.goes_on
    }

    /// The time since the last event that counts.
    fn running(&self, now: Millis) -> u64 {
        if self.goes_on { self.since_last(now) } else { 0 }
    }

    fn since_last(&self, now: Millis) -> u64 {
        self.last.map_or(0, |last| now.0.saturating_sub(last.0)).min(BREAK)
    }

    fn count(&mut self, gap: u64) {
        if !self.goes_on {
            return;
        }
        self.length += gap;
        self.this_turn += gap;
        if let Some(seat) = self.turn {
            self.used.resize(self.used.len().max(seat.index() + 1), 0);
            self.used[seat.index()] += gap;
        }
    }
}
