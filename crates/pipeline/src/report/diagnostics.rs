//! Diagnostics as people read them, and as editors do.

use std::collections::BTreeMap;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::diagnostic::{Code, Diagnostic, Folded, Severity, Span, column_name, fold};

/// Messages of one code that are printed; of the others only their number is.
const MAX_OF_A_CODE: usize = 100;
/// Places of one cause that are printed, the first with its line among them.
const MAX_PLACES: usize = 3;

/// Returns all diagnostics: one message per cause, with the offending line and a hint; their number; and how to explain
/// the first. Those that the game accepts are only counted.
pub fn text(diagnostics: &[Diagnostic]) -> String {
    let renderer = Renderer::styled();
    let mut text = String::new();
    let folded = fold(diagnostics.iter().filter(|one| one.allowed.is_none()));
    let mut of_code: BTreeMap<Code, (usize, usize)> = BTreeMap::new();
    for cause in &folded {
        let (printed, left) = of_code.entry(cause.first.code).or_default();
        if *printed == MAX_OF_A_CODE {
            *left += 1 + cause.others.len();
            continue;
        }
        *printed += 1;
        let title = title(cause);
        let rendered = renderer.render(&[group(cause, &title, &cause.first.code.to_string())]);
        // Below the place of a cell comes a sign for the place of its row, which has none of its own.
        let is_sign = |line: &&str| anstream::adapter::strip_str(line).to_string().trim() == ":::";
        let lines: Vec<&str> = rendered.lines().filter(|line| !is_sign(line)).collect();
        text.push_str(&lines.join("\n"));
        text.push_str("\n\n");
    }
    for (code, (_, left)) in of_code.iter().filter(|(_, (_, left))| *left > 0) {
        text.push_str(&format!("and {} more of {code}: `skirmish check --format json` lists all\n", thousands(*left)));
    }
    text.push_str(&count(diagnostics, &folded));
    if let Some(first) = folded.first() {
        text.push_str(&format!("\nRun `skirmish explain {}` for details.", first.first.code));
    }
    text
}

/// Returns a title: "unknown kind `weapn` in card `Axe` (and 39 more)".
fn title(cause: &Folded<'_>) -> String {
    match cause.others.len() {
        0 => cause.first.message.clone(),
        others => format!("{} (and {} more)", cause.first.message, thousands(others)),
    }
}

/// Returns the first locations of others with the same cause; their cards if they share one location, or none.
fn others(cause: &Folded<'_>) -> Option<String> {
    let first = cause.first.span.as_ref().map(Span::to_string);
    let shown = MAX_PLACES - 1;
    let list = |named: &[String], all: usize, noun: &str| {
        let more = match all - named.len() {
            0 => String::new(),
            more => format!(", and {} more", thousands(more)),
        };
        format!("{noun} {}{more}", named.join(", "))
    };
    if cause.others.iter().all(|other| other.span.is_none() || other.span == cause.first.span) {
        let mut cards: Vec<String> =
            cause.others.iter().flat_map(|other| &other.affects.cards).map(|card| format!("`{card}`")).collect();
        cards.dedup();
        let all = cards.len();
        cards.truncate(shown);
        return (all > 0).then(|| list(&cards, all, "also:"));
    }
    let others = cause.others.iter().filter_map(|other| other.span.as_ref());
    // A picture has no lines.
    let place = |at: &Span| if at.source.text.is_empty() { at.source.path.clone() } else { at.to_string() };
    let places: Vec<String> = others.map(place).filter(|place| Some(place) != first.as_ref()).take(shown).collect();
    Some(list(&places, cause.others.len(), "also at"))
}

/// Formats a number for people: `3,900`.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let parts = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    parts.collect::<Vec<_>>().join(",")
}

fn group<'a>(cause: &Folded<'a>, title: &'a str, code: &'a str) -> Group<'a> {
    let diagnostic = cause.first;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group =
        level.primary_title(title).id(code).elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    if let Some(at) = &diagnostic.span {
        let row = at.source.cells.as_ref().and_then(|cells| cells.row(&at.source.text, at.range.start));
        if let Some((row, start, text)) = row.filter(|_| at.range != (0..0)) {
            // One line for one row, also where a cell has several: the offsets stay.
            let line = text.replace(['\n', '\r', '\t'], " ");
            let end = (at.range.end - start).min(line.len());
            let mark = AnnotationKind::Primary.span(at.range.start - start..end).label(&*diagnostic.label);
            group = group
                .element(annotate_snippets::Origin::path(at.to_string()))
                .element(Snippet::source(line).line_start(row).annotation(mark));
        } else if at.source.text.is_empty() || at.source.cells.is_some() {
            group = group.element(annotate_snippets::Origin::path(match at.source.cells {
                Some(_) => at.to_string(),
                None => at.source.path.clone(),
            }));
        } else {
            // The whole file would be looked through once for each message.
            let lines = at.source.lines_about(&at.range);
            let text = at.source.text.get(lines.clone()).unwrap_or_default();
            let mark = at.range.start - lines.start..at.range.end - lines.start;
            let mark = AnnotationKind::Primary.span(mark).label(&*diagnostic.label);
            let snippet = Snippet::source(text).path(at.source.path.as_str()).line_start(at.start().0);
            group = group.element(snippet.annotation(mark));
        }
    }
    group = group.elements(others(cause).map(|others| Level::NOTE.message(others)));
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    group
}

/// Returns a count: "3 errors and 1 warning in 107 places, 2 allowed".
fn count(diagnostics: &[Diagnostic], folded: &[Folded<'_>]) -> String {
    let counted = |(severity, noun): (Severity, &str)| {
        let number = folded.iter().filter(|cause| cause.first.severity == severity).count();
        (number > 0).then(|| format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" }))
    };
    let nouns = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let parts: Vec<String> = nouns.into_iter().filter_map(counted).collect();
    let mut text = match parts.as_slice() {
        [] => "no problems".to_owned(),
        [errors, warnings, notes] => format!("{errors}, {warnings} and {notes}"),
        parts => parts.join(" and "),
    };
    let all: usize = folded.iter().map(|cause| 1 + cause.others.len()).sum();
    if all > folded.len() {
        text.push_str(&format!(" in {} places", thousands(all)));
    }
    match diagnostics.len() - all {
        0 => text,
        allowed => format!("{text}, {} allowed", thousands(allowed)),
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
    /// The affected cards or pieces; empty for the whole game, or if unknown.
    cards: &'a [String],
    face: Option<&'a str>,
    slot: Option<&'a str>,
    /// The reason for which the game accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
}

/// Returns all diagnostics as a JSON array.
pub fn json(diagnostics: &[Diagnostic]) -> String {
    let record = |diagnostic: &'_ Diagnostic| -> serde_json::Value {
        let at = diagnostic.span.as_ref();
        let start = at.map(crate::diagnostic::Span::start);
        let end = at.map(|at| at.source.line_and_column(at.range.end));
        let record = Record {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            code: diagnostic.code.to_string(),
            message: &diagnostic.message,
            file: at.map(|at| at.source.path.as_str()),
            sheet: at.and_then(|at| at.source.cells.as_ref()?.sheet.as_deref()),
            cell: at.filter(|at| at.range != (0..0)).and_then(|at| {
                let cell = at.source.cells.as_ref()?.at(at.range.start)?;
                Some(format!("{}{}", column_name(cell.column), cell.row))
            }),
            line: start.map(|(line, _)| line),
            column: start.map(|(_, column)| column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
            label: &diagnostic.label,
            hints: &diagnostic.hints,
            cards: &diagnostic.affects.cards,
            face: diagnostic.affects.face.as_deref(),
            slot: diagnostic.affects.slot.as_deref(),
            allowed: diagnostic.allowed.as_ref().map(|allowed| allowed.because()),
        };
        serde_json::to_value(record).unwrap_or_default()
    };
    let records: Vec<serde_json::Value> = diagnostics.iter().map(record).collect();
    serde_json::to_string_pretty(&records).unwrap_or_default()
}
