//! An edit of a file, and what takes it back.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use skirmish_base::vfs::{Memory, Vfs};

use crate::EditError;

/// A range of bytes of a file that is replaced by others.
///
/// The range counts bytes of the file, not letters of its text: the file may be in any encoding, and it may be a workbook, of which
/// an edit replaces the stretch from the changed sheet on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    /// Path of the file.
    pub file: String,
    /// The replaced bytes.
    pub range: Range<usize>,
    /// What they are. An edit of a file in which they are not is refused.
    pub old: Vec<u8>,
    /// What they become.
    pub new: Vec<u8>,
    /// Size of the file before the edit.
    pub size: usize,
    /// Existence of the file before and after.
    #[serde(default)]
    pub presence: Presence,
}

/// Existence of a file before and after an edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// Before and after.
    #[default]
    Kept,
    /// The edit adds it.
    Added,
    /// The edit removes it. `old` is empty: a history doesn't hold whole pictures.
    Removed {
        /// Digest of its bytes.
        digest: u64,
    },
}

/// Returns a number that differs for different bytes (FNV-1a).
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

impl TextEdit {
    /// Returns the shortest edit that turns the bytes of a file into others; `None` if they are the same.
    pub fn between(file: &str, old: &[u8], new: &[u8]) -> Option<Self> {
        if old == new {
            return None;
        }
        let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - start;
        let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
        let (old_end, new_end) = (old.len() - end, new.len() - end);
        Some(Self {
            file: file.to_owned(),
            range: start..old_end,
            old: old[start..old_end].to_vec(),
            new: new[start..new_end].to_vec(),
            size: old.len(),
            presence: Presence::Kept,
        })
    }

    /// Returns the edit that adds a file.
    pub fn adding(file: &str, bytes: Vec<u8>) -> Self {
        Self { file: file.to_owned(), range: 0..0, old: Vec::new(), new: bytes, size: 0, presence: Presence::Added }
    }

    /// Returns the edit that takes this one back, by the bytes of the file before this one.
    fn inverse(&self, before: Option<&[u8]>) -> Self {
        let file = self.file.clone();
        match self.presence {
            Presence::Kept => {}
            Presence::Added => {
                let presence = Presence::Removed { digest: digest(&self.new) };
                return Self { file, range: 0..0, old: Vec::new(), new: Vec::new(), size: self.new.len(), presence };
            }
            Presence::Removed { .. } => return Self::adding(&file, before.unwrap_or_default().to_vec()),
        }
        Self {
            file,
            range: self.range.start..self.range.start + self.new.len(),
            old: self.new.clone(),
            new: self.old.clone(),
            size: self.size - self.old.len() + self.new.len(),
            presence: Presence::Kept,
        }
    }

    /// Returns the bytes of the file after the edit; `None` without a file.
    fn apply_to(&self, bytes: Option<&[u8]>) -> Result<Option<Vec<u8>>, EditError> {
        let stale = || EditError::Stale { file: self.file.clone() };
        match (self.presence, bytes) {
            (Presence::Kept, Some(bytes))
                if bytes.len() == self.size && bytes.get(self.range.clone()) == Some(&self.old) =>
            {
                Ok(Some([&bytes[..self.range.start], &self.new, &bytes[self.range.end..]].concat()))
            }
            (Presence::Added, None) => Ok(Some(self.new.clone())),
            (Presence::Removed { digest: known }, Some(bytes))
                if bytes.len() == self.size && digest(bytes) == known =>
            {
                Ok(None)
            }
            _ => Err(stale()),
        }
    }
}

/// Returns the bytes of a file; `None` if there is none.
///
/// # Errors
/// It can't be read.
pub fn content(vfs: &dyn Vfs, path: &str) -> Result<Option<Vec<u8>>, EditError> {
    if !vfs.has(path) {
        return Ok(None);
    }
    Ok(Some(vfs.read(path)?.into_owned()))
}

/// What edits do to files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The whole content of each changed file, by its path; `None` if it is removed.
    pub files: BTreeMap<String, Option<Vec<u8>>>,
    /// The edits that take them back, in the order in which to apply them.
    pub undo: Vec<TextEdit>,
}

/// Returns the files as they are after some edits, one after the other; nothing is written.
///
/// # Errors
/// [`EditError::Stale`] if a file is not the one that an edit was made for; [`EditError::File`] if it can't be read.
pub fn applied(vfs: &dyn Vfs, edits: &[TextEdit]) -> Result<Applied, EditError> {
    let mut applied = Applied::default();
    for edit in edits {
        let bytes = match applied.files.remove(&edit.file) {
            Some(bytes) => bytes,
            None => content(vfs, &edit.file)?,
        };
        applied.files.insert(edit.file.clone(), edit.apply_to(bytes.as_deref())?);
        applied.undo.insert(0, edit.inverse(bytes.as_deref()));
    }
    Ok(applied)
}

/// Applies edits to files in memory, all of them or none, and returns the edits that take them back.
///
/// # Errors
/// As for [`applied`].
pub fn apply(files: &mut Memory, edits: &[TextEdit]) -> Result<Vec<TextEdit>, EditError> {
    let Applied { files: changed, undo } = applied(files, edits)?;
    for (path, bytes) in changed {
        match bytes {
            Some(bytes) => files.insert(&path, bytes),
            None => files.remove(&path),
        }
    }
    Ok(undo)
}

/// A step of a history: edits that are taken back together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its number, which is its time in milliseconds since 1970. Later edits with this number belong to it.
    pub number: u64,
    /// Name for people: "Text of Fog".
    pub label: String,
    /// The edits that take it back, or do it again once it is taken back.
    edits: Vec<TextEdit>,
}

impl Step {
    /// Creates a step by the edits that take it back.
    pub fn new(number: u64, label: &str, undo: Vec<TextEdit>) -> Self {
        Self { number, label: label.to_owned(), edits: undo }
    }

    /// Returns the edits that take it back, or do it again.
    pub fn edits(&self) -> &[TextEdit] {
        &self.edits
    }

    /// Returns the changed files, each once.
    pub fn files(&self) -> BTreeSet<&str> {
        self.edits.iter().map(|edit| edit.file.as_str()).collect()
    }
}

/// The steps that were done to a game and those that were taken back, for undo and redo.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The steps that were done, the last one at the end.
    undo: Vec<Step>,
    /// The steps that were taken back, the next one at the end.
    redo: Vec<Step>,
}

impl History {
    /// Records a step.
    pub fn record(&mut self, step: Step) {
        self.undo.push(step);
        self.redo.clear();
    }

    /// Adds to the last step what takes a further edit back: a text that is typed is one step.
    pub fn extend(&mut self, mut undo: Vec<TextEdit>) {
        if let Some(last) = self.undo.last_mut() {
            undo.append(&mut last.edits);
            last.edits = undo;
        }
        self.redo.clear();
    }

    /// Returns the steps that were done, the last one at the end.
    pub fn done(&self) -> &[Step] {
        &self.undo
    }

    /// Returns the steps that were taken back, the next one at the end.
    pub fn taken_back(&self) -> &[Step] {
        &self.redo
    }

    /// Records that the last step was taken back, by the edits that do it again.
    pub fn undone(&mut self, redo: Vec<TextEdit>) {
        let last = self.undo.pop();
        self.redo.extend(last.map(|step| Step { edits: redo, ..step }));
    }

    /// Records that a step was done again, by the edits that take it back.
    pub fn redone(&mut self, undo: Vec<TextEdit>) {
        let next = self.redo.pop();
        self.undo.extend(next.map(|step| Step { edits: undo, ..step }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(old: &str, new: &str) -> TextEdit {
        TextEdit::between("a", old.as_bytes(), new.as_bytes()).expect("a difference")
    }

    #[test]
    fn the_shortest_edit_is_found() {
        let range = |old: &str, new: &str| edit(old, new).range;
        assert_eq!(range("one two", "one three"), 5..7);
        assert_eq!(range("aaa", "aa"), 2..3);
        assert_eq!(range("aa", "aaa"), 2..2);
        assert_eq!(TextEdit::between("a", b"x", b"x"), None);
    }

    #[test]
    fn an_edit_of_another_file_changes_nothing() {
        let mut files = Memory::new().with("a", "one two").with("b", "x");
        let good = TextEdit::between("b", b"x", b"y").expect("a difference");
        let refused = apply(&mut files, &[good, edit("one too", "one")]);
        assert!(matches!(refused, Err(EditError::Stale { file }) if file == "a"));
        assert_eq!(files.read("b").expect("a file"), &b"x"[..]);
        let longer = apply(&mut files, &[edit("one two three", "one 2 three")]);
        assert!(matches!(longer, Err(EditError::Stale { .. })));
    }

    #[test]
    fn a_file_is_added_removed_and_added_again_with_the_same_bytes() {
        let mut files = Memory::new().with("a", "one");
        let picture = TextEdit::adding("art/boat.png", vec![7; 9000]);
        let undo = apply(&mut files, &[picture.clone(), edit("one", "two")]).expect("applied");
        assert!(undo.iter().all(|edit| edit.old.len() + edit.new.len() < 10), "the history holds no picture");
        let redo = apply(&mut files, &undo).expect("undone");
        assert!(!files.has("art/boat.png") && files.has("a"));
        let undo = apply(&mut files, &redo).expect("done again");
        assert_eq!(files.read("art/boat.png").expect("a file"), &[7; 9000][..]);
        // Nothing is added over a file, and no other file is removed.
        assert!(matches!(apply(&mut files, &[picture]), Err(EditError::Stale { .. })));
        files.insert("art/boat.png", vec![8; 9000]);
        assert!(matches!(apply(&mut files, &undo), Err(EditError::Stale { .. })));
        assert_eq!(files.read("a").expect("a file"), &b"two"[..]);
    }

    #[test]
    fn steps_are_undone_and_done_again() {
        let mut files = Memory::new().with("a", "one");
        let mut history = History::default();
        for (old, new) in [("one", "two"), ("two", "three")] {
            let undo = apply(&mut files, &[edit(old, new)]).expect("applied");
            history.record(Step::new(0, new, undo));
        }
        let text = |files: &Memory| String::from_utf8(files.read("a").expect("a file").into_owned()).expect("text");
        while let Some(step) = history.done().last() {
            let redo = apply(&mut files, step.edits()).expect("undone");
            history.undone(redo);
        }
        assert_eq!(text(&files), "one");
        let step = history.taken_back().last().expect("a step");
        assert_eq!(step.label, "two");
        let undo = apply(&mut files, step.edits()).expect("done again");
        history.redone(undo);
        assert_eq!(text(&files), "two");
        assert_eq!(history.taken_back().len(), 1);
        let undo = apply(&mut files, &[edit("two", "four")]).expect("applied");
        history.extend(undo);
        assert!(history.taken_back().is_empty());
        apply(&mut files, history.done().last().expect("a step").edits()).expect("undone");
        assert_eq!(text(&files), "one", "both edits are one step");
    }
}
