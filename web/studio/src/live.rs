//! An open game of the page, as `skirmish watch` shows games on disk.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use skirmish_pipeline::watch::{Direction, Edits, Preview, RefusedEdit, Snapshot, changed_parts, place_of};
use wasm_bindgen::prelude::*;

use crate::read;
use crate::workspace::SharedWorkspace;

/// An open game: its preview, its edits, and the snapshot that the page has.
#[wasm_bindgen]
pub struct Live {
    preview: Preview<SharedWorkspace>,
    edits: Edits<SharedWorkspace>,
    reported: Option<Arc<Snapshot>>,
}

impl Live {
    pub(crate) fn new(files: &SharedWorkspace, game: &str) -> Self {
        Self { preview: Preview::new(files.clone(), game), edits: Edits::new(files.clone(), game), reported: None }
    }

    /// Returns what is new for the page, as a JSON object.
    fn news(&mut self) -> String {
        let now = Arc::clone(self.preview.snapshot());
        let parts = changed_parts(&now, self.reported.as_deref());
        self.reported = Some(now);
        format!("{{{}}}", parts.join(","))
    }

    /// Returns what can be edited of the face that a query names.
    fn editable<T: Serialize>(
        &self,
        query: &str,
        find: impl Fn(&Edits<SharedWorkspace>, &Snapshot, &str) -> Result<Option<T>, RefusedEdit>,
    ) -> Result<Option<String>, JsValue> {
        find(&self.edits, self.preview.snapshot(), query).transpose().map(answer).transpose()
    }
}

#[wasm_bindgen]
impl Live {
    /// Reads the game after these files changed, and draws its faces. Returns what is new.
    pub fn update(&mut self, changed: Vec<String>) -> String {
        self.preview.update(&BTreeSet::from_iter(changed));
        self.news()
    }

    /// Does the next part of what takes longer: the rulebook, then the checks. Returns what is new; nothing if all is done.
    pub fn proceed(&mut self) -> Option<String> {
        self.preview.go_on()?;
        Some(self.news())
    }

    /// Paints a picture in one of the page's widths, as a PNG.
    pub fn picture(&self, id: &str, width: u32) -> Option<Vec<u8>> {
        let bytes = self.preview.pictures().paint(id.parse().ok()?, width)?;
        Some(bytes.to_vec())
    }

    /// Returns where something is written.
    pub fn place(&self, query: &str) -> Option<String> {
        place_of(self.preview.snapshot(), query).map(|place| json!(place).to_string())
    }

    /// Returns a text of a face or a block of a page, to be edited.
    ///
    /// # Errors
    /// It is newer than the faces, or can't be edited.
    pub fn text(&self, query: &str) -> Result<Option<String>, JsValue> {
        self.editable(query, Edits::text)
    }

    /// Returns the cards as a table.
    ///
    /// # Errors
    /// Their files can't be read.
    pub fn table(&self) -> Result<String, JsValue> {
        answer(self.edits.table())
    }

    /// Returns the template of a face.
    ///
    /// # Errors
    /// It is one of the program's, or can't be read.
    pub fn layout(&self, query: &str) -> Result<Option<String>, JsValue> {
        self.editable(query, Edits::layout)
    }

    /// Returns the colours of a face, to be edited.
    ///
    /// # Errors
    /// They are newer than the face, or can't be edited.
    pub fn colours(&self, query: &str) -> Result<Option<String>, JsValue> {
        self.editable(query, Edits::colours)
    }

    /// Returns the fields of the card that a face shows, to be edited.
    ///
    /// # Errors
    /// Their file can't be read.
    pub fn fields(&self, query: &str) -> Result<Option<String>, JsValue> {
        self.editable(query, Edits::fields)
    }

    /// Returns the steps that were done and taken back, to be listed.
    pub fn steps(&self) -> String {
        json!(self.edits.steps()).to_string()
    }

    /// Lists the files of the game.
    pub fn files(&self) -> String {
        json!(self.edits.files()).to_string()
    }

    /// Returns the text of a file of the game.
    ///
    /// # Errors
    /// It isn't a file with a text.
    pub fn file(&self, path: &str) -> Result<String, JsValue> {
        answer(self.edits.file_text(path))
    }

    /// Makes a change. Returns the names of the files that it changed.
    ///
    /// # Errors
    /// See [`RefusedEdit`].
    pub fn edit(&self, edit: &str) -> Result<String, JsValue> {
        answer(self.edits.edit(&read(edit)?))
    }

    /// Gives a card another picture. Returns the names of the files that it changed.
    ///
    /// # Errors
    /// See [`RefusedEdit`].
    pub fn art(&self, query: &str, bytes: Vec<u8>) -> Result<String, JsValue> {
        answer(self.edits.art(self.preview.snapshot(), query, bytes))
    }

    /// Fixes a problem. Returns the names of the files that it changed.
    ///
    /// # Errors
    /// See [`RefusedEdit`].
    pub fn fix(&self, query: &str) -> Result<String, JsValue> {
        answer(self.edits.fix(self.preview.snapshot(), query))
    }

    /// Returns the history, for [`Live::resume`].
    pub fn history(&self) -> String {
        json!(self.edits.history()).to_string()
    }

    /// Resumes the history of an earlier visit.
    ///
    /// # Errors
    /// It isn't what [`Live::history`] returned.
    pub fn resume(&self, history: &str) -> Result<(), JsValue> {
        self.edits.resume(read(history)?);
        Ok(())
    }

    /// Takes steps back or does one again: see [`Direction::of`]. Returns the names of the changed files.
    ///
    /// # Errors
    /// See [`RefusedEdit`].
    pub fn go(&self, direction: &str) -> Result<String, JsValue> {
        let direction = Direction::of(direction).ok_or(RefusedEdit::NoStep("undo"));
        answer(direction.and_then(|direction| self.edits.go(direction)))
    }
}

fn answer(result: Result<impl Serialize, RefusedEdit>) -> Result<String, JsValue> {
    let refused = |error: RefusedEdit| {
        JsValue::from(json!({ "what": error.to_string(), "stale": error.is_stale(), "problems": [] }).to_string())
    };
    result.map(|value| json!(value).to_string()).map_err(refused)
}
