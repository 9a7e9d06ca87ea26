//! Converts the blocks of the source to a [`Doc`]: resolves every reference and calculates every sum.

mod block_contents;
pub(crate) mod figures;
mod illustration;
mod lists;
mod markdown;
mod parts;
mod quote;
pub(crate) mod skirminion;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use crate::game::{Game, KindId};
use crate::inline::{Facts, Reader, References, find};
use crate::model::{Block, Doc, Paragraph, PieceIndex, Word, Words, plain_kind};
use crate::read::rulebook::{Directive, Footnote, Node, Outline, PlaceLetters, footnotes, split};
use crate::read::table::is_unprintable;
use block_contents::{keyed, lines_of};
use markdown::trim;

/// A parsed book, as far as possible, with its diagnostics.
pub(super) struct ParsedBook {
    pub doc: Doc,
    pub diagnostics: Vec<Diagnostic>,
    /// The facts that it says it states.
    pub facts: Facts,
    /// The marks that it shows, and where.
    pub marks: Vec<(String, Span)>,
    /// The pictures that its boards and figures show, and where first.
    pub pictures: BTreeMap<String, Span>,
    /// The drawings of the folder `art` that it shows, and where first.
    pub art: BTreeMap<String, Span>,
}

/// Reads a book.
pub(super) fn read(source: &Arc<Source>, game: &Game) -> ParsedBook {
    let reporter = Reporter::default();
    reporter.report_all(unprintable(source));
    let nodes = split(source, &reporter);
    let mut outline = Outline::new(source);
    outline.visit(&nodes);
    reporter.report_all(std::mem::take(&mut outline.diagnostics));
    let terms = terms(source, &nodes).collect();
    let notes = footnotes(source);
    let labels = notes.iter().map(|note| note.label.clone()).collect();
    let references = References { game, source, numbers: outline.numbers, words: terms, footnotes: labels };
    let reader = Reader {
        references: &references,
        diagnostics: reporter.into_diagnostics(),
        facts: Facts::new(),
        marks: Vec::new(),
        letters: PlaceLetters::default(),
        footnotes: Vec::new(),
        without_footnotes: None,
    };
    let mut builder = DocBuilder {
        reader,
        doc: empty(source),
        described: BTreeSet::new(),
        pictures: BTreeMap::new(),
        art: BTreeMap::new(),
        section: String::new(),
        parts: BTreeSet::new(),
        has_deck: false,
    };
    builder.front(&nodes);
    builder.footnotes(&notes);
    builder.empty_heads(&nodes);
    builder.undescribed();
    let DocBuilder { reader, mut doc, pictures, art, .. } = builder;
    doc.letters.clone_from(&reader.letters);
    let (mut diagnostics, facts, marks) = (reader.diagnostics, reader.facts, reader.marks);
    if doc.chapters.is_empty() && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::error(Code::BOOK_NO_CHAPTER, Span::file(source), "the rulebook has no chapter")
                .hint("start one with `# Title`"),
        );
    }
    ParsedBook { doc, diagnostics, facts, marks, pictures, art }
}

/// Reports invisible letters, and those that change the direction of the words around them, each once.
fn unprintable(source: &Arc<Source>) -> Vec<Diagnostic> {
    let mut found: Vec<(char, usize)> = Vec::new();
    for (at, letter) in source.text.char_indices().filter(|(_, letter)| is_unprintable(*letter)) {
        if !found.iter().any(|(known, _)| *known == letter) {
            found.push((letter, at));
        }
    }
    let told = |(letter, at): (char, usize)| {
        let what = format!("unprintable character (U+{:04X})", u32::from(letter));
        Diagnostic::error(Code::UNPRINTABLE, Span::new(source, at..at + letter.len_utf8()), what).hint("remove it")
    };
    found.into_iter().map(told).collect()
}

pub(super) fn empty(source: &Arc<Source>) -> Doc {
    let source = Arc::clone(source);
    let (chapters, letters, footnotes) = (Vec::new(), PlaceLetters::default(), Vec::new());
    Doc { source, cover: None, contents: None, chapters, words: None, summary: None, letters, footnotes }
}

/// Returns the terms of the list of words, in lower case.
fn terms<'s>(source: &'s Source, nodes: &'s [Node]) -> impl Iterator<Item = String> + 's {
    let of_words = |node: &'s Node| match node {
        Node::Directive(directive) if directive.name == "words" => directive.children.as_slice(),
        _ => &[],
    };
    let lines = nodes.iter().flat_map(move |node| lines_of(source, of_words(node)));
    lines.filter_map(|line| Some(source.text[keyed(source, line)?.0].to_lowercase()))
}

/// Returns the tables within a block, as bytes.
pub(super) fn tables(directive: &Directive) -> impl Iterator<Item = Range<usize>> {
    directive.children.iter().filter_map(|node| match node {
        Node::Table(range) => Some(range.clone()),
        _ => None,
    })
}

pub(super) struct DocBuilder<'a> {
    reader: Reader<'a>,
    doc: Doc,
    /// The cards that have an entry.
    described: BTreeSet<PieceIndex>,
    /// The pictures that boards and figures show, and where first.
    pictures: BTreeMap<String, Span>,
    /// The drawings of the folder `art`, and where first.
    art: BTreeMap<String, Span>,
    /// The id of the section that is being read; nothing before the first of its chapter.
    section: String,
    /// Ids of parts of sections without an explicit one.
    parts: BTreeSet<String>,
    /// True if it has a list of the deck.
    has_deck: bool,
}

impl<'a> DocBuilder<'a> {
    pub fn game(&self) -> &'a Game {
        self.reader.references.game
    }

    pub fn source(&self) -> &'a Arc<Source> {
        self.reader.references.source
    }

    pub fn note(&mut self, code: Code, range: Range<usize>, what: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, Span::new(self.source(), range), what);
        self.reader.diagnostics.push(diagnostic);
    }

    /// Adds a hint to the last diagnostic.
    pub fn hint(&mut self, hint: impl Into<String>) {
        if let Some(diagnostic) = self.reader.diagnostics.last_mut() {
            diagnostic.hints.push(hint.into());
        }
    }

    pub fn number(&self, id: &str) -> String {
        self.reader.references.numbers.get(id).cloned().unwrap_or_default()
    }

    /// Returns a kind by its id; the last kind replaces an unknown one.
    pub fn kind(&mut self, id: &str, range: Range<usize>) -> KindId {
        let kinds = &self.game().deck.kinds;
        KindId::find(kinds, |kind| kind.id == id).unwrap_or_else(|| {
            let at = Span::new(self.source(), range);
            let diagnostic =
                Diagnostic::error(Code::UNKNOWN_KIND, at, format!("unknown kind `{id}`")).label("not a kind");
            self.reader.diagnostics.push(diagnostic.suggest(id, kinds.iter().map(|kind| kind.id.as_str())));
            plain_kind(self.game())
        })
    }

    /// Returns a card or another piece by its id.
    pub fn card(&mut self, id: &str, range: Range<usize>) -> Option<PieceIndex> {
        let game = self.game();
        let found = PieceIndex::find(game, id);
        if found.is_none() {
            let at = Span::new(self.source(), range);
            let diagnostic =
                Diagnostic::error(Code::BOOK_UNKNOWN_CARD, at, format!("unknown card `{id}`")).label("not a card");
            let ids = game.pieces().flat_map(|pieces| &pieces.cards).map(|card| card.id.as_str());
            self.reader.diagnostics.push(diagnostic.suggest(id, ids));
        }
        found
    }

    /// Reads the outermost blocks: chapters, and the content before and after them.
    pub fn front(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.reader.without_footnotes = match node {
                Node::Directive(directive) => match directive.name.as_str() {
                    "cover" => Some("the cover"),
                    "contents" => Some("the block `contents`"),
                    "summary" => Some("the summary"),
                    "words" => Some("the list of words"),
                    _ => None,
                },
                _ => None,
            };
            match node {
                Node::Directive(directive) if directive.name == "cover" => {
                    self.once(directive, self.doc.cover.is_some());
                    let cover = self.cover(directive);
                    self.doc.cover = Some(cover);
                }
                Node::Directive(directive) if directive.name == "contents" => {
                    self.once(directive, self.doc.contents.is_some());
                    self.no_arguments(directive);
                    self.doc.contents = Some(self.below_contents(directive));
                }
                Node::Directive(directive) if directive.name == "summary" => {
                    self.once(directive, self.doc.summary.is_some());
                    let summary = self.summary(directive);
                    self.doc.summary = Some(summary);
                }
                Node::Directive(directive) if directive.name == "words" => {
                    self.once(directive, self.doc.words.is_some());
                    self.no_arguments(directive);
                    let mut words = Vec::new();
                    for (term, meaning) in self.keyed_lines(directive, "boats: the cards that come home") {
                        let term = self.source().text[term].to_owned();
                        let target = find(self.reader.references, &term);
                        words.push(Word { target, term, meaning: self.reader.words(meaning) });
                    }
                    self.doc.words = Some((self.doc.chapters.len().saturating_sub(1), words));
                }
                node => {
                    let blocks = self.blocks(std::slice::from_ref(node), true);
                    match self.doc.chapters.last_mut() {
                        Some(chapter) => chapter.blocks.extend(blocks),
                        None if blocks.is_empty() => {}
                        None => {
                            let range = node.first_line(self.source());
                            self.note(Code::BOOK_BEFORE_CHAPTER, range, "content before the first chapter");
                            self.hint("start a chapter with `# Title`");
                        }
                    }
                }
            }
        }
    }

    /// Reads the blocks below the contents.
    fn below_contents(&mut self, directive: &Directive) -> Vec<Block> {
        let belongs =
            |block: &Block| matches!(block, Block::Paragraph(_) | Block::Illustration(_) | Block::Drawing { .. });
        let mut all = Vec::new();
        for node in &directive.children {
            let blocks = self.blocks(std::slice::from_ref(node), false);
            if !blocks.iter().all(belongs) {
                let place = node.first_line(self.source());
                self.report_unexpected(directive, place, "only paragraphs and pictures");
            }
            all.extend(blocks);
        }
        all
    }

    /// Reads the words of footnotes, in the order of their references.
    fn footnotes(&mut self, notes: &[Footnote]) {
        for (index, note) in notes.iter().enumerate() {
            if notes[..index].iter().any(|other| other.label == note.label) {
                self.twice(note.opening.clone(), &format!("[^{}]", note.label));
            } else if !self.reader.footnotes.contains(&index) {
                self.note(Code::FOOTNOTE_UNUSED, note.opening.clone(), "unused footnote");
                self.hint(format!("add `[^{}]` after the words that it belongs to", note.label));
            } else if note.words.is_empty() {
                self.without_words(note.opening.clone(), "empty footnote", "add text after its colon");
            }
        }
        self.reader.without_footnotes = Some("a footnote");
        for index in self.reader.footnotes.clone() {
            let range = notes[index].words.clone();
            let mut words = self.reader.words(range.clone());
            trim(&mut words);
            self.doc.footnotes.push(Paragraph { words, number: None, at: Span::new(self.source(), range) });
        }
        self.reader.without_footnotes = None;
    }

    /// Reports cards that the book does not describe.
    pub fn undescribed(&mut self) {
        let game = self.game();
        let describes = self.described.iter().any(|piece| piece.sort == 0);
        for (index, card) in game.deck.cards.iter().enumerate().filter(|_| describes) {
            if !self.described.contains(&PieceIndex::card(index)) {
                let diagnostic = Diagnostic::error(
                    Code::BOOK_CARD_UNDESCRIBED,
                    card.at.clone(),
                    format!("card `{}` isn't described in the rulebook", card.name),
                );
                let hint = format!("add a block `::: card {}` to `{}`", card.id, self.source().path);
                self.reader.diagnostics.push(diagnostic.hint(hint));
            }
        }
    }

    /// Reports a repeated block of which a book may have one.
    fn once(&mut self, directive: &Directive, is_there: bool) {
        if is_there {
            let what = format!("duplicate block `{}`", directive.name);
            self.note(Code::BOOK_BLOCK_TWICE, directive.opening.clone(), what);
            self.hint("merge the two blocks");
        }
    }

    /// Reads blocks; `chapters` is true if chapters may begin among them.
    pub fn blocks(&mut self, nodes: &[Node], chapters: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        for node in nodes {
            match node {
                Node::Markdown(range) => self.markdown(range.clone(), chapters, &mut blocks),
                Node::Table(range) => blocks.extend(self.table(range.clone()).map(Block::Table)),
                Node::Directive(directive) => blocks.extend(self.directive(directive)),
            }
        }
        blocks
    }

    pub fn directive(&mut self, directive: &Directive) -> Option<Block> {
        if matches!(
            directive.name.as_str(),
            "rows" | "sum" | "steps" | "rulings" | "legend" | "components" | "boards" | "deck"
        ) {
            self.no_arguments(directive);
        }
        match directive.name.as_str() {
            "rows" => {
                self.only(directive, |node| matches!(node, Node::Table(_)), "rows between `|`");
                let place = tables(directive).next().unwrap_or(directive.opening.clone());
                let at = Span::new(self.source(), place);
                Some(Block::Rows { rows: tables(directive).flat_map(|range| self.rows(range)).collect(), at })
            }
            "example" => {
                let title = self.arguments(directive);
                if directive.children.is_empty() {
                    self.without_words(directive.opening.clone(), "empty example", "add text below");
                }
                Some(Block::Example { title, blocks: self.blocks(&directive.children, false) })
            }
            "epigraph" => {
                let words = self.only_paragraph(directive, "the saying");
                Some(Block::Epigraph { words, source: self.arguments(directive) })
            }
            "sum" => Some(Block::Sum(self.sum(directive))),
            "steps" => Some(Block::Steps(self.steps(directive))),
            "figure" => self.figure(directive),
            "board" => self.board(directive).map(|diagram| Block::Board(Box::new(diagram))),
            "boards" => self.boards(directive),
            "cards" => Some(self.cards(directive)),
            "deck" => {
                self.once(directive, self.has_deck);
                self.has_deck = true;
                self.only(directive, |_| false, "nothing: the list of the cards is made from them");
                Some(Block::Deck)
            }
            "rulings" => Some(Block::Rulings(self.rulings(directive))),
            "legend" => Some(Block::Legend(self.legend(directive))),
            "components" => Some(Block::Components(self.components(directive))),
            "card" => {
                self.note(
                    Code::BOOK_CARD_ALONE,
                    directive.opening.clone(),
                    "`::: card` must be inside a block `::: cards …`",
                );
                None
            }
            "cover" | "contents" | "words" | "summary" => {
                self.note(
                    Code::BOOK_BLOCK_WITHIN,
                    directive.opening.clone(),
                    format!("the block `{}` can't be nested", directive.name),
                );
                None
            }
            // Unknown blocks are reported already.
            _ => None,
        }
    }

    /// Returns the text after the name of a directive.
    pub fn arguments(&mut self, directive: &Directive) -> Words {
        let line = &self.source().text[directive.opening.clone()];
        match line.find(&directive.arguments).filter(|_| !directive.arguments.is_empty()) {
            Some(at) => {
                let start = directive.opening.start + at;
                self.reader.words(start..start + directive.arguments.len())
            }
            None => Words::new(),
        }
    }
}
