//! Workbooks of spreadsheets: each sheet as text with commas, so that it is read as one from there on.

mod merged;

use std::io::Cursor;

use calamine::{Data, Ods, Range, Reader, SheetType, Xlsx};

use self::merged::Merged;
use super::grid::{Grid, quoted};
use super::load::Loaded;
use super::rows::NOT_CALCULATED;

/// Reads all sheets of a workbook.
///
/// # Errors
/// Why nothing in it can be read: it is another kind of file, it is locked, it is damaged.
pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Vec<Loaded>, String> {
    let sheets = match path.to_lowercase().ends_with(".ods") {
        true => {
            // This finds out first whether everything in it ends: calamine looks for the end of a table for ever.
            let merged = merged::of_ods(bytes)?;
            let mut book = Ods::new(Cursor::new(bytes)).map_err(told)?;
            sheets(&mut book, |_, name| Ok(merged.get(name).cloned().unwrap_or_default()))
        }
        false => {
            let mut book = Xlsx::new(Cursor::new(bytes)).map_err(told)?;
            sheets(&mut book, merged::of_xlsx)
        }
    }?;
    Ok(sheets.into_iter().map(|read| sheet(path, read)).collect())
}

fn told(error: impl std::fmt::Display) -> String {
    format!("unreadable workbook: {error}")
}

/// A sheet as its workbook has it.
struct Read {
    name: String,
    cells: Range<Data>,
    formulas: Range<String>,
    merged: Vec<Merged>,
}

fn sheets<'b, B: Reader<Cursor<&'b [u8]>>>(
    book: &mut B,
    merged: impl Fn(&mut B, &str) -> Result<Vec<Merged>, String>,
) -> Result<Vec<Read>, String>
where
    B::Error: std::fmt::Display,
{
    let all = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = all.map(|sheet| sheet.name.clone()).collect();
    let mut sheets = Vec::new();
    for name in names {
        let cells = book.worksheet_range(&name).map_err(told)?;
        let formulas = book.worksheet_formula(&name).map_err(told)?;
        let merged = merged(book, &name)?;
        sheets.push(Read { name, cells, formulas, merged });
    }
    Ok(sheets)
}

/// A sheet as text, in which rows and columns have their places.
fn sheet(path: &str, read: Read) -> Loaded {
    let Read { name, cells: range, formulas, merged } = read;
    let (top, left) = range.start().map_or((0, 0), |(row, column)| (row as usize, column as usize));
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); top];
    let mut dates = Vec::new();
    for (index, cells) in range.rows().enumerate() {
        let mut row = vec![String::new(); left];
        for (column, cell) in cells.iter().enumerate() {
            if matches!(cell, Data::DateTime(_) | Data::DateTimeIso(_) | Data::DurationIso(_)) {
                dates.push((top + index + 1, left + column));
            }
            row.push(said(cell));
        }
        rows.push(row);
    }
    // What a script wrote has formulas without values. A formula that yields an empty text has one.
    let start = formulas.start().unwrap_or_default();
    for (row, column, _) in formulas.used_cells() {
        let (row, column) =
            (start.0 + u32::try_from(row).unwrap_or(u32::MAX), start.1 + u32::try_from(column).unwrap_or(u32::MAX));
        if range.get_value((row, column)).is_none_or(|value| *value == Data::Empty) {
            let (row, column) = (row as usize, column as usize);
            if rows.len() <= row {
                rows.resize(row + 1, Vec::new());
            }
            if rows[row].len() <= column {
                rows[row].resize(column + 1, String::new());
            }
            NOT_CALCULATED.clone_into(&mut rows[row][column]);
        }
    }
    merged.iter().for_each(|area| area.spread(&mut rows));
    let mut text = String::new();
    for row in &rows {
        let filled = row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let cells: Vec<String> = row[..filled].iter().map(|cell| quoted(cell, ',')).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    let grid = Grid::read(path, Some(name.clone()), text, b',');
    Loaded { name, grid, dates, is_guess: false }
}

/// Content of a cell. Spreadsheets keep all numbers as floating-point numbers, of which fifteen digits mean something.
fn said(cell: &Data) -> String {
    let text = match cell {
        Data::Empty => String::new(),
        Data::Float(number) => format!("{number:.14e}").parse::<f64>().unwrap_or(*number).to_string(),
        Data::Bool(flag) => flag.to_string(),
        other => other.to_string(),
    };
    // What parts sheets that are handed over is in none.
    text.replace('\u{c}', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        for (number, text) in [(3.0, "3"), (1500.0, "1500"), (1.1 + 1.9, "3"), (0.1 + 0.2, "0.3"), (-2.5, "-2.5")] {
            assert_eq!(said(&Data::Float(number)), text);
        }
        assert_eq!(said(&Data::Bool(true)), "true");
        assert_eq!(said(&Data::String("a\u{c}b".to_owned())), "a b");
    }
}
