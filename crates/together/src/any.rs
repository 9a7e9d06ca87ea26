//! A table of any game, as the host and the devices use it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_model::game::{Game, Glossary};
use skirmish_tracker::table::games::{self, played_by};
use skirmish_tracker::table::journal::{self, Head};
use skirmish_tracker::table::share::{Owner, Share, Shared, Weight};
use skirmish_tracker::table::{
    CorruptEntry, Entry, Event, Millis, Refusal, Rules, Seat, Standing, Table, Tap, from_value, tell,
};

use crate::message::{Refused, Why};

/// A command, and whom it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it is shared.
    pub share: Share,
    /// The player whose answer it waits for.
    pub asked: Option<Seat>,
    /// True if it can be carried out without that answer.
    pub complete: bool,
    /// Players whose answers it contains, once for each answer.
    pub answered_by: Vec<Seat>,
}

/// A table of any game.
pub trait AnyTable: Send {
    /// Returns the first line of the journal.
    fn head(&self) -> &Head;
    /// Returns the number of entries.
    fn len(&self) -> u64;
    /// True if nothing has happened yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns an entry as JSON.
    fn entry(&self, line: u64) -> Option<String>;
    /// Returns the taps that led to an entry.
    fn taps(&self, line: u64) -> &[Tap];
    /// Returns the time of an entry.
    fn time(&self, line: u64) -> Option<Millis>;
    /// Takes an entry over.
    ///
    /// # Errors
    /// [`CorruptEntry`] if it does not follow; the table is then as before.
    fn push(&mut self, entry: &Value) -> Result<(), CorruptEntry>;
    /// Returns whom a command concerns.
    ///
    /// # Errors
    /// It is not a command of the game.
    fn judge(&self, command: &Value) -> Result<Verdict, Refused>;
    /// Carries a command out, on record with its taps; returns the line.
    ///
    /// # Errors
    /// The reasons against it; the table is then as before.
    fn act(&mut self, command: &Value, overrule: bool, taps: Vec<Tap>, now: Millis) -> Result<u64, Refused>;
    /// True if a command is another one with more answers.
    fn extends(&self, open: &Value, answered: &Value) -> bool;
    /// Returns the line of the last event in force, and the taps that led to it.
    fn last(&self) -> Option<(u64, &[Tap])>;
    /// Takes the last event back, with those that belong to it; only events of one device, if one is named.
    fn undo(&mut self, only: Option<&str>, taps: Vec<Tap>, now: Millis) -> Option<u64>;
    /// Does again what was taken back last.
    fn redo(&mut self, taps: Vec<Tap>, now: Millis) -> Option<u64>;
    /// Returns the number of the question that such a command answers: the line of the last answer.
    fn question(&self, share: Share) -> u64;
    /// Returns the players whose secret choices the table waits for.
    fn choosers(&self) -> Vec<Seat>;
    /// Checks a secret choice.
    ///
    /// # Errors
    /// The reasons against it.
    fn check_secret(&self, seat: Seat, choice: &Value) -> Result<(), Refused>;
    /// Returns the command that reveals all choices.
    fn reveal(&self, choices: &[Value]) -> Option<Value>;
    /// Returns a short label of the last event in force: "Orm −3".
    fn label(&self) -> String;
    /// Returns the names of the players, in the order of their seats.
    fn names(&self) -> Vec<String>;
    /// Returns whose turn it is.
    fn standing(&self) -> Standing;
    /// Returns the state.
    fn state(&self) -> Value;
    /// Returns the whole journal.
    ///
    /// # Errors
    /// [`CorruptEntry`] if it can't be written.
    fn journal(&self) -> Result<String, CorruptEntry>;
    /// Returns a copy.
    fn fork(&self) -> Box<dyn AnyTable>;
    /// For those who know which game it is: a [`SharedTable`].
    fn as_any(&self) -> &dyn Any;
}

/// Opens an empty shared table of a game.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn open(game: &Game, book: &Glossary) -> Result<Box<dyn AnyTable>, Vec<Diagnostic>> {
    played_by!(game, Played => {
        let rules = <Played as Rules>::read(game, book)?;
        Ok(Box::new(SharedTable::new(Table::new(Arc::new(rules)))) as Box<dyn AnyTable>)
    }, else Err(game.rules.iter().map(games::unknown).collect()))
}

/// A table that several devices share.
#[derive(Clone, Debug)]
pub struct SharedTable<R: Rules> {
    table: Table<R>,
    /// Line of the last decision of the whole table.
    decided: u64,
    /// Line of the last choice of each player.
    chosen: BTreeMap<Seat, u64>,
}

impl<R: Shared> SharedTable<R> {
    /// Shares a table: from now on its journal records taps.
    ///
    /// # Panics
    /// Never: the entries of a table follow from each other.
    pub fn new(mut table: Table<R>) -> Self {
        table.share();
        let mut shared = Self { decided: 0, chosen: BTreeMap::new(), table: table.emptied() };
        for entry in table.entries() {
            shared.take(entry.clone()).expect("the entries of a table follow from each other");
        }
        shared
    }

    fn take(&mut self, entry: Entry<R>) -> Result<(), CorruptEntry> {
        let share = match &entry {
            Entry::Did(event) => Some(Share::of::<R>(self.table.state(), &event.command)),
            Entry::Undid { .. } | Entry::Redid { .. } => None,
        };
        self.table.push(entry)?;
        self.note(share);
        Ok(())
    }

    /// Returns the table.
    pub fn table(&self) -> &Table<R> {
        &self.table
    }

    fn at(&self, line: u64) -> Option<&Entry<R>> {
        self.table.entries().get(usize::try_from(line.checked_sub(1)?).ok()?)
    }

    fn command(&self, command: &Value) -> Result<R::Command, Refused> {
        let parsed = from_value(command.clone()).map_err(|error| Refused::new(Why::Invalid, error.to_string()));
        Ok(self.table.rules().up_to_date(parsed?))
    }

    /// Notes a line, with how its command was shared.
    fn note(&mut self, share: Option<Share>) {
        let line = self.table.entries().len() as u64;
        match share.map(|share| (share.weight, share.owner)) {
            Some((Weight::Counts, _)) => {}
            Some((Weight::Chooses, Owner::Seat(seat))) => {
                self.chosen.insert(seat, line);
            }
            _ => self.decided = line,
        }
    }
}

fn refused(refusal: &Refusal) -> Refused {
    Refused {
        reasons: refusal.reasons.iter().map(ToString::to_string).collect(),
        possible: refusal.possible.clone(),
        may_overrule: refusal.can_be_overruled(),
        ..Refused::new(Why::Rule, "")
    }
}

impl<R: Shared> AnyTable for SharedTable<R> {
    fn head(&self) -> &Head {
        self.table.head()
    }

    fn len(&self) -> u64 {
        self.table.entries().len() as u64
    }

    fn entry(&self, line: u64) -> Option<String> {
        journal::json(self.at(line)?).ok()
    }

    fn taps(&self, line: u64) -> &[Tap] {
        self.at(line).map(Entry::taps).unwrap_or_default()
    }

    fn time(&self, line: u64) -> Option<Millis> {
        self.at(line).map(Entry::time)
    }

    fn push(&mut self, entry: &Value) -> Result<(), CorruptEntry> {
        self.take(journal::entry_of(entry.clone())?)
    }

    fn judge(&self, command: &Value) -> Result<Verdict, Refused> {
        let command = self.command(command)?;
        let (rules, state) = (self.table.rules(), self.table.state());
        let asked = rules.asked(state, &command);
        Ok(Verdict {
            share: Share::of::<R>(state, &command),
            asked,
            complete: asked.is_none() || self.table.check(&command).is_ok(),
            answered_by: rules.answered_by(state, &command),
        })
    }

    fn act(&mut self, command: &Value, overrule: bool, taps: Vec<Tap>, now: Millis) -> Result<u64, Refused> {
        let command = self.command(command)?;
        let share = Share::of::<R>(self.table.state(), &command);
        let table = self.table.tapped(taps);
        let acted = if overrule { table.overrule(command, now) } else { table.act(command, now) };
        acted.map_err(|refusal| refused(&refusal))?;
        self.note(Some(share));
        Ok(self.len())
    }

    fn extends(&self, open: &Value, answered: &Value) -> bool {
        matches!((self.command(open), self.command(answered)), (Ok(open), Ok(answered)) if R::extends(&open, &answered))
    }

    fn last(&self) -> Option<(u64, &[Tap])> {
        self.table.done().last().map(|event| (event.seq, event.taps.as_slice()))
    }

    fn undo(&mut self, only: Option<&str>, taps: Vec<Tap>, now: Millis) -> Option<u64> {
        match only {
            None => self.table.tapped(taps).undo(now)?,
            Some(device) => {
                let group = self.table.groups().pop()?;
                let mine = |event: &Arc<Event<R>>| event.taps.iter().any(|tap| tap.device == device);
                let count = self.table.done()[group].iter().rev().take_while(|event| mine(event)).count();
                let left = self.table.done().len() - count;
                self.table.tapped(taps).undo_to(left, now)?
            }
        };
        self.note(None);
        Some(self.len())
    }

    fn redo(&mut self, taps: Vec<Tap>, now: Millis) -> Option<u64> {
        self.table.tapped(taps).redo(now)?;
        self.note(None);
        Some(self.len())
    }

    fn question(&self, share: Share) -> u64 {
        let own = match (share.weight, share.owner) {
            (Weight::Chooses, Owner::Seat(seat)) => self.chosen.get(&seat).copied(),
            _ => None,
        };
        self.decided.max(own.unwrap_or_default())
    }

    fn choosers(&self) -> Vec<Seat> {
        R::choosers(self.table.state())
    }

    fn check_secret(&self, seat: Seat, choice: &Value) -> Result<(), Refused> {
        let checked = self.table.rules().check_secret(self.table.state(), seat, choice);
        checked.map_err(|refusal| refused(&refusal))
    }

    fn reveal(&self, choices: &[Value]) -> Option<Value> {
        serde_json::to_value(R::reveal(choices)?).ok()
    }

    fn label(&self) -> String {
        let Some(last) = self.table.done().last() else { return String::new() };
        tell::label(self.table.rules().as_ref(), self.table.state(), std::slice::from_ref(last))
    }

    fn names(&self) -> Vec<String> {
        R::people(self.table.state()).iter().map(|person| person.name.to_owned()).collect()
    }

    fn standing(&self) -> Standing {
        R::standing(self.table.state())
    }

    fn state(&self) -> Value {
        serde_json::to_value(self.table.state()).unwrap_or_default()
    }

    fn journal(&self) -> Result<String, CorruptEntry> {
        journal::text(&self.table)
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
