//! A file system that records which files are read.

use std::collections::BTreeSet;

use parking_lot::Mutex;

use super::{Bytes, Vfs, VfsError};

/// Records which files of another file system are read, to pack only those for a program that reads the same.
pub struct Traced<'a> {
    vfs: &'a dyn Vfs,
    read: Mutex<BTreeSet<String>>,
}

impl<'a> Traced<'a> {
    /// Creates an empty record.
    pub fn new(vfs: &'a dyn Vfs) -> Self {
        Self { vfs, read: Mutex::default() }
    }

    /// Returns the paths of the files that were read, sorted.
    pub fn into_paths(self) -> Vec<String> {
        self.read.into_inner().into_iter().collect()
    }
}

impl Vfs for Traced<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        let bytes = self.vfs.read(path)?;
        self.read.lock().insert(path.to_owned());
        Ok(bytes)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.vfs.files(folder)
    }

    fn unreadable(&self, folder: &str) -> Vec<VfsError> {
        self.vfs.unreadable(folder)
    }

    fn meant_games(&self) -> Vec<String> {
        self.vfs.meant_games()
    }

    fn has(&self, path: &str) -> bool {
        self.vfs.has(path)
    }
}
