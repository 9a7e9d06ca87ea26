//! A book once it is valid: chapters, blocks and words, every reference found, every figure looked up.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::skirminion::Diagram;
use crate::diagnostic::{Source, Span};
use crate::game::{Card, Component, Formatting, Game, KindId};
use crate::read::rulebook::PlaceLetters;
use crate::units::Mm;

/// Target of a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A chapter, section or numbered paragraph, by id.
    Section(String),
    /// A card's entry, by the id of the card.
    Card(String),
    /// A word in the list of words.
    Word(String),
    /// A page, counted from 0.
    Page(usize),
    /// The page of contents.
    Contents,
    /// The rules on one page.
    Summary,
    /// An address on the web.
    Web(String),
    /// A footnote, by its number.
    Footnote(usize),
}

/// A stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inline {
    pub what: What,
    /// Strong and emphasis; small capitals are given when it is set.
    pub formatting: Formatting,
    /// Target; a target in the book makes it a term.
    pub target: Option<Target>,
    /// True if it is set in the colour of references.
    pub red: bool,
}

impl Inline {
    /// True if it is a term of the game, which is set in small capitals at its first use in a section.
    pub fn is_term(&self) -> bool {
        let leads = self.target.as_ref().is_some_and(|target| !matches!(target, Target::Web(_) | Target::Footnote(_)));
        self.formatting.term || (leads && !self.red)
    }
}

/// Steps of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Words.
    Text(String),
    /// A mark by name.
    Mark(String),
    /// A letter in a disc, which refers to the figure of the table at setup.
    Letter(char),
    /// The page of a chapter or section, by its id.
    Page(String),
    /// The number of a footnote.
    Footnote(usize),
    /// The end of a line.
    Break,
}

/// A card, or another piece of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceIndex {
    /// The piece type, as [`Game::pieces`] counts them; 0 for cards.
    pub sort: usize,
    /// Index into the cards of that type.
    pub card: usize,
}

impl PieceIndex {
    /// Creates a card of the deck.
    pub fn card(card: usize) -> Self {
        Self { sort: 0, card }
    }

    /// Returns the piece with an id.
    pub fn find(game: &Game, id: &str) -> Option<Self> {
        let of =
            |(sort, component): (usize, &Component)| Some(Self { sort, card: component.index_of(id, &game.sets)? });
        game.pieces().enumerate().find_map(of)
    }

    /// Returns the pieces of its type.
    pub fn component(self, game: &Game) -> &Component {
        game.pieces().nth(self.sort).unwrap_or(&game.deck)
    }

    /// Returns its data.
    pub fn data(self, game: &Game) -> &Card {
        &self.component(game).cards[self.card]
    }
}

/// Words of a paragraph, a heading, a cell.
pub(super) type Words = Vec<Inline>;

/// Returns only the letters.
pub(super) fn letters(words: &[Inline]) -> String {
    let letters = |inline: &Inline| match &inline.what {
        What::Text(text) => text.clone(),
        What::Letter(letter) => letter.to_string(),
        What::Break => " ".to_owned(),
        What::Mark(_) | What::Page(_) | What::Footnote(_) => String::new(),
    };
    words.iter().map(letters).collect()
}

/// A chapter.
#[derive(Clone, Debug)]
pub(super) struct Chapter {
    pub id: String,
    /// Its number; `None` for an unnumbered chapter.
    pub number: Option<usize>,
    pub title: Words,
    /// The kind of card whose colour and interlace it has.
    pub kind: KindId,
    pub blocks: Vec<Block>,
    /// Span of its heading.
    pub at: Span,
}

/// A part of a chapter.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// The head of a section: its id, its number, its words, and the kind whose colour it has, if set.
    Section { id: String, number: String, title: Words, kind: Option<KindId>, at: Span },
    /// The head of a part of a section: its id, the number of the section, its words.
    Subsection { id: String, number: String, title: Words, at: Span },
    /// A paragraph; some have a number of their own.
    Paragraph(Paragraph),
    /// A quotation, and whose words they are.
    Quote { paragraphs: Vec<Paragraph>, source: Words },
    /// A list.
    List { labels: Labels, items: Vec<Vec<Block>> },
    /// Lines of code.
    Code { code: String, at: Span },
    /// A line across the column.
    Rule,
    /// A page break.
    PageBreak,
    /// A table with a head.
    Table(Table),
    /// Rows without lines: an icon or a word, and its meaning.
    Rows { rows: Vec<Vec<Words>>, at: Span },
    /// A box with an example of play.
    Example { title: Words, blocks: Vec<Block> },
    /// An epigraph and its source; empty if it is invented.
    Epigraph { words: Words, source: Words },
    /// A worked sum.
    Sum(Vec<Part>),
    /// The steps of a turn.
    Steps(Vec<Step>),
    /// A drawing of the table at the start.
    Setup { caption: Words },
    /// A card with its parts pointed out: which card, its caption, the parts.
    Anatomy { card: PieceIndex, caption: Words, parts: Vec<Callout> },
    /// A kind of card: its head, a few words, its cards, and the blocks after them.
    Cards { kind: KindId, id: String, number: String, words: Vec<Block>, entries: Vec<CardEntry>, rest: Vec<Block> },
    /// The list of the deck.
    Deck,
    /// Rulings: paragraphs that each have a number of their own.
    Rulings(Vec<Paragraph>),
    /// Signs and their meanings.
    Legend(Vec<Sign>),
    /// Content of the box.
    Components(Vec<ComponentEntry>),
    /// Cards by index, each with its front and its other face, and the caption.
    Sides { cards: Vec<PieceIndex>, caption: Words },
    /// A stretch of a chess board.
    Board(Box<Diagram>),
    /// Stretches of a chess board side by side, and the caption of all of them.
    Boards { boards: Vec<Diagram>, caption: Words },
    /// A drawing by name, its alternative text, and the caption.
    Drawing { name: String, alt: String, caption: Words },
    /// Cards by index that are played together, and the caption.
    Together { cards: Vec<PieceIndex>, caption: Words },
    /// A picture of the folder `art`.
    Illustration(Illustration),
}

/// Labels of list items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    Bullets,
    /// Numbers from this one on.
    Decimal(u64),
    LowerAlpha,
    UpperAlpha,
    LowerRoman,
    UpperRoman,
}

impl Labels {
    /// The labels whose items are counted with letters, each with its first.
    pub const LETTERED: [(Self, &str); 4] =
        [(Self::LowerRoman, "i"), (Self::UpperRoman, "I"), (Self::LowerAlpha, "a"), (Self::UpperAlpha, "A")];

    /// Returns the label of an item, counted from 0; `None` after the last letter.
    pub fn label(self, item: usize) -> Option<String> {
        let letter =
            |first: u8| Some(char::from(first + u8::try_from(item).ok().filter(|item| *item < 26)?).to_string());
        match self {
            Self::Bullets => Some("•".to_owned()),
            Self::Decimal(first) => Some((first.saturating_add(item as u64)).to_string()),
            Self::LowerAlpha => letter(b'a'),
            Self::UpperAlpha => letter(b'A'),
            Self::LowerRoman => Some(roman(item + 1)),
            Self::UpperRoman => Some(roman(item + 1).to_uppercase()),
        }
    }

    /// Returns its name in the structure of a PDF.
    pub fn numbering(self) -> &'static str {
        match self {
            Self::Bullets => "Disc",
            Self::Decimal(_) => "Decimal",
            Self::LowerAlpha => "LowerAlpha",
            Self::UpperAlpha => "UpperAlpha",
            Self::LowerRoman => "LowerRoman",
            Self::UpperRoman => "UpperRoman",
        }
    }
}

/// Returns a number in small Roman figures.
fn roman(mut number: usize) -> String {
    const FIGURES: [(usize, &str); 9] =
        [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut roman = String::new();
    for (value, figure) in FIGURES {
        while number >= value {
            roman.push_str(figure);
            number -= value;
        }
    }
    roman
}

/// A picture of the folder `art` in the text.
#[derive(Clone, Debug)]
pub(super) struct Illustration {
    /// Its name, as cards name it.
    pub art: String,
    /// Alternative text.
    pub alt: String,
    /// Empty without one.
    pub caption: Words,
    /// Width, if set.
    pub width: Option<Width>,
}

/// Width of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Width {
    Fixed(Mm),
    /// A part of the column.
    Part(f64),
}

/// A sign of the cards.
#[derive(Clone, Debug)]
pub(super) struct Sign {
    /// The name of its mark.
    pub mark: String,
    pub meaning: Words,
}

/// Content of the box, drawn small.
#[derive(Clone, Debug)]
pub(super) struct ComponentEntry {
    pub picture: Picture,
    /// Name and description.
    pub name: Words,
    pub words: Words,
}

/// Appearance of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    /// The front of a card or another piece.
    Card(PieceIndex),
    /// The common back.
    Back,
    /// Health counters.
    Counters,
}

#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub words: Words,
    /// Id and number, of a paragraph that has one.
    pub number: Option<(String, String)>,
    pub at: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Number of columns.
    pub columns: usize,
    pub head: Vec<Cell>,
    pub rows: Vec<Vec<Cell>>,
    pub at: Span,
}

/// A cell of a table: its words, its first column, and its column and row spans.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub words: Words,
    pub column: usize,
    pub columns: usize,
    pub rows: usize,
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Sign before it: nothing, `+`, `−`, `×`, `=`.
    pub sign: Option<char>,
    pub figure: i64,
    pub label: String,
}

/// A step of a turn.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub id: String,
    pub number: String,
    pub title: Words,
    pub kind: KindId,
    pub blocks: Vec<Block>,
    /// Span of its heading.
    pub at: Span,
}

/// A part of a card that is pointed out.
#[derive(Clone, Debug)]
pub(super) struct Callout {
    /// The slot of the card's template.
    pub slot: String,
    pub name: String,
    pub words: Words,
    pub at: Span,
}

/// A card's entry.
#[derive(Clone, Debug)]
pub(super) struct CardEntry {
    pub card: PieceIndex,
    pub number: String,
    pub blocks: Vec<Block>,
}

/// A word of the game, with its meaning.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub term: String,
    /// Detailed explanation; if there is none, here.
    pub target: Option<Target>,
    pub meaning: Words,
}

/// The front cover.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// The name of its picture.
    pub art: String,
    /// Span in the source.
    pub at: Span,
    pub left: Words,
    pub middle: Words,
    pub right: Words,
    pub strip: Words,
    pub edition: Words,
    pub epigraph: Words,
    pub foot: Words,
    /// Span of each of them in the source, by name.
    pub places: BTreeMap<String, Span>,
}

impl Cover {
    /// Returns the span of a part.
    pub fn place(&self, part: &str) -> &Span {
        self.places.get(part).unwrap_or(&self.at)
    }
}

/// The rules on one page, for the back cover.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub title: Words,
    /// Span in the source.
    pub at: Span,
    /// The paragraphs before the first head and after the last row.
    pub before: Vec<Paragraph>,
    pub after: Vec<Paragraph>,
    pub heads: Vec<SummaryHead>,
}

/// A head of the rules on one page, with its rows.
#[derive(Clone, Debug)]
pub(super) struct SummaryHead {
    pub title: Words,
    pub kind: KindId,
    /// Rows, each with its place.
    pub rows: Vec<(Vec<Words>, Span)>,
    pub at: Span,
}

/// A book.
#[derive(Clone, Debug)]
pub(super) struct Doc {
    pub source: Arc<Source>,
    pub cover: Option<Cover>,
    /// Paragraphs and pictures below the contents; `None` without contents.
    pub contents: Option<Vec<Block>>,
    pub chapters: Vec<Chapter>,
    /// The chapter (by index) that the list of words ends, and the words.
    pub words: Option<(usize, Vec<Word>)>,
    pub summary: Option<Summary>,
    /// Letters of the places of the table at setup.
    pub letters: PlaceLetters,
    /// The footnotes, in the order of their numbers.
    pub footnotes: Vec<Paragraph>,
}

/// Returns the kind for content of no kind: the last one.
pub(super) fn plain_kind(game: &Game) -> KindId {
    KindId(game.deck.kinds.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_labelled_with_numbers_letters_and_roman_figures() {
        let label = |labels: Labels, item| labels.label(item).unwrap_or_default();
        assert_eq!([0, 25, 26].map(|item| label(Labels::UpperAlpha, item)), ["A", "Z", ""]);
        assert_eq!([0, 3, 8, 13].map(|item| label(Labels::LowerRoman, item)), ["i", "iv", "ix", "xiv"]);
        assert_eq!([0, 4].map(|item| label(Labels::Decimal(5), item)), ["5", "9"]);
    }
}
