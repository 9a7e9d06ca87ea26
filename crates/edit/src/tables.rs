//! Values of TOML files. Places come from the parser that reads games; only the changed value is rewritten.

use std::ops::Range;

use skirmish_base::diagnostic::Source;
use skirmish_read::table::File;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use toml_writer::{TomlKeyBuilder, TomlStringBuilder, WriteTomlKey as _, WriteTomlValue as _};

use crate::EditError;
use crate::change::Value;
use crate::text::{line_end, replaced, with_line_ends};

/// Parses a TOML file and hands it on.
///
/// # Errors
/// The file is not TOML.
pub(crate) fn parsed<T>(
    path: &str,
    text: &str,
    read: impl FnOnce(&DeTable<'_>) -> Result<T, EditError>,
) -> Result<T, EditError> {
    let file = File::new(Source::new(path, text));
    let found = file.parse().map(|table| read(table.get_ref()));
    found.unwrap_or_else(|| Err(EditError::Data(file.into_diagnostics())))
}

/// Values, each with the keys that lead to it.
pub(crate) type Values = Vec<(Vec<String>, Value)>;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `{ a = 1 }`
    Inline,
    /// Below `[a]` or `[[a]]`, or at the top of the file.
    Headed,
    /// As keys of another table: `a.b = 1`, or `[a.b]` without `[a]`.
    Implied,
}

/// A table of a file.
#[derive(Clone, Copy)]
struct Place<'t> {
    table: &'t DeTable<'t>,
    form: Form,
    /// Its header or its braces; empty for the whole file.
    span: (usize, usize),
}

/// How far keys lead into a file.
struct Walk<'t> {
    /// The last table that has a place of its own, and the number of keys that lead to it.
    outer: (Place<'t>, usize),
    /// The table that the walk ends in, and the number of keys that lead to it.
    inner: (Place<'t>, usize),
    found: Option<Found<'t>>,
}

/// A value that keys lead to.
struct Found<'t> {
    key: &'t Spanned<DeString<'t>>,
    value: &'t Spanned<DeValue<'t>>,
    /// True if it is an entry of a list.
    is_listed: bool,
}

/// Follows keys from the top of a file; after a list comes the number of its entry.
fn walk<'t>(path: &str, text: &str, root: &'t DeTable<'t>, keys: &[String]) -> Result<Walk<'t>, EditError> {
    let top = Place { table: root, form: Form::Headed, span: (0, 0) };
    let mut walk = Walk { outer: (top, 0), inner: (top, 0), found: None };
    let mut depth = 0;
    while depth < keys.len() {
        let Some((key, mut value)) = entry(walk.inner.0.table, &keys[depth]) else { return Ok(walk) };
        depth += 1;
        let mut is_listed = false;
        while let (DeValue::Array(items), Some(number)) = (value.get_ref(), keys.get(depth)) {
            let item = number.parse().ok().and_then(|number: usize| items.get(number));
            value = item.ok_or_else(|| EditError::unknown("value", keys.join(".")))?;
            (is_listed, depth) = (true, depth + 1);
        }
        if depth == keys.len() {
            walk.found = Some(Found { key, value, is_listed });
            return Ok(walk);
        }
        let DeValue::Table(table) = value.get_ref() else {
            return Err(EditError::fixed(keys[..depth].join("."), path, "isn't a table"));
        };
        let span = value.span();
        let form = match text.as_bytes().get(span.start) {
            Some(b'{') => Form::Inline,
            Some(b'[') if is_listed || is_header_of(&text[span.clone()], keys, depth) => Form::Headed,
            _ => Form::Implied,
        };
        walk.inner = (Place { table, form, span: (span.start, span.end) }, depth);
        if form != Form::Implied {
            walk.outer = walk.inner;
        }
    }
    Ok(walk)
}

/// True if a header names a table itself, not only one within it.
fn is_header_of(header: &str, keys: &[String], depth: usize) -> bool {
    let names = DeTable::parse(header).ok();
    let mut table = names.as_ref().map(Spanned::get_ref);
    let mut length = 0;
    while let Some(inner) = table {
        let next = inner.iter().next().map(|(_, value)| value.get_ref());
        length += usize::from(next.is_some());
        table = match next {
            Some(DeValue::Table(table)) => Some(table),
            Some(DeValue::Array(items)) => items.first().and_then(|item| item.get_ref().as_table()),
            _ => None,
        };
    }
    length == keys[..depth].iter().filter(|key| key.parse::<usize>().is_err()).count()
}

/// Returns the entry of a key, which may be in American spelling in the file, as the reader allows.
fn entry<'t>(table: &'t DeTable<'t>, key: &str) -> Option<(&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)> {
    let american = key.replace("colour", "color");
    table.get_key_value(key).or_else(|| table.get_key_value(american.as_str()))
}

/// Returns the value that keys lead to, and its bytes.
///
/// # Errors
/// The text is not TOML, or a key leads into something that is not a table.
pub(crate) fn get(path: &str, text: &str, keys: &[String]) -> Result<Option<(Value, Range<usize>)>, EditError> {
    parsed(path, text, |root| {
        let found = walk(path, text, root, keys)?.found;
        Ok(found.map(|found| (value_of(found.value.get_ref()), found.value.span())))
    })
}

/// A value of a table: the keys that lead to it, and its bytes.
pub(crate) struct Listed {
    pub path: Vec<String>,
    pub value: Value,
    pub range: Range<usize>,
}

/// Returns the values of the tables of a list; lists of tables aren't among them.
///
/// # Errors
/// The text is not TOML.
pub(crate) fn listed(path: &str, text: &str, list: &str) -> Result<Vec<Vec<Listed>>, EditError> {
    fn values(table: &DeTable<'_>, keys: &[String], found: &mut Vec<Listed>) {
        // In the order of the file.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let path = [keys, &[key.get_ref().to_string()]].concat();
            match value.get_ref() {
                DeValue::Table(table) => values(table, &path, found),
                DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_table()) => {}
                inner => found.push(Listed { path, value: value_of(inner), range: value.span() }),
            }
        }
    }
    parsed(path, text, |root| {
        let items = root.get(list).and_then(|items| items.get_ref().as_array());
        let tables = items.into_iter().flat_map(|items| items.iter()).map(|item| {
            let mut found = Vec::new();
            if let Some(table) = item.get_ref().as_table() {
                values(table, &[], &mut found);
            }
            found
        });
        Ok(tables.collect())
    })
}

/// Returns a text of TOML in which keys lead to another value.
///
/// # Errors
/// As for [`get`].
pub(crate) fn set(path: &str, text: &str, keys: &[String], value: &Value) -> Result<String, EditError> {
    parsed(path, text, |root| {
        let walk = walk(path, text, root, keys)?;
        match (&walk.found, value) {
            (None, Value::Nothing) => Ok(text.to_owned()),
            (None, value) => Ok(insert(text, &walk, keys, value)),
            (Some(found), Value::Nothing) if found.is_listed => {
                Err(EditError::fixed(keys.join("."), path, "is an entry of a list"))
            }
            (Some(found), Value::Nothing) => remove(path, text, &walk.inner.0, found),
            (Some(found), value) => Ok(put(text, found.value.span(), value)),
        }
    })
}

/// Returns the innermost value that holds some bytes, and its own.
///
/// # Errors
/// The text is not TOML, or no value is there.
pub(crate) fn at(path: &str, text: &str, range: &Range<usize>) -> Result<(Value, Range<usize>), EditError> {
    fn inner<'t>(value: &'t Spanned<DeValue<'t>>, range: &Range<usize>) -> Option<&'t Spanned<DeValue<'t>>> {
        let below = match value.get_ref() {
            DeValue::Table(table) => table.iter().find_map(|(_, value)| inner(value, range)),
            DeValue::Array(items) => items.iter().find_map(|value| inner(value, range)),
            _ => None,
        };
        let holds = value.span().start <= range.start && range.end <= value.span().end;
        below.or_else(|| (holds && !value.get_ref().is_table()).then_some(value))
    }
    parsed(path, text, |root| {
        let found = root.iter().find_map(|(_, value)| inner(value, range));
        let found = found.ok_or_else(|| EditError::unknown("value", path))?;
        Ok((value_of(found.get_ref()), found.span()))
    })
}

/// Returns a text of TOML without the entry whose key is at some bytes.
///
/// # Errors
/// The text is not TOML, or no key is there.
pub(crate) fn remove_at(path: &str, text: &str, key: &Range<usize>) -> Result<String, EditError> {
    fn keys_to(table: &DeTable<'_>, range: &Range<usize>) -> Option<Vec<String>> {
        table.iter().find_map(|(key, value)| {
            let below = match value.get_ref() {
                _ if key.span() == *range => Some(Vec::new()),
                DeValue::Table(table) => keys_to(table, range),
                DeValue::Array(items) => items.iter().enumerate().find_map(|(number, item)| {
                    Some([vec![number.to_string()], keys_to(item.get_ref().as_table()?, range)?].concat())
                }),
                _ => None,
            };
            Some([vec![key.get_ref().to_string()], below?].concat())
        })
    }
    let keys = parsed(path, text, |root| keys_to(root, key).ok_or_else(|| EditError::unknown("value", path)))?;
    set(path, text, &keys, &Value::Nothing)
}

/// Returns a text of TOML with another value at a span.
pub(crate) fn put(text: &str, span: Range<usize>, value: &Value) -> String {
    let (raw, line_end) = (&text[span.clone()], line_end(text));
    let patched = if let Value::Text(new) = value { patched(raw, &new.replace("\r\n", "\n"), line_end) } else { None };
    let new = patched.unwrap_or_else(|| written(value, Some(raw), line_end));
    replaced(text, span, &new)
}

/// Returns a text in quotes that becomes another one; escapes and line breaks in what stays are kept as they are written.
fn patched(raw: &str, new: &str, line_end: &str) -> Option<String> {
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes))?;
    let letters = letters(raw, quotes)?;
    let (old, new): (Vec<char>, Vec<char>) =
        (letters.iter().map(|(_, letter)| *letter).collect(), new.chars().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let first = match start.checked_sub(1) {
        Some(last) => letters[last].0.end,
        None => letters.first().map_or(raw.len() - quotes.len(), |(range, _)| range.start),
    };
    let last = letters.get(old.len() - end).map_or(raw.len() - quotes.len(), |(range, _)| range.start);
    let middle: String = new[start..new.len() - end].iter().collect();
    if middle.contains('\n') && quotes.len() == 1 {
        return None;
    }
    let middle = match quotes.starts_with('"') {
        true => quoted(&middle, quotes, line_end),
        false => format!("{quotes}{middle}{quotes}"),
    };
    let middle = middle.get(quotes.len()..middle.len() - quotes.len())?;
    let patched = replaced(raw, first..last, middle);
    // Quotes and backslashes at the seams may mean something else together.
    let again = format!("a = {patched}");
    let again = DeTable::parse(&again).ok()?;
    let found = again.get_ref().get("a").map(|value| value_of(value.get_ref()));
    (found == Some(Value::Text(new.into_iter().collect()))).then_some(patched)
}

/// Returns the characters of a text in quotes, each with the bytes that it is written as.
fn letters(raw: &str, quotes: &str) -> Option<Vec<(Range<usize>, char)>> {
    let end = raw.len().checked_sub(quotes.len())?;
    let mut at = quotes.len();
    if quotes.len() == 3 {
        at += ["\r\n", "\n"].into_iter().find(|line_end| raw[at..].starts_with(line_end)).map_or(0, str::len);
    }
    let mut found = Vec::new();
    while at < end {
        let rest = &raw[at..end];
        let mut signs = rest.chars();
        let (letter, length) = match (signs.next()?, signs.next()) {
            ('\r', Some('\n')) => ('\n', 2),
            ('\\', Some(sign)) if quotes.starts_with('"') => {
                let digits = match sign {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                let letter = match sign {
                    'b' => '\u{8}',
                    't' => '\t',
                    'n' => '\n',
                    'f' => '\u{c}',
                    'r' => '\r',
                    'e' => '\u{1b}',
                    '"' | '\\' => sign,
                    _ if digits > 0 => char::from_u32(u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?)?,
                    // A line that goes on in the next one.
                    _ => {
                        at += 1 + (rest[1..].len() - rest[1..].trim_start().len());
                        continue;
                    }
                };
                (letter, 2 + digits)
            }
            (letter, _) => (letter, letter.len_utf8()),
        };
        found.push((at..at + length, letter));
        at += length;
    }
    Some(found)
}

/// Returns the bytes of the last value of a table that is not below a header of its own.
fn last_line(text: &str, table: &DeTable<'_>) -> Option<(usize, usize)> {
    let ends = table.iter().filter_map(|(key, value)| {
        let span = value.span();
        match value.get_ref() {
            DeValue::Table(_) if text[span.clone()].starts_with('{') => {}
            DeValue::Table(_) if text[span.clone()].starts_with('[') => return None,
            DeValue::Table(inner) => return last_line(text, inner),
            DeValue::Array(items)
                if items.iter().any(|item| text[item.span()].starts_with('[')) && is_headed(text, items) =>
            {
                return None;
            }
            _ => {}
        }
        Some((span.end, key.span().start))
    });
    ends.max()
}

/// True for the tables of `[[card]]`.
fn is_headed(text: &str, items: &toml::de::DeArray<'_>) -> bool {
    items.iter().all(|item| item.get_ref().is_table() && text[item.span()].starts_with("[["))
}

/// Returns the end of the line of a byte, before its line end.
pub(crate) fn end_of_line(text: &str, byte: usize) -> usize {
    let end = text[byte..].find('\n').map_or(text.len(), |end| byte + end);
    if text[..end].ends_with('\r') && end > byte { end - 1 } else { end }
}

/// Returns the start of the line of a byte.
pub(crate) fn start_of_line(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |end| end + 1)
}

/// Puts a value where none is yet.
fn insert(text: &str, walk: &Walk<'_>, keys: &[String], value: &Value) -> String {
    let (place, depth) = walk.outer;
    let (line_end, known) = (line_end(text), walk.inner.1);
    let below = keys[known + 1..].iter().rev();
    let value = below.fold(written(value, None, line_end), |value, key| format!("{{ {} = {value} }}", key_of(key)));
    let last = last_line(text, place.table);
    if place.form == Form::Inline {
        let name: Vec<String> = keys[depth..=known].iter().map(|key| key_of(key)).collect();
        let line = format!("{} = {value}", name.join("."));
        return match place.table.iter().map(|(_, value)| value.span().end).chain(last.map(|(end, _)| end)).max() {
            Some(end) => replaced(text, end..end, &format!(", {line}")),
            None => replaced(text, place.span.0..place.span.1, &format!("{{ {line} }}")),
        };
    }
    let is_dotted = depth == known || last_line(text, walk.inner.0.table).is_some();
    if !is_dotted {
        // Only tables within this one are there, below headers of their own.
        let header: Vec<String> = keys[..=known].iter().map(|key| key_of(key)).collect();
        let (header, last) = header.split_at(header.len() - 1);
        let blank = if text.ends_with('\n') { line_end.to_owned() } else { line_end.repeat(2) };
        return format!("{text}{blank}[{}]{line_end}{} = {value}{line_end}", header.join("."), last[0]);
    }
    let name: Vec<String> = keys[depth..=known].iter().map(|key| key_of(key)).collect();
    let line = format!("{} = {value}", name.join("."));
    match last {
        Some((end, key)) => {
            let start = start_of_line(text, key);
            let indent =
                &text[start..start + (text[start..].len() - text[start..].trim_start_matches([' ', '\t']).len())];
            let end = end_of_line(text, end);
            replaced(text, end..end, &format!("{line_end}{indent}{line}"))
        }
        None if place.span.1 > 0 => {
            let end = end_of_line(text, place.span.1);
            replaced(text, end..end, &format!("{line_end}{line}"))
        }
        None => format!("{line}{line_end}{}{text}", if text.is_empty() { "" } else { line_end }),
    }
}

/// Removes a value with its line, or from within its braces.
fn remove(path: &str, text: &str, place: &Place<'_>, found: &Found<'_>) -> Result<String, EditError> {
    let (key, value) = (found.key.span(), found.value.span());
    if text[value.clone()].starts_with('[')
        && (found.value.get_ref().is_table() || !text[key.end..value.start].contains('='))
    {
        return Err(EditError::fixed(found.key.get_ref().to_string(), path, "is a table"));
    }
    if place.form == Form::Inline {
        let mut spans: Vec<(usize, usize)> =
            place.table.iter().map(|(key, value)| (key.span().start, value.span().end)).collect();
        spans.sort_unstable();
        let index = spans.iter().position(|span| *span == (key.start, value.end)).unwrap_or_default();
        let range = match (index.checked_sub(1).map(|before| spans[before]), spans.get(index + 1)) {
            (Some((_, end)), _) => end..value.end,
            (None, Some((next, _))) => key.start..*next,
            (None, None) => place.span.0 + 1..place.span.1 - 1,
        };
        return Ok(replaced(text, range, ""));
    }
    let start = start_of_line(text, key.start);
    let before = text[start..key.start].trim();
    if !before.is_empty() && !before.ends_with('.') {
        return Err(EditError::fixed(found.key.get_ref().to_string(), path, "is within other braces"));
    }
    let end = end_of_line(text, value.end);
    let end = end + text[end..].find('\n').map_or(text[end..].len(), |at| at + 1);
    Ok(replaced(text, start..end, ""))
}

/// Returns a key as TOML writes it.
pub(crate) fn key_of(key: &str) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = TomlKeyBuilder::new(key).as_default().write_toml_key(&mut text);
    text
}

/// Returns a value of a file.
fn value_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.replace("\r\n", "\n")),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Integer(digits) => Value::Number(digits.as_str().replace('_', "").parse().unwrap_or_default()),
        DeValue::Float(digits) => Value::Number(digits.as_str().replace('_', "").parse().unwrap_or_default()),
        DeValue::Array(items) => Value::List(items.iter().map(|item| value_of(item.get_ref())).collect()),
        DeValue::Datetime(date) => Value::Text(date.to_string()),
        DeValue::Table(_) => Value::Nothing,
    }
}

/// Returns a value as TOML writes it, in the manner of the one before.
pub(crate) fn written(value: &Value, old: Option<&str>, line_end: &str) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => quoted(text, old.unwrap_or("\""), line_end),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item, None, line_end)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Nothing => "{}".to_owned(),
    }
}

/// Returns a text in quotes like those of the old one.
fn quoted(text: &str, old: &str, line_end: &str) -> String {
    let text = &with_line_ends(text, "\n");
    let builder = TomlStringBuilder::new(text);
    let (is_literal, is_long) = (old.starts_with('\''), old.starts_with("\"\"\"") || old.starts_with("'''"));
    let string = match is_long || text.contains('\n') {
        true => is_literal.then(|| builder.as_ml_literal()).flatten().unwrap_or_else(|| builder.as_ml_basic()),
        false => is_literal.then(|| builder.as_literal()).flatten().unwrap_or_else(|| builder.as_basic()),
    };
    let mut new = String::new();
    // Writing to a string can't fail.
    let _ = string.write_toml_value(&mut new);
    let begins_below = |text: &str| matches!(text.as_bytes().get(3), Some(b'\n' | b'\r'));
    let is_same_line = is_long && !begins_below(old) && !text.starts_with('\n');
    if is_same_line && begins_below(&new) {
        new.remove(3);
    } else if is_long && begins_below(old) && !begins_below(&new) {
        new.insert(3, '\n');
    }
    // A line end is a line end to the reader, however it is written.
    new.replace('\n', line_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "title = \"Boats\" # the name\nallow = { E0617 = \"seen\" }\n\n[colours]\npaper = \"#fff\"\n\n# Boats.\n[kind.boat]\n\
                        name = 'boat'\ncolours = { band = \"#00f\", strip = '#abc' }\n\n[kind.fog.colours]\nband = \"#ccc\"\n\n[[card]]\n\
                        name = \"Axe\"\n  cost = 3\n[card.each]\nset = [\"a\", \"b\"]\n";

    fn keys(keys: &str) -> Vec<String> {
        keys.split('.').map(str::to_owned).collect()
    }

    /// Returns the lines that changed.
    fn change(text: &str, path: &str, value: impl Into<Value>) -> (String, String) {
        let new = set("game.toml", text, &keys(path), &value.into()).expect("set");
        let (old_lines, new_lines): (Vec<&str>, Vec<&str>) = (text.lines().collect(), new.lines().collect());
        let start = old_lines.iter().zip(&new_lines).take_while(|(a, b)| a == b).count();
        let rest = old_lines.len().min(new_lines.len()) - start;
        let ends = old_lines.iter().rev().zip(new_lines.iter().rev()).take(rest);
        let end = ends.take_while(|(a, b)| a == b).count();
        (old_lines[start..old_lines.len() - end].join("\n"), new_lines[start..new_lines.len() - end].join("\n"))
    }

    fn pair(old: &str, new: &str) -> (String, String) {
        (old.to_owned(), new.to_owned())
    }

    #[test]
    fn a_value_changes_within_its_quotes() {
        assert_eq!(
            change(GAME, "title", "Ships"),
            pair("title = \"Boats\" # the name", "title = \"Ships\" # the name")
        );
        assert_eq!(change(GAME, "kind.boat.name", "ship"), pair("name = 'boat'", "name = 'ship'"));
        assert_eq!(change(GAME, "kind.boat.name", "Noah's"), pair("name = 'boat'", "name = \"Noah's\""));
        assert_eq!(change(GAME, "kind.boat.colours.band", "#f00").1, "colours = { band = \"#f00\", strip = '#abc' }");
        assert_eq!(change("colors = { band = \"#00f\" }", "colours.band", "#f00").1, "colors = { band = \"#f00\" }");
        assert_eq!(change(GAME, "card.0.cost", Value::Number(4.5)), pair("  cost = 3", "  cost = 4.5"));
        assert_eq!(change(GAME, "card.0.each.set.1", "c").1, "set = [\"a\", \"c\"]");
    }

    #[test]
    fn a_new_value_is_put_at_the_end_of_its_table() {
        assert_eq!(change(GAME, "deck", Value::Number(9.0)), pair("", "deck = 9"));
        assert_eq!(change(GAME, "allow.E0615", "small").1, "allow = { E0617 = \"seen\", E0615 = \"small\" }");
        assert_eq!(
            change(GAME, "kind.boat.colours.ground", "#eee").1,
            "colours = { band = \"#00f\", strip = '#abc', ground = \"#eee\" }"
        );
        assert_eq!(change(GAME, "card.0.text", "a\nb"), pair("", "  text = \"\"\"\na\nb\"\"\""));
        assert_eq!(change(GAME, "kind.boat.allow.E0617", "x"), pair("", "allow = { E0617 = \"x\" }"));
        assert_eq!(change(GAME, "kind.fog.name", "fog"), pair("", "\n[kind.fog]\nname = \"fog\""));
        assert_eq!(change("", "a", true), pair("", "a = true"));
        assert_eq!(change("# x\n[a]\nb.c = 1", "a.b.d", true), pair("", "b.d = true"));
        assert_eq!(change("[a]", "a.b", true), pair("", "b = true"));
    }

    #[test]
    fn a_removed_value_takes_its_line_along() {
        assert_eq!(change(GAME, "title", Value::Nothing), pair("title = \"Boats\" # the name", ""));
        assert_eq!(change(GAME, "kind.boat.colours.band", Value::Nothing).1, "colours = { strip = '#abc' }");
        assert_eq!(change(GAME, "kind.boat.colours.strip", Value::Nothing).1, "colours = { band = \"#00f\" }");
        assert_eq!(change(GAME, "allow.E0617", Value::Nothing).1, "allow = {}");
        assert_eq!(change(GAME, "nothing", Value::Nothing), pair("", ""));
        let refused = set("game.toml", GAME, &keys("kind.boat"), &Value::Nothing);
        assert!(matches!(refused, Err(EditError::Fixed { reason: "is a table", .. })));
    }

    #[test]
    fn long_texts_keep_their_quotes_and_line_ends() {
        let text = "text = \"\"\"\r\nOne \\\r\n  two.\"\"\"\r\nother = \"\"\"x\"\"\"\r\n";
        let new = set("a", text, &keys("text"), &"Three\n\nfour \"five\" \\".into()).expect("set");
        assert_eq!(new, "text = \"\"\"\r\nThree\r\n\r\nfour \"five\" \\\\\"\"\"\r\nother = \"\"\"x\"\"\"\r\n");
        assert_eq!(
            get("a", &new, &keys("text")).expect("TOML").expect("a value").0,
            "Three\n\nfour \"five\" \\".into()
        );
        let new = set("a", text, &keys("other"), &"y\nz".into()).expect("set");
        assert!(new.ends_with("other = \"\"\"y\r\nz\"\"\"\r\n"), "{new}");
        let literal = set("a", "a = '''x'''\n", &keys("a"), &"it's\n'''".into()).expect("set");
        assert_eq!(literal, "a = \"\"\"it's\n'''\"\"\"\n");
    }

    #[test]
    fn escapes_in_what_stays_are_kept() {
        let change = |raw: &str, new: &str| {
            let text = format!("a = {raw}\n");
            set("a", &text, &keys("a"), &new.into()).expect("set")[4..].trim_end().to_owned()
        };
        assert_eq!(change(r#""5\u00a0mm, \"so\"""#, "6\u{a0}mm, \"so\""), r#""6\u00a0mm, \"so\"""#);
        assert_eq!(
            change("\"\"\"\nOne \\\n   two\\tthree\"\"\"", "One two\tfour"),
            "\"\"\"\nOne \\\n   two\\tfour\"\"\""
        );
        assert_eq!(change(r#""a\\b""#, "a\\"), r#""a\\""#);
        assert_eq!(change("\"\"", "x"), "\"x\"");
        assert_eq!(change("'a'", "a'b"), "\"a'b\"");
        assert_eq!(change("\"\"\"a\"\"\"", "a\"\"\""), r#""""a""\"""""#);
    }

    #[test]
    fn a_value_is_found_by_its_place() {
        let place = GAME.find("#abc").expect("a colour");
        let (found, span) = at("a", GAME, &(place - 1..place + 5)).expect("a value");
        assert_eq!(found, "#abc".into());
        assert_eq!(put(GAME, span, &"#def".into()), GAME.replace("#abc", "#def"));
        assert!(at("a", GAME, &(place - 10..place - 9)).is_err());
    }
}
