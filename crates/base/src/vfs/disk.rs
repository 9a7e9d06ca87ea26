//! A folder on disk.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Bytes, Overlay, Vfs, VfsError, normalize};

/// A folder on disk; nothing outside it is read, links that lead out included. The folder of a game may be a link itself: its
/// owner laid it there, and nothing outside of where it leads is read.
#[derive(Clone, Debug)]
pub struct Disk {
    root: PathBuf,
    /// The root with all links resolved; `None` if the folder is missing.
    real: Option<PathBuf>,
}

impl Disk {
    /// Returns the file system of a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        let real = root.canonicalize().ok();
        Self { root, real }
    }

    /// Returns the folder.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// True if a file is in the folder, or in its game's.
    fn stays(&self, path: &str, on_disk: &Path) -> bool {
        let Ok(file) = on_disk.canonicalize() else { return false };
        let within = |folder: &Path| file.starts_with(folder);
        let of_game = || {
            let folder = self.root.join(Overlay::game_folder(path)?).canonicalize().ok()?;
            (folder != file).then(|| within(&folder))
        };
        self.real.as_deref().is_some_and(within) || of_game() == Some(true)
    }
}

impl Vfs for Disk {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let path = normalize(path)?;
        let on_disk = self.root.join(&path);
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => VfsError::Missing { path: path.clone() },
            _ => VfsError::Unreadable { path: path.clone(), reason: error.to_string() },
        };
        let about = fs::metadata(&on_disk).map_err(unreadable)?;
        let kind = about.file_type();
        if !self.stays(&path, &on_disk) {
            return Err(VfsError::Outside { path });
        }
        // A pipe would be waited for, and a device never ends.
        if !kind.is_file() && !kind.is_dir() {
            return Err(VfsError::Unreadable { path, reason: "it's a pipe or a device, not a file".to_owned() });
        }
        let (bytes, limit) = (about.len(), max_bytes(&path));
        if kind.is_file() && bytes > limit {
            return Err(VfsError::TooLarge { path, bytes, limit });
        }
        Ok(Cow::Owned(fs::read(&on_disk).map_err(unreadable)?))
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Ok(folder) = normalize(folder) {
            collect(&self.root.join(&folder), &folder, &mut found, &mut Vec::new());
        }
        found.sort();
        found
    }

    fn unreadable(&self, folder: &str) -> Vec<VfsError> {
        let mut unreadable = Vec::new();
        if let Ok(folder) = normalize(folder) {
            collect(&self.root.join(&folder), &folder, &mut Vec::new(), &mut unreadable);
        }
        unreadable
    }
}

/// Returns the maximum size of a file, by its extension: text takes many times its size once it is read.
pub fn max_bytes(path: &str) -> u64 {
    const MB: u64 = 1 << 20;
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "toml" | "md" => 16 * MB,
        "csv" | "tsv" | "txt" | "xlsx" | "ods" => 32 * MB,
        "svg" => 64 * MB,
        _ => 256 * MB,
    }
}

/// Collects files, except hidden ones: editors and systems leave them behind.
fn collect(on_disk: &Path, folder: &str, into: &mut Vec<String>, unreadable: &mut Vec<VfsError>) {
    let entries = match fs::read_dir(on_disk) {
        Ok(entries) => entries,
        Err(error) => {
            if error.kind() == io::ErrorKind::PermissionDenied {
                unreadable.push(VfsError::Unreadable { path: folder.to_owned(), reason: error.to_string() });
            }
            return;
        }
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = format!("{folder}/{name}");
        // The type of the entry itself: a link to a folder isn't followed, which breaks cycles; except for the folder
        // of a game.
        let is_folder = match folder {
            "card-data" => entry.path().is_dir(),
            _ => entry.file_type().is_ok_and(|kind| kind.is_dir()),
        };
        if is_folder {
            collect(&entry.path(), &path, into, unreadable);
        } else {
            into.push(path);
        }
    }
}
