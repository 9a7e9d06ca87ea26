//! Words, shaped, and the places between them where a line may end.

use std::sync::{Arc, LazyLock};

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

use super::shape::{SettingId, Shaped, Shaper};
use super::style::{Style, Variant};
use crate::game::{Manner, Span};

/// A word of more letters cannot be read; it is cut before it is shaped.
const LONGEST: usize = 400;

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default()));

/// What is not torn: pieces of one word in several manners, such as a term and the comma after it.
pub(super) struct Atom {
    pub pieces: Vec<AtomPiece>,
    /// In ems.
    pub width: f64,
    /// The blank that follows, in ems; zero where none does.
    pub blank: f64,
}

/// A part of a word in one manner, or a mark.
pub(super) enum AtomPiece {
    Word {
        word: Arc<Shaped>,
        setting: SettingId,
        tracking: f32,
        tag: u16,
    },
    /// A square box, so many ems wide.
    Mark {
        name: String,
        width: f64,
    },
}

impl AtomPiece {
    pub fn width(&self) -> f64 {
        match self {
            Self::Word { word, tracking, .. } => word.width((*tracking).into()),
            Self::Mark { width, .. } => *width,
        }
    }
}

/// Words of one manner, or a mark, to be set.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'t> {
    /// What is set.
    pub what: Words<'t>,
    /// What it stands for beyond itself, to whoever sets it. Zero is nothing.
    pub tag: u16,
}

/// What a stretch is made of.
#[derive(Clone, Copy, Debug)]
pub enum Words<'t> {
    /// Words in a manner.
    Text(&'t str, Manner),
    /// A mark by name.
    Mark(&'t str),
}

impl<'t> Stretch<'t> {
    /// A span of a text, standing for itself.
    pub fn of(span: &'t Span) -> Self {
        let what = match span {
            Span::Text(words, manner) => Words::Text(words, *manner),
            Span::Mark(name) => Words::Mark(name),
        };
        Self { what, tag: 0 }
    }
}

/// Cuts a paragraph where lines may end, and shapes what lies between.
pub(super) fn atoms(shaper: &Shaper, style: &Style, stretches: &[Stretch<'_>]) -> Vec<Atom> {
    // A mark counts as a letter, so that the comma after it stays with it.
    const MARK_LETTER: &str = "x";
    let mut text = String::new();
    let mut ranges = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        let start = text.len();
        match stretch.what {
            Words::Text(words, manner) if manner.term && style.whole_terms => {
                text.push_str(&words.replace(' ', "\u{a0}"));
            }
            Words::Text(words, _) => text.push_str(words),
            Words::Mark(_) => text.push_str(MARK_LETTER),
        }
        ranges.push(start..text.len());
    }
    let mut atoms: Vec<Atom> = Vec::new();
    let mut start = 0;
    for end in break_places(&text) {
        let words = text[start..end].trim_end();
        let mut atom = Atom { pieces: Vec::new(), width: 0.0, blank: 0.0 };
        let mut last = Manner::default();
        for (stretch, range) in stretches.iter().zip(&ranges) {
            let (from, to) = (range.start.max(start), range.end.min(start + words.len()));
            if range.start < end && range.end > start {
                last = if let Words::Text(_, manner) = stretch.what { manner } else { Manner::default() };
            }
            if from >= to {
                continue;
            }
            let piece = match stretch.what {
                Words::Text(_, manner) => {
                    let Variant { setting, tracking } = style.variant(manner);
                    let word = shaper.word(setting, &text[from..to]);
                    AtomPiece::Word { word, setting, tracking, tag: stretch.tag }
                }
                Words::Mark(name) => AtomPiece::Mark { name: name.to_owned(), width: style.mark },
            };
            atom.width += piece.width();
            atom.pieces.push(piece);
        }
        if words.len() < end - start {
            let variant = style.variant(last);
            atom.blank = shaper.blank(variant.setting) + f64::from(variant.tracking);
        }
        if !atom.pieces.is_empty() {
            atoms.push(atom);
        } else if let Some(before) = atoms.last_mut() {
            before.blank = before.blank.max(atom.blank);
        }
        start = end;
    }
    atoms
}

/// Where a line may end, the end of the text included; what is endless is cut.
fn break_places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    for end in SEGMENTER.segment_str(text).filter(|end| *end > 0) {
        let mut letters = text[start..end].char_indices();
        while let Some((offset, _)) = letters.nth(LONGEST) {
            places.push(start + offset);
        }
        places.push(end);
        start = end;
    }
    places
}
