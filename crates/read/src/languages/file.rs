//! The files of a translation: `de.name = "…"` with `source.name = "…"`, below the id of what they belong to.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::super::table::{File, Word, is_unprintable};
use super::{Part, Path, SOURCE};
use crate::diagnostic::{Code, Diagnostic, Span};

/// A text of a translation.
pub(super) struct Leaf {
    /// Span of its key, or of that of its source.
    pub key: Span,
    /// The words; empty if they aren't written yet.
    pub word: Option<Word>,
    /// The text that they were made from.
    pub source: Option<Word>,
}

impl Leaf {
    pub fn new(key: Span) -> Self {
        Self { key, word: None, source: None }
    }
}

/// Content of a file.
#[derive(Default)]
pub(super) struct Read {
    pub leaves: BTreeMap<Path, Leaf>,
    /// The terms of the language: `de.terms`.
    pub terms: Vec<String>,
}

/// Parent of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    /// Neither key so far.
    Nothing,
    /// The key of the language.
    Language,
    /// The key of the source.
    Source,
}

pub(super) fn read(file: &File, table: &DeTable<'_>, part: Part, language: &str) -> Read {
    let mut reader = Reader { file, part, language, read: Read::default() };
    reader.table(table, &mut Vec::new(), Below::Nothing);
    reader.read
}

/// Reports a repeated text.
pub(super) fn twice(path: &[String], at: &Span, first: &Span) -> Diagnostic {
    let what = format!("duplicate translation of `{}`", path.join("."));
    Diagnostic::error(Code::TRANSLATED_TWICE, at.clone(), what)
        .label("duplicate")
        .hint(format!("remove it, or the first at {first}"))
}

struct Reader<'a> {
    file: &'a File,
    part: Part,
    language: &'a str,
    read: Read,
}

impl Reader<'_> {
    /// True if the next key is a name of the game's own, even if it is spelt like a language.
    fn is_name(&self, path: &[String]) -> bool {
        match self.part {
            Part::Cards => path.is_empty(),
            Part::Game => path.len() == 1 || path.len() == 2 && path[0] == "table",
        }
    }

    fn table(&mut self, table: &DeTable<'_>, path: &mut Path, below: Below) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let at = Span::new(&self.file.source, key.span());
            let inner = match name {
                _ if below != Below::Nothing || self.is_name(path) => None,
                SOURCE => Some(Below::Source),
                name if name == self.language => Some(Below::Language),
                _ => None,
            };
            match (value.get_ref(), inner) {
                (DeValue::Table(inner), Some(below)) => self.table(inner, path, below),
                (_, Some(_)) => {
                    let what = format!("`{name}` must have keys of its own");
                    let hint = format!("write `{name}.name = \"…\"`, or the key of another text");
                    self.file.note(Diagnostic::error(Code::TRANSLATION_LOOSE, at, what).hint(hint));
                }
                (DeValue::Table(inner), None) => {
                    path.push(name.to_owned());
                    self.table(inner, path, below);
                    path.pop();
                }
                (value_of, None) => {
                    path.push(name.to_owned());
                    self.leaf(path, at, value_of, Span::new(&self.file.source, value.span()), below);
                    path.pop();
                }
            }
        }
    }

    /// Reads a value: the words, the text that they were made from, or something invalid.
    fn leaf(&mut self, path: &Path, key: Span, value: &DeValue<'_>, at: Span, below: Below) {
        let language = self.language;
        let name = path.last().map_or("", String::as_str);
        if below == Below::Nothing {
            let what = format!("`{name}` has no language");
            let diagnostic = Diagnostic::error(Code::TRANSLATION_LOOSE, key, what);
            self.file.note(diagnostic.hint(format!("write `{language}.{name} = …`")));
            return;
        }
        if below == Below::Language
            && path.as_slice() == ["terms"]
            && let DeValue::Array(items) = value
        {
            self.read.terms.extend(items.iter().filter_map(|item| item.get_ref().as_str()).map(str::to_owned));
            return;
        }
        let DeValue::String(text) = value else {
            let what = format!("`{name}` can't be translated: values, counts and lists come from the source");
            let diagnostic = Diagnostic::error(Code::TRANSLATED_FIGURE, at, what).label("not translatable");
            self.file.note(diagnostic.hint("remove the line: values of the source apply to every language"));
            return;
        };
        let word = Word { text: text.to_string(), at };
        if let Some(letter) = word.text.chars().find(|letter| is_unprintable(*letter)) {
            let what = format!("`{name}` contains an unprintable character (U+{:04X})", u32::from(letter));
            self.file.note(Diagnostic::error(Code::UNPRINTABLE, word.at, what).hint("remove it"));
            return;
        }
        let leaf = self.read.leaves.entry(path.clone()).or_insert_with(|| Leaf::new(key.clone()));
        let kept = if below == Below::Language { &mut leaf.word } else { &mut leaf.source };
        if let Some(known) = kept {
            self.file.note(twice(path, &word.at, &known.at));
            return;
        }
        *kept = Some(word);
        // Errors of a text are reported at its words.
        if below == Below::Language {
            leaf.key = key;
        }
    }
}
