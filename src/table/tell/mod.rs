//! What happened, in sentences.

mod attack;
mod event;
mod short;

use std::ops::Range;
use std::sync::Arc;

use super::fight::Effect;
use super::{Entry, Event, Rules, Seat, State, Table};

pub use short::step;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A player's name, beside which a screen sets their emblem.
    Player(Seat, String),
}

/// A line of the journal, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which events in force it tells: a range of [`Table::done`].
    pub events: Range<usize>,
    /// The round in which it happened.
    pub round: u32,
    /// The sentence.
    pub parts: Vec<Part>,
}

/// Words as a sentence: with a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// A sentence as plain text.
pub fn text(parts: &[Part]) -> String {
    parts.iter().map(|(Part::Text(words) | Part::Player(_, words))| words.as_str()).collect()
}

/// An event; the state is the one before it.
pub fn event(rules: &Rules, before: &State, event: &Event) -> Vec<Part> {
    event::tell(rules, before, event)
}

/// Events that go together, as one sentence; the state is the one before the first.
pub fn group(rules: &Rules, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    match events {
        [only] => event(rules, before, only),
        taps => event::taps(before, taps),
    }
}

/// An entry that was just written to a table, with what it took back or did again.
pub fn entry(table: &Table, entry: &Entry) -> Vec<Part> {
    let rules = table.rules();
    match entry {
        Entry::Did(done) => event(rules, &table.state_at(table.done().len().saturating_sub(1)), done),
        Entry::Undid { .. } => {
            let what = table.redo_label().map_or_else(String::new, |what| format!(": {what}"));
            vec![Part::Text(format!("Taken back{what}"))]
        }
        Entry::Redid { .. } => {
            let what = table.undo_label().map_or_else(String::new, |what| format!(": {what}"));
            vec![Part::Text(format!("Done again{what}"))]
        }
    }
}

/// What becomes of gear and players in an attack.
pub fn effect(rules: &Rules, state: &State, effect: &Effect) -> Vec<Part> {
    attack::effect(rules, state, effect)
}

/// Events that go together in few words, for the button that takes them back: "Orm −3". The state is any around them.
pub fn label(rules: &Rules, state: &State, events: &[Arc<Event>]) -> String {
    short::label(rules, state, events)
}

/// All events in force of the last game, in groups, from the first on.
pub fn lines(table: &Table) -> Vec<Line> {
    let done = table.done();
    let first = done.iter().rposition(|event| matches!(event.command, super::Command::Begin(_))).unwrap_or_default();
    let mut state = table.state_at(first);
    let mut lines = Vec::new();
    for events in table.groups().into_iter().filter(|events| events.start >= first) {
        let Some(told) = done.get(events.clone()) else { continue };
        let parts = group(table.rules(), &state, told);
        for change in told.iter().flat_map(|event| &event.changes) {
            let fits = change.apply(&mut state);
            debug_assert_eq!(fits, Ok(()), "what is in force fits");
        }
        lines.push(Line { events, round: state.round, parts });
    }
    lines
}

/// A sentence as it grows.
struct Sentence<'a> {
    state: &'a State,
    parts: Vec<Part>,
}

impl<'a> Sentence<'a> {
    fn new(state: &'a State) -> Self {
        Self { state, parts: Vec::new() }
    }

    fn say(&mut self, words: impl AsRef<str>) -> &mut Self {
        match self.parts.last_mut() {
            Some(Part::Text(before)) => before.push_str(words.as_ref()),
            _ => self.parts.push(Part::Text(words.as_ref().to_owned())),
        }
        self
    }

    fn who(&mut self, seat: Seat) -> &mut Self {
        self.parts.push(Part::Player(seat, super::act::name(self.state, seat)));
        self
    }

    /// Several players: "Asa, Bjarni and Dalla".
    fn all(&mut self, seats: impl IntoIterator<Item = Seat>) -> &mut Self {
        let seats: Vec<Seat> = seats.into_iter().collect();
        for (at, seat) in seats.iter().enumerate() {
            let left = seats.len() - at;
            self.who(*seat);
            match left {
                1 => {}
                2 => {
                    self.say(" and ");
                }
                _ => {
                    self.say(", ");
                }
            }
        }
        self
    }
}

/// "Axe, Chop and Charge"
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
