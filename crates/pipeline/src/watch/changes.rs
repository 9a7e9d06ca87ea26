//! Changes on disk. Folders are watched, because editors replace files.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::read;

/// A save consists of several changes; it is over when nothing happens for so long.
const SILENCE: Duration = Duration::from_millis(20);
/// Maximum delay during continuous changes.
const LONGEST: Duration = Duration::from_secs(1);

/// Files of a game that change.
pub(super) struct Changes {
    root: PathBuf,
    /// From the root: folders of which everything counts.
    folders: [String; 3],
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    receiver: Receiver<notify::Result<Event>>,
    /// Changes that were not requested yet.
    waiting: BTreeSet<String>,
}

impl Changes {
    /// Watches the sources of a game in a folder: its own folder, templates and fonts, as far as they exist.
    ///
    /// # Errors
    /// The system can't watch folders.
    pub fn watch(root: &Path, game: &str) -> notify::Result<Self> {
        let (sender, receiver) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            // Nobody listens once the program ends.
            let _ = sender.send(event);
        })?;
        let root = root.canonicalize().map_err(notify::Error::io)?;
        let folders = [read::folder(game), "templates".to_owned(), "fonts".to_owned()];
        let (watched, waiting) = (BTreeSet::new(), BTreeSet::new());
        let mut changes = Self { root, folders, watcher, watched, receiver, waiting };
        changes.follow()?;
        Ok(changes)
    }

    /// Waits for the next change to end; returns the paths of files and folders. `None` if no more can come.
    pub fn wait(&mut self) -> Option<BTreeSet<String>> {
        while self.waiting.is_empty() {
            let event = self.receiver.recv().ok()?;
            self.take_in(event);
        }
        let end = Instant::now() + LONGEST;
        while Instant::now() < end {
            match self.receiver.recv_timeout(SILENCE) {
                Ok(event) => self.take_in(event),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        Some(std::mem::take(&mut self.waiting))
    }

    /// Waits for a change no longer than this; whether there was one.
    pub fn come_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while self.waiting.is_empty() {
            match self.receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(event) => self.take_in(event),
                Err(_) => break,
            }
        }
        !self.waiting.is_empty()
    }

    fn take_in(&mut self, event: notify::Result<Event>) {
        match event {
            Ok(event) if event.need_rescan() => self.take_all(),
            // Reads don't change anything.
            Ok(event) if event.kind.is_access() => {}
            Ok(event) => {
                let paths: Vec<String> = event.paths.iter().filter_map(|path| self.counts(path)).collect();
                if paths.iter().any(|path| self.is_above(path)) {
                    self.watched.clear();
                    // Folders that can't be watched are reported at the start.
                    let _ = self.follow();
                }
                self.waiting.extend(paths);
            }
            Err(_) => self.take_all(),
        }
    }

    /// Marks everything as changed, because the system lost count.
    fn take_all(&mut self) {
        self.waiting.extend(self.folders.iter().cloned());
    }

    /// Returns a path from the root, if it is one of the game's files or a folder above them. Hidden files are ignored.
    fn counts(&self, path: &Path) -> Option<String> {
        let path = path.strip_prefix(&self.root).ok()?;
        let names = path.components().map(|part| match part {
            Component::Normal(name) => name.to_str().filter(|name| !name.starts_with('.')),
            _ => None,
        });
        let path = names.collect::<Option<Vec<&str>>>()?.join("/");
        let is_within = |folder: &String| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        (self.is_above(&path) || self.folders.iter().any(is_within)).then_some(path)
    }

    /// True if a path is one of the folders, or a parent of one.
    fn is_above(&self, path: &str) -> bool {
        self.folders.iter().any(|folder| folder == path) || path == "card-data"
    }

    /// Watches the existing folders and their parents, to notice when they come and go.
    fn follow(&mut self) -> notify::Result<()> {
        let above = ["", "card-data"].map(|folder| (self.root.join(folder), RecursiveMode::NonRecursive));
        let whole = self.folders.iter().map(|folder| (self.root.join(folder), RecursiveMode::Recursive));
        for (folder, mode) in above.into_iter().chain(whole.collect::<Vec<_>>()) {
            if folder.is_dir() && !self.watched.contains(&folder) {
                self.watcher.watch(&folder, mode)?;
                self.watched.insert(folder);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn set(paths: &[&str]) -> BTreeSet<String> {
        paths.iter().map(|path| (*path).to_owned()).collect()
    }

    /// Collects changes until all are reported; the system may split a save into several events.
    fn until(changes: &mut Changes, wanted: &[&str]) {
        let wanted = set(wanted);
        let mut told = BTreeSet::new();
        while !told.is_superset(&wanted) {
            told.extend(changes.wait().expect("changes come"));
        }
    }

    /// Waits for the remaining events of the system.
    fn settle(changes: &mut Changes) {
        while changes.come_within(10 * SILENCE) {
            changes.waiting.clear();
        }
    }

    #[test]
    fn saves_new_folders_and_deleted_ones_are_told_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("its name");
        let write = |path: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "x").expect("a file");
        };
        write("card-data/mine/cards.toml");
        write("card-data/other/cards.toml");
        let mut changes = Changes::watch(&root, "mine").expect("it is watched");
        write("card-data/other/cards.toml");
        write("output/mine/cards.pdf");
        write("card-data/mine/.cards.toml.swp");
        fs::read(root.join("card-data/mine/cards.toml")).expect("a file");
        assert!(!changes.come_within(10 * SILENCE), "{:?}", changes.waiting);
        write("card-data/mine/cards.toml");
        assert_eq!(changes.wait(), Some(set(&["card-data/mine/cards.toml"])));
        // As many editors save.
        write("card-data/mine/new~");
        fs::rename(root.join("card-data/mine/new~"), root.join("card-data/mine/cards.toml")).expect("a new name");
        until(&mut changes, &["card-data/mine/cards.toml"]);
        write("templates/card.svg");
        until(&mut changes, &["templates"]);
        write("templates/card.svg");
        until(&mut changes, &["templates/card.svg"]);
        write("card-data/mine/art/low-ink/axe.svg");
        until(&mut changes, &["card-data/mine/art"]);
        settle(&mut changes);
        write("card-data/mine/art/low-ink/axe.svg");
        until(&mut changes, &["card-data/mine/art/low-ink/axe.svg"]);
        fs::remove_dir_all(root.join("card-data/mine")).expect("it goes");
        until(&mut changes, &["card-data/mine"]);
        write("card-data/mine/cards.toml");
        until(&mut changes, &["card-data/mine"]);
        settle(&mut changes);
        write("card-data/mine/cards.toml");
        assert_eq!(changes.wait(), Some(set(&["card-data/mine/cards.toml"])));
    }
}
