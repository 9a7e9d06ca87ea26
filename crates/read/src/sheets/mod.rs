//! Cards in sheets: `.csv` and `.tsv`, `.ods` and `.xlsx`. A row becomes the table that `cards.toml` would have for it, with the cells
//! as places, and is read in the same way from there on.

mod cards;
mod columns;
mod encoding;
mod export;
mod grid;
mod html;
mod load;
mod places;
mod rows;
mod told;
#[cfg(feature = "workbooks")]
mod workbook;

#[cfg(feature = "workbooks")]
pub use self::encoding::{EncodeError, Encoding};
pub(super) use self::export::export;
pub use self::html::is_html;
pub(super) use self::load::in_folder;
pub use self::load::{RowCells, SheetCells, sheet_cells};
#[cfg(feature = "workbooks")]
pub use self::load::{kept_text, prepacked};
pub(super) use self::places::places;
pub use self::places::{CellPlace, ColumnPlace, RowPlace, SheetPlaces};
pub use self::rows::{count as copies, escaped as without_markup, flag as parse_bool, has_no_value, number};
pub(super) use self::told::{Told, names_files, read as told};

use std::collections::HashSet;
use std::ops::Range;

use toml::de::DeTable;

use self::rows::Parts;
use super::table::{File, Word};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::Game;
use crate::vfs::Vfs;

/// A sheet of cards.
pub(super) struct Sheet {
    /// The sheet as a file, with its diagnostics.
    pub file: File,
    /// Its rows.
    pub rows: Vec<SheetRow>,
    /// True if all of it could be read; else it is not known which cards there are.
    pub is_whole: bool,
    /// True if no formula that says how many cards there are lacks a value.
    pub is_counted: bool,
    /// The columns that are read.
    columns: Vec<columns::Column>,
    /// The encoding that `game.toml` names, for a text file.
    encoding: Option<&'static str>,
}

/// A row of a sheet.
pub(super) struct SheetRow {
    /// The id of the piece that it is.
    pub piece: String,
    /// Its bytes.
    pub range: Range<usize>,
    /// Its number in the sheet, counted from 1.
    number: usize,
    /// The id of its entry; several cards may come of it.
    id: String,
    /// Its cells, from column A on.
    cells: Vec<CellPlace>,
    parts: Parts,
    /// Words in other languages: the language, the keys that lead to them from the id of the card on, the words and
    /// their bytes.
    translated: Vec<(String, Vec<String>, String, Range<usize>)>,
}

impl SheetRow {
    /// Returns the words of a language, each with the keys that lead to them.
    pub fn words<'a>(&'a self, file: &'a File, language: &'a str) -> impl Iterator<Item = (Vec<String>, Word)> + 'a {
        let of_language = self.translated.iter().filter(move |(code, ..)| code == language);
        of_language.map(|(_, path, text, range)| {
            (path.clone(), Word { text: text.clone(), at: Span::new(&file.source, range.clone()) })
        })
    }

    /// Returns the table that `cards.toml` would have for it.
    pub fn table(&self) -> DeTable<'_> {
        rows::table(&self.parts)
    }
}

/// Normalises a word for comparison: lower case, British spelling, and one separator between two parts.
pub fn plain(word: &str) -> String {
    let parts = word.split(|letter: char| letter.is_whitespace() || "_-".contains(letter));
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join("_")
        .replace("color", "colour")
}

/// Reads the sheets that `game.toml` names. An unreadable file is reported, and has none.
pub(super) fn sheets(
    vfs: &dyn Vfs,
    folder: &str,
    told: &Told,
    game: &Game,
    pieces: &[String],
    game_file: &File,
) -> Option<Vec<Sheet>> {
    let mut loaded = Vec::new();
    let mut is_whole = true;
    for word in &told.files {
        match load::load(vfs, folder, word, told) {
            Ok(sheets) => loaded.extend(sheets),
            Err(diagnostic) => {
                game_file.note(*diagnostic);
                is_whole = false;
            }
        }
    }
    if !is_whole || told.files.is_empty() {
        return is_whole.then(Vec::new);
    }
    for own in &told.sheets {
        if !loaded.iter().any(|sheet| sheet.name == own.name.text) {
            let diagnostic = Diagnostic::error(
                Code::UNKNOWN_SHEET,
                own.name.at.clone(),
                format!("unknown sheet `{}`", own.name.text),
            );
            let names = loaded.iter().map(|sheet| sheet.name.as_str());
            game_file.note(diagnostic.label("not a sheet").suggest(&own.name.text, names));
        }
    }
    // If some sheets of a workbook are named, the others don't contain cards.
    let is_asked =
        |sheet: &load::Loaded| !sheet.is_of_workbook() || told.sheets.is_empty() || told.of(&sheet.name).is_some();
    // A new workbook has empty sheets.
    let is_filled = |sheet: &load::Loaded| !sheet.is_of_workbook() || !sheet.grid.rows.is_empty();
    let asked: Vec<_> = loaded.into_iter().filter(is_asked).filter(is_filled).collect();
    if asked.is_empty() {
        let at = told.files.first().map(|word| word.at.clone());
        game_file.note(
            Diagnostic::error(Code::SHEETS_EMPTY, at, "all sheets are empty")
                .hint("add a row of headings, then one row per card"),
        );
        return None;
    }
    let alone = asked.len() == 1;
    let mut ids = HashSet::new();
    Some(asked.into_iter().map(|sheet| cards::read(sheet, told, alone, game, pieces, &mut ids)).collect())
}
