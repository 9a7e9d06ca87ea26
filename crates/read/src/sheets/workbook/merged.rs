//! Merged cells, whose value belongs to each of their rows, and percentages in OpenDocument workbooks.

use std::collections::HashMap;
use std::io::Cursor;

use calamine::Xlsx;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::WorkbookError;
use super::budget::Budget;

/// An area of cells, such as merged ones; all counted from 0, the last ones belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub first: (usize, usize),
    pub last: (usize, usize),
}

impl Merged {
    /// Returns the text of the cell.
    pub fn text<'r>(&self, rows: &'r [Vec<String>]) -> &'r str {
        rows.get(self.first.0).and_then(|row| row.get(self.first.1)).map_or("", String::as_str)
    }

    /// Returns the number of rows below the first one, in a sheet of `height` rows. It is at least 1, since each
    /// takes time.
    pub fn rows_below(&self, height: usize) -> usize {
        self.last.0.min(height).saturating_sub(self.first.0).max(1)
    }

    /// Gives each row what the cell says, in its first column. A row with nothing but one cell over several columns is a heading between
    /// the cards, and becomes empty.
    pub fn spread(&self, rows: &mut [Vec<String>]) {
        let (top, column) = self.first;
        if top >= rows.len() {
            return;
        }
        let text = self.text(rows).to_owned();
        if self.last.0 == top {
            let is_alone = rows[top].iter().enumerate().all(|(other, cell)| other == column || cell.is_empty());
            if is_alone {
                rows[top].clear();
            }
            return;
        }
        for row in rows.iter_mut().take(self.last.0 + 1).skip(top + 1) {
            row.resize(row.len().max(column + 1), String::new());
            row[column].clone_from(&text);
        }
    }
}

/// Returns the merged cells of a sheet of Excel's.
pub(super) fn of_xlsx(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Merged>, WorkbookError> {
    let place = |(row, column): (u32, u32)| (row as usize, column as usize);
    let found = book.merge_cells_by_sheet_name(sheet).map_err(WorkbookError::unreadable)?;
    Ok(found.into_iter().map(|area| Merged { first: place(area.start), last: place(area.end) }).collect())
}

/// Areas of a sheet in an OpenDocument workbook.
#[derive(Clone, Debug, Default)]
pub(super) struct Areas {
    pub merged: Vec<Merged>,
    /// Cells with a percentage; `last` is the last cell that repeats the first.
    pub percentages: Vec<Merged>,
}

/// Returns the areas of the sheets of an OpenDocument workbook with this content, by the names of the sheets.
///
/// # Errors
/// Something in it is unclosed or not text, or its sheets have more cells or text than the limit.
pub(super) fn of_ods(content: Vec<u8>, budget: &mut Budget) -> Result<HashMap<String, Areas>, WorkbookError> {
    let content = String::from_utf8(content).map_err(WorkbookError::unreadable)?;
    spans(&content, budget)
}

/// A table as far as it was read.
#[derive(Default)]
struct Place {
    sheet: String,
    row: usize,
    column: usize,
    /// The number of rows that this one is repeated for.
    rows: usize,
    /// The number of columns that the open cell is repeated for.
    columns: usize,
    /// Bytes of text in the open cell.
    text: usize,
    /// True if the open cell has a value or a formula.
    is_filled: bool,
    /// The numbers of rows and columns up to the last filled cell.
    height: usize,
    width: usize,
}

impl Place {
    /// Ends a cell: a filled one counts as often as it is repeated.
    fn end_cell(&mut self, budget: &mut Budget) -> Result<(), WorkbookError> {
        if self.is_filled || self.text > 0 {
            let (row, column) = (self.row.saturating_add(self.rows), self.column.saturating_add(self.columns));
            // In a damaged file a cell may be outside all rows.
            Budget::check_place(&self.sheet, row.saturating_sub(1), column.saturating_sub(1))?;
            budget.take_text(&self.sheet, self.text, self.rows.saturating_mul(self.columns))?;
            (self.height, self.width) = (self.height.max(row), self.width.max(column));
        }
        self.column = self.column.saturating_add(self.columns);
        (self.columns, self.text, self.is_filled) = (0, 0, false);
        Ok(())
    }
}

/// Goes through the cells of all sheets, takes their number and text from the budget, and keeps those that span
/// several.
fn spans(content: &str, budget: &mut Budget) -> Result<HashMap<String, Areas>, WorkbookError> {
    let mut reader = quick_xml::Reader::from_str(content);
    let (mut all, mut at, mut open) = (HashMap::<String, Areas>::new(), Place::default(), 0_usize);
    loop {
        let event = reader.read_event().map_err(WorkbookError::unreadable)?;
        match &event {
            Event::Eof if open == 0 => return Ok(all),
            Event::Eof => return Err(WorkbookError::unreadable("its content is truncated")),
            Event::Start(tag) | Event::Empty(tag) => {
                begin(tag, &mut at, &mut all).map_err(WorkbookError::unreadable)?;
            }
            Event::Text(text) if at.columns > 0 => at.text += text.len(),
            Event::CData(text) if at.columns > 0 => at.text += text.len(),
            Event::GeneralRef(_) if at.columns > 0 => at.text += 1,
            _ => {}
        }
        let ended = match &event {
            Event::Start(_) => {
                open += 1;
                None
            }
            Event::End(tag) => {
                // One that ends what never began is an error of the reader.
                open -= 1;
                Some(tag.name())
            }
            Event::Empty(tag) => Some(tag.name()),
            _ => None,
        };
        match ended.as_ref().map(AsRef::as_ref) {
            Some("table:table-cell" | "table:covered-table-cell") => at.end_cell(budget)?,
            Some("table:table-row") => at.row = at.row.saturating_add(at.rows),
            Some("table:table") => budget.take_cells(&at.sheet, at.height, at.width)?,
            _ => {}
        }
    }
}

/// Begins a table, a row, a cell, or some spaces in one.
fn begin(tag: &BytesStart<'_>, at: &mut Place, all: &mut HashMap<String, Areas>) -> Result<(), quick_xml::Error> {
    match tag.name().as_ref() {
        "table:table" => {
            *at = Place { sheet: attribute(tag, "table:name")?.unwrap_or_default(), ..Place::default() };
        }
        "table:table-row" => {
            at.rows = number(tag, "table:number-rows-repeated")?;
            at.column = 0;
        }
        "table:table-cell" | "table:covered-table-cell" => {
            at.columns = number(tag, "table:number-columns-repeated")?;
            let value_type = attribute(tag, "office:value-type")?;
            at.is_filled = value_type.is_some() || attribute(tag, "table:formula")?.is_some();
            if value_type.as_deref() == Some("percentage") {
                let last = (at.row + at.rows - 1, at.column + at.columns - 1);
                let area = Merged { first: (at.row, at.column), last };
                all.entry(at.sheet.clone()).or_default().percentages.push(area);
            }
            let (down, across) =
                (number(tag, "table:number-rows-spanned")?, number(tag, "table:number-columns-spanned")?);
            if down > 1 || across > 1 {
                let last = (at.row + down - 1, at.column + across - 1);
                all.entry(at.sheet.clone()).or_default().merged.push(Merged { first: (at.row, at.column), last });
            }
        }
        "text:s" if at.columns > 0 => {
            let spaces = attribute(tag, "text:c")?.and_then(|text| text.parse::<u64>().ok()).unwrap_or(1);
            at.text = at.text.saturating_add(usize::try_from(spaces).unwrap_or(usize::MAX));
        }
        _ => {}
    }
    Ok(())
}

/// Returns an attribute of a tag.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, quick_xml::Error> {
    let found = tag.try_get_attribute(name)?;
    found.map(|found| Ok(found.normalized_value(XmlVersion::Implicit1_0)?.into_owned())).transpose()
}

/// Maximum number of rows of a sheet, and above that of columns.
const MOST: usize = 1 << 20;

/// Returns an attribute that is a number of rows or columns; 1 by default.
fn number(tag: &BytesStart<'_>, name: &str) -> Result<usize, quick_xml::Error> {
    Ok(attribute(tag, name)?.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_span_others_are_found() {
        let content = r#"<table:table table:name="A &amp; B"><table:table-row table:number-rows-repeated="3"/>
            <table:table-row><table:table-cell table:number-columns-repeated="2"/>
            <table:table-cell table:number-columns-spanned="1" table:number-rows-spanned="2"/></table:table-row>
            </table:table>"#;
        let found = spans(content, &mut Budget::new()).expect("a sheet");
        assert_eq!(found["A & B"].merged, [Merged { first: (3, 2), last: (4, 2) }]);
    }

    #[test]
    fn numbers_that_no_sheet_has_are_cut_down() {
        let content = r#"<table:table table:name="A"><table:table-row table:number-rows-repeated="0">
            <table:table-cell table:number-rows-spanned="0" table:number-columns-spanned="2"/>
            <table:table-cell table:number-columns-repeated="18446744073709551615"/>
            <table:table-cell table:number-columns-spanned="18446744073709551615"/></table:table-row></table:table>"#;
        let found = spans(content, &mut Budget::new()).expect("a sheet");
        let second = Merged { first: (0, 1 + MOST), last: (0, 2 * MOST) };
        assert_eq!(found["A"].merged, [Merged { first: (0, 0), last: (0, 1) }, second]);
    }

    #[test]
    fn content_that_breaks_off_is_found() {
        let is_read = |content: &str| spans(content, &mut Budget::new()).is_ok();
        for (content, read) in [("<a><b/></a>", true), ("<a><b>", false), ("<a><b></b>", false), ("", true)] {
            assert_eq!(is_read(content), read, "{content}");
        }
        assert!(!is_read("<a></b>") && !is_read("</a>"));
    }

    #[test]
    fn repeated_cells_and_text_have_a_limit() {
        let cell = "<table:table-cell office:value-type=\"string\"";
        let table = |row: &str, cell: &str| {
            let content =
                format!("<table:table table:name=\"A\"><table:table-row{row}>{cell}</table:table-row></table:table>");
            spans(&content, &mut Budget::new()).map(|merged| merged.len())
        };
        assert_eq!(table(" table:number-rows-repeated=\"1000000\"", "<table:table-cell/>"), Ok(0));
        assert_eq!(table("", &format!("{cell} table:number-columns-repeated=\"1000\"/>")), Ok(0));
        let too_large = |result: Result<usize, WorkbookError>, text: &str| match result {
            Err(WorkbookError::TooLarge(what)) => assert!(what.contains(text), "{what}"),
            other => panic!("{other:?}"),
        };
        too_large(table(" table:number-rows-repeated=\"100001\"", &format!("{cell}/>")), "cell A100001 of sheet `A`");
        too_large(table("", &format!("{cell} table:number-columns-repeated=\"1001\"/>")), "cell ALM1 of sheet `A`");
        too_large(
            table(" table:number-rows-repeated=\"90000\"", &format!("{cell} table:number-columns-repeated=\"90\"/>")),
            "cells",
        );
        too_large(
            table("", &format!("{cell}><text:p><text:s text:c=\"1000000000\"/></text:p></table:table-cell>")),
            "MB of text",
        );
    }

    #[test]
    fn what_is_merged_belongs_to_every_row() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<String>>();
        let mut rows = vec![row(&["Boats"]), row(&["Rowing Boat", "boat"]), row(&["Tall Ship"]), row(&["Fog", "sea"])];
        Merged { first: (0, 0), last: (0, 3) }.spread(&mut rows);
        Merged { first: (1, 1), last: (2, 1) }.spread(&mut rows);
        Merged { first: (3, 0), last: (3, 1) }.spread(&mut rows);
        assert_eq!(rows, [row(&[]), row(&["Rowing Boat", "boat"]), row(&["Tall Ship", "boat"]), row(&["Fog", "sea"])]);
    }
}
