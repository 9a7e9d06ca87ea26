//! A sheet as rows of cells, each with its place in the text.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::diagnostic::{Cell, Cells, Source, Span};

/// The sign before and after bold words of a workbook: a code point that no text has.
pub(crate) const BOLD: char = '\u{fdd0}';
/// The sign before and after italic words.
pub(crate) const ITALIC: char = '\u{fdd1}';

/// The rows of a sheet.
pub(crate) struct Grid {
    /// The text with all its cells.
    pub source: Arc<Source>,
    /// The rows that are not empty.
    pub rows: Vec<Row>,
    /// Quotes that are opened and not closed.
    pub unclosed: Option<Range<usize>>,
}

/// A row with something in it.
pub(crate) struct Row {
    /// Counted from 1.
    pub number: usize,
    /// Its cells, from column A on.
    pub cells: Vec<Entry>,
}

/// Content of a cell.
pub(crate) struct Entry {
    /// Without quotes and without white space at its ends; lines end with `\n`.
    pub text: String,
    /// The text with [`BOLD`] and [`ITALIC`], if it has such words.
    pub marked: Option<String>,
    /// Its bytes in the text, without quotes.
    pub range: Range<usize>,
}

impl Row {
    /// True if a cell has something in it.
    pub fn is_filled(&self, column: usize) -> bool {
        self.cells.get(column).is_some_and(|cell| !cell.text.is_empty())
    }

    /// Returns the bytes of the whole row.
    pub fn range(&self) -> Range<usize> {
        let ends = |cell: &Entry| (cell.range.start, cell.range.end);
        let start = self.cells.first().map_or(0, |cell| ends(cell).0);
        start..self.cells.last().map_or(start, |cell| ends(cell).1)
    }
}

impl Grid {
    /// Reads the cells of a text.
    pub fn read(path: &str, sheet: Option<String>, text: String, separator: u8) -> Self {
        Self::first_rows(path, sheet, text, separator, usize::MAX)
    }

    /// Reads the cells of a text up to a number of rows that are not empty.
    pub fn first_rows(path: &str, sheet: Option<String>, text: String, separator: u8, most: usize) -> Self {
        let mut reader = ReaderBuilder::new().delimiter(separator).build();
        // Most sheets have no such signs, and there are thousands of cells.
        let has_marks = text.contains(BOLD) || text.contains(ITALIC);
        let bytes = text.as_bytes();
        // A cell is never longer than what it is written as; a buffer that is full to the last byte would be too short.
        let mut buffer = vec![0; bytes.len() + 1];
        let (mut at, mut number, mut column) = (0, 1, 0);
        let (mut starts, mut rows, mut cells, mut unclosed) = (Vec::new(), Vec::new(), Vec::new(), None);
        while at < bytes.len() && rows.len() < most {
            if column == 0 {
                // The reader passes over empty lines; a spreadsheet counts them.
                let (blanks, lines) = empty_lines(&bytes[at..]);
                at += blanks;
                number += lines;
                if at == bytes.len() {
                    break;
                }
            }
            let (mut result, mut used, mut length) = reader.read_field(&bytes[at..], &mut buffer);
            if result == ReadFieldResult::InputEmpty {
                let (last, more, rest) = reader.read_field(&[], &mut buffer[length..]);
                (result, used, length) = (last, used + more, length + rest);
            }
            let raw = &bytes[at..at + used];
            let range = inside(raw, separator);
            starts.push(Cell { start: at, row: number, column });
            if !is_closed(raw, separator) {
                unclosed = unclosed.or(Some(at..at + 1));
            }
            let text = String::from_utf8_lossy(&buffer[..length]);
            let text = match text.contains('\r') {
                true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
                false => text,
            };
            let text = text.trim();
            let marked = (has_marks && text.contains([BOLD, ITALIC])).then(|| text.to_owned());
            let text = if marked.is_some() { text.replace([BOLD, ITALIC], "") } else { text.to_owned() };
            cells.push(Entry { text, marked, range: at + range.start..at + range.end });
            at += used;
            column += 1;
            if !matches!(result, ReadFieldResult::Field { record_end: false }) {
                let row = Row { number, cells: std::mem::take(&mut cells) };
                if row.cells.iter().any(|cell| !cell.text.is_empty()) {
                    rows.push(row);
                }
                (number, column) = (number + 1, 0);
                // Of two signs that end a line together the reader takes the second for an empty line.
                at += usize::from(bytes[..at].ends_with(b"\r") && bytes[at..].starts_with(b"\n"));
            }
        }
        if cells.iter().any(|cell| !cell.text.is_empty()) {
            rows.push(Row { number, cells });
        }
        let source = Source::of_sheet(path, text, Cells { sheet, starts });
        Self { source, rows, unclosed }
    }

    /// Returns the most frequent number of cells in the first rows, after the number of these rows; 0 if it is one
    /// cell.
    pub fn most_alike(&self) -> (usize, usize) {
        let lengths = || self.rows.iter().take(20).map(|row| row.cells.len()).filter(|length| *length > 1);
        let alike = |length: usize| (lengths().filter(|other| *other == length).count(), length);
        lengths().map(alike).max().unwrap_or_default()
    }

    /// Returns the place of some bytes.
    pub fn span(&self, range: Range<usize>) -> Span {
        Span::new(&self.source, range)
    }
}

/// Returns the bytes of empty lines at the beginning, and their number.
fn empty_lines(bytes: &[u8]) -> (usize, usize) {
    let (mut at, mut lines) = (0, 0);
    while let Some(sign @ (b'\n' | b'\r')) = bytes.get(at) {
        at += if *sign == b'\r' && bytes.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
        lines += 1;
    }
    (at, lines)
}

/// Returns the text of a cell in its raw form: without quotes and separator.
fn inside(raw: &[u8], separator: u8) -> Range<usize> {
    let mut end = raw.len();
    let last = raw.last().copied();
    if last == Some(separator) {
        end -= 1;
    } else {
        while end > 0 && matches!(raw[end - 1], b'\n' | b'\r') {
            end -= 1;
        }
    }
    match &raw[..end] {
        [b'"', within @ .., b'"'] => 1..1 + within.len(),
        _ => 0..end,
    }
}

/// True if quotes that open at the beginning are closed at the end.
fn is_closed(raw: &[u8], separator: u8) -> bool {
    let whole = raw.strip_suffix(&[separator]).unwrap_or(raw).trim_ascii_end();
    let quotes = whole.iter().filter(|byte| **byte == b'"').count();
    !whole.starts_with(b"\"") || quotes % 2 == 0 && whole.ends_with(b"\"")
}

/// Formats a cell for a text file.
#[cfg(any(test, feature = "workbooks"))]
pub(crate) fn quoted(text: &str, separator: char) -> String {
    let needs = text.contains(['"', '\n', '\r', separator]) || text.starts_with(' ') || text.ends_with(' ');
    if needs { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::read("cards.csv", None, text.to_owned(), b',')
    }

    fn words(grid: &Grid) -> Vec<(usize, Vec<&str>)> {
        grid.rows.iter().map(|row| (row.number, row.cells.iter().map(|cell| cell.text.as_str()).collect())).collect()
    }

    #[test]
    fn every_cell_knows_its_place() {
        let text = "name,text\r\n\r\nAxe,\"He said \"\"no\"\", twice\"\r\n,,\r\n Fog , \"x\"\n\"Two\nlines\",end";
        let grid = grid(text);
        assert_eq!(
            words(&grid),
            [
                (1, vec!["name", "text"]),
                (3, vec!["Axe", "He said \"no\", twice"]),
                (5, vec!["Fog", "\"x\""]),
                (6, vec!["Two\nlines", "end"])
            ]
        );
        for cell in grid.rows.iter().flat_map(|row| &row.cells) {
            let raw = text[cell.range.clone()].replace("\"\"", "\"");
            assert_eq!(raw.trim(), cell.text, "{:?}", cell.range);
        }
        let axe = &grid.rows[1].cells[1];
        assert_eq!(grid.span(axe.range.clone()).to_string(), "cards.csv, row 3, column B");
        assert_eq!(grid.unclosed, None);
    }

    #[test]
    fn the_first_rows_are_those_of_the_whole() {
        let text = "name,text\r\n,,\n\nAxe,\"two\nlines\"\nFog,x\n";
        for most in 0..4 {
            let first = Grid::first_rows("cards.csv", None, text.to_owned(), b',', most);
            assert_eq!(words(&first), words(&grid(text))[..most.min(3)], "{most}");
        }
    }

    #[test]
    fn quotes_that_nobody_closes_are_found() {
        let text = "name,text\nAxe,\"He said no\nFog,y\n";
        assert_eq!(grid(text).unclosed, Some(14..15));
        assert_eq!(grid("name,text\nAxe,\"\"\nFog,\"\"\"\"\n").unclosed, None);
        assert_eq!(grid("").rows.len(), 0);
    }

    #[test]
    fn quotes_that_the_next_ones_close_are_found() {
        let text = "name,text\nAxe,\"He said no\nFog,\"y, z\"\n";
        assert_eq!(grid(text).unclosed, Some(14..15));
        assert_eq!(grid("name,text\nAxe,\"y\" ,x\n").unclosed, None);
    }

    #[test]
    fn what_is_quoted_is_read_again() {
        for text in ["plain", "a,b", "two\nlines", "\"", " blank ", ""] {
            let line = format!("x,{},y\n", quoted(text, ','));
            assert_eq!(words(&grid(&line))[0].1, ["x", text.trim(), "y"], "{line}");
        }
    }
}
