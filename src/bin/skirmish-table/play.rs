//! A game that a program plays: commands come in as lines, the table or the refusal goes out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;
use skirmish::table::{Millis, Playable, Unreported};

/// Why the commands of a file are not carried out at all, or nothing can be said at their end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The file cannot be read.
    #[error("could not read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// How everything lies cannot be said.
    #[error(transparent)]
    Report(#[from] Unreported),
}

/// What is printed, and whether all commands were carried out.
pub struct Played {
    pub text: String,
    pub done: bool,
}

/// Carries out the commands of a file, or of the standard input where it is `-`, in their order; empty lines say nothing.
///
/// # Errors
/// See [`PlayError`].
pub fn run(table: &mut dyn Playable, moves: &Path, legal: bool, depth: Option<u32>) -> Result<Played, PlayError> {
    let read = if moves == Path::new("-") { io::read_to_string(io::stdin()) } else { fs::read_to_string(moves) };
    let text = read.map_err(|source| PlayError::Read { path: moves.to_owned(), source })?;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        // Every line is a moment of its own, so that nothing is taken for taps in quick succession.
        let time = Millis(u64::try_from(index).unwrap_or_default() * 60_000);
        if let Err(why) = table.play(line.trim(), time) {
            return Ok(refused(index + 1, &why.reasons()));
        }
    }
    match table.report(legal, depth) {
        Ok(text) => Ok(Played { text, done: true }),
        Err(Unreported::NotBegun(why)) => Ok(refused(1, &[why])),
        Err(why) => Err(why.into()),
    }
}

fn refused(line: usize, why: &[String]) -> Played {
    Played { text: json!({ "line": line, "why": why }).to_string(), done: false }
}
