//! Names in another language: of the game, its kinds, sets and pieces, of cards, and of the words of lists.
//!
//! All of them are read in the source's language first, since ids are made of names and the data names cards by them. They are exchanged
//! before texts are read, which print them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::super::each::Variation;
use super::super::pieces::PieceDraft;
use super::super::table::{File, TomlTable, Word};
use super::{Part, Path, Translation};
use crate::diagnostic::Span;
use crate::game::{CARDS, FieldKind, Game, TableSpec};

/// The words of `game.toml` with their places.
pub(crate) struct Renamed<'a> {
    pub translation: &'a Translation,
    pub file: &'a File,
    pub settings: Option<&'a DeTable<'a>>,
    /// The names of the cards that each entry represents, by the id of the entry.
    pub cards: RefCell<BTreeMap<String, Vec<String>>>,
}

impl Renamed<'_> {
    fn place(&self, path: &[String]) -> Option<Span> {
        let mut table = self.settings?;
        let (last, before) = path.split_last()?;
        for key in before {
            table = match table.get(key.as_str())?.get_ref() {
                DeValue::Table(inner) => inner,
                _ => return None,
            };
        }
        Some(Span::new(&self.file.source, table.get(last.as_str())?.span()))
    }

    /// Returns the location of a text, or of the table that it would be in.
    fn at(&self, path: &[String]) -> Span {
        let within = || self.place(&path[..path.len() - 1]);
        self.place(path).or_else(within).unwrap_or_else(|| Span::file(&self.file.source))
    }

    fn word(&self, path: &[&str], text: &str) -> (Path, Word) {
        let path: Path = path.iter().map(|key| (*key).to_owned()).collect();
        let word = Word { text: text.to_owned(), at: self.at(&path) };
        (path, word)
    }

    fn must(&self, path: &[&str], text: &mut String) {
        let (path, word) = self.word(path, text);
        *text = self.translation.localized(Part::Game, path, word).text;
    }

    fn may(&self, path: &[&str], text: &mut String) {
        let (path, word) = self.word(path, text);
        *text = self.translation.localized_if_given(Part::Game, path, word).text;
    }

    /// Replaces the names of a game without cards.
    pub fn without_cards(&self, game: &mut Game) {
        self.must(&["title"], &mut game.title);
        self.may(&["edition"], &mut game.edition);
        self.table(&mut game.table);
    }

    /// Replaces the names of the tracker's table.
    pub fn table(&self, table: &mut TableSpec) {
        let declared = |key: &str, id: &str| self.place(&["table", key, id].map(str::to_owned)).is_some();
        for (key, all) in [("counter", &mut table.counters), ("shared", &mut table.shared)] {
            for counter in all.iter_mut().filter(|counter| declared(key, &counter.id)) {
                let id = counter.id.clone();
                self.may(&["table", key, &id, "name"], &mut counter.name);
                if self.place(&["table", key, &id, "singular"].map(str::to_owned)).is_some() {
                    self.may(&["table", key, &id, "singular"], &mut counter.singular);
                } else {
                    counter.singular.clone_from(&counter.name);
                }
            }
        }
        for status in &mut table.statuses {
            self.may(&["table", "status", &status.id.clone(), "name"], &mut status.name);
        }
        for timer in &mut table.timers {
            self.may(&["table", "timer", &timer.id.clone(), "name"], &mut timer.name);
        }
        for note in &mut table.notes {
            self.may(&["table", "note", &note.id.clone(), "name"], &mut note.name);
        }
        for pile in &mut table.piles {
            self.may(&["table", "pile", &pile.id.clone(), "name"], &mut pile.name);
        }
        for action in &mut table.actions {
            self.may(&["table", "action", &action.id, "name"], &mut action.name);
            if let Some(verb) = &mut action.verb {
                self.may(&["table", "action", &action.id, "verb"], verb);
            }
        }
    }
}

/// Replaces the names of the game, and those of its cards, given the table and the own values of each.
pub(crate) fn rename(
    words: &Renamed<'_>,
    game: &mut Game,
    pieces: &mut [PieceDraft],
    declared_kinds: usize,
    read: &[(usize, Variation, TomlTable<'_>)],
) {
    words.must(&["title"], &mut game.title);
    words.may(&["edition"], &mut game.edition);
    let has_book = game.has_book;
    for kind in &mut game.deck.kinds[..declared_kinds] {
        let id = kind.id.clone();
        words.must(&["kind", &id, "name"], &mut kind.name);
        match has_book {
            true => words.must(&["kind", &id, "plural"], &mut kind.plural),
            false => words.may(&["kind", &id, "plural"], &mut kind.plural),
        }
    }
    for (index, piece) in pieces.iter_mut().enumerate().filter(|(_, piece)| !piece.spec.is_card()) {
        let id = piece.spec.id.clone();
        words.may(&["piece", &id, "name"], &mut piece.spec.name);
        words.may(&["piece", &id, "plural"], &mut piece.spec.plural);
        if let Some(kind) = (declared_kinds + index).checked_sub(1).and_then(|own| game.deck.kinds.get_mut(own)) {
            (kind.name, kind.plural) = (piece.spec.name.clone(), piece.spec.plural.clone());
        }
    }
    // A warband is a set too, and its name is its own.
    for set in game.sets.iter_mut().filter(|set| words.place(&["set".to_owned(), set.id.clone()]).is_some()) {
        words.must(&["set", &set.id.clone(), "name"], &mut set.name);
    }
    for face in game.face_kinds.iter_mut().filter(|face| face.id != "front" && !face.shared) {
        words.may(&["face", &face.id.clone(), "name"], &mut face.name);
    }
    for need in &mut game.needs {
        words.must(&["need", &need.id.clone(), "text"], &mut need.words);
    }
    let mut printed = of_lists(words, game);
    let cards: Vec<(Option<String>, BTreeMap<String, String>)> =
        read.iter().map(|(_, variation, table)| card(variation, table, game)).collect();
    for ((card, (name, own)), (.., table)) in game.deck.cards.iter_mut().zip(cards).zip(read) {
        card.words = own;
        let entry = table.owner().unwrap_or(&card.id).to_owned();
        words.cards.borrow_mut().entry(entry).or_default().push(name.as_ref().unwrap_or(&card.name).clone());
        if let Some(name) = name {
            printed.insert((String::new(), card.name.clone()), name.clone());
            card.name = name;
        }
    }
    game.translated_terms = printed;
}

/// Returns the words of lists.
fn of_lists(words: &Renamed<'_>, game: &Game) -> BTreeMap<(String, String), String> {
    let mut printed = BTreeMap::new();
    for field in &game.fields {
        let (FieldKind::List(of), true) = (&field.kind, field.translate) else { continue };
        for word in of.iter().filter(|word| *word != CARDS) {
            let mut said = word.clone();
            words.must(&["field", &field.name, "options", word], &mut said);
            printed.insert((field.name.clone(), word.clone()), said);
        }
    }
    printed
}

/// Returns the name of a card, and its own words among those of its entry.
fn card(variation: &Variation, table: &TomlTable<'_>, game: &Game) -> (Option<String>, BTreeMap<String, String>) {
    let is_said = |key: &String| game.fields.iter().all(|field| field.name != *key || field.translate);
    let own = variation.words.iter().map(|(key, word)| {
        let source = Word { text: word.clone(), at: table.at.clone() };
        let said = if is_said(key) { table.said_below(&["each", key], word, source).text } else { word.clone() };
        (key.clone(), said)
    });
    let variation = Variation { words: own.collect(), ..variation.clone() };
    let name = table.localized("name").and_then(|word| variation.name(table, word, game));
    (name.map(|word| word.text), variation.words)
}
