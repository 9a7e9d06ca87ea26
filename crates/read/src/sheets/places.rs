//! Where the cards of sheets are, for a program that changes them.

use std::ops::Range;
use std::sync::Arc;

use super::Sheet;
use crate::diagnostic::Source;

/// A sheet of cards, and where everything in it is.
pub struct SheetPlaces {
    /// Its text: of a workbook, the comma-separated text that it is read as.
    pub source: Arc<Source>,
    /// The encoding that `game.toml` names, for a text file.
    pub encoding: Option<&'static str>,
    /// The columns that are read.
    pub columns: Vec<ColumnPlace>,
    /// The rows that are cards or other pieces.
    pub rows: Vec<RowPlace>,
}

/// A column and the value that it holds.
pub struct ColumnPlace {
    /// Counted from 0.
    pub index: usize,
    /// The keys that lead to its value, from the card on: `["lit", "text"]`.
    pub path: Vec<String>,
    /// Language of its words, if it isn't the source's.
    pub language: Option<String>,
}

/// A row that is a card or another piece.
pub struct RowPlace {
    /// Its number in the sheet, counted from 1.
    pub number: usize,
    /// The id of its entry; several cards may come of it.
    pub id: String,
    /// The id of the piece that it is.
    pub piece: String,
    /// Its cells, from column A on.
    pub cells: Vec<CellPlace>,
}

/// A cell.
#[derive(Clone)]
pub struct CellPlace {
    /// Without quotes and without white space at its ends; lines end with `\n`.
    pub text: String,
    /// Its bytes in the text, without quotes.
    pub range: Range<usize>,
}

/// Returns the places in some sheets.
pub(crate) fn places(sheets: &[Sheet]) -> Vec<SheetPlaces> {
    let sheet = |sheet: &Sheet| {
        let column = |column: &super::columns::Column| ColumnPlace {
            index: column.index,
            path: column.path.clone(),
            language: column.language.clone(),
        };
        let row = |row: &super::SheetRow| RowPlace {
            number: row.number,
            id: row.id.clone(),
            piece: row.piece.clone(),
            cells: row.cells.clone(),
        };
        SheetPlaces {
            source: Arc::clone(&sheet.file.source),
            encoding: sheet.encoding,
            columns: sheet.columns.iter().map(column).collect(),
            rows: sheet.rows.iter().map(row).collect(),
        }
    };
    sheets.iter().map(sheet).collect()
}
