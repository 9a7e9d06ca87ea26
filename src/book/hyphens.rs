//! Hyphenation: where words may be divided at the end of a line.

use std::collections::BTreeSet;

use hypher::Lang;

use super::model::Doc;
use crate::game::Game;
use crate::text::Syllables;

/// The least letters before and after a hyphen.
const LEAST: (usize, usize) = (3, 4);
/// Letters of the shortest word of a term that keeps other words whole: shorter ones are words like "of".
const SHORTEST_TERM: usize = 4;

/// Hyphenates words of a language (BCP 47), but none that begins with one of the `terms`; words of a language without patterns
/// stay whole.
pub(super) fn syllables(language: &str, terms: BTreeSet<String>) -> Box<Syllables> {
    let code = language.split('-').next().unwrap_or_default().to_lowercase();
    let lang = <[u8; 2]>::try_from(code.as_bytes()).ok().and_then(Lang::from_iso);
    Box::new(move |word| match lang {
        Some(lang) => {
            let mut parts = parts(word, lang);
            // Most words are too short to be parted: these are not looked up.
            if !parts.is_empty() && is_term(word, &terms) {
                parts.clear();
            }
            parts
        }
        None => Vec::new(),
    })
}

/// The words that terms of the game are made of: names of cards and kinds, and the list of words.
pub(super) fn terms(game: &Game, doc: &Doc) -> BTreeSet<String> {
    let cards = game.cards.iter().map(|card| card.name.as_str());
    let kinds = game.kinds.iter().map(|kind| kind.name.as_str());
    let words = doc.words.iter().flat_map(|(_, words)| words).map(|word| word.term.as_str());
    let split = |term: &str| {
        let words = term.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
        words.filter(|word| word.chars().count() >= SHORTEST_TERM).collect::<Vec<_>>()
    };
    cards.chain(kinds).chain(words).flat_map(split).collect()
}

/// Whether a word is a word of a term, or such a word with an ending.
fn is_term(word: &str, terms: &BTreeSet<String>) -> bool {
    let word = word.trim_start_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
    word.char_indices().map(|(at, letter)| at + letter.len_utf8()).any(|end| terms.contains(&word[..end]))
}

/// The bytes after which a word may be hyphenated. Names and words that contain other characters than letters stay whole; at its
/// end they are ignored.
fn parts(word: &str, lang: Lang) -> Vec<usize> {
    let bare = word.trim_end_matches([',', '.', ';', ':', '’', '”', ')']);
    let count = bare.chars().count();
    if count < LEAST.0 + LEAST.1 || !bare.chars().all(char::is_lowercase) {
        return Vec::new();
    }
    let mut at = 0;
    let mut ends = Vec::new();
    for syllable in hypher::hyphenate(bare, lang) {
        at += syllable.len();
        let before = bare[..at].chars().count();
        if before >= LEAST.0 && count - before >= LEAST.1 {
            ends.push(at);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_their_language_wants_it() {
        let english = syllables("en-GB", BTreeSet::new());
        assert_eq!(english("recovering"), [5]);
        assert_eq!(english("recovering,"), [5]);
        assert_eq!(english("another"), [0; 0], "three letters before a hyphen, four after it");
        assert_eq!(english("sword"), [0; 0]);
        assert_eq!(english("Bjarni"), [0; 0], "a name stays whole");
        assert_eq!(syllables("tlh", BTreeSet::new())("recovering"), [0; 0]);
    }

    #[test]
    fn words_of_the_game_stay_whole() {
        let english = syllables("en-GB", ["default", "attack"].map(str::to_owned).into());
        assert_eq!(english("default"), [0; 0]);
        assert_eq!(english("attacking"), [0; 0]);
        assert_eq!(english("recovering"), [5]);
    }
}
