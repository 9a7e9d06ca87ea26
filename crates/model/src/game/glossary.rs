//! The glossary: what the rulebook says of the terms and cards of the game, as plain text for a screen.

use std::collections::BTreeMap;

use super::RuleNumber;

/// A run of text, with the card or term that it names, if any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The words.
    pub words: String,
    /// The name or the id that they represent.
    pub names: Option<String>,
    /// The icon before them.
    pub icon: Option<String>,
}

/// Rulebook text about one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Id in the rulebook: the id of a card or of a section, or else its name.
    pub id: String,
    /// Name: `Charge`, `two hands`.
    pub name: String,
    /// Printed number of its section: `8.2`; empty for words, rulings and cards.
    pub number: String,
    /// Meaning, in one line; empty if the list of words lacks it.
    pub meaning: Vec<Phrase>,
    /// Its rules.
    pub rules: Vec<RuleNumber>,
    /// The rules themselves, in paragraphs.
    pub paragraphs: Vec<Vec<Phrase>>,
    /// Pictures beside them.
    pub pictures: Vec<Illustration>,
}

/// A picture of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illustration {
    /// What it shows.
    pub source: IllustrationSource,
    /// What is seen, in words, and its caption; empty where a paragraph of the topic says it.
    pub words: String,
}

/// Source of a picture of the rulebook. Sides are places in [`Card::faces`](crate::game::Card::faces).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllustrationSource {
    /// The art of a card's side.
    Art(String, usize),
    /// A whole side of a card.
    Face(String, usize),
    /// A drawing of the book, by name.
    Drawing(String),
    /// A generated picture of the book, by its name in the web page: a board, the table at setup.
    Diagram(String),
}

impl Topic {
    /// Returns all its passages, the meaning first.
    pub fn passages(&self) -> impl Iterator<Item = &Vec<Phrase>> {
        std::iter::once(&self.meaning).filter(|meaning| !meaning.is_empty()).chain(&self.paragraphs)
    }
}

/// Location of a rule's explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explained<'a> {
    /// By the rule of a card.
    Card(&'a Topic),
    /// By a word or a section.
    Topic(&'a Topic),
}

/// The terms of the game and the rules of its cards; empty for a game without a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glossary {
    /// The sections, rulings and words, in the order of the book.
    pub topics: Vec<Topic>,
    /// The rule of each card, by the card's id.
    pub cards: Vec<Topic>,
    /// The number that the book prints for each rule: `8.2`; a ruling's own, `R5`.
    pub numbers: BTreeMap<RuleNumber, String>,
}

impl Glossary {
    /// Returns the names of the icons in its texts.
    pub fn icons(&self) -> impl Iterator<Item = String> {
        let topics = self.topics.iter().chain(&self.cards);
        topics.flat_map(Topic::passages).flatten().filter_map(|phrase| phrase.icon.clone())
    }

    /// Returns the topic of a card.
    pub fn card(&self, id: &str) -> Option<&Topic> {
        self.cards.iter().find(|topic| topic.id == id)
    }

    /// Returns the card or the words that explain a rule; of several, those that explain the fewest other rules.
    pub fn of_rule(&self, rule: RuleNumber) -> Option<Explained<'_>> {
        let states = |topic: &&Topic| topic.rules.contains(&rule);
        let card = self.cards.iter().find(states).map(Explained::Card);
        let topics = self.topics.iter().filter(states).min_by_key(|topic| topic.rules.len());
        card.or_else(|| topics.map(Explained::Topic))
    }

    /// Finds a term by its id or by its name in any form: `Hooks`, `two-handed`, `Flurry`.
    pub fn topic(&self, name: &str) -> Option<&Topic> {
        let key = stem(name);
        let by_id = self.topics.iter().find(|topic| topic.id == name);
        // Of two sections with one name, the one that states rules explains it.
        let named = || self.topics.iter().filter(|topic| stem(&topic.name) == key);
        let by_name = || named().min_by_key(|topic| topic.rules.is_empty());
        let begins = |topic: &&Topic| stem(&topic.name).strip_prefix(&key).is_some_and(|rest| rest.starts_with(' '));
        by_id.or_else(by_name).or_else(|| self.topics.iter().find(begins))
    }
}

/// Stems a name: `Two-handed` and `two hands` are the same, and so are `The deck` and `deck`.
pub fn stem(name: &str) -> String {
    let lower = name.to_lowercase().replace('-', " ");
    let bare = ["the ", "a "].iter().find_map(|article| lower.strip_prefix(article)).unwrap_or(&lower);
    let words = bare.split_whitespace().map(|word| {
        let bare = word.strip_suffix("ed").or_else(|| word.strip_suffix('s')).unwrap_or(word);
        if bare.len() < 3 { word } else { bare }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_every_form() {
        let topic = |id: &str, name: &str| Topic { id: id.into(), name: name.into(), ..Topic::default() };
        let topics = vec![topic("flurry", "Flurry of Blows"), topic("hands", "Two hands"), topic("hook", "Hook")];
        let glossary = Glossary { topics, ..Glossary::default() };
        for (name, id) in [("Hooks", "hook"), ("two-handed", "hands"), ("Flurry", "flurry"), ("hands", "hands")] {
            assert_eq!(glossary.topic(name).map(|topic| topic.id.as_str()), Some(id), "{name}");
        }
        assert_eq!(glossary.topic("Flur"), None);
    }
}
