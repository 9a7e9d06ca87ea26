//! How everything lies at the end of a journal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish::table::journal::{End, NoJournal};
use skirmish::table::transfer::{self, Refused, Unpackable};
use skirmish::table::{Found, Playable};

use crate::args::Format;

/// What a journal says.
pub struct Replay {
    /// The state at its end, as far as it makes sense.
    pub text: String,
    /// Something worth knowing, where the journal is sound: its last line was torn.
    pub note: Option<String>,
    /// Where it stops making sense.
    pub damage: Option<String>,
}

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The file cannot be read.
    #[error("could not read {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// It is no journal of this game.
    #[error("{} is no journal to replay: {source}", path.display())]
    Journal { path: PathBuf, source: NoJournal },
    /// The link is none of this game.
    #[error("the link is no journal to replay: {0}")]
    Link(#[from] Refused),
    /// No link can be made of the journal.
    #[error(transparent)]
    Unpackable(#[from] Unpackable),
    /// The state cannot be written as JSON; nothing is known that makes this fail.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Reads a journal.
///
/// # Errors
/// See [`Unread`].
pub fn run(table: &mut dyn Playable, file: &Path, format: Format) -> Result<Replay, Unread> {
    let (note, damage) = read(table, file)?;
    let text = match format {
        Format::Text => table.told().join("\n"),
        Format::Json => table.lies()?.to_string(),
    };
    Ok(Replay { text, note, damage })
}

/// A journal as a link, or as what stands behind the address in one.
///
/// # Errors
/// See [`Unread`].
pub fn link(table: &mut dyn Playable, file: &Path, base: Option<&str>) -> Result<Replay, Unread> {
    let (note, damage) = read(table, file)?;
    let packed = table.pack()?;
    let text = base.map_or_else(|| packed.clone(), |base| transfer::link(base, &packed));
    Ok(Replay { text, note, damage })
}

/// Puts a journal onto a table, as far as it makes sense: something worth knowing, and where it stops making sense.
fn read(table: &mut dyn Playable, file: &Path) -> Result<(Option<String>, Option<String>), Unread> {
    if let Some(link) = file.to_str().filter(|text| transfer::is_link(text)) {
        table.unpack(transfer::from_link(link).ok_or(Refused::Damaged)?)?;
        return Ok((None, None));
    }
    let shown = file.display();
    let bytes = fs::read(file).map_err(|source| Unread::File { path: file.to_owned(), source })?;
    let Found { end, headless, printing } =
        table.read(&bytes).map_err(|source| Unread::Journal { path: file.to_owned(), source })?;
    let told = format!("{shown}: {end}");
    let (torn, damage) = match end {
        End::Whole | End::Open => (None, None),
        End::Torn { .. } => (Some(told), None),
        End::Damaged { .. } => (None, Some(told)),
    };
    let headless = headless.map(|why| format!("{shown}: line 1 makes no sense: {why}"));
    let damage = headless.into_iter().chain(damage).reduce(|all, more| format!("{all}\n{more}"));
    let printing = printing.map(|other| format!("{shown}: {other}"));
    let note = torn.into_iter().chain(printing).reduce(|all, more| format!("{all}\n{more}"));
    Ok((note, damage))
}
