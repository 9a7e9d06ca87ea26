//! The structure of a document: roles of its parts, for screen readers and phones.

/// A part of a document's structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Role in PDF: `H1`, `P`, `Table`, `Figure`.
    pub role: &'static str,
    /// The element that it is a part of, by number. The document itself if none.
    pub parent: Option<usize>,
    /// Content of a figure, in words.
    pub alternative: Option<String>,
    /// Further attributes.
    pub attributes: Vec<Attribute>,
}

/// Attribute of a structure element, in PDF's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Scope of a table header: `Column` or `Row`.
    Scope(&'static str),
    /// Number of columns of a cell, if not one.
    ColSpan(usize),
    /// Number of rows of a cell, if not one.
    RowSpan(usize),
    /// Labels of list items: `Decimal`, `Disc`, `None`.
    ListNumbering(&'static str),
}
