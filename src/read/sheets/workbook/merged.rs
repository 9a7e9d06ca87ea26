//! Merged cells: what they say belongs to each of their rows.

use std::collections::HashMap;
use std::io::{Cursor, Read as _};

use calamine::Xlsx;
use flate2::read::DeflateDecoder;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use rawzip::{CompressionMethod, ZipArchive};

/// Cells that are one; all counted from 0, the last ones belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub first: (usize, usize),
    pub last: (usize, usize),
}

impl Merged {
    /// Gives each row what the cell says, in its first column. A row with nothing but one cell over several columns is a heading between
    /// the cards, and becomes empty.
    pub fn spread(&self, rows: &mut [Vec<String>]) {
        let (top, column) = self.first;
        let Some(text) = rows.get(top).and_then(|row| row.get(column)).cloned() else { return };
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

/// The merged cells of a sheet of Excel's.
pub(super) fn of_xlsx(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Merged>, String> {
    let place = |(row, column): (u32, u32)| (row as usize, column as usize);
    let found = book.merge_cells_by_sheet_name(sheet).map_err(super::told)?;
    Ok(found.into_iter().map(|area| Merged { first: place(area.start), last: place(area.end) }).collect())
}

/// The merged cells of the sheets of an OpenDocument workbook, by the names of the sheets.
///
/// # Errors
/// It is no workbook, or something in it is not closed.
pub(super) fn of_ods(bytes: &[u8]) -> Result<HashMap<String, Vec<Merged>>, String> {
    let content = content(bytes)?;
    if !is_closed(&content).map_err(super::told)? {
        return Err(super::told("its content is truncated"));
    }
    // Most workbooks have none.
    if !content.contains("-spanned=") { Ok(HashMap::new()) } else { spans(&content).map_err(super::told) }
}

/// The content of an OpenDocument workbook.
fn content(bytes: &[u8]) -> Result<String, String> {
    let archive = ZipArchive::from_slice(bytes).map_err(super::told)?;
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(super::told)? {
        if entry.file_path().as_ref() != b"content.xml" {
            continue;
        }
        let file = archive.get_entry(entry.wayfinder()).map_err(super::told)?;
        let mut text = String::new();
        let read = match entry.compression_method() {
            CompressionMethod::STORE => file.data().read_to_string(&mut text),
            _ => DeflateDecoder::new(file.data()).read_to_string(&mut text),
        };
        return read.map(|_| text).map_err(super::told);
    }
    Err("unreadable workbook: no content".to_owned())
}

/// True if all elements end that begin.
fn is_closed(content: &str) -> Result<bool, quick_xml::Error> {
    let mut reader = quick_xml::Reader::from_str(content);
    let mut open = 0_usize;
    loop {
        match reader.read_event()? {
            Event::Start(_) => open += 1,
            // One that ends what never began is an error of the reader.
            Event::End(_) => open -= 1,
            Event::Eof => return Ok(open == 0),
            _ => {}
        }
    }
}

/// Where the next cell stands.
#[derive(Default)]
struct Place {
    row: usize,
    column: usize,
    /// As many rows as this one represents.
    rows: usize,
}

/// Goes through the cells of all sheets, and keeps those that span several.
fn spans(content: &str) -> Result<HashMap<String, Vec<Merged>>, quick_xml::Error> {
    let mut reader = quick_xml::Reader::from_str(content);
    let (mut all, mut sheet, mut at) = (HashMap::<String, Vec<Merged>>::new(), String::new(), Place::default());
    loop {
        let event = reader.read_event()?;
        match &event {
            Event::Eof => return Ok(all),
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "table:table" => {
                    sheet = attribute(tag, "table:name")?.unwrap_or_default();
                    at = Place::default();
                }
                "table:table-row" => {
                    at.rows = number(tag, "table:number-rows-repeated")?;
                    at.column = 0;
                }
                "table:table-cell" | "table:covered-table-cell" => {
                    let columns = number(tag, "table:number-columns-repeated")?;
                    let (down, across) =
                        (number(tag, "table:number-rows-spanned")?, number(tag, "table:number-columns-spanned")?);
                    if down > 1 || across > 1 {
                        let last = (at.row + down - 1, at.column + across - 1);
                        all.entry(sheet.clone()).or_default().push(Merged { first: (at.row, at.column), last });
                    }
                    at.column += columns;
                }
                _ => {}
            },
            _ => {}
        }
        let ended = match &event {
            Event::End(tag) => Some(tag.name()),
            Event::Empty(tag) => Some(tag.name()),
            _ => None,
        };
        if ended.is_some_and(|name| name.as_ref() == "table:table-row") {
            at.row += at.rows;
        }
    }
}

/// An attribute of a tag.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, quick_xml::Error> {
    let found = tag.try_get_attribute(name)?;
    found.map(|found| Ok(found.normalized_value(XmlVersion::Implicit1_0)?.into_owned())).transpose()
}

/// No sheet has more rows, and none as many columns.
const MOST: usize = 1 << 20;

/// An attribute that is a number of rows or columns; one where it is not there.
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
        let found = spans(content).expect("a sheet");
        assert_eq!(found["A & B"], [Merged { first: (3, 2), last: (4, 2) }]);
    }

    #[test]
    fn numbers_that_no_sheet_has_are_cut_down() {
        let content = r#"<table:table table:name="A"><table:table-row table:number-rows-repeated="0">
            <table:table-cell table:number-rows-spanned="0" table:number-columns-spanned="2"/>
            <table:table-cell table:number-columns-repeated="18446744073709551615"/>
            <table:table-cell table:number-columns-spanned="18446744073709551615"/></table:table-row></table:table>"#;
        let found = spans(content).expect("a sheet");
        let second = Merged { first: (0, 1 + MOST), last: (0, 2 * MOST) };
        assert_eq!(found["A"], [Merged { first: (0, 0), last: (0, 1) }, second]);
    }

    #[test]
    fn content_that_breaks_off_is_found() {
        for (content, closed) in [("<a><b/></a>", true), ("<a><b>", false), ("<a><b></b>", false), ("", true)] {
            assert_eq!(is_closed(content).expect("it is read"), closed, "{content}");
        }
        assert!(is_closed("<a></b>").is_err() && is_closed("</a>").is_err());
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
