//! From a file to the cells of its sheets.

use super::super::table::Word;
use super::columns;
use super::encoding::{Decoded, decode};
use super::grid::{Grid, Row};
use super::rows;
use super::told::{SheetTold, Told};
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::vfs::Vfs;

/// The endings of files that are text.
const TEXTS: [&str; 2] = ["csv", "tsv"];
/// The endings of workbooks.
const WORKBOOKS: [&str; 2] = ["ods", "xlsx"];

/// Cells of a file at most.
pub(super) const MAX_CELLS: usize = 4_000_000;

/// Why nothing in a workbook is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum WorkbookError {
    /// Another file type, a locked file, or a damaged one.
    Unreadable(String),
    /// It has more than is read.
    #[cfg(feature = "workbooks")]
    TooLarge(String),
}

/// Separator before each sheet of a workbook passed as text; no cell contains it.
const SHEET: char = '\u{c}';

/// A sheet of a file.
pub(super) struct Loaded {
    /// Its name in its workbook, or the name of the file without ending.
    pub name: String,
    pub grid: Grid,
    /// Row and column of cells that the spreadsheet took for dates.
    pub dates: Vec<(usize, usize)>,
    /// Its encoding, if that is a guess.
    pub guess: Option<&'static str>,
}

impl Loaded {
    /// True if it is one of the sheets of a workbook.
    pub fn is_of_workbook(&self) -> bool {
        self.grid.source.cells.as_ref().is_some_and(|cells| cells.sheet.is_some())
    }
}

/// Returns the lower-case extension.
fn ending(name: &str) -> String {
    name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase()
}

/// True if a file can have sheets, by its ending.
fn is_sheet(name: &str) -> bool {
    TEXTS.iter().chain(&WORKBOOKS).any(|known| *known == ending(name))
}

/// Returns the first file with sheets in a folder.
pub(crate) fn in_folder(vfs: &dyn Vfs, folder: &str) -> Option<String> {
    vfs.files(folder).iter().map(|path| path[folder.len() + 1..].to_owned()).find(|name| is_sheet(name))
}

/// Loads the sheets of a file in the folder of a game.
///
/// # Errors
/// The file is missing, isn't a spreadsheet, or nothing in it can be read.
pub(super) fn load(vfs: &dyn Vfs, folder: &str, word: &Word, told: &Told) -> Result<Vec<Loaded>, Box<Diagnostic>> {
    let path = format!("{folder}/{}", word.text);
    if !is_sheet(&word.text) {
        let what = format!("`{}` isn't a spreadsheet", word.text);
        return Err(Box::new(Diagnostic::error(Code::SHEET_FILE_SORT, word.at.clone(), what).hint(
            match word.text.as_str() {
                "cards.toml" => "remove it: `cards.toml` is always read",
                _ => "save it as .ods, .xlsx, .csv or .tsv",
            },
        )));
    }
    let bytes = vfs.read(&path).map_err(|error| {
        let there: Vec<String> = vfs.files(folder).iter().map(|path| path[folder.len() + 1..].to_owned()).collect();
        let there = there.iter().map(String::as_str).filter(|name| is_sheet(name));
        Box::new(Diagnostic::error(error.code(), word.at.clone(), error.to_string()).suggest(&word.text, there))
    })?;
    of_bytes(&path, &bytes, told).map_err(|(code, what, hint)| {
        let at = Span::file(&Source::new(path.as_str(), ""));
        Box::new(Diagnostic::error(code, at, what).hint(hint))
    })
}

/// Returns the sheets of a file.
///
/// # Errors
/// The code of the problem, a message, and a hint.
pub(super) fn of_bytes(path: &str, bytes: &[u8], told: &Told) -> Result<Vec<Loaded>, (Code, String, &'static str)> {
    if WORKBOOKS.contains(&ending(path).as_str()) {
        return workbook(path, bytes).map_err(|error| match error {
            WorkbookError::Unreadable(why) => (
                Code::WORKBOOK_UNREADABLE,
                format!("unreadable workbook: {why}"),
                "open it in a spreadsheet program and save it as .ods or .xlsx",
            ),
            #[cfg(feature = "workbooks")]
            WorkbookError::TooLarge(what) => (
                Code::SHEET_TOO_LARGE,
                what,
                "delete the rows and columns beyond the cards in your spreadsheet, and save it again",
            ),
        });
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let own = told.of(&name);
    let cells = bytes.iter().filter(|byte| matches!(byte, b',' | b';' | b'\t' | b'\n' | b'\r')).count();
    if cells > MAX_CELLS {
        let what = format!("the file has about {cells} cells, more than the {MAX_CELLS} that are read");
        return Err((Code::SHEET_TOO_LARGE, what, "delete the rows and columns beyond the cards, and save it again"));
    }
    let tell = |encoding: &str| {
        (
            Code::SHEET_ENCODING,
            format!("not a text file in {encoding}"),
            "save it as UTF-8, or set its `encoding` in `[sheets.…]` in `game.toml`",
        )
    };
    let told_encoding = own.and_then(|own| own.encoding);
    let Decoded { text, guess } = decode(bytes, told_encoding).map_err(tell)?;
    let grid = in_cells(path, &text, told, own);
    Ok(vec![Loaded { name, grid, dates: Vec::new(), guess }])
}

/// Splits a text into cells. The separator is the configured one, or tabs by the file extension, or the one that finds
/// the most headings, or if none is known, the one that makes most rows alike.
fn in_cells(path: &str, text: &str, told: &Told, own: Option<&SheetTold>) -> Grid {
    let read = |separator: u8| Grid::read(path, None, text.to_owned(), separator);
    let tabs = (ending(path) == "tsv").then_some(b'\t');
    if let Some(separator) = own.and_then(|own| own.separator).or(tabs) {
        return read(separator);
    }
    // Its beginning tells them apart: as many rows as the headings are searched in.
    let most = own.and_then(|own| own.header).unwrap_or_default().max(columns::FIRST);
    let headings = |separator: &u8| {
        let grid = Grid::first_rows(path, None, text.to_owned(), *separator, most);
        match columns::header(&grid, told, own) {
            Some(header) => (true, 0, header.cells.len()),
            None => {
                let (rows, cells) = grid.most_alike();
                (false, rows, cells)
            }
        }
    };
    // Of equals the last is taken: the comma, after which this kind of file is called.
    read([b'\t', b';', b','].into_iter().max_by_key(headings).unwrap_or(b','))
}

/// Returns the sheets of a workbook, or of one that was [packed before](prepacked).
#[cfg(feature = "workbooks")]
fn workbook(path: &str, bytes: &[u8]) -> Result<Vec<Loaded>, WorkbookError> {
    if bytes.starts_with(SHEET.encode_utf8(&mut [0; 4]).as_bytes()) {
        from_text(path, bytes)
    } else {
        super::workbook::read(path, bytes)
    }
}

#[cfg(not(feature = "workbooks"))]
fn workbook(path: &str, bytes: &[u8]) -> Result<Vec<Loaded>, WorkbookError> {
    from_text(path, bytes)
}

/// Returns the sheets of a file for a program that reads text in UTF-8 only, such as the tracker's web page: those of a
/// workbook each as comma-separated text. `None` if the file holds no sheets, or can't be read.
#[cfg(feature = "workbooks")]
pub fn prepacked(path: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if TEXTS.contains(&ending(path).as_str()) {
        return std::str::from_utf8(bytes).is_err().then(|| decoded(bytes)).flatten().map(String::into_bytes);
    }
    let sheets = WORKBOOKS.contains(&ending(path).as_str()).then(|| workbook(path, bytes).ok()).flatten()?;
    let text = |sheet: &Loaded| format!("{SHEET}{}\n{}", sheet.name, sheet.grid.source.text);
    Some(sheets.iter().map(text).collect::<String>().into_bytes())
}

/// Returns the sheets of a file as text that reads back the same, for the record; `None` if they can't be read.
#[cfg(feature = "workbooks")]
pub fn kept_text(path: &str, bytes: &[u8]) -> Option<String> {
    let text = prepacked(path, bytes).or_else(|| TEXTS.contains(&ending(path).as_str()).then(|| bytes.to_vec()));
    String::from_utf8(text?).ok()
}

/// Returns a text in another encoding in UTF-8. The byte order mark says so, whatever `game.toml` sets for the file on disk.
#[cfg(feature = "workbooks")]
fn decoded(bytes: &[u8]) -> Option<String> {
    Some(format!("\u{feff}{}", decode(bytes, None).ok()?.text))
}

/// Cells of a sheet, for callers without a game.
pub struct SheetCells {
    /// Its name in its workbook, or the name of the file without ending.
    pub name: String,
    /// True if it is one of the sheets of a workbook.
    pub is_of_workbook: bool,
    /// Its encoding, if that is a guess.
    pub guess: Option<&'static str>,
    /// Non-empty rows.
    pub rows: Vec<RowCells>,
}

/// Cells of a row.
#[derive(Clone, Default)]
pub struct RowCells {
    /// Counted from 1.
    pub number: usize,
    /// Its cells, from column A on.
    pub cells: Vec<String>,
    /// Columns of cells whose value is not what the author wrote: dates, and formulas without a value.
    pub broken: Vec<usize>,
}

impl RowCells {
    /// Returns the content of a cell; empty if the row is too short.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// Returns the headings if the row is the header, each once: the second `Text` is `Text (2)`.
    pub fn headings(&self) -> Vec<String> {
        columns::headings(self.cells.iter().map(String::as_str))
    }
}

/// Returns the cells of all sheets of a file.
///
/// # Errors
/// A message, and a hint.
pub fn sheet_cells(path: &str, bytes: &[u8]) -> Result<Vec<SheetCells>, (String, &'static str)> {
    if !is_sheet(path) {
        return Err(("not a spreadsheet".to_owned(), "save it as .ods, .xlsx, .csv or .tsv"));
    }
    let row = |row: Row, dates: &[(usize, usize)]| {
        let number = row.number;
        let cells: Vec<String> = row.cells.into_iter().map(|cell| cell.text).collect();
        let is_broken = |column: &usize| dates.contains(&(number, *column)) || rows::has_no_value(&cells[*column]);
        let broken = (0..cells.len()).filter(is_broken).collect();
        RowCells { number, cells, broken }
    };
    let sheets = of_bytes(path, bytes, &Told::default()).map_err(|(_, what, hint)| (what, hint))?;
    let cells = |sheet: Loaded| {
        if sheet.grid.unclosed.is_some() {
            return Err(("unclosed quotes".to_owned(), "write \"\" for a quote within a text"));
        }
        Ok(SheetCells {
            is_of_workbook: sheet.is_of_workbook(),
            guess: sheet.guess,
            rows: sheet.grid.rows.into_iter().map(|one| row(one, &sheet.dates)).collect(),
            name: sheet.name,
        })
    };
    sheets.into_iter().map(cells).collect()
}

fn from_text(path: &str, bytes: &[u8]) -> Result<Vec<Loaded>, WorkbookError> {
    let text = std::str::from_utf8(bytes).ok().and_then(|text| text.strip_prefix(SHEET));
    let text = text.ok_or_else(|| WorkbookError::Unreadable("not a workbook".to_owned()))?;
    let sheet = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        let grid = Grid::read(path, Some(name.to_owned()), text.to_owned(), b',');
        Loaded { name: name.to_owned(), grid, dates: Vec::new(), guess: None }
    };
    Ok(text.split(SHEET).map(sheet).collect())
}
