//! Problems whose hint is a single edit.

use skirmish_base::diagnostic::{Code, Diagnostic};
use skirmish_base::vfs::Vfs;

use crate::change::{Place, Value};
use crate::text::{TextFile, replaced};
use crate::{EditError, TextEdit, set_at, tables, value_at};

/// The edit that a hint asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The edit in words, for a button: *Change to Whale*, *Set to 9*.
    pub label: String,
    /// The edit.
    pub edits: Vec<TextEdit>,
}

/// What a hint asks for.
enum Wish<'h> {
    /// Another word instead of the one at fault.
    Word { old: &'h str, new: &'h str },
    /// Another value, as TOML writes it.
    Value(&'h str),
    /// No value.
    Delete,
}

/// Returns the single edit that the hints of a problem ask for; `None` if a person has to decide.
///
/// # Errors
/// The file changed since it was read, or the edit is refused.
pub fn fix(vfs: &dyn Vfs, game: &str, problem: &Diagnostic) -> Result<Option<Fix>, EditError> {
    let (Some(at), Some(wish)) = (&problem.span, wish(problem)) else { return Ok(None) };
    let place = Place::from(at);
    let is_toml = place.file.ends_with(".toml");
    let Some(raw) = at.source.text.get(at.range.clone()) else { return Ok(None) };
    let label = match &wish {
        Wish::Word { new, .. } => format!("Change to {new}"),
        Wish::Value(value) => format!("Set to {}", value.trim_matches('"')),
        Wish::Delete => "Delete entry".to_owned(),
    };
    let in_file = |change: &dyn Fn(&str) -> Result<String, EditError>| {
        let file = TextFile::read(vfs, &place.file)?;
        if *file.text() != at.source.text {
            return Err(EditError::Stale { file: place.file.clone() });
        }
        let text = change(file.text())?;
        if is_toml {
            tables::parsed(&place.file, &text, |_| Ok(()))?;
        }
        file.becoming(&text)
    };
    let edits = match wish {
        Wish::Word { old, new } if at.source.cells.is_some() => {
            let Value::Text(cell) = value_at(vfs, game, &place)? else { return Ok(None) };
            if cell.matches(old).count() != 1 {
                return Ok(None);
            }
            set_at(vfs, game, &place, &Value::Text(cell.replace(old, new)))?
        }
        Wish::Word { old, new } => match raw.match_indices(old).collect::<Vec<_>>().as_slice() {
            [(start, _)] => {
                let start = at.range.start + start;
                in_file(&|text| Ok(replaced(text, start..start + old.len(), new)))?
            }
            _ => return Ok(None),
        },
        Wish::Value(value) if is_toml => in_file(&|text| Ok(replaced(text, at.range.clone(), value)))?,
        Wish::Delete if is_toml => in_file(&|text| tables::remove_at(&place.file, text, &at.range))?,
        _ => return Ok(None),
    };
    Ok((!edits.is_empty()).then_some(Fix { label, edits }))
}

/// Returns what the hints of a problem ask for, if that is one thing.
fn wish(problem: &Diagnostic) -> Option<Wish<'_>> {
    let within = |text: &'_ str, before: &str, after: &str| -> Option<std::ops::Range<usize>> {
        let start = text.find(before)? + before.len();
        Some(start..start + text[start..].find(after)?)
    };
    if [Code::ALLOW_UNNEEDED, Code::ALLOW_REFUSED].contains(&problem.code) {
        return Some(Wish::Delete);
    }
    let mut near = problem.hints.iter().filter(|hint| hint.starts_with("did you mean `"));
    if let (Some(hint), None) = (near.next(), near.next()) {
        let new = &hint[within(hint, "`", "`?")?];
        // The word at fault is the first that the message quotes and that the place holds.
        let at = problem.span.as_ref()?;
        let raw = at.source.text.get(at.range.clone())?;
        let mut quoted = problem.message.split('`').skip(1).step_by(2);
        let old = quoted.find(|word| !word.is_empty() && raw.contains(word))?;
        return Some(Wish::Word { old, new });
    }
    // `write `count = 3` without quotes`: the value has to be the one of that key.
    let hint = problem.hints.iter().find(|hint| hint.starts_with("write `"))?;
    let (key, value) = hint[within(hint, "`", "`")?].split_once(" = ")?;
    let at = problem.span.as_ref()?;
    let before = at.source.text.get(..at.range.start)?.trim_end().strip_suffix('=')?.trim_end();
    (before.ends_with(key) && !value.contains('…')).then_some(Wish::Value(value))
}
