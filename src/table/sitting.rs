//! A table: the journal, the state that it folds to, and the way back.

use std::sync::Arc;

use super::{Command, Entry, Event, Millis, Reason, Refusal, Rules, State};

/// A journal and what it folds to.
#[derive(Clone, Debug)]
pub struct Table {
    rules: Arc<Rules>,
    entries: Vec<Entry>,
    done: Vec<Arc<Event>>,
    undone: Vec<Arc<Event>>,
    state: State,
}

/// An entry that does not fit the journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damage(pub String);

impl Table {
    /// An empty table.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules, entries: Vec::new(), done: Vec::new(), undone: Vec::new(), state: State::default() }
    }

    /// The rules that are played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How everything lies now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The whole journal.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The events in force: those that were not taken back.
    pub fn done(&self) -> &[Arc<Event>] {
        &self.done
    }

    /// Whether a command could be carried out.
    ///
    /// # Errors
    /// The reasons against it.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        let _ = command;
        Err(Refusal { reasons: vec![Reason::fact("not yet", "not yet")], possible: Vec::new() })
    }

    /// Carries a command out.
    ///
    /// # Errors
    /// The reasons against it; the table is then as before.
    pub fn act(&mut self, command: Command, now: Millis) -> Result<Entry, Refusal> {
        let _ = now;
        self.check(&command)?;
        Err(Refusal { reasons: Vec::new(), possible: Vec::new() })
    }

    /// Carries a command out although rules forbid it: "we play it so".
    ///
    /// # Errors
    /// Where not only rules forbid it; the table is then as before.
    pub fn overrule(&mut self, command: Command, now: Millis) -> Result<Entry, Refusal> {
        self.act(command, now)
    }

    /// Whether something can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether something that was taken back can be done again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// What [`Table::undo`] would take back, in few words: "Orm −3".
    pub fn undo_label(&self) -> Option<String> {
        None
    }

    /// What [`Table::redo`] would do again, in few words.
    pub fn redo_label(&self) -> Option<String> {
        None
    }

    /// Takes the last event back; taps of one player's health that follow each other within two seconds go together.
    pub fn undo(&mut self, now: Millis) -> Option<Entry> {
        let _ = now;
        None
    }

    /// Takes the last event back, by single taps.
    pub fn undo_single(&mut self, now: Millis) -> Option<Entry> {
        let _ = now;
        None
    }

    /// Does again what was taken back last, by the same groups as [`Table::undo`].
    pub fn redo(&mut self, now: Millis) -> Option<Entry> {
        let _ = now;
        None
    }

    /// The events in force in groups, as they are told and taken back: ranges of [`Table::done`].
    pub fn groups(&self) -> Vec<std::ops::Range<usize>> {
        Vec::new()
    }

    /// How everything lay after so many of the events in force; 0 is the empty table.
    pub fn state_at(&self, events: usize) -> State {
        let _ = events;
        State::default()
    }

    /// Takes an entry over from a saved journal.
    ///
    /// # Errors
    /// [`Damage`] if it does not follow from the entries before; the table is then as before.
    pub fn push(&mut self, entry: Entry) -> Result<(), Damage> {
        let _ = entry;
        Err(Damage(String::new()))
    }
}
