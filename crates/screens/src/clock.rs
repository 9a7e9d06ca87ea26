//! The clocks of a game, as people read them.

use crate::settings::ClockKind;
use crate::table::{Clock, Millis, Seat};

/// A turn is long from here on, in milliseconds.
pub const LONG_TURN_MS: u64 = 3 * 60_000;

/// The times of a game at a moment, and the clock that people want.
#[derive(Clone, Copy)]
pub struct Times<'a> {
    /// The times of the events.
    pub clock: &'a Clock,
    /// The clock on the panels.
    pub kind: ClockKind,
    /// Returns the time of day.
    pub now: fn() -> Millis,
}

/// The reading of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Minutes and seconds.
    pub words: String,
    /// True if a turn takes long, or a player's time is over.
    pub late: bool,
}

impl Times<'_> {
    /// Returns what a player's clock shows, if they have one now.
    pub fn of(&self, seat: Seat) -> Option<Reading> {
        match self.kind {
            ClockKind::Off => None,
            ClockKind::Turn => {
                let (_, time) = self.clock.turn((self.now)()).filter(|(turn, _)| *turn == seat && self.clock.runs())?;
                Some(Reading { words: minutes_and_seconds(time), late: time >= LONG_TURN_MS })
            }
            ClockKind::Each(minutes) => {
                if !self.clock.has_turns() {
                    return None;
                }
                let (all, used) = (u64::from(minutes) * 60_000, self.clock.used(seat, (self.now)()));
                let words = if used > all {
                    format!("−{}", minutes_and_seconds(used - all))
                } else {
                    // A second that has begun is still there.
                    minutes_and_seconds((all - used).next_multiple_of(1000))
                };
                Some(Reading { words, late: used >= all })
            }
        }
    }

    /// True if a clock is shown that moves.
    pub fn ticks(&self) -> bool {
        self.kind != ClockKind::Off && self.clock.runs()
    }

    /// Returns the length of the game: "35 min", "1 h 5 min"; nothing in its first minute.
    pub fn length(&self) -> Option<String> {
        let minutes = self.clock.length((self.now)()) / 60_000;
        match (minutes / 60, minutes % 60) {
            (0, 0) => None,
            (0, minutes) => Some(format!("{minutes} min")),
            (hours, minutes) => Some(format!("{hours} h {minutes} min")),
        }
    }
}

/// A time in minutes and seconds: "0:05", "71:40".
pub fn minutes_and_seconds(time: u64) -> String {
    let seconds = time / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_minutes_and_seconds() {
        let read = [0, 999, 5_000, 65_000, 4_300_000].map(minutes_and_seconds);
        assert_eq!(read, ["0:00", "0:00", "0:05", "1:05", "71:40"]);
    }

    #[test]
    fn kinds_follow_one_another_and_return_to_the_first() {
        let mut kind = ClockKind::Off;
        let mut words = Vec::new();
        loop {
            words.push(kind.word());
            kind = kind.next();
            if kind == ClockKind::Off {
                break;
            }
        }
        assert_eq!(words.len(), 7);
        assert_eq!(words[..3], ["off", "turn by turn", "5 minutes each"]);
    }
}
