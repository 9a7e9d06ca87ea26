//! Problems whose hint is a single edit.

use skirmish_base::diagnostic::{Diagnostic, Repair, Span};
use skirmish_base::vfs::Vfs;

use crate::change::{Place, Value};
use crate::text::{TextFile, replaced};
use crate::{EditError, TextEdit, set_at, tables, value_at};

/// Returns the repair of a problem in words, for a button: *Change to Whale*, *Set to 9*; `None` if a person has to decide.
pub fn fix_label(problem: &Diagnostic) -> Option<String> {
    let at = problem.span.as_ref()?;
    match problem.repair.as_deref()? {
        Repair::Word { old, new } => {
            let is_there_once = at.text().matches(old.as_str()).count() == 1;
            is_there_once.then(|| format!("Change to {new}"))
        }
        Repair::Value(_) | Repair::Delete if !is_toml(at) => None,
        Repair::Value(value) => Some(format!("Set to {}", value.trim_matches('"'))),
        Repair::Delete => Some("Delete entry".to_owned()),
    }
}

fn is_toml(at: &Span) -> bool {
    at.source.path.ends_with(".toml")
}

/// Returns the edits that repair a problem; `None` if a person has to decide.
///
/// # Errors
/// The file changed since it was read, or the edit is refused.
pub fn fix(vfs: &dyn Vfs, game: &str, problem: &Diagnostic) -> Result<Option<Vec<TextEdit>>, EditError> {
    let (Some(at), Some(repair)) = (&problem.span, problem.repair.as_deref()) else { return Ok(None) };
    let place = Place::from(at);
    let in_file = |change: &dyn Fn(&str) -> Result<String, EditError>| {
        let file = TextFile::read(vfs, &place.file)?;
        if *file.text() != at.source.text {
            return Err(EditError::Stale { file: place.file.clone() });
        }
        let text = change(file.text())?;
        if is_toml(at) {
            tables::parsed(&place.file, &text, |_| Ok(()))?;
        }
        file.becoming(&text)
    };
    let edits = match repair {
        Repair::Word { old, new } if at.source.cells.is_some() => {
            let Value::Text(cell) = value_at(vfs, game, &place)? else { return Ok(None) };
            if cell.matches(old.as_str()).count() != 1 {
                return Ok(None);
            }
            set_at(vfs, game, &place, None, &Value::Text(cell.replace(old, new)))?
        }
        Repair::Word { old, new } => match at.text().match_indices(old.as_str()).collect::<Vec<_>>().as_slice() {
            [(start, _)] => {
                let start = at.range.start + start;
                in_file(&|text| Ok(replaced(text, start..start + old.len(), new)))?
            }
            _ => return Ok(None),
        },
        Repair::Value(value) if is_toml(at) => in_file(&|text| Ok(replaced(text, at.range.clone(), value)))?,
        Repair::Delete if is_toml(at) => in_file(&|text| tables::remove_at(&place.file, text, &at.range))?,
        _ => return Ok(None),
    };
    Ok((!edits.is_empty()).then_some(edits))
}
