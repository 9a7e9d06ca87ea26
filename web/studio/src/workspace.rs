//! The files of the page: those of the packs, and the user's own over them, as the programs have a folder over the built-in files.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use parking_lot::RwLock;
use skirmish_base::vfs::{
    Bytes, Memory, Overlay, PackError, Packed, Vfs, VfsError, check_file_name, max_bytes, normalize,
};
use skirmish_pipeline::watch::{Content, EditedFiles, RefusedEdit};

/// Folders with files of games.
const FOLDERS: [&str; 3] = ["card-data", "fonts", "templates"];
/// Maximum number of the user's files.
const MAX_FILES: usize = 10_000;
/// Maximum size of all the user's files.
const MAX_BYTES: usize = 512 << 20;

/// Files of packs under the user's own.
#[derive(Default)]
pub struct Workspace {
    packs: Memory,
    own: Memory,
    /// Size of the user's files.
    size: usize,
}

impl Workspace {
    /// Adds the files of a pack.
    ///
    /// # Errors
    /// The bytes aren't a pack.
    pub fn open(&mut self, pack: Vec<u8>) -> Result<(), PackError> {
        self.open_folders(pack, &FOLDERS)
    }

    /// Adds the files of a pack in some of its folders.
    ///
    /// # Errors
    /// The bytes aren't a pack.
    pub fn open_folders(&mut self, pack: Vec<u8>, folders: &[&str]) -> Result<(), PackError> {
        let pack = Packed::open(pack)?;
        for path in folders.iter().flat_map(|folder| pack.files(folder)) {
            let bytes = pack.read(&path).map_err(|_| PackError)?;
            self.packs.insert(&path, bytes);
        }
        Ok(())
    }

    /// Adds a file of the user's, or replaces it.
    ///
    /// # Errors
    /// A path that leads elsewhere than to games, fonts or templates; a name that not every system can store; a file or a
    /// number of files beyond the limit.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), String> {
        let path = normalize(path).map_err(|error| error.to_string())?;
        let folder = path.split_once('/').map_or("", |(folder, _)| folder);
        if !FOLDERS.contains(&folder) {
            return Err(format!("`{path}` isn't in `{}`", FOLDERS.join("`, `")));
        }
        path.split('/').try_for_each(check_file_name).map_err(|error| error.to_string())?;
        let (size, limit) = (bytes.len() as u64, max_bytes(&path));
        if size > limit {
            return Err(VfsError::TooLarge { path, bytes: size, limit }.to_string());
        }
        let old = self.own.size(&path);
        if old.is_none() && self.own.count() == MAX_FILES {
            return Err(format!("the game has more than {MAX_FILES} files"));
        }
        let total = self.size - old.unwrap_or_default() + bytes.len();
        if total > MAX_BYTES {
            return Err(format!("the game has more than {} MB", MAX_BYTES >> 20));
        }
        self.size = total;
        self.own.insert(&path, bytes);
        Ok(())
    }

    /// Removes a file of the user's; a file of a pack below it appears again.
    pub fn remove(&mut self, path: &str) {
        if let Ok(path) = normalize(path) {
            self.size -= self.own.size(&path).unwrap_or_default();
            self.own.remove(&path);
        }
    }

    /// Removes all files of the user's.
    pub fn clear(&mut self) {
        (self.own, self.size) = (Memory::new(), 0);
    }

    /// Returns the files of the packs.
    pub fn packs(&self) -> &Memory {
        &self.packs
    }

    fn both(&self) -> Overlay<'_> {
        Overlay { first: &self.own, second: &self.packs }
    }
}

impl Vfs for Workspace {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        self.both().read(path)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.both().files(folder)
    }
}

/// A workspace with several owners: clones are the same files.
#[derive(Clone, Default)]
pub struct SharedWorkspace(pub Arc<RwLock<Workspace>>);

impl Vfs for SharedWorkspace {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        self.0.read().read(path)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        self.0.read().files(folder)
    }
}

impl EditedFiles for SharedWorkspace {
    fn vfs(&self) -> &dyn Vfs {
        self
    }

    fn check(&self, file: &str) -> Result<(), RefusedEdit> {
        let is_own = self.0.read().own.size(file).is_some();
        if is_own { Ok(()) } else { Err(RefusedEdit::BuiltIn(file.to_owned())) }
    }

    fn replace(&self, _: &BTreeMap<&str, Content>, after: &BTreeMap<String, Content>) -> Result<(), RefusedEdit> {
        let mut workspace = self.0.write();
        after.iter().try_for_each(|(file, bytes)| {
            let write = |why| RefusedEdit::Write { file: file.clone(), error: io::Error::other(why) };
            match bytes {
                Some(bytes) => workspace.put(file, bytes.clone()).map_err(write),
                None => {
                    workspace.remove(file);
                    Ok(())
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_files_cover_those_of_packs_until_they_are_removed() {
        let mut files = Workspace::default();
        let packed = Memory::new().with("fonts/a.otf", "packed").with("card-data/a/game.toml", "packed");
        let paths = ["fonts/a.otf", "card-data/a/game.toml"].map(str::to_owned);
        files.open(skirmish_base::vfs::pack(&packed, &paths).unwrap()).unwrap();
        files.put("fonts/a.otf", b"own".to_vec()).unwrap();
        files.put("card-data/b/./game.toml", b"own".to_vec()).unwrap();
        assert_eq!(files.read("fonts/a.otf").unwrap(), &b"own"[..]);
        assert_eq!(files.files("card-data"), ["card-data/a/game.toml", "card-data/b/game.toml"]);
        files.remove("fonts/a.otf");
        assert_eq!(files.read("fonts/a.otf").unwrap(), &b"packed"[..]);
        files.clear();
        assert_eq!(files.files("card-data"), ["card-data/a/game.toml"]);
    }

    #[test]
    fn paths_elsewhere_odd_names_and_large_files_are_refused() {
        let mut files = Workspace::default();
        for path in [
            "/card-data/a",
            "card-data/../../a",
            "output/a/x.pdf",
            "game.toml",
            "card-data",
            "card-data/con/a",
            "fonts/a?",
        ] {
            assert!(files.put(path, Vec::new()).is_err(), "{path}");
        }
        assert!(files.put("card-data/a/cards.toml", vec![b'#'; 17 << 20]).is_err());
        files.put("card-data/a/cards.toml", vec![b'#'; 16 << 20]).unwrap();
    }

    #[test]
    fn there_is_a_limit_to_all_files() {
        let mut files = Workspace::default();
        for number in 0..MAX_FILES {
            files.put(&format!("card-data/a/{number}"), Vec::new()).unwrap();
        }
        assert!(files.put("card-data/a/one-more", Vec::new()).is_err());
        files.put("card-data/a/1", vec![0; 1]).unwrap();
    }
}
