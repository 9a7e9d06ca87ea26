//! Words that must be in a list, and lists of several kinds of things.

use toml::de::DeValue;

use super::table::{TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic, Span};

/// Item of an `each` list.
pub(super) enum Item<'a> {
    /// A whole number.
    Number(i64, Span),
    /// A text.
    Word(Word),
    /// Several keys with a value each.
    Row(TomlTable<'a>),
}

impl<'a> TomlTable<'a> {
    /// Returns the items of a list of numbers, texts and tables; empty if the key is missing.
    pub(super) fn items(&self, key: &str) -> Vec<Item<'a>> {
        let Some((value, at)) = self.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value else {
            self.wrong(key, at, "a list", value);
            return Vec::new();
        };
        let item = |item: &'a toml::Spanned<DeValue<'a>>| {
            let at = Span::new(&self.file.source, item.span());
            Some(match item.get_ref() {
                DeValue::String(text) => Item::Word(Word { text: text.to_string(), at }),
                DeValue::Table(entries) => {
                    Item::Row(TomlTable::new(self.file, entries, at.range, format!("a row of {}", self.what)))
                }
                DeValue::Integer(digits) if i64::from_str_radix(digits.as_str(), digits.radix()).is_ok() => {
                    Item::Number(i64::from_str_radix(digits.as_str(), digits.radix()).ok()?, at)
                }
                other => {
                    self.wrong(key, at, "a list of strings and whole numbers", other);
                    return None;
                }
            })
        };
        items.iter().filter_map(item).collect()
    }

    /// Returns the position of a word in a choice; an unknown word is reported with a suggestion.
    pub fn choose<'c>(
        &self,
        code: Code,
        word: &Word,
        what: &str,
        choice: impl IntoIterator<Item = &'c str> + Clone,
    ) -> Option<usize> {
        let found = choice.clone().into_iter().position(|known| known == word.text);
        if found.is_none() {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let diagnostic =
                Diagnostic::error(code, word.at.clone(), format!("unknown {what} `{}` in {}", word.text, self.what));
            self.file.note(diagnostic.label(format!("not {article} {what}")).suggest(&word.text, choice));
        }
        found
    }

    /// Reads one of several words, if the key is there.
    pub(super) fn one_of<T: Copy, const N: usize>(&self, key: &str, what: &str, words: [(&str, T); N]) -> Option<T> {
        let word = self.non_empty_str(key)?;
        let found = self.choose(Code::UNKNOWN_WORD, &word, what, words.map(|(word, _)| word))?;
        words.get(found).map(|(_, value)| *value)
    }
}
