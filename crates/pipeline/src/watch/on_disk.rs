//! The files of a game on disk, as the page changes them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::edits::{Content, EditedFiles, RefusedEdit};
use crate::edit::EditError;
use crate::vfs::{Vfs, WorkDir};

/// Files below a folder, some of which may be built in.
pub(super) struct OnDisk {
    vfs: WorkDir,
    /// Folder of the data.
    root: PathBuf,
}

impl OnDisk {
    pub fn new(vfs: WorkDir, root: &Path) -> Self {
        Self { vfs, root: root.to_owned() }
    }

    /// Returns the path of a file on disk.
    fn path(&self, file: &str) -> Result<PathBuf, RefusedEdit> {
        // A link is followed: the file that it leads to is replaced, not the link.
        fs::canonicalize(self.root.join(file)).map_err(|_| RefusedEdit::BuiltIn(file.to_owned()))
    }
}

impl EditedFiles for OnDisk {
    fn vfs(&self) -> &dyn Vfs {
        &self.vfs
    }

    fn check(&self, file: &str) -> Result<(), RefusedEdit> {
        self.path(file).map(drop)
    }

    fn replace(&self, before: &BTreeMap<&str, Content>, after: &BTreeMap<String, Content>) -> Result<(), RefusedEdit> {
        let mut ready: Vec<(&String, PathBuf, Option<NamedTempFile>)> = Vec::new();
        for (file, bytes) in after {
            let is_new = before.get(file.as_str()).is_some_and(Option::is_none);
            let path = if is_new { self.root.join(file) } else { self.path(file)? };
            let beside = bytes.as_ref().map(|bytes| beside(&path, bytes)).transpose();
            ready.push((file, path, beside.map_err(|error| RefusedEdit::Write { file: file.clone(), error })?));
        }
        for (file, path, beside) in ready {
            let write = |error| RefusedEdit::Write { file: file.clone(), error };
            // Between the two another program may have saved it.
            if before.get(file.as_str()) != Some(&fs::read(&path).ok()) {
                return Err(EditError::Stale { file: file.clone() }.into());
            }
            match beside {
                Some(beside) => drop(beside.persist(&path).map_err(|error| write(error.error))?),
                None => fs::remove_file(&path).map_err(write)?,
            }
        }
        Ok(())
    }
}

/// Writes a file under a temporary name beside its place, with the same permissions; those of a new file are the system's.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".skirmish-");
    let mut file = match fs::metadata(path) {
        Ok(known) => {
            let file = builder.tempfile_in(folder)?;
            file.as_file().set_permissions(known.permissions())?;
            file
        }
        Err(_) => builder.make_in(folder, |path| fs::File::create_new(path))?,
    };
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}
