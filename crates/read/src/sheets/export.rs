//! The cards of a game as one sheet, which reads back the same.

use toml::de::{DeTable, DeValue};

use super::super::cards::Entries;
use super::super::game_toml::Setting;
use super::super::table::File;
use super::SheetRow;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{CARD, Field, FieldKind};

/// The columns that come first, in this order.
const FIRST: [&str; 5] = ["piece", "name", "short", "kind", "count"];

/// A heading with its cell.
type Cell = (String, String);

/// Returns a sheet with a row for each entry, below the headings. Values that can't be represented in a sheet are
/// reported in `file`.
pub(crate) fn export(entries: &Entries<'_>, setting: &Setting, file: &File) -> Vec<Vec<String>> {
    let writer = Writer { fields: &setting.game.fields, file };
    let has_pieces = setting.pieces.len() > 1;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for piece in &setting.pieces {
        let id = piece.spec.id.as_str();
        let row = |from: &File, table: &DeTable<'_>| {
            let mut cells = Vec::new();
            if has_pieces && id != CARD {
                cells.push(("piece".to_owned(), id.to_owned()));
            }
            writer.table(from, "", table, &mut cells);
            cells
        };
        if let Some((file, table)) = entries.toml
            && let Some(DeValue::Array(items)) = table.get(id).map(toml::Spanned::get_ref)
        {
            for item in items {
                if let DeValue::Table(table) = item.get_ref() {
                    rows.push(row(file, table));
                }
            }
        }
        for sheet in entries.sheets {
            let own = sheet.rows.iter().filter(|own| own.piece == id);
            rows.extend(own.map(|own| [row(&sheet.file, &own.table()), translated(own)].concat()));
        }
    }
    sheet(&rows, &setting.game.fields)
}

/// Returns the words of a row in other languages from its sheet; those of `cards.de.toml` stay in that file.
fn translated(row: &SheetRow) -> Vec<Cell> {
    let columns = row.translated.iter();
    // The first key is the id of the card.
    columns.map(|(language, path, text, _)| (format!("{}.{language}", path[1..].join(".")), lines(text))).collect()
}

/// Returns the rows below their headings: the keys of every card, then fields in the order of the game, then the rest
/// in order of appearance.
fn sheet(rows: &[Vec<Cell>], fields: &[Field]) -> Vec<Vec<String>> {
    let mut headings: Vec<&str> = Vec::new();
    for (heading, _) in rows.iter().flatten() {
        if !headings.contains(&heading.as_str()) {
            headings.push(heading);
        }
    }
    headings.sort_by_key(|heading| {
        let first = heading.split('.').next().unwrap_or(heading);
        let fixed = FIRST.iter().position(|known| *known == first);
        let field = || fields.iter().position(|field| field.name == first).map(|at| FIRST.len() + at);
        fixed.or_else(field).unwrap_or(usize::MAX)
    });
    let cell = |row: &Vec<Cell>, heading: &str| {
        row.iter().find(|(known, _)| known == heading).map_or_else(String::new, |(_, cell)| cell.clone())
    };
    let row = |row: &Vec<Cell>| headings.iter().map(|heading| cell(row, heading)).collect();
    let first = headings.iter().map(|heading| (*heading).to_owned()).collect();
    std::iter::once(first).chain(rows.iter().map(row)).collect()
}

/// Writes tables as cells.
struct Writer<'a> {
    fields: &'a [Field],
    file: &'a File,
}

impl Writer<'_> {
    /// Adds the cells of a table, whose headings begin with `path`.
    fn table(&self, from: &File, path: &str, table: &DeTable<'_>, cells: &mut Vec<Cell>) {
        for (key, value) in table {
            let heading = format!("{path}{}", key.get_ref());
            let at = || Span::new(&from.source, value.span());
            match (value.get_ref(), self.field(key.get_ref())) {
                (DeValue::Table(inner), Some(FieldKind::Figures(_))) => {
                    let figure =
                        |(name, figure): (&toml::Spanned<toml::de::DeString<'_>>, &toml::Spanned<DeValue<'_>>)| {
                            let DeValue::Integer(digits) = figure.get_ref() else { return None };
                            Some(format!("{} = {}", item(name.get_ref()), digits.as_str()))
                        };
                    cells.push((heading, inner.iter().filter_map(figure).collect::<Vec<_>>().join("; ")));
                }
                (DeValue::Table(inner), _) if heading == "allow" => {
                    let reason =
                        |(code, because): (&toml::Spanned<toml::de::DeString<'_>>, &toml::Spanned<DeValue<'_>>)| {
                            Some(format!("{} = {}", code.get_ref(), item(because.get_ref().as_str()?)))
                        };
                    cells.push((heading, inner.iter().filter_map(reason).collect::<Vec<_>>().join("; ")));
                }
                (DeValue::Table(inner), _) => self.table(from, &format!("{heading}."), inner, cells),
                (DeValue::Array(items), _) => {
                    let items: Option<Vec<String>> = items.iter().map(|value| word(value.get_ref())).collect();
                    match items {
                        Some(items) => cells.push((heading, items.join("; "))),
                        None => self.file.note(
                            Diagnostic::error(
                                Code::NO_PLACE_IN_SHEET,
                                at(),
                                format!("`{heading}` can't be exported to a spreadsheet"),
                            )
                            .hint("keep this entry in a `cards.toml` next to the spreadsheet: a cell holds only words and numbers"),
                        ),
                    }
                }
                (DeValue::String(text), _) => cells.push((heading, lines(text))),
                (DeValue::Integer(digits), _) => {
                    let number = i64::from_str_radix(&digits.as_str().replace('_', ""), digits.radix());
                    cells.push((heading, number.map_or_else(|_| digits.to_string(), |number| number.to_string())));
                }
                (other, _) => cells.push((heading, plainly(other))),
            }
        }
    }

    fn field(&self, name: &str) -> Option<&FieldKind> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.kind)
    }
}

/// Formats a word of a list: a `;` in it is escaped.
fn item(word: &str) -> String {
    word.replace(';', "\\;")
}

fn word(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(item(text)),
        DeValue::Integer(digits) => Some(digits.to_string()),
        _ => None,
    }
}

fn plainly(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Float(digits) => digits.as_str().to_owned(),
        DeValue::Datetime(date) => date.to_string(),
        _ => String::new(),
    }
}

/// Formats a text for a cell: a line for each paragraph.
fn lines(text: &str) -> String {
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        match (line.is_empty(), paragraphs.last_mut()) {
            (false, Some(last)) => last.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    let filled = paragraphs.iter().filter(|lines| !lines.is_empty());
    filled.map(|lines| lines.join(" ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_become_lines() {
        assert_eq!(lines("\nDraw one card\nand keep it.\n\n\n*Or* pass."), "Draw one card and keep it.\n*Or* pass.");
        assert_eq!(lines("Axe"), "Axe");
    }
}
