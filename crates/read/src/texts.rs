//! Texts of the data: their markup, their figures, their terms.

use std::cell::RefCell;
use std::collections::HashSet;

use super::cards::Names;
use super::foreign_markup::foreign_markup;
use super::languages::Translation;
use super::table::{File, Word};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{
    Card, CardLookup, Draft, Face, Fault, FieldKind, FigureError, Game, Lookup as _, NeedId, Piece, Quotes, Rich,
    SetId, TextSpan, parse, parse_name, parse_with_lists, resolve,
};

const SUM: &str = "write names and numbers joined by ` + ` or ` - `: {points + rowing-boat.points}";

/// Returns a hint about a sign that isn't markup: TOML needs two backslashes to escape it, a sheet has the typed text.
fn bare(word: &Word, hint: &str) -> String {
    if word.at.source.cells.is_some() { hint.replace("\\\\", "\\") } else { hint.to_owned() }
}

/// Reads texts, and knows the terms that they may use.
pub(super) struct Texts<'a> {
    game: &'a Game,
    terms: Terms,
    /// Words of another language, and its terms: a text of the translation uses those, one of the source the source's.
    translated: Option<(&'a Translation, Terms)>,
    files: [&'a File; 2],
    /// True if all names of cards are known; else an unknown term may be one of them.
    whole: bool,
    /// Figures that there are not, each with the cards that should have it.
    unknown: RefCell<Vec<(Vec<String>, Word, Diagnostic)>>,
    /// Locations of texts of the game that were reported: once is enough, though they affect many cards.
    blamed: RefCell<HashSet<(String, usize)>>,
}

/// Words that may be in brackets.
struct Terms {
    /// In lower case.
    known: HashSet<String>,
    /// As they are written, for "did you mean".
    written: Vec<String>,
}

impl Terms {
    fn new(written: Vec<String>) -> Self {
        Self { known: written.iter().map(|term| term.to_lowercase()).collect(), written }
    }

    /// Creates the terms of a translated game: the names of its cards and kinds, the words of its lists, and the
    /// translation's own.
    fn translated(game: &Game, translation: &Translation) -> Self {
        let mut written = translation.terms.clone();
        written.extend(game.deck.cards.iter().map(|card| card.name.clone()));
        written.extend(game.deck.kinds.iter().flat_map(|kind| [kind.name.clone(), kind.plural.clone()]));
        written.extend(game.translated_terms.values().cloned());
        Self::new(written)
    }

    fn has(&self, term: &str) -> bool {
        self.known.contains(&term.to_lowercase())
    }
}

impl<'a> Texts<'a> {
    /// Creates the terms: the names of the cards and kinds, the words of lists, and the game's own.
    pub fn new(
        game: &'a Game,
        more: &[String],
        names: &Names,
        files: [&'a File; 2],
        translation: Option<&'a Translation>,
    ) -> Self {
        let mut written: Vec<String> = more.to_vec();
        written.extend(names.all.iter().cloned());
        written.extend(game.deck.kinds.iter().map(|kind| kind.name.clone()));
        for field in &game.fields {
            if let FieldKind::List(words) | FieldKind::Figures(words) = &field.kind {
                written.extend(words.iter().cloned());
            }
        }
        let translated = translation.map(|translation| (translation, Terms::translated(game, translation)));
        let (unknown, blamed) = (RefCell::default(), RefCell::default());
        Self { game, terms: Terms::new(written), translated, files, whole: names.whole, unknown, blamed }
    }

    /// Records a diagnostic in the file of its text.
    fn note(&self, word: &Word, diagnostic: Diagnostic) {
        let [game_file, card_file] = self.files;
        if !self.of_game(word) {
            card_file.note(diagnostic);
        } else if diagnostic
            .span
            .as_ref()
            .is_none_or(|at| self.blamed.borrow_mut().insert((at.source.path.clone(), at.range.start)))
        {
            game_file.note(diagnostic);
        }
    }

    fn of_game(&self, word: &Word) -> bool {
        let path = word.at.source.path.as_str();
        let is_translated = |(translation, _): &(&Translation, Terms)| translation.is_of_game(path);
        path == self.files[0].source.path || self.translated.as_ref().is_some_and(is_translated)
    }

    /// Returns the allowed words in brackets in a text.
    fn terms_of(&self, word: &Word) -> &Terms {
        let translated = self.translated.as_ref().filter(|(translation, _)| translation.has(&word.at));
        translated.map_or(&self.terms, |(_, terms)| terms)
    }

    /// Reports unknown values, except those of faulty cards, and those in an unreadable field.
    pub fn report_unknown(&self, faulty: impl Fn(&str) -> bool, unread: &[String]) {
        for (cards, word, diagnostic) in self.unknown.take() {
            if !cards.iter().any(|id| faulty(id) || unread.contains(id)) {
                self.note(&word, diagnostic);
            }
        }
    }

    /// Keeps a figure that there is not until it is known which cards are at fault.
    fn unknown(&self, card: Option<&Card>, word: &Word, name: &str, diagnostic: Diagnostic) {
        let parts = name.split('.').chain(card.map(|card| card.id.as_str()));
        self.unknown.borrow_mut().push((parts.map(str::to_owned).collect(), word.clone(), diagnostic));
    }

    /// Returns a text with its markup parsed and its values resolved, for a card or for a face that the cards of a set
    /// share.
    pub fn rich(&self, card: Option<&Card>, set: Option<SetId>, word: &Word) -> Option<Rich> {
        self.prose(card, set, word, parse(&word.text, Quotes::new(&self.game.language)))
    }

    /// Returns the same for a text that may have lists.
    pub fn rich_with_lists(&self, card: Option<&Card>, set: Option<SetId>, word: &Word) -> Option<Rich> {
        self.prose(card, set, word, parse_with_lists(&word.text, Quotes::new(&self.game.language)))
    }

    /// Returns the name of a file or of an icon with the values of the card, and the texts of a face.
    pub fn name(&self, card: Option<&Card>, set: Option<SetId>, face: Option<&Face>, word: &Word) -> Option<String> {
        // As most are.
        if !word.text.contains(['{', '}']) {
            return Some(word.text.trim_end_matches(' ').to_owned());
        }
        self.read(card, set, face, word, parse_name(&word.text)).map(|rich| rich.plain_text())
    }

    /// Values quoted by a name.
    pub fn figures(&self, word: &Word) -> Vec<String> {
        let draft = parse_name(&word.text).unwrap_or_default();
        let quoted = draft.paragraphs.into_iter().flatten().filter_map(|(piece, ..)| match piece {
            Piece::Figure(name) => Some(name),
            _ => None,
        });
        quoted.collect()
    }

    /// Reads a text for people: probable mistakes are reported.
    fn prose(
        &self,
        card: Option<&Card>,
        set: Option<SetId>,
        word: &Word,
        draft: Result<Draft, Vec<Fault>>,
    ) -> Option<Rich> {
        if draft.is_ok() {
            for slip in foreign_markup(&word.text) {
                self.note(word, Diagnostic::warning(slip.code, word.part(slip.range), slip.what).hint(slip.hint));
            }
        }
        self.read(card, set, None, word, draft)
    }

    fn read(
        &self,
        card: Option<&Card>,
        set: Option<SetId>,
        face: Option<&Face>,
        word: &Word,
        draft: Result<Draft, Vec<Fault>>,
    ) -> Option<Rich> {
        let draft = match draft {
            Ok(draft) => draft,
            Err(faults) => {
                for fault in faults {
                    let hint = bare(word, &fault.hint);
                    self.note(word, Diagnostic::error(fault.code, word.part(fault.range), fault.what).hint(hint));
                }
                return None;
            }
        };
        for (piece, formatting, range) in draft.paragraphs.iter().flatten() {
            if let Piece::Text(text) = piece
                && formatting.term
                && self.whole
                && !self.terms_of(word).has(text)
            {
                let diagnostic =
                    Diagnostic::error(Code::UNKNOWN_TERM, word.part(range.clone()), format!("unknown term `{text}`"));
                let diagnostic = diagnostic.label("not a term");
                let known = &self.terms_of(word).written;
                let printed = self
                    .game
                    .translated_terms
                    .iter()
                    .find(|((_, source), _)| source.to_lowercase() == text.to_lowercase());
                let diagnostic = match printed.filter(|_| self.terms.has(text)) {
                    Some((_, name)) => diagnostic.hint(format!("use its name in this language, `{name}`")),
                    None => diagnostic.suggest(text, known.iter().map(String::as_str)),
                };
                let file = match &self.translated {
                    Some((translation, _)) if translation.has(&word.at) => {
                        format!("`{0}.terms` in `game.{0}.toml`", translation.language)
                    }
                    _ => "`terms` in `game.toml`".to_owned(),
                };
                let hint = format!("add it to {file}, or escape the bracket as `\\\\[`");
                self.note(word, diagnostic.hint(bare(word, &hint)));
            }
        }
        for (name, range) in &draft.colours {
            let known = self.game.colour_names();
            if !known.contains(name.as_str()) {
                let what = format!("unknown colour `{name}`");
                let diagnostic = Diagnostic::error(Code::UNKNOWN_MANNER, word.part(range.clone()), what)
                    .label("not a colour or size");
                let diagnostic = diagnostic.suggest(name, known.into_iter().chain(["small", "large"]));
                self.note(word, diagnostic.hint("name a colour of `[colours]` in `game.toml`"));
            }
        }
        let lookup = CardLookup { game: self.game, component: &self.game.deck, card, set, face };
        match resolve(&draft, &lookup) {
            Ok(rich) => Some(rich),
            Err(errors) => {
                for (range, error) in errors {
                    let what = match card.filter(|_| self.of_game(word)) {
                        Some(card) => format!("{error} on card `{}`", card.name),
                        None => error.to_string(),
                    };
                    let diagnostic = Diagnostic::error(error.code(), word.part(range), what);
                    match &error {
                        FigureError::Unknown(name) => {
                            let diagnostic = match name.split_once('.') {
                                Some((id, _)) if !self.is_owner(card, id) => {
                                    let ids = self.game.deck.cards.iter().map(|card| card.id.as_str());
                                    diagnostic.hint(format!("unknown card `{id}`")).suggest(id, ids)
                                }
                                _ => diagnostic.suggest(name, lookup.names().iter().map(String::as_str)),
                            };
                            self.unknown(card, word, name, diagnostic);
                        }
                        FigureError::NoSum(_) => self.note(word, diagnostic.hint(SUM)),
                        FigureError::NotANumber(_) | FigureError::TooLarge(_) => self.note(word, diagnostic),
                    }
                }
                None
            }
        }
    }

    /// True if the part before a dot is an owner of values.
    fn is_owner(&self, card: Option<&Card>, id: &str) -> bool {
        self.game.card(id).is_some() || card.is_some_and(|card| card.figures.contains_key(id))
    }

    /// Returns a need by its id.
    pub fn need(&self, word: &Word) -> Option<NeedId> {
        let found = NeedId::find(&self.game.needs, |need| need.id == word.text);
        if found.is_none() {
            let diagnostic =
                Diagnostic::error(Code::UNKNOWN_NEED, word.at.clone(), format!("unknown need `{}`", word.text))
                    .label("not a need");
            self.note(word, diagnostic.suggest(&word.text, self.game.needs.iter().map(|need| need.id.as_str())));
        }
        found
    }

    /// Reads a plain text, such as alternative text.
    pub fn line(&self, card: Option<&Card>, set: Option<SetId>, word: &Word) -> Option<String> {
        let rich = self.rich(card, set, word)?;
        let plain = |span: &TextSpan| matches!(span, TextSpan::Text(_, formatting) if formatting.is_plain());
        if rich.paragraphs.len() == 1 && rich.paragraphs[0].iter().all(plain) {
            return Some(rich.plain_text());
        }
        self.note(
            word,
            Diagnostic::error(Code::MARKUP_IN_LINE, word.at.clone(), "markup isn't supported here")
                .hint("remove the markup"),
        );
        None
    }
}
