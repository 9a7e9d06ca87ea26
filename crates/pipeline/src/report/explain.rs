//! Explanations of codes, from the sections of `docs/problems.md`.

use crate::diagnostic::{Code, Diagnostic};

const PROBLEMS: &str = include_str!("../../../../docs/problems.md");

/// A section of the page: the number of its code, its title and its words.
struct Section {
    number: u16,
    title: &'static str,
    words: &'static str,
}

/// Returns all sections, in the order of their codes. Headings within examples begin with no code.
fn sections() -> impl Iterator<Item = Section> {
    PROBLEMS.split("\n## E").skip(1).filter_map(|section| {
        let (head, words) = section.split_once('\n')?;
        let (digits, title) = head.split_once(": ")?;
        Some(Section { number: digits.parse().ok()?, title, words: words.trim() })
    })
}

/// Explains some problems, by their codes as people type them: `E0312`, `e312`, `312`. Without any, a line for each
/// problem.
///
/// # Errors
/// A diagnostic for each code that no problem has.
pub fn explain(asked: &[String]) -> Result<String, Vec<Diagnostic>> {
    if asked.is_empty() {
        return Ok(sections().map(|Section { number, title, .. }| format!("E{number:04}  {title}\n")).collect());
    }
    let (found, unknown): (Vec<_>, Vec<_>) = asked.iter().map(|typed| section(typed)).partition(Result::is_ok);
    let unknown: Vec<Diagnostic> = unknown.into_iter().filter_map(Result::err).collect();
    if unknown.is_empty() { Ok(found.into_iter().flatten().collect::<Vec<_>>().join("\n")) } else { Err(unknown) }
}

/// Maximum distance of a suggested code from the one that was typed.
const MAX_DISTANCE: u16 = 100;

/// Formats a section for a terminal: examples are indented, without their fences.
fn section(typed: &str) -> Result<String, Diagnostic> {
    let number: Option<u16> = typed.trim().trim_start_matches(['E', 'e']).parse().ok();
    let Some(found) = number.and_then(|number| sections().find(|section| section.number == number)) else {
        let diagnostic = Diagnostic::error(Code::UNKNOWN_CODE, None, format!("no problem has the code `{typed}`"));
        let distance = |section: &Section, number: u16| section.number.abs_diff(number);
        let near = number.and_then(|number| {
            sections()
                .filter(|section| distance(section, number) < MAX_DISTANCE)
                .min_by_key(|section| distance(section, number))
        });
        let near = near.map(|Section { number, title, .. }| format!("the nearest is E{number:04}: {title}"));
        return Err(near
            .into_iter()
            .fold(diagnostic, Diagnostic::hint)
            .hint("`skirmish explain` without a code lists all of them"));
    };
    let mut text = format!("E{:04}: {}\n\n", found.number, found.title);
    let mut is_example = false;
    for line in found.words.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
            continue;
        }
        let margin = if is_example && !line.is_empty() { "    " } else { "" };
        text.push_str(&format!("{margin}{line}\n"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_sentences_and_whole_examples() {
        for Section { number, words, .. } in sections() {
            assert!(words.contains('.'), "E{number:04} says nothing");
            assert_eq!(words.matches("```").count() % 2, 0, "E{number:04} has an example without an end");
        }
    }
}
