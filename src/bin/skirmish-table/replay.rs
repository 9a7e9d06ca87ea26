//! `skirmish-table replay` and `link`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_tracker::table::journal::{End, JournalError};
use skirmish_tracker::table::transfer::{self, Refused, TransferError};
use skirmish_tracker::table::{Found, Playable};

use crate::args::Format;

/// Result of a replay.
pub struct Replay {
    /// State after the last valid line.
    pub text: String,
    /// Note on a valid journal, such as a torn last line.
    pub note: Option<String>,
    /// First invalid line.
    pub damage: Option<String>,
}

/// Failure to replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Unreadable file.
    #[error("could not read {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Not a journal of this game.
    #[error("cannot replay {}: {source}", path.display())]
    Journal { path: PathBuf, source: JournalError },
    /// Not a link to this game.
    #[error("cannot replay the link: {0}")]
    Link(#[from] Refused),
    /// The journal can't be packed into a link.
    #[error(transparent)]
    TransferError(#[from] TransferError),
    /// The state can't be written as JSON; no known cause.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Replays a journal.
///
/// # Errors
/// See [`ReplayError`].
pub fn run(table: &mut dyn Playable, file: &Path, format: Format) -> Result<Replay, ReplayError> {
    let (note, damage) = read(table, file)?;
    let text = match format {
        Format::Text => table.describe().join("\n"),
        Format::Json => table.state_json()?.to_string(),
    };
    Ok(Replay { text, note, damage })
}

/// Packs a journal into a link, or into the part after its URL.
///
/// # Errors
/// See [`ReplayError`].
pub fn link(table: &mut dyn Playable, file: &Path, base: Option<&str>) -> Result<Replay, ReplayError> {
    let (note, damage) = read(table, file)?;
    let packed = table.pack()?;
    let text = base.map_or_else(|| packed.clone(), |base| transfer::link(base, &packed));
    Ok(Replay { text, note, damage })
}

/// Replays a journal onto a table; returns a note, and the first invalid line.
fn read(table: &mut dyn Playable, file: &Path) -> Result<(Option<String>, Option<String>), ReplayError> {
    if let Some(link) = file.to_str().filter(|text| transfer::is_link(text)) {
        table.unpack(transfer::from_link(link).ok_or(Refused::Damaged)?)?;
        return Ok((None, None));
    }
    let shown = file.display();
    let bytes = fs::read(file).map_err(|source| ReplayError::File { path: file.to_owned(), source })?;
    let Found { end, headless, printing } =
        table.read(&bytes).map_err(|source| ReplayError::Journal { path: file.to_owned(), source })?;
    let message = format!("{shown}: {end}");
    let (torn, damage) = match end {
        End::Whole | End::Open => (None, None),
        End::Torn { .. } => (Some(message), None),
        End::Damaged { .. } => (None, Some(message)),
    };
    let headless = headless.map(|why| format!("{shown}: line 1 is invalid: {why}"));
    let damage = headless.into_iter().chain(damage).reduce(|all, more| format!("{all}\n{more}"));
    let printing = printing.map(|other| format!("{shown}: {other}"));
    let note = torn.into_iter().chain(printing).reduce(|all, more| format!("{all}\n{more}"));
    Ok((note, damage))
}
