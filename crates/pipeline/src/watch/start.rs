//! Watches a game and serves its page until the program is stopped.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::changes::Changes;
use super::editor::Editor;
use super::edits::Edits;
use super::on_disk::OnDisk;
use super::preview::Preview;
use super::server::Page;
use super::worker;
use crate::job::Failure;
use crate::read;
use crate::serve::{Reach, Server};
use crate::vfs::{Vfs as _, WorkDir};

/// Delay of the book and the checks, for more urgent work.
const PAUSE: Duration = Duration::from_millis(80);

/// Settings of the watch.
#[derive(Clone)]
pub struct Request {
    /// The folder in which the program runs.
    pub here: WorkDir,
    /// The game, by the name of its folder in `card-data` or by its path; the only one by default.
    pub game: Option<String>,
    /// The port of the page; any that is free for 0.
    pub port: u16,
    /// Display language; by default, the source's.
    pub language: Option<String>,
    /// Editor that opens a location in the data.
    pub editor: Option<Editor>,
    /// The process that draws the game.
    pub worker: Worker,
}

/// How the process that draws the game was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worker {
    /// As the first one.
    First,
    /// After one that crashed; its page was at this port.
    AfterCrash(u16),
}

/// A game that is watched, before anybody is answered.
pub struct Watch {
    server: Server,
    page: Page,
    preview: Preview<WorkDir>,
    changes: Changes,
    worker: Worker,
}

impl Watch {
    /// Takes a port and watches the folders of a game, which isn't read yet.
    ///
    /// # Errors
    /// The game is unknown, or not named although there are several; the port is taken; the system can't watch folders.
    pub fn open(request: Request) -> Result<Self, Failure> {
        let game = request.game.map_or_else(|| only_game(&request.here), Ok)?;
        let found = request.here.of_game(Path::new("."), &game);
        let (vfs, id) = found.map_err(|error| Failure::Stopped(error.to_string()))?;
        if vfs.files(&read::folder(&id)).is_empty() {
            return Err(Failure::Diagnostics(read::game(&vfs, &id).diagnostics));
        }
        let port = match request.worker {
            Worker::First => request.port,
            Worker::AfterCrash(port) => port,
        };
        let server = Server::bind(Reach::Here, port).map_err(|error| Failure::Stopped(error.to_string()))?;
        let root = vfs.root().to_owned();
        let changes = Changes::watch(&root, &id)
            .map_err(|error| Failure::Stopped(format!("cannot watch {}: {error}", root.display())))?;
        let preview = Preview::in_language(vfs.clone(), &id, request.language);
        // Editors on Windows don't open paths that begin with `\\?\`.
        let root = dunce::canonicalize(&root).unwrap_or(root);
        let edits = Edits::new(OnDisk::new(vfs, &root), &id);
        let page = Page::new(server.port(), preview.pictures().clone(), request.editor, edits, root);
        Ok(Self { server: server.with_endless_answers(), page, preview, changes, worker: request.worker })
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.server.port())
    }

    /// Reads the game, reloads it whenever a file is saved, and serves the page, until the program ends.
    ///
    /// # Errors
    /// The system provides no way to wait for connections.
    pub fn run(self) -> Result<Infallible, Failure> {
        let Self { server, page, mut preview, mut changes, worker } = self;
        let events = page.events.clone();
        worker::end_with_supervisor();
        worker::spawn(move || {
            let mut changed = BTreeSet::new();
            // The cause of the crash would crash it again.
            if worker != Worker::First {
                events.publish(preview.crashed());
                match changes.wait() {
                    Some(next) => changed = next,
                    None => return,
                }
            }
            loop {
                events.publish(preview.update(&changed));
                // New changes come first, and so does the browser, which is painting now.
                while !changes.come_within(PAUSE) {
                    let Some(snapshot) = preview.go_on() else { break };
                    events.publish(snapshot);
                }
                match changes.wait() {
                    Some(next) => changed = next,
                    None => return,
                }
            }
        });
        server.run(page).map_err(|error| Failure::Stopped(format!("could not wait for connections: {error}")))
    }
}

/// Returns the game in whose folder this is, or the only game on disk.
fn only_game(here: &WorkDir) -> Result<String, Failure> {
    if let Some(game) = here.within() {
        return Ok(game.to_owned());
    }
    let entries = fs::read_dir(here.root().join("card-data")).into_iter().flatten().flatten();
    let games = entries.filter(|entry| entry.path().join("game.toml").is_file());
    let mut names: Vec<String> = games.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    match names.as_slice() {
        [name] => Ok(name.clone()),
        [] => Err(Failure::Stopped(
            "no game in `card-data` here: create one with `skirmish new my-game`, or name one".to_owned(),
        )),
        several => Err(Failure::Stopped(format!("which game? Name one: {}", several.join(", ")))),
    }
}
