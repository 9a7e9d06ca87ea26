//! Files of a shared table: the journal, and beside it the devices that have joined.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_model::game::{Game, Glossary};
use skirmish_together::{AnyTable, Host, Keep, Limits, Roster, SharedTable, Tokens};
use skirmish_tracker::keep::{JournalFile, KeepError, Note};
use skirmish_tracker::table::games::{self, played_by};
use skirmish_tracker::table::{Rules, from_json};

/// Reason why a table can't be shared.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The game can't be played.
    #[error("the game can't be played")]
    Game(Vec<Diagnostic>),
    /// The journal can't be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// The system has no random numbers.
    #[error("could not make a token: {0}")]
    Random(getrandom::Error),
}

/// Keeps a journal, and the devices in a file beside it.
struct Files {
    keeper: Arc<Mutex<JournalFile>>,
    roster: PathBuf,
}

impl Keep for Files {
    fn append(&mut self, entry: &str) -> Result<(), String> {
        self.keeper.lock().append(entry).map_err(|error| error.to_string())
    }

    fn retry_writes(&mut self) -> Result<(), String> {
        self.keeper.lock().flush().map_err(|error| error.to_string())
    }

    fn roster(&mut self, roster: &Roster) -> Result<(), String> {
        write_roster(&self.roster, roster).map_err(|error| error.to_string())
    }
}

/// Writes the devices whole or not at all. Only the owner may read the file, as temporary files are: it has secrets.
fn write_roster(path: &Path, roster: &Roster) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&serde_json::to_vec(roster)?)?;
    file.as_file().sync_data()?;
    file.persist(path)?;
    Ok(())
}

/// Returns random text of 128 bits, for tokens.
///
/// # Errors
/// The system has no random numbers.
pub fn random_text() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns six random digits.
///
/// # Errors
/// The system has no random numbers.
pub fn random_digits() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:06}", u64::from_le_bytes(bytes) % 1_000_000))
}

/// Opens a journal for several devices, or begins it. The devices and the tokens are those of the last time.
///
/// # Errors
/// See [`OpenError`].
pub fn open(game: &Game, book: &Glossary, journal: &Path) -> Result<(Host, Vec<Note>), OpenError> {
    open_with(game, book, journal, Limits::default())
}

/// Does the same with other limits.
pub(crate) fn open_with(
    game: &Game,
    book: &Glossary,
    journal: &Path,
    limits: Limits,
) -> Result<(Host, Vec<Note>), OpenError> {
    let (table, keeper, notes) = played_by!(game, Played => {
        let rules = <Played as Rules>::read(game, book).map_err(OpenError::Game)?;
        let (mut keeper, mut table, notes) = JournalFile::open(journal, &Arc::new(rules))?;
        keeper.share(&mut table)?;
        (Box::new(SharedTable::new(table)) as Box<dyn AnyTable>, keeper, notes)
    }, else return Err(OpenError::Game(game.rules.iter().map(games::unknown).collect())));
    let host = share_with(table, Arc::new(Mutex::new(keeper)), limits).map_err(OpenError::Random)?;
    Ok((host, notes))
}

/// Shares a table whose journal is kept in the form for several devices. The devices and the tokens are those of the last
/// time.
///
/// # Errors
/// The system has no random numbers.
pub fn share(table: Box<dyn AnyTable>, keeper: Arc<Mutex<JournalFile>>) -> Result<Host, getrandom::Error> {
    share_with(table, keeper, Limits::default())
}

fn share_with(
    table: Box<dyn AnyTable>,
    keeper: Arc<Mutex<JournalFile>>,
    limits: Limits,
) -> Result<Host, getrandom::Error> {
    let journal = keeper.lock().path().to_owned();
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(".devices");
    let path = journal.with_file_name(name);
    let known = fs::read(&path).ok().and_then(|bytes| from_json::<Roster>(&bytes).ok());
    let roster = match known {
        Some(roster) => roster,
        None => Roster::new(Tokens { table: random_text()?, players: random_text()? }),
    };
    let run = random_text()?;
    let mut keep = Files { keeper, roster: path };
    // Without it, a restart has other addresses; the game is safe.
    drop(keep.roster(&roster));
    Ok(Host::new(table, Box::new(keep), roster, run, limits))
}
