//! The language of the book: words of the game's terms stay whole in it.

use std::collections::BTreeSet;

use super::model::Doc;
use crate::game::Game;
use crate::text::Language;

/// Minimum length of a word in a term that keeps other words unhyphenated: shorter ones are words like "of".
const SHORTEST_TERM: usize = 4;

/// Returns the language that the book of a game is set in.
pub(super) fn language(game: &Game, doc: &Doc) -> Language {
    Language::new(&game.language).with_whole(terms(game, doc))
}

/// Returns the words in terms of the game: names of cards and kinds, and the list of words.
fn terms(game: &Game, doc: &Doc) -> BTreeSet<String> {
    let cards = game.deck.cards.iter().map(|card| card.name.as_str());
    let kinds = game.deck.kinds.iter().map(|kind| kind.name.as_str());
    let words = doc.words.iter().flat_map(|(_, words)| words).map(|word| word.term.as_str());
    let split = |term: &str| {
        let words = term.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
        words.filter(|word| word.chars().count() >= SHORTEST_TERM).collect::<Vec<_>>()
    };
    cards.chain(kinds).chain(words).flat_map(split).collect()
}
