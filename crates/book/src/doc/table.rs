//! Tables and rows of the source.

use std::ops::Range;

use super::DocBuilder;
use crate::diagnostic::{Code, Source, Span};
use crate::joined::{Extent, Join, join};
use crate::model::{Cell, Table, Words};

impl DocBuilder<'_> {
    /// Reads a table with a head: its second line is `|---|`.
    pub fn table(&mut self, range: Range<usize>) -> Option<Table> {
        let lines = self.lines(range.clone());
        let at = Span::new(self.source(), range.clone());
        let is_rule = |line: &Range<usize>| {
            let text = self.source().text[line.clone()].trim();
            text.chars().all(|letter| "|-: ".contains(letter)) && text.contains('-')
        };
        if lines.len() < 2 || !is_rule(&lines[1]) {
            self.note(Code::TABLE_NO_HEAD, lines.first().cloned().unwrap_or(range), "table without a header row");
            self.hint("add a line `|---|---|` below its first row, or put the rows in a block `::: rows`");
            return None;
        }
        let rule = lines[1].clone();
        let cells =
            self.cells_of(lines.into_iter().enumerate().filter(|(number, _)| *number != 1).map(|(_, line)| line));
        let sign = |cell: &Range<usize>| Join::of(&self.source().text[cell.clone()]);
        let signs: Vec<Vec<Option<Join>>> = cells.iter().map(|row| row.iter().map(sign).collect()).collect();
        let extents = match join(&signs) {
            Ok(extents) => extents,
            Err((row, column, code, what)) => {
                self.note(code, cells[row][column].clone(), what);
                self.hint(
                    "`<` joins a cell to the one on its left, `^` to the one above; escape the characters as `\\<` or `\\^`",
                );
                return None;
            }
        };
        let columns = cells.first().map_or(0, Vec::len);
        let ruled = self::cells(self.source(), rule.clone()).len();
        if ruled != columns {
            self.note(Code::ROW_RAGGED, rule, format!("this line has {ruled} cells, the line above {columns}"));
            self.hint("use the same number of `|` in every row");
        }
        let mut rows = Vec::with_capacity(cells.len());
        for (cells, extents) in cells.iter().zip(extents) {
            let cell = |Extent { column, columns, rows }| {
                let words = self.reader.words(cells[column].clone());
                Cell { words, column, columns, rows }
            };
            rows.push(extents.into_iter().map(cell).collect());
        }
        let head = rows.remove(0);
        Some(Table { columns, head, rows, at })
    }

    /// Rows without a head.
    pub fn rows(&mut self, range: Range<usize>) -> Vec<Vec<Words>> {
        let lines = self.lines(range);
        self.rows_of(lines)
    }

    pub fn lines(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut at = range.start;
        let mut lines = Vec::new();
        for line in self.source().text[range].split_inclusive('\n') {
            lines.push(at..at + line.trim_end().len());
            at += line.len();
        }
        lines
    }

    /// Returns the words of the cells of some lines.
    pub fn rows_of(&mut self, lines: Vec<Range<usize>>) -> Vec<Vec<Words>> {
        let cells = self.cells_of(lines);
        cells.into_iter().map(|row| row.into_iter().map(|cell| self.reader.words(cell)).collect()).collect()
    }

    /// Returns the cells of some lines, as bytes; all must have as many as the first.
    fn cells_of(&mut self, lines: impl IntoIterator<Item = Range<usize>>) -> Vec<Vec<Range<usize>>> {
        let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
        for line in lines {
            let cells = cells(self.source(), line.clone());
            match rows.first().map(Vec::len).filter(|first| *first != cells.len()) {
                Some(first) => {
                    let what = format!("this row has {} cells, the first has {first}", cells.len());
                    self.note(Code::ROW_RAGGED, line, what);
                    self.hint("use the same number of `|` in every row");
                }
                None => rows.push(cells),
            }
        }
        rows
    }
}

/// Returns the cells of a line of a table, as bytes, trimmed.
fn cells(source: &Source, line: Range<usize>) -> Vec<Range<usize>> {
    let text = &source.text[line.clone()];
    let inner_start = text.find('|').map_or(0, |at| at + 1);
    let inner_end = text.rfind('|').filter(|end| *end >= inner_start).unwrap_or(text.len());
    let mut cells = Vec::new();
    let mut start = inner_start;
    let mut depth_of_escape = false;
    for (at, letter) in text.char_indices().filter(|(at, _)| (inner_start..=inner_end).contains(at)) {
        let ends = at == inner_end || (letter == '|' && !depth_of_escape);
        depth_of_escape = letter == '\\';
        if ends {
            let cell = &text[start..at];
            let lead = cell.len() - cell.trim_start().len();
            let trimmed = line.start + start + lead;
            cells.push(trimmed..trimmed + cell.trim().len());
            start = at + 1;
        }
    }
    cells
}
