//! A table: the journal, the state that it folds to, and the way back.

use std::ops::Range;
use std::sync::Arc;

use super::act::{Considered, consider};
use super::{Change, Command, Entry, Event, Millis, Mismatch, Refusal, Rules, State, tell};

/// Taps of one player's health that follow each other within this are one group.
const GROUP: u64 = 2000;

/// A journal and what it folds to.
#[derive(Clone, Debug)]
pub struct Table {
    rules: Arc<Rules>,
    entries: Vec<Entry>,
    done: Vec<Arc<Event>>,
    undone: Vec<Arc<Event>>,
    state: State,
}

/// An entry that does not fit the journal, or a line that is no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damage(pub String);

impl From<Mismatch> for Damage {
    fn from(mismatch: Mismatch) -> Self {
        Self(mismatch.to_string())
    }
}

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
        consider(&self.rules, &self.state, command).refusal(false).map_or(Ok(()), Err)
    }

    /// Carries a command out.
    ///
    /// # Errors
    /// The reasons against it; the table is then as before.
    pub fn act(&mut self, command: Command, now: Millis) -> Result<Entry, Refusal> {
        self.carry_out(command, now, false)
    }

    /// Carries a command out although rules forbid it: "we play it so".
    ///
    /// # Errors
    /// Where not only rules forbid it; the table is then as before.
    pub fn overrule(&mut self, command: Command, now: Millis) -> Result<Entry, Refusal> {
        self.carry_out(command, now, true)
    }

    fn carry_out(&mut self, command: Command, time: Millis, overruled: bool) -> Result<Entry, Refusal> {
        let event = Arc::new(self.work_out(command, time, overruled)?);
        let entry = Entry::Did(Arc::clone(&event));
        for change in &event.changes {
            let fits = change.apply(&mut self.state);
            debug_assert_eq!(fits, Ok(()), "changes are made from this very state");
        }
        self.done.push(event);
        self.undone.clear();
        self.entries.push(entry.clone());
        Ok(entry)
    }

    /// What a command would write into the journal.
    pub(super) fn work_out(&self, command: Command, time: Millis, overruled: bool) -> Result<Event, Refusal> {
        let considered = consider(&self.rules, &self.state, &command);
        if let Some(refusal) = considered.refusal(overruled) {
            return Err(refusal);
        }
        let Considered { reasons, blows, changes, .. } = considered;
        let overruled = reasons.iter().map(ToString::to_string).collect();
        Ok(Event { seq: self.next_seq(), time, command, overruled, blows, changes })
    }

    fn next_seq(&self) -> u64 {
        self.entries.len() as u64 + 1
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
        let group = self.done.get(self.done.len() - self.undo_count()..)?;
        (!group.is_empty()).then(|| tell::label(&self.rules, &self.state, group))
    }

    /// What [`Table::redo`] would do again, in few words.
    pub fn redo_label(&self) -> Option<String> {
        // The last that was taken back comes first again.
        let group: Vec<_> = self.undone.iter().rev().take(self.redo_count()).cloned().collect();
        (!group.is_empty()).then(|| tell::label(&self.rules, &self.state, &group))
    }

    /// Takes the last event back; taps of one player's health that follow each other within two seconds go together.
    /// Nothing where there is nothing to take back.
    pub fn undo(&mut self, now: Millis) -> Option<Entry> {
        self.undo_some(self.undo_count(), now)
    }

    /// Takes the last event back, by single taps.
    pub fn undo_single(&mut self, now: Millis) -> Option<Entry> {
        self.undo_some(self.done.len().min(1), now)
    }

    /// Takes everything back that came after so many of the events in force; nothing where nothing came after them.
    pub fn undo_to(&mut self, events: usize, now: Millis) -> Option<Entry> {
        self.undo_some(self.done.len().saturating_sub(events), now)
    }

    /// Does again what was taken back last, by the same groups as [`Table::undo`].
    pub fn redo(&mut self, now: Millis) -> Option<Entry> {
        let count = self.redo_count();
        let entry = Entry::Redid { seq: self.next_seq(), time: now, count: u32::try_from(count).ok()? };
        self.push(entry.clone()).ok().map(|()| entry)
    }

    fn undo_some(&mut self, count: usize, now: Millis) -> Option<Entry> {
        let entry = Entry::Undid { seq: self.next_seq(), time: now, count: u32::try_from(count).ok()? };
        self.push(entry.clone()).ok().map(|()| entry)
    }

    /// How many of the last events go together.
    fn undo_count(&self) -> usize {
        let pairs = self.done.windows(2).rev();
        let more = pairs.take_while(|pair| matches!(pair, [a, b] if go_together(a, b))).count();
        if self.done.is_empty() { 0 } else { more + 1 }
    }

    fn redo_count(&self) -> usize {
        let pairs = self.undone.windows(2).rev();
        let more = pairs.take_while(|pair| matches!(pair, [b, a] if go_together(a, b))).count();
        if self.undone.is_empty() { 0 } else { more + 1 }
    }

    /// The events in force in groups, as they are told and taken back: ranges of [`Table::done`].
    pub fn groups(&self) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (at, event) in self.done.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| self.done.get(before));
            match groups.last_mut() {
                Some(group) if before.is_some_and(|before| go_together(before, event)) => group.end = at + 1,
                _ => groups.push(at..at + 1),
            }
        }
        groups
    }

    /// How everything lay after so many of the events in force; 0 is the empty table, and more than there are is now.
    pub fn state_at(&self, events: usize) -> State {
        let events = events.min(self.done.len());
        let (before, after) = self.done.split_at(events);
        if !after.iter().any(|event| begins(event)) {
            let mut state = self.state.clone();
            for change in after.iter().rev().flat_map(|event| event.changes.iter().rev()) {
                let fits = change.revert(&mut state);
                debug_assert_eq!(fits, Ok(()), "what is in force fits");
            }
            return state;
        }
        let start = before.iter().rposition(|event| begins(event)).unwrap_or_default();
        let mut state = State::default();
        for change in before.iter().skip(start).flat_map(|event| &event.changes) {
            let fits = change.apply(&mut state);
            debug_assert_eq!(fits, Ok(()), "what is in force fits");
        }
        state
    }

    /// Takes an entry over from a saved journal.
    ///
    /// # Errors
    /// [`Damage`] if it does not follow from the entries before; the table is then as before.
    pub fn push(&mut self, entry: Entry) -> Result<(), Damage> {
        let next = self.next_seq();
        if entry.seq() != next {
            return Err(Damage(format!("this is entry {}, where {next} should be", entry.seq())));
        }
        match &entry {
            Entry::Did(event) => {
                self.apply(event)?;
                self.done.push(Arc::clone(event));
                self.undone.clear();
            }
            Entry::Undid { count, .. } => {
                let left = usize::try_from(*count).ok().filter(|count| *count > 0);
                let left = left.and_then(|count| self.done.len().checked_sub(count));
                let left = left.ok_or_else(|| Damage(format!("{count} events cannot be taken back")))?;
                self.state = self.state_at(left);
                self.undone.extend(self.done.drain(left..).rev());
            }
            Entry::Redid { count, .. } => {
                let left = usize::try_from(*count).ok().filter(|count| *count > 0);
                let left = left.and_then(|count| self.undone.len().checked_sub(count));
                let left = left.ok_or_else(|| Damage(format!("{count} events cannot be done again")))?;
                for event in self.undone.split_off(left).into_iter().rev() {
                    // They were in force on this very state.
                    self.apply(&event)?;
                    self.done.push(event);
                }
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Carries out the changes of an event, all or none.
    fn apply(&mut self, event: &Event) -> Result<(), Mismatch> {
        // A new game is a change by itself: what it puts away comes back only by reading on to the event before it.
        if event.changes.iter().any(|change| !change.is_sound()) || (begins(event) && event.changes.len() != 1) {
            return Err(Mismatch("it says what no table can be".into()));
        }
        for (at, change) in event.changes.iter().enumerate() {
            let Err(mismatch) = change.apply(&mut self.state) else { continue };
            for change in event.changes.iter().take(at).rev() {
                change.revert(&mut self.state)?;
            }
            return Err(mismatch);
        }
        Ok(())
    }
}

/// Whether a game begins with an event.
fn begins(event: &Event) -> bool {
    event.changes.iter().any(|change| matches!(change, Change::Began(_)))
}

/// Whether two events in a row are taps of the same player's health, close together.
fn go_together(a: &Event, b: &Event) -> bool {
    match (&a.command, &b.command) {
        (Command::Adjust { seat, .. }, Command::Adjust { seat: other, .. }) => {
            seat == other && b.time.0.saturating_sub(a.time.0) <= GROUP
        }
        _ => false,
    }
}
