//! Where the images of a new game come from: a folder on disk, or files in memory.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::vfs::{Disk, Vfs as _};

/// A folder with the images of a new game.
pub trait ImageFolder {
    /// Returns its own name, if it has one.
    fn name(&self) -> Option<&str>;

    /// Returns the name of a file in messages; an empty path is the folder itself.
    fn label(&self, path: &str) -> String;

    /// Returns the paths of all files, from the folder.
    ///
    /// # Errors
    /// The folder can't be read.
    fn files(&self) -> io::Result<Vec<String>>;

    /// Reads a file.
    ///
    /// # Errors
    /// The file can't be read.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

impl ImageFolder for &Path {
    fn name(&self) -> Option<&str> {
        self.file_name()?.to_str()
    }

    fn label(&self, path: &str) -> String {
        if path.is_empty() { self.display().to_string() } else { self.join(path).display().to_string() }
    }

    fn files(&self) -> io::Result<Vec<String>> {
        // Listing the files below silently skips a missing folder.
        fs::read_dir(self)?;
        let all = Disk::new(*self).files("").into_iter().map(|path| path.trim_start_matches('/').to_owned());
        Ok(all.filter(|path| self.join(path).is_file()).collect())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.join(path))
    }
}

/// Images in memory.
#[derive(Clone, Debug, Default)]
pub struct ImageFiles(pub BTreeMap<String, Vec<u8>>);

impl ImageFolder for ImageFiles {
    fn name(&self) -> Option<&str> {
        None
    }

    fn label(&self, path: &str) -> String {
        if path.is_empty() { "the images".to_owned() } else { path.to_owned() }
    }

    fn files(&self) -> io::Result<Vec<String>> {
        Ok(self.0.keys().cloned().collect())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}
