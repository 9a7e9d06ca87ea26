//! A game's own notation for its moves.

use super::{ReportError, Rules};

/// Lines instead of JSON, for programs that play; see [`Rules::notation`].
pub trait Notation<R: Rules> {
    /// True if a line is in this notation, otherwise it is JSON. By default, that is any text that can't be JSON.
    fn reads(&self, line: &str) -> bool {
        !line.starts_with(['{', '"'])
    }

    /// Parses the commands of a line.
    ///
    /// # Errors
    /// Everything against it, each with the number of its rule; then none of the commands is to be carried out.
    fn commands(&self, state: &R::State, line: &str) -> Result<Vec<R::Command>, Vec<String>>;

    /// The message for a text in which no game begins.
    fn no_game_message(&self) -> String;

    /// Returns the state as one JSON object; on request with the possible commands, and the number of command sequences
    /// of a given length.
    ///
    /// # Errors
    /// See [`ReportError`].
    fn report(&self, state: &R::State, legal: bool, depth: Option<u32>) -> Result<String, ReportError>;
}
