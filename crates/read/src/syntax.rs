//! Messages for invalid TOML.

use toml::de::Error;

use super::table::File;
use crate::diagnostic::{Code, Diagnostic, Span};

const NO_VALUE: &str = "a key has no value";

/// Returns the first fault of a file: later ones usually follow from it.
pub(super) fn first(file: &File, errors: &[Error]) -> Option<Diagnostic> {
    let end = file.source.text.len();
    let range = |error: &Error| error.span().unwrap_or(end..end);
    let error = errors.iter().min_by_key(|error| range(error).start)?;
    let range = range(error);
    let text = &file.source.text;
    let (word, before) = (&text[range.clone()], &text[..range.start]);
    let message = error.message().lines().next().unwrap_or_default();
    let (code, what, mut hint) = explain(message, word, before);
    if code == Code::TOML_NO_VALUE && text[range.end..].trim_start_matches([' ', '\t']).starts_with('#') {
        hint = "put quotes around a text that begins with `#`: without them it is a comment".to_owned();
    }
    if let Some(open) = open_text(text) {
        let diagnostic = Diagnostic::error(Code::TOML_OPEN_TEXT, Span::new(&file.source, open), "unclosed string");
        return Some(diagnostic.hint("put `\"\"\"` at its end"));
    }
    // An unclosed list or table is only noticed below it.
    let opens = match code {
        Code::TOML_OPEN_LIST => before.rfind("= [").map(|at| at + 2..at + 3),
        Code::TOML_OPEN_TABLE => before.rfind("= {").map(|at| at + 2..at + 3),
        _ => None,
    };
    Some(Diagnostic::error(code, Span::new(&file.source, opens.unwrap_or(range)), what).hint(hint))
}

/// Returns the quotes of an unclosed long text: those that seem to close it begin another one.
fn open_text(text: &str) -> Option<std::ops::Range<usize>> {
    const QUOTES: &str = "\"\"\"";
    let mut open: Option<usize> = None;
    for (at, _) in text.match_indices(QUOTES) {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let begins = text[line..at].trim_end().ends_with('=') && !text[line..].starts_with('#');
        match open {
            Some(first) if begins => return Some(first..first + QUOTES.len()),
            Some(_) => open = None,
            None => open = Some(at),
        }
    }
    open.map(|first| first..first + QUOTES.len())
}

/// Returns the code, message and hint for a parser's message, the bytes that it names and those before them.
fn explain(message: &str, word: &str, before: &str) -> (Code, String, String) {
    let starts = |beginnings: &[&str]| beginnings.iter().any(|beginning| message.starts_with(beginning));
    let own = |code: Code, what: &str, hint: &str| (code, what.to_owned(), hint.to_owned());
    let value_is_missing = before.trim_end_matches([' ', '\t']).ends_with('=') && word.trim().is_empty();
    if starts(&["duplicate key"]) {
        let hint = match before.rsplit('\n').next() {
            Some("[") => format!("to add another one, write `[[{word}]]` with double brackets"),
            Some(head) if head.starts_with('[') => "rename the second".to_owned(),
            _ => "remove one of the two lines".to_owned(),
        };
        (Code::TOML_TWICE, format!("duplicate key `{word}`"), hint)
    } else if starts(&["key with no value"]) {
        own(
            Code::TOML_NO_VALUE,
            NO_VALUE,
            "write `key = value`; if this line belongs to a text, add the missing closing quotes before it",
        )
    } else if value_is_missing {
        own(Code::TOML_NO_VALUE, NO_VALUE, "write a value after the `=`, or remove the line")
    } else if starts(&["string values must be quoted", "invalid boolean", "invalid value", "unexpected key or value"]) {
        own(Code::TOML_NO_SUCH_VALUE, "invalid value", "put straight quotes around text: \"Fog\"")
    } else if starts(&["missing escaped value", "too few unicode"]) {
        own(Code::TOML_BACKSLASH, "invalid escape sequence", "write `\\\\` for a backslash in a text")
    } else if message.starts_with("invalid") && message.contains("string") {
        own(Code::TOML_OPEN_TEXT, "unclosed string", "add the closing quotes")
    } else if starts(&["unclosed array, ", "unexpected `=` in array", "missing comma between array"]) {
        own(Code::TOML_OPEN_LIST, "unclosed list", "add `]` at its end, and commas between its values")
    } else if starts(&["unclosed table", "unclosed array table"]) {
        own(Code::TOML_OPEN_HEAD, "unclosed table header", "use as many closing brackets as opening ones")
    } else if starts(&["unclosed inline table", "missing comma between key-value", "missing key for inline table"]) {
        own(Code::TOML_OPEN_TABLE, "unclosed table", "add `}` at its end, and commas between its values")
    } else if starts(&["missing assignment", "missing value for key"]) {
        own(Code::TOML_NO_VALUE, NO_VALUE, "write `key = value`")
    } else {
        (Code::TOML_OTHER, format!("invalid TOML: {message}"), "compare the line with those about it".to_owned())
    }
}
