//! Journals and settings as files, and the games of a folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use egui::{Context, ViewportCommand};
use parking_lot::Mutex;

use crate::asking::Asking;
use crate::page::PageError;
use skirmish_artist::Threaded;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_base::vfs::Vfs;
use skirmish_host::{self as host, Hosting};
use skirmish_model::game::{Game, Glossary};
use skirmish_read as read;
use skirmish_render::face::Project;
use skirmish_screens::Cards;
use skirmish_screens::Settings;
use skirmish_screens::Tracker;
use skirmish_screens::{ForGame, Screens, for_game};
use skirmish_screens::{GameInfo, Library, OldJournal, OpenError, Remedy};
use skirmish_screens::{Store, StoreError};
use skirmish_serve::Site;
use skirmish_together::{AnyTable, Device, Request};
use skirmish_tracker::keep::{self, JournalFile, KeepError};
use skirmish_tracker::table::Millis;
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::tell::sentence;

/// Where journals and settings are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The folder of journals, each named for its game.
    pub journals: PathBuf,
    /// The journal of one game, which is kept elsewhere: its id, and the file.
    pub journal: Option<(String, PathBuf)>,
    /// The file of the settings.
    pub settings: PathBuf,
    /// The folder of the page with which other devices join a table.
    pub page: PathBuf,
}

impl Paths {
    /// Where the system keeps such files.
    pub fn usual() -> Self {
        let here = || PathBuf::from(".");
        let journals = dirs::data_dir().unwrap_or_else(here).join("skirmish");
        let settings = dirs::config_dir().unwrap_or_else(here).join("skirmish/table.json");
        Self { journals, journal: None, settings, page: usual_page() }
    }

    /// The journal of a game.
    pub fn journal_of(&self, game: &str) -> PathBuf {
        match &self.journal {
            Some((id, path)) if id == game => path.clone(),
            _ => self.journals.join(format!("{game}.journal")),
        }
    }
}

/// Web build of a package, from the folder of the program.
const PACKAGED: &str = if cfg!(windows) { "web" } else { "../share/skirmish/web" };

/// Returns the folder of the web build: `output/web`, else that of the installed package.
fn usual_page() -> PathBuf {
    let here = PathBuf::from("output/web");
    let program = std::env::current_exe().ok();
    let packaged = program.as_deref().and_then(Path::parent).map(|folder| folder.join(PACKAGED));
    match packaged.filter(|packaged| !here.is_dir() && packaged.is_dir()) {
        Some(packaged) => packaged,
        None => here,
    }
}

/// The games of a folder, and their journals on disk.
pub struct DiskLibrary<S> {
    vfs: S,
    paths: Paths,
    game_infos: Vec<GameInfo>,
    aside: Option<Result<Vec<OldJournal>, StoreError>>,
}

impl<S: Vfs + Clone + Send + 'static> DiskLibrary<S> {
    /// All games of a file system, those whose data are wrong as well.
    pub fn new(vfs: S, paths: Paths) -> Self {
        let game_info = |id: String| match read::game(&vfs, &id).game {
            Some(game) => GameInfo::of(&game),
            None => GameInfo { title: id.clone(), id, printing: String::new() },
        };
        let game_infos = vfs.folders("card-data").into_iter().map(game_info).collect();
        Self { vfs, paths, game_infos, aside: None }
    }

    fn read_aside(&self) -> Result<Vec<OldJournal>, StoreError> {
        let mut all = Vec::new();
        for game_info in &self.game_infos {
            for path in keep::archived(&self.paths.journal_of(&game_info.id))? {
                let read = || Ok((fs::read(&path)?, fs::metadata(&path)?.modified()?));
                let (journal, changed) = read().map_err(|source| StoreError::File { path: path.clone(), source })?;
                let id = path.to_string_lossy().into_owned();
                all.push(OldJournal { id, game: game_info.id.clone(), changed: millis(changed), journal });
            }
        }
        all.sort_by_key(|old| std::cmp::Reverse(old.changed));
        Ok(all)
    }
}

impl<S: Vfs + Clone + Send + 'static> Library for DiskLibrary<S> {
    fn games(&self) -> Vec<GameInfo> {
        self.game_infos.clone()
    }

    fn data(&self, game: &str) -> Option<(Game, Glossary)> {
        let reading = read::game(&self.vfs, game);
        let game = reading.game.filter(|_| !reading.diagnostics.iter().any(Diagnostic::is_error))?;
        let glossary = read::glossary(&self.vfs, &game);
        Some((game, glossary))
    }

    fn journal(&self, game: &str) -> Option<Vec<u8>> {
        fs::read(self.paths.journal_of(game)).ok()
    }

    fn open(&mut self, game: &str, settings: &Settings, ctx: &Context) -> Result<Tracker, OpenError> {
        let open = Open {
            vfs: self.vfs.clone(),
            journal: self.paths.journal_of(game),
            kept_settings: self.paths.settings.clone(),
            page: self.paths.page.clone(),
            settings: settings.clone(),
            ctx: ctx.clone(),
        };
        let opened = Project::for_screen(&self.vfs, game).and_then(|project| {
            let glossary = read::glossary(&self.vfs, &project.game);
            // The project goes into the tracker, and the rules are read out of its game before.
            let game = project.game.clone();
            for_game(&game, &glossary.clone(), OpenProject { open, project, glossary })
        });
        opened.unwrap_or_else(|diagnostics| Err(OpenError::data(&diagnostics)))
    }

    fn archive(&mut self, game: &str) -> Result<(), StoreError> {
        keep::archive(&self.paths.journal_of(game))?;
        Ok(())
    }

    fn request_archived(&mut self) {
        self.aside = Some(self.read_aside());
    }

    fn archived(&mut self) -> Option<Result<Vec<OldJournal>, StoreError>> {
        self.aside.take()
    }

    fn forget(&mut self, journal: &str) -> Result<(), StoreError> {
        // Nothing is ever deleted that is not such a journal.
        let known = self.read_aside()?.iter().any(|old| old.id == journal);
        let removed = if known { fs::remove_file(journal) } else { Err(io::ErrorKind::NotFound.into()) };
        removed.map_err(|source| StoreError::File { path: journal.into(), source })
    }

    fn shows(&mut self, game: Option<&GameInfo>, ctx: &Context) {
        let title = game.map_or(crate::desktop::TITLE, |game| &game.title);
        ctx.send_viewport_cmd(ViewportCommand::Title(title.to_owned()));
    }
}

/// The parts needed to open a game.
struct Open<S> {
    vfs: S,
    journal: PathBuf,
    kept_settings: PathBuf,
    page: PathBuf,
    settings: Settings,
    ctx: Context,
}

struct OpenProject<S> {
    open: Open<S>,
    project: Project,
    glossary: Glossary,
}

impl<S: Vfs + Clone + Send + 'static> ForGame for OpenProject<S> {
    type Output = Result<Tracker, OpenError>;

    fn with<G: Screens>(self, rules: Arc<G>) -> Self::Output {
        let Self { open: Open { vfs, journal, kept_settings, page, settings, ctx }, project, glossary } = self;
        let (keeper, table, notes) = JournalFile::open(&journal, &rules).map_err(|error| unopened(&error))?;
        let cards = Cards::new(&project.game, glossary);
        let (files, id) = (vfs.clone(), project.game.id.clone());
        let store = Disk {
            keeper: Arc::new(Mutex::new(keeper)),
            settings: kept_settings,
            asking: Asking::new(ctx.clone()),
            ctx: ctx.clone(),
            page: Box::new(move || crate::page::page(&page, Box::new(files.clone()), &id)),
            hosting: None,
        };
        let gallery = Threaded::open(vfs, project, move || ctx.request_repaint()).map_err(|error| OpenError {
            why: sentence(&format!("can’t start a thread: {error}")),
            remedies: vec![Remedy::Again],
        })?;
        let mut tracker = Tracker::new(cards, table, settings, Box::new(gallery), Box::new(store), now);
        for note in &notes {
            tracker.notify_until_tapped(sentence(&note.to_string()));
        }
        Ok(tracker)
    }
}

/// Why a journal cannot be kept, and what can be done about it.
fn unopened(error: &KeepError) -> OpenError {
    let remedy = match error {
        KeepError::NotThisGame { .. } => Remedy::Archive,
        _ => Remedy::Again,
    };
    OpenError { why: sentence(&error.to_string()), remedies: vec![remedy] }
}

/// The moment, in milliseconds since 1970.
pub(super) fn now() -> Millis {
    millis(SystemTime::now())
}

fn millis(time: SystemTime) -> Millis {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Writes a file whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source: io::Error| StoreError::File { path: path.to_owned(), source })
}

/// Journal and settings as files.
struct Disk {
    keeper: Arc<Mutex<JournalFile>>,
    settings: PathBuf,
    asking: Asking,
    ctx: Context,
    /// Reads the page for other devices.
    page: Box<dyn Fn() -> Result<Site, PageError>>,
    /// The table, while other devices share it.
    hosting: Option<Hosting>,
}

impl Disk {
    /// Returns the path of the open sheets, next to the journal.
    fn draft_path(&self) -> PathBuf {
        let mut name = self.keeper.lock().path().as_os_str().to_owned();
        name.push(".draft");
        name.into()
    }
}

impl Store for Disk {
    fn append(&mut self, entry: &str) -> Result<(), StoreError> {
        Ok(self.keeper.lock().append(entry)?)
    }

    fn retry_writes(&mut self) -> Result<(), StoreError> {
        Ok(self.keeper.lock().flush()?)
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        let path = self.draft_path();
        match draft {
            Some(draft) => replace(&path, draft.as_bytes()),
            None => match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => Err(StoreError::File { path, source }),
                _ => Ok(()),
            },
        }
    }

    fn draft(&mut self) -> Option<String> {
        fs::read_to_string(self.draft_path()).ok()
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        replace(&self.settings, &serde_json::to_vec_pretty(&settings.stored())?)
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        let folder = dirs::document_dir().or_else(dirs::home_dir).unwrap_or_else(|| PathBuf::from("."));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let numbered = (2..).map(|number| folder.join(format!("{stem} {number}.{ending}")));
        let mut paths = std::iter::once(folder.join(name)).chain(numbered);
        let path = paths.find(|path| !path.exists()).unwrap_or_else(|| folder.join(name));
        replace(&path, bytes)?;
        Ok(path.display().to_string())
    }

    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError> {
        if self.hosting.is_some() {
            return Err(StoreError::System("stop sharing the table first".to_owned()));
        }
        let aside = self.keeper.lock().replace(journal, writer)?;
        Ok(aside.map(|path| format!("in {}", path.display())))
    }

    fn pick(&mut self) -> bool {
        self.asking.ask();
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.asking.answer()
    }

    fn can_host(&self) -> bool {
        true
    }

    fn host(&mut self, table: Box<dyn AnyTable>, journal: &str, writer: Writer) -> Result<(), StoreError> {
        let system = |why: &dyn std::fmt::Display| StoreError::System(why.to_string());
        let site = (self.page)().map_err(|why| system(&why))?;
        self.keeper.lock().rewrite(journal, writer)?;
        let host = host::share(table, Arc::clone(&self.keeper)).map_err(|why| system(&why))?;
        let ctx = self.ctx.clone();
        let hosting = Hosting::start(host, site, now(), move || ctx.request_repaint()).map_err(|why| system(&why))?;
        self.hosting = Some(hosting);
        Ok(())
    }

    fn stop_hosting(&mut self, now: Millis) -> Option<Box<dyn AnyTable>> {
        self.hosting.take().map(|hosting| hosting.end(now))
    }

    fn device(&mut self) -> Option<&mut Device> {
        self.hosting.as_mut().map(Hosting::device)
    }

    fn ask(&mut self, request: Request) {
        if let Some(hosting) = &mut self.hosting {
            hosting.ask(request);
        }
    }

    fn exchange(&mut self, now: Millis) -> bool {
        self.hosting.as_mut().is_some_and(|hosting| hosting.exchange(now))
    }
}
