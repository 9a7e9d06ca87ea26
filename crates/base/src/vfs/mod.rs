//! A read-only virtual file system: a folder on disk, the copy embedded in the program, an archive, or a map in tests.
//!
//! Paths are relative to the file system's root, with `/` between folders on every system.

mod cached;
mod disk;
mod file_name;
mod packed;
mod traced;
mod work_dir;

pub use cached::Cached;
pub use disk::{Disk, max_bytes};
pub use file_name::{FileNameError, check_file_name, portable_path};
pub use packed::{PackError, Packed, pack};
pub use traced::Traced;
pub use work_dir::{GameFolderError, WorkDir};

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::ordered;

/// The bytes of a file; built-in ones are not copied.
pub type Bytes = Cow<'static, [u8]>;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VfsError {
    /// The file is missing.
    #[error("file not found: `{path}`")]
    Missing {
        /// Requested path.
        path: String,
    },
    /// The path leads out of the root.
    #[error("`{path}` is outside the game folder")]
    Outside {
        /// Requested path.
        path: String,
    },
    /// The file is larger than any that is meant.
    #[error("`{path}` has {} MB, above the limit of {} MB", bytes >> 20, limit >> 20)]
    TooLarge {
        /// Requested path.
        path: String,
        /// Its size.
        bytes: u64,
        /// The largest size.
        limit: u64,
    },
    /// The file is there and cannot be read.
    #[error("cannot read `{path}`: {reason}")]
    Unreadable {
        /// Requested path.
        path: String,
        /// The system’s message.
        reason: String,
    },
}

impl VfsError {
    /// Returns the code of the problem.
    pub fn code(&self) -> Code {
        match self {
            Self::Missing { .. } => Code::FILE_MISSING,
            Self::Outside { .. } => Code::FILE_OUTSIDE,
            Self::TooLarge { .. } => Code::FILE_LARGE,
            Self::Unreadable { .. } => Code::FILE_UNREADABLE,
        }
    }
}

impl From<VfsError> for Diagnostic {
    fn from(error: VfsError) -> Self {
        let (code, what) = (error.code(), error.to_string());
        match error {
            VfsError::Missing { .. } => Self::error(code, None, what),
            VfsError::Outside { path } => Self::error(code, Span::file(&Source::new(path, "")), what)
                .hint("replace the link with the file itself"),
            VfsError::TooLarge { path, .. } => {
                Self::error(code, Span::file(&Source::new(path, "")), what).hint("split it or make it smaller")
            }
            VfsError::Unreadable { path, .. } => Self::error(code, Span::file(&Source::new(path, "")), what),
        }
    }
}

/// Source of files.
pub trait Vfs: Sync {
    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// See [`VfsError`].
    fn read(&self, path: &str) -> Result<Bytes, VfsError>;

    /// Returns the paths of all files below a folder, sorted; empty if it is missing.
    fn files(&self, folder: &str) -> Vec<String>;

    /// Returns the folders at a path and below it that can't be listed; `files` finds nothing in them.
    fn unreadable(&self, _folder: &str) -> Vec<VfsError> {
        Vec::new()
    }

    /// Returns the names of the folders in a folder, sorted.
    fn folders(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        let name = |path: &String| path.strip_prefix(&prefix)?.split_once('/').map(|(name, _)| name.to_owned());
        ordered::set(self.files(folder).iter().filter_map(name)).into_iter().collect()
    }

    /// Returns the ids of the games a command acts on when the user names none.
    fn meant_games(&self) -> Vec<String> {
        self.folders("card-data")
    }

    /// True if there is such a file, though it may be one that cannot be read.
    fn has(&self, path: &str) -> bool {
        !matches!(self.read(path), Err(VfsError::Missing { .. }))
    }
}

/// One file system over another: a folder in the first hides the folder of the same name in the second.
///
/// `card-data/<game>` is hidden as a whole, so a card that was deleted on disk doesn't reappear from the built-in copy;
/// single templates and fonts are hidden one by one.
pub struct Overlay<'a> {
    /// Looked at first.
    pub first: &'a dyn Vfs,
    /// Fallback, if the first has nothing.
    pub second: &'a dyn Vfs,
}

impl Overlay<'_> {
    /// Returns the game's folder that contains a path, if any.
    fn game_folder(path: &str) -> Option<&str> {
        let rest = path.strip_prefix("card-data/")?;
        let end = rest.find('/').unwrap_or(rest.len());
        Some(&path[.."card-data/".len() + end])
    }

    fn first_alone(&self, path: &str) -> bool {
        Self::game_folder(path).is_some_and(|folder| !self.first.files(folder).is_empty())
    }
}

impl Vfs for Overlay<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        match self.first.read(path) {
            Err(VfsError::Missing { .. }) if !self.first_alone(path) => self.second.read(path),
            found => found,
        }
    }

    fn unreadable(&self, folder: &str) -> Vec<VfsError> {
        [self.first, self.second].into_iter().flat_map(|vfs| vfs.unreadable(folder)).collect()
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut all = ordered::set(self.first.files(folder));
        let games = ordered::set(all.iter().filter_map(|path| Self::game_folder(path)).map(str::to_owned));
        all.extend(self.second.files(folder).into_iter().filter(|path| {
            Self::game_folder(path).is_none_or(|game| !games.contains(game) && !self.first_alone(game))
        }));
        all.into_iter().collect()
    }
}

/// A file system in memory, for tests and for the web.
#[derive(Clone, Debug, Default)]
pub struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    /// Creates an empty file system.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file to the file system.
    #[must_use]
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.insert(path, content);
        self
    }

    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        self.0.insert(path.to_owned(), content.into());
    }

    /// Removes a file, if it is there.
    pub fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// Returns the size of a file, in bytes.
    pub fn size(&self, path: &str) -> Option<usize> {
        self.0.get(path).map(Vec::len)
    }

    /// Returns the number of files.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl Vfs for Memory {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let path = normalize(path)?;
        self.0.get(&path).map(|bytes| Cow::Owned(bytes.clone())).ok_or(VfsError::Missing { path })
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        self.0.keys().filter(|path| path.starts_with(&prefix)).cloned().collect()
    }
}

/// Normalises a path: without `.` and `..`.
///
/// # Errors
/// [`VfsError::Outside`] if it is absolute, has a drive, or climbs out of the root.
pub fn normalize(path: &str) -> Result<String, VfsError> {
    let outside = || VfsError::Outside { path: path.to_owned() };
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
        assert_eq!(normalize("art/./axe.svg").unwrap(), "art/axe.svg");
        assert_eq!(normalize("art/../icons/axe.svg").unwrap(), "icons/axe.svg");
        for path in ["../axe.svg", "/etc/passwd", "art/../../x", "C:/x", "http://x/y.svg", "art\\axe.svg"] {
            assert!(matches!(normalize(path), Err(VfsError::Outside { .. })), "{path}");
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
        let both = Overlay { first: &disk, second: &builtin };
        assert_eq!(both.read("card-data/a/game.toml").unwrap(), &b"mine"[..]);
        assert!(!both.has("card-data/a/cards.toml"));
        assert!(both.has("card-data/b/game.toml"));
        assert_eq!(both.files("card-data"), ["card-data/a/game.toml", "card-data/b/game.toml"]);
        assert_eq!(both.files("fonts"), ["fonts/own.otf", "fonts/text.otf"]);
        assert_eq!(both.folders("card-data"), ["a", "b"]);
    }
}
