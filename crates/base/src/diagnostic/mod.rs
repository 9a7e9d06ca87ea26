//! Diagnostics: problems of the data, with location and hints.

mod allow;
mod cells;
mod code;
mod fold;
mod nearest;
mod reporter;

pub use allow::{Allow, Allowed};
pub use cells::{Cell, Cells, address, column_name};
pub use code::Code;
pub use fold::{Folded, fold};
pub use nearest::{is_slip, is_swap, nearest};
pub use reporter::Reporter;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A file of the game, as it was read.
#[derive(Debug)]
pub struct Source {
    /// The path that a user would type, with `/` between folders.
    pub path: String,
    /// The whole text; empty if the file isn't text.
    pub text: String,
    /// The cells of a spreadsheet, for its locations; `None` for other files.
    pub cells: Option<Cells>,
    /// First byte of each line, calculated on first use.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.text, &self.cells) == (&other.path, &other.text, &other.cells)
    }
}

impl Eq for Source {}

impl Source {
    /// Returns a file and its text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { path: path.into(), text: text.into(), cells: None, lines: OnceLock::new() })
    }

    /// Returns a sheet: its text, and where its cells begin in it.
    pub fn of_sheet(path: impl Into<String>, text: impl Into<String>, cells: Cells) -> Arc<Self> {
        Arc::new(Self { path: path.into(), text: text.into(), cells: Some(cells), lines: OnceLock::new() })
    }

    /// Returns a range of bytes without trailing white space.
    pub fn without_blanks(&self, range: Range<usize>) -> Range<usize> {
        let length = self.text.get(range.clone()).map_or(range.len(), |text| text.trim_end().len());
        range.start..range.start + length
    }

    /// Returns line and column of a byte, both counted from 1; a column is a character.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let ends = || self.text.match_indices('\n').map(|(end, _)| end + 1);
        let starts = self.lines.get_or_init(|| std::iter::once(0).chain(ends()).collect());
        let line = starts.partition_point(|start| *start <= byte);
        (line, self.text[starts[line - 1]..byte].chars().count() + 1)
    }

    /// Returns the heading of the column that a byte of a sheet is in.
    pub fn heading(&self, byte: usize) -> Option<&str> {
        let cells = self.cells.as_ref()?;
        let column = cells.at(byte)?.column;
        let index = cells.starts.iter().position(|cell| cell.column == column)?;
        let end = cells.starts.get(index + 1).map_or(self.text.len(), |next| next.start);
        let text = self.text.get(cells.starts[index].start..end)?;
        Some(text.trim_matches([',', ';', '"', ' ', '\t', '\r', '\n'])).filter(|heading| !heading.is_empty())
    }

    /// Returns the bytes of the lines that a range touches, without the last line end.
    pub fn lines_about(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.text.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let end = self.text.get(range.end..).and_then(|after| after.find('\n'));
        start..end.map_or(self.text.len(), |end| range.end + end)
    }
}

/// A range of bytes in a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub source: Arc<Source>,
    /// The range of bytes.
    pub range: Range<usize>,
}

impl Span {
    /// Creates a range of bytes in a file.
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        Self { source: Arc::clone(source), range }
    }

    /// Creates a file as a whole.
    pub fn file(source: &Arc<Source>) -> Self {
        Self::new(source, 0..0)
    }

    /// Returns the span of some text within this one; the whole span if it isn't found.
    #[must_use]
    pub fn find(&self, letters: &str) -> Self {
        let found = self.source.text.get(self.range.clone()).and_then(|text| text.find(letters));
        found.map_or_else(
            || self.clone(),
            |start| {
                let start = self.range.start + start;
                Self::new(&self.source, start..start + letters.len())
            },
        )
    }

    /// Returns the text at fault; empty if the file isn't text.
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the first line and column, both counted from 1.
    pub fn start(&self) -> (usize, usize) {
        self.source.line_and_column(self.range.start)
    }
}

/// `cards.toml:12:8`, `cards.csv, row 14, column D` or `cards.ods, sheet Cards, D14`
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cells) = &self.source.cells {
            return write!(f, "{}{}", self.source.path, cells.place(&self.range));
        }
        let (line, column) = self.start();
        write!(f, "{}:{line}:{column}", self.source.path)
    }
}

/// The text of a source is long: the position is enough.
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information; no action is needed.
    Note,
    /// Worth knowing; outputs are written.
    Warning,
    /// Nothing is written.
    Error,
}

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// Code of the problem.
    pub code: Code,
    /// Location; `None` if no file is at fault.
    pub span: Option<Span>,
    /// What is wrong, in lower case, without a full stop.
    pub message: String,
    /// A few words below the underlined text. Not a `String`, to keep `Result<_, Diagnostic>` small.
    pub label: Box<str>,
    /// Hints, one sentence each.
    pub hints: Vec<String>,
    /// The single edit that solves it, if that is certain. Boxed like `affects`.
    pub repair: Option<Box<Repair>>,
    /// Affected cards, face and slot, if known. Boxed to keep `Result<_, Diagnostic>` small.
    pub affects: Box<Affected>,
    /// The entry of `allow` that accepts it, if there is one.
    pub allowed: Option<Box<Allowed>>,
}

/// The edit at the location of a problem that solves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Replaces a word of the text at fault.
    Word {
        /// The word, as it is written there once.
        old: String,
        /// The word that is meant.
        new: String,
    },
    /// Replaces the text at fault by another value, as TOML writes it.
    Value(String),
    /// Deletes the entry whose key is at fault.
    Delete,
}

/// Parts of a game that a fault affects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affected {
    /// The cards or other pieces, by name; empty where it is the whole game, or not known.
    pub cards: Vec<String>,
    /// The kind of face.
    pub face: Option<String>,
    /// The slot of its template.
    pub slot: Option<String>,
}

impl Affected {
    /// Adds the parts that another fault affects: all of the game if one of them may affect anything.
    fn join(&mut self, other: &Self) {
        if self.cards.is_empty() || other.cards.is_empty() {
            self.cards.clear();
        } else {
            self.cards.extend(other.cards.iter().cloned());
            self.cards.sort_unstable();
            self.cards.dedup();
        }
        self.face.take_if(|face| Some(&*face) != other.face.as_ref());
        self.slot.take_if(|slot| Some(&*slot) != other.slot.as_ref());
    }
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            span: span.into(),
            message: message.into(),
            label: Box::default(),
            hints: Vec::new(),
            repair: None,
            affects: Box::default(),
            allowed: None,
        }
    }

    /// Creates a warning.
    pub fn warning(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Creates a note that needs no action.
    pub fn note(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, span, message) }
    }

    /// Sets the words below the underlined text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into().into_boxed_str();
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Sets the edit that solves it.
    #[must_use]
    pub fn repair(mut self, repair: Repair) -> Self {
        self.repair = Some(Box::new(repair));
        self
    }

    /// Adds a hint with the word that is probably meant, and the edit that puts it there.
    #[must_use]
    pub fn did_you_mean(self, old: &str, new: &str) -> Self {
        let repair = Repair::Word { old: old.to_owned(), new: new.to_owned() };
        self.hint(format!("did you mean `{new}`?")).repair(repair)
    }

    /// Sets the affected cards, unless they are known already.
    #[must_use]
    pub fn for_cards(mut self, cards: impl IntoIterator<Item = impl Into<String>>) -> Self {
        if self.affects.cards.is_empty() {
            self.affects.cards = cards.into_iter().map(Into::into).collect();
        }
        self
    }

    /// Adds "did you mean" with the likeliest word, or all choices if none is near and there are few.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, choice: impl IntoIterator<Item = &'a str>) -> Self {
        const SHORT: usize = 12;
        let mut choice: Vec<&str> = choice.into_iter().collect();
        let mut seen = HashSet::new();
        choice.retain(|word| seen.insert(*word));
        if let Some(near) = nearest(word, choice.iter().copied()) {
            self.did_you_mean(word, near)
        } else if choice.is_empty() || choice.len() > SHORT {
            self
        } else {
            let words: Vec<String> = choice.iter().map(|word| format!("`{word}`")).collect();
            self.hint(format!("available: {}", words.join(", ")))
        }
    }

    /// True if both print the same.
    fn prints_as(&self, other: &Self) -> bool {
        let texts = |one: &Self| (one.severity, one.code, one.allowed.is_some());
        texts(self) == texts(other)
            && (&self.message, &self.span) == (&other.message, &other.span)
            && (&self.label, &self.hints) == (&other.label, &other.hints)
    }

    /// True if a game may accept the problem, with an entry in `allow`.
    pub fn is_acceptable(&self) -> bool {
        self.severity < Severity::Error || allow::LINT_ERRORS.contains(&self.code)
    }

    /// True if the deck would be wrong, and the problem isn't allowed.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error && self.allowed.is_none()
    }
}

/// Diagnostics as plain text without excerpts of the source: position and message of each, its hints below.
pub fn format_plain<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let mut lines = Vec::new();
    for diagnostic in diagnostics {
        let place = diagnostic.span.as_ref().map_or_else(String::new, |at| format!("{at}: "));
        lines.push(format!("{place}{}", diagnostic.message));
        lines.extend(diagnostic.hints.iter().map(|hint| format!("  {hint}")));
    }
    lines.join("\n")
}

/// Returns the first of several problems with one cause, with the locations of the others and the cards that they
/// affect.
#[must_use]
pub fn merge_duplicates(first: Diagnostic, others: &[Diagnostic]) -> Diagnostic {
    merge_some(first, others, 20)
}

/// Limits the number of the other locations.
#[must_use]
pub fn merge_some(mut first: Diagnostic, others: &[Diagnostic], most: usize) -> Diagnostic {
    let mut places: Vec<String> =
        others.iter().filter_map(|other| other.span.as_ref()).take(most).map(Span::to_string).collect();
    if others.len() > most {
        places.push(format!("{} more places", others.len() - most));
    }
    others.iter().for_each(|other| first.affects.join(&other.affects));
    match places.is_empty() {
        true => first,
        false => first.hint(format!("also at {}", places.join(", "))),
    }
}

/// Sorts diagnostics by file and position, those without one last. Identical messages about several cards are merged
/// into one.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    fn place(span: &Span) -> (&str, Option<&str>, usize) {
        let sheet = span.source.cells.as_ref().and_then(|cells| cells.sheet.as_deref());
        (&span.source.path, sheet, span.range.start)
    }
    diagnostics.sort_by(|a, b| {
        let by_place = match (&a.span, &b.span) {
            (Some(a), Some(b)) => place(a).cmp(&place(b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_place.then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup_by(|later, kept| {
        let alike = later.prints_as(kept);
        if alike {
            kept.affects.join(&later.affects);
        }
        alike
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let source = Source::new("cards.toml", "name = \"Axe\"\nþæð = 2\n");
        assert_eq!(source.line_and_column(0), (1, 1));
        assert_eq!(source.line_and_column(source.text.find("= 2").unwrap()), (2, 5));
        assert_eq!(source.line_and_column(9999), (3, 1));
    }

    #[test]
    fn what_is_told_alike_is_told_once_of_all_cards() {
        let of = |card: &str| Diagnostic::error(Code::FILE_MISSING, None, "no font").for_cards([card]);
        let mut list = vec![of("Fog"), of("Axe"), of("Fog")];
        sort(&mut list);
        assert_eq!(list, [Diagnostic::error(Code::FILE_MISSING, None, "no font").for_cards(["Axe", "Fog"])]);
        list.push(Diagnostic::error(Code::FILE_MISSING, None, "no font"));
        sort(&mut list);
        assert_eq!(list, [Diagnostic::error(Code::FILE_MISSING, None, "no font")], "one of no card is of all");
        let joined = merge_duplicates(of("Fog"), &[of("Axe"), of("Fog")]);
        assert_eq!(joined.affects.cards, ["Axe", "Fog"]);
        assert!(
            merge_duplicates(of("Fog"), &[Diagnostic::error(Code::FILE_MISSING, None, "no font")])
                .affects
                .cards
                .is_empty()
        );
    }

    #[test]
    fn a_near_word_is_suggested_and_a_short_choice_is_listed() {
        let near = Diagnostic::error(Code::FILE_MISSING, None, "x").suggest("amrour", ["armour", "weapon"]);
        assert_eq!(near.hints, ["did you mean `armour`?"]);
        let word = Repair::Word { old: "amrour".to_owned(), new: "armour".to_owned() };
        assert_eq!(near.repair.as_deref(), Some(&word));
        let far = Diagnostic::error(Code::FILE_MISSING, None, "x").suggest("qqq", ["armour", "weapon"]);
        assert_eq!(far.hints, ["available: `armour`, `weapon`"]);
    }

    #[test]
    fn diagnostics_are_sorted_by_place_and_told_once() {
        let source = Source::new("a.toml", "0123456789");
        let at =
            |byte| Diagnostic::error(Code::FILE_MISSING, Span::new(&source, byte..byte + 1), format!("byte {byte}"));
        let mut list = vec![Diagnostic::error(Code::FILE_MISSING, None, "nowhere"), at(7), at(2), at(7)];
        sort(&mut list);
        let words: Vec<&str> = list.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(words, ["byte 2", "byte 7", "nowhere"]);
    }
}
