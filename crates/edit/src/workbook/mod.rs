//! Cells of workbooks: of the archive, only the XML of the changed cells becomes another one.

mod archive;
mod ods;
mod xlsx;

use crate::EditError;
use crate::change::Value;
use archive::Archive;

/// A cell that gets a value; the row is counted from 1, the column from 0.
#[derive(Clone, Debug)]
pub(crate) struct CellChange {
    pub row: usize,
    pub column: usize,
    pub value: Value,
}

/// Returns a workbook in which cells of a sheet have other values.
///
/// # Errors
/// It is not a workbook, or a cell is a formula or part of a merged one.
pub(crate) fn set(path: &str, bytes: &[u8], sheet: &str, cells: &[CellChange]) -> Result<Vec<u8>, EditError> {
    let archive = Archive::read(path, bytes)?;
    let (part, mut text) = match path.to_lowercase().ends_with(".ods") {
        true => ("content.xml".to_owned(), archive.text("content.xml")?),
        false => {
            let part = xlsx::part(path, &archive, sheet)?;
            let text = archive.text(&part)?;
            (part, text)
        }
    };
    for cell in cells {
        text = match part == "content.xml" {
            true => ods::set(path, &text, sheet, cell)?,
            false => xlsx::set(path, &text, cell)?,
        };
    }
    archive.with(&part, &text)
}

/// Returns a text for the content of an element or for an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Reads a part of a workbook as XML.
fn parse<'t>(path: &str, text: &'t str) -> Result<roxmltree::Document<'t>, EditError> {
    let options = roxmltree::ParsingOptions { nodes_limit: u32::MAX, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| EditError::format(path, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_read::{SheetCells, sheet_cells};

    const ODS: &[u8] = include_bytes!("../../../../tests/sheets/harbour.ods");
    const XLSX: &[u8] = include_bytes!("../../../../tests/sheets/harbour.xlsx");

    fn read(path: &str, bytes: &[u8]) -> Vec<SheetCells> {
        sheet_cells(path, bytes).unwrap_or_else(|error| panic!("{path}: {error:?}"))
    }

    /// Returns the cells that are different, with their new content.
    fn different(path: &str, old: &[u8], new: &[u8]) -> Vec<(String, usize, usize, String)> {
        let (old, new) = (read(path, old), read(path, new));
        let mut found = Vec::new();
        for (old, new) in old.iter().zip(&new) {
            let rows = old.rows.iter().chain(&new.rows).map(|row| row.number).max().unwrap_or_default();
            for number in 1..=rows {
                let cell = |sheet: &SheetCells, column: usize| {
                    let row = sheet.rows.iter().find(|row| row.number == number);
                    row.map_or("", |row| row.cell(column)).to_owned()
                };
                for column in (0..9).filter(|column| cell(old, *column) != cell(new, *column)) {
                    found.push((new.name.clone(), number, column, cell(new, column)));
                }
            }
        }
        found
    }

    #[test]
    fn one_cell_of_a_workbook_is_another_to_its_reader() {
        for (path, bytes) in [("a.ods", ODS), ("a.xlsx", XLSX)] {
            for sheet in read(path, bytes) {
                for (row, column, value) in [(2, 0, "A & <b>  “c”\nd"), (3, 7, "new"), (40, 1, "last"), (2, 0, "")]
                {
                    let value = Value::from(value);
                    let change = CellChange { row, column, value: value.clone() };
                    let new = match set(path, bytes, &sheet.name, &[change]) {
                        Ok(new) => new,
                        Err(EditError::Fixed { .. }) => continue,
                        Err(error) => panic!("{path}: {error}"),
                    };
                    let content = crate::rows::content(&value, "");
                    let found = different(path, bytes, &new);
                    let old = read(path, bytes).into_iter().find(|one| one.name == sheet.name).expect("the sheet");
                    let old =
                        old.rows.iter().find(|one| one.number == row).map_or("", |row| row.cell(column)).to_owned();
                    let expected =
                        if old == content { Vec::new() } else { vec![(sheet.name.clone(), row, column, content)] };
                    assert_eq!(found, expected, "{path}");
                }
            }
        }
    }
}
