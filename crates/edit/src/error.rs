//! Why an edit is refused.

use skirmish_base::diagnostic::{Diagnostic, format_plain};
use skirmish_base::vfs::VfsError;

/// Why an edit is refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A file can't be read.
    #[error(transparent)]
    File(#[from] VfsError),
    /// The file changed since the edit was made.
    #[error("`{file}` has changed meanwhile")]
    Stale {
        /// Path of the file.
        file: String,
    },
    /// The data has errors that hide the place.
    #[error("{}", format_plain(.0))]
    Data(Vec<Diagnostic>),
    /// There is no such card, slot, paragraph or value.
    #[error("unknown {kind} `{name}`")]
    Unknown {
        /// What was looked for: "card".
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// The value is part of something that can't be changed on its own.
    #[error("`{name}` in `{file}` {reason}")]
    Fixed {
        /// The value.
        name: String,
        /// Path of the file.
        file: String,
        /// The reason: "is a formula".
        reason: &'static str,
    },
    /// A sheet has no column for the field.
    #[error("`{file}` has no column `{field}`")]
    NoColumn {
        /// Path of the file.
        file: String,
        /// The field.
        field: String,
    },
    /// The encoding of a file lacks a character.
    #[error("`{file}` is in {encoding}, which has no `{letter}`: save it as UTF-8 first")]
    Letter {
        /// Path of the file.
        file: String,
        /// Name of the encoding.
        encoding: &'static str,
        /// The character.
        letter: char,
    },
    /// Other text of a file would be read otherwise after the edit.
    #[error("`{file}` can't be changed safely in {encoding}: save it as UTF-8 first")]
    Encoding {
        /// Path of the file.
        file: String,
        /// Name of the encoding.
        encoding: &'static str,
    },
    /// A workbook or template can't be taken apart.
    #[error("cannot read `{file}`: {reason}")]
    Format {
        /// Path of the file.
        file: String,
        /// The reason.
        reason: String,
    },
}

impl EditError {
    pub(crate) fn unknown(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Unknown { kind, name: name.into() }
    }

    pub(crate) fn fixed(name: impl Into<String>, file: &str, reason: &'static str) -> Self {
        Self::Fixed { name: name.into(), file: file.to_owned(), reason }
    }

    pub(crate) fn format(file: &str, reason: impl Into<String>) -> Self {
        Self::Format { file: file.to_owned(), reason: reason.into() }
    }
}
