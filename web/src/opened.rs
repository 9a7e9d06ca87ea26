//! The journal as it was found in the browser's storage.

use std::sync::Arc;

use skirmish::table::journal::{self, End, NoJournal};
use skirmish::table::tell::sentence;
use skirmish::table::{Damage, Rules, Table};

/// Where the journal is that cannot be played on.
const GIVEN: &str = "The journal as it was is among your downloads.";

/// A table, and what is to be done with its journal before it is played on.
pub struct Opened {
    /// The table as it was left, or a new one.
    pub table: Table,
    /// The journal that is to be kept in place of the one that was found.
    pub instead: Option<String>,
    /// Whether people may miss what was found, and get it as a file.
    pub give: bool,
    /// What is worth telling.
    pub note: Option<String>,
}

/// Reads what was kept; nothing of it is ever thrown away, only put aside.
///
/// # Errors
/// The head of a new journal cannot be written; nothing is known that makes it fail.
pub fn open(kept: Option<&str>, rules: &Arc<Rules>) -> Result<Opened, Damage> {
    let new = |note: Option<String>| {
        let (instead, give) = (Some(journal::head(rules)?), note.is_some());
        Ok(Opened { table: Table::new(Arc::clone(rules)), instead, give, note })
    };
    let Some(kept) = kept else { return new(None) };
    let reading = match journal::read(kept.as_bytes(), rules) {
        Ok(reading) => reading,
        Err(NoJournal::Empty) => return new(None),
        Err(why) => return new(Some(format!("The game that was here cannot be played on: {why}. {GIVEN}"))),
    };
    let good = || Some(kept[..reading.good].to_owned());
    let told = sentence(&format!("the journal’s {}", reading.end));
    let (instead, damage, give) = match reading.end {
        End::Whole => (None, None, false),
        End::Open => (Some(format!("{kept}\n")), None, false),
        End::Torn { .. } => (good(), Some(told), false),
        End::Damaged { .. } => (good(), Some(format!("{told} {GIVEN}")), true),
    };
    let printing = reading.head.other_printing(rules).map(|other| sentence(&other.to_string()));
    let note = damage.into_iter().chain(printing).reduce(|all, note| format!("{all} {note}"));
    Ok(Opened { table: reading.table, instead, give, note })
}
