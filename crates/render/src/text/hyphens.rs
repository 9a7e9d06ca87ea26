//! Hyphenation: where words may be divided at the end of a line.

use std::collections::BTreeSet;

use super::words;

/// The least letters before and after a hyphen.
const LEAST: (usize, usize) = (3, 3);

/// Returns the code of a language (BCP 47) whose words may have patterns: one of two letters.
pub(super) fn code(language: &str) -> Option<String> {
    let code = language.split('-').next().unwrap_or_default().to_lowercase();
    // Bokmål and Nynorsk have the patterns of Norwegian.
    let code = if code == "no" { "nb".to_owned() } else { code };
    (code.len() == 2).then_some(code)
}

/// Returns the bytes of a word after which it may be hyphenated; none in a word that begins with one of the `whole`
/// words.
pub(super) fn syllables(word: &str, language: &str, whole: &BTreeSet<String>) -> Vec<usize> {
    let mut parts = parts(word, language);
    // Most words are too short to be parted: these are not looked up.
    if !parts.is_empty() && is_term(word, whole) {
        parts.clear();
    }
    parts
}

/// True if a word is a word of a term, or such a word with an ending.
fn is_term(word: &str, terms: &BTreeSet<String>) -> bool {
    let word = word.trim_start_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
    word.char_indices().map(|(at, letter)| at + letter.len_utf8()).any(|end| terms.contains(&word[..end]))
}

/// Returns the bytes after which a word may be hyphenated. Names and words that contain other characters than letters
/// stay whole; before and after them such characters are ignored. A German word with a capital may be any noun.
fn parts(word: &str, language: &str) -> Vec<usize> {
    let start = word.len() - word.trim_start_matches(['(', '„', '“', '‚', '‘', '»', '«', '\u{202f}', '\u{a0}']).len();
    let bare = word[start..]
        .trim_end_matches([',', '.', ';', ':', '!', '?', '’', '‘', '”', '“', ')', '»', '«', '\u{202f}', '\u{a0}']);
    let count = bare.chars().count();
    let mut letters = bare.chars();
    let first = letters.next().is_some_and(|first| first.is_lowercase() || language == "de" && first.is_uppercase());
    if count < LEAST.0 + LEAST.1 || !first || !letters.all(char::is_lowercase) {
        return Vec::new();
    }
    let mut at = 0;
    let mut ends = Vec::new();
    for length in words::syllables(language, bare) {
        at += length;
        let before = bare[..at].chars().count();
        if before >= LEAST.0 && count - before >= LEAST.1 {
            ends.push(start + at);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(language: &str, word: &str, whole: &[&str]) -> Vec<usize> {
        let whole = whole.iter().map(|word| (*word).to_owned()).collect();
        code(language).map_or_else(Vec::new, |language| syllables(word, &language, &whole))
    }

    #[test]
    fn words_are_parted_as_their_language_wants_it() {
        let english = |word| parted("en-GB", word, &[]);
        assert_eq!(english("recovering"), [5, 7]);
        assert_eq!(english("recovering,"), [5, 7]);
        assert_eq!(english("(recovering)"), [6, 8]);
        assert_eq!(english("another"), [0; 0], "three letters before a hyphen, three after it");
        assert_eq!(english("sword"), [0; 0]);
        assert!(parted("en-GB", &"recovering".repeat(9), &[]).len() > 9, "words of any length");
        assert_eq!(english("Bjarni"), [0; 0], "a name stays whole");
        assert_eq!(parted("tlh", "recovering", &[]), [0; 0]);
    }

    #[test]
    fn german_nouns_are_parted() {
        let german = |word| parted("de-AT", word, &[]);
        assert_eq!(german("Schifffahrtsgesellschaft"), german("schifffahrtsgesellschaft"));
        assert!(german("Schifffahrtsgesellschaft").len() > 2);
        assert_eq!(german("NATO-Gesellschaft"), [0; 0]);
    }

    #[test]
    fn words_of_the_game_stay_whole() {
        let english = |word| parted("en-GB", word, &["default", "attack"]);
        assert_eq!(english("default"), [0; 0]);
        assert_eq!(english("attacking"), [0; 0]);
        assert_eq!(english("recovering"), [5, 7]);
    }
}
