//! The journal as it was found in the browser's storage.

use std::sync::Arc;

use skirmish_screens::{OpenError, Remedy};
use skirmish_tracker::table::journal::{self, End, JournalError, Writer};
use skirmish_tracker::table::tell::sentence;
use skirmish_tracker::table::{CorruptEntry, Rules, Table};

/// Location of a journal that can't be continued.
const GIVEN: &str = "The original journal is in your downloads.";

/// A table, and instructions for its journal before it continues.
pub struct Opened<R: Rules> {
    /// The table as it was left, or a new one.
    pub table: Table<R>,
    /// The journal that is to be kept instead of the one that was found.
    pub instead: Option<String>,
    /// True if people may miss the old journal, and get it as a download.
    pub give: bool,
    /// Note for the players.
    pub note: Option<String>,
    /// Writes the lines that follow.
    pub writer: Writer,
}

/// Reads the stored journal; it is never deleted, only archived.
///
/// # Errors
/// The stored journal can't be continued.
pub fn open<R: Rules>(kept: Option<&str>, rules: &Arc<R>) -> Result<Opened<R>, OpenError> {
    let new = || {
        let table = Table::new(Arc::clone(rules));
        let (writer, head) = Writer::begin(table.head()).map_err(unwritten)?;
        Ok(Opened { table, instead: Some(head), give: false, note: None, writer })
    };
    let Some(kept) = kept else { return new() };
    let reading = match journal::read(kept.as_bytes(), rules) {
        Ok(reading) => reading,
        Err(JournalError::Empty) => return new(),
        Err(why) => {
            let why = sentence(&format!("cannot continue the current game: {why}"));
            return Err(OpenError { why, remedies: vec![Remedy::Archive] });
        }
    };
    let good = || Some(kept[..reading.good].to_owned());
    let told = sentence(&format!("the journal’s {}", reading.end));
    let (instead, damage, give) = match reading.end {
        End::Whole => (None, None, false),
        End::Open => (Some(format!("{kept}\n")), None, false),
        End::Torn { .. } => (good(), Some(told), false),
        End::Damaged { .. } => (good(), Some(format!("{told} {GIVEN}")), true),
    };
    let headless = reading.headless.map(|why| sentence(&format!("line 1 of the journal is invalid: {why}. {GIVEN}")));
    let mut opened = Opened { table: reading.table, instead, give, note: None, writer: reading.writer };
    if headless.is_some() {
        let (text, writer) = journal::written(&opened.table).map_err(unwritten)?;
        opened = Opened { instead: Some(text), give: true, writer, ..opened };
    }
    let printing = opened.table.head().other_printing(rules.about()).map(|other| sentence(&other.to_string()));
    let note = headless.into_iter().chain(damage).chain(printing).reduce(|all, note| format!("{all} {note}"));
    Ok(Opened { note, ..opened })
}

/// Returns an error that isn't known to happen.
pub fn unwritten(why: CorruptEntry) -> OpenError {
    OpenError { why: sentence(&why.to_string()), remedies: vec![Remedy::Again] }
}
