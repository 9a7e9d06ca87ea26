//! The fields of a card beside its name, kind, count and back: each game declares its own.

/// A field that the cards of a game may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key in the data.
    pub name: String,
    /// What may stand there.
    pub kind: FieldKind,
    /// The kinds of card that must have it, by id.
    pub required: Vec<String>,
    /// Whether its words are for players: those of a choice by which cards get their colours or templates are the same in all languages.
    pub translate: bool,
}

/// The word of a choice that stands for the names of all cards.
pub const CARDS: &str = "cards";

/// What may stand in a field.
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
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// Yes or no.
    Flag,
    /// A list of words of this choice; an empty choice stands for the names of the cards.
    List(Vec<String>),
    /// A number for each of some words of this choice; an empty choice stands for the names of the cards.
    Figures(Vec<String>),
}

impl FieldKind {
    /// Whether it is set on a face, rather than computed with.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Line | Self::Text | Self::Quote | Self::Needs)
    }
}

/// A figure of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Names, in the order of the data.
    List(Vec<String>),
    /// A number for each of some names, in the order of the data.
    Figures(Vec<(String, i64)>),
}
