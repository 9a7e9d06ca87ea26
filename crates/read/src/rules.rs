//! The rules that cards and needs name, which the rulebook must state.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::rulebook::stated;
use super::table::TomlTable;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{RuleNumber, Spanned};

/// The rules that a game's rulebook states, with their locations; empty without a rulebook, or if it numbers no rules.
pub(super) struct RuleIndex(Vec<(RuleNumber, Range<usize>)>);

impl RuleIndex {
    /// Finds the rules in the text of a rulebook.
    pub fn of(text: &str) -> Self {
        Self(stated(text))
    }

    /// Returns rules whose numbers are far beyond all others of their letter.
    pub fn outliers(&self) -> impl Iterator<Item = &(RuleNumber, Range<usize>)> {
        let mut of_letter: BTreeMap<u8, BTreeSet<u16>> = BTreeMap::new();
        for (number, _) in &self.0 {
            of_letter.entry(number.letter()).or_default().insert(number.number());
        }
        self.0.iter().filter(move |(number, _)| {
            let all = &of_letter[&number.letter()];
            let usual = 3 * all.len();
            let far = all.iter().filter(|one| usize::from(**one) > usual).count();
            // A single outlier; a book may number by hundreds.
            far == 1 && usize::from(number.number()) > usual && all.len() > 3
        })
    }

    /// Reads the rule of a card or a need, which must be one of these if there are any.
    pub fn named(&self, table: &TomlTable<'_>) -> Option<Spanned<RuleNumber>> {
        let word = table.non_empty_str("rule")?;
        let Ok(value) = word.text.parse::<RuleNumber>() else {
            let what = format!("`rule` of {} must be the number of a rule, not `{}`", table.what, word.text);
            let diagnostic = Diagnostic::error(Code::RULE_NO_NUMBER, word.at, what).label("not a rule number");
            table.file.note(diagnostic.hint("write a letter and a number, as in \"S38\"; rulings have `R`"));
            return None;
        };
        if !self.0.is_empty() && !self.0.iter().any(|(number, _)| *number == value) {
            let what = format!("unknown rule {value} in {}", table.what);
            let diagnostic = Diagnostic::error(Code::RULE_UNSTATED, word.at.clone(), what).label("not in `rules.md`");
            let hint = format!("correct the number, or add `{{{value}}}` before the rule in `rules.md`");
            table.file.note(diagnostic.hint(hint));
        }
        Some(Spanned { value, at: word.at })
    }

    /// Reads the rule of a card, which is required if the rulebook numbers its rules; mere rulings describe no card.
    pub fn of_card(&self, table: &TomlTable<'_>) -> Option<Spanned<RuleNumber>> {
        let numbers_rules = self.0.iter().any(|(number, _)| !number.is_ruling());
        if numbers_rules && !table.has("rule") {
            let add = table.file.to_add("rule");
            table.report_missing("rule", format!("{add}, with the number of its rule in `rules.md`"));
        }
        self.named(table)
    }
}
