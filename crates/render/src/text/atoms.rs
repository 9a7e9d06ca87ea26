//! Shaped words, and the possible line breaks between them.

use std::ops::Range;
use std::sync::Arc;

use unicode_bidi::{BidiInfo, Level};

use super::language::Language;
use super::shape::{SettingId, Shaped, Shaper};
use super::style::{Style, Variant};
use super::words;
use crate::game::{Formatting, TextSpan};

/// A word of more letters cannot be read; it is cut before it is shaped.
const LONGEST: usize = 400;

/// Allows a line break within a word, with a hyphen.
const SOFT_HYPHEN: char = '\u{ad}';

/// First letter that is written from right to left; texts with only smaller ones need no check of directions.
const FIRST_FROM_RIGHT: char = '\u{590}';

/// An unbreakable unit: pieces of one word in several styles, such as a term and the comma after it.
pub(super) struct Atom {
    pub pieces: Vec<AtomPiece>,
    /// In ems.
    pub width: f64,
    /// Width of the space that follows, in ems; zero without one.
    pub blank: f64,
    /// The level of the space (UAX 9).
    pub blank_level: u8,
}

/// A part of a word in one style and direction, or a mark.
#[derive(Clone)]
pub(super) enum AtomPiece {
    Word {
        word: Arc<Shaped>,
        setting: SettingId,
        tracking: f32,
        /// Size relative to the surrounding text.
        scale: f32,
        /// True if no hyphen is put into it.
        verbatim: bool,
        tag: u16,
        /// The bytes of the word after which its text has a soft hyphen.
        cuts: Box<[usize]>,
        /// Its level (UAX 9): odd if it is written from right to left.
        level: u8,
    },
    /// A square box, `width` ems wide.
    Mark { name: String, width: f64, level: u8 },
}

impl AtomPiece {
    pub fn width(&self) -> f64 {
        match self {
            Self::Word { word, tracking, scale, .. } => word.width((*tracking).into()) * f64::from(*scale),
            Self::Mark { width, .. } => *width,
        }
    }

    pub fn level(&self) -> u8 {
        match self {
            Self::Word { level, .. } | Self::Mark { level, .. } => *level,
        }
    }
}

/// Tag of words that only identify the print run.
pub const PRINTING: u16 = u16::MAX;

/// A run of text in one style, or a mark.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'t> {
    /// Text to set.
    pub what: Words<'t>,
    /// A tag that means something to the caller, such as a link; 0 for none.
    pub tag: u16,
}

/// Steps of a run.
#[derive(Clone, Copy, Debug)]
pub enum Words<'t> {
    /// Text in a style.
    Text(&'t str, Formatting),
    /// A mark by name.
    Mark(&'t str),
}

impl<'t> Stretch<'t> {
    /// Creates an independent span of a text.
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

/// A paragraph as one text, without its soft hyphens.
struct Joined {
    text: String,
    /// The bytes of each stretch.
    ranges: Vec<Range<usize>>,
    /// The bytes before which a soft hyphen was.
    soft: Vec<usize>,
    /// The level of each byte (UAX 9); empty where all is written from left to right.
    levels: Vec<Level>,
    /// True if the paragraph begins at the right.
    from_right: bool,
}

impl Joined {
    fn new(style: &Style, language: &Language, stretches: &[Stretch<'_>]) -> Self {
        // An icon counts as a letter, so the comma after it stays with it.
        const MARK_LETTER: char = 'x';
        // For directions it is a sign of neither.
        const MARK_SIGN: &str = "|";
        let (mut text, mut ranges, mut soft) = (String::new(), Vec::with_capacity(stretches.len()), Vec::new());
        for stretch in stretches {
            let start = text.len();
            match stretch.what {
                Words::Text(words, formatting) => {
                    let whole = formatting.term && style.whole_terms;
                    for letter in words.chars() {
                        match letter {
                            SOFT_HYPHEN => soft.push(text.len()),
                            ' ' if whole => text.push('\u{a0}'),
                            letter => text.push(letter),
                        }
                    }
                }
                Words::Mark(_) => text.push(MARK_LETTER),
            }
            ranges.push(start..text.len());
        }
        let mut joined = Self { text, ranges, soft, levels: Vec::new(), from_right: language.is_from_right() };
        if joined.text.chars().any(|letter| letter >= FIRST_FROM_RIGHT) {
            let mut signs = joined.text.clone();
            for (_, range) in stretches.iter().zip(&joined.ranges).filter(|(is, _)| matches!(is.what, Words::Mark(_))) {
                signs.replace_range(range.clone(), MARK_SIGN);
            }
            joined.read_directions(&signs);
        }
        joined
    }

    fn read_directions(&mut self, text: &str) {
        let base = self.from_right.then(Level::rtl);
        let directions = BidiInfo::new(text, base);
        // Text with only numbers and names in Latin letters is set as it is, with its signs before it.
        let is_from_right =
            |class: &unicode_bidi::BidiClass| matches!(class, unicode_bidi::BidiClass::R | unicode_bidi::BidiClass::AL);
        if !directions.original_classes.iter().any(is_from_right) {
            return;
        }
        self.from_right = directions.paragraphs.first().is_some_and(|paragraph| paragraph.level.is_rtl());
        self.levels = directions.levels;
    }

    fn level(&self, byte: usize) -> u8 {
        self.levels.get(byte).map_or(0, Level::number)
    }

    /// Splits a range by writing direction, with the levels.
    fn directions(&self, range: Range<usize>) -> Vec<(Range<usize>, u8)> {
        let mut parts: Vec<(Range<usize>, u8)> = Vec::new();
        if self.levels.is_empty() {
            return vec![(range, 0)];
        }
        for (at, letter) in self.text[range.clone()].char_indices() {
            let at = range.start + at;
            let (level, end) = (self.level(at), at + letter.len_utf8());
            match parts.last_mut() {
                Some((part, last)) if *last == level => part.end = end,
                _ => parts.push((at..end, level)),
            }
        }
        parts
    }
}

/// Splits a paragraph at its possible line breaks and shapes the parts; also returns true if it begins at the right.
pub(super) fn atoms(
    shaper: &Shaper,
    style: &Style,
    language: &Language,
    stretches: &[Stretch<'_>],
) -> (Vec<Atom>, bool) {
    let joined = Joined::new(style, language, stretches);
    let Joined { text, ranges, .. } = &joined;
    let places = break_places(text, style.whole_compounds);
    let mut atoms: Vec<Atom> = Vec::with_capacity(places.len());
    let mut start = 0;
    // Stretches before this one have ended.
    let mut first = 0;
    for end in places {
        first += ranges[first..].iter().take_while(|range| range.end <= start).count();
        let words = text[start..end].trim_end();
        let blank_level = joined.level(start + words.len());
        let mut atom = Atom { pieces: Vec::with_capacity(1), width: 0.0, blank: 0.0, blank_level };
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
            match stretch.what {
                Words::Text(_, formatting) => {
                    let Variant { setting, tracking } = style.variant(formatting);
                    let Formatting { size, verbatim, .. } = formatting;
                    let (scale, rise) = (size.scale(), size.rise());
                    for (part, level) in joined.directions(from..to) {
                        let word = shaper.word(setting, &text[part.clone()], level % 2 == 1);
                        let (word, verbatim) = match size.is_raised() {
                            true => (Arc::new(word.raised(rise / scale)), true),
                            false => (word, verbatim),
                        };
                        let soft = joined.soft.iter().filter(|byte| part.start < **byte && **byte < part.end);
                        let cuts = soft.map(|byte| byte - part.start).collect();
                        let tag = stretch.tag;
                        let piece = AtomPiece::Word { word, setting, tracking, scale, verbatim, tag, cuts, level };
                        atom.width += piece.width();
                        atom.pieces.push(piece);
                    }
                }
                Words::Mark(name) => {
                    let level = joined.level(from);
                    atom.width += style.mark;
                    atom.pieces.push(AtomPiece::Mark { name: name.to_owned(), width: style.mark, level });
                }
            }
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
    (atoms, joined.from_right)
}

/// True if a place is between a number and a sign of a sum, such as `14 + 2 = 16`, which has no break.
pub fn in_sum(text: &str, place: usize) -> bool {
    const SIGNS: [char; 5] = ['+', '−', '-', '×', '='];
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (before, after) = (text[..place].trim_end_matches(' '), &text[place..]);
    let sign_before = before.strip_suffix(SIGNS).and_then(|before| before.strip_suffix(' '));
    let sign_after = after.strip_prefix(SIGNS).and_then(|after| after.strip_prefix(' '));
    sign_before.is_some_and(|before| before.ends_with(is_digit)) && after.starts_with(is_digit)
        || before.ends_with(is_digit) && sign_after.is_some_and(|after| after.starts_with(is_digit))
}

/// Returns the possible line breaks, the end of the text included; an overlong word is split.
fn break_places(text: &str, whole_compounds: bool) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    let within = |end: usize| (whole_compounds && end < text.len() && text[..end].ends_with('-')) || in_sum(text, end);
    for end in words::line_breaks(text).into_iter().filter(|end| *end > 0 && !within(*end)) {
        let mut letters = text[start..end].char_indices();
        while let Some((offset, _)) = letters.nth(LONGEST) {
            places.push(start + offset);
        }
        places.push(end);
        start = end;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::break_places;

    #[test]
    fn a_sum_has_no_break() {
        let breaks = |text: &str| break_places(text, false).len();
        assert_eq!(breaks("his 14 + 2 + 3 = 19 would"), 3);
        assert_eq!(breaks("9 − 6 = 3"), 1);
        assert_eq!(breaks("from 2 to 10, or - 3"), 7);
    }
}
