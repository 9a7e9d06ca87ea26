//! The journal on disk: every event is there before it is shown.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::table::{Entry, Rules, Table};

/// Keeps a journal in a file, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    file: File,
}

/// Something worth telling about a journal that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The last line was torn, as by a power cut; it is dropped, and the game goes on.
    Torn {
        /// The number of the line, counted from 1.
        line: usize,
    },
    /// A line makes no sense: the entries before it are kept, and the whole file lies beside.
    Damaged {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
        /// How many lines are left out, this one included.
        lines: usize,
        /// Where the file lies as it was.
        copy: PathBuf,
    },
    /// It was played with another printing of the game.
    Printing {
        /// The printing that it names.
        theirs: String,
    },
}

/// Why a journal cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The system does not let us.
    #[error("{what} {path:?}")]
    Io {
        /// What was tried: "could not write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another program has it open.
    #[error("another program keeps its game in {path:?}")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is no journal, or of a later version.
    #[error("{path:?}: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
}

impl Keeper {
    /// Opens a journal, or begins one where there is no such file.
    ///
    /// # Errors
    /// See [`KeepError`]; the file is then as before.
    pub fn open(path: &Path, rules: Arc<Rules>) -> Result<(Self, Table, Vec<Note>), KeepError> {
        let io = |source| KeepError::Io { what: "could not open", path: path.to_owned(), source };
        let file = File::options().read(true).append(true).create(true).open(path).map_err(io)?;
        Ok((Self { path: path.to_owned(), file }, Table::new(rules), Vec::new()))
    }

    /// Writes an entry; when this returns, it is on disk.
    ///
    /// # Errors
    /// [`KeepError::Io`] if it could not be written; it may be tried again.
    pub fn append(&mut self, _entry: &Entry) -> Result<(), KeepError> {
        let io = |source| KeepError::Io { what: "could not write", path: self.path.clone(), source };
        self.file.sync_data().map_err(io)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
