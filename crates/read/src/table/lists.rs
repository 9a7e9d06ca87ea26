//! Lists of strings, and nested tables.

use std::fmt::Display;
use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::{TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic, Repair, Span};

impl<'a> TomlTable<'a> {
    /// Reads a list of texts; empty if the key is missing.
    pub fn words(&self, key: &str) -> Vec<Word> {
        match self.get(key) {
            None => Vec::new(),
            Some((DeValue::Array(items), _)) => items
                .iter()
                .filter_map(|item| {
                    let at = Span::new(&self.file.source, item.span());
                    match item.get_ref() {
                        DeValue::String(text) => Some(Word { text: text.to_string(), at }),
                        other => {
                            self.wrong(key, at, "a list of strings", other);
                            None
                        }
                    }
                })
                .collect(),
            Some((DeValue::String(text), at)) => {
                let what = format!("`{key}` of {} must be a list of strings, not a string", self.what);
                let list = format!("[\"{text}\"]");
                let diagnostic = Diagnostic::error(Code::WRONG_TYPE, at.clone(), what);
                self.file.note(diagnostic.hint(format!("write `{key} = {list}`")).repair(Repair::Value(list)));
                vec![Word { text: text.to_string(), at }]
            }
            Some((other, at)) => {
                self.wrong(key, at, "a list of strings", other);
                Vec::new()
            }
        }
    }

    /// Reads one text or a list of strings; empty if the key is missing.
    pub fn filled_or_words(&self, key: &str) -> Vec<Word> {
        match self.get(key) {
            Some((DeValue::Array(items), at)) => {
                if items.is_empty() {
                    let diagnostic =
                        Diagnostic::error(Code::EMPTY_LIST, at, format!("`{key}` of {} is an empty list", self.what));
                    self.file.note(diagnostic.hint("add values between the brackets, or remove the line"));
                }
                self.words(key)
            }
            _ => self.non_empty_str(key).into_iter().collect(),
        }
    }

    /// Returns a list of numbers within bounds, if the key is there.
    pub fn measures(&self, key: &str, bounds: RangeInclusive<f64>) -> Option<Vec<f64>> {
        let (value, at) = self.get(key)?;
        let must = format!("a list of numbers from {} to {}", bounds.start(), bounds.end());
        let DeValue::Array(items) = value else {
            self.wrong(key, at, &must, value);
            return None;
        };
        let number = |item: &toml::Spanned<DeValue<'_>>| {
            let found = match item.get_ref() {
                DeValue::Float(digits) => digits.as_str().replace('_', "").parse().ok(),
                DeValue::Integer(digits) => digits.as_str().replace('_', "").parse().ok(),
                _ => None,
            };
            let found = found.filter(|number: &f64| bounds.contains(number));
            if found.is_none() {
                self.wrong(key, Span::new(&self.file.source, item.span()), &must, item.get_ref());
            }
            found
        };
        Some(items.iter().filter_map(number).collect())
    }

    /// Returns a table in the table, if the key is there; only then its name is formatted.
    pub fn table(&self, key: &str, what: impl Display) -> Option<TomlTable<'a>> {
        match self.get(key)? {
            (DeValue::Table(entries), at) => {
                let inner = self.translated.as_ref().map(|translated| translated.below(key));
                Some(TomlTable::new(self.file, entries, at.range, what.to_string()).translated(inner))
            }
            (other, at) => {
                self.wrong(key, at, "a table", other);
                None
            }
        }
    }

    /// Returns the tables of `[key.a]`, `[key.b]`, each with its name; each must be a table.
    pub fn tables(&self, key: &str, what: &str) -> Vec<(Word, TomlTable<'a>)> {
        let Some(table) = self.table(key, what) else { return Vec::new() };
        table
            .keys()
            .into_iter()
            .filter_map(|name| {
                let inner = table.table(&name.text, format_args!("{what} `{}`", name.text))?;
                Some((name, inner))
            })
            .collect()
    }

    /// Returns the tables of `[[key]]`.
    pub fn list(&self, key: &str, what: &str) -> Vec<TomlTable<'a>> {
        let Some((value, at)) = self.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value else {
            self.wrong(key, at, &format!("a list: write `[[{key}]]` with double brackets"), value);
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| match item.get_ref() {
                DeValue::Table(entries) => Some(TomlTable::new(self.file, entries, item.span(), what)),
                other => {
                    self.wrong(key, Span::new(&self.file.source, item.span()), "a list of tables", other);
                    None
                }
            })
            .collect()
    }
}
