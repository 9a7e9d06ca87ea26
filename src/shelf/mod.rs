//! The one door to files: a folder on disk, the copy built into the program, or a map in tests.
//!
//! Paths are relative to the shelf's root, with `/` between folders on every system.

mod builtin;
mod disk;
mod packed;

pub use builtin::Builtin;
pub use disk::Disk;
pub use packed::{NoPack, Packed, pack};

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{Place, Problem, Source};

/// The bytes of a file; built-in ones are not copied.
pub type Bytes = Cow<'static, [u8]>;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShelfError {
    /// There is no such file.
    #[error("there is no file `{path}`")]
    Missing {
        /// The path asked for.
        path: String,
    },
    /// The path leads out of the shelf.
    #[error("`{path}` leads out of the folder of the game")]
    Outside {
        /// The path asked for.
        path: String,
    },
    /// The file is there and cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Unreadable {
        /// The path asked for.
        path: String,
        /// What the system says.
        reason: String,
    },
}

impl From<ShelfError> for Problem {
    fn from(error: ShelfError) -> Self {
        let what = error.to_string();
        match error {
            ShelfError::Missing { .. } => Self::error(None, what),
            ShelfError::Outside { path } => Self::error(Place::file(&Source::new(path, "")), what)
                .hint("put the file itself there, in place of a link"),
            ShelfError::Unreadable { path, .. } => Self::error(Place::file(&Source::new(path, "")), what),
        }
    }
}

/// Where files come from.
pub trait Shelf: Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// See [`ShelfError`].
    fn read(&self, path: &str) -> Result<Bytes, ShelfError>;

    /// The paths of all files below a folder, sorted; empty if there is no such folder.
    fn files(&self, folder: &str) -> Vec<String>;

    /// The names of the folders in a folder, sorted.
    fn folders(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        let names: BTreeSet<String> = self
            .files(folder)
            .iter()
            .filter_map(|path| path.strip_prefix(&prefix)?.split_once('/').map(|(name, _)| name.to_owned()))
            .collect();
        names.into_iter().collect()
    }

    /// Whether there is such a file, though it may be one that cannot be read.
    fn has(&self, path: &str) -> bool {
        !matches!(self.read(path), Err(ShelfError::Missing { .. }))
    }
}

/// A shelf before another: a folder that the first one has hides the second one's folder of that name.
///
/// `card-data/<game>` is hidden as a whole, so that a card that is deleted on disk does not come back from the built-in
/// copy; single templates and fonts are hidden one by one.
pub struct Layered<'a> {
    /// Looked at first.
    pub first: &'a dyn Shelf,
    /// Looked at where the first has nothing.
    pub second: &'a dyn Shelf,
}

impl Layered<'_> {
    /// The folder of the game that a path lies in, if it lies in one.
    fn game_folder(path: &str) -> Option<&str> {
        let rest = path.strip_prefix("card-data/")?;
        let end = rest.find('/').unwrap_or(rest.len());
        Some(&path[.."card-data/".len() + end])
    }

    fn first_alone(&self, path: &str) -> bool {
        Self::game_folder(path).is_some_and(|folder| !self.first.files(folder).is_empty())
    }
}

impl Shelf for Layered<'_> {
    fn read(&self, path: &str) -> Result<Bytes, ShelfError> {
        match self.first.read(path) {
            Err(ShelfError::Missing { .. }) if !self.first_alone(path) => self.second.read(path),
            found => found,
        }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut all: BTreeSet<String> = self.first.files(folder).into_iter().collect();
        let games: BTreeSet<String> =
            all.iter().filter_map(|path| Self::game_folder(path)).map(str::to_owned).collect();
        all.extend(self.second.files(folder).into_iter().filter(|path| {
            Self::game_folder(path).is_none_or(|game| !games.contains(game) && !self.first_alone(game))
        }));
        all.into_iter().collect()
    }
}

/// A folder on disk before the copy that is built into the program: what the programs read.
#[derive(Clone, Debug)]
pub struct Here(Disk);

impl Here {
    /// A folder, which need not exist.
    pub fn new(folder: impl Into<std::path::PathBuf>) -> Self {
        Self(Disk::new(folder))
    }

    fn both(&self) -> Layered<'_> {
        Layered { first: &self.0, second: &Builtin }
    }
}

impl Shelf for Here {
    fn read(&self, path: &str) -> Result<Bytes, ShelfError> {
        self.both().read(path)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.both().files(folder)
    }
}

/// A shelf in memory, for tests and for the web.
#[derive(Clone, Debug, Default)]
pub struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    /// An empty shelf.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shelf with one more file.
    #[must_use]
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.to_owned(), content.into());
        self
    }
}

impl Shelf for Memory {
    fn read(&self, path: &str) -> Result<Bytes, ShelfError> {
        let path = inside(path)?;
        self.0.get(&path).map(|bytes| Cow::Owned(bytes.clone())).ok_or(ShelfError::Missing { path })
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        self.0.keys().filter(|path| path.starts_with(&prefix)).cloned().collect()
    }
}

/// The path without `.` and `..`.
///
/// # Errors
/// [`ShelfError::Outside`] if it is absolute, has a drive, or climbs out of the root.
pub fn inside(path: &str) -> Result<String, ShelfError> {
    let outside = || ShelfError::Outside { path: path.to_owned() };
    if path.starts_with('/') || path.contains('\\') || path.contains(':') {
        return Err(outside());
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or_else(outside)?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        assert_eq!(inside("art/./axe.svg").unwrap(), "art/axe.svg");
        assert_eq!(inside("art/../marks/axe.svg").unwrap(), "marks/axe.svg");
        for path in ["../axe.svg", "/etc/passwd", "art/../../x", "C:/x", "http://x/y.svg", "art\\axe.svg"] {
            assert!(matches!(inside(path), Err(ShelfError::Outside { .. })), "{path}");
        }
    }

    #[test]
    fn a_game_on_disk_hides_the_built_in_one_whole() {
        let disk = Memory::new().with("card-data/a/game.toml", "mine").with("fonts/own.otf", "");
        let builtin = Memory::new()
            .with("card-data/a/game.toml", "theirs")
            .with("card-data/a/cards.toml", "old")
            .with("card-data/b/game.toml", "b")
            .with("fonts/text.otf", "");
        let both = Layered { first: &disk, second: &builtin };
        assert_eq!(both.read("card-data/a/game.toml").unwrap(), &b"mine"[..]);
        assert!(!both.has("card-data/a/cards.toml"));
        assert!(both.has("card-data/b/game.toml"));
        assert_eq!(both.files("card-data"), ["card-data/a/game.toml", "card-data/b/game.toml"]);
        assert_eq!(both.files("fonts"), ["fonts/own.otf", "fonts/text.otf"]);
        assert_eq!(both.folders("card-data"), ["a", "b"]);
    }
}
