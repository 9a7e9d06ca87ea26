//! Problems as people read them, and as editors do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::problem::{Problem, Severity};

/// All problems, each with the lines to blame and a hint, and how many there are.
pub fn text(problems: &[Problem]) -> String {
    let renderer = Renderer::styled();
    let mut text = String::new();
    for problem in problems {
        text.push_str(&renderer.render(&[group(problem)]));
        text.push_str("\n\n");
    }
    text.push_str(&count(problems));
    text
}

fn group(problem: &Problem) -> Group<'_> {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level
        .primary_title(problem.what.as_str())
        .elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    if let Some(at) = &problem.at {
        if at.source.text.is_empty() {
            group = group.element(annotate_snippets::Origin::path(at.source.path.as_str()));
        } else {
            let mark = AnnotationKind::Primary.span(at.range.clone()).label(problem.label.as_str());
            group =
                group.element(Snippet::source(at.source.text.as_str()).path(at.source.path.as_str()).annotation(mark));
        }
    }
    for hint in &problem.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    group
}

/// "3 errors and 1 warning"
fn count(problems: &[Problem]) -> String {
    let errors = problems.iter().filter(|problem| problem.is_error()).count();
    let counted = |number: usize, noun: &str| match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        number => Some(format!("{number} {noun}s")),
    };
    let parts: Vec<String> =
        [counted(errors, "error"), counted(problems.len() - errors, "warning")].into_iter().flatten().collect();
    parts.join(" and ")
}

/// A problem for editors.
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
}

/// All problems as a JSON array.
pub fn json(problems: &[Problem]) -> String {
    let record = |problem: &'_ Problem| -> serde_json::Value {
        let at = problem.at.as_ref();
        let start = at.map(crate::problem::Place::start);
        let end = at.map(|at| at.source.line_and_column(at.range.end));
        let record = Record {
            severity: match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &problem.what,
            file: at.map(|at| at.source.path.as_str()),
            line: start.map(|(line, _)| line),
            column: start.map(|(_, column)| column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
            label: &problem.label,
            hints: &problem.hints,
        };
        serde_json::to_value(record).unwrap_or_default()
    };
    let records: Vec<serde_json::Value> = problems.iter().map(record).collect();
    serde_json::to_string_pretty(&records).unwrap_or_default()
}
