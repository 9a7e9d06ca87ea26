//! Cells and rows of sheets that are text.

use std::collections::BTreeMap;
use std::ops::Range;

use skirmish_base::diagnostic::{Cell, Source};

use crate::EditError;
use crate::change::{Side, Value};
use crate::text::{line_end, replaced};

/// A sheet as text, with the starts of its cells.
#[derive(Clone, Copy)]
pub(crate) struct Grid<'s> {
    text: &'s str,
    starts: &'s [Cell],
    separator: char,
}

/// The content that a cell gets; the row is counted from 1, the column from 0.
pub(crate) struct CellContent {
    pub row: usize,
    pub column: usize,
    pub content: String,
}

/// A cell as it is written, with its quotes.
struct Written {
    range: Range<usize>,
    is_quoted: bool,
}

impl<'s> Grid<'s> {
    /// Returns the cells that the reader found in a sheet.
    pub fn of(source: &'s Source) -> Self {
        let starts = source.cells.as_ref().map_or(&[][..], |cells| &cells.starts);
        let before = |cell: &&Cell| cell.column > 0;
        let separator = starts.iter().find(before).and_then(|cell| source.text[..cell.start].chars().next_back());
        Self { text: &source.text, starts, separator: separator.unwrap_or(',') }
    }

    /// Returns the cells of a row as indices of its starts.
    fn row(&self, number: usize) -> Range<usize> {
        let first = self.starts.partition_point(|cell| cell.row < number);
        first..self.starts.partition_point(|cell| cell.row <= number)
    }

    /// Returns the bytes of a row, without its line end.
    fn line(&self, number: usize) -> Option<Range<usize>> {
        let cells = self.row(number);
        let last = cells.clone().next_back()?;
        Some(self.starts[cells.start].start..self.cell(last).range.end)
    }

    /// Returns the bytes of a row with its line end.
    fn whole_line(&self, number: usize) -> Option<Range<usize>> {
        let line = self.line(number)?;
        let rest = &self.text[line.end..];
        let end = if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
        Some(line.start..line.end + end)
    }

    fn cell(&self, index: usize) -> Written {
        let start = self.starts[index].start;
        let (next, is_last) = match self.starts.get(index + 1) {
            Some(next) => (next.start, next.row != self.starts[index].row),
            None => (self.text.len(), true),
        };
        let raw = &self.text[start..next];
        let length = match is_last {
            false => raw.len() - self.separator.len_utf8(),
            // A quoted cell may hold line ends; below the last row there may be empty lines.
            true => raw.trim_end_matches(['\n', '\r']).len(),
        };
        // A separator at the end of the text begins no other cell for the reader.
        let length = match raw[..length].strip_suffix(self.separator) {
            Some(before) if is_last && !is_open(before) => before.len(),
            _ => length,
        };
        Written { range: start..start + length, is_quoted: raw.starts_with('"') }
    }

    /// Returns the text in which cells have other contents.
    pub fn set(&self, contents: &[CellContent]) -> Result<String, EditError> {
        let mut edits = Vec::new();
        // Cells beyond the end of a row come with the separators before them.
        let mut beyond: BTreeMap<usize, BTreeMap<usize, &str>> = BTreeMap::new();
        for CellContent { row, column, content } in contents {
            match self.row(*row).find(|index| self.starts[*index].column == *column) {
                Some(index) => edits.push(self.with_content(index, content)),
                None => drop(beyond.entry(*row).or_default().insert(*column, content)),
            }
        }
        for (row, cells) in beyond {
            let line = self.line(row).ok_or_else(|| EditError::unknown("row", row.to_string()))?;
            let last = cells.keys().next_back().copied().unwrap_or_default();
            let cell = |column: usize| {
                let content = cells.get(&column).map_or_else(String::new, |content| self.quoted(content, false));
                format!("{}{content}", self.separator)
            };
            edits.push((line.end..line.end, (self.row(row).len()..=last).map(cell).collect()));
        }
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        Ok(edits.into_iter().fold(self.text.to_owned(), |text, (range, new)| replaced(&text, range, &new)))
    }

    /// Returns the bytes of a cell, and what is written there for another content.
    fn with_content(&self, index: usize, content: &str) -> (Range<usize>, String) {
        let cell = self.cell(index);
        let old = &self.text[cell.range.clone()];
        let content = if old.contains("\r\n") { content.replace('\n', "\r\n") } else { content.to_owned() };
        // White space around a text is not part of it, but stays.
        let new = match cell.is_quoted {
            true => self.quoted(&content, true),
            false => {
                let (before, after) =
                    (old.len() - old.trim_start().len(), old.trim_end().len().max(old.len() - old.trim_start().len()));
                let new = self.quoted(&content, false);
                if new.starts_with('"') { new } else { format!("{}{new}{}", &old[..before], &old[after..]) }
            }
        };
        (cell.range, new)
    }

    /// Formats a content for a cell.
    fn quoted(&self, content: &str, always: bool) -> String {
        let needs = content.contains(['"', '\n', '\r', self.separator]);
        if needs || always { format!("\"{}\"", content.replace('"', "\"\"")) } else { content.to_owned() }
    }

    /// Returns the text with more rows below another; of each the contents of its cells from the first column on.
    pub fn add(&self, after: usize, rows: &[Vec<String>]) -> Result<String, EditError> {
        let line = self.line(after).ok_or_else(|| EditError::unknown("row", after.to_string()))?;
        let separator = self.separator.to_string();
        let row = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| self.quoted(cell, false)).collect();
            line_end(self.text).to_owned() + &cells.join(&separator)
        };
        Ok(replaced(self.text, line.end..line.end, &rows.iter().map(row).collect::<String>()))
    }

    /// Returns the text without a row.
    pub fn delete(&self, row: usize) -> Result<String, EditError> {
        let line = self.whole_line(row).ok_or_else(|| EditError::unknown("row", row.to_string()))?;
        let is_last = line.end == self.text.len() && !self.text.ends_with('\n');
        // The file ends as it did, without a line end.
        let start = if is_last { self.text[..line.start].trim_end_matches(['\n', '\r']).len() } else { line.start };
        Ok(replaced(self.text, start..line.end, ""))
    }

    /// Returns the text with a row at a side of another one. Line ends stay where they are.
    pub fn shift(&self, row: usize, side: Side, of: usize) -> Result<String, EditError> {
        if row == of {
            return Ok(self.text.to_owned());
        }
        let mut numbers: Vec<usize> = self.starts.iter().filter(|cell| cell.column == 0).map(|cell| cell.row).collect();
        let lines: Vec<Range<usize>> = numbers.iter().filter_map(|number| self.line(*number)).collect();
        let position = |numbers: &[usize], row: usize| {
            let found = numbers.iter().position(|number| *number == row);
            found.ok_or_else(|| EditError::unknown("row", row.to_string()))
        };
        let from = position(&numbers, row)?;
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.remove(from);
        numbers.remove(from);
        let place = position(&numbers, of)? + usize::from(side == Side::After);
        order.insert(place, from);
        let (mut new, mut at) = (String::with_capacity(self.text.len()), 0);
        for (line, index) in lines.iter().zip(order) {
            new.push_str(&self.text[at..line.start]);
            new.push_str(&self.text[lines[index].clone()]);
            at = line.end;
        }
        new.push_str(&self.text[at..]);
        Ok(new)
    }

    /// Returns the number of the last row.
    pub fn last_row(&self) -> Option<usize> {
        self.starts.last().map(|cell| cell.row)
    }
}

/// True if quotes are open at the end of a cell.
fn is_open(raw: &str) -> bool {
    raw.starts_with('"') && raw.matches('"').count() % 2 == 1
}

/// Returns the content of a cell for a value; `old` is what it was.
pub(crate) fn content(value: &Value, old: &str) -> String {
    match value {
        Value::Text(text) => text.replace("\r\n", "\n"),
        Value::Number(number) if old.contains(',') && !old.contains('.') => number.to_string().replace('.', ","),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag_word(*flag, old).to_owned(),
        Value::List(items) => {
            let item = |item: &Value| content(item, "").replace(';', "\\;");
            items.iter().map(item).collect::<Vec<_>>().join("; ")
        }
        Value::Nothing => String::new(),
    }
}

/// Returns yes or no in the words of a sheet.
fn flag_word(flag: bool, old: &str) -> &'static str {
    const PAIRS: [[&str; 2]; 9] = [
        ["no", "yes"],
        ["false", "true"],
        ["n", "y"],
        ["0", "1"],
        ["nein", "ja"],
        ["falsch", "wahr"],
        ["non", "oui"],
        ["", "x"],
        ["", "✓"],
    ];
    let old = old.to_lowercase();
    let pair = PAIRS.iter().find(|pair| !old.is_empty() && pair.contains(&old.as_str())).unwrap_or(&PAIRS[0]);
    pair[usize::from(flag)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    const SHEET: &str = "name,text,count\r\nAxe,\"One,\r\ntwo\",2\r\n\r\n Fog ,,\r\nOar,short";

    /// Returns the cells as the reader of games finds them.
    fn source(text: &str) -> std::sync::Arc<Source> {
        let game = "title = \"x\"\ncards = \"a.csv\"\n[face.front]\ntemplate = \"card\"\n[field.text]\ntype = \"text\"\n\
                    [kind.a]\nname = \"a\"\n[sheets.a]\nkind = \"a\"\n";
        let files = Memory::new().with("card-data/x/game.toml", game).with("card-data/x/a.csv", text);
        let sheets = skirmish_read::sheet_places(&files, "x").unwrap_or_else(|errors| panic!("{errors:#?}"));
        std::sync::Arc::clone(&sheets[0].source)
    }

    fn set(row: usize, column: usize, content: &str) -> String {
        let content = CellContent { row, column, content: content.to_owned() };
        Grid::of(&source(SHEET)).set(&[content]).expect("set")
    }

    #[test]
    fn a_cell_changes_within_its_quotes() {
        assert_eq!(set(2, 1, "x\ny"), SHEET.replace("One,\r\ntwo", "x\r\ny"));
        assert_eq!(set(2, 0, "a, b"), SHEET.replace("Axe", "\"a, b\""));
        assert_eq!(set(4, 0, "Mist"), SHEET.replace("Fog", "Mist"));
        assert_eq!(set(4, 1, "\"No\""), SHEET.replace(" Fog ,,", " Fog ,\"\"\"No\"\"\","));
        assert_eq!(set(5, 1, ""), SHEET.replace("short", ""));
        assert_eq!(set(5, 2, "3"), SHEET.replace("short", "short,3"));
    }

    #[test]
    fn rows_come_go_and_move_without_the_others() {
        let source = source(SHEET);
        let grid = Grid::of(&source);
        assert_eq!(grid.delete(2).expect("deleted"), SHEET.replace("Axe,\"One,\r\ntwo\",2\r\n", ""));
        assert_eq!(grid.delete(5).expect("deleted"), SHEET.replace("\r\nOar,short", ""));
        let moved = "name,text,count\r\n Fog ,,\r\n\r\nAxe,\"One,\r\ntwo\",2\r\nOar,short";
        assert_eq!(grid.shift(2, Side::After, 4).expect("moved"), moved);
        assert_eq!(grid.shift(4, Side::Before, 2).expect("moved"), moved);
        assert_eq!(grid.shift(4, Side::Before, 4).expect("moved"), SHEET);
        let added = grid.add(5, &[vec!["Net".to_owned(), String::new(), "a;b".to_owned()]]).expect("added");
        assert_eq!(added, format!("{SHEET}\r\nNet,,a;b"));
    }

    #[test]
    fn values_are_written_as_the_sheet_writes_them() {
        assert_eq!(content(&Value::Number(2.5), "1,5"), "2,5");
        assert_eq!(content(&Value::Flag(false), "Ja"), "nein");
        assert_eq!(content(&Value::Flag(true), ""), "yes");
        assert_eq!(content(&Value::List(vec!["a;b".into(), Value::Number(2.0)]), ""), "a\\;b; 2");
    }
}
