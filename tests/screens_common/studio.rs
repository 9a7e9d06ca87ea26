//! The built-in games, each read once for all tests, and the pictures of each, drawn once for all of them.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use egui::FontDefinitions;
use skirmish_artist::Threaded;
use skirmish_assets::Builtin;
use skirmish_base::vfs::Vfs;
use skirmish_gallery::{Gallery, PictureRequest, Pixels};
use skirmish_model::game::{Game, Glossary};
use skirmish_read as read;
use skirmish_render::face::Project;
use skirmish_screens::fonts;

/// A game as the tracker opens it.
pub struct Opened {
    pub game: Game,
    pub glossary: Glossary,
    drawn: Mutex<Drawn>,
}

/// The pictures of a game.
struct Drawn {
    gallery: Threaded,
    /// Pictures drawn so far.
    pictures: BTreeMap<PictureRequest, Pixels>,
    /// Pictures not drawn yet, and the number of screens that wait for each.
    wanted: BTreeMap<PictureRequest, usize>,
}

impl Drawn {
    /// Withdraws a screen's request for a picture, which needn't be drawn if it was the last one.
    fn let_go(&mut self, request: &PictureRequest) {
        let Some(screens) = self.wanted.get_mut(request) else { return };
        *screens -= 1;
        if *screens == 0 {
            self.wanted.remove(request);
            self.gallery.forget(request);
        }
    }
}

impl Opened {
    /// Reads a game of a folder and opens its gallery.
    pub fn read(vfs: impl Vfs + Send + 'static, id: &str) -> Self {
        let project = Project::for_screen(&vfs, id).expect("the game is right");
        let (game, glossary) = (project.game.clone(), read::glossary(&vfs, &project.game));
        let gallery = Threaded::open(vfs, project, || {}).expect("a thread");
        let drawn = Drawn { gallery, pictures: BTreeMap::new(), wanted: BTreeMap::new() };
        Self { game, glossary, drawn: Mutex::new(drawn) }
    }

    /// Returns a built-in game.
    pub fn built_in(id: &str) -> Arc<Self> {
        static GAMES: Mutex<BTreeMap<String, Arc<Opened>>> = Mutex::new(BTreeMap::new());
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(games.entry(id.to_owned()).or_insert_with(|| Arc::new(Self::read(Builtin, id))))
    }

    fn drawn(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the typefaces of the screen.
pub fn letters() -> FontDefinitions {
    static LETTERS: LazyLock<FontDefinitions> = LazyLock::new(|| fonts(&Builtin));
    LETTERS.clone()
}

/// The pictures of one screen.
pub struct Studio {
    opened: Arc<Opened>,
    waits_for: Vec<PictureRequest>,
}

impl Studio {
    pub fn new(opened: Arc<Opened>) -> Self {
        Self { opened, waits_for: Vec::new() }
    }
}

impl Gallery for Studio {
    fn request(&mut self, request: PictureRequest) {
        if self.waits_for.contains(&request) {
            return;
        }
        let mut drawn = self.opened.drawn();
        if !drawn.pictures.contains_key(&request) {
            *drawn.wanted.entry(request.clone()).or_default() += 1;
            drawn.gallery.request(request.clone());
        }
        self.waits_for.push(request);
    }

    fn take(&mut self) -> Vec<(PictureRequest, Pixels)> {
        let mut drawn = self.opened.drawn();
        for (request, pixels) in drawn.gallery.take() {
            drawn.wanted.remove(&request);
            drawn.pictures.insert(request, pixels);
        }
        let there = self.waits_for.extract_if(.., |request| drawn.pictures.contains_key(request));
        there.map(|request| (request.clone(), drawn.pictures[&request].clone())).collect()
    }

    fn forget(&mut self, request: &PictureRequest) {
        if let Some(at) = self.waits_for.iter().position(|other| other == request) {
            self.opened.drawn().let_go(&self.waits_for.swap_remove(at));
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let mut drawn = self.opened.drawn();
        self.waits_for.iter().for_each(|request| drawn.let_go(request));
    }
}
