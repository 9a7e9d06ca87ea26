//! The journal on disk: every event is there before it is shown.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::table::journal::{self, End, NoJournal, OtherPrinting};
use crate::table::{Damage, Entry, Rules, Table};

/// Keeps a journal in a file, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    file: File,
    /// How many bytes of the file are whole lines.
    good: u64,
    /// Whether a write failed, so that a piece of a line may lie behind them.
    torn: bool,
}

/// Something worth telling about a journal that was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The last line was torn, as by a power cut; it is dropped, and the game goes on.
    #[error("the journal’s {0}")]
    Torn(End),
    /// A line makes no sense: what stands before it is kept, and the whole file lies beside.
    #[error("the journal’s {end}, and the file as it was is {copy:?}")]
    Damaged {
        /// How it ends.
        end: End,
        /// Where the file lies as it was.
        copy: PathBuf,
    },
    /// It was begun with another printing of the game.
    #[error(transparent)]
    Printing(#[from] OtherPrinting),
}

/// Why a journal cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The system does not let us.
    #[error("could not {what} {path:?}")]
    Io {
        /// What was tried: "write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another program has it open.
    #[error("another program keeps its game in {path:?}")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is no journal of this game, or of a later version.
    #[error("{path:?} cannot be played on: {source}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        source: NoJournal,
    },
    /// An entry could not be written as text.
    #[error("could not write an entry down")]
    Entry(#[from] Damage),
}

impl Keeper {
    /// Opens a journal, or begins one where there is no such file.
    ///
    /// # Errors
    /// See [`KeepError`]; the file is then as before.
    pub fn open(path: &Path, rules: &Arc<Rules>) -> Result<(Self, Table, Vec<Note>), KeepError> {
        let io = |what| move |source| KeepError::Io { what, path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io("make the folder of"))?;
        }
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(io("open"))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => KeepError::Locked { path: path.to_owned() },
            TryLockError::Error(source) => io("lock")(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io("read"))?;
        let mut keeper = Self { path: path.to_owned(), file, good: 0, torn: !bytes.is_empty() };
        let reading = match journal::read(&bytes, rules) {
            Ok(reading) => reading,
            Err(NoJournal::Empty) => {
                keeper.write(&journal::head(rules)?)?;
                keeper.sync_folder()?;
                return Ok((keeper, Table::new(Arc::clone(rules)), Vec::new()));
            }
            Err(source) => return Err(KeepError::Foreign { path: path.to_owned(), source }),
        };
        keeper.good = reading.good as u64;
        keeper.torn = bytes.len() != reading.good;
        let mut notes = Vec::new();
        match reading.end {
            End::Whole => {}
            End::Open => keeper.write("\n")?,
            end @ End::Torn { .. } => notes.push(Note::Torn(end)),
            end @ End::Damaged { .. } => {
                let copy = keeper.copy("damaged", &bytes)?;
                notes.push(Note::Damaged { end, copy });
            }
        }
        keeper.mend()?;
        notes.extend(reading.head.other_printing(rules).map(Note::Printing));
        Ok((keeper, reading.table, notes))
    }

    /// Writes an entry; when this returns, it is on disk.
    ///
    /// # Errors
    /// [`KeepError::Io`] if it could not be written: it is not in the file then, and may be tried again.
    pub fn append(&mut self, entry: &Entry) -> Result<(), KeepError> {
        self.write(&journal::line(entry)?)
    }

    /// Keeps another journal from now on. The one before is put aside, beside it, unless nothing had happened in it; gives
    /// where.
    ///
    /// Whatever stops us, the file is the one journal or the other, whole.
    ///
    /// # Errors
    /// See [`KeepError`]; the journal before is kept then.
    pub fn replace(&mut self, table: &Table) -> Result<Option<PathBuf>, KeepError> {
        let text = journal::text(table)?;
        self.mend()?;
        self.file.seek(io::SeekFrom::Start(0)).map_err(self.error("read"))?;
        let mut before = Vec::new();
        self.file.read_to_end(&mut before).map_err(self.error("read"))?;
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let aside = if lines > 1 { Some(self.copy("before", &before)?) } else { None };
        let next = self.beside("next");
        // One that was left behind by whoever was stopped here is nobody's. Ours is locked before it has the name, so that
        // no other program ever finds the journal free.
        let mut file = File::options().read(true).append(true).create(true).open(&next).map_err(self.error("write"))?;
        file.try_lock().map_err(|_| KeepError::Locked { path: next.clone() })?;
        let written = file.set_len(0).and_then(|()| file.write_all(text.as_bytes())).and_then(|()| file.sync_all());
        written.and_then(|()| fs::rename(&next, &self.path)).map_err(self.error("replace"))?;
        self.file = file;
        self.good = text.len() as u64;
        self.sync_folder()?;
        Ok(aside)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, what: &'static str) -> impl Fn(io::Error) -> KeepError + use<> {
        let path = self.path.clone();
        move |source| KeepError::Io { what, path: path.clone(), source }
    }

    fn write(&mut self, text: &str) -> Result<(), KeepError> {
        self.mend()?;
        // Until it is on disk, it counts as torn.
        self.torn = true;
        self.file.write_all(text.as_bytes()).map_err(self.error("write"))?;
        self.file.sync_data().map_err(self.error("write"))?;
        self.good += text.len() as u64;
        self.torn = false;
        Ok(())
    }

    /// Cuts off what lies behind the last whole line.
    fn mend(&mut self) -> Result<(), KeepError> {
        if self.torn {
            self.file.set_len(self.good).map_err(self.error("mend"))?;
            self.file.seek(io::SeekFrom::End(0)).map_err(self.error("mend"))?;
            self.file.sync_data().map_err(self.error("mend"))?;
            self.torn = false;
        }
        Ok(())
    }

    /// The file as it was, under a name beside it that nobody has.
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

    /// A new file's name is on disk only with its folder. Other systems than Unix keep their folders by themselves.
    fn sync_folder(&self) -> Result<(), KeepError> {
        if cfg!(unix) {
            let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = File::open(folder.unwrap_or(Path::new("."))).map_err(self.error("write the folder of"))?;
            folder.sync_all().map_err(self.error("write the folder of"))?;
        }
        Ok(())
    }
}
