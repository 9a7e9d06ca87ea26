//! Workbooks: each sheet is converted to comma-separated text, and read as such from there on.

mod budget;
mod merged;
mod rich;

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::io::Cursor;

use calamine::{Data, Ods, Range, Reader, SheetType, Style, Xlsx};

use self::budget::Budget;
use self::merged::{Areas, Merged};
use super::grid::{Grid, quoted};
use super::load::{Loaded, WorkbookError};
use super::rows::NOT_CALCULATED;

impl WorkbookError {
    fn unreadable(error: impl Display) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Reads all sheets of a workbook.
///
/// # Errors
/// See [`WorkbookError`].
pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Vec<Loaded>, WorkbookError> {
    let parts = budget::check_archive(bytes)?;
    let mut budget = Budget::new();
    let sheets = if path.to_lowercase().ends_with(".ods") {
        // This finds out first whether everything in it ends, and how far it goes on: calamine looks for the end of a table for ever,
        // and repeats a cell as often as the file says.
        let content = parts.content.ok_or_else(|| WorkbookError::unreadable("no content"))?;
        let merged = merged::of_ods(content, &mut budget)?;
        let mut book = Ods::new(Cursor::new(bytes)).map_err(WorkbookError::unreadable)?;
        let names = worksheets(&book);
        let read = |name: String| read_ods(&mut book, merged.get(&name).cloned().unwrap_or_default(), name);
        names.into_iter().map(read).collect::<Result<Vec<_>, _>>()?
    } else {
        let mut book = Xlsx::new(Cursor::new(bytes)).map_err(WorkbookError::unreadable)?;
        let names = worksheets(&book);
        let mut rich = HashMap::new();
        for strings in &parts.strings {
            rich.extend(rich::texts(strings)?);
        }
        let read = |name: String| read_xlsx(&mut book, name, &rich, &mut budget);
        names.into_iter().map(read).collect::<Result<Vec<_>, _>>()?
    };
    sheets.into_iter().map(|read| sheet(path, read, &mut budget)).collect()
}

/// Returns the names of the sheets that may contain cards.
fn worksheets<'b, B: Reader<Cursor<&'b [u8]>>>(book: &B) -> Vec<String> {
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    sheets.map(|sheet| sheet.name.clone()).collect()
}

/// A sheet as its workbook has it.
struct Read {
    name: String,
    cells: Vec<FilledCell>,
    merged: Vec<Merged>,
}

/// A cell with something in it; its row and column are counted from 0.
struct FilledCell {
    row: usize,
    column: usize,
    value: Data,
    /// True for a formula without a saved value, as scripts write them.
    is_uncalculated: bool,
    /// True for a number that is shown as a percentage.
    is_percentage: bool,
}

fn read_xlsx(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: String,
    rich: &HashMap<String, String>,
    budget: &mut Budget,
) -> Result<Read, WorkbookError> {
    let mut cells = Vec::new();
    let percentages = percentages(book, &name)?;
    let mut reader = book.worksheet_cells_reader(&name).map_err(WorkbookError::unreadable)?;
    while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(WorkbookError::unreadable)? {
        let (value, is_formula) = (Data::from(cell.value), cell.formula.is_some());
        let value = match value {
            Data::String(text) => Data::String(rich.get(&text).cloned().unwrap_or(text)),
            value => value,
        };
        if value == Data::Empty && !is_formula {
            continue;
        }
        let (row, column) = (cell.pos.0 as usize, cell.pos.1 as usize);
        Budget::check_place(&name, row, column)?;
        budget.take_text(&name, text_bytes(&value), 1)?;
        let (is_uncalculated, is_percentage) = (is_formula && value == Data::Empty, percentages.contains(&cell.pos));
        cells.push(FilledCell { row, column, value, is_uncalculated, is_percentage });
    }
    drop(reader);
    let end = |place: fn(&FilledCell) -> usize| cells.iter().map(place).max().map_or(0, |last| last + 1);
    budget.take_cells(&name, end(|cell| cell.row), end(|cell| cell.column))?;
    let merged = merged::of_xlsx(book, &name)?;
    Ok(Read { name, cells, merged })
}

/// Returns the cells of a sheet whose format shows a percentage.
fn percentages(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<HashSet<(u32, u32)>, WorkbookError> {
    let mut reader = book.worksheet_cells_reader(name).map_err(WorkbookError::unreadable)?;
    let is_percent =
        |style: &Style| style.number_format.as_ref().is_some_and(|format| format.format_code.contains('%'));
    let is_percent: Vec<bool> = reader.styles().iter().map(is_percent).collect();
    let mut found = HashSet::new();
    if is_percent.contains(&true) {
        while let Some((row, column, style)) = reader.next_style_id().map_err(WorkbookError::unreadable)? {
            if is_percent[style] {
                found.insert((row, column));
            }
        }
    }
    Ok(found)
}

/// Returns the cells of a sheet in an OpenDocument workbook, whose extent was checked before.
fn read_ods(book: &mut Ods<Cursor<&[u8]>>, areas: Areas, name: String) -> Result<Read, WorkbookError> {
    let values = book.worksheet_range(&name).map_err(WorkbookError::unreadable)?;
    let formulas = book.worksheet_formula(&name).map_err(WorkbookError::unreadable)?;
    let mut cells = Vec::new();
    let mut percentages = HashSet::new();
    for Merged { first, last } in areas.percentages {
        percentages.extend((first.0..=last.0).flat_map(|row| (first.1..=last.1).map(move |column| (row, column))));
    }
    for ((row, column), value) in places(&values) {
        let is_percentage = percentages.contains(&(row, column));
        cells.push(FilledCell { row, column, value: value.clone(), is_uncalculated: false, is_percentage });
    }
    // A formula that yields an empty text has one.
    let has_value = |row: usize, column: usize| {
        let place = (u32::try_from(row).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
        values.get_value(place).is_some_and(|value| *value != Data::Empty)
    };
    for ((row, column), _) in places(&formulas) {
        if !has_value(row, column) {
            cells.push(FilledCell { row, column, value: Data::Empty, is_uncalculated: true, is_percentage: false });
        }
    }
    Ok(Read { name, cells, merged: areas.merged })
}

/// Returns the filled cells of a range, each with its row and column in the sheet.
fn places<T: calamine::CellType>(range: &Range<T>) -> impl Iterator<Item = ((usize, usize), &T)> {
    let (top, left) = range.start().unwrap_or_default();
    range.used_cells().map(move |(row, column, value)| ((top as usize + row, left as usize + column), value))
}

/// Returns the bytes of text in a cell.
fn text_bytes(value: &Data) -> usize {
    match value {
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.len(),
        _ => 1,
    }
}

/// Converts a sheet to text, keeping the numbers of its rows and columns.
fn sheet(path: &str, read: Read, budget: &mut Budget) -> Result<Loaded, WorkbookError> {
    let Read { name, cells, merged } = read;
    let height = cells.iter().map(|cell| cell.row + 1).max().unwrap_or_default();
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); height];
    let mut dates = Vec::new();
    for FilledCell { row, column, value, is_uncalculated, is_percentage } in cells {
        if matches!(value, Data::DateTime(_) | Data::DateTimeIso(_) | Data::DurationIso(_)) {
            dates.push((row + 1, column));
        }
        let width = rows[row].len().max(column + 1);
        rows[row].resize(width, String::new());
        rows[row][column] = match &value {
            _ if is_uncalculated => NOT_CALCULATED.to_owned(),
            Data::Float(number) if is_percentage => format!("{}%", cell_text(&Data::Float(number * 100.0))),
            value => cell_text(value),
        };
    }
    for area in merged {
        budget.take_text(&name, area.text(&rows).len(), area.rows_below(height))?;
        area.spread(&mut rows);
    }
    let mut text = String::new();
    for row in &rows {
        let filled = row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let cells: Vec<String> = row[..filled].iter().map(|cell| quoted(cell, ',')).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    let grid = Grid::read(path, Some(name.clone()), text, b',');
    Ok(Loaded { name, grid, dates, guess: None })
}

/// Returns the content of a cell. Spreadsheets keep all numbers as floating-point numbers with fifteen significant
/// digits.
fn cell_text(cell: &Data) -> String {
    let text = match cell {
        Data::Empty => String::new(),
        Data::Float(number) => format!("{number:.14e}").parse::<f64>().unwrap_or(*number).to_string(),
        Data::Bool(flag) => flag.to_string(),
        other => other.to_string(),
    };
    // The separator of text sheets is in none.
    text.replace('\u{c}', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        for (number, text) in [(3.0, "3"), (1500.0, "1500"), (1.1 + 1.9, "3"), (0.1 + 0.2, "0.3"), (-2.5, "-2.5")] {
            assert_eq!(cell_text(&Data::Float(number)), text);
        }
        assert_eq!(cell_text(&Data::Bool(true)), "true");
        assert_eq!(cell_text(&Data::String("a\u{c}b".to_owned())), "a b");
    }
}
