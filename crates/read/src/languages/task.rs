//! Texts to translate, with the state of each.

use std::sync::Arc;

use super::needed::{has_words, is_prose};
use super::{Leaf, Part, Translation};
use crate::diagnostic::{Source, Span};

/// Location of a translation's text, or of the one that it was made from.
#[derive(Clone, Debug)]
pub struct Place {
    /// The text.
    pub text: String,
    /// Its place.
    pub at: Span,
}

/// A text of the source, with its translation.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file that its words belong to.
    pub part: Part,
    /// The keys that lead to it, from the id of a card or the root of `game.toml`.
    pub path: Vec<String>,
    /// The current text of the source.
    pub source: String,
    /// Its span in the source.
    pub at: Span,
    /// The words, if they are written; they may be in a column of a sheet.
    pub word: Option<Place>,
    /// The text that they were made from, if the translation has it.
    pub made_from: Option<Place>,
    /// True if its key is in the file, though there may be no words behind it.
    pub has_key: bool,
    /// True if the game can be printed without it.
    pub is_optional: bool,
    /// Ends of its words, written or not, and of the text that they were made from, in the file of the translation.
    pub ends: Vec<usize>,
}

impl Task {
    /// Returns the number of its keys that name its table: a card, a kind.
    pub fn node_length(&self) -> usize {
        node_length(self.part, &self.path)
    }

    /// True if the source has changed since the words were written.
    pub fn is_stale(&self) -> bool {
        self.word.is_some() && self.made_from.as_ref().is_some_and(|was| !alike(&was.text, &self.source))
    }
}

/// All texts to translate into a language.
#[derive(Clone, Debug)]
pub struct Tasks {
    /// The language.
    pub language: String,
    /// Location of the languages in `game.toml`.
    pub at: Option<Span>,
    /// The files that there are.
    pub files: Vec<(Part, Arc<Source>)>,
    /// The texts, in the order in which they are read.
    pub all: Vec<Task>,
}

/// Returns the number of keys that name the table of a text: a card, a kind; 0 for a text at the top.
pub(super) fn node_length(part: Part, path: &[String]) -> usize {
    match (part, path) {
        (Part::Cards, _) => 1,
        (Part::Game, [table, _, _, _]) if table == "table" => 3,
        (Part::Game, [_]) => 0,
        (Part::Game, path) => path.len().min(2),
    }
}

/// True if two texts only differ in white space.
pub(super) fn alike(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

impl Translation {
    /// Returns the texts requested so far.
    pub fn tasks(&self, at: Option<Span>) -> Tasks {
        let (asked, leaves) = (self.asked.borrow(), self.leaves.borrow());
        let task = |one: &super::Asked| {
            let leaf = leaves.get(&(one.part, one.path.clone()));
            if leaf.is_none() && (!has_words(&one.source.text) || one.optional && !is_prose(&one.source.text)) {
                return None;
            }
            let place = |word: &super::Word| Place { text: word.text.clone(), at: word.at.clone() };
            let filled = |word: &&super::Word| !word.text.trim().is_empty();
            Some(Task {
                part: one.part,
                path: one.path.clone(),
                source: one.source.text.clone(),
                at: one.source.at.clone(),
                ends: leaf.map(|leaf| self.ends(leaf)).unwrap_or_default(),
                word: leaf.and_then(|leaf| leaf.word.as_ref()).filter(filled).map(place),
                made_from: leaf.and_then(|leaf| leaf.source.as_ref()).map(place),
                has_key: leaf.is_some_and(|leaf| leaf.word.is_some()),
                is_optional: one.optional || !has_words(&one.source.text),
            })
        };
        let all = asked.iter().filter_map(task).collect();
        let files = self.sources().map(|(part, source)| (part, Arc::clone(source))).collect();
        Tasks { language: self.language.clone(), at, files, all }
    }

    fn ends(&self, leaf: &Leaf) -> Vec<usize> {
        let words = leaf.word.iter().chain(&leaf.source);
        let in_file = |word: &&super::Word| self.sources().any(|(_, source)| Arc::ptr_eq(source, &word.at.source));
        words.filter(in_file).map(|word| word.at.range.end).collect()
    }
}
