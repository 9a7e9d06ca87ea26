//! Atomic output: files appear whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempDir};

use super::leftovers::UNFINISHED;
use super::{Failure, Made, Written, leftovers};
use crate::pdf::Chunks;

/// Writes files into a folder: all under temporary names first, then each is renamed, so that a failed run leaves the old
/// files as they were.
///
/// # Errors
/// Why a file cannot be written: no permission, no space.
pub(super) fn write(folder: &Path, all: Vec<Made>) -> Result<Vec<Written>, Failure> {
    let beside = |path: &Path, bytes: &Chunks| -> io::Result<NamedTempFile> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        fs::create_dir_all(folder)?;
        let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        leftovers::hold(file.as_file());
        bytes.write_to(file.as_file_mut())?;
        file.as_file().sync_all()?;
        open_to_all(file.as_file())?;
        Ok(file)
    };
    leftovers::sweep(folder);
    let mut fresh = Vec::new();
    for made in all {
        let path = folder.join(made.name);
        let file = beside(&path, &made.bytes).map_err(|error| stopped(&path, &error))?;
        fresh.push((file, Written { path, what: made.what, bytes: made.bytes.len() as u64 }));
    }
    let place = |(file, written): (NamedTempFile, Written)| match file.persist(&written.path) {
        Ok(_) => Ok(written),
        Err(error) => Err(stopped(&written.path, &error.error)),
    };
    fresh.into_iter().map(place).collect()
}

/// A temporary file can be read by its owner alone; an output has the usual permissions.
#[cfg(unix)]
fn open_to_all(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_all(_: &fs::File) -> io::Result<()> {
    Ok(())
}

fn stopped(path: &Path, error: &io::Error) -> Failure {
    Failure::Stopped(format!("cannot write {}: {error}", path.display()))
}

/// A folder of many files that takes the place of an older one once all of them are written.
pub struct Outlet {
    target: PathBuf,
    fresh: TempDir,
    lock: File,
    bytes: u64,
}

impl Outlet {
    /// A folder that will stand at `target`.
    ///
    /// # Errors
    /// Why it cannot be made; a file of that name is not replaced.
    pub(super) fn new(target: PathBuf) -> Result<Self, Failure> {
        let attempt = || {
            if target.symlink_metadata().is_ok() && !target.is_dir() {
                return Err(io::Error::new(
                    io::ErrorKind::NotADirectory,
                    "something that is no folder is in its place",
                ));
            }
            let beside = target.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(beside)?;
            leftovers::sweep(beside);
            let fresh = Builder::new().prefix(UNFINISHED).tempdir_in(beside)?;
            let lock = leftovers::lock(fresh.path())?;
            Ok((fresh, lock))
        };
        let (fresh, lock) = attempt().map_err(|error| stopped(&target, &error))?;
        Ok(Self { target, fresh, lock, bytes: 0 })
    }

    /// Writes a file into the folder.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.fresh.path().join(name);
        let attempt = || {
            fs::create_dir_all(path.parent().unwrap_or(self.fresh.path()))?;
            fs::write(&path, bytes)
        };
        attempt().map_err(|error| stopped(&self.target.join(name), &error))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Renames the folder to its place. It replaces the older one, with any file that no card has any more.
    ///
    /// # Errors
    /// Why it cannot be renamed; the older folder then stays.
    pub(super) fn finish(self, what: String) -> Result<Written, Failure> {
        let Self { target, fresh, lock, bytes } = self;
        let attempt = || -> io::Result<()> {
            leftovers::unlock(fresh.path(), lock)?;
            readable(fresh.path())?;
            if target.is_dir() {
                let old = leftovers::waiting(&target);
                fs::rename(&target, &old)?;
                if let Err(error) = fs::rename(fresh.path(), &target) {
                    fs::rename(&old, &target)?;
                    return Err(error);
                }
                fs::remove_dir_all(&old)
            } else {
                fs::rename(fresh.path(), &target)
            }
        };
        attempt().map_err(|error| stopped(&target, &error))?;
        Ok(Written { path: target, what, bytes })
    }
}

#[cfg(unix)]
fn readable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}
