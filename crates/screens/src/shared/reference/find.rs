//! Cards and words by a few letters of their names.

use crate::game::Topic;
use crate::table::CardId;
use crate::view::Book;

/// The search filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// Cards and words.
    #[default]
    Everything,
    /// The cards of one kind, by its id.
    Kind(String),
    /// Words.
    Words,
}

/// A search result.
pub enum Found<'a> {
    /// A card.
    Card(CardId),
    /// A word of the game.
    Topic(&'a Topic),
}

/// Everything of which a word begins with the letters, cards before words.
pub fn found<'a>(book: Book<'a>, letters: &str, only: &Only) -> Vec<Found<'a>> {
    let cards = book.cards.all().iter().filter(|card| match only {
        Only::Everything => true,
        Only::Kind(kind) => card.kind == *kind,
        Only::Words => false,
    });
    let cards =
        cards.filter(|card| !card.repeats && begins(&card.name, letters)).map(|card| Found::Card(card.id.clone()));
    // Without a letter there are more words than anyone reads through: they have a button of their own.
    let wanted = match only {
        Only::Everything => !letters.is_empty(),
        Only::Kind(_) => false,
        Only::Words => true,
    };
    let topics = book.cards.glossary().topics.iter().filter(|topic| wanted && begins(&topic.name, letters));
    cards.chain(topics.map(Found::Topic)).collect()
}

/// True if any entry has a word that begins with the letters.
pub fn leads_on(book: Book<'_>, letters: &str, only: &Only) -> bool {
    !found(book, letters, only).is_empty()
}

/// True if a word of a name, with the words after it, begins with the letters; punctuation and spaces are ignored.
fn begins(name: &str, letters: &str) -> bool {
    let bare = |text: &str| {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let letters = bare(letters);
    let words: Vec<&str> = name.split([' ', '-']).collect();
    (0..words.len()).any(|from| bare(&words[from..].concat()).starts_with(&letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_the_beginning_of_any_of_its_words() {
        for letters in ["", "two", "TWOH", "han", "axe", "two handed", "handedaxe"] {
            assert!(begins("Two Handed Axe", letters), "{letters}");
        }
        for letters in ["wo", "xe", "axes", "twoaxe"] {
            assert!(!begins("Two Handed Axe", letters), "{letters}");
        }
        assert!(begins("Counter-charge", "charge"));
    }
}
