//! Limits the content read from a workbook: one stray value in the last cell, or a column filled to the last row, must
//! not take all memory.

use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use super::super::load::MAX_CELLS;
use super::WorkbookError;
use crate::diagnostic::column_name;

/// Rows of a sheet at most.
const MAX_ROWS: usize = 100_000;
/// Columns of a sheet at most.
const MAX_COLUMNS: usize = 1_000;
/// Bytes of text in all cells at most.
const MAX_TEXT: usize = 64 << 20;
/// Bytes of all XML in the archive at most, once they are unpacked.
const MAX_UNPACKED: u64 = 128 << 20;

/// Remaining budget of a workbook.
pub(super) struct Budget {
    cells: usize,
    text: usize,
}

impl Budget {
    pub fn new() -> Self {
        Self { cells: MAX_CELLS, text: MAX_TEXT }
    }

    /// Checks the place of a filled cell, counted from 0.
    ///
    /// # Errors
    /// It is beyond the rows or columns that are read.
    pub fn check_place(sheet: &str, row: usize, column: usize) -> Result<(), WorkbookError> {
        if row < MAX_ROWS && column < MAX_COLUMNS {
            return Ok(());
        }
        let cell = format!("{}{}", column_name(column), row + 1);
        Err(WorkbookError::TooLarge(format!(
            "cell {cell} of sheet `{sheet}` is beyond row {MAX_ROWS} or column {}",
            column_name(MAX_COLUMNS - 1)
        )))
    }

    /// Takes the cells of a sheet, up to its last filled row and column.
    ///
    /// # Errors
    /// The sheets have too many cells.
    pub fn take_cells(&mut self, sheet: &str, rows: usize, columns: usize) -> Result<(), WorkbookError> {
        let cells = rows.saturating_mul(columns);
        self.cells = self.cells.checked_sub(cells).ok_or_else(|| {
            WorkbookError::TooLarge(format!("sheet `{sheet}` brings the workbook to more than {MAX_CELLS} cells"))
        })?;
        Ok(())
    }

    /// Takes the text of some cells that have the same text.
    ///
    /// # Errors
    /// The sheets have too much text.
    pub fn take_text(&mut self, sheet: &str, bytes: usize, cells: usize) -> Result<(), WorkbookError> {
        self.text = self.text.checked_sub(bytes.saturating_mul(cells)).ok_or_else(|| {
            let limit = MAX_TEXT >> 20;
            WorkbookError::TooLarge(format!("sheet `{sheet}` brings the workbook to more than {limit} MB of text"))
        })?;
        Ok(())
    }
}

/// Parts of a workbook.
#[derive(Default)]
pub(super) struct Parts {
    /// The content of an OpenDocument workbook.
    pub content: Option<Vec<u8>>,
    /// Parts of an Excel workbook that have strings, shared or in their cells.
    pub strings: Vec<String>,
}

/// Unpacks the XML of a workbook to check its size, and the names of cells in it. The sizes that an archive gives for its own parts
/// may be wrong. Returns the parts that are read here too.
///
/// # Errors
/// It is not an archive, a part is damaged, all of it is too large, or a cell has a name that no cell has.
pub(super) fn check_archive(bytes: &[u8]) -> Result<Parts, WorkbookError> {
    let archive = ZipArchive::from_slice(bytes).map_err(WorkbookError::unreadable)?;
    let mut entries = archive.entries();
    let (mut left, mut parts) = (MAX_UNPACKED, Parts::default());
    while let Some(entry) = entries.next_entry().map_err(WorkbookError::unreadable)? {
        let path = entry.file_path().as_ref().to_ascii_lowercase();
        // The others are pictures and the like, which are not read.
        if !path.ends_with(b".xml") && !path.ends_with(b".rels") {
            continue;
        }
        let file = archive.get_entry(entry.wayfinder()).map_err(WorkbookError::unreadable)?;
        let mut part = Vec::new();
        match entry.compression_method() {
            CompressionMethod::STORE => file.data().take(left + 1).read_to_end(&mut part),
            _ => DeflateDecoder::new(file.data()).take(left + 1).read_to_end(&mut part),
        }
        .map_err(WorkbookError::unreadable)?;
        left = left.checked_sub(part.len() as u64).ok_or_else(|| {
            let limit = MAX_UNPACKED >> 20;
            WorkbookError::TooLarge(format!("the workbook unpacks to more than {limit} MB"))
        })?;
        if path.starts_with(b"xl/worksheets/")
            && let Some(name) = invalid_cell(&part)
        {
            return Err(WorkbookError::Unreadable(format!("invalid cell reference `{name}`")));
        }
        match entry.file_path().as_ref() {
            b"content.xml" if parts.content.is_none() => parts.content = Some(part),
            name if name == b"xl/sharedStrings.xml" || has_strings(&part) => {
                parts.strings.extend(String::from_utf8(part));
            }
            _ => {}
        }
    }
    Ok(parts)
}

/// True for a sheet with strings in its cells.
fn has_strings(part: &[u8]) -> bool {
    const STRING: &[u8] = b"<is>";
    part.windows(STRING.len()).any(|bytes| bytes == STRING)
}

/// Returns the first name of a cell with a column or row that no sheet has; it would overflow when parsed as a number.
fn invalid_cell(part: &[u8]) -> Option<String> {
    const BEFORE: &[u8] = b" r=\"";
    let mut rest = part;
    while let Some(at) = rest.windows(BEFORE.len()).position(|bytes| bytes == BEFORE) {
        rest = &rest[at + BEFORE.len()..];
        let end = rest.iter().position(|byte| *byte == b'"')?;
        let name = &rest[..end];
        let letters = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if letters > 3 || name.len() - letters > 7 {
            return Some(String::from_utf8_lossy(&name[..name.len().min(20)]).into_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cells_that_no_sheet_has_are_found() {
        let part = |name: &str| format!("<row r=\"1\"><c r=\"{name}\"><v>1</v></c></row>");
        for name in ["A1", "XFD1048576", "", "7"] {
            assert_eq!(invalid_cell(part(name).as_bytes()), None, "{name}");
        }
        for name in ["ZZZZZZZ4294967295", "AAAA1", "A10485760"] {
            assert_eq!(invalid_cell(part(name).as_bytes()).as_deref(), Some(name));
        }
    }
}
