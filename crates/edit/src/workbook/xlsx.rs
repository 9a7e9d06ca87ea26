//! Cells of Excel's workbooks.

use std::ops::Range;

use roxmltree::Node;
use skirmish_base::diagnostic::{address, column_name};

use super::archive::Archive;
use super::{CellChange, escaped, parse};
use crate::EditError;
use crate::change::Value;
use crate::text::replaced;

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STRICT_RELATIONS: &str = "http://purl.oclc.org/ooxml/officeDocument/relationships";

/// Returns the part of a workbook that is a sheet.
///
/// # Errors
/// There is no sheet of that name.
pub(super) fn part(path: &str, archive: &Archive<'_>, sheet: &str) -> Result<String, EditError> {
    let book = archive.text("xl/workbook.xml")?;
    let book = parse(path, &book)?;
    let named = |node: &Node<'_, '_>| node.tag_name().name() == "sheet" && node.attribute("name") == Some(sheet);
    let id = book.descendants().find(named).and_then(|node| {
        node.attribute((RELATIONS, "id")).or_else(|| node.attribute((STRICT_RELATIONS, "id"))).map(str::to_owned)
    });
    let id = id.ok_or_else(|| EditError::unknown("sheet", sheet))?;
    let relations = archive.text("xl/_rels/workbook.xml.rels")?;
    let relations = parse(path, &relations)?;
    let target = relations.descendants().find(|node| node.attribute("Id") == Some(&id));
    let target = target.and_then(|node| node.attribute("Target")).ok_or_else(|| EditError::unknown("sheet", sheet))?;
    Ok(target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned))
}

/// Returns the XML of a sheet in which a cell has another value.
///
/// # Errors
/// It is not XML, or the cell is a formula or part of a merged one.
pub(super) fn set(path: &str, text: &str, change: &CellChange) -> Result<String, EditError> {
    let document = parse(path, text)?;
    let name = format!("{}{}", column_name(change.column), change.row);
    let is = |node: &Node<'_, '_>, name: &str| node.tag_name().name() == name;
    for area in document.descendants().filter(|node| is(node, "mergeCell")) {
        if area.attribute("ref").and_then(area_of).is_some_and(|area| area.holds(change)) {
            return Err(EditError::fixed(name, path, "is part of a merged cell"));
        }
    }
    let data = document.descendants().find(|node| is(node, "sheetData"));
    let data = data.ok_or_else(|| EditError::format(path, "a sheet without data"))?;
    // Numbers of rows and names of cells may be left out: then each follows the one before.
    let mut before = (None, 0);
    for row in data.children().filter(|node| is(node, "row")) {
        let number = row.attribute("r").and_then(|number| number.parse().ok()).unwrap_or(before.1 + 1);
        if number == change.row {
            return in_row(path, text, row, &name, change);
        }
        if number > change.row {
            break;
        }
        before = (Some(row), number);
    }
    let cell = cell(&name, None, &change.value, "");
    if cell.is_empty() {
        return Ok(text.to_owned());
    }
    let prefix = prefix_of(text, data);
    let row = format!("<{prefix}row r=\"{}\">{}</{prefix}row>", change.row, with_prefix(&cell, prefix));
    Ok(put_in(text, data, before.0, &row))
}

fn in_row(path: &str, text: &str, row: Node<'_, '_>, name: &str, change: &CellChange) -> Result<String, EditError> {
    let (mut before, mut column) = (None, 0);
    let prefix = prefix_of(text, row);
    for found in row.children().filter(|node| node.tag_name().name() == "c") {
        let place = found.attribute("r").and_then(address);
        column = place.map_or(column, |(_, column)| column);
        if column == change.column {
            if found.children().any(|node| node.tag_name().name() == "f") {
                return Err(EditError::fixed(name, path, "is a formula"));
            }
            let style = found.attribute("s");
            let mut new = cell(name, style, &change.value, found.attribute("t").unwrap_or_default());
            if new.is_empty() {
                new = format!("<c r=\"{name}\"{}/>", style_of(style));
            }
            return Ok(replaced(text, found.range(), &with_prefix(&new, prefix)));
        }
        if column > change.column {
            break;
        }
        (before, column) = (Some(found), column + 1);
    }
    let new = cell(name, None, &change.value, "");
    Ok(if new.is_empty() { text.to_owned() } else { put_in(text, row, before, &with_prefix(&new, prefix)) })
}

/// Returns the prefix of the names of elements: `x:`, usually nothing.
fn prefix_of<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let tag = &text[node.range()][1..];
    let name = &tag[..tag.find(|letter: char| letter.is_whitespace() || "/>".contains(letter)).unwrap_or(tag.len())];
    name.find(':').map_or("", |end| &name[..=end])
}

fn with_prefix(xml: &str, prefix: &str) -> String {
    match prefix {
        "" => xml.to_owned(),
        prefix => ["c ", "c>", "v>", "is>", "t>", "t "].iter().fold(xml.to_owned(), |xml, name| {
            xml.replace(&format!("<{name}"), &format!("<{prefix}{name}"))
                .replace(&format!("</{name}"), &format!("</{prefix}{name}"))
        }),
    }
}

/// Returns the text with an element behind another child, or as the first.
fn put_in(text: &str, parent: Node<'_, '_>, before: Option<Node<'_, '_>>, new: &str) -> String {
    let range = parent.range();
    if let Some(before) = before {
        return replaced(text, before.range().end..before.range().end, new);
    }
    let raw = &text[range.clone()];
    let head = end_of_tag(raw);
    if raw[..head].ends_with("/>") {
        let name = &raw[1..raw.find(|letter: char| letter.is_whitespace() || letter == '/').unwrap_or(head)];
        return replaced(text, range.start + head - 2..range.end, &format!(">{new}</{name}>"));
    }
    replaced(text, range.start + head..range.start + head, new)
}

/// Returns the bytes of the first tag.
pub(super) fn end_of_tag(raw: &str) -> usize {
    let mut quote = None;
    for (at, letter) in raw.char_indices() {
        match (quote, letter) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
    }
    raw.len()
}

fn style_of(style: Option<&str>) -> String {
    style.map(|style| format!(" s=\"{}\"", escaped(style))).unwrap_or_default()
}

/// Returns the XML of a cell; nothing if it is empty. `kind` is that of the cell before.
fn cell(name: &str, style: Option<&str>, value: &Value, kind: &str) -> String {
    let head = format!("<c r=\"{name}\"{}", style_of(style));
    let content = crate::rows::content(value, "");
    match value {
        Value::Number(_) => format!("{head}><v>{content}</v></c>"),
        Value::Flag(flag) if kind == "b" => format!("{head} t=\"b\"><v>{}</v></c>", u8::from(*flag)),
        _ if content.is_empty() => String::new(),
        _ => format!("{head} t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", escaped(&content)),
    }
}

/// Rows counted from 1 and columns from 0.
struct Area {
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Area {
    fn holds(&self, cell: &CellChange) -> bool {
        self.rows.contains(&cell.row) && self.columns.contains(&cell.column)
    }
}

/// Returns the cells of a range such as `B2:C3`.
fn area_of(name: &str) -> Option<Area> {
    let (first, last) = name.split_once(':')?;
    let ((top, left), (bottom, right)) = (address(first)?, address(last)?);
    Some(Area { rows: top..bottom + 1, columns: left..right + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = r#"<worksheet xmlns="x"><sheetData><row r="1"><c r="A1" s="3" t="s"><v>0</v></c><c r="C1"><f>1+1</f><v>2</v></c></row><row r="4"/></sheetData><mergeCells><mergeCell ref="A4:A5"/></mergeCells></worksheet>"#;

    fn with(row: usize, column: usize, value: impl Into<Value>) -> Result<String, EditError> {
        let new = set("a.xlsx", SHEET, &CellChange { row, column, value: value.into() })?;
        let start = SHEET.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let most = SHEET.len().min(new.len()) - start;
        let end = SHEET.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
        Ok(new[start..new.len() - end].to_owned())
    }

    #[test]
    fn a_cell_keeps_its_style() {
        let new = set("a.xlsx", SHEET, &CellChange { row: 1, column: 0, value: "A & B".into() }).expect("set");
        assert!(new.contains(r#"<row r="1"><c r="A1" s="3" t="inlineStr"><is><t xml:space="preserve">A &amp; B</t></is></c><c r="C1">"#), "{new}");
        let new = set("a.xlsx", SHEET, &CellChange { row: 1, column: 0, value: Value::Nothing }).expect("set");
        assert!(new.contains(r#"<row r="1"><c r="A1" s="3"/><c r="C1">"#), "{new}");
    }

    #[test]
    fn missing_cells_and_rows_are_added_in_order() {
        let number = |number: f64| Value::Number(number);
        assert_eq!(with(1, 1, number(2.5)), Ok(r#"B1"><v>2.5</v></c><c r=""#.to_owned()));
        assert_eq!(with(1, 3, number(7.0)), Ok(r#"c r="D1"><v>7</v></c><"#.to_owned()));
        assert_eq!(with(4, 1, number(7.0)), Ok(r#"><c r="B4"><v>7</v></c></row"#.to_owned()));
        assert_eq!(with(3, 0, number(7.0)), Ok(r#"3"><c r="A3"><v>7</v></c></row><row r=""#.to_owned()));
        assert_eq!(with(9, 0, Value::Nothing), Ok(String::new()));
    }

    #[test]
    fn formulas_and_merged_cells_are_refused() {
        assert!(matches!(with(1, 2, "x"), Err(EditError::Fixed { reason: "is a formula", .. })));
        assert!(matches!(with(5, 0, "x"), Err(EditError::Fixed { reason: "is part of a merged cell", .. })));
    }
}
