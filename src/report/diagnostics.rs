//! Diagnostics as people read them, and as editors do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity, letters};

/// All diagnostics, each with the lines to blame and a hint, how many there are, and where more is said of the first.
pub fn text(diagnostics: &[Diagnostic]) -> String {
    let renderer = Renderer::styled();
    let mut text = String::new();
    for diagnostic in diagnostics {
        let rendered = renderer.render(&[group(diagnostic, &diagnostic.code.to_string())]);
        // Below the place of a cell comes a sign for the place of its row, which has none of its own.
        let is_sign = |line: &&str| anstream::adapter::strip_str(line).to_string().trim() == ":::";
        let lines: Vec<&str> = rendered.lines().filter(|line| !is_sign(line)).collect();
        text.push_str(&lines.join("\n"));
        text.push_str("\n\n");
    }
    text.push_str(&count(diagnostics));
    if let Some(first) = diagnostics.first() {
        text.push_str(&format!("\n`skirmish explain {}` says more.", first.code));
    }
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, code: &'a str) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level
        .primary_title(diagnostic.what.as_str())
        .id(code)
        .elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    if let Some(at) = &diagnostic.at {
        let row = at.source.cells.as_ref().and_then(|cells| cells.row(&at.source.text, at.range.start));
        if let Some((row, start, text)) = row.filter(|_| at.range != (0..0)) {
            // One line for one row, also where a cell has several: the offsets stay.
            let line = text.replace(['\n', '\r', '\t'], " ");
            let end = (at.range.end - start).min(line.len());
            let mark = AnnotationKind::Primary.span(at.range.start - start..end).label(diagnostic.label.as_str());
            group = group
                .element(annotate_snippets::Origin::path(at.to_string()))
                .element(Snippet::source(line).line_start(row).annotation(mark));
        } else if at.source.text.is_empty() || at.source.cells.is_some() {
            group = group.element(annotate_snippets::Origin::path(match at.source.cells {
                Some(_) => at.to_string(),
                None => at.source.path.clone(),
            }));
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
    code: String,
    message: &'a str,
    file: Option<&'a str>,
    /// The sheet of a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<&'a str>,
    /// The cell of a sheet: `D14`. Line and column are those of the text, in a workbook of the sheet saved as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
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
            code: diagnostic.code.to_string(),
            message: &diagnostic.what,
            file: at.map(|at| at.source.path.as_str()),
            sheet: at.and_then(|at| at.source.cells.as_ref()?.sheet.as_deref()),
            cell: at.filter(|at| at.range != (0..0)).and_then(|at| {
                let cell = at.source.cells.as_ref()?.at(at.range.start)?;
                Some(format!("{}{}", letters(cell.column), cell.row))
            }),
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
