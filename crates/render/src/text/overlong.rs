//! Breaks in words that are wider than their line and no words of a language: addresses, codes, rules to write on.

use super::language::Language;

/// Longer words are not expected to fit.
const LONGEST: usize = 24;
/// As many underscores are a rule to write on.
const RULE: &str = "____";

/// Where a word may be cut.
pub(super) enum Cuts {
    /// Bytes before which a hyphen is added.
    Syllables(Vec<usize>),
    /// Bytes between any two letters.
    Letters(Vec<usize>),
}

/// Returns the cuts of an overlong word; `None` for other words.
pub(super) fn cuts(word: &str, language: &Language) -> Option<Cuts> {
    let starts = || word.char_indices().map(|(at, _)| at).skip(1);
    if word.contains(RULE) {
        return Some(Cuts::Letters(starts().filter(|at| word[..*at].ends_with('_')).collect()));
    }
    if word.chars().count() <= LONGEST {
        return None;
    }
    let syllables = language.syllables(word);
    Some(if syllables.is_empty() { Cuts::Letters(starts().collect()) } else { Cuts::Syllables(syllables) })
}
