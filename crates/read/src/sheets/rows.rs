//! Converts a row of a sheet to the table that `cards.toml` would have for it.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::columns::{Column, Sort};
use super::grid::{BOLD, Entry, ITALIC, Row};
use super::html;
use super::plain;
use super::told::Markup;
use crate::game::Game;
use crate::vfs::portable_path;

/// Value of a cell whose formula was never calculated, as spreadsheets show it while they wait.
pub(super) const NOT_CALCULATED: &str = "#GETTING_DATA";
/// Values that spreadsheets show for a failed formula.
const NO_VALUE: [&str; 8] = ["#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", NOT_CALCULATED];
/// Words for yes and for no, in small letters.
const YES: [&str; 16] =
    ["true", "yes", "y", "x", "1", "✓", "✔", "ja", "wahr", "oui", "vrai", "sì", "sí", "sim", "tak", "да"];
const NO: [&str; 12] = ["false", "no", "n", "0", "-", "nein", "falsch", "nee", "non", "faux", "não", "nie"];

/// True if a cell shows that its formula has no value.
pub fn has_no_value(text: &str) -> bool {
    let code = text.strip_prefix("Err:").is_some_and(|code| code.len() == 3 && is_digits(code));
    code || NO_VALUE.contains(&text)
}

/// Content of a cell, and where.
pub(super) struct Part {
    value: Value,
    range: Range<usize>,
}

/// Content of a cell. An invalid value stays a word, and is reported when it is read.
enum Value {
    Word(String),
    /// As TOML writes it.
    Number(String),
    Flag(bool),
    List(Vec<Part>),
    Table(Vec<(String, Part)>),
}

/// Content of a row, by the keys of its columns.
pub(super) type Parts = Vec<(Vec<String>, Part)>;

/// Reads the cells of a row that are not empty.
pub(super) fn parts(row: &Row, columns: &[Column], markup: &Markup, game: &Game) -> Parts {
    let is_read = |index: usize| row.is_filled(index) && !has_no_value(&row.cells[index].text);
    let filled = columns.iter().filter(|column| column.language.is_none() && is_read(column.index));
    let part = |column: &Column| {
        let cell = &row.cells[column.index];
        let value = match column.path.as_slice() {
            [key] if key == "kind" => Value::Word(kind(&cell.text, game)),
            // A name has no markup.
            [key] if key == "name" => name(cell, column.sort, markup),
            // A file that Windows can't store is called otherwise; braces quote fields.
            [.., key] if key == "art" && !cell.text.contains('{') => {
                let cell = Entry { text: portable_path(&cell.text), marked: None, range: cell.range.clone() };
                value(&cell, column.sort, markup)
            }
            _ => value(cell, column.sort, markup),
        };
        (column.path.clone(), Part { value, range: cell.range.clone() })
    };
    filled.map(part).collect()
}

/// Returns the words of a row in other languages: the language, the keys that lead to them, the words and their bytes.
pub(super) fn translated(
    row: &Row,
    columns: &[Column],
    markup: &Markup,
) -> Vec<(String, Vec<String>, String, Range<usize>)> {
    let word = |column: &Column| {
        let language = column.language.clone().filter(|_| row.is_filled(column.index))?;
        let cell = &row.cells[column.index];
        let value = if column.path == ["name"] { name } else { value };
        match value(cell, column.sort, markup) {
            Value::Word(text) => Some((language, column.path.clone(), text, cell.range.clone())),
            _ => None,
        }
    };
    columns.iter().filter_map(word).collect()
}

/// Returns an implied value of a row, without a cell.
pub(super) fn given(key: &str, word: &str, range: Range<usize>) -> (Vec<String>, Part) {
    let value = number(word).map_or_else(|| Value::Word(word.to_owned()), Value::Number);
    (vec![key.to_owned()], Part { value, range })
}

/// Returns an implied word of a row, which no cell contains unchanged.
pub(super) fn said(key: &str, word: String, range: Range<usize>) -> (Vec<String>, Part) {
    (vec![key.to_owned()], Part { value: Value::Word(word), range })
}

/// Returns the word of a key, if the row has one.
pub(super) fn word<'p>(parts: &'p Parts, key: &str) -> Option<&'p str> {
    parts.iter().find(|(path, _)| path.as_slice() == [key]).and_then(|(_, part)| match &part.value {
        Value::Word(word) => Some(word.as_str()),
        _ => None,
    })
}

/// Returns the table of a row's cells.
pub(super) fn table(parts: &Parts) -> DeTable<'_> {
    let mut table = DeTable::new();
    for (path, part) in parts {
        insert(&mut table, path, part);
    }
    table
}

/// Puts a value under its keys, into tables that are made where they are needed.
fn insert<'a>(table: &mut DeTable<'a>, path: &'a [String], part: &'a Part) {
    let key = |name: &'a str| Spanned::new(part.range.clone(), Cow::Borrowed(name));
    match path {
        [] => {}
        [last] => drop(table.insert(key(last), part.as_toml())),
        [first, rest @ ..] => {
            if !table.contains_key(first.as_str()) {
                let inner = Spanned::new(part.range.clone(), DeValue::Table(DeTable::new()));
                table.insert(key(first), inner);
            }
            if let Some(DeValue::Table(inner)) = table.get_mut(first.as_str()).map(Spanned::get_mut) {
                insert(inner, rest, part);
            }
        }
    }
}

impl Part {
    fn as_toml(&self) -> Spanned<DeValue<'_>> {
        let value = match &self.value {
            Value::Word(text) => DeValue::String(Cow::Borrowed(text)),
            Value::Number(digits) => {
                DeValue::parse(digits).map_or_else(|_| DeValue::String(Cow::Borrowed(digits)), Spanned::into_inner)
            }
            Value::Flag(flag) => DeValue::Boolean(*flag),
            Value::List(parts) => DeValue::Array(parts.iter().map(Self::as_toml).collect()),
            Value::Table(parts) => {
                let mut table = DeTable::new();
                for (key, part) in parts {
                    table.insert(Spanned::new(part.range.clone(), Cow::Borrowed(key.as_str())), part.as_toml());
                }
                DeValue::Table(table)
            }
        };
        Spanned::new(self.range.clone(), value)
    }
}

/// Returns a name, which has no markup.
fn name(cell: &Entry, sort: Sort, markup: &Markup) -> Value {
    match markup {
        Markup::Html => Value::Word(html::words(&cell.text)),
        Markup::Own | Markup::Plain(_) => {
            let cell = Entry { text: cell.text.clone(), marked: None, range: cell.range.clone() };
            value(&cell, sort, &Markup::Own)
        }
    }
}

fn value(cell: &Entry, sort: Sort, markup: &Markup) -> Value {
    let text = cell.text.as_str();
    let number_or_word = |text: String| number(&text).map_or(Value::Word(text), Value::Number);
    let marked = || {
        let text = cell.marked.as_deref().unwrap_or(text);
        let text = match markup {
            Markup::Own => text.to_owned(),
            Markup::Plain(icons) => icons
                .iter()
                .fold(escaped(text), |text, icon| text.replace(&format!("\\:{icon}\\:"), &format!(":{icon}:"))),
            Markup::Html => html::markup(text),
        };
        text.replace(BOLD, "**").replace(ITALIC, "*")
    };
    match sort {
        Sort::Word => Value::Word(marked()),
        Sort::Text => {
            let text = marked();
            let paragraphs: Vec<&str> = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
            Value::Word(paragraphs.join("\n\n"))
        }
        Sort::Number => number_or_word(text.to_owned()),
        Sort::Count => count(text).map_or_else(|| Value::Word(text.to_owned()), Value::Number),
        Sort::Flag => flag(text).map_or_else(|| Value::Word(text.to_owned()), Value::Flag),
        Sort::Each if text == "all" => Value::Word(text.to_owned()),
        Sort::Words => {
            Value::List(split(cell).into_iter().map(|(text, range)| Part { value: Value::Word(text), range }).collect())
        }
        Sort::Each => Value::List(
            split(cell).into_iter().map(|(text, range)| Part { value: number_or_word(text), range }).collect(),
        ),
        Sort::Figures => {
            let figure = |(text, range): (String, Range<usize>)| {
                let (name, figure) = text.rsplit_once(['=', ':', ' ']).unwrap_or((&text, ""));
                let name = name.trim_end_matches(['=', ':', ' ']).to_owned();
                (name, Part { value: number_or_word(figure.trim().to_owned()), range })
            };
            Value::Table(split(cell).into_iter().map(figure).collect())
        }
        Sort::Reasons => {
            let reason = |(text, range): (String, Range<usize>)| {
                let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
                let because = text[end..].trim_start_matches(['=', ':', ' ']).to_owned();
                (text[..end].to_owned(), Part { value: Value::Word(because), range })
            };
            Value::Table(split(cell).into_iter().map(reason).collect())
        }
    }
}

/// Returns the words of a list, with their spans; `\;` belongs to its word.
fn split(cell: &Entry) -> Vec<(String, Range<usize>)> {
    let (mut words, mut word, mut start) = (Vec::new(), String::new(), 0);
    let mut letters = cell.text.char_indices().peekable();
    // If the cell's text contains quotes, spans in it would be off: then they cover the whole cell.
    let is_exact = cell.text.len() == cell.range.len();
    let end = |words: &mut Vec<(String, Range<usize>)>, word: &mut String, range: Range<usize>| {
        let text = std::mem::take(word).trim().to_owned();
        let blanks = cell.text[range.clone()].len() - cell.text[range.clone()].trim_start().len();
        let from = cell.range.start + range.start + blanks;
        let range = if is_exact { from..from + text.len().min(range.len()) } else { cell.range.clone() };
        if !text.is_empty() {
            words.push((text, range));
        }
    };
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if letters.peek().is_some_and(|(_, next)| *next == ';') => {
                letters.next();
                word.push(';');
            }
            ';' | '\n' => {
                end(&mut words, &mut word, start..at);
                start = at + 1;
            }
            letter => word.push(letter),
        }
    }
    end(&mut words, &mut word, start..cell.text.len());
    words
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts a number written by people and spreadsheets to TOML: `3`, `-2`, `3.0`, `1,5`. `None` if it may be
/// thousands, such as `1,000`.
pub fn number(text: &str) -> Option<String> {
    let text = text.replace(['\u{a0}', '\u{202f}'], "").replace('\u{2212}', "-").replace(',', ".");
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) || digits.ends_with('.') {
        return None;
    }
    let is_whole = fraction.bytes().all(|byte| byte == b'0');
    if is_whole && fraction.len() == 3 {
        return None;
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if is_whole { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// Converts a count to TOML, also from `x3`, `3×`, or a number and words such as `3 cards` or `3枚`.
pub fn count(text: &str) -> Option<String> {
    const TIMES: [char; 4] = ['x', 'X', '×', '*'];
    let digits = text.strip_prefix(TIMES).unwrap_or(text).trim_start();
    let is_word = |letter: char| letter.is_alphabetic() || letter.is_whitespace() || "×*.".contains(letter);
    number(digits.trim_end_matches(is_word))
}

/// Yes or no, as people tick a cell.
pub fn flag(text: &str) -> Option<bool> {
    let text = text.to_lowercase();
    let is_one_of = |words: &[&str]| words.contains(&text.as_str());
    is_one_of(&YES).then_some(true).or_else(|| is_one_of(&NO).then_some(false))
}

/// Returns the id of the kind of this name, in data or in print; else the word itself.
fn kind(word: &str, game: &Game) -> String {
    let exact = game.deck.kinds.iter().find(|kind| kind.id == word);
    let named = || {
        let key = plain(word);
        let called = |name: &str| plain(name) == key;
        game.deck.kinds.iter().find(|kind| called(&kind.id) || called(&kind.name) || called(&kind.plural))
    };
    exact.or_else(named).map_or_else(|| word.to_owned(), |kind| kind.id.clone())
}

/// Escapes the signs of markup in a text.
pub fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\*[]{}:".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_spreadsheets_write_them() {
        let read = |text: &str| number(text);
        for (text, told) in [
            ("3", "3"),
            ("-2", "-2"),
            ("+7", "7"),
            ("3.0", "3"),
            ("12.00", "12"),
            ("1,5", "1.5"),
            ("007", "7"),
            ("0", "0"),
            ("\u{2212}4", "-4"),
            ("1500", "1500"),
        ] {
            assert_eq!(read(text).as_deref(), Some(told), "{text}");
        }
        for text in ["", "-", "X", "1,000", "1.000", "1.2.3", "3.", "2x", "1e3", "½"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn counts_may_say_times() {
        let times = [("3", "3"), ("3x", "3"), ("x3", "3"), ("×2", "2"), ("2 ×", "2"), ("12X", "12")];
        let words = [("4 Stück", "4"), ("2 шт.", "2"), ("3枚", "3"), ("1 card", "1")];
        for (text, copies) in times.into_iter().chain(words) {
            assert_eq!(count(text).as_deref(), Some(copies), "{text}");
        }
        for text in ["", "x", "two", "3 or 4", "2/3", "-", "A4"] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn lists_keep_the_places_of_their_words() {
        let cell = Entry { text: "Storm; Fog ;a\\;b;;".to_owned(), marked: None, range: 10..28 };
        let words = split(&cell);
        assert_eq!(words[0], ("Storm".to_owned(), 10..15));
        assert_eq!(words[1], ("Fog".to_owned(), 17..20));
        assert_eq!(words[2].0, "a;b");
        assert_eq!(words.len(), 3);
    }

    #[test]
    fn plain_signs_stay_themselves() {
        use crate::game::{Piece, Quotes, parse};
        let text = "{T}: [Draw] *two* 2*3 \\ :sun: **";
        let draft = parse(&escaped(text), Quotes::default()).expect("no markup");
        assert_eq!(draft.paragraphs.len(), 1);
        let Piece::Text(letters) = &draft.paragraphs[0][0].0 else { panic!("{draft:?}") };
        assert_eq!(letters, text);
    }
}
