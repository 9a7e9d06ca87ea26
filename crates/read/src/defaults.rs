//! Field values set by a card, a kind or a face.

use std::collections::BTreeMap;

use super::table::{TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Field, FieldKind};

/// Texts by field: the field itself, and for a quotation its source as well.
pub(super) type FieldTexts = BTreeMap<String, Vec<(String, Word)>>;

/// Reads all texts that a table says.
pub(super) fn field_texts(table: &TomlTable<'_>, fields: &[Field]) -> FieldTexts {
    let mut field_texts = FieldTexts::new();
    for field in fields {
        let texts = match field.kind {
            FieldKind::Line | FieldKind::Text => {
                let word =
                    if field.translate { table.localized(&field.name) } else { table.non_empty_str(&field.name) };
                word.map(|word| (field.name.clone(), word)).into_iter().collect()
            }
            FieldKind::Quote => quote(table, &field.name),
            FieldKind::Needs | FieldKind::Number(..) | FieldKind::Flag | FieldKind::List(_) | FieldKind::Figures(_) => {
                Vec::new()
            }
        };
        if !texts.is_empty() {
            field_texts.insert(field.name.clone(), texts);
        }
    }
    field_texts
}

/// Reads `{ text = "…", after = "…" }`.
fn quote(table: &TomlTable<'_>, field: &str) -> Vec<(String, Word)> {
    if let Some(words) = table.peek(field) {
        let what = format!("`{field}` of {} must be a table, not a string", table.what);
        let diagnostic = Diagnostic::error(Code::WRONG_TYPE, table.span(field), what);
        table.file.note(diagnostic.hint(format!("write `{field} = {{ text = \"{words}\" }}`")));
        return Vec::new();
    }
    let Some(quote) = table.table(field, format_args!("`{field}` of {}", table.what)) else { return Vec::new() };
    let text = quote.require_localized("text").map(|word| (field.to_owned(), word));
    let after = quote.localized("after").map(|word| (format!("{field}-after"), word));
    quote.finish();
    text.into_iter().chain(after).collect()
}

/// Reads all needs that a table lists.
pub(super) fn needs(table: &TomlTable<'_>, fields: &[Field]) -> Vec<Word> {
    let fields = fields.iter().filter(|field| field.kind == FieldKind::Needs);
    fields.flat_map(|field| table.words(&field.name)).collect()
}

/// Reads the name of a drawing; an empty one for no drawing: `art = ""`.
pub(super) fn read_art(table: &TomlTable<'_>) -> Option<Word> {
    match table.peek("art").as_deref() {
        Some("") => table.text("art"),
        _ => table.non_empty_str("art"),
    }
}

/// Defaults of a card.
#[derive(Clone, Default)]
pub(super) struct Defaults {
    pub template: Option<Word>,
    pub art: Option<Word>,
    pub card_icon: Option<Word>,
    pub back: Option<Word>,
    pub texts: FieldTexts,
    /// Needs of every card, beside its own.
    pub needs: Vec<Word>,
}

impl Defaults {
    pub fn read(table: &TomlTable<'_>, fields: &[Field]) -> Self {
        Self {
            template: table.non_empty_str("template"),
            art: read_art(table),
            card_icon: table.non_empty_str("card-icon"),
            back: table.non_empty_str("back"),
            texts: field_texts(table, fields),
            needs: needs(table, fields),
        }
    }
}
