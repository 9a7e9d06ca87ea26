//! The structure of a document: what its parts are, for those who hear it or read it on a telephone.

/// A part of a document's structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// What it is, as PDF names it: `H1`, `P`, `Table`, `Figure`.
    pub role: &'static str,
    /// The element that it is a part of, by number. The document itself if none.
    pub parent: Option<usize>,
    /// Content of a figure, in words.
    pub alternative: Option<String>,
    /// What else is said of it.
    pub attributes: Vec<Attribute>,
}

/// What is said of an element of the structure, in PDF's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// What the head of a table is the head of: `Column` or `Row`.
    Scope(&'static str),
    /// How many columns a cell takes, if not one.
    ColSpan(usize),
    /// How many rows a cell takes, if not one.
    RowSpan(usize),
    /// What the items of a list are labelled with: `Decimal`, `Disc`, `None`.
    ListNumbering(&'static str),
}
