//! A table of any game, for programs that say commands as JSON or in the notation of the game.

use serde::Deserialize;
use serde_json::{Value, json};

use super::journal::{self, End, JournalError, OtherPrinting, ParsedJournal};
use super::transfer::{self, Refused, TransferError};
use super::{CorruptEntry, Millis, PlayerConfig, Refusal, Rules, Standing, Table};

/// A table of any game.
pub trait Playable {
    /// Executes a line: in the game's own notation, if it has one, or as JSON.
    ///
    /// JSON is a command of the game as in its journal, or one of these: `{"players":["Asa","Orm"]}` begins a game with
    /// these players, `{"overrule":COMMAND}` does something that a rule forbids, `{"undo":1}` undoes that many events,
    /// `{"redo":1}` redoes the last undone ones.
    ///
    /// # Errors
    /// See [`MoveError`]; the table is then unchanged.
    fn play(&mut self, line: &str, now: Millis) -> Result<(), MoveError>;

    /// Returns the state, with the number of entries in the journal and of events in force.
    ///
    /// # Errors
    /// It cannot be written as JSON; nothing is known that makes it fail.
    fn state_json(&self) -> Result<Value, serde_json::Error>;

    /// Describes the state in lines of plain text.
    fn describe(&self) -> Vec<String>;

    /// Replaces the table by a journal, as far as that can be read.
    ///
    /// # Errors
    /// See [`JournalError`]; the table is then as before.
    fn read(&mut self, journal: &[u8]) -> Result<Found, JournalError>;

    /// Replaces the table by the game of a link.
    ///
    /// # Errors
    /// See [`Refused`]; the table is then as before.
    fn unpack(&mut self, packed: &str) -> Result<(), Refused>;

    /// Returns the whole journal as a short text of letters that may be in a link.
    ///
    /// # Errors
    /// See [`TransferError`].
    fn pack(&self) -> Result<String, TransferError>;

    /// Returns the state as one JSON object for programs; on request with the commands that the rules allow now, see
    /// [`Rules::legal`], and with the number of sequences of `depth` commands.
    ///
    /// # Errors
    /// See [`ReportError`].
    fn report(&self, legal: bool, depth: Option<u32>) -> Result<String, ReportError>;
}

/// Why the state is not reported.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No game has begun, and the notation of the game has no words for that.
    #[error("{0}")]
    NotBegun(String),
    /// Only games with a notation support counting.
    #[error("this game doesn't support counting sequences")]
    NoCount,
    /// Nothing is known that makes this fail.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Metadata of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its end.
    pub end: End,
    /// Fault of its first line, if the lines after it are valid.
    pub headless: Option<CorruptEntry>,
    /// The edition that it was begun with, if it is another.
    pub printing: Option<OtherPrinting>,
}

/// Why a line was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Invalid JSON, or not a command of the game.
    #[error("invalid command: {0}")]
    NoCommand(String),
    /// It cannot be played, in the words of the game's notation.
    #[error("{}", .0.join("; "))]
    NoLine(Vec<String>),
    /// The rules or the state forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nothing was there to be taken back, or to be done again.
    #[error("not enough events to undo or redo")]
    NoEvents,
}

impl MoveError {
    /// Returns each reason separately.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::Refused(refusal) => refusal.reasons.iter().map(ToString::to_string).collect(),
            Self::NoLine(reasons) => reasons.clone(),
            other => vec![other.to_string()],
        }
    }
}

/// A line other than a command of the game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Besides {
    Players(Vec<String>),
    Overrule(Value),
    Undo(usize),
    Redo(usize),
}

impl<R: Rules> Playable for Table<R> {
    fn play(&mut self, line: &str, now: Millis) -> Result<(), MoveError> {
        let no_command = |error: serde_json::Error| MoveError::NoCommand(error.to_string());
        if let Some(notation) = self.rules().notation()
            && notation.reads(line)
        {
            for command in notation.commands(self.state(), line).map_err(MoveError::NoLine)? {
                self.act(command, now)?;
            }
            return Ok(());
        }
        let value: Value = serde_json::from_str(line).map_err(no_command)?;
        let besides = value.as_object().and_then(|object| object.keys().next()).map(String::as_str);
        if !matches!(besides, Some("players" | "overrule" | "undo" | "redo")) {
            let command = serde_json::from_value(value).map_err(no_command)?;
            self.act(self.rules().up_to_date(command), now)?;
            return Ok(());
        }
        match serde_json::from_value(value).map_err(no_command)? {
            Besides::Players(names) => {
                let begin = self.rules().begin(PlayerConfig::in_order(names));
                self.act(begin, now)?;
            }
            Besides::Overrule(command) => {
                let command = serde_json::from_value(command).map_err(no_command)?;
                self.overrule(self.rules().up_to_date(command), now)?;
            }
            Besides::Undo(count) => {
                let left = self.done().len().checked_sub(count).ok_or(MoveError::NoEvents)?;
                self.undo_to(left, now).ok_or(MoveError::NoEvents)?;
            }
            Besides::Redo(count) => {
                self.redo_some(count, now).ok_or(MoveError::NoEvents)?;
            }
        }
        Ok(())
    }

    fn state_json(&self) -> Result<Value, serde_json::Error> {
        let mut state = serde_json::to_value(self.state())?;
        if let Some(object) = state.as_object_mut() {
            object.insert("entries".to_owned(), json!(self.entries().len()));
            object.insert("events".to_owned(), json!(self.done().len()));
        }
        Ok(state)
    }

    fn describe(&self) -> Vec<String> {
        let mut lines = vec![format!("{} entries, {} events in force", self.entries().len(), self.done().len())];
        if R::standing(self.state()) == Standing::NotBegun {
            lines.push("no game has begun".to_owned());
        } else {
            lines.extend(self.rules().describe(self.state()));
        }
        lines
    }

    fn read(&mut self, journal: &[u8]) -> Result<Found, JournalError> {
        let ParsedJournal { table, headless, end, .. } = journal::read(journal, self.rules())?;
        let printing = table.head().other_printing(self.rules().about());
        *self = table;
        Ok(Found { end, headless, printing })
    }

    fn unpack(&mut self, packed: &str) -> Result<(), Refused> {
        *self = transfer::unpack(packed, self.rules())?;
        Ok(())
    }

    fn pack(&self) -> Result<String, TransferError> {
        transfer::pack(self)
    }

    fn report(&self, legal: bool, depth: Option<u32>) -> Result<String, ReportError> {
        if let Some(notation) = self.rules().notation() {
            let begun = R::standing(self.state()) != Standing::NotBegun;
            let begun =
                begun.then_some(self.state()).ok_or_else(|| ReportError::NotBegun(notation.no_game_message()))?;
            return notation.report(begun, legal, depth);
        }
        if depth.is_some() {
            return Err(ReportError::NoCount);
        }
        let mut state = self.state_json()?;
        if let (true, Some(object)) = (legal, state.as_object_mut()) {
            let all: Result<Vec<Value>, _> =
                self.rules().legal(self.state()).iter().map(serde_json::to_value).collect();
            object.insert("legal".to_owned(), all?.into());
        }
        Ok(state.to_string())
    }
}
