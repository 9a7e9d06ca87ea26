//! Lists of whole numbers in a table.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::{TomlTable, type_name};
use crate::diagnostic::{Code, Diagnostic, Span};

impl TomlTable<'_> {
    /// Reads a minimum and a maximum within bounds, as a list of two whole numbers, if the key is there.
    pub fn range(&self, key: &str, bounds: RangeInclusive<i64>) -> Option<RangeInclusive<i64>> {
        let (value, at) = self.get(key)?;
        let must = format!("two whole numbers from {} to {}", bounds.start(), bounds.end());
        let DeValue::Array(items) = value else {
            let diagnostic = Diagnostic::error(
                Code::WRONG_TYPE,
                at,
                format!("`{key}` of {} must be {must}, not {}", self.what, type_name(value)),
            );
            let number = whole(value).unwrap_or(*bounds.end());
            self.file
                .note(diagnostic.hint(format!("write minimum and maximum: `{key} = [{}, {number}]`", bounds.start())));
            return None;
        };
        let numbers: Vec<i64> = items.iter().filter_map(|item| whole(item.get_ref())).collect();
        let hint = match numbers.as_slice() {
            [least, most] if items.len() == 2 && [least, most].iter().all(|number| bounds.contains(number)) => {
                if least <= most {
                    return Some(*least..=*most);
                }
                format!("put the minimum first: `{key} = [{most}, {least}]`")
            }
            _ => format!("write minimum and maximum: `{key} = [{}, {}]`", bounds.start(), bounds.end()),
        };
        self.file.note(
            Diagnostic::error(Code::NOT_TWO_NUMBERS, at, format!("`{key}` of {} must be {must}", self.what)).hint(hint),
        );
        None
    }

    /// Reads a required list of whole numbers, one for each name, each within its own bounds.
    pub fn must_numbers<const N: usize>(&self, key: &str, named: [(&str, RangeInclusive<i64>); N]) -> Option<[i64; N]> {
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        let hint = format!("write {N} whole numbers: `{key} = [{}]`", names.join(", "));
        let Some((value, at)) = self.get(key) else {
            self.report_missing(key, hint);
            return None;
        };
        let DeValue::Array(items) = value else {
            let must = format!("a list of {N} whole numbers");
            let what = format!("`{key}` of {} must be {must}, not {}", self.what, type_name(value));
            self.file.note(Diagnostic::error(Code::WRONG_TYPE, at, what).hint(hint));
            return None;
        };
        if items.len() != N {
            let what = format!("`{key}` of {} has {} numbers, not {N}", self.what, items.len());
            self.file.note(Diagnostic::error(Code::WRONG_COUNT_OF_FIGURES, at, what).hint(hint));
            return None;
        }
        let mut numbers = [0; N];
        let mut all = true;
        for ((item, (name, bounds)), number) in items.iter().zip(named).zip(&mut numbers) {
            match whole(item.get_ref()).filter(|number| bounds.contains(number)) {
                Some(whole) => *number = whole,
                None => {
                    let must = format!("a whole number from {} to {}", bounds.start(), bounds.end());
                    let what = format!("{name} in `{key}` of {} must be {must}", self.what);
                    self.file.note(Diagnostic::error(
                        Code::OUT_OF_BOUNDS,
                        Span::new(&self.file.source, item.span()),
                        what,
                    ));
                    all = false;
                }
            }
        }
        all.then_some(numbers)
    }
}

/// Returns the whole number that a value is.
pub(super) fn whole(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(digits) => i64::from_str_radix(&digits.as_str().replace('_', ""), digits.radix()).ok(),
        _ => None,
    }
}
