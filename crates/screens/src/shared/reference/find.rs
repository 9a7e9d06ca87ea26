//! Cards and parts of the rulebook by a few letters of their names, and parts by their text.

use crate::game::Topic;
use crate::table::CardId;
use crate::view::Book;

/// The search filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// Cards and the rulebook.
    #[default]
    Everything,
    /// The cards of one kind, by its id.
    Kind(String),
    /// The rulebook, in its order.
    Rulebook,
}

/// A search result.
pub enum Found<'a> {
    /// A card.
    Card(CardId),
    /// A section of the rulebook, or a word of the game.
    Topic(&'a Topic),
}

/// The running text is searched from so many letters on: fewer are in nearly all of it.
const LETTERS_OF_TEXT: usize = 3;
/// The number of words of an excerpt.
const EXCERPT: usize = 9;

/// The rulebook's running text, ready to be searched: the words of each topic, in small letters.
pub struct Texts(Vec<String>);

impl Texts {
    /// Reads the texts of a game's topics.
    pub fn of(book: Book<'_>) -> Self {
        Self(book.cards.glossary().topics.iter().map(|topic| words_in(&text(topic))).collect())
    }
}

/// The passages of a topic in one line.
fn text(topic: &Topic) -> String {
    let passages =
        topic.passages().map(|passage| passage.iter().map(|phrase| phrase.words.as_str()).collect::<String>());
    passages.collect::<Vec<_>>().join(" ")
}

/// The words of a text in small letters, each with a space before it; punctuation separates words.
fn words_in(text: &str) -> String {
    let mut words = String::new();
    for word in
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '\u{2019}').filter(|word| !word.is_empty())
    {
        words.push(' ');
        words.extend(word.chars().flat_map(char::to_lowercase));
    }
    words
}

/// Returns the part of a topic's text in which words begin with the letters; `None` if it is found by its name.
pub fn excerpt(topic: &Topic, letters: &str) -> Option<String> {
    if letters.is_empty() || begins(&topic.name, letters) {
        return None;
    }
    let (text, letters) = (text(topic), words_in(letters));
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = (0..words.len()).find(|at| {
        let end = (at + 4).min(words.len());
        words_in(&words[*at..end].join(" ")).contains(&letters)
    })?;
    let end = (at + EXCERPT).min(words.len());
    let [before, after] = [at > 0, end < words.len()].map(|cut| if cut { "…" } else { "" });
    Some(format!("{before}{}{after}", words[at..end].join(" ")))
}

/// Everything of which a word begins with the letters: cards, then parts of the rulebook by their names, then by their texts.
pub fn found<'a>(book: Book<'a>, texts: &Texts, letters: &str, only: &Only) -> Vec<Found<'a>> {
    let cards = book.cards.all().iter().filter(|card| match only {
        Only::Everything => true,
        Only::Kind(kind) => card.kind == *kind,
        Only::Rulebook => false,
    });
    let cards =
        cards.filter(|card| !card.repeats && begins(&card.name, letters)).map(|card| Found::Card(card.id.clone()));
    // Without a letter the rulebook is not among the cards: it has a button of its own.
    let wanted = match only {
        Only::Everything => !letters.is_empty(),
        Only::Kind(_) => false,
        Only::Rulebook => true,
    };
    let topics = || book.cards.glossary().topics.iter().filter(|_| wanted);
    let by_name = topics().filter(|topic| begins(&topic.name, letters));
    let in_text = words_in(letters);
    let long = letters.chars().filter(|letter| letter.is_alphanumeric()).count() >= LETTERS_OF_TEXT;
    let by_text =
        topics().zip(&texts.0).filter(|(topic, text)| long && text.contains(&in_text) && !begins(&topic.name, letters));
    cards.chain(by_name.chain(by_text.map(|(topic, _)| topic)).map(Found::Topic)).collect()
}

/// True if any entry has a word that begins with the letters.
pub fn leads_on(book: Book<'_>, texts: &Texts, letters: &str, only: &Only) -> bool {
    !found(book, texts, letters, only).is_empty()
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

    #[test]
    fn a_topic_is_found_by_words_of_its_text_and_shows_them() {
        let phrase = |words: &str| crate::game::Phrase { words: words.to_owned(), ..Default::default() };
        let topic = Topic {
            name: "Charge".to_owned(),
            paragraphs: vec![
                vec![phrase("A player who "), phrase("charges"), phrase(" loses the turn. ")],
                vec![phrase("Two-handed weapons can\u{2019}t be used while the shield is up and nobody else has one.")],
            ],
            ..Topic::default()
        };
        assert_eq!(words_in("Two-handed, \u{201c}Axe\u{201d}!"), " two handed axe");
        let text = words_in(&text(&topic));
        for letters in ["player", "two hand", "HANDED", "weap"] {
            assert!(text.contains(&words_in(letters)), "{letters}");
        }
        assert!(!text.contains(&words_in("apons")), "words are found by their beginnings");
        let shown = excerpt(&topic, "weapons").expect("it is in the text");
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.contains("weapons"), "{shown}");
        assert_eq!(excerpt(&topic, "char"), None, "its name says it");
    }
}
