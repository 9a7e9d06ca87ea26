//! Text set in a style, broken into lines of a measure.

use std::borrow::Cow;
use std::sync::Arc;

use unicode_bidi::{BidiInfo, Level};

use super::atoms::{Atom, AtomPiece, Stretch, atoms};
use super::justify::Node;
use super::language::Language;
use super::lines::{Chunk, break_evenly};
use super::shape::{Shaped, Shaper};
use super::style::{Align, Style};
use crate::game::{Rich, TextSpan};
use crate::units::{Mm, Pt};

/// Depth of an icon below the baseline, in ems.
const MARK_DROP: f64 = 0.1;
/// From the label of an item to its words, in ems.
const AFTER_LABEL: f64 = 0.45;

/// A word in its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The word.
    pub word: Arc<Shaped>,
    /// From the line's left end.
    pub x: Mm,
    /// Space after each glyph, in ems.
    pub tracking: f32,
    /// Size relative to its line.
    pub scale: f32,
    /// True if a space follows, on the same line or at its end.
    pub blank: bool,
    /// The tag of their run: a link, a colour; 0 for none.
    pub tag: u16,
}

impl Run {
    /// Returns the length of its em, in a line of a size.
    pub fn em(&self, size: Pt) -> Mm {
        size.to_mm() * f64::from(self.scale)
    }
}

/// A mark in its line: a square box.
#[derive(Clone, Debug, PartialEq)]
pub struct SetMark {
    /// The name of the mark.
    pub name: String,
    /// From the line's left end.
    pub x: Mm,
    /// From the baseline down to the lower edge of the box.
    pub drop: Mm,
    /// Width and height of the box.
    pub side: Mm,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A word.
    Run(Run),
    /// A mark; boxed, since a line is mostly words and there are many lines.
    Mark(Box<SetMark>),
}

/// A line of set text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its left end, from the left edge of the measure.
    pub x: Mm,
    /// Its baseline, below the first line's.
    pub baseline: Mm,
    /// From its first to its last piece.
    pub width: Mm,
    /// In the order in which they are read, which is from left to right for most scripts.
    pub pieces: Vec<Piece>,
}

impl Line {
    /// Returns the relative sizes of its largest and smallest words.
    pub fn scales(&self) -> (f32, f32) {
        let runs =
            self.pieces.iter().filter_map(|piece| if let Piece::Run(run) = piece { Some(run.scale) } else { None });
        let (least, most) = runs.fold((f32::MAX, 0.0_f32), |(least, most), scale| (least.min(scale), most.max(scale)));
        if most > 0.0 { (most, least) } else { (1.0, 1.0) }
    }

    /// Returns the line with a space after its last word, which separates it from the text that follows. No space is
    /// added to a line that ends within a word, after its hyphen.
    #[must_use]
    pub fn parted(mut self) -> Self {
        if let Some(Piece::Run(run)) = self.pieces.last_mut() {
            run.blank = !run.word.text.ends_with('-');
        }
        self
    }
}

/// A text set in one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The size of its type.
    pub size: Pt,
    /// Height of the capitals above the first baseline.
    pub cap_height: Mm,
    /// From top to bottom.
    pub lines: Vec<Line>,
}

impl Block {
    /// Returns the height from the top of the first line's capitals to the last baseline; 0 without lines.
    pub fn height(&self) -> Mm {
        self.lines.last().map_or(Mm::ZERO, |line| line.baseline + self.cap_height)
    }

    /// Returns the width of the widest line.
    pub fn width(&self) -> Mm {
        self.lines.iter().map(|line| line.width).fold(Mm::ZERO, Mm::max)
    }
}

/// A text shaped in a style, ready to be set in any size and measure.
pub struct Paragraphs<'a> {
    pub(super) style: &'a Style,
    pub(super) shaper: &'a Shaper,
    pub(super) language: &'a Language,
    pub(super) paragraphs: Vec<Laid>,
}

/// A paragraph as words, with the label of an item of a list before it.
pub(super) struct Laid {
    pub atoms: Vec<Atom>,
    label: Option<Atom>,
    /// True if its lines begin at the right.
    pub from_right: bool,
}

impl<'a> Paragraphs<'a> {
    /// Shapes a text of a language.
    pub fn new(shaper: &'a Shaper, style: &'a Style, language: &'a Language, text: &Rich) -> Self {
        let paragraph = |spans: &Vec<TextSpan>| {
            let of =
                |spans: &[TextSpan]| atoms(shaper, style, language, &spans.iter().map(Stretch::of).collect::<Vec<_>>());
            let (label, rest) = match spans.split_first() {
                Some((label @ TextSpan::Item(_), rest)) => (of(std::slice::from_ref(label)).0.into_iter().next(), rest),
                _ => (None, spans.as_slice()),
            };
            let (atoms, from_right) = of(rest);
            Laid { atoms, label, from_right }
        };
        Self { style, shaper, language, paragraphs: text.paragraphs.iter().map(paragraph).collect() }
    }

    /// Shapes paragraphs of stretches.
    pub fn of<'t>(
        shaper: &'a Shaper,
        style: &'a Style,
        language: &'a Language,
        paragraphs: impl IntoIterator<Item = Vec<Stretch<'t>>>,
    ) -> Self {
        let laid = |stretches: Vec<Stretch<'t>>| {
            let (atoms, from_right) = atoms(shaper, style, language, &stretches);
            Laid { atoms, label: None, from_right }
        };
        Self { style, shaper, language, paragraphs: paragraphs.into_iter().map(laid).collect() }
    }

    /// Letters that no font of the style has, each once.
    pub fn missing(&self) -> Vec<char> {
        let mut all: Vec<char> = Vec::new();
        let atoms = self.paragraphs.iter().flat_map(|laid| laid.label.iter().chain(&laid.atoms));
        for piece in atoms.flat_map(|atom| &atom.pieces) {
            if let AtomPiece::Word { word, .. } = piece {
                all.extend(word.missing.iter().filter(|letter| !letter.is_control()));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Sets the text in lines of a measure.
    pub fn set(&self, size: Pt, measure: Mm) -> Block {
        self.set_with(size, measure, break_evenly)
    }

    /// Sets the text in lines around an obstacle: `room` returns the left and right end of a line between two heights,
    /// measured from the top of the first capitals.
    pub fn set_around(&self, size: Pt, room: &dyn Fn(Mm, Mm) -> (Mm, Mm)) -> Block {
        /// Depth of letters below the baseline, in ems.
        const DESCENT: f64 = 0.22;
        /// Maximum number of times a line moves down if a word doesn't fit.
        const MOVES: usize = 100;
        let (em, style) = (size.to_mm(), self.style);
        let mut block = Block { size, cap_height: em * style.cap_height, lines: Vec::new() };
        let mut top = Mm::ZERO;
        for (number, laid) in self.paragraphs.iter().enumerate() {
            let Laid { atoms, label, .. } = laid;
            if number > 0 {
                top += em * style.paragraph;
            }
            let by = label.as_ref().map_or(0.0, |label| label.width + AFTER_LABEL);
            let nodes = self.nodes(atoms, style.hyphenate, f64::INFINITY);
            let last = nodes.len() - 1;
            let mut start = 0;
            while start < last {
                let between = |top: Mm| room(top, top + em * (style.cap_height + DESCENT));
                let width_to = |end: usize| {
                    let chunk = nodes[end].chunk_after(&nodes[start]);
                    chunk.width + chunk.hyphen
                };
                let needed = em * (width_to(start + 1) + by);
                let fits = |top: &Mm| {
                    let (left, right) = between(*top);
                    right - left >= needed
                };
                let lower = std::iter::successors(Some(top), |top| Some(*top + em * 0.25)).take(MOVES).find(fits);
                top = lower.unwrap_or(top);
                let (left, right) = between(top);
                let measure = (right - left) / em - by + 1e-9;
                let end = (start + 2..=last).take_while(|end| width_to(*end) <= measure).last().unwrap_or(start + 1);
                let mut line =
                    self.ragged(laid, &nodes[start], &nodes[end], &Room { em, by, is_first: start == 0, left, right });
                line.baseline = top;
                block.lines.push(line);
                top += em * style.leading;
                start = end;
            }
        }
        block
    }

    /// Sets the text in one line, however long it gets.
    pub fn set_in_line(&self, size: Pt, measure: Mm) -> Block {
        self.set_with(size, measure, |boxes, _| vec![boxes.len()])
    }

    fn set_with(&self, size: Pt, measure: Mm, lines: impl Fn(&[Chunk], f64) -> Vec<usize>) -> Block {
        let em = size.to_mm();
        let style = self.style;
        let mut block = Block { size, cap_height: em * style.cap_height, lines: Vec::new() };
        let mut baseline = Mm::ZERO;
        let labels = self.paragraphs.iter().filter_map(|laid| laid.label.as_ref());
        let indent = labels.map(|label| label.width + AFTER_LABEL).fold(0.0, f64::max);
        for (number, laid) in self.paragraphs.iter().enumerate() {
            let Laid { atoms, label, .. } = laid;
            // The items of a list stand together.
            let is_next = label.is_some() && self.paragraphs[..number].last().is_some_and(|last| last.label.is_some());
            if number > 0 && !is_next {
                baseline += em * style.paragraph;
            }
            let by = if label.is_some() { indent } else { 0.0 };
            let nodes = self.nodes(atoms, style.hyphenate, measure / em - by);
            let pairs = nodes.iter().zip(&nodes[1..]);
            let boxes: Vec<Chunk> = pairs.map(|(from, to)| to.chunk_after(from)).collect();
            let mut start = 0;
            for end in lines(&boxes, measure / em - by) {
                let room = Room { em, by, is_first: start == 0, left: Mm::ZERO, right: measure };
                let mut line = self.ragged(laid, &nodes[start], &nodes[end], &room);
                // Larger words need room above them.
                let larger = em * (style.cap_height * (f64::from(line.scales().0) - 1.0).max(0.0));
                if block.lines.is_empty() {
                    block.cap_height += larger;
                } else {
                    baseline += larger;
                }
                line.baseline = baseline;
                block.lines.push(line);
                baseline += em * style.leading;
                start = end;
            }
        }
        block
    }

    /// Returns the line of a paragraph between two breaks, aligned as the style says.
    fn ragged(&self, laid: &Laid, start: &Node, end: &Node, room: &Room) -> Line {
        let Laid { atoms, label, from_right } = laid;
        let &Room { em, by, left, right, is_first } = room;
        let first = label.as_ref().filter(|_| is_first);
        let words = self.words(atoms, start, end);
        let mut made = LineMaker::new(em, *from_right);
        if let Some(label) = first.filter(|_| !from_right) {
            made.pieces(&label.pieces, true);
            made.pen = by;
        }
        made.words(&words, end.has_blank, 1.0);
        let mut line = made.finish();
        let free = right - left - line.width;
        line.x = left
            + match self.style.align {
                // A list has its labels below one another.
                _ if label.is_some() && *from_right => free - em * by,
                _ if label.is_some() => em * if first.is_some() { 0.0 } else { by },
                // A line without a measure begins at its place, whichever way it is read.
                Align::Left if *from_right => free.max(Mm::ZERO),
                Align::Left => Mm::ZERO,
                Align::Middle => free / 2.0,
                Align::Right => free,
            };
        if let Some(label) = first.filter(|_| *from_right) {
            line.label_at_right(label, em, right);
        }
        line
    }
}

/// The room of a line of a paragraph.
struct Room {
    em: Mm,
    /// The indent of a list, in ems.
    by: f64,
    /// True for the first line of the paragraph.
    is_first: bool,
    left: Mm,
    right: Mm,
}

impl Line {
    /// Puts the label of an item at the right edge of the measure.
    fn label_at_right(&mut self, label: &Atom, em: Mm, measure: Mm) {
        let mut made = LineMaker::new(em, true);
        made.pieces(&label.pieces, true);
        let label = made.finish();
        let by = measure - label.width - self.x;
        for mut piece in label.pieces.into_iter().rev() {
            match &mut piece {
                Piece::Run(run) => run.x += by,
                Piece::Mark(mark) => mark.x += by,
            }
            self.pieces.insert(0, piece);
        }
        self.width = measure - self.x;
    }
}

/// The pieces of a word, and the space after it with its level.
pub(super) type LaidWord<'a> = (Cow<'a, [AtomPiece]>, f64, u8);

/// A line that is being built.
pub(super) struct LineMaker {
    em: Mm,
    from_right: bool,
    /// Position of the next piece, in ems.
    pub pen: f64,
    pieces: Vec<Piece>,
    /// Width and level of each piece and space, in reading order; empty while everything is written from left to right.
    spans: Vec<(Span, f64, u8)>,
}

/// Anything that takes space in a line.
#[derive(Clone, Copy)]
enum Span {
    /// A piece, by number.
    Piece(usize),
    Blank,
}

impl LineMaker {
    pub fn new(em: Mm, from_right: bool) -> Self {
        Self { em, from_right, pen: 0.0, pieces: Vec::new(), spans: Vec::new() }
    }

    /// Sets words, with spaces `factor` times as wide. `blank` is true if a space follows the last one.
    pub fn words(&mut self, words: &[LaidWord<'_>], blank: bool, factor: f64) {
        for (number, (pieces, after, level)) in words.iter().enumerate() {
            let ends = number + 1 == words.len() && blank;
            self.pieces(pieces, *after > 0.0 || ends);
            self.spans.push((Span::Blank, after * factor, *level));
            self.pen += after * factor;
        }
    }

    /// Sets the pieces of a word; `blank` is true if a space follows.
    pub fn pieces(&mut self, pieces: &[AtomPiece], blank: bool) {
        for (place, piece) in pieces.iter().enumerate() {
            let blank = blank && place + 1 == pieces.len();
            let x = self.em * self.pen;
            self.spans.push((Span::Piece(self.pieces.len()), piece.width(), piece.level()));
            self.pieces.push(match piece {
                AtomPiece::Word { word, tracking, scale, tag, .. } => {
                    let (word, tracking, scale, tag) = (Arc::clone(word), *tracking, *scale, *tag);
                    Piece::Run(Run { word, x, tracking, scale, blank, tag })
                }
                AtomPiece::Mark { name, width, .. } => Piece::Mark(Box::new(SetMark {
                    name: name.clone(),
                    x,
                    drop: self.em * MARK_DROP,
                    side: self.em * *width,
                })),
            });
            self.pen += piece.width();
        }
    }

    /// Moves the pieces to their visual order (UAX 9, rule L2).
    fn reorder(&mut self) {
        let levels: Vec<Level> =
            self.spans.iter().map(|(.., level)| Level::new(*level).unwrap_or_else(|_| Level::ltr())).collect();
        let mut pen = 0.0;
        for index in BidiInfo::reorder_visual(&levels) {
            let (span, width, _) = self.spans[index];
            if let Span::Piece(number) = span {
                let x = self.em * pen;
                match &mut self.pieces[number] {
                    Piece::Run(run) => run.x = x,
                    Piece::Mark(mark) => mark.x = x,
                }
            }
            pen += width;
        }
    }

    pub fn finish(mut self) -> Line {
        if self.from_right || self.spans.iter().any(|(.., level)| *level > 0) {
            self.reorder();
        } else if let Some(Piece::Run(run)) = self.pieces.last() {
            // The tracking after the last letter is not seen.
            self.pen -= f64::from(run.tracking * run.scale);
        }
        self.pieces.shrink_to_fit();
        Line { x: Mm::ZERO, baseline: Mm::ZERO, width: self.em * self.pen, pieces: self.pieces }
    }
}
