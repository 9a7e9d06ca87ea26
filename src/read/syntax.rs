//! What is no TOML, in plain words.

use toml::de::Error;

use super::table::File;
use crate::diagnostic::{Code, Diagnostic, Span};

const NO_VALUE: &str = "a key has no value";

/// The first fault of a file: those that come after it follow from it more often than not.
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
        hint = "a text that begins with `#` needs quotes: without them it is a note".to_owned();
    }
    if let Some(open) = open_text(text) {
        let diagnostic = Diagnostic::error(Code::TOML_OPEN_TEXT, Span::new(&file.source, open), "a text is not closed");
        return Some(diagnostic.hint("put `\"\"\"` after its last word"));
    }
    // A list that is not closed is found out by what stands below it, and so is a table.
    let opens = match code {
        Code::TOML_OPEN_LIST => before.rfind("= [").map(|at| at + 2..at + 3),
        Code::TOML_OPEN_TABLE => before.rfind("= {").map(|at| at + 2..at + 3),
        _ => None,
    };
    Some(Diagnostic::error(code, Span::new(&file.source, opens.unwrap_or(range)), what).hint(hint))
}

/// The quotes of a long text that is not closed: those that seem to close it begin another one.
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

/// Which problem it is, what is wrong and what to do, from the parser's words, the bytes that it names and those before them.
fn explain(message: &str, word: &str, before: &str) -> (Code, String, String) {
    let starts = |beginnings: &[&str]| beginnings.iter().any(|beginning| message.starts_with(beginning));
    let own = |code: Code, what: &str, hint: &str| (code, what.to_owned(), hint.to_owned());
    let value_is_missing = before.trim_end_matches([' ', '\t']).ends_with('=') && word.trim().is_empty();
    if starts(&["duplicate key"]) {
        let hint = match before.rsplit('\n').next() {
            Some("[") => format!("for one more of them write `[[{word}]]`, in two pairs of brackets"),
            Some(head) if head.starts_with('[') => "give the second another name".to_owned(),
            _ => "keep one of the two lines".to_owned(),
        };
        (Code::TOML_TWICE, format!("`{word}` is there twice"), hint)
    } else if starts(&["key with no value"]) {
        own(
            Code::TOML_NO_VALUE,
            NO_VALUE,
            "write `key = value`; if this is a line of a text, the quotes that close the text before it are missing",
        )
    } else if value_is_missing {
        own(Code::TOML_NO_VALUE, NO_VALUE, "write one after the `=`, or leave the line out")
    } else if starts(&["string values must be quoted", "invalid boolean", "invalid value", "unexpected key or value"]) {
        own(Code::TOML_NO_SUCH_VALUE, "this is no value", "texts stand in straight quotes: \"Fog\"")
    } else if starts(&["missing escaped value", "too few unicode"]) {
        own(Code::TOML_BACKSLASH, "`\\` has no meaning before this", "write `\\\\` where it belongs to the text")
    } else if message.starts_with("invalid") && message.contains("string") {
        own(Code::TOML_OPEN_TEXT, "a text is not closed", "put the closing quotes after its last word")
    } else if starts(&["unclosed array, ", "unexpected `=` in array", "missing comma between array"]) {
        own(Code::TOML_OPEN_LIST, "a list is not closed", "put `]` after its last word, and a comma between two words")
    } else if starts(&["unclosed table", "unclosed array table"]) {
        own(
            Code::TOML_OPEN_HEAD,
            "the head of a table is not closed",
            "close it with as many brackets as it is opened with",
        )
    } else if starts(&["unclosed inline table", "missing comma between key-value", "missing key for inline table"]) {
        own(
            Code::TOML_OPEN_TABLE,
            "a table is not closed",
            "put `}` after its last value, and a comma between two values",
        )
    } else if starts(&["missing assignment", "missing value for key"]) {
        own(Code::TOML_NO_VALUE, NO_VALUE, "write `key = value`")
    } else {
        (Code::TOML_OTHER, format!("this is no TOML: {message}"), "compare the line with those about it".to_owned())
    }
}
