//! `skirmish-table play`: runs commands from lines; prints the state or the refusal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;
use skirmish_tracker::table::{Millis, Playable, ReportError};

/// Failure to read the commands or to print the state.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Unreadable file.
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// The state can't be printed.
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// Output, and `done` if all commands were legal.
pub struct Played {
    pub text: String,
    pub done: bool,
}

/// Runs the commands of a file, or of standard input if it is `-`; skips empty lines.
///
/// # Errors
/// See [`PlayError`].
pub fn run(table: &mut dyn Playable, moves: &Path, legal: bool, depth: Option<u32>) -> Result<Played, PlayError> {
    let read = if moves == Path::new("-") { io::read_to_string(io::stdin()) } else { fs::read_to_string(moves) };
    let text = read.map_err(|source| PlayError::Read { path: moves.to_owned(), source })?;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        // Spaced out, or the lines would merge like taps in quick succession.
        let time = Millis(u64::try_from(index).unwrap_or_default() * 60_000);
        if let Err(why) = table.play(line.trim(), time) {
            return Ok(refused(index + 1, &why.reasons()));
        }
    }
    match table.report(legal, depth) {
        Ok(text) => Ok(Played { text, done: true }),
        Err(ReportError::NotBegun(why)) => Ok(refused(1, &[why])),
        Err(why) => Err(why.into()),
    }
}

fn refused(line: usize, why: &[String]) -> Played {
    Played { text: json!({ "line": line, "why": why }).to_string(), done: false }
}
