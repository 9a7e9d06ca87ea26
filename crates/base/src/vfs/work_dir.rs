//! The folder that a program works in.

use std::env;
use std::path::{Path, PathBuf};

use super::{Bytes, Disk, Overlay, Vfs, VfsError};

/// The folder is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a game folder inside `card-data`")]
pub struct GameFolderError(PathBuf);

/// A folder on disk over the copy that is embedded in the program: what the programs read.
#[derive(Clone)]
pub struct WorkDir {
    disk: Disk,
    builtin: &'static dyn Vfs,
    /// The game in whose folder the program was started.
    within: Option<String>,
    /// True if the games in the program are never meant unless they are named.
    only_on_disk: bool,
}

impl WorkDir {
    /// Creates a folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>, builtin: &'static dyn Vfs) -> Self {
        Self { disk: Disk::new(folder), builtin, within: None, only_on_disk: false }
    }

    /// Returns the current folder. In the folder of a game or below it, it is the folder with `card-data`, and the game
    /// is selected.
    pub fn here(builtin: &'static dyn Vfs) -> Self {
        let here = env::current_dir().unwrap_or_default();
        let above = || {
            let (steps, id) = here.ancestors().zip(2..).find_map(|(folder, steps)| {
                let is_game = folder.join("game.toml").is_file() && folder.parent()?.ends_with("card-data");
                is_game.then_some((steps, folder.file_name()?.to_str()?.to_owned()))
            })?;
            let root: PathBuf = std::iter::repeat_n("..", steps).collect();
            Some(Self { within: Some(id), ..Self::new(root, builtin) })
        };
        let above = if here.join("card-data").is_dir() { None } else { above() };
        above.unwrap_or_else(|| Self::new(".", builtin))
    }

    /// Returns the folder for scripts: without games in it, there is no default, rather than the built-in ones. A
    /// script in a wrong folder fails.
    #[must_use]
    pub fn only_on_disk(self) -> Self {
        Self { only_on_disk: true, ..self }
    }

    /// Returns the id of the game in whose folder the program was started; `None` elsewhere.
    pub fn within(&self) -> Option<&str> {
        self.within.as_deref()
    }

    /// Returns the folder of a game, and the game's id.
    ///
    /// A game is named by its folder, as it is called in the folder `started`, which is in a folder `card-data`, or by
    /// the name of its folder in the `card-data` here.
    ///
    /// # Errors
    /// [`GameFolderError`] if it is a folder elsewhere, or unknown.
    pub fn of_game(self, started: &Path, game: &str) -> Result<(Self, String), GameFolderError> {
        let folder = started.join(game);
        if !folder.join("game.toml").is_file() && Path::new(game).components().count() == 1 {
            return Ok((self, game.to_owned()));
        }
        let found = dunce::canonicalize(&folder).ok().and_then(|folder| {
            let (id, games) = (folder.file_name()?.to_str()?.to_owned(), folder.parent()?);
            let root = games.parent().filter(|_| games.ends_with("card-data"))?;
            Some((Self::new(root, self.builtin), id))
        });
        found.ok_or(GameFolderError(folder))
    }

    /// Returns the folder on disk.
    pub fn root(&self) -> &Path {
        self.disk.root()
    }

    /// Returns the default folder for outputs: `output` beside `card-data`.
    pub fn output(&self) -> PathBuf {
        self.root().strip_prefix(".").unwrap_or(self.root()).join("output")
    }

    /// Returns the files that are built into the program.
    pub fn builtin(&self) -> &'static dyn Vfs {
        self.builtin
    }

    fn both(&self) -> Overlay<'_> {
        Overlay { first: &self.disk, second: self.builtin }
    }
}

impl Vfs for WorkDir {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        self.both().read(path)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.both().files(folder)
    }

    fn unreadable(&self, folder: &str) -> Vec<VfsError> {
        self.disk.unreadable(folder)
    }

    /// Returns the default games: the one in whose folder this is, or those on disk. The built-in ones if there are
    /// none, unless a script asks.
    fn meant_games(&self) -> Vec<String> {
        if let Some(game) = &self.within {
            return vec![game.clone()];
        }
        let on_disk = self.disk.folders("card-data");
        if on_disk.is_empty() && !self.only_on_disk { self.builtin.folders("card-data") } else { on_disk }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::Memory;

    #[test]
    fn a_game_is_named_by_its_folder_or_by_the_name_of_its_folder() {
        let here = &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let none: &'static Memory = Box::leak(Box::default());
        let work_dir = |folder: &Path| WorkDir::new(folder, none);
        let id = |here: &Path, game: &str| work_dir(here).of_game(here, game).map(|(_, id)| id).ok();
        assert_eq!(id(here, "skirmish-5e").as_deref(), Some("skirmish-5e"));
        assert_eq!(id(here, "not-there").as_deref(), Some("not-there"), "reading it says so");
        assert_eq!(id(here, "card-data/skirmish-5e/").as_deref(), Some("skirmish-5e"));
        assert_eq!(id(here, &here.join("card-data/skirmish-5e").to_string_lossy()).as_deref(), Some("skirmish-5e"));
        assert_eq!(id(&here.join("src"), "../card-data/skirmish-5e").as_deref(), Some("skirmish-5e"));
        assert_eq!(id(&here.join("card-data"), "skirmish-5e").as_deref(), Some("skirmish-5e"));
        assert_eq!(id(here, "crates/base"), None);
        let (elsewhere, id) = work_dir(here).of_game(&here.join("src"), "../card-data/skirmish-5e").unwrap();
        assert!(elsewhere.has(&format!("card-data/{id}/game.toml")));
    }
}
