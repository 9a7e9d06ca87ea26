//! Removes the leftovers of a killed run.
//!
//! Files and folders are written under names that begin with [`UNFINISHED`], and locked. The lock ends with its
//! process, so one without a lock is abandoned.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prefix of unfinished outputs.
pub(super) const UNFINISHED: &str = ".unfinished-";
/// Prefix of a folder's name while the new one replaces it.
const REPLACED: &str = ".replaced-";
/// The file in an unfinished folder that is locked.
const LOCK: &str = ".lock";
/// A younger one may be about to be locked.
const YOUNG: Duration = Duration::from_secs(60);

/// Locks an unfinished folder until the file is dropped.
pub(super) fn lock(folder: &Path) -> io::Result<File> {
    let file = File::create(folder.join(LOCK))?;
    hold(&file);
    Ok(file)
}

/// Locks an unfinished file while it is open. On a file system without locks, nothing is ever swept.
pub(super) fn hold(file: &File) {
    let _ = file.lock();
}

/// Waits until no other run renames anything in a folder, and locks it. Without support for locking folders, it doesn't
/// wait.
pub(super) fn hold_folder(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Ends the lock of a folder that is complete.
pub(super) fn unlock(folder: &Path, lock: File) -> io::Result<()> {
    drop(lock);
    fs::remove_file(folder.join(LOCK))
}

/// Returns the temporary path of a folder while another replaces it.
pub(super) fn waiting(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!("{REPLACED}{name}"))
}

/// Removes the leftovers of killed runs from a folder. Failures are ignored, since leftovers do no harm.
pub(super) fn sweep(folder: &Path) {
    let _alone = hold_folder(folder);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if let Some(target) = name.strip_prefix(REPLACED) {
            let target = path.with_file_name(target);
            // A run that was killed between the two renames left no other copy.
            let _ = if target.exists() { fs::remove_dir_all(&path) } else { fs::rename(&path, &target) };
        } else if name.starts_with(UNFINISHED) && is_nobodys(&path) {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// True if no process writes something any more.
fn is_nobodys(path: &Path) -> bool {
    let is_young = || {
        let age = path.metadata().and_then(|data| data.modified()).map(|at| at.elapsed().unwrap_or_default());
        age.is_ok_and(|age| age < YOUNG)
    };
    let locked = if path.is_dir() { path.join(LOCK) } else { path.to_owned() };
    match File::open(&locked) {
        // A file is locked before anything is written into it.
        Ok(file) => file.try_lock().is_ok() && (path.is_dir() || !is_empty(&file) || !is_young()),
        Err(_) => !is_young(),
    }
}

fn is_empty(file: &File) -> bool {
    file.metadata().is_ok_and(|data| data.len() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_writes_any_more_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path(".unfinished-dead/fronts")).unwrap();
        fs::write(path(".unfinished-dead/.lock"), "").unwrap();
        fs::write(path(".unfinished-file"), "half").unwrap();
        fs::create_dir_all(path(".unfinished-alive")).unwrap();
        let held = lock(&path(".unfinished-alive")).unwrap();
        fs::write(path(".unfinished-being-written"), "half").unwrap();
        let writer = File::open(path(".unfinished-being-written")).unwrap();
        writer.lock().unwrap();
        fs::create_dir_all(path(".replaced-images")).unwrap();
        fs::create_dir_all(path(".replaced-mpc")).unwrap();
        fs::create_dir_all(path("mpc")).unwrap();
        sweep(folder.path());
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [".unfinished-alive", ".unfinished-being-written", "images", "mpc"]);
        drop((held, writer));
        sweep(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
