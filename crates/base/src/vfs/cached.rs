//! A file system that caches the reads of another.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;

use super::{Bytes, Vfs, VfsError};

/// Result of reading a file.
type Remembered = Arc<Result<Bytes, VfsError>>;

/// Reads each file and each folder of another file system once, until they are reported as changed.
pub struct Cached<V> {
    vfs: V,
    files: Mutex<HashMap<String, Remembered>>,
    folders: Mutex<HashMap<String, Vec<String>>>,
}

impl<V: Vfs> Cached<V> {
    /// Creates an empty cache.
    pub fn new(vfs: V) -> Self {
        Self { vfs, files: Mutex::default(), folders: Mutex::default() }
    }

    /// Forgets these files, and all below folders of these names. Missing and unreadable files, and the contents of
    /// folders, are always looked up again.
    pub fn forget(&self, changed: &BTreeSet<String>) {
        let is_below = |path: &str| {
            let mut folders = path.match_indices('/').map(|(end, _)| &path[..end]);
            changed.contains(path) || folders.any(|folder| changed.contains(folder))
        };
        self.files.lock().retain(|path, read| read.is_ok() && !is_below(path));
        self.folders.lock().clear();
    }

    fn remembered(&self, path: &str) -> Remembered {
        if let Some(known) = self.files.lock().get(path) {
            return Arc::clone(known);
        }
        let read = Arc::new(self.vfs.read(path));
        Arc::clone(self.files.lock().entry(path.to_owned()).or_insert(read))
    }
}

impl<V: Vfs + Send> Vfs for Cached<V> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        (*self.remembered(path)).clone()
    }

    fn files(&self, folder: &str) -> Vec<String> {
        if let Some(known) = self.folders.lock().get(folder) {
            return known.clone();
        }
        let found = self.vfs.files(folder);
        self.folders.lock().entry(folder.to_owned()).or_insert(found).clone()
    }

    fn unreadable(&self, folder: &str) -> Vec<VfsError> {
        self.vfs.unreadable(folder)
    }

    fn meant_games(&self) -> Vec<String> {
        self.vfs.meant_games()
    }

    fn has(&self, path: &str) -> bool {
        !matches!(*self.remembered(path), Err(VfsError::Missing { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts how often it is read.
    struct Counting(AtomicUsize);

    impl Vfs for Counting {
        fn read(&self, path: &str) -> Result<Bytes, VfsError> {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            match path.starts_with("gone") {
                true => Err(VfsError::Missing { path: path.to_owned() }),
                false => Ok(Bytes::from(format!("{path} {number}").into_bytes())),
            }
        }

        fn files(&self, _: &str) -> Vec<String> {
            vec![self.0.fetch_add(1, Ordering::Relaxed).to_string()]
        }
    }

    #[test]
    fn what_was_read_is_kept_until_it_changes() {
        let cached = Cached::new(Counting(AtomicUsize::new(0)));
        let text = |path: &str| String::from_utf8(cached.read(path).expect("a file").into_owned()).expect("text");
        let told = |paths: &[&str]| cached.forget(&paths.iter().map(|path| (*path).to_owned()).collect());
        assert_eq!([text("a/b.toml"), text("a/b.toml"), text("ab/c")], ["a/b.toml 0", "a/b.toml 0", "ab/c 1"]);
        assert_eq!([cached.files("a"), cached.files("a")], [["2"], ["2"]]);
        assert!(!cached.has("gone") && !cached.has("gone"));
        told(&["other"]);
        assert_eq!([text("a/b.toml"), text("ab/c")], ["a/b.toml 0", "ab/c 1"]);
        assert_eq!(cached.files("a"), ["4"]);
        assert!(!cached.has("gone"), "it is looked for again");
        told(&["a/b.toml"]);
        assert_eq!([text("a/b.toml"), text("ab/c")], ["a/b.toml 6", "ab/c 1"]);
        told(&["a"]);
        assert_eq!([text("a/b.toml"), text("ab/c")], ["a/b.toml 7", "ab/c 1"], "a folder is all that is in it");
    }
}
