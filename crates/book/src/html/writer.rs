//! Writer of a page for screens: text, elements, and placeholders.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::escape::escape;

use super::{HtmlBook, Part, Picture};
use crate::game::{Game, KindId};
use crate::model::{Doc, Target};
use crate::read::rulebook::entry_id;
use crate::text::in_sum;
use crate::typesetter::Typesetter;

/// A numbered part of the book: its id and its number.
pub(super) type Place = (String, String);

/// The parts of a book that mention a target, in the order of the book.
pub(super) type Mentions = BTreeMap<Target, Vec<Place>>;

/// Results of a pass for the next one.
#[derive(Default)]
pub(super) struct Found {
    pub mentions: Mentions,
    /// True if there is something of which not every book has one, and whose looks are distinguished.
    pub rare: bool,
    /// The letters of the page beyond ASCII.
    pub letters: BTreeSet<char>,
}

/// Writes the page.
pub(super) struct Writer<'t, 'a> {
    /// Typesetter, which draws the graphics.
    pub set: &'t mut Typesetter<'a>,
    pub doc: &'t Doc,
    /// The targets of links that there are, in words.
    pub names: &'t BTreeMap<Target, String>,
    /// Results of the last pass.
    pub last: Found,
    /// Results of this pass.
    pub found: Found,
    /// The numbered part that is being written.
    pub here: Place,
    /// Terms already met in this section.
    pub seen: BTreeSet<String>,
    /// Faces of pieces that are shown: a sort, and the number of a face in it.
    pub faces: BTreeSet<(usize, usize)>,
    /// Marks that are shown, by name.
    pub marks: BTreeSet<String>,
    /// The kinds whose interlace is shown.
    pub woven: BTreeSet<KindId>,
    pub pictures: Vec<Picture>,
    /// Figures and examples so far.
    pub figures: usize,
    pub examples: usize,
    /// Footnotes of this chapter, by number, and all so far.
    pub notes: Vec<usize>,
    pub noted: BTreeSet<usize>,
    parts: Vec<Part>,
    text: String,
}

impl<'t, 'a> Writer<'t, 'a> {
    /// Creates an empty page.
    pub fn new(set: &'t mut Typesetter<'a>, doc: &'t Doc, names: &'t BTreeMap<Target, String>, last: Found) -> Self {
        Self {
            set,
            doc,
            names,
            last,
            found: Found::default(),
            here: Place::default(),
            seen: BTreeSet::new(),
            faces: BTreeSet::new(),
            marks: BTreeSet::new(),
            woven: BTreeSet::new(),
            pictures: Vec::new(),
            figures: 0,
            examples: 0,
            notes: Vec::new(),
            noted: BTreeSet::new(),
            parts: Vec::new(),
            text: String::new(),
        }
    }

    /// Returns the page, and the results for the next pass.
    pub fn finish(mut self) -> (HtmlBook, Found) {
        self.parts.push(Part::Text(std::mem::take(&mut self.text)));
        (HtmlBook { parts: self.parts, pictures: self.pictures }, self.found)
    }

    pub fn game(&self) -> &'a Game {
        self.set.game()
    }

    /// Writes raw HTML.
    pub fn raw(&mut self, html: &str) {
        self.text.push_str(html);
    }

    /// Writes text.
    pub fn text(&mut self, letters: &str) {
        self.found.letters.extend(letters.chars().filter(|letter| !letter.is_ascii()));
        let mut whole = letters.to_owned();
        // From the end, as a no-break space is longer.
        for (place, _) in letters.rmatch_indices(' ').filter(|(place, _)| in_sum(letters, place + 1)) {
            whole.replace_range(place..=place, "\u{a0}");
        }
        self.text.push_str(&escape(&whole));
    }

    /// Writes a letter that a figure shows too: it stays with the word before it.
    pub fn letter(&mut self, letter: char) {
        if self.text.ends_with(' ') {
            self.text.pop();
            self.text.push('\u{a0}');
        }
        self.element("span class=\"letter\"", |to| to.text(&letter.to_string()));
    }

    /// Adds a placeholder.
    pub fn part(&mut self, part: Part) {
        self.parts.push(Part::Text(std::mem::take(&mut self.text)));
        self.parts.push(part);
    }

    /// Writes an element: its name and attributes, and its content.
    pub fn element(&mut self, opening: &str, inside: impl FnOnce(&mut Self)) {
        self.raw(&format!("<{opening}>"));
        inside(self);
        let name = opening.split_ascii_whitespace().next().unwrap_or_default();
        self.raw(&format!("</{name}>"));
    }

    /// Writes an element on a line of its own, for readers of the source.
    pub fn block(&mut self, opening: &str, inside: impl FnOnce(&mut Self)) {
        self.element(opening, inside);
        self.raw("\n");
    }

    /// Begins a numbered part of the book: terms count as new again.
    pub fn enter(&mut self, id: &str, number: &str) {
        self.here = (id.to_owned(), number.to_owned());
        self.seen.clear();
    }

    /// Records a mention of the target here.
    pub fn mention(&mut self, target: &Target) {
        let places = self.found.mentions.entry(target.clone()).or_default();
        if !self.here.1.is_empty() && !places.contains(&self.here) {
            places.push(self.here.clone());
        }
    }

    /// Writes a number of the book, which links to its own place, to let people copy its address.
    pub fn number(&mut self, id: &str, number: &str) {
        if !number.is_empty() {
            let opening = format!("a class=\"n\" href=\"#{}\"", attribute(&section_id(id)));
            self.element(&opening, |to| to.text(number));
            self.raw(" ");
        }
    }
}

/// Escapes the text of an attribute.
pub(super) fn attribute(text: &str) -> String {
    escape(text).into_owned()
}

/// Returns the id of a chapter, section or paragraph on the page.
pub(super) fn section_id(id: &str) -> String {
    id.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Returns the id of a target on the page. Ids that aren't in the source have a prefix or suffix that no id in the
/// source has.
pub(super) fn id(target: &Target) -> Option<String> {
    match target {
        Target::Section(id) => Some(section_id(id)),
        Target::Card(id) => Some(section_id(&entry_id(id))),
        Target::Word(word) => Some(format!("word_{}", section_id(word))),
        Target::Contents => Some("contents_".to_owned()),
        Target::Summary => Some("summary_".to_owned()),
        Target::Footnote(number) => Some(note_id(*number)),
        Target::Page(_) | Target::Web(_) => None,
    }
}

/// Returns the id of a footnote.
pub(super) fn note_id(number: usize) -> String {
    format!("note_{number}")
}

/// Returns the id of the first words that refer to a footnote.
pub(super) fn reference_id(number: usize) -> String {
    format!("noteref_{number}")
}
