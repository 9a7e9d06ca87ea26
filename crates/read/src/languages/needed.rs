//! Texts with words to translate, and the values that they quote.

use std::collections::BTreeSet;

use super::Asked;
use crate::game::{Draft, Piece, Quotes, parse_with_lists};

fn pieces(draft: &Draft) -> impl Iterator<Item = &Piece> {
    draft.paragraphs.iter().flatten().map(|(piece, ..)| piece)
}

/// True if a text has words; one with only quoted values or icons is the same in all languages.
pub(super) fn has_words(text: &str) -> bool {
    let Ok(draft) = parse_with_lists(text, Quotes::default()) else { return true };
    let letters = |piece: &Piece| matches!(piece, Piece::Text(text) if text.chars().any(char::is_alphabetic));
    pieces(&draft).any(letters)
}

/// True if a text says more than a mark of an edition does: `2nd edition`, not `1e`.
pub(super) fn is_prose(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic()).any(|word| word.chars().count() > 2)
}

/// Returns the values quoted by a text; empty if its markup is invalid, which is reported elsewhere.
pub(super) fn quoted(text: &str) -> BTreeSet<String> {
    let Ok(draft) = parse_with_lists(text, Quotes::default()) else { return BTreeSet::new() };
    let figure = |piece: &Piece| match piece {
        Piece::Figure(sum) => sum.split([' ', '+']).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    pieces(&draft).flat_map(figure).filter(|name| !name.is_empty() && name != "-").collect()
}

/// Returns the texts that must be translated: those with words.
pub(super) fn needed(all: &[Asked]) -> Vec<&Asked> {
    all.iter().filter(|asked| !asked.optional && has_words(&asked.source.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_marks_are_no_words() {
        for text in ["{points}", ":lamp:", "{points + rowing-boat.points} :lamp: 3", "**{name}**"] {
            assert!(!has_words(text), "{text}");
        }
        for text in ["{name}, lit", "{red: Stop}", "[Fog]", "* open"] {
            assert!(has_words(text), "{text}");
        }
        let sum = quoted("for {points + rowing-boat.points} points, {red: {points}} :lamp:");
        assert_eq!(sum.into_iter().collect::<Vec<_>>(), ["points", "rowing-boat.points"]);
    }
}
