//! A game in another of its languages: words laid over those of the source, by the ids of their owners.
//!
//! `cards.de.toml` and `game.de.toml` contain the words of `cards.toml` and `game.toml` in German. Words for players
//! are requested from a [`Translated`], which returns those of the translation with their own spans. Values, counts and
//! art stay with the source. The requested words are the words to translate: untranslated ones are missing, and
//! translations that nobody requested are unused.

mod codes;
mod file;
mod names;
mod needed;
mod problems;
mod read;
mod task;
mod templates;

pub use codes::{is_code, name as language_name};
pub(super) use read::{is_unfinished, report_not_named, translated};
pub use task::{Place, Task, Tasks};

pub(super) use codes::declared;
pub(super) use names::{Renamed, rename};
pub(super) use problems::About;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use self::file::Leaf;
use super::table::{File, Word};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::game::Fault;
use crate::vfs::Vfs;

/// Key of the text that a translation was made from.
const SOURCE: &str = "source";

/// The files whose words are translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `game.toml`.
    Game,
    /// `cards.toml` and sheets.
    Cards,
}

impl Part {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Game, Self::Cards];

    /// Returns the name of the file with the words in a language: `cards.de.toml`.
    pub fn file(self, language: &str) -> String {
        match self {
            Self::Game => format!("game.{language}.toml"),
            Self::Cards => format!("cards.{language}.toml"),
        }
    }
}

/// Keys that lead to a text: `["rowing-boat", "saying", "text"]`.
type Path = Vec<String>;

/// A requested text.
struct Asked {
    part: Part,
    path: Path,
    /// As the source has it.
    source: Word,
    /// True if it need not be translated.
    optional: bool,
}

/// The words of a game in a language, and the requested ones among them.
pub(super) struct Translation {
    pub language: String,
    files: BTreeMap<Part, File>,
    leaves: RefCell<BTreeMap<(Part, Path), Leaf>>,
    asked: RefCell<Vec<Asked>>,
    seen: RefCell<HashSet<(Part, Path)>>,
    /// Locations of the translation's words: by the path of the file and the first byte.
    places: RefCell<HashSet<(String, usize)>>,
    /// The terms of the language.
    pub terms: Vec<String>,
}

impl Translation {
    /// Reads the files of a language in the folder of a game; they need not be there.
    pub fn load(vfs: &dyn Vfs, folder: &str, language: &str) -> Self {
        let mut translation = Self {
            language: language.to_owned(),
            files: BTreeMap::new(),
            leaves: RefCell::default(),
            asked: RefCell::default(),
            seen: RefCell::default(),
            places: RefCell::default(),
            terms: Vec::new(),
        };
        for part in Part::ALL {
            let path = format!("{folder}/{}", part.file(language));
            if !vfs.has(&path) {
                continue;
            }
            let file = match super::text_file(vfs, &path) {
                Ok(source) => File::new(source),
                Err(diagnostic) => {
                    let file = File::new(Source::new(path, ""));
                    file.note(diagnostic);
                    file
                }
            };
            translation.read(part, &file);
            translation.files.insert(part, file);
        }
        translation
    }

    /// Takes in the words of a file.
    fn read(&mut self, part: Part, file: &File) {
        let Some(table) = file.parse() else { return };
        let read = file::read(file, table.get_ref(), part, &self.language);
        self.terms.extend(read.terms);
        for (path, leaf) in read.leaves {
            self.place(&leaf);
            self.leaves.borrow_mut().insert((part, path), leaf);
        }
    }

    fn place(&self, leaf: &Leaf) {
        let word = leaf.word.iter().map(|word| (word.at.source.path.clone(), word.at.range.start));
        self.places.borrow_mut().extend(word);
    }

    /// Takes in a text of a card that is in a column of a sheet.
    pub fn add(&self, file: &File, path: &[String], word: Word) {
        let mut leaves = self.leaves.borrow_mut();
        let leaf = leaves.entry((Part::Cards, path.to_vec())).or_insert_with(|| Leaf::new(word.at.clone()));
        if let Some(known) = &leaf.word {
            file.note(file::twice(path, &word.at, &known.at));
            return;
        }
        leaf.word = Some(word);
        self.place(leaf);
    }

    /// True if a file has the words of `game.toml`.
    pub fn is_of_game(&self, path: &str) -> bool {
        self.files.get(&Part::Game).is_some_and(|file| file.source.path == path)
    }

    /// True if a text is in the translation, rather than in the source.
    pub fn has(&self, at: &Span) -> bool {
        self.places.borrow().contains(&(at.source.path.clone(), at.range.start))
    }

    /// Returns the translation of some words; the words themselves without one.
    pub fn localized(&self, part: Part, path: Path, source: Word) -> Word {
        self.ask(part, path, source, false)
    }

    /// Returns the same for words that needn't be translated.
    pub fn localized_if_given(&self, part: Part, path: Path, source: Word) -> Word {
        self.ask(part, path, source, true)
    }

    fn ask(&self, part: Part, path: Path, source: Word, optional: bool) -> Word {
        let key = (part, path);
        let found = self.leaves.borrow().get(&key).and_then(|leaf| leaf.word.clone());
        let word = found.filter(|word| !word.text.trim().is_empty()).unwrap_or_else(|| source.clone());
        if self.seen.borrow_mut().insert(key.clone()) {
            let (part, path) = key;
            self.asked.borrow_mut().push(Asked { part, path, source, optional });
        }
        word
    }

    /// Records an error in the markup of some words.
    fn note(&self, word: &Word, fault: Fault) {
        if let Some(file) = self.files.values().find(|file| file.source.path == word.at.source.path) {
            file.note(Diagnostic::error(fault.code, word.part(fault.range), fault.what).hint(fault.hint));
        }
    }

    /// Returns the existing files.
    fn sources(&self) -> impl Iterator<Item = (Part, &Arc<Source>)> {
        self.files.iter().map(|(part, file)| (*part, &file.source))
    }

    /// Problems in its files.
    fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.files.into_values().flat_map(File::into_diagnostics).collect()
    }
}

/// The words of one table in another language.
#[derive(Clone)]
pub(super) struct Translated<'a> {
    of: &'a Translation,
    part: Part,
    path: Path,
}

impl<'a> Translated<'a> {
    /// Creates it for the whole of `game.toml`.
    pub fn of_game(of: &'a Translation) -> Self {
        Self { of, part: Part::Game, path: Vec::new() }
    }

    /// Creates it for a card, by the id of its entry.
    pub fn of_card(of: &'a Translation, id: &str) -> Self {
        Self { of, part: Part::Cards, path: vec![id.to_owned()] }
    }

    /// Creates it for a table in this one.
    pub fn below(&self, key: &str) -> Self {
        Self { path: self.to(key), ..self.clone() }
    }

    /// Returns the first key: for a card, the id of its entry.
    pub fn owner(&self) -> Option<&str> {
        self.path.first().map(String::as_str)
    }

    fn to(&self, key: &str) -> Path {
        self.path.iter().cloned().chain([key.to_owned()]).collect()
    }

    /// Returns some words of the table.
    pub fn localized(&self, key: &str, source: Word) -> Word {
        self.of.localized(self.part, self.to(key), source)
    }
}
