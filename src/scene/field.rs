//! Places that people fill in on a screen.

use crate::text::Align;
use crate::units::{Pt, Rect};

/// A place for words that a reader of a PDF can fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct FormField {
    /// How the data calls it: the piece, and its slot.
    pub name: String,
    /// What is to be filled in, for those who hear it.
    pub words: String,
    /// Where it lies.
    pub area: Rect,
    /// The size of what is filled in.
    pub size: Pt,
    /// How it is in its place.
    pub align: Align,
    /// True if it may have several lines.
    pub lines: bool,
    /// Its element in the scene's structure.
    pub element: usize,
}
