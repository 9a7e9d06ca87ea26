//! Locations in a spreadsheet as users know them: rows by numbers, columns by letters.

use std::ops::Range;

/// The cells of a sheet, in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Name of the sheet in its workbook; `None` if the file has only one.
    pub sheet: Option<String>,
    /// Start of each.
    pub starts: Vec<Cell>,
}

/// Start of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// First byte in the text, including any quote.
    pub start: usize,
    /// Its row, counted from 1.
    pub row: usize,
    /// Its column, counted from 0.
    pub column: usize,
}

impl Cells {
    /// Returns the cell that a byte of the text belongs to.
    pub fn at(&self, byte: usize) -> Option<Cell> {
        let after = self.starts.partition_point(|cell| cell.start <= byte);
        Some(self.starts[after.checked_sub(1)?])
    }

    /// Returns the suffix of the file's path: `, row 14, column D` or `, sheet Cards, D14`. An empty range at the first
    /// byte represents the whole sheet.
    pub fn place(&self, range: &Range<usize>) -> String {
        let cell = self.at(range.start).filter(|_| *range != (0..0));
        match (&self.sheet, cell) {
            (Some(sheet), Some(cell)) => format!(", sheet {sheet}, {}{}", column_name(cell.column), cell.row),
            (Some(sheet), None) => format!(", sheet {sheet}"),
            (None, Some(cell)) => format!(", row {}, column {}", cell.row, column_name(cell.column)),
            (None, None) => String::new(),
        }
    }

    /// Returns the row of a byte of the text: its number, its first byte, and its text without the line end.
    pub fn row<'t>(&self, text: &'t str, byte: usize) -> Option<(usize, usize, &'t str)> {
        let row = self.at(byte)?.row;
        let first = self.starts.partition_point(|cell| cell.row < row);
        let next = self.starts.partition_point(|cell| cell.row <= row);
        let (start, end) = (self.starts[first].start, self.starts.get(next).map_or(text.len(), |cell| cell.start));
        Some((row, start, text.get(start..end)?.trim_end_matches(['\n', '\r'])))
    }
}

/// Returns the letters of a column, which is counted from 0: `D` for 3, `AB` for 27.
pub fn column_name(column: usize) -> String {
    let (more, last) = (column / 26, b'A' + u8::try_from(column % 26).unwrap_or_default());
    let before = if more == 0 { String::new() } else { column_name(more - 1) };
    before + char::from(last).encode_utf8(&mut [0; 4])
}

/// Returns the row and the column of a cell such as `C3`: the row counted from 1, the column from 0.
pub fn address(cell: &str) -> Option<(usize, usize)> {
    let digits = cell.find(|letter: char| letter.is_ascii_digit()).filter(|at| (1..=3).contains(at))?;
    let (column, row) = cell.split_at(digits);
    let place = |sum: usize, letter: char| Some(sum * 26 + usize::try_from(letter.to_digit(36)?.checked_sub(9)?).ok()?);
    let column = column.chars().try_fold(0, place)?.checked_sub(1)?;
    Some((row.parse().ok().filter(|row| *row > 0)?, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters_as_in_a_spreadsheet() {
        let told: Vec<String> = [0, 3, 25, 26, 27, 701, 702].into_iter().map(column_name).collect();
        assert_eq!(told, ["A", "D", "Z", "AA", "AB", "ZZ", "AAA"]);
    }

    #[test]
    fn a_place_is_a_row_and_a_column() {
        let text = "name,kind\n\"A, b\",x\n";
        let cell = |start, row, column| Cell { start, row, column };
        let starts = vec![cell(0, 1, 0), cell(5, 1, 1), cell(10, 2, 0), cell(17, 2, 1)];
        let mut cells = Cells { sheet: None, starts };
        assert_eq!(cells.place(&(17..18)), ", row 2, column B");
        assert_eq!(cells.row(text, 12), Some((2, 10, "\"A, b\",x")));
        assert_eq!(cells.row(text, 6), Some((1, 0, "name,kind")));
        assert_eq!(cells.place(&(0..0)), "");
        cells.sheet = Some("Cards".to_owned());
        assert_eq!(cells.place(&(12..13)), ", sheet Cards, A2");
        assert_eq!(cells.place(&(0..0)), ", sheet Cards");
    }
}
