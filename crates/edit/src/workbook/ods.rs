//! Cells of OpenDocument workbooks, in which a cell or a row may stand for many that are alike.

use roxmltree::Node;
use skirmish_base::diagnostic::column_name;

use super::xlsx::end_of_tag;
use super::{CellChange, escaped, parse};
use crate::EditError;
use crate::change::Value;
use crate::text::replaced;

const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
const ROWS: &str = "table:number-rows-repeated";
const COLUMNS: &str = "table:number-columns-repeated";
/// Attributes that say what a cell holds.
const CONTENT: [&str; 10] = [
    "office:value-type",
    "office:value",
    "office:boolean-value",
    "office:string-value",
    "office:date-value",
    "office:time-value",
    "office:currency",
    "calcext:value-type",
    "table:formula",
    COLUMNS,
];

/// Returns the content of a workbook in which a cell of a sheet has another value.
///
/// # Errors
/// It is not XML or has no such sheet, or the cell is a formula or part of a merged one.
pub(super) fn set(path: &str, text: &str, sheet: &str, change: &CellChange) -> Result<String, EditError> {
    let document = parse(path, text)?;
    let named =
        |node: &Node<'_, '_>| node.has_tag_name((TABLE, "table")) && node.attribute((TABLE, "name")) == Some(sheet);
    let table = document.descendants().find(named).ok_or_else(|| EditError::unknown("sheet", sheet))?;
    let (mut row, mut last) = (0, None);
    // Rows may be in groups.
    for found in table.descendants().filter(|node| node.has_tag_name((TABLE, "table-row"))) {
        let count = count(found, "number-rows-repeated");
        if change.row <= row + count {
            let new = with_cell(path, text, found, change)?;
            let before = change.row - 1 - row;
            let whole = &text[found.range()];
            let parts =
                [repeated(whole, ROWS, before), repeated(&new, ROWS, 1), repeated(whole, ROWS, count - before - 1)];
            return Ok(replaced(text, found.range(), &parts.concat()));
        }
        row += count;
        last = Some(found);
    }
    let Some(end) = last.map(|last| last.range().end).filter(|_| change.value != Value::Nothing) else {
        return Ok(text.to_owned());
    };
    let blank = empty_rows(change.row - 1 - row);
    let cells = empty_cells(change.column) + &cell("<table:table-cell", &change.value, "");
    Ok(replaced(text, end..end, &format!("{blank}<table:table-row>{cells}</table:table-row>")))
}

/// Returns the XML of a row with another cell.
fn with_cell(path: &str, text: &str, row: Node<'_, '_>, change: &CellChange) -> Result<String, EditError> {
    let start = row.range().start;
    let whole = &text[row.range()];
    let name = format!("{}{}", column_name(change.column), change.row);
    let is_cell = |node: &Node<'_, '_>| {
        node.has_tag_name((TABLE, "table-cell")) || node.has_tag_name((TABLE, "covered-table-cell"))
    };
    let mut column = 0;
    for found in row.children().filter(is_cell) {
        let count = count(found, "number-columns-repeated");
        if change.column < column + count {
            let spans = |key: &str| found.attribute((TABLE, key)).is_some_and(|count| count != "1");
            if found.tag_name().name() == "covered-table-cell"
                || spans("number-rows-spanned")
                || spans("number-columns-spanned")
            {
                return Err(EditError::fixed(name, path, "is part of a merged cell"));
            }
            if found.has_attribute((TABLE, "formula")) {
                return Err(EditError::fixed(name, path, "is a formula"));
            }
            let raw = &text[found.range()];
            let is_paragraph = |node: &Node<'_, '_>| node.has_tag_name((TEXT, "p"));
            // A note at the cell is none of its content.
            let others = found.children().filter(|node| node.is_element() && !is_paragraph(node));
            let others: String = others.map(|node| &text[node.range()]).collect();
            let head = without(&raw[..end_of_tag(raw)], &CONTENT);
            let new = cell(head.trim_end_matches(['>', '/']).trim_end(), &change.value, &others);
            let before = change.column - column;
            let parts = [repeated(raw, COLUMNS, before), new, repeated(raw, COLUMNS, count - before - 1)];
            return Ok(replaced(whole, found.range().start - start..found.range().end - start, &parts.concat()));
        }
        column += count;
    }
    let new = empty_cells(change.column - column) + &cell("<table:table-cell", &change.value, "");
    let head = end_of_tag(whole);
    Ok(match whole[..head].strip_suffix("/>") {
        Some(open) => format!("{open}>{new}</table:table-row>"),
        None => {
            let end = whole.rfind("</").unwrap_or(whole.len());
            replaced(whole, end..end, &new)
        }
    })
}

fn count(node: Node<'_, '_>, key: &str) -> usize {
    node.attribute((TABLE, key)).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
}

fn empty_rows(count: usize) -> String {
    repeated("<table:table-row><table:table-cell/></table:table-row>", ROWS, count)
}

fn empty_cells(count: usize) -> String {
    repeated("<table:table-cell/>", COLUMNS, count)
}

/// Returns an element that stands for so many; nothing for none.
fn repeated(raw: &str, key: &str, count: usize) -> String {
    let head = end_of_tag(raw);
    let (tag, rest) = raw.split_at(head);
    let is_said = tag.contains(&format!("{key}=\"{count}\"")) || count == 1 && !tag.contains(key);
    if count == 0 || is_said {
        return if count == 0 { String::new() } else { raw.to_owned() };
    }
    let tag = without(tag, &[key]);
    if count == 1 {
        return tag + rest;
    }
    let name = tag.find(|letter: char| letter.is_whitespace() || "/>".contains(letter)).unwrap_or(tag.len());
    format!("{} {key}=\"{count}\"{}{rest}", &tag[..name], &tag[name..])
}

/// Returns a tag without some attributes.
fn without(tag: &str, keys: &[&str]) -> String {
    let mut tag = tag.to_owned();
    for key in keys {
        let found = ['"', '\''].iter().find_map(|quote| {
            let start = tag.find(&format!(" {key}={quote}"))?;
            let value = start + key.len() + 3;
            Some(start..value + tag[value..].find(*quote)? + 1)
        });
        if let Some(range) = found {
            tag.replace_range(range, "");
        }
    }
    tag
}

/// Returns the XML of a cell that begins like this.
fn cell(head: &str, value: &Value, others: &str) -> String {
    let content = crate::rows::content(value, "");
    let (kind, value) = match value {
        Value::Number(_) => ("float", format!(" office:value=\"{content}\"")),
        _ if content.is_empty() && others.is_empty() => return format!("{head}/>"),
        _ if content.is_empty() => return format!("{head}>{others}</table:table-cell>"),
        _ => ("string", String::new()),
    };
    let paragraphs: String = content.split('\n').map(|line| format!("<text:p>{}</text:p>", spaced(line))).collect();
    format!("{head} office:value-type=\"{kind}\"{value}>{others}{paragraphs}</table:table-cell>")
}

/// Returns a line with its runs of spaces and tabs as elements, which XML would join.
fn spaced(line: &str) -> String {
    let mut xml = String::new();
    let mut spaces = 0;
    let flush = |xml: &mut String, spaces: &mut usize, is_start: bool| {
        match (*spaces, is_start) {
            (0, _) => {}
            (1, false) => xml.push(' '),
            (count, true) => xml.push_str(&format!("<text:s text:c=\"{count}\"/>")),
            (count, false) => xml.push_str(&format!(" <text:s text:c=\"{}\"/>", count - 1)),
        }
        *spaces = 0;
    };
    for letter in line.chars() {
        if letter == ' ' {
            spaces += 1;
            continue;
        }
        let is_start = xml.is_empty();
        flush(&mut xml, &mut spaces, is_start);
        match letter {
            '\t' => xml.push_str("<text:tab/>"),
            letter => xml.push_str(&escaped(letter.encode_utf8(&mut [0; 4]))),
        }
    }
    // A space at the end would be lost.
    if spaces > 0 {
        xml.push_str(&format!("<text:s text:c=\"{spaces}\"/>"));
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><table:table table:name="Cards"><table:table-row><table:table-cell table:style-name="a" office:value-type="string"><text:p>name</text:p></table:table-cell><table:table-cell table:number-columns-repeated="3"/></table:table-row><table:table-row table:number-rows-repeated="5"><table:table-cell/></table:table-row></table:table></office:document-content>"#;

    fn with(row: usize, column: usize, value: impl Into<Value>) -> String {
        let new = set("a.ods", BOOK, "Cards", &CellChange { row, column, value: value.into() }).expect("set");
        new[new.find("<table:table-row").expect("a row")..new.find("</table:table>").expect("an end")].to_owned()
    }

    #[test]
    fn a_cell_keeps_its_style() {
        let new = with(1, 0, "a  & b\nc");
        let cell = r#"<table:table-row><table:table-cell table:style-name="a" office:value-type="string"><text:p>a <text:s text:c="1"/>&amp; b</text:p><text:p>c</text:p></table:table-cell><table:table-cell table:number-columns-repeated="3"/>"#;
        assert!(new.starts_with(cell), "{new}");
        assert!(
            with(1, 0, Value::Nothing).starts_with(r#"<table:table-row><table:table-cell table:style-name="a"/><"#)
        );
    }

    #[test]
    fn what_is_repeated_is_parted() {
        let new = with(1, 2, Value::Number(2.0));
        assert!(new.contains(r#"<table:table-cell/><table:table-cell office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell><table:table-cell/></table:table-row>"#), "{new}");
        let new = with(4, 0, "x");
        assert!(new.contains(r#"<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2">"#), "{new}");
        assert!(with(9, 1, "x").ends_with(r#"<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row><table:table-row><table:table-cell/><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>"#));
    }
}
