//! Changes that the page makes to the files of the game, and what takes them back.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tempfile::{Builder, NamedTempFile};

use super::snapshot::{Place, ShownFace, Snapshot, Spot, length};
use crate::edit::{self, Applied, Change, EditError, History, TextEdit, Value, applied, edits, locate, value_at};
use crate::vfs::{Vfs as _, WorkDir};

/// The files of a game, as the page changes them.
pub(super) struct Edits {
    vfs: WorkDir,
    game: String,
    /// Folder of the data.
    root: PathBuf,
    steps: Mutex<Steps>,
}

/// What was done, and the number that the page gave its last step.
#[derive(Default)]
struct Steps {
    history: History,
    open: Option<u64>,
}

/// An edit of the page.
#[derive(Deserialize)]
pub(super) struct Edit {
    change: Change,
    /// Edits with the same number are undone together.
    step: u64,
    /// What the page takes the value to be now, for a change of a place.
    old: Option<Value>,
}

/// A text of a face that can be edited.
#[derive(Serialize)]
pub(super) struct Editable {
    place: edit::Place,
    value: Value,
    /// The location for people.
    at: Place,
    field: String,
    is_line: bool,
    /// Left, top, width, height on the face, in millimetres from the cut.
    area: [f64; 4],
    /// Number of faces that show it.
    faces: usize,
    /// Its number among the texts of the face.
    number: usize,
    /// The number of texts on the face.
    count: usize,
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RefusedEdit {
    /// The edit can't be made.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The file is only in the program.
    #[error("{0} is built in, so it isn't on disk")]
    BuiltIn(String),
    /// There is no step to take back.
    #[error("nothing to {0}")]
    NoStep(&'static str),
    /// A file can't be written.
    #[error("cannot write {file}: {error}")]
    Write {
        /// The file.
        file: String,
        /// The message of the system.
        error: io::Error,
    },
}

/// Which way through the history.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    /// Take the last step back.
    Undo,
    /// Do the last step again that was taken back.
    Redo,
}

impl Edits {
    pub fn new(vfs: WorkDir, game: &str, root: &Path) -> Self {
        Self { vfs, game: game.to_owned(), root: root.to_owned(), steps: Mutex::default() }
    }

    /// Returns the text of a face with this number.
    ///
    /// # Errors
    /// The file changed since it was drawn, or the value isn't one that can be edited.
    pub fn editable(&self, face: &ShownFace, number: usize, snapshot: &Snapshot) -> Result<Editable, RefusedEdit> {
        let spot = &face.spots[number];
        self.path(&spot.at.source.path)?;
        let place = locate(&self.vfs, &self.game, &spot.at)?;
        let value = value_at(&self.vfs, &self.game, &place)?;
        let shows = |other: &Spot| other.at == spot.at;
        let faces = snapshot.faces.iter().filter(|face| face.spots.iter().any(shows)).count();
        let area = [spot.area.x, spot.area.y, spot.area.width, spot.area.height].map(length);
        let (at, field) = (Place::from(&spot.at), spot.field.clone());
        let count = face.spots.len();
        Ok(Editable { place, value, at, field, is_line: spot.is_line, area, faces, number, count })
    }

    /// Makes an edit, and returns the changed files.
    ///
    /// # Errors
    /// See [`RefusedEdit`]; no file is changed then.
    pub fn edit(&self, edit: &Edit) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        if let (Change::At { place, .. }, Some(old)) = (&edit.change, &edit.old)
            && value_at(&self.vfs, &self.game, place).ok().as_ref() != Some(old)
        {
            return Err(EditError::Stale { file: place.file.clone() }.into());
        }
        let (files, undo) = self.write(&edits(&self.vfs, &self.game, &edit.change)?)?;
        if undo.is_empty() {
            return Ok(files);
        }
        match steps.open == Some(edit.step) {
            true => steps.history.extend(undo),
            false => steps.history.record(undo),
        }
        steps.open = Some(edit.step);
        Ok(files)
    }

    /// Takes the last step back or does it again, and returns the changed files.
    ///
    /// # Errors
    /// There is no such step, or another program changed a file since.
    pub fn go(&self, direction: Direction) -> Result<Vec<String>, RefusedEdit> {
        let mut steps = self.steps.lock();
        let (edits, word) = match direction {
            Direction::Undo => (steps.history.undo(), "undo"),
            Direction::Redo => (steps.history.redo(), "redo"),
        };
        let edits = edits.ok_or(RefusedEdit::NoStep(word))?.to_vec();
        let (files, back) = self.write(&edits)?;
        match direction {
            Direction::Undo => steps.history.undone(back),
            Direction::Redo => steps.history.redone(back),
        }
        steps.open = None;
        Ok(files)
    }

    /// Returns the path of a file on disk.
    fn path(&self, file: &str) -> Result<PathBuf, RefusedEdit> {
        // A link is followed: the file that it leads to is replaced, not the link.
        fs::canonicalize(self.root.join(file)).map_err(|_| RefusedEdit::BuiltIn(file.to_owned()))
    }

    /// Writes the files that edits change, each whole or not at all; returns their names and the edits back.
    fn write(&self, edits: &[TextEdit]) -> Result<(Vec<String>, Vec<TextEdit>), RefusedEdit> {
        let before: BTreeMap<&str, Vec<u8>> = edits
            .iter()
            .map(|edit| Ok((edit.file.as_str(), self.vfs.read(&edit.file).map_err(EditError::from)?.into_owned())))
            .collect::<Result<_, RefusedEdit>>()?;
        let Applied { files, undo } = applied(&self.vfs, edits)?;
        let mut ready: Vec<(&String, PathBuf, NamedTempFile)> = Vec::new();
        for (file, bytes) in &files {
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
        Ok((files.into_keys().collect(), undo))
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
