//! Earlier files of a game: the recorded data of a print run, over the current drawings, templates and fonts.

use std::path::Path;

use crate::job::Failure;
use crate::job::changed::is_data;
use crate::job::print_record::Printing;
use crate::read;
use crate::vfs::{Bytes, Disk, Memory, Overlay, Vfs, VfsError, normalize};

/// The data of a print run over the current ones.
pub(in crate::job) struct PrintedSnapshot<'a> {
    folder: String,
    data: Memory,
    now: &'a dyn Vfs,
}

impl<'a> PrintedSnapshot<'a> {
    pub fn new(now: &'a dyn Vfs, game: &str, printing: &Printing) -> Self {
        let folder = read::folder(game);
        let file =
            |data: Memory, (path, text): (&String, &String)| data.with(&format!("{folder}/{path}"), text.as_str());
        let data = printing.data.iter().fold(Memory::new(), file);
        Self { folder, data, now }
    }

    /// True if the print run recorded a path, or would have if the file existed.
    fn is_kept(&self, path: &str) -> bool {
        // Older records have no spreadsheets: the current ones replace them.
        let is_kind = is_data(path) || self.data.has(path);
        is_kind && path.strip_prefix(&self.folder).is_some_and(|below| below.starts_with('/'))
    }
}

impl Vfs for PrintedSnapshot<'_> {
    fn read(&self, path: &str) -> Result<Bytes, VfsError> {
        if normalize(path).is_ok_and(|path| self.is_kept(&path)) { self.data.read(path) } else { self.now.read(path) }
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut files = self.now.files(folder);
        files.retain(|path| !self.is_kept(path));
        files.extend(self.data.files(folder));
        files.sort();
        files
    }
}

/// The data of another folder: one with `card-data`, or a game's own.
pub(super) struct ForeignFolder(Box<dyn Vfs>);

impl ForeignFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// It has no game of this id, or it cannot be read.
    pub fn open(folder: &Path, game: &str) -> Result<Self, Failure> {
        if folder.join(read::folder(game)).join("game.toml").is_file() {
            return Ok(Self(Box::new(Disk::new(folder))));
        }
        let none = || {
            let hint = "use a folder that contains `card-data`, or a game folder";
            Failure::Stopped(format!("{} has no game `{game}`\n  hint: {hint}", folder.display()))
        };
        let whole =
            dunce::canonicalize(folder).ok().filter(|folder| folder.join("game.toml").is_file()).ok_or_else(none)?;
        let (parent, name) = whole.parent().zip(whole.file_name().and_then(|name| name.to_str())).ok_or_else(none)?;
        let disk = Disk::new(parent);
        let mut memory = Memory::new();
        for path in disk.files(name) {
            let bytes = disk.read(&path).map_err(|error| Failure::Stopped(error.to_string()))?;
            memory = memory.with(&format!("{}{}", read::folder(game), &path[name.len()..]), bytes.into_owned());
        }
        Ok(Self(Box::new(memory)))
    }

    /// Overlays its files; missing fonts and templates are taken from here.
    pub fn over<'a>(&'a self, here: &'a dyn Vfs) -> Overlay<'a> {
        Overlay { first: self.0.as_ref(), second: here }
    }
}
