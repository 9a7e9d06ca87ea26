//! Values of a card: numbers, with decimals if the field has them, and words that may replace them.

use toml::de::DeValue;

use super::{TomlTable, numbers, type_name};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::game::{Numbers, Value};

impl TomlTable<'_> {
    /// Reads a field of numbers; `None` if it is empty or invalid.
    pub fn figure(&self, key: &str, field: &Numbers) -> Option<Value> {
        let (value, at) = self.get(key)?;
        let inside = |thousandths: &i64| (field.from * 1000..=field.to * 1000).contains(thousandths);
        let found = match value {
            DeValue::Integer(_) => numbers::whole(value).and_then(|whole| whole.checked_mul(1000)).filter(inside),
            DeValue::Float(text) if field.places > 0 => thousandths(text.as_str(), field.places).filter(inside),
            DeValue::String(text) if !field.words.is_empty() => {
                let word = text.trim();
                if field.words.iter().any(|known| known == word) {
                    return Some(Value::Word(word.to_owned()));
                }
                let what = format!("`{key}` of {} must be {}, not `{word}`", self.what, must(field));
                let diagnostic = Diagnostic::error(Code::OUT_OF_BOUNDS, at, what);
                let near = nearest(word, field.words.iter().map(String::as_str));
                self.file.note(match near {
                    Some(near) => diagnostic.did_you_mean(word, near),
                    None => diagnostic,
                });
                return None;
            }
            other => {
                let hint = match other {
                    DeValue::Float(_) => Some(format!("add `decimals = 1` to `[field.{key}]` to allow decimals")),
                    DeValue::String(text) if text.trim().parse::<i64>().is_err() => {
                        Some(format!("add `allow = [\"{text}\"]` to `[field.{key}]` to allow this word"))
                    }
                    _ => None,
                };
                match hint {
                    Some(hint) => {
                        let what =
                            format!("`{key}` of {} must be {}, not {}", self.what, must(field), type_name(other));
                        self.file.note(Diagnostic::error(Code::WRONG_TYPE, at, what).hint(hint));
                    }
                    None => self.wrong(key, at, &must(field), other),
                }
                return None;
            }
        };
        if found.is_none() {
            let typed = match value {
                DeValue::Float(text) => text.as_str().to_owned(),
                DeValue::Integer(digits) => digits.to_string(),
                _ => String::new(),
            };
            let what = format!("`{key}` of {} must be {}, not {typed}", self.what, must(field));
            self.file.note(Diagnostic::error(Code::OUT_OF_BOUNDS, at, what));
        }
        let thousandths = found?;
        Some(if thousandths % 1000 == 0 { Value::Number(thousandths / 1000) } else { Value::Fraction(thousandths) })
    }
}

/// Describes the allowed values of a field.
fn must(field: &Numbers) -> String {
    let sort = if field.places > 0 { "a number" } else { "a whole number" };
    let mut must = format!("{sort} from {} to {}", field.from, field.to);
    match field.places {
        0 => {}
        1 => must.push_str(" with at most one decimal"),
        places => must.push_str(&format!(" with at most {places} decimals")),
    }
    if !field.words.is_empty() {
        let words: Vec<String> = field.words.iter().map(|word| format!("`{word}`")).collect();
        must.push_str(&format!(", or {}", words.join(" or ")));
    }
    must
}

/// Parses a TOML number to thousandths, with a maximum number of decimals.
fn thousandths(text: &str, places: u8) -> Option<i64> {
    let text = text.replace('_', "");
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    if part.len() > usize::from(places) || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let all: i64 = format!("{whole}{part:0<3}").parse().ok()?;
    Some(if negative { -all } else { all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_have_no_more_digits_than_places() {
        for (text, places, is) in [
            ("1.5", 1, Some(1500)),
            ("-0.25", 2, Some(-250)),
            ("+1_000.125", 3, Some(1_000_125)),
            ("2.50", 1, Some(2500)),
            ("3.0", 0, Some(3000)),
            ("1.25", 1, None),
            ("1.5e3", 3, None),
            ("inf", 3, None),
            ("99999999999999999999.5", 1, None),
        ] {
            assert_eq!(thousandths(text, places), is, "{text}");
        }
    }
}
