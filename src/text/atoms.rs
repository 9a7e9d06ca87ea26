//! Shaped words, and the possible line breaks between them.

use std::sync::{Arc, LazyLock};

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

use super::shape::{SettingId, Shaped, Shaper};
use super::style::{Style, Variant};
use crate::game::{Formatting, TextSpan};

/// A word of more letters cannot be read; it is cut before it is shaped.
const LONGEST: usize = 400;

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default()));

/// An unbreakable unit: pieces of one word in several styles, such as a term and the comma after it.
pub(super) struct Atom {
    pub pieces: Vec<AtomPiece>,
    /// In ems.
    pub width: f64,
    /// The space that follows, in ems; zero where there is none.
    pub blank: f64,
}

/// A part of a word in one style, or a mark.
pub(super) enum AtomPiece {
    Word {
        word: Arc<Shaped>,
        setting: SettingId,
        tracking: f32,
        /// How many times the size of the text about it.
        scale: f32,
        /// Whether no hyphen is put into it.
        verbatim: bool,
        tag: u16,
    },
    /// A square box, so many ems wide.
    Mark { name: String, width: f64 },
}

impl AtomPiece {
    pub fn width(&self) -> f64 {
        match self {
            Self::Word { word, tracking, scale, .. } => word.width((*tracking).into()) * f64::from(*scale),
            Self::Mark { width, .. } => *width,
        }
    }
}

/// The tag of words that only tell which printing this is.
pub const PRINTING: u16 = u16::MAX;

/// A run of text in one style, or a mark.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'t> {
    /// What is set.
    pub what: Words<'t>,
    /// A tag that means something to the caller, such as a link; 0 is none.
    pub tag: u16,
}

/// What a run consists of.
#[derive(Clone, Copy, Debug)]
pub enum Words<'t> {
    /// Text in a style.
    Text(&'t str, Formatting),
    /// A mark by name.
    Mark(&'t str),
}

impl<'t> Stretch<'t> {
    /// A span of a text, standing for itself.
    pub fn of(span: &'t TextSpan) -> Self {
        match span {
            TextSpan::Text(words, formatting) => {
                let tag = if formatting.printing { PRINTING } else { formatting.tint.into() };
                Self { what: Words::Text(words, *formatting), tag }
            }
            TextSpan::Item(label) => Self { what: Words::Text(label, Formatting::default()), tag: 0 },
            TextSpan::Mark(name) => Self { what: Words::Mark(name), tag: 0 },
        }
    }
}

/// Splits a paragraph at its possible line breaks, and shapes the parts.
pub(super) fn atoms(shaper: &Shaper, style: &Style, stretches: &[Stretch<'_>]) -> Vec<Atom> {
    // A mark counts as a letter, so that the comma after it stays with it.
    const MARK_LETTER: &str = "x";
    let mut text = String::new();
    let mut ranges = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        let start = text.len();
        match stretch.what {
            Words::Text(words, formatting) if formatting.term && style.whole_terms => {
                text.push_str(&words.replace(' ', "\u{a0}"));
            }
            Words::Text(words, _) => text.push_str(words),
            Words::Mark(_) => text.push_str(MARK_LETTER),
        }
        ranges.push(start..text.len());
    }
    let places = break_places(&text, style.whole_compounds);
    let mut atoms: Vec<Atom> = Vec::with_capacity(places.len());
    let mut start = 0;
    // Stretches before this one have ended.
    let mut first = 0;
    for end in places {
        first += ranges[first..].iter().take_while(|range| range.end <= start).count();
        let words = text[start..end].trim_end();
        let mut atom = Atom { pieces: Vec::with_capacity(1), width: 0.0, blank: 0.0 };
        let mut last = Formatting::default();
        let these = stretches[first..].iter().zip(&ranges[first..]).take_while(|(_, range)| range.start < end);
        for (stretch, range) in these {
            let (from, to) = (range.start.max(start), range.end.min(start + words.len()));
            if range.end > start {
                last = if let Words::Text(_, formatting) = stretch.what { formatting } else { Formatting::default() };
            }
            if from >= to {
                continue;
            }
            let piece = match stretch.what {
                Words::Text(_, formatting) => {
                    let Variant { setting, tracking } = style.variant(formatting);
                    let word = shaper.word(setting, &text[from..to]);
                    let Formatting { size, verbatim, .. } = formatting;
                    let (scale, rise) = (size.scale(), size.rise());
                    let (word, verbatim) =
                        if size.is_raised() { (Arc::new(word.raised(rise / scale)), true) } else { (word, verbatim) };
                    AtomPiece::Word { word, setting, tracking, scale, verbatim, tag: stretch.tag }
                }
                Words::Mark(name) => AtomPiece::Mark { name: name.to_owned(), width: style.mark },
            };
            atom.width += piece.width();
            atom.pieces.push(piece);
        }
        if words.len() < end - start {
            let variant = style.variant(last);
            atom.blank = (shaper.blank(variant.setting) + f64::from(variant.tracking)) * f64::from(last.size.scale());
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

/// The possible line breaks, the end of the text included; an overlong word is split.
fn break_places(text: &str, whole_compounds: bool) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    let within = |end: usize| whole_compounds && end < text.len() && text[..end].ends_with('-');
    for end in SEGMENTER.segment_str(text).filter(|end| *end > 0 && !within(*end)) {
        let mut letters = text[start..end].char_indices();
        while let Some((offset, _)) = letters.nth(LONGEST) {
            places.push(start + offset);
        }
        places.push(end);
        start = end;
    }
    places
}
