//! A game's own way to write what is played.

use super::{Rules, Unreported};

/// Lines instead of JSON, for programs that play; see [`Rules::notation`].
pub trait Notation<R: Rules> {
    /// True if a line is in this notation; what is not is read as JSON. A text that cannot be JSON is, unless a game says
    /// otherwise.
    fn reads(&self, line: &str) -> bool {
        !line.starts_with(['{', '"'])
    }

    /// The commands of a line.
    ///
    /// # Errors
    /// Everything against it, each with the number of its rule; then none of the commands is to be carried out.
    fn commands(&self, state: &R::State, line: &str) -> Result<Vec<R::Command>, Vec<String>>;

    /// Problems of a text in which no game begins.
    fn nothing_said(&self) -> String;

    /// The state as one JSON object: with what is possible next, and the number of sequences of commands of a given length,
    /// where that is asked for.
    ///
    /// # Errors
    /// See [`Unreported`].
    fn report(&self, state: &R::State, legal: bool, depth: Option<u32>) -> Result<String, Unreported>;
}
