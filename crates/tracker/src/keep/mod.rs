//! The journal on disk, a write-ahead log: every event is synced before it is shown.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::table::journal::{self, End, JournalError, OtherPrinting, Writer};
use crate::table::{CorruptEntry, Rules, Table};

/// Keeps a journal in a file, which is locked meanwhile.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines in the file.
    good: u64,
    /// True if a write failed and may have left a partial line after them.
    torn: bool,
    writer: Writer,
    /// Lines that could not be written yet: the next write begins with them.
    missing: String,
}

/// Note about a journal that was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The last line is incomplete, as after a power cut; it is dropped, and the game goes on.
    #[error("the journal’s {0}")]
    Torn(End),
    /// A line is invalid: the lines before it are kept, and a copy of the whole file is stored beside it.
    #[error("the journal’s {end}, and the original file is {copy:?}")]
    Damaged {
        /// Its end.
        end: End,
        /// Path of the copy.
        copy: PathBuf,
    },
    /// The first line is invalid, but the others aren't: the game goes on, and a copy of the whole file is stored
    /// beside it.
    #[error("line 1 of the journal is invalid: {why}; the other lines are read, and the original file is {copy:?}")]
    Headless {
        /// The fault.
        why: CorruptEntry,
        /// Path of the copy.
        copy: PathBuf,
    },
    /// It was begun with another edition of the game.
    #[error(transparent)]
    Printing(#[from] OtherPrinting),
}

/// Why a journal cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The system does not let us.
    #[error("could not {what} {path:?}: {source}")]
    Io {
        /// Failed operation: "write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The system’s message.
        source: io::Error,
    },
    /// Another program has it open.
    #[error("another program is using {path:?}")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The journal is from another game or a later version.
    #[error("cannot continue {path:?}: {source}")]
    NotThisGame {
        /// The file.
        path: PathBuf,
        /// Reason.
        source: JournalError,
    },
    /// An entry could not be written as text.
    #[error("could not write an entry")]
    Entry(#[from] CorruptEntry),
}

/// Renames a file that can't be continued to a free name beside it; returns that name.
///
/// # Errors
/// [`KeepError::Io`] if the system refuses; the file is then unchanged.
pub fn archive(path: &Path) -> Result<PathBuf, KeepError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let free = (1_u64..).map(|number| path.with_file_name(format!("{name}.{BEFORE}-{number}")));
    let aside = free.into_iter().find(|aside| !aside.exists()).unwrap_or_else(|| path.to_owned());
    let renamed = fs::rename(path, &aside);
    renamed.map_err(|source| KeepError::Io { what: "archive", path: path.to_owned(), source })?;
    Ok(aside)
}

/// Suffixes of archived journals, before a number.
const ASIDE: [&str; 2] = [BEFORE, DAMAGED];
/// Another game took its place.
const BEFORE: &str = "before";
/// A part of it is invalid; the rest is played on with.
const DAMAGED: &str = "damaged";

/// Returns all archived journals beside a journal, sorted by name.
///
/// # Errors
/// [`KeepError::Io`] if the folder can't be read; a missing folder has no archived journals.
pub fn archived(path: &Path) -> Result<Vec<PathBuf>, KeepError> {
    let folder = folder_of(path);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|source| KeepError::Io { what: "read", path: folder.to_owned(), source })?,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_aside = |file: &Path| {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        let ending = file.strip_prefix(&name).and_then(|rest| rest.strip_prefix('.'));
        ending.and_then(|ending| ending.rsplit_once('-')).is_some_and(|(why, number)| {
            ASIDE.contains(&why) && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|file| is_aside(file)).collect();
    found.sort();
    Ok(found)
}

/// Returns the folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Locks a file for this process, and waits up to a quarter of a second while it is locked elsewhere.
///
/// A process that was just started holds the locks of its parent until it runs its own program, and one that was killed
/// holds them until the system has cleaned up. Restarting the tracker at that moment should work.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..25 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            locked_or_failed => return locked_or_failed,
        }
    }
    file.try_lock()
}

impl JournalFile {
    /// Opens a journal, or creates it if the file is missing.
    ///
    /// # Errors
    /// See [`KeepError`]; the file is then unchanged.
    pub fn open<R: Rules>(path: &Path, rules: &Arc<R>) -> Result<(Self, Table<R>, Vec<Note>), KeepError> {
        let io = |what| move |source| KeepError::Io { what, path: path.to_owned(), source };
        fs::create_dir_all(folder_of(path)).map_err(io("make the folder of"))?;
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(io("open"))?;
        lock(&file).map_err(|error| match error {
            TryLockError::WouldBlock => KeepError::Locked { path: path.to_owned() },
            TryLockError::Error(source) => io("lock")(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io("read"))?;
        let (path, torn) = (path.to_owned(), !bytes.is_empty());
        let reading = match journal::read(&bytes, rules) {
            Ok(reading) => reading,
            Err(JournalError::Empty) => {
                let table = Table::new(Arc::clone(rules));
                let (writer, head) = Writer::begin(table.head())?;
                let mut keeper = Self { path, file, good: 0, torn, writer, missing: head };
                keeper.flush()?;
                keeper.sync_folder()?;
                return Ok((keeper, table, Vec::new()));
            }
            Err(source) => return Err(KeepError::NotThisGame { path, source }),
        };
        let (good, torn) = (reading.good as u64, bytes.len() != reading.good);
        let mut keeper = Self { path, file, good, torn, writer: reading.writer, missing: String::new() };
        let mut notes = Vec::new();
        match reading.end {
            End::Whole => {}
            End::Open => {
                keeper.missing.push('\n');
                keeper.flush()?;
            }
            end @ End::Torn { .. } => notes.push(Note::Torn(end)),
            end @ End::Damaged { .. } => {
                let copy = keeper.copy(DAMAGED, &bytes)?;
                notes.push(Note::Damaged { end, copy });
            }
        }
        keeper.truncate_torn()?;
        if let Some(why) = reading.headless {
            let copy = keeper.copy(DAMAGED, &bytes)?;
            let (text, writer) = journal::written(&reading.table)?;
            keeper.rewrite(&text, writer)?;
            notes.push(Note::Headless { why, copy });
        }
        notes.extend(reading.table.head().other_printing(rules.about()).map(Note::Printing));
        Ok((keeper, reading.table, notes))
    }

    /// Writes an entry, given as JSON, after all unwritten ones; when this returns, they are on disk.
    ///
    /// # Errors
    /// [`KeepError::Io`] if it couldn't be written: it isn't in the file then, and the next write retries.
    pub fn append(&mut self, entry: &str) -> Result<(), KeepError> {
        let line = self.writer.line(entry);
        self.missing.push_str(&line);
        self.flush()
    }

    /// Writes what could not be written so far.
    ///
    /// # Errors
    /// [`KeepError::Io`] if it still cannot be written.
    pub fn flush(&mut self) -> Result<(), KeepError> {
        if self.missing.is_empty() {
            return Ok(());
        }
        self.truncate_torn()?;
        // Until it is on disk, it counts as incomplete.
        self.torn = true;
        self.file.write_all(self.missing.as_bytes()).map_err(self.error("write"))?;
        self.file.sync_data().map_err(self.error("write"))?;
        self.good += self.missing.len() as u64;
        self.missing.clear();
        self.torn = false;
        Ok(())
    }

    /// Replaces the journal, and continues with `writer`, which writes further lines. The old one is archived under
    /// another name, unless it has no game; returns its path.
    ///
    /// If the program is interrupted at any point, the file is one complete journal or the other.
    ///
    /// # Errors
    /// See [`KeepError`]; the old journal is then kept.
    pub fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<PathBuf>, KeepError> {
        // Unwritten lines of the old journal still go into its copy.
        let missing = self.missing.clone();
        if self.flush().is_err() {
            self.truncate_torn()?;
        }
        self.file.seek(io::SeekFrom::Start(0)).map_err(self.error("read"))?;
        let mut before = Vec::new();
        self.file.read_to_end(&mut before).map_err(self.error("read"))?;
        if !self.missing.is_empty() {
            before.extend_from_slice(missing.as_bytes());
        }
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let aside = if lines > 1 { Some(self.copy(BEFORE, &before)?) } else { None };
        self.rewrite(journal, writer)?;
        Ok(aside)
    }

    /// Lets the journal record who tapped, see [`Table::share`].
    ///
    /// # Errors
    /// See [`KeepError`]; the journal on disk is then as before.
    pub fn share<R: Rules>(&mut self, table: &mut Table<R>) -> Result<(), KeepError> {
        if table.head().format == journal::FORMAT {
            return Ok(());
        }
        table.share();
        let (text, writer) = journal::written(table)?;
        self.rewrite(&text, writer)
    }

    /// Writes the same journal in another form in the place of the file, whole or not at all, and continues with `writer`.
    ///
    /// # Errors
    /// See [`KeepError`]; the journal on disk is then as before.
    pub fn rewrite(&mut self, text: &str, writer: Writer) -> Result<(), KeepError> {
        let next = self.beside("next");
        // A file left behind by an interrupted run is free to use. Ours is locked before it is renamed, so no other
        // program ever finds the journal unlocked.
        let mut file = File::options().read(true).append(true).create(true).open(&next).map_err(self.error("write"))?;
        lock(&file).map_err(|_| KeepError::Locked { path: next.clone() })?;
        let written = file.set_len(0).and_then(|()| file.write_all(text.as_bytes())).and_then(|()| file.sync_all());
        written.and_then(|()| fs::rename(&next, &self.path)).map_err(self.error("replace"))?;
        self.file = file;
        self.good = text.len() as u64;
        self.writer = writer;
        self.missing.clear();
        self.torn = false;
        self.sync_folder()
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, what: &'static str) -> impl Fn(io::Error) -> KeepError + use<> {
        let path = self.path.clone();
        move |source| KeepError::Io { what, path: path.clone(), source }
    }

    /// Cuts off everything after the last whole line.
    fn truncate_torn(&mut self) -> Result<(), KeepError> {
        if self.torn {
            self.file.set_len(self.good).map_err(self.error("mend"))?;
            self.file.seek(io::SeekFrom::End(0)).map_err(self.error("mend"))?;
            self.file.sync_data().map_err(self.error("mend"))?;
            self.torn = false;
        }
        Ok(())
    }

    /// Copies the file unchanged to a free name beside it.
    fn copy(&self, why: &str, bytes: &[u8]) -> Result<PathBuf, KeepError> {
        let mut number = 1_u64;
        loop {
            let path = self.beside(&format!("{why}-{number}"));
            match File::options().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let written = file.write_all(bytes).and_then(|()| file.sync_all());
                    written.map_err(self.error("copy"))?;
                    self.sync_folder()?;
                    return Ok(path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(self.error("copy")(error)),
            }
        }
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.path.with_file_name(format!("{name}.{ending}"))
    }

    /// Syncs the folder, which holds a new file's name. Other systems than Unix do this automatically.
    fn sync_folder(&self) -> Result<(), KeepError> {
        if cfg!(unix) {
            let folder = File::open(folder_of(&self.path)).map_err(self.error("write the folder of"))?;
            folder.sync_all().map_err(self.error("write the folder of"))?;
        }
        Ok(())
    }
}
