//! The fields of a card beside its name, kind, count and back: each game declares its own.

/// A field that the cards of a game may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key in the data.
    pub name: String,
    /// Type of its content.
    pub kind: FieldKind,
    /// The kinds of card that must have it, by id.
    pub required: Vec<String>,
    /// True if its words are for players. Choices that determine colours or templates are the same in all languages.
    pub translate: bool,
    /// Printed form of the number 0: `–`, or empty; `None` if it is printed like any other number.
    pub zero: Option<String>,
}

/// The word of a choice that represents the names of all cards.
pub const CARDS: &str = "cards";

/// Type of a field's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// One line of text.
    Line,
    /// Paragraphs of text.
    Text,
    /// A quotation: `{ text, after }`.
    Quote,
    /// A list of needs.
    Needs,
    /// A number.
    Number(Numbers),
    /// Yes or no.
    Flag,
    /// A list of words of this choice; an empty choice represents the names of the cards.
    List(Vec<String>),
    /// A number for each of some words of this choice; an empty choice stands for the names of the cards.
    Figures(Vec<String>),
}

impl FieldKind {
    /// True if it is set on a face, rather than computed with.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Line | Self::Text | Self::Quote | Self::Needs)
    }
}

/// The numbers that may be in a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The least.
    pub from: i64,
    /// The most.
    pub to: i64,
    /// Maximum number of decimals, up to three.
    pub places: u8,
    /// True if it is printed with its sign: `+2`.
    pub sign: bool,
    /// Words that may be instead of a number: `X`.
    pub words: Vec<String>,
}

/// A figure of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A number that is not whole, in thousandths.
    Fraction(i64),
    /// A word instead of a number.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// Names, in the order of the data.
    List(Vec<String>),
    /// A number for each of some names, in the order of the data.
    Figures(Vec<(String, i64)>),
}
