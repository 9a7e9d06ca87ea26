//! Destinations of outputs: files, or bytes in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::{Failure, OutputFile, Report, Written};

/// Destination of the outputs of a run.
pub trait Sink: Sync {
    /// Reads an output of an earlier run; `None` if it is missing.
    ///
    /// # Errors
    /// Why it can't be read.
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>>;

    /// Writes files into a folder: all of them or none.
    ///
    /// # Errors
    /// Why a file can't be written.
    fn write(&self, folder: &Path, all: Vec<OutputFile>) -> Result<Vec<Written>, Failure>;

    /// Begins a folder of many files, which replaces an older one at `target` once all of them are written.
    ///
    /// # Errors
    /// Why it can't be created.
    fn outlet(&self, target: &Path) -> Result<Box<dyn Outlet + '_>, Failure>;
}

/// An unfinished folder of outputs.
pub trait Outlet {
    /// Writes a file into the folder.
    ///
    /// # Errors
    /// Why it can't be written.
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure>;

    /// Puts the folder in its place, described by `what`. Outputs of the older one that are no longer made go, files of others stay.
    ///
    /// # Errors
    /// Why it can't be renamed; the older folder then stays.
    fn finish(self: Box<Self>, what: String) -> Result<Finished, Failure>;

    /// Puts the folder in its place, and reports it with some advice.
    ///
    /// # Errors
    /// See [`Outlet::finish`].
    fn report(self: Box<Self>, what: String, mut advice: Vec<String>) -> Result<Report, Failure> {
        let Finished { written, removed } = self.finish(what)?;
        advice.extend(removed_advice(&written.path, &removed));
        Ok(Report { written: vec![written], advice, ..Report::default() })
    }
}

/// A folder in its place.
pub struct Finished {
    /// The folder.
    pub written: Written,
    /// Removed outputs of the older one.
    pub removed: Vec<PathBuf>,
}

/// Lists the removed outputs of an older run.
fn removed_advice(folder: &Path, removed: &[PathBuf]) -> Option<String> {
    /// Names in one line.
    const NAMED: usize = 5;
    let mut names: Vec<String> = removed.iter().take(NAMED).map(|name| name.display().to_string()).collect();
    if removed.len() > NAMED {
        names.push(format!("{} more", removed.len() - NAMED));
    }
    let folder = folder.display();
    (!names.is_empty()).then(|| format!("Removed outdated files from {folder}: {}.", names.join(", ")))
}

/// Outputs in memory, by their paths.
#[derive(Default)]
pub struct MemorySink(Mutex<BTreeMap<PathBuf, Vec<u8>>>);

impl MemorySink {
    /// Returns all outputs.
    pub fn into_files(self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.0.into_inner()
    }
}

impl Sink for MemorySink {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        Ok(self.0.lock().get(path).cloned())
    }

    fn write(&self, folder: &Path, all: Vec<OutputFile>) -> Result<Vec<Written>, Failure> {
        let mut files = self.0.lock();
        let write = |made: OutputFile| {
            let (path, bytes) = (folder.join(made.name), made.bytes.to_vec());
            let written = Written { path: path.clone(), what: made.what, bytes: bytes.len() as u64 };
            files.insert(path, bytes);
            written
        };
        Ok(all.into_iter().map(write).collect())
    }

    fn outlet(&self, target: &Path) -> Result<Box<dyn Outlet + '_>, Failure> {
        Ok(Box::new(MemoryFolder { sink: self, target: target.to_owned(), files: BTreeMap::new() }))
    }
}

/// A folder in memory that isn't finished.
struct MemoryFolder<'a> {
    sink: &'a MemorySink,
    target: PathBuf,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Outlet for MemoryFolder<'_> {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.files.insert(self.target.join(name), bytes.to_vec());
        Ok(())
    }

    fn finish(self: Box<Self>, what: String) -> Result<Finished, Failure> {
        let Self { sink, target, files } = *self;
        let bytes = files.values().map(|bytes| bytes.len() as u64).sum();
        let mut all = sink.0.lock();
        let old: Vec<PathBuf> = all.keys().filter(|path| path.starts_with(&target)).cloned().collect();
        let mut removed = Vec::new();
        for path in old {
            all.remove(&path);
            if !files.contains_key(&path) {
                removed.extend(path.strip_prefix(&target).map(Path::to_owned));
            }
        }
        all.extend(files);
        Ok(Finished { written: Written { path: target, what, bytes }, removed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_memory_replaces_the_older_one_when_it_is_finished() {
        let sink = MemorySink::default();
        let outlet = |names: &[&str]| {
            let mut outlet = sink.outlet(Path::new("out/cut")).unwrap();
            names.iter().for_each(|name| outlet.put(name, name.as_bytes()).unwrap());
            outlet
        };
        let report = outlet(&["a.svg", "b.svg"]).report("two".to_owned(), Vec::new()).unwrap();
        assert_eq!(report.written[0].bytes, 10);
        assert!(report.advice.is_empty());
        let half = outlet(&["c.svg"]);
        assert_eq!(sink.read(Path::new("out/cut/c.svg")).unwrap(), None, "nothing appears before all of it is made");
        let report = half.report("one".to_owned(), Vec::new()).unwrap();
        assert_eq!(report.advice, ["Removed outdated files from out/cut: a.svg, b.svg."]);
        assert_eq!(sink.into_files().into_keys().collect::<Vec<_>>(), [Path::new("out/cut/c.svg")]);
    }
}
