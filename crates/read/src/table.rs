//! A TOML table, read key by key: every value with its place, every fault noted, reading on after it.

mod amounts;
mod file;
mod lists;
mod numbers;

pub(super) use file::Columns;
pub use file::File;

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

use toml::de::{DeTable, DeValue};

use super::languages::Translated;
use crate::diagnostic::{Code, Diagnostic, Repair, Span, nearest};

/// A text of the data with its span.
#[derive(Clone, Debug)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place.
    pub at: Span,
}

impl Word {
    /// Returns the span of some bytes of the text; the whole value if escapes make the bytes differ.
    pub fn part(&self, range: Range<usize>) -> Span {
        let raw = &self.at.source.text[self.at.range.clone()];
        match raw.find(&self.text) {
            Some(start) => {
                let start = self.at.range.start + start;
                Span::new(&self.at.source, start + range.start..start + range.end)
            }
            // A part that is written as it is, and once, is found all the same.
            None => match raw.match_indices(&self.text[range]).collect::<Vec<_>>().as_slice() {
                [(start, part)] => {
                    let start = self.at.range.start + start;
                    Span::new(&self.at.source, start..start + part.len())
                }
                _ => self.at.clone(),
            },
        }
    }
}

/// A table of a file; it records the requested keys, and reports the others as unknown.
pub struct TomlTable<'a> {
    /// The file that it is in.
    pub file: &'a File,
    entries: &'a DeTable<'a>,
    /// Name of the table in messages: "card `Axe`".
    pub what: String,
    /// Start of the table.
    pub at: Span,
    start: usize,
    /// True if it is a row of a sheet.
    is_row: bool,
    /// Its words in another language, if the game is read in that.
    translated: Option<Translated<'a>>,
    asked: RefCell<Asked>,
}

/// Keys in one text: thousands of cards ask for dozens of keys each.
#[derive(Clone, Default)]
struct Asked {
    text: String,
    /// For each key its beginning as a number, and where it ends in the text.
    keys: Vec<(u64, usize)>,
}

impl Asked {
    fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.keys.len()).map(|index| self.key(index))
    }

    fn key(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.keys[before].1);
        &self.text[start..self.keys[index].1]
    }

    fn has(&self, key: &str) -> bool {
        let start = beginning(key);
        let is_same = |(index, (known, _)): (usize, &(u64, usize))| *known == start && self.key(index) == key;
        self.keys.iter().enumerate().any(is_same)
    }

    fn add(&mut self, key: &str) {
        if !self.has(key) {
            self.text.push_str(key);
            self.keys.push((beginning(key), self.text.len()));
        }
    }
}

/// Returns the first bytes of a key and its length as a number, which is compared faster than the key.
fn beginning(key: &str) -> u64 {
    let (mut bytes, length) = ([0; 8], key.len().min(7));
    bytes[..length].copy_from_slice(&key.as_bytes()[..length]);
    bytes[7] = key.len().to_le_bytes()[0];
    u64::from_le_bytes(bytes)
}

/// True for characters that are never intended: control characters, direction overrides, and the replacement character.
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control() && !"\n\r\t".contains(letter)
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | char::REPLACEMENT_CHARACTER)
}

impl<'a> TomlTable<'a> {
    /// Returns the table with some entries. `what` is its name in messages.
    pub fn new(file: &'a File, entries: &'a DeTable<'a>, span: Range<usize>, what: impl Into<String>) -> Self {
        let (start, at) = (span.start, Span::new(&file.source, span));
        Self { file, entries, what: what.into(), at, start, is_row: false, translated: None, asked: RefCell::default() }
    }

    /// Returns the same table, with its words in another language.
    pub(super) fn translated(self, translated: Option<Translated<'a>>) -> Self {
        Self { translated, ..self }
    }

    /// Creates a row of a sheet.
    pub(super) fn row(file: &'a File, entries: &'a DeTable<'a>, span: Range<usize>, what: impl Into<String>) -> Self {
        Self { is_row: true, ..Self::new(file, entries, span, what) }
    }

    /// True for a row of a sheet.
    pub(super) fn is_row(&self) -> bool {
        self.is_row
    }

    pub(super) fn get(&self, key: &str) -> Option<(&'a DeValue<'a>, Span)> {
        self.asked.borrow_mut().add(key);
        let value = self.entry(key)?;
        Some((value.get_ref(), Span::new(&self.file.source, value.span())))
    }

    /// The value of a key, which may be in American spelling in the file.
    fn entry(&self, key: &str) -> Option<&'a toml::Spanned<DeValue<'a>>> {
        let american = || self.entries.get(key.replace("colour", "color").as_str());
        self.entries.get(key).or_else(|| key.contains("colour").then(american).flatten())
    }

    /// True if a key was asked for; one in American spelling only without the other.
    fn is_asked(&self, key: &str) -> bool {
        let asked = self.asked.borrow();
        let is_british_asked = || {
            let british = key.replace("color", "colour");
            asked.has(&british) && !self.entries.contains_key(british.as_str())
        };
        asked.has(key) || key.contains("color") && is_british_asked()
    }

    /// Returns the same table, to be read again: an entry that represents many cards is read for each of them.
    pub fn clone_unread(&self) -> Self {
        let (what, at, asked) = (self.what.clone(), self.at.clone(), self.asked.clone());
        let translated = self.translated.clone();
        Self {
            file: self.file,
            entries: self.entries,
            what,
            at,
            start: self.start,
            is_row: self.is_row,
            translated,
            asked,
        }
    }

    /// Keys that are right and are not looked at.
    pub fn allow(&self, keys: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut asked = self.asked.borrow_mut();
        keys.into_iter().for_each(|key| asked.add(key.as_ref()));
    }

    /// Returns a text, without reporting a missing or invalid one.
    pub fn peek(&self, key: &str) -> Option<String> {
        self.entry(key).and_then(|value| value.get_ref().as_str()).map(str::to_owned)
    }

    /// Returns the keys that nobody requested so far.
    pub fn unasked(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(key, _)| &**key.get_ref()).filter(|key| !self.is_asked(key))
    }

    /// True if the table has keys that nobody requested.
    pub fn has_unasked(&self) -> bool {
        self.unasked().next().is_some()
    }

    /// True if the key is in the table.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the place of a value.
    pub fn span(&self, key: &str) -> Option<Span> {
        self.get(key).map(|(_, at)| at)
    }

    pub(super) fn wrong(&self, key: &str, at: Span, must: &str, found: &DeValue<'_>) {
        let diagnostic = Diagnostic::error(
            Code::WRONG_TYPE,
            at,
            format!("`{key}` of {} must be {must}, not {}", self.what, type_name(found)),
        );
        self.file.note(match found {
            DeValue::String(text) if must.contains("number") && text.trim().parse::<i64>().is_ok() => {
                let number = text.trim();
                let repair = Repair::Value(number.to_owned());
                diagnostic.hint(format!("write `{key} = {number}` without quotes")).repair(repair)
            }
            _ => diagnostic,
        });
    }

    /// Reports a missing key, with a hint. A missing column is reported once.
    pub fn report_missing(&self, key: &str, hint: impl Into<String>) {
        let (start, diagnostic) = match self.file.without_column(key).filter(|_| self.is_row) {
            Some(at) => {
                let what = format!("missing column `{key}`, required for {}", self.what);
                (at.range.start, Diagnostic::error(Code::MISSING_COLUMN, at.clone(), what))
            }
            None => (
                self.start,
                Diagnostic::error(Code::MISSING_KEY, self.at.clone(), format!("{} has no `{key}`", self.what)),
            ),
        };
        self.file.report_missing((start, key.to_owned()), diagnostic.hint(hint), self.is_row);
    }

    /// True if the table has the key, or an unrequested one that looks like it.
    pub fn has_or_typo_of(&self, key: &str) -> bool {
        self.has_or_typo_among(key, self.unasked())
    }

    /// Returns the same for these unrequested keys: finding them takes long.
    pub fn has_or_typo_among<'k>(&self, key: &str, mut unasked: impl Iterator<Item = &'k str>) -> bool {
        self.entry(key).is_some() || unasked.any(|other| nearest(other, [key]).is_some())
    }

    /// Returns a text, if the key is there.
    pub fn text(&self, key: &str) -> Option<Word> {
        match self.get(key)? {
            (DeValue::String(text), at) => Some(Word { text: text.to_string(), at }),
            (other, at) => {
                self.wrong(key, at, "a string", other);
                None
            }
        }
    }

    /// Returns a text with at least one letter, if the key is there.
    pub fn non_empty_str(&self, key: &str) -> Option<Word> {
        let word = self.text(key)?;
        if word.text.trim().is_empty() {
            let diagnostic = Diagnostic::error(Code::EMPTY_TEXT, word.at, format!("`{key}` of {} is empty", self.what));
            self.file.note(diagnostic.hint("write a value between the quotes, or remove the line"));
            return None;
        }
        if let Some(letter) = word.text.chars().find(|letter| is_unprintable(*letter)) {
            let code = u32::from(letter);
            let what = format!("`{key}` of {} contains an unprintable character (U+{code:04X})", self.what);
            self.file.note(Diagnostic::error(Code::UNPRINTABLE, word.at, what).hint("remove it"));
            return None;
        }
        Some(word)
    }

    /// Words for players, if the key is there: in the language in which the game is read.
    pub(super) fn localized(&self, key: &str) -> Option<Word> {
        let word = self.non_empty_str(key)?;
        Some(match &self.translated {
            Some(translated) => translated.localized(key, word),
            None => word,
        })
    }

    /// Returns the same, which is required.
    pub(super) fn require_localized(&self, key: &str) -> Option<Word> {
        if !self.has(key) {
            self.report_missing(key, self.file.to_add(key));
        }
        self.localized(key)
    }

    /// Returns the id of its entry, if it is read in another language.
    pub(super) fn owner(&self) -> Option<&str> {
        self.translated.as_ref()?.owner()
    }

    /// Translates words for players from somewhere below the table.
    pub(super) fn said_below(&self, keys: &[&str], key: &str, word: Word) -> Word {
        let Some(translated) = &self.translated else { return word };
        keys.iter().fold(translated.clone(), |table, key| table.below(key)).localized(key, word)
    }

    /// Returns a text with at least one letter, which is required.
    pub fn require_str(&self, key: &str) -> Option<Word> {
        if !self.has(key) {
            self.report_missing(key, self.file.to_add(key));
        }
        self.non_empty_str(key)
    }

    /// Returns a whole number within bounds, if the key is there.
    pub fn number(&self, key: &str, bounds: RangeInclusive<i64>) -> Option<i64> {
        let (value, at) = self.get(key)?;
        let must = || format!("a whole number from {} to {}", bounds.start(), bounds.end());
        match value {
            DeValue::Integer(digits) => {
                let inside = numbers::whole(value).filter(|number| bounds.contains(number));
                if inside.is_none() {
                    self.file.note(Diagnostic::error(
                        Code::OUT_OF_BOUNDS,
                        at,
                        format!("`{key}` of {} must be {}, not {digits}", self.what, must()),
                    ));
                }
                inside
            }
            other => {
                self.wrong(key, at, &must(), other);
                None
            }
        }
    }

    /// Returns a whole number within bounds, which is required.
    pub fn must_number(&self, key: &str, bounds: RangeInclusive<i64>) -> Option<i64> {
        if !self.has(key) {
            self.report_missing(key, self.file.to_add(key));
        }
        self.number(key, bounds)
    }

    /// Returns a length or a ratio within bounds, if the key is there.
    pub fn measure(&self, key: &str, bounds: RangeInclusive<f64>) -> Option<f64> {
        let (value, at) = self.get(key)?;
        let number = match value {
            DeValue::Float(digits) => digits.as_str().replace('_', "").parse().ok(),
            DeValue::Integer(digits) => digits.as_str().replace('_', "").parse().ok(),
            other => {
                self.wrong(key, at, "a number", other);
                return None;
            }
        };
        let inside = number.filter(|number| bounds.contains(number));
        if inside.is_none() {
            let what = format!("`{key}` of {} must be {} to {}", self.what, bounds.start(), bounds.end());
            self.file.note(Diagnostic::error(Code::OUT_OF_BOUNDS, at, what));
        }
        inside
    }

    /// True if the value is a table.
    pub fn is_table(&self, key: &str) -> bool {
        matches!(self.get(key), Some((DeValue::Table(_), _)))
    }

    /// True if the value is a whole number.
    pub fn is_number(&self, key: &str) -> bool {
        matches!(self.get(key), Some((DeValue::Integer(_), _)))
    }

    /// True if the value is `true` or `false`.
    pub fn is_flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some((DeValue::Boolean(_), _)))
    }

    /// Returns `true` or `false`, if the key is there.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            (DeValue::Boolean(flag), _) => Some(*flag),
            (other, at) => {
                self.wrong(key, at, "`true` or `false`", other);
                None
            }
        }
    }

    /// Returns all keys with their places, in the order of the file.
    pub fn keys(&self) -> Vec<Word> {
        let key = |(key, _): (&toml::Spanned<toml::de::DeString<'_>>, _)| Word {
            text: key.get_ref().to_string(),
            at: Span::new(&self.file.source, key.span()),
        };
        self.entries.iter().map(key).collect()
    }

    /// Reports every key that nobody requested.
    pub fn finish(self) {
        if !self.has_unasked() {
            return;
        }
        let asked = self.asked.borrow();
        for key in self.keys().into_iter().filter(|key| !self.is_asked(&key.text)) {
            let near = nearest(&key.text, asked.iter());
            self.file.meant.borrow_mut().extend(near.map(|near| (self.start, near.to_owned())));
            let what = format!("unknown key `{}` in {}", key.text, self.what);
            let diagnostic = Diagnostic::error(Code::UNKNOWN_KEY, key.at, what).label("not a key");
            self.file.note(diagnostic.suggest(&key.text, asked.iter()));
        }
    }
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
