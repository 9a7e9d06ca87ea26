//! New games from spreadsheets and images.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;
use skirmish_pipeline::job::{self, ColumnRole, ImageFiles, ImageFolder, NewGame, SheetFile};
use wasm_bindgen::prelude::*;

use crate::{Studio, failed, read};

/// A spreadsheet, and images for its cards.
#[wasm_bindgen]
pub struct Intake {
    name: String,
    sheet: Vec<u8>,
    images: ImageFiles,
}

/// A request for a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Its id.
    game: String,
    /// Roles of columns, by their headings; the others are guessed.
    roles: BTreeMap<String, ColumnRole>,
}

#[wasm_bindgen]
impl Intake {
    /// Takes a spreadsheet: the name of its file, and its content.
    #[wasm_bindgen(constructor)]
    pub fn new(name: String, sheet: Vec<u8>) -> Self {
        Self { name, sheet, images: ImageFiles::default() }
    }

    /// Adds an image.
    pub fn image(&mut self, path: String, bytes: Vec<u8>) {
        self.images.0.insert(path, bytes);
    }

    /// Makes a game, as `skirmish new --from` does.
    ///
    /// # Errors
    /// The sheet can't be read or has no cards, or the images belong to none of them.
    pub fn make(&self, studio: &Studio, asked: &str) -> Result<Draft, JsValue> {
        let Asked { game, roles } = read(asked)?;
        let sheet = SheetFile { name: &self.name, bytes: self.sheet.clone() };
        let images = Some(&self.images as &dyn ImageFolder).filter(|_| !self.images.0.is_empty());
        let intake = job::Intake { roles, ..job::Intake::default() };
        let made = job::draft_game(studio.0.0.read().packs(), &game, sheet, images, &intake).map_err(failed)?;
        Ok(Draft { game, made })
    }
}

/// A new game before it is kept.
#[wasm_bindgen]
pub struct Draft {
    game: String,
    made: NewGame,
}

#[wasm_bindgen]
impl Draft {
    /// Returns the number of cards, the columns and their use, and remarks.
    pub fn plan(&self) -> String {
        let NewGame { rows, columns, lines, .. } = &self.made;
        json!({ "rows": rows, "columns": columns, "lines": lines }).to_string()
    }

    /// Returns the paths of its files.
    pub fn names(&self) -> Vec<String> {
        self.made.files.keys().map(|path| format!("card-data/{}/{path}", self.game)).collect()
    }

    /// Hands over the bytes of a file, once.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let folder = format!("card-data/{}/", self.game);
        self.made.files.remove(name.strip_prefix(&folder)?)
    }
}
