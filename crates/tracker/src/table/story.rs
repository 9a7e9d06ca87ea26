//! The last game at a table, as people read it. It grows with the journal: a tap costs as much after 2,000 events as
//! after ten.

use std::sync::Arc;

use super::clock::{Clock, Moment};
use super::table::begins;
use super::tell::{self, Line};
use super::{Change as _, Event, Rules, Standing, Table};

/// The lines and the times of the last game at a table.
pub struct Story<R: Rules> {
    /// Index of the game's first event in [`Table::done`].
    first: usize,
    /// Its events, as far as they were read.
    events: Vec<Arc<Event<R>>>,
    lines: Vec<Line>,
    /// The moment after each event.
    moments: Vec<Moment>,
}

impl<R: Rules> Default for Story<R> {
    fn default() -> Self {
        Self { first: 0, events: Vec::new(), lines: Vec::new(), moments: Vec::new() }
    }
}

impl<R: Rules> Story<R> {
    /// Reads a table.
    pub fn of(table: &Table<R>) -> Self {
        let mut story = Self::default();
        story.update(table);
        story
    }

    /// All events in force of the game, in groups, from the first on.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the times of the game, up to its last event.
    pub fn clock(&self) -> Clock {
        Clock::of(&self.moments)
    }

    /// Reads what happened since it was read last, be it an undo or a new game.
    pub fn update(&mut self, table: &Table<R>) {
        let done = table.done();
        let first = done.iter().rposition(|event| begins(event)).unwrap_or_default();
        if first != self.first {
            *self = Self { first, ..Self::default() };
        }
        // An event is only ever in force on top of the same events: below the last one that is still there, all are.
        let common = self.events.iter().zip(&done[first..]).rposition(|(read, now)| Arc::ptr_eq(read, now));
        let common = first + common.map_or(0, |last| last + 1);
        // The last line may go on.
        while self.lines.last().is_some_and(|line| line.events.end >= common) {
            self.lines.pop();
        }
        let start = self.lines.last().map_or(first, |line| line.events.end);
        self.events.truncate(start - first);
        self.moments.truncate(start - first);
        let mut state = table.state_at(start);
        for range in table.groups_from(start) {
            let group = &done[range.clone()];
            let parts = tell::events(table.rules().as_ref(), &state, group);
            for event in group {
                for change in &event.changes {
                    let fits = change.apply(&mut state);
                    assert_eq!(fits, Ok(()), "events in force fit");
                }
                let standing = R::standing(&state);
                let turn = if let Standing::Turn(seat) = standing { Some(seat) } else { None };
                self.moments.push(Moment { time: event.time, turn, goes_on: standing.goes_on() });
                self.events.push(Arc::clone(event));
            }
            self.lines.push(Line { events: range, round: R::round(&state), parts });
        }
    }
}
