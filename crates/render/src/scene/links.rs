//! Ways through a document and out of it: places that links and an outline lead to, addresses on the web.

use crate::units::{Mm, Rect};

/// A place in a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destination {
    /// The page, counted from 0.
    pub page: usize,
    /// From the page's upper edge.
    pub y: Mm,
}

/// Target of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum Lead {
    /// A place in the document.
    Place(Destination),
    /// An address on the web.
    Web(String),
}

/// An area of a page that leads elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Area on the page.
    pub area: Rect,
    /// Target.
    pub to: Lead,
    /// The same in words.
    pub words: String,
    /// The element of the document's structure that holds its words, by number.
    pub element: usize,
}

/// A line of the outline.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineEntry {
    /// Content.
    pub title: String,
    /// Target.
    pub to: Destination,
    /// Depth; 0 is the outermost. An entry is at most one deeper than the one before it.
    pub depth: usize,
}
