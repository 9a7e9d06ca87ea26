//! Warnings about unfinished translations of a game.

use super::counted;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::read::{self, ParsedGame, Task, language_name};
use crate::vfs::Vfs;

/// Prepares a game to be built: missing or stale words in a draft of another language become warnings; in the source
/// language, the state of its other languages is reported.
pub(super) fn for_build(vfs: &dyn Vfs, mut reading: ParsedGame, draft: bool) -> ParsedGame {
    let Some(game) = &reading.game else { return reading };
    if game.translation.is_some() {
        if draft {
            reading.diagnostics = as_warnings(reading.diagnostics);
        }
        return reading;
    }
    let unfinished = game.languages.iter().filter_map(|language| unfinished(vfs, &game.id, language));
    let incomplete: Vec<Diagnostic> = unfinished.collect();
    reading.diagnostics.extend(incomplete);
    reading
}

/// Turns errors about missing or stale words into warnings.
pub(super) fn as_warnings(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let severity = |one: &Diagnostic| if read::is_unfinished(one.code) { Severity::Warning } else { one.severity };
    diagnostics.into_iter().map(|one| Diagnostic { severity: severity(&one), ..one }).collect()
}

/// Reports an incomplete language; `None` if it is complete, or if the game has errors, which are reported elsewhere.
fn unfinished(vfs: &dyn Vfs, id: &str, language: &str) -> Option<Diagnostic> {
    let tasks = read::tasks(vfs, id, language).ok()?;
    let missing = missing(&tasks.all);
    let stale = tasks.all.iter().filter(|task| task.is_stale()).count();
    let missing = (missing > 0).then(|| format!("{} missing", are(missing)));
    let stale = (stale > 0).then(|| format!("{} outdated", are(stale)));
    let problems: Vec<String> = missing.into_iter().chain(stale).collect();
    if problems.is_empty() {
        return None;
    }
    let what = format!("translation into {} is incomplete: {}", language_name(language), problems.join(", "));
    let diagnostic = Diagnostic::warning(Code::TRANSLATION_UNFINISHED, tasks.at, what);
    Some(
        diagnostic
            .hint(format!("run `skirmish check {id}` to list them, `skirmish translate {id} {language}` to add them")),
    )
}

/// Returns a number with its verb: "3 texts are".
fn are(texts: usize) -> String {
    format!("{} {}", counted(texts, "text"), if texts == 1 { "is" } else { "are" })
}

/// Returns the number of untranslated texts of a list.
pub(super) fn missing<'t>(tasks: impl IntoIterator<Item = &'t Task>) -> usize {
    tasks.into_iter().filter(|task| !task.is_optional && task.word.is_none()).count()
}
