//! A table: the journal, the state that it folds to, and the way back.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::journal::{self, Head};
use super::{
    Change, Decision, Entry, Event, HasSeatCommands as _, Millis, Mismatch, Reason, Refusal, Rules, Tap, arrange, tell,
};

/// A journal and its resulting state.
#[derive(Clone, Debug)]
pub struct Table<R: Rules> {
    rules: Arc<R>,
    head: Head,
    entries: Vec<Entry<R>>,
    done: Vec<Arc<Event<R>>>,
    undone: Vec<Arc<Event<R>>>,
    state: R::State,
    /// Taps that the next entry records.
    taps: Vec<Tap>,
}

/// An entry that doesn't fit the journal, or an invalid line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CorruptEntry(pub String);

impl CorruptEntry {
    /// Creates it with a description of the fault.
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

impl From<Mismatch> for CorruptEntry {
    fn from(mismatch: Mismatch) -> Self {
        Self(mismatch.to_string())
    }
}

impl<R: Rules> Table<R> {
    /// Creates an empty table.
    pub fn new(rules: Arc<R>) -> Self {
        let head = Head::new(rules.about());
        Self::with_head(rules, head)
    }

    /// Creates an empty table whose journal has this first line.
    pub(super) fn with_head(rules: Arc<R>, head: Head) -> Self {
        let (entries, done, undone) = (Vec::new(), Vec::new(), Vec::new());
        Self { rules, head, entries, done, undone, state: R::State::default(), taps: Vec::new() }
    }

    /// Returns an empty table whose journal has the same first line.
    pub fn emptied(&self) -> Self {
        Self::with_head(Arc::clone(&self.rules), self.head.clone())
    }

    /// Records these taps in the next entry, if the next command makes one.
    #[must_use]
    pub fn tapped(&mut self, taps: Vec<Tap>) -> &mut Self {
        self.taps = taps;
        self
    }

    /// Lets the journal record who tapped: programs that don't know that refuse it.
    pub fn share(&mut self) {
        self.head.format = journal::FORMAT;
    }

    /// Returns the first line of its journal.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// Returns the current state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Returns the whole journal.
    pub fn entries(&self) -> &[Entry<R>] {
        &self.entries
    }

    /// Returns the events in force: those that weren't undone.
    pub fn done(&self) -> &[Arc<Event<R>>] {
        &self.done
    }

    /// True if a command could be carried out.
    ///
    /// # Errors
    /// The reasons against it.
    pub fn check(&self, command: &R::Command) -> Result<(), Refusal> {
        self.decide(command).refusal(false).map_or(Ok(()), Err)
    }

    /// Carries a command out.
    ///
    /// # Errors
    /// The reasons against it; the table is then as before.
    pub fn act(&mut self, command: R::Command, now: Millis) -> Result<Entry<R>, Refusal> {
        self.perform(command, now, false)
    }

    /// Carries a command out although rules forbid it: "we play it so".
    ///
    /// # Errors
    /// Where not only rules forbid it; the table is then as before.
    pub fn overrule(&mut self, command: R::Command, now: Millis) -> Result<Entry<R>, Refusal> {
        self.perform(command, now, true)
    }

    /// Returns the effect of a command on the current table, and everything against it.
    pub fn decide(&self, command: &R::Command) -> Decision<R> {
        match command.seat_command() {
            Some(arrange) => arrange.decide(&self.state),
            None => self.rules.decide(&self.state, command),
        }
    }

    fn perform(&mut self, command: R::Command, time: Millis, overruled: bool) -> Result<Entry<R>, Refusal> {
        let taps = mem::take(&mut self.taps);
        let entry = Entry::Did(Arc::new(Event { taps, ..self.plan(command, time, overruled)? }));
        // Anything written must be readable again.
        let cannot_be = |CorruptEntry(why)| Refusal {
            reasons: vec![Reason::fact("cannot be", format!("the table would not be right then: {why}"))],
            possible: Vec::new(),
        };
        self.push(entry.clone()).map_err(cannot_be)?;
        Ok(entry)
    }

    /// Returns the entry that a command would write into the journal.
    pub(super) fn plan(&self, command: R::Command, time: Millis, overruled: bool) -> Result<Event<R>, Refusal> {
        let decision = self.decide(&command);
        if let Some(refusal) = decision.refusal(overruled) {
            return Err(refusal);
        }
        let Decision { reasons, outcomes, changes, .. } = decision;
        let overruled = reasons.iter().map(ToString::to_string).collect();
        Ok(Event { seq: self.next_seq(), time, command, overruled, outcomes, changes, taps: Vec::new() })
    }

    fn next_seq(&self) -> u64 {
        self.entries.len() as u64 + 1
    }

    /// True if something can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// True if something that was taken back can be done again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Returns a short label of the event that [`Table::undo`] would undo: "Orm −3".
    pub fn undo_label(&self) -> Option<String> {
        let group = self.done.get(self.done.len() - self.undo_count()..)?;
        (!group.is_empty()).then(|| tell::label(self.rules.as_ref(), &self.state, group))
    }

    /// Returns a short label of the event that [`Table::redo`] would redo.
    pub fn redo_label(&self) -> Option<String> {
        // The last that was taken back comes first again.
        let group: Vec<_> = self.undone.iter().rev().take(self.redo_count()).cloned().collect();
        (!group.is_empty()).then(|| tell::label(self.rules.as_ref(), &self.state, &group))
    }

    /// Undoes the last event; taps of one player's health within two seconds of each other belong together. `None` if
    /// there is nothing to undo.
    pub fn undo(&mut self, now: Millis) -> Option<Entry<R>> {
        self.undo_some(self.undo_count(), now)
    }

    /// Takes the last event back, by single taps.
    pub fn undo_single(&mut self, now: Millis) -> Option<Entry<R>> {
        self.undo_some(self.done.len().min(1), now)
    }

    /// Takes back everything after the first `events` events in force; nothing where there is nothing after them.
    pub fn undo_to(&mut self, events: usize, now: Millis) -> Option<Entry<R>> {
        self.undo_some(self.done.len().saturating_sub(events), now)
    }

    /// Redoes the last undone events, by the same groups as [`Table::undo`].
    pub fn redo(&mut self, now: Millis) -> Option<Entry<R>> {
        self.redo_some(self.redo_count(), now)
    }

    /// Does everything again that was taken back.
    pub fn redo_all(&mut self, now: Millis) -> Option<Entry<R>> {
        self.redo_some(self.undone.len(), now)
    }

    /// Does that many of the events again that were taken back; nothing where there are fewer.
    pub fn redo_some(&mut self, count: usize, now: Millis) -> Option<Entry<R>> {
        let (seq, taps) = (self.next_seq(), mem::take(&mut self.taps));
        let entry = Entry::Redid { seq, time: now, count: u32::try_from(count).ok()?, taps };
        self.push(entry.clone()).ok().map(|()| entry)
    }

    fn undo_some(&mut self, count: usize, now: Millis) -> Option<Entry<R>> {
        let (seq, taps) = (self.next_seq(), mem::take(&mut self.taps));
        let entry = Entry::Undid { seq, time: now, count: u32::try_from(count).ok()?, taps };
        self.push(entry.clone()).ok().map(|()| entry)
    }

    /// Returns the number of the last events that belong together.
    fn undo_count(&self) -> usize {
        let pairs = self.done.windows(2).rev();
        let more = pairs.take_while(|pair| matches!(pair, [a, b] if R::go_together(a, b))).count();
        if self.done.is_empty() { 0 } else { more + 1 }
    }

    fn redo_count(&self) -> usize {
        let pairs = self.undone.windows(2).rev();
        let more = pairs.take_while(|pair| matches!(pair, [b, a] if R::go_together(a, b))).count();
        if self.undone.is_empty() { 0 } else { more + 1 }
    }

    /// Returns the groups of events in force, as they are described and undone: ranges of [`Table::done`].
    pub fn groups(&self) -> Vec<Range<usize>> {
        self.groups_from(0)
    }

    /// Returns those from the first event of a group on.
    pub(super) fn groups_from(&self, start: usize) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (at, event) in self.done.iter().enumerate().skip(start) {
            let before = at.checked_sub(1).and_then(|before| self.done.get(before));
            match groups.last_mut() {
                Some(group) if before.is_some_and(|before| R::go_together(before, event)) => group.end = at + 1,
                _ => groups.push(at..at + 1),
            }
        }
        groups
    }

    /// Returns the state after the first `events` events in force; 0 is the empty table, and a number beyond the last
    /// is the current state.
    pub fn state_at(&self, events: usize) -> R::State {
        let events = events.min(self.done.len());
        let (before, after) = self.done.split_at(events);
        if !after.iter().any(|event| begins(event)) {
            let mut state = self.state.clone();
            for change in after.iter().rev().flat_map(|event| event.changes.iter().rev()) {
                let fits = change.revert(&mut state);
                assert_eq!(fits, Ok(()), "what is in force fits");
            }
            return state;
        }
        let start = before.iter().rposition(|event| begins(event)).unwrap_or_default();
        let mut state = R::State::default();
        before.iter().skip(start).for_each(|event| event.apply_to(&mut state));
        state
    }

    /// Returns the last game; `None` before the first.
    pub fn last_game(&self) -> Option<LastGame<'_, R>> {
        let first = self.done.iter().rposition(|event| begins(event))?;
        let (began, events) = (self.done[first].time, &self.done[first + 1..]);
        Some(LastGame { state: self.state_at(first + 1), began, first, events })
    }

    /// Takes an entry over from a saved journal.
    ///
    /// # Errors
    /// [`CorruptEntry`] if it does not follow from the entries before; the table is then as before.
    pub fn push(&mut self, entry: Entry<R>) -> Result<(), CorruptEntry> {
        let next = self.next_seq();
        if entry.seq() != next {
            return Err(CorruptEntry(format!("this is entry {}, where {next} should be", entry.seq())));
        }
        match &entry {
            Entry::Did(event) => {
                let before = self.state.clone();
                self.apply(event)?;
                if let Err(damage) = self.sound() {
                    self.state = before;
                    return Err(damage);
                }
                self.done.push(Arc::clone(event));
                self.undone.clear();
            }
            Entry::Undid { count, .. } => {
                let left = usize::try_from(*count).ok().filter(|count| *count > 0);
                let left = left.and_then(|count| self.done.len().checked_sub(count));
                let left = left.ok_or_else(|| CorruptEntry(format!("{count} events cannot be taken back")))?;
                self.state = self.state_at(left);
                self.undone.extend(self.done.drain(left..).rev());
            }
            Entry::Redid { count, .. } => {
                let left = usize::try_from(*count).ok().filter(|count| *count > 0);
                let left = left.and_then(|count| self.undone.len().checked_sub(count));
                let left = left.ok_or_else(|| CorruptEntry(format!("{count} events cannot be done again")))?;
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

    /// True if an entry would fit a different declared table, which the game may have had when it was written.
    pub(super) fn fits_other_data(&self, entry: &Entry<R>) -> bool {
        let Entry::Did(event) = entry else { return false };
        let mut other =
            Self { state: self.state.clone(), ..Self::with_head(Arc::clone(&self.rules), self.head.clone()) };
        R::BY_DATA && other.apply(event).is_ok() && R::check_form(&other.state).is_ok()
    }

    /// Checks that the state is possible. Another edition may have other values and cards, so only edition-independent
    /// checks apply to its journals.
    fn sound(&self) -> Result<(), CorruptEntry> {
        let players = R::people(&self.state);
        if players.is_empty() && self.state != R::State::default() {
            return Err(CorruptEntry("a table without players is not empty".into()));
        }
        arrange::check(&players)?;
        if self.head.other_printing(self.rules.about()).is_some() {
            R::check_form(&self.state)
        } else {
            self.rules.check(&self.state)
        }
    }

    /// Applies the changes of an event, all or none.
    fn apply(&mut self, event: &Event<R>) -> Result<(), Mismatch> {
        // A new game is a single change: the replaced state is restored only by replaying the journal up to the event
        // before it.
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

/// The last game at a table.
pub struct LastGame<'a, R: Rules> {
    /// The state after its first event.
    pub state: R::State,
    /// The time of its first event.
    pub began: Millis,
    /// Index of its first event in [`Table::done`].
    pub first: usize,
    /// Its other events.
    pub events: &'a [Arc<Event<R>>],
}

/// True if a game begins with an event.
pub(super) fn begins<R: Rules>(event: &Event<R>) -> bool {
    event.changes.iter().any(Change::begins)
}
