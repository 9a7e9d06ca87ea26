//! Places that people fill in on a screen.

use crate::text::Align;
use crate::units::{Pt, Rect};

/// A place for words that a reader of a PDF can fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct FormField {
    /// Name in the data: the piece, and its slot.
    pub name: String,
    /// Label for screen readers.
    pub words: String,
    /// Area on the page.
    pub area: Rect,
    /// Size of the text filled in.
    pub size: Pt,
    /// Alignment of the text.
    pub align: Align,
    /// True if it may have several lines.
    pub lines: bool,
    /// Its element in the scene's structure.
    pub element: usize,
}
