//! What happened, in sentences.

use std::fmt::Write as _;

use super::command::Special;
use super::fight::{Effect, a};
use super::{Command, Entry, Event, Rules, Seat, State, Step, Table};

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
    pub events: std::ops::Range<usize>,
    /// The round in which it happened.
    pub round: u32,
    /// The sentence.
    pub parts: Vec<Part>,
}

/// A sentence as plain text.
pub fn text(parts: &[Part]) -> String {
    let mut all = String::new();
    for part in parts {
        let (Part::Text(words) | Part::Player(_, words)) = part;
        let _ = write!(all, "{words}");
    }
    all
}

/// An event; the state is the one before it.
pub fn event(_rules: &Rules, _before: &State, _event: &Event) -> Vec<Part> {
    Vec::new()
}

/// An entry, with what was taken back; the table is the one that it was just written to.
pub fn entry(_table: &Table, _entry: &Entry) -> Vec<Part> {
    Vec::new()
}

/// What becomes of gear and players in an attack.
pub fn effect(_rules: &Rules, _state: &State, _effect: &Effect) -> Vec<Part> {
    Vec::new()
}

/// A command in few words, for the button that takes it back: "Orm −3".
pub fn label(_rules: &Rules, _state: &State, _events: &[std::sync::Arc<Event>]) -> String {
    String::new()
}

/// All events in force of the last game, in groups, from the first on.
pub fn lines(_table: &Table) -> Vec<Line> {
    Vec::new()
}

/// An answer in few words: "a Dodge", "the Shield".
pub fn step(rules: &Rules, step: &Step) -> String {
    let special = |special| rules.special_name(special).to_owned();
    match step {
        Step::Hit => "no answer".to_owned(),
        Step::Shield => format!("the {}", rules.name(rules.shield())),
        Step::Card(card) => a(rules.name(card)),
        Step::CounterCharge { basic } => format!("a {} with {}", special(Special::Charge), rules.name(basic)),
        Step::Hook { .. } => format!("a {}", special(Special::Hook)),
        Step::NoHook => format!("no {}", special(Special::Hook)),
        Step::Trip { .. } => format!("a {}", rules.name(rules.trip())),
    }
}
