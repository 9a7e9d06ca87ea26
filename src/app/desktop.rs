//! The tracker in a window of its own.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use eframe::{CreationContext, NativeOptions};
use egui::ViewportBuilder;

use super::asking::Asking;
use super::cards::Cards;
use super::letters;
use super::settings::Settings;
use super::store::Store;
use super::tracker::Tracker;
use super::view::Awake;
use crate::face::Desk;
use crate::gallery::Threaded;
use crate::keep::{self, Keeper};
use crate::problem::Problem;
use crate::read;
use crate::shelf::Shelf;
use crate::table::tell::sentence;
use crate::table::{Entry, Millis, Rules, Table};

/// Why there is no window, or why it closed before people closed it.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The game's data cannot be played.
    #[error("the game's data cannot be played")]
    Problems(Vec<Problem>),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] keep::KeepError),
    /// The system gives no window.
    #[error("there is no window: {0}")]
    Window(#[from] eframe::Error),
}

/// Where the system keeps the journal of a game, and the settings.
pub fn usual_places(game: &str) -> (PathBuf, PathBuf) {
    let here = || PathBuf::from(".");
    let data = dirs::data_dir().unwrap_or_else(here).join("skirmish");
    let settings = dirs::config_dir().unwrap_or_else(here).join("skirmish");
    (data.join(format!("{game}.journal")), settings.join("table.json"))
}

/// What a window needs to know.
pub struct Window<S> {
    /// Where the game and the fonts are.
    pub shelf: S,
    /// The game, by id.
    pub game: String,
    /// The journal's file.
    pub journal: PathBuf,
    /// Where the settings are kept.
    pub settings: PathBuf,
}

/// Shows a window until people close it.
///
/// # Errors
/// See [`WindowError`].
pub fn run<S: Shelf + Clone + Send + 'static>(window: Window<S>) -> Result<(), WindowError> {
    let desk = Desk::open(&window.shelf, &window.game).map_err(WindowError::Problems)?;
    let glossary = read::glossary(&window.shelf, &desk.game);
    let rules = Arc::new(Rules::new(&desk.game, &glossary).map_err(WindowError::Problems)?);
    let (keeper, table, notes) = Keeper::open(&window.journal, &rules)?;
    let settings = read_settings(&window.settings);
    let cards = Cards::new(&desk.game, glossary);
    let title = desk.game.title.clone();
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title(title)
            .with_inner_size([1180.0, 820.0])
            .with_min_inner_size([360.0, 360.0]),
        ..NativeOptions::default()
    };
    let shelf = window.shelf;
    let make = |context: &CreationContext<'_>| {
        let again = context.egui_ctx.clone();
        let asking = Asking::new(again.clone());
        let store = Disk { keeper, settings: window.settings, asking };
        let gallery = Threaded::open(shelf.clone(), desk, move || again.request_repaint())?;
        let mut tracker =
            Tracker::new(cards, letters::definitions(&shelf), table, settings, Box::new(gallery), Box::new(store), now);
        if let Some(note) =
            notes.iter().map(|note| sentence(&note.to_string())).reduce(|all, note| format!("{all} {note}"))
        {
            tracker.say(note, 0.0);
        }
        Ok(Box::new(App { tracker, awake: None, tried: false }) as Box<dyn eframe::App>)
    };
    Ok(eframe::run_native("skirmish-table", options, Box::new(make))?)
}

/// The moment, in milliseconds since 1970.
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The tracker in its window.
struct App {
    tracker: Tracker,
    /// Keeps the screen on as long as it is held.
    awake: Option<keepawake::KeepAwake>,
    tried: bool,
}

impl App {
    /// The screen stays on while a game goes on; where the system does not let us, people are told.
    fn stay_awake(&mut self) {
        let state = self.tracker.table().state();
        let wanted = state.begun() && state.winner.is_none();
        if !wanted {
            self.awake = None;
            self.tried = false;
        } else if !self.tried {
            self.tried = true;
            let mut wish = keepawake::Builder::default();
            wish.display(true).reason("a game goes on").app_name("Skirmish").app_reverse_domain("skirmish.table");
            self.awake = wish.create().ok();
        }
        let held = !wanted || self.awake.is_some();
        self.tracker.awake(if held { Awake::StaysOn } else { Awake::MaySleep });
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.stay_awake();
        self.tracker.ui(ui);
    }
}

/// Settings that are missing or cannot be read are as they were drawn; nobody loses a game over them.
fn read_settings(path: &Path) -> Settings {
    std::fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Writes a file whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Journal and settings as files.
struct Disk {
    keeper: Keeper,
    settings: PathBuf,
    asking: Asking,
}

impl Store for Disk {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        self.keeper.append(entry).map_err(|error| error.to_string())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(settings).map_err(|error| error.to_string())?;
        replace(&self.settings, &text).map_err(|error| error.to_string())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let folder = dirs::document_dir().or_else(dirs::home_dir).unwrap_or_else(|| PathBuf::from("."));
        let path = folder.join(name);
        replace(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path.display().to_string())
    }

    fn replace(&mut self, table: &Table) -> Result<Option<String>, String> {
        let aside = self.keeper.replace(table).map_err(|error| error.to_string())?;
        Ok(aside.map(|path| path.display().to_string()))
    }

    fn pick(&mut self) -> bool {
        self.asking.ask();
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, String>> {
        self.asking.answer()
    }
}
