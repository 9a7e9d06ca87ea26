//! The journal as it was found in the browser's storage.

use std::sync::Arc;

use skirmish::table::journal::{self, End, NoJournal};
use skirmish::table::{Damage, Rules, Table};

/// A table, and what is to be done with its journal before it is played on.
pub struct Opened {
    /// The table as it was left, or a new one.
    pub table: Table,
    /// The journal that is to be kept in place of the one that was found.
    pub instead: Option<String>,
    /// What is worth telling.
    pub note: Option<String>,
}

/// Reads what was kept; nothing of it is ever thrown away, only put aside.
///
/// # Errors
/// The head of a new journal cannot be written; nothing is known that makes it fail.
pub fn open(kept: Option<&str>, rules: &Arc<Rules>) -> Result<Opened, Damage> {
    let new = |note| {
        let instead = Some(journal::head(rules)?);
        Ok(Opened { table: Table::new(Arc::clone(rules)), instead, note })
    };
    let Some(kept) = kept else { return new(None) };
    let reading = match journal::read(kept.as_bytes(), rules) {
        Ok(reading) => reading,
        Err(NoJournal::Empty) => return new(None),
        Err(why) => return new(Some(format!("The game that was here cannot be played on: {why}. It is put aside."))),
    };
    let (instead, damage) = match reading.end {
        End::Whole => (None, None),
        End::Open => (Some(format!("{kept}\n")), None),
        End::Torn { line } => {
            let note = format!("Line {line} of the journal was not written to its end, and is left out.");
            (Some(kept[..reading.good].to_owned()), Some(note))
        }
        End::Damaged { line, why, lines } => {
            let note = format!(
                "Line {line} of the journal makes no sense: {why}. It and what follows ({lines} in all) are left out, and put aside."
            );
            (Some(kept[..reading.good].to_owned()), Some(note))
        }
    };
    let (theirs, ours) = (&reading.head.printing, rules.printing());
    let printing = (*theirs != ours)
        .then(|| format!("This game was begun with the printing {theirs} of the cards, and this is {ours}."));
    let note = [damage, printing].into_iter().flatten().reduce(|all, note| format!("{all} {note}"));
    Ok(Opened { table: reading.table, instead, note })
}
