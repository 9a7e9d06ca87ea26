//! `allow`: problems that a game, a kind or a card accepts, each with a reason.

use toml::de::DeValue;

use super::table::{TomlTable, Word};
use crate::diagnostic::{Allow, Code, Diagnostic, nearest};

/// Reads `allow = { E0617 = "the reason" }` of a table.
pub(super) fn read(table: &TomlTable<'_>) -> Vec<Allow> {
    let example = |code: &str| match table.is_row() {
        true => format!("write the code and the reason: `{code} = reviewed in print`"),
        false => format!("write the code and the reason: `allow = {{ {code} = \"reviewed in print\" }}`"),
    };
    match table.get("allow") {
        None | Some((DeValue::Table(_), _)) => {}
        Some((other, at)) => {
            let first = match other {
                DeValue::Array(items) => items.first().and_then(|item| item.get_ref().as_str()),
                other => other.as_str(),
            };
            let what = format!("`allow` of {} must be a table of codes and reasons", table.what);
            let example = example(first.filter(|code| Code::parse(code).is_some()).unwrap_or("E0617"));
            table.file.note(Diagnostic::error(Code::ALLOW_FORM, at, what).hint(example));
            return Vec::new();
        }
    }
    let Some(inner) = table.table("allow", format_args!("`allow` of {}", table.what)) else { return Vec::new() };
    let entry = |key: Word| {
        let because = inner.text(&key.text).map(|word| word.text.trim().to_owned());
        let Some(code) = Code::parse(&key.text) else {
            let diagnostic =
                Diagnostic::error(Code::UNKNOWN_CODE, key.at, format!("unknown code `{}` in {}", key.text, inner.what));
            let codes: Vec<String> = Code::ALL.iter().map(Code::to_string).collect();
            let diagnostic = match nearest(&key.text, codes.iter().map(String::as_str)) {
                Some(near) => diagnostic.did_you_mean(&key.text, near),
                None => diagnostic,
            };
            table.file.note(diagnostic.hint("`skirmish explain` lists all codes"));
            return None;
        };
        let because = because?;
        if because.is_empty() {
            let what = format!("{} needs a reason for {code}", inner.what);
            table.file.note(Diagnostic::error(Code::ALLOW_FORM, key.at, what).hint(example(&code.to_string())));
            return None;
        }
        Some(Allow { code, because, at: key.at, cards: None })
    };
    inner.keys().into_iter().filter_map(entry).collect()
}
