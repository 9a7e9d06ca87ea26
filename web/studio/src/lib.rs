//! The generator in a browser: a page opens packed files, and asks for what the programs make of them. Everything stays in memory.

mod intake;
mod live;
mod message;
mod workspace;

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skirmish_base::diagnostic::{Diagnostic, Severity};
use skirmish_base::vfs::Vfs as _;
use skirmish_output::pack;
use skirmish_packs::{GameFiles, PageGame, game_files};
use skirmish_pipeline::job::{self, About, Failure, MemorySink, Preview, Progress, Report};
use skirmish_pipeline::report;
use skirmish_pipeline::watch::{Edits, History, MAX_STEPS_BACK};
use skirmish_render::face::Project;
use skirmish_tracker::table::games;
use wasm_bindgen::prelude::*;

use live::Live;
use message::{Asked, Build, Calibration, Readings, Shown};
use workspace::SharedWorkspace;

#[wasm_bindgen]
extern "C" {
    /// Reports that a task of `steps` steps begins.
    #[wasm_bindgen(js_namespace = studio)]
    fn begin(what: &str, steps: usize);

    /// Reports a completed step.
    #[wasm_bindgen(js_namespace = studio)]
    fn step();

    /// Reports that the task is completed.
    #[wasm_bindgen(js_namespace = studio)]
    fn end();
}

/// The page, which shows the progress: it defines `studio` with these functions.
struct Page;

impl Progress for Page {
    fn begin(&self, what: &str, steps: usize) {
        begin(what, steps);
    }

    fn step(&self) {
        step();
    }

    fn end(&self) {
        end();
    }
}

/// The generator and its files. Messages and answers are JSON, and paths those of a folder in which `skirmish` works:
/// `card-data/<game>/game.toml`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Studio(SharedWorkspace);

#[wasm_bindgen]
impl Studio {
    /// Creates a generator without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds packed files: games, templates, fonts.
    ///
    /// # Errors
    /// The bytes aren't a pack.
    pub fn open(&mut self, pack: Vec<u8>) -> Result<(), JsError> {
        Ok(self.0.0.write().open(pack)?)
    }

    /// Adds the typefaces of the screen from the data of the table, a pack.
    ///
    /// # Errors
    /// The bytes aren't a pack.
    pub fn open_screen_fonts(&mut self, pack: Vec<u8>) -> Result<(), JsError> {
        Ok(self.0.0.write().open_folders(pack, &["fonts/screen"])?)
    }

    /// Adds a file of the user's, or replaces it.
    ///
    /// # Errors
    /// A path or size that isn't accepted.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), JsValue> {
        self.0.0.write().put(path, bytes).map_err(|why| failed(Failure::Stopped(why)))
    }

    /// Returns the bytes of a file.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path).ok().map(Cow::into_owned)
    }

    /// Removes a file of the user's.
    pub fn remove(&mut self, path: &str) {
        self.0.0.write().remove(path);
    }

    /// Removes all files of the user's.
    pub fn clear(&mut self) {
        self.0.0.write().clear();
    }

    /// Returns the paths of all files below a folder.
    pub fn files(&self, folder: &str) -> Vec<String> {
        self.0.files(folder)
    }

    /// Describes a game for the shelf, with the fronts of its first cards.
    ///
    /// # Errors
    /// The problems of a game that says too little to go on.
    pub fn about(&self, game: &str, faces: usize, width: u32) -> Result<Described, JsValue> {
        let (about, faces) = job::about(&self.0, game, faces, width).map_err(failed)?;
        Ok(Described { about, faces: faces.into() })
    }

    /// Lists the cards and other pieces of games.
    ///
    /// # Errors
    /// The games' problems.
    pub fn list(&self, asked: &str) -> Result<String, JsValue> {
        let asked: Asked = read(asked)?;
        let listings = job::list(&self.0, &asked.games, None, asked.language.as_deref()).map_err(failed)?;
        Ok(json!(listings).to_string())
    }

    /// Returns the problems of games, by severity and place.
    ///
    /// # Errors
    /// The game is unknown.
    pub fn check(&self, asked: &str) -> Result<String, JsValue> {
        let asked: Asked = read(asked)?;
        let found = job::check(&self.0, &asked.games, None, None, asked.language.as_deref()).map_err(failed)?;
        Ok(report::json(&found))
    }

    /// Makes the files with which the page of the table plays a game; `files.json` is what the list in its index has of them.
    ///
    /// # Errors
    /// The game's problems.
    pub fn table(&self, game: &str) -> Result<Files, JsValue> {
        let diagnostics = |found| failed(Failure::Diagnostics(found));
        let mut found = job::check(&self.0, &[game.to_owned()], None, None, None).map_err(failed)?;
        found.retain(Diagnostic::is_error);
        if !found.is_empty() {
            return Err(diagnostics(found));
        }
        let project = Project::for_screen(&self.0, game).map_err(diagnostics)?;
        if let Err(found) = games::open(&project.game, &skirmish_read::glossary(&self.0, &project.game)) {
            return Err(diagnostics(found));
        }
        let game = PageGame { vfs: Box::new(self.0.clone()), id: game.to_owned(), project };
        begin("cards", game.project.game.deck.cards.len());
        let made = game_files(&game, &step).map_err(|why| failed(Failure::Stopped(why.to_string())))?;
        let GameFiles { mut files, pack, pictures } = made;
        let listed = json!({ "pack": pack, "pictures": pictures, "games": [game.id] });
        files.insert("files.json".to_owned(), listed.to_string().into_bytes());
        Ok(Files(files))
    }

    /// Takes steps of a game's history back until it has no errors. Returns the first of them; `null` if none of them helps.
    ///
    /// # Errors
    /// The history isn't one.
    pub fn last_good(&self, game: &str, history: &str) -> Result<String, JsValue> {
        let edits = Edits::new(self.0.clone(), game);
        let history: History = read(history)?;
        begin("version", history.done().len().min(MAX_STEPS_BACK));
        edits.resume(history);
        let is_well = |found: Vec<Diagnostic>| !found.iter().any(Diagnostic::is_error);
        let is_good = || {
            // Reading is a small part of all checks.
            let is_good = is_well(skirmish_read::game(&self.0, game).diagnostics)
                && job::check(&self.0, &[game.to_owned()], None, None, None).is_ok_and(is_well);
            step();
            is_good
        };
        Ok(json!(edits.back_until(is_good)).to_string())
    }

    /// Opens a game to look at it and to change it. Nothing is read yet.
    pub fn watch(&self, game: &str) -> Live {
        Live::new(&self.0, game)
    }

    /// Lists the sheets that a build makes for home, and draws one of them.
    ///
    /// # Errors
    /// The games' problems, or a request that can't be carried out.
    pub fn preview(&self, asked: &str, shown: &str) -> Result<Previewed, JsValue> {
        let request = read::<Build>(asked)?.into_request().map_err(failed)?;
        let Shown { sheet, booklet } = read(shown)?;
        let choice = sheet.map(Into::into);
        job::preview(&self.0, &request, choice.as_ref(), booklet).map(Previewed).map_err(failed)
    }

    /// Builds games for a target; the files are those of `skirmish build`.
    ///
    /// # Errors
    /// The games' problems, or a request that can't be carried out.
    pub fn build(&self, asked: &str) -> Result<Built, JsValue> {
        let request = read::<Build>(asked)?.into_request().map_err(failed)?;
        let sink = MemorySink::default();
        let reports = job::build(&self.0, &request, &sink, &Page).map_err(failed)?;
        Ok(Built { files: sink.into_files(), reports })
    }

    /// Makes the calibration sheet, or the check sheet for its readings; the file is that of `skirmish calibrate`.
    ///
    /// # Errors
    /// Contradicting readings, or a paper that is too small.
    pub fn calibrate(&self, asked: &str) -> Result<Built, JsValue> {
        let asked: Calibration = read(asked)?;
        let (paper, out, sink) = (asked.paper(), Path::new(""), MemorySink::default());
        let made = match asked.readings {
            Some(Readings(readings)) => job::check_sheet(&self.0, paper, readings, out, &sink),
            None => job::calibration_sheet(&self.0, paper, out, &sink),
        };
        let report = made.map_err(failed)?;
        Ok(Built { files: sink.into_files(), reports: vec![report] })
    }
}

/// A game for the shelf.
#[wasm_bindgen]
pub struct Described {
    about: About,
    faces: VecDeque<Vec<u8>>,
}

#[wasm_bindgen]
impl Described {
    /// Returns title, figures and pieces.
    pub fn about(&self) -> String {
        json!(self.about).to_string()
    }

    /// Hands over the faces, one by one: JPEGs.
    pub fn face(&mut self) -> Option<Vec<u8>> {
        self.faces.pop_front()
    }
}

/// Unpacks a ZIP file.
///
/// # Errors
/// It is damaged or too large, or a file has a path or name that isn't accepted.
#[wasm_bindgen]
pub fn unpack(zip: &[u8]) -> Result<Files, JsValue> {
    skirmish_read::unpack(zip).map(Files).map_err(|error| failed(Failure::Stopped(error.to_string())))
}

/// Files by their paths.
#[wasm_bindgen]
pub struct Files(BTreeMap<String, Vec<u8>>);

#[wasm_bindgen]
impl Files {
    /// Returns the paths of all files.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Hands over the bytes of a file, once.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        self.0.remove(name)
    }
}

/// Sheets before they are made.
#[wasm_bindgen]
pub struct Previewed(Preview);

#[wasm_bindgen]
impl Previewed {
    /// Returns the files of sheets, and the booklet's number of sheets and pages.
    pub fn plan(&self) -> String {
        let sheets = self.0.sheets.iter();
        let sheets = sheets
            .map(|plan| json!({ "file": plan.file, "what": plan.what, "sheets": plan.sheets, "pages": plan.pages }));
        let booklet = self.0.booklet.map(|plan| json!({ "sheets": plan.sheets, "pages": plan.pages }));
        json!({ "sheets": sheets.collect::<Vec<_>>(), "booklet": booklet }).to_string()
    }

    /// Hands over the pictures of the sheet, front first: one JPEG each.
    pub fn picture(&mut self) -> Option<Vec<u8>> {
        let pictures = &mut self.0.pictures;
        if pictures.is_empty() { None } else { Some(pictures.remove(0)) }
    }
}

/// An archive that is being filled.
#[wasm_bindgen]
#[derive(Default)]
pub struct Archive(Vec<(String, Vec<u8>)>);

#[wasm_bindgen]
impl Archive {
    /// Creates an archive without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.0.push((name, bytes));
    }

    /// Returns the archive as a ZIP file.
    ///
    /// # Errors
    /// More than an archive holds.
    pub fn finish(self) -> Result<Vec<u8>, JsValue> {
        pack::archive(&self.0).map_err(|error| failed(Failure::Stopped(error.to_string())))
    }
}

/// Result of a build.
#[wasm_bindgen]
pub struct Built {
    files: BTreeMap<PathBuf, Vec<u8>>,
    reports: Vec<Report>,
}

#[wasm_bindgen]
impl Built {
    /// Returns the paths of all files: game, then name.
    pub fn names(&self) -> Vec<String> {
        self.files.keys().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    /// Hands over the bytes of a file, once.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        self.files.remove(&PathBuf::from(name))
    }

    /// Returns a report for each game: its title, the files made, advice, and warnings.
    pub fn reports(&self) -> String {
        let report = |report: &Report| {
            let made = report.written.iter();
            let made = made.map(|made| json!({ "name": made.path, "what": made.what, "bytes": made.bytes }));
            json!({
                "title": report.title,
                "made": made.collect::<Vec<_>>(),
                "advice": report.advice,
                "warnings": problems(&report.warnings),
            })
        };
        Value::from_iter(self.reports.iter().map(report)).to_string()
    }
}

/// Reads a message.
fn read<'a, T: serde::Deserialize<'a>>(message: &'a str) -> Result<T, JsValue> {
    serde_json::from_str(message).map_err(|error| failed(Failure::Stopped(format!("invalid message: {error}"))))
}

/// Returns diagnostics as in `skirmish check --format json`.
fn problems(diagnostics: &[Diagnostic]) -> Value {
    report::json(diagnostics).parse().unwrap_or_default()
}

/// Returns the reason for a failure: the problems of the data, or a sentence.
fn failed(failure: Failure) -> JsValue {
    let told = match failure {
        Failure::Diagnostics(found) => {
            let first = found.iter().find(|one| one.severity == Severity::Error);
            json!({ "what": first.map(|first| &first.message), "problems": problems(&found) })
        }
        Failure::Stopped(what) => json!({ "what": what, "problems": [] }),
    };
    told.to_string().into()
}
