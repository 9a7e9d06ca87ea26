//! The drawings, icons and pictures in the folders of a game.

use std::collections::{HashMap, HashSet};

use super::picture::art_stem;
use crate::read;
use crate::vfs::Vfs;

/// Folder of the icons that every game may use.
pub(super) const SHARED_MARKS: &str = "templates/icons";

/// Names of the drawings, icons and pictures of a game, found once for all its pieces.
#[derive(Debug)]
pub struct GameFiles {
    /// All of them, by their paths with a lower-case extension: looking for each possible name on disk takes long.
    by_path: HashMap<String, String>,
    /// The same paths without their extensions. Many cards have no drawing, and each would be looked for under a dozen names.
    stems: HashSet<String>,
    /// Names of the drawings, without folder and ending, as those below.
    pub(super) art: Vec<String>,
    pub(super) marks: Vec<String>,
    /// Icons that come with the program.
    pub(super) shared_marks: Vec<String>,
    /// Icons in a folder with the old name.
    pub(super) old_marks: Vec<String>,
}

impl GameFiles {
    /// Lists the folders of a game by its id.
    pub fn new(vfs: &dyn Vfs, id: &str) -> Self {
        let folder = read::folder(id);
        let listed = |folder: String| {
            let files = vfs.files(&folder);
            (names(&folder, &files), files)
        };
        let [(art, drawings), (marks, icons), (_, low_ink), (_, pictures), (old_marks, _)] =
            ["art", "icons", "art/low-ink", "book", "marks"].map(|below| listed(format!("{folder}/{below}")));
        let (shared_marks, shared) = listed(SHARED_MARKS.to_owned());
        let (mut by_path, mut stems): (HashMap<String, String>, HashSet<String>) = Default::default();
        for path in [drawings, low_ink, icons, pictures, shared].into_iter().flatten() {
            let key = with_small_ending(&path);
            stems.extend(path.rsplit_once('.').map(|(stem, _)| stem.to_owned()));
            // Of two that differ only in capitals, the one in small letters.
            if key == path {
                by_path.insert(key, path);
            } else {
                by_path.entry(key).or_insert(path);
            }
        }
        Self { by_path, stems, art, marks, shared_marks, old_marks }
    }

    /// Returns the path of a file, ignoring the case of its extension.
    pub(super) fn path(&self, path: &str) -> Option<&str> {
        self.by_path.get(&with_small_ending(path)).map(String::as_str)
    }

    /// True if there may be a file of a name without its extension, or with it.
    pub(super) fn may_have(&self, path: &str) -> bool {
        self.stems.contains(path) || self.path(path).is_some()
    }

    /// True if there is a mark of a name.
    pub(super) fn has_mark(&self, name: &str) -> bool {
        self.marks.iter().chain(&self.shared_marks).any(|mark| mark == name)
    }
}

/// Returns a path with a lower-case extension.
fn with_small_ending(path: &str) -> String {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') => format!("{stem}.{}", ending.to_ascii_lowercase()),
        _ => path.to_owned(),
    }
}

/// Returns the names of the drawings and pictures in a folder, without ending.
pub(super) fn drawings(vfs: &dyn Vfs, folder: &str) -> Vec<String> {
    names(folder, &vfs.files(folder))
}

/// Returns the names of these files of a folder, without ending.
fn names(folder: &str, files: &[String]) -> Vec<String> {
    let name = |path: &String| Some(art_stem(path.strip_prefix(folder)?.strip_prefix('/')?)?.to_owned());
    files.iter().filter_map(name).filter(|name| !name.contains('/')).collect()
}
