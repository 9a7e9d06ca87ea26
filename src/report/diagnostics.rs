//! Diagnostics as people read them, and as editors do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity};

/// All diagnostics, each with the lines to blame and a hint, and how many there are.
pub fn text(diagnostics: &[Diagnostic]) -> String {
    let renderer = Renderer::styled();
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&renderer.render(&[group(diagnostic)]));
        text.push_str("\n\n");
    }
    text.push_str(&count(diagnostics));
    text
}

fn group(diagnostic: &Diagnostic) -> Group<'_> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level
        .primary_title(diagnostic.what.as_str())
        .elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    if let Some(at) = &diagnostic.at {
        if at.source.text.is_empty() {
            group = group.element(annotate_snippets::Origin::path(at.source.path.as_str()));
        } else {
            let mark = AnnotationKind::Primary.span(at.range.clone()).label(diagnostic.label.as_str());
            group =
                group.element(Snippet::source(at.source.text.as_str()).path(at.source.path.as_str()).annotation(mark));
        }
    }
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    group
}

/// "3 errors and 1 warning"
fn count(diagnostics: &[Diagnostic]) -> String {
    let counted = |(severity, noun): (Severity, &str)| match diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == severity)
        .count()
    {
        0 => None,
        1 => Some(format!("1 {noun}")),
        number => Some(format!("{number} {noun}s")),
    };
    let nouns = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let parts: Vec<String> = nouns.into_iter().filter_map(counted).collect();
    match parts.as_slice() {
        [errors, warnings, notes] => format!("{errors}, {warnings} and {notes}"),
        parts => parts.join(" and "),
    }
}

/// A diagnostic for editors.
#[derive(Serialize)]
struct Record<'a> {
    severity: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    /// Counted from 1, as are columns; a column is a character.
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    label: &'a str,
    hints: &'a [String],
    /// The cards or pieces that it spoils; empty where that is the whole game, or not known.
    cards: &'a [String],
    face: Option<&'a str>,
    slot: Option<&'a str>,
}

/// All diagnostics as a JSON array.
pub fn json(diagnostics: &[Diagnostic]) -> String {
    let record = |diagnostic: &'_ Diagnostic| -> serde_json::Value {
        let at = diagnostic.at.as_ref();
        let start = at.map(crate::diagnostic::Span::start);
        let end = at.map(|at| at.source.line_and_column(at.range.end));
        let record = Record {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: &diagnostic.what,
            file: at.map(|at| at.source.path.as_str()),
            line: start.map(|(line, _)| line),
            column: start.map(|(_, column)| column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
            label: &diagnostic.label,
            hints: &diagnostic.hints,
            cards: &diagnostic.spoils.cards,
            face: diagnostic.spoils.face.as_deref(),
            slot: diagnostic.spoils.slot.as_deref(),
        };
        serde_json::to_value(record).unwrap_or_default()
    };
    let records: Vec<serde_json::Value> = diagnostics.iter().map(record).collect();
    serde_json::to_string_pretty(&records).unwrap_or_default()
}
