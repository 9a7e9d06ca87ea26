//! The numbers of rules: which ones the rulebook states, and which ones cards and needs name.

use std::ops::Range;

use super::table::Table;
use crate::game::{RuleNumber, Told};
use crate::problem::Problem;

/// Every `{S12}` and `{R5}` of a rulebook with the bytes between its braces, those in comments apart.
pub(super) fn stated(text: &str) -> Vec<(RuleNumber, Range<usize>)> {
    let (mut found, mut start, mut in_comment) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        in_comment = (in_comment || trimmed.starts_with("<!--")) && !trimmed.contains("-->");
        if !in_comment && !trimmed.ends_with("-->") {
            let opening = line.match_indices('{').map(|(at, _)| at + 1);
            found.extend(opening.filter_map(|at| {
                let inner = &line[at..at + line[at..].find('}')?];
                Some((inner.parse().ok()?, start + at..start + at + inner.len()))
            }));
        }
        start += line.len();
    }
    found
}

/// The rules that a game's rulebook states; none where there is no rulebook, or where it numbers no rules.
pub(super) struct Known(Vec<RuleNumber>);

impl Known {
    /// Of the text of a rulebook.
    pub fn of(text: &str) -> Self {
        Self(stated(text).into_iter().map(|(number, _)| number).collect())
    }

    /// The rule that a card or a need names, which must be one of these where there are any.
    pub fn named(&self, table: &Table<'_>) -> Option<Told<RuleNumber>> {
        let word = table.filled("rule")?;
        let Ok(value) = word.text.parse::<RuleNumber>() else {
            let what = format!("`rule` of {} must be the number of a rule, not `{}`", table.what, word.text);
            let problem = Problem::error(word.at, what).label("not a number of a rule");
            table.file.note(problem.hint("write `S` and a number for a rule, as in \"S38\", or `R` for a ruling"));
            return None;
        };
        if !self.0.is_empty() && !self.0.contains(&value) {
            let what = format!("`rules.md` states no rule {value}, which {} names", table.what);
            let problem = Problem::error(word.at.clone(), what).label("stated nowhere");
            let hint = format!("correct the number, or write `{{{value}}}` before the passage that states it");
            table.file.note(problem.hint(hint));
        }
        Some(Told { value, at: word.at })
    }

    /// The rule of a card, which must be named where the rulebook numbers its rules.
    pub fn of_card(&self, table: &Table<'_>) -> Option<Told<RuleNumber>> {
        if !self.0.is_empty() && !table.has("rule") {
            table.lacks("rule", "add a line `rule = …` below `count`, with the number that `rules.md` gives its rule");
        }
        self.named(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rulebook_states_what_stands_in_its_braces_outside_of_comments() {
        let text = "<!--\n{S12} the fact\n-->\n# Über\n\n{S3} It {damage} takes. {S4} Half {#id}\n{R5} An hour {S\n";
        let found: Vec<_> = stated(text).into_iter().map(|(number, at)| (number.to_string(), &text[at])).collect();
        assert_eq!(found, [("S3".into(), "S3"), ("S4".into(), "S4"), ("R5".into(), "R5")]);
    }
}
