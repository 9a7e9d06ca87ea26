//! The files of a game on disk, as the page changes them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::edits::{EditedFiles, RefusedEdit};
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

    fn replace(&self, before: &BTreeMap<&str, Vec<u8>>, after: &BTreeMap<String, Vec<u8>>) -> Result<(), RefusedEdit> {
        let mut ready: Vec<(&String, PathBuf, NamedTempFile)> = Vec::new();
        for (file, bytes) in after {
            let path = self.path(file)?;
            let beside = beside(&path, bytes).map_err(|error| RefusedEdit::Write { file: file.clone(), error })?;
            ready.push((file, path, beside));
        }
        for (file, path, beside) in ready {
            // Between the two another program may have saved it.
            if fs::read(&path).ok().as_ref() != before.get(file.as_str()) {
                return Err(EditError::Stale { file: file.clone() }.into());
            }
            beside.persist(&path).map_err(|error| RefusedEdit::Write { file: file.clone(), error: error.error })?;
        }
        Ok(())
    }
}

/// Writes a file under a temporary name beside its place, with the same permissions.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = Builder::new().prefix(".skirmish-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    Ok(file)
}
