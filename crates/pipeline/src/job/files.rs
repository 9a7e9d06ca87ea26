//! Atomic output: files appear whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use skirmish_base::vfs::check_file_name;
use tempfile::{Builder, NamedTempFile, TempDir};

use super::leftovers::UNFINISHED;
use super::sink::{Finished, Outlet, Sink};
use super::{Failure, OutputFile, Written, leftovers};
use crate::pdf::Chunks;

/// A file that is ready to be put in its place.
enum Ready {
    /// Under a temporary name beside the place.
    File(NamedTempFile, PathBuf),
    /// Still to be written into a device or a pipe.
    Stream(File, Chunks),
}

/// Files on disk.
pub struct FileSink;

impl Sink for FileSink {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, folder: &Path, all: Vec<OutputFile>) -> Result<Vec<Written>, Failure> {
        write(folder, all)
    }

    fn outlet(&self, target: &Path) -> Result<Box<dyn Outlet + '_>, Failure> {
        Ok(Box::new(FileFolder::new(target)?))
    }
}

/// Writes files into a folder: all under temporary names first, then each is renamed, so a failed run leaves the old
/// files unchanged. Links are followed; devices and pipes are written to.
///
/// # Errors
/// The reason why a file can't be written: no permission, no space.
pub(super) fn write(folder: &Path, all: Vec<OutputFile>) -> Result<Vec<Written>, Failure> {
    all.iter().try_for_each(|made| check_names(&folder.join(&made.name)))?;
    let ready = |path: &Path, bytes: Chunks| -> io::Result<Ready> {
        if path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if is_stream(path) {
            return Ok(Ready::Stream(File::options().append(true).open(path)?, bytes));
        }
        let path = link_target(path)?;
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(beside)?;
        let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(beside)?;
        leftovers::hold(file.as_file());
        bytes.write_to(file.as_file_mut())?;
        file.as_file().sync_all()?;
        open_to_all(file.as_file())?;
        Ok(Ready::File(file, path))
    };
    leftovers::sweep(folder);
    let mut fresh = Vec::new();
    for made in all {
        let path = folder.join(made.name);
        let bytes = made.bytes.len() as u64;
        let file = ready(&path, made.bytes).map_err(|error| stopped(&path, &error))?;
        fresh.push((file, Written { path, what: made.what, bytes }));
    }
    let place = |(ready, written): (Ready, Written)| {
        let placed = match ready {
            Ready::File(file, path) => file.persist(path).map(|_| ()).map_err(|error| error.error),
            Ready::Stream(mut stream, bytes) => bytes.write_to(&mut stream),
        };
        placed.map_err(|error| stopped(&written.path, &error))?;
        Ok(written)
    };
    fresh.into_iter().map(place).collect()
}

/// Refuses to create files or folders with names that Windows forbids. Existing ones keep theirs; on Windows none exist, but devices
/// seem to.
///
/// # Errors
/// The diagnostic of the first such name.
pub(super) fn check_names(path: &Path) -> Result<(), Failure> {
    for path in path.ancestors().take_while(|path| cfg!(windows) || !path.exists()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Err(error) = check_file_name(&name) {
            let hint = "choose another name, or rename the card that the file is named after";
            return Err(Failure::Diagnostics(vec![error.diagnostic(None, hint)]));
        }
    }
    Ok(())
}

/// True if the file can't be replaced: it is a device, a pipe, or an open file of the system's.
pub(super) fn is_stream(path: &Path) -> bool {
    let is_special = |kind: fs::FileType| !kind.is_file() && !kind.is_dir();
    path.starts_with("/dev") || fs::metadata(path).is_ok_and(|data| is_special(data.file_type()))
}

/// Returns the target of a link, even a missing one; other paths unchanged.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    /// More links than this, one behind the other, are a circle.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Sets the usual permissions of an output: only its owner can read a temporary file.
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
    let dangling = path.ancestors().find(|above| above.is_symlink() && !above.exists());
    Failure::Stopped(match dangling {
        Some(link) if link != path => {
            format!("cannot write {}: broken symbolic link {}", path.display(), link.display())
        }
        _ => format!("cannot write {}: {error}", path.display()),
    })
}

/// A folder of many files that replaces an older one once all of them are written.
struct FileFolder {
    target: PathBuf,
    fresh: TempDir,
    lock: File,
    /// The paths of its files, from the folder.
    names: BTreeSet<PathBuf>,
    bytes: u64,
}

impl FileFolder {
    /// Creates a folder that will be at `target`, or at that link's target.
    ///
    /// # Errors
    /// The reason why it can't be created; a file of that name isn't replaced.
    fn new(target: &Path) -> Result<Self, Failure> {
        check_names(target)?;
        let attempt = || {
            if target.symlink_metadata().is_ok() && !target.is_dir() {
                return Err(io::Error::new(ErrorKind::NotADirectory, "it exists and isn't a folder"));
            }
            let target = link_target(target)?;
            let beside = target.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(beside)?;
            leftovers::sweep(beside);
            // Another run must not sweep it away before it is locked.
            let _alone = leftovers::hold_folder(beside);
            let fresh = Builder::new().prefix(UNFINISHED).tempdir_in(beside)?;
            let lock = leftovers::lock(fresh.path())?;
            Ok((target, fresh, lock))
        };
        let (target, fresh, lock) = attempt().map_err(|error| stopped(target, &error))?;
        Ok(Self { target, fresh, lock, names: BTreeSet::new(), bytes: 0 })
    }
}

impl Outlet for FileFolder {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.fresh.path().join(name);
        check_names(&path)?;
        let attempt = || {
            fs::create_dir_all(path.parent().unwrap_or(self.fresh.path()))?;
            fs::write(&path, bytes)
        };
        attempt().map_err(|error| stopped(&self.target.join(name), &error))?;
        self.names.insert(name.into());
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    fn finish(self: Box<Self>, what: String) -> Result<Finished, Failure> {
        let Self { target, fresh, lock, names, bytes } = *self;
        let mut removed = Vec::new();
        let attempt = || -> io::Result<()> {
            for name in &names {
                // Windows syncs only what it may write.
                File::options().append(true).open(fresh.path().join(name))?.sync_all()?;
            }
            // Another run that makes the same waits until this one is done.
            let _alone = leftovers::hold_folder(target.parent().unwrap_or(Path::new(".")));
            for name in below(&target) {
                if names.contains(&name) {
                    continue;
                }
                if is_output(&name) { removed.push(name) } else { bring_along(&target, fresh.path(), &name)? }
            }
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
        Ok(Finished { written: Written { path: target, what, bytes }, removed })
    }
}

/// True if a file in a folder of outputs may be one of them, by its extension.
fn is_output(name: &Path) -> bool {
    const EXTENSIONS: [&str; 7] = ["png", "csv", "xml", "json", "svg", "dxf", "pdf"];
    name.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// Returns all files in a folder and the folders in it, by their paths from there. Links are files.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        for entry in fs::read_dir(folder.join(&within)).into_iter().flatten().flatten() {
            let name = within.join(entry.file_name());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) { open.push(name) } else { found.push(name) }
        }
    }
    found.sort();
    found
}

/// Adds a file to a new folder too, as a hard link if the system supports them.
fn bring_along(from: &Path, to: &Path, name: &Path) -> io::Result<()> {
    let (from, to) = (from.join(name), to.join(name));
    fs::create_dir_all(to.parent().unwrap_or(&to))?;
    fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(|_| ()))
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
