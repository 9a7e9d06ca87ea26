//! Justified lines, broken over the whole paragraph at the least total of demerits (after Knuth and Plass).

use std::borrow::Cow;

use super::atoms::{Atom, AtomPiece};
use super::lines::Chunk;
use super::overlong;
use super::set::{Block, LaidWord, Line, LineMaker, Paragraphs, Piece};
use super::shape::Shaped;
use crate::units::{Mm, Pt};

// Units are those of Knuth and Plass: a line whose spaces stretch or shrink as far as they may has a badness of 100 and costs
// (1 + 100)² = 10,201 demerits; a perfect line costs 1.

/// Stretch of a space at a badness of 100, relative to its width: TeX's fonts have a half as well.
const STRETCH: f64 = 0.5;
/// Maximum shrink of a space, relative to its width. TeX's fonts have a third; a little less keeps words clearly
/// separate.
const SHRINK: f64 = 0.28;
/// Penalty of a hyphen. Knuth and Plass use 50; a little more means fewer hyphens at line ends.
const HYPHEN: f64 = 60.0;
/// Demerits of two hyphenated lines in a row, and of a hyphen before the last line. TeX has 10,000 and 5,000.
const HYPHENS_IN_A_ROW: f64 = 6000.0;
const HYPHEN_BEFORE_LAST: f64 = 5000.0;
/// A last line shorter than this part of the measure is hardly longer than an indent.
const SHORT: f64 = 0.16;
/// Demerits of a short last line: about those of 200 lines at full stretch, so it is a last resort.
const SHORT_LAST: f64 = 2e6;
/// Demerits of a last line of a single word (a runt): a hundred times those of a short one.
const SINGLE_LAST: f64 = 2e8;

/// Maximum width of a space, in ems. A paragraph with a looser line is set ragged.
const LOOSEST: f64 = 0.45;

/// Start and length of a line.
pub struct Room {
    /// From the left edge of the column.
    pub indent: Mm,
    /// From there to the right edge.
    pub width: Mm,
}

/// A possible line break.
#[derive(Default)]
pub(super) struct Node {
    /// Number of atoms that begin before it; the last of them ends or is cut here.
    atom: usize,
    /// Piece and byte of the cut within the atom.
    cut: Option<(usize, usize)>,
    /// End of the line without its hyphen, and start of the next, in ems from the paragraph's start.
    end: f64,
    next: f64,
    /// Width of the hyphen; 0 without one.
    hyphen: f64,
    /// True if a space follows the line's last word.
    pub has_blank: bool,
    /// The sum of all spaces up to there.
    blanks: f64,
    next_blanks: f64,
}

impl Node {
    /// Returns the content between another break and this one.
    pub fn chunk_after(&self, before: &Self) -> Chunk {
        Chunk { width: self.end - before.next, blank: self.next - self.end, hyphen: self.hyphen }
    }

    /// Returns the start of a line after this break: its atom, and the cut within that.
    fn start(&self) -> (usize, Option<(usize, usize)>) {
        match self.cut {
            Some(cut) => (self.atom.saturating_sub(1), Some(cut)),
            None => (self.atom, None),
        }
    }
}

impl Paragraphs<'_> {
    /// Justifies and hyphenates the first paragraph; `room` returns the position of each line, `special` is the number
    /// of first lines with a position of their own.
    pub fn justify(&self, size: Pt, special: usize, room: &dyn Fn(usize) -> Room) -> Block {
        let em = size.to_mm();
        let mut block = Block { size, cap_height: em * self.style.cap_height, lines: Vec::new() };
        let Some(laid) = self.paragraphs.first().filter(|laid| !laid.atoms.is_empty()) else {
            return block;
        };
        let nodes = self.nodes(&laid.atoms, true, f64::INFINITY);
        let ends = best_breaks(&nodes, special, &|line| room(line).width / em);
        let mut start = 0;
        let mut lines = Vec::with_capacity(ends.len());
        for (number, end) in ends.iter().enumerate() {
            lines.push((self.words(&laid.atoms, &nodes[start], &nodes[*end]), nodes[*end].has_blank, room(number)));
            start = *end;
        }
        let (_, rest) = lines.split_last().expect("a paragraph has lines");
        let is_ragged = rest.iter().any(|(words, _, room)| space(words, room.width / em, laid.from_right) > LOOSEST);
        for (number, (words, has_blank, room)) in lines.iter().enumerate() {
            let is_natural = is_ragged || number + 1 == lines.len();
            let mut line = justified(words, *has_blank, em, room.width, is_natural, laid.from_right);
            line.x = if laid.from_right { room.width - line.width } else { room.indent };
            line.baseline = em * self.style.leading * count(number);
            block.lines.push(line);
        }
        block
    }

    fn hyphen_width(&self, piece: &AtomPiece) -> f64 {
        match piece {
            AtomPiece::Word { setting, tracking, scale, .. } => {
                self.shaper.word(*setting, "-", false).width((*tracking).into()) * f64::from(*scale)
            }
            AtomPiece::Mark { .. } => 0.0,
        }
    }

    /// Returns the words between two breaks, with the spaces after them.
    pub(super) fn words<'a>(&self, atoms: &'a [Atom], from: &Node, to: &Node) -> Vec<LaidWord<'a>> {
        let (first, cut) = from.start();
        let mut words = Vec::with_capacity(to.atom + 1 - first);
        for (number, atom) in atoms.iter().enumerate().take(to.atom).skip(first) {
            let start = cut.filter(|_| number == first);
            let end = to.cut.filter(|_| number + 1 == to.atom);
            let pieces = match (start, end) {
                (None, None) => Cow::Borrowed(atom.pieces.as_slice()),
                _ => Cow::Owned(self.fragment(atom, start, end, to.hyphen > 0.0)),
            };
            let blank = if number + 1 == to.atom { 0.0 } else { atom.blank };
            words.push((pieces, blank, atom.blank_level));
        }
        words
    }

    /// Returns the part of an atom between two cuts; the one at its end may add a hyphen.
    fn fragment(
        &self,
        atom: &Atom,
        start: Option<(usize, usize)>,
        end: Option<(usize, usize)>,
        has_hyphen: bool,
    ) -> Vec<AtomPiece> {
        let mut pieces = Vec::new();
        for (number, piece) in atom.pieces.iter().enumerate() {
            if start.is_some_and(|(first, _)| number < first) || end.is_some_and(|(last, _)| number > last) {
                continue;
            }
            let mut piece = piece.clone();
            if let AtomPiece::Word { word, setting, level, .. } = &mut piece {
                let from = start.filter(|(first, _)| *first == number).map_or(0, |(_, byte)| byte);
                let to = end.filter(|(last, _)| *last == number).map(|(_, byte)| byte);
                if from > 0 || to.is_some() {
                    let hyphen = if to.is_some() && has_hyphen { "-" } else { "" };
                    let text = format!("{}{hyphen}", &word.text[from..to.unwrap_or(word.text.len())]);
                    *word = self.shaper.word(*setting, &text, *level % 2 == 1);
                }
            }
            pieces.push(piece);
        }
        pieces
    }

    /// Returns all possible line breaks, in order; the first represents the start of the paragraph. Words are cut at
    /// their soft hyphens, else where their language hyphenates them, if requested. Overlong words that are
    /// wider than the measure, in ems, are cut anyway.
    pub(super) fn nodes(&self, atoms: &[Atom], hyphenate: bool, measure: f64) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(atoms.len() + 1);
        nodes.push(Node::default());
        let (mut pen, mut blanks) = (0.0, 0.0);
        for (number, atom) in atoms.iter().enumerate() {
            let mut before = pen;
            for (place, piece) in atom.pieces.iter().enumerate() {
                if let AtomPiece::Word { word, tracking, scale, verbatim, cuts, .. } = piece {
                    let mut cuts = match cuts.is_empty() && hyphenate && !verbatim {
                        true => Cow::Owned(self.language.syllables(&word.text)),
                        false => Cow::Borrowed(&**cuts),
                    };
                    let mut has_hyphens = true;
                    if cuts.is_empty() && atom.width > measure {
                        (cuts, has_hyphens) = match overlong::cuts(&word.text, self.language) {
                            Some(overlong::Cuts::Syllables(cuts)) => (Cow::Owned(cuts), true),
                            Some(overlong::Cuts::Letters(cuts)) => (Cow::Owned(cuts), false),
                            None => (cuts, true),
                        };
                    }
                    for byte in cuts.iter() {
                        let Some(width) = prefix(word, *byte, (*tracking).into()) else { continue };
                        let at = before + width * f64::from(*scale);
                        nodes.push(Node {
                            atom: number + 1,
                            cut: Some((place, *byte)),
                            end: at,
                            next: at,
                            hyphen: if has_hyphens { self.hyphen_width(piece) } else { 0.0 },
                            has_blank: false,
                            blanks,
                            next_blanks: blanks,
                        });
                    }
                }
                before += piece.width();
            }
            pen += atom.width;
            let end = pen;
            pen += atom.blank;
            let before = blanks;
            blanks += atom.blank;
            nodes.push(Node {
                atom: number + 1,
                cut: None,
                end,
                next: pen,
                hyphen: 0.0,
                has_blank: atom.blank > 0.0,
                blanks: before,
                next_blanks: blanks,
            });
        }
        nodes
    }
}

/// Returns the natural width of words, and that of their spaces, in ems.
fn widths(words: &[LaidWord<'_>]) -> (f64, f64) {
    let blanks: f64 = words.iter().map(|(_, blank, _)| blank).sum();
    (words.iter().flat_map(|(pieces, ..)| pieces.iter()).map(AtomPiece::width).sum::<f64>() + blanks, blanks)
}

/// Returns the width of a space in a line of words that fills a width, in ems.
fn space(words: &[LaidWord<'_>], width: f64, from_right: bool) -> f64 {
    let (natural, blanks) = widths(words);
    let spaces = count(words.iter().filter(|(_, blank, _)| *blank > 0.0).count());
    let free = width + hanging(words, from_right) - natural;
    if spaces > 0.0 { (free + blanks) / spaces } else { 0.0 }
}

/// Returns the reach of a line's last character beyond the column, in ems.
fn hanging(words: &[LaidWord<'_>], from_right: bool) -> f64 {
    words.last().filter(|_| !from_right).map_or(0.0, |(pieces, ..)| hang(pieces))
}

/// Returns a line of words of this width, or of its natural width if that is less and is wanted.
fn justified(words: &[LaidWord<'_>], blank: bool, em: Mm, width: Mm, is_natural: bool, from_right: bool) -> Line {
    let (natural, blanks) = widths(words);
    let whole = width / em + hanging(words, from_right);
    let wanted = if is_natural { whole.min(natural) } else { whole };
    // A line that is too long even so keeps its least spaces; it is overfull, and reported as too wide.
    let factor = if blanks > 0.0 { (1.0 + (wanted - natural) / blanks).max(1.0 - SHRINK) } else { 1.0 };
    let mut made = LineMaker::new(em, from_right);
    made.words(words, blank, factor);
    made.finish()
}

/// Returns the reach of the last character beyond the column, in ems (hanging punctuation).
fn hang(pieces: &[AtomPiece]) -> f64 {
    let Some(AtomPiece::Word { word, .. }) = pieces.last() else { return 0.0 };
    let part = match word.text.chars().next_back() {
        Some('-' | '.' | ',' | '’' | '”') => 0.5,
        Some(':' | ';' | '–') => 0.3,
        _ => return 0.0,
    };
    word.glyphs.last().map_or(0.0, |glyph| f64::from(glyph.advance) * part)
}

#[allow(clippy::cast_precision_loss, reason = "a page has few lines")]
fn count(lines: usize) -> f64 {
    lines as f64
}

/// Returns the width of a word up to a byte, in ems; `None` within a ligature.
fn prefix(word: &Shaped, byte: usize, tracking: f64) -> Option<f64> {
    let mut width = 0.0;
    for glyph in &word.glyphs {
        let (from, to) = (usize::from(glyph.text.0), usize::from(glyph.text.1));
        if from < byte && to > byte {
            return None;
        }
        if to <= byte {
            width += f64::from(glyph.advance) + tracking;
        }
    }
    Some(width)
}

/// Returns the nodes at which lines end, the last one included.
fn best_breaks(nodes: &[Node], special: usize, measure: &dyn Fn(usize) -> f64) -> Vec<usize> {
    // Lines after the special ones are alike and needn't be counted.
    let kinds = special + 1;
    let mut best = vec![vec![(f64::INFINITY, 0_usize, 0_usize); kinds]; nodes.len()];
    best[0][0] = (0.0, 0, 0);
    let last = nodes.len() - 1;
    let widest = (0..kinds).map(measure).fold(0.0, f64::max);
    for end in 1..nodes.len() {
        for start in (0..end).rev() {
            let (from, to) = (&nodes[start], &nodes[end]);
            let natural = to.end + to.hyphen - from.next;
            let blanks = to.blanks - from.next_blanks;
            // Starting even earlier makes it wider still. A part without a break is set whatever its width.
            if natural - blanks * SHRINK > widest && start + 1 < end {
                break;
            }
            for kind in 0..kinds {
                let (so_far, ..) = best[start][kind];
                if !so_far.is_finite() {
                    continue;
                }
                let mut total = so_far
                    + demerits(natural, blanks, measure(kind), end == last, from.cut.is_some(), to.cut.is_some());
                // The last line of several.
                if end == last && start > 0 {
                    total += if natural < measure(kind) * SHORT { SHORT_LAST } else { 0.0 };
                    total += if blanks <= 0.0 { SINGLE_LAST } else { 0.0 };
                }
                let next = (kind + 1).min(special);
                if total < best[end][next].0 {
                    best[end][next] = (total, start, kind);
                }
            }
        }
    }
    let cheapest = (0..kinds).min_by(|a, b| best[last][*a].0.total_cmp(&best[last][*b].0)).unwrap_or(0);
    let (mut at, mut kind) = (last, cheapest);
    let mut ends = Vec::new();
    while at > 0 {
        ends.push(at);
        (at, kind) = (best[at][kind].1, best[at][kind].2);
    }
    ends.reverse();
    ends
}

/// Returns the demerits of a line.
fn demerits(natural: f64, blanks: f64, measure: f64, is_last: bool, after_hyphen: bool, ends_in_hyphen: bool) -> f64 {
    let free = measure - natural;
    let ratio = match free {
        free if is_last && free >= 0.0 => 0.0,
        free if free >= 0.0 => {
            if blanks > 0.0 {
                free / (blanks * STRETCH)
            } else {
                20.0 * free / measure
            }
        }
        free => free / (blanks * SHRINK).max(1e-9),
    };
    let mut total = if ratio < -1.0 - 1e-9 {
        // Overfull: only where nothing else is possible.
        1e9 * (1.0 + (-free))
    } else {
        let badness = 100.0 * ratio.abs().powi(3);
        let penalty = if ends_in_hyphen { HYPHEN } else { 0.0 };
        (1.0 + badness + penalty).powi(2)
    };
    if after_hyphen && ends_in_hyphen {
        total += HYPHENS_IN_A_ROW;
    }
    if is_last && after_hyphen {
        total += HYPHEN_BEFORE_LAST;
    }
    total
}

impl Line {
    /// Returns the letters of the line, with spaces between words.
    pub fn letters(&self) -> String {
        let mut letters = String::new();
        for piece in &self.pieces {
            if let Piece::Run(run) = piece {
                letters.push_str(&run.word.text);
                if run.blank {
                    letters.push(' ');
                }
            }
        }
        letters
    }
}
