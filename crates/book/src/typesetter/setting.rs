//! Setting words: in which manner, in which lines. Most of a book is the same in each round, and is set in the first.

use super::Typesetter;
use crate::game::{Formatting, filled};
use crate::model::{Inline, Target, What, letters};
use crate::text::{Block, Paragraphs, Piece, Room, Stretch, Style, Words};
use crate::units::Mm;
use crate::web::with_addresses;

/// How words are set in lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LineMode {
    /// Both edges straight; the first line is indented.
    Justified { indent: Mm },
    /// The left edge straight, words whole.
    Ragged,
    /// One line.
    Line,
}

/// Words of one manner, or the name of a mark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Content {
    Text(String, Formatting),
    Mark(String),
}

/// Everything that determines the lines of some words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetKey {
    content: Vec<Content>,
    /// The style's name. Nothing of a style is changed but its size, where a head is too wide.
    style: String,
    /// Formatting, the size, indent and measure, and the lines beside an initial or a picture; lengths as their bits,
    /// for comparison.
    lines: (u8, [u64; 4], usize),
}

/// Set text. Each run is tagged with the number of its stretch, counted from 1.
pub(crate) struct SetBlock {
    block: Block,
    /// Letters that no font has.
    missing: Vec<char>,
}

/// Space that is kept free at the left of the first lines.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beside {
    /// Number of lines.
    pub lines: usize,
    pub width: Mm,
}

impl Typesetter<'_> {
    /// Sets words in a style.
    pub fn set(&mut self, words: &[Inline], style: &Style, mode: LineMode, measure: Mm) -> Block {
        self.set_about(words, style, mode, measure, Beside::default())
    }

    /// Sets text beside something that takes the left of the first lines.
    pub fn set_about(&mut self, words: &[Inline], style: &Style, mode: LineMode, measure: Mm, beside: Beside) -> Block {
        let words = &*with_addresses(words);
        if words.iter().any(|inline| inline.what == What::Break) {
            return self.set_broken(words, style, mode, measure, beside);
        }
        let tags: Vec<u16> = words.iter().map(|inline| self.tag(inline)).collect();
        let content = words.iter().map(|inline| self.content(inline)).collect();
        let (kind, indent) = match mode {
            LineMode::Justified { indent } => (0, indent),
            LineMode::Ragged => (1, Mm::ZERO),
            LineMode::Line => (2, Mm::ZERO),
        };
        let lengths = [style.size.get(), indent.get(), measure.get(), beside.width.get()].map(f64::to_bits);
        let key = SetKey { content, style: style.name.clone(), lines: (kind, lengths, beside.lines) };
        if !self.known.contains_key(&key) {
            let set = self.set_anew(&key.content, style, mode, measure, beside);
            self.known.insert(key.clone(), set);
        }
        let set = &self.known[&key];
        let mut block = set.block.clone();
        for piece in block.lines.iter_mut().flat_map(|line| &mut line.pieces) {
            if let Piece::Run(run) = piece {
                run.tag =
                    usize::from(run.tag).checked_sub(1).and_then(|stretch| tags.get(stretch)).copied().unwrap_or(0);
            }
        }
        for letter in set.missing.clone() {
            let place = (letter, self.place_of(&letter.to_string()));
            if !self.lacking.contains(&place) {
                self.lacking.push(place);
            }
        }
        if mode != LineMode::Line {
            self.check_width(&block, measure);
        }
        block
    }

    /// Sets words whose lines the source ends by hand.
    fn set_broken(&mut self, words: &[Inline], style: &Style, mode: LineMode, measure: Mm, beside: Beside) -> Block {
        let is_break = |inline: &Inline| inline.what == What::Break;
        if mode == LineMode::Line {
            let blank = |inline: &Inline| match inline.what {
                What::Break => Inline { what: What::Text(" ".to_owned()), ..inline.clone() },
                _ => inline.clone(),
            };
            return self.set(&words.iter().map(blank).collect::<Vec<_>>(), style, mode, measure);
        }
        let lead = style.size.to_mm() * style.leading;
        let mut whole: Option<Block> = None;
        for part in words.split(is_break) {
            let done = whole.as_ref().map_or(0, |block| block.lines.len());
            let mode = match mode {
                LineMode::Justified { .. } if done > 0 => LineMode::Justified { indent: Mm::ZERO },
                mode => mode,
            };
            let mut block = self.set_about(
                part,
                style,
                mode,
                measure,
                Beside { lines: beside.lines.saturating_sub(done), ..beside },
            );
            match &mut whole {
                Some(whole) => {
                    let down = whole.lines.last().map_or(Mm::ZERO, |line| line.baseline + lead);
                    block.lines.iter_mut().for_each(|line| line.baseline += down);
                    whole.lines.append(&mut block.lines);
                }
                None => whole = Some(block),
            }
        }
        whole.expect("words have a part")
    }

    fn content(&mut self, inline: &Inline) -> Content {
        let mut formatting = inline.formatting;
        formatting.term = inline.is_term();
        // A term is set in small capitals where it first occurs in a section.
        if formatting.term && !self.seen.insert(letters(std::slice::from_ref(inline)).to_lowercase()) {
            formatting.term = false;
        }
        match &inline.what {
            What::Text(text) => Content::Text(text.clone(), formatting),
            What::Mark(name) => Content::Mark(name.clone()),
            What::Letter(letter) => Content::Mark(format!("letter:{letter}")),
            What::Page(id) => {
                let page = self.pages.get(&Target::Section(id.clone())).map_or(0, |page| page + 1);
                Content::Text(filled(self.game.phrases().page, &[&page.to_string()]), formatting)
            }
            What::Footnote(number) => Content::Text(number.to_string(), formatting),
            What::Break => Content::Text(" ".to_owned(), formatting),
        }
    }

    fn set_anew(&self, content: &[Content], style: &Style, mode: LineMode, measure: Mm, beside: Beside) -> SetBlock {
        let stretch = |(tag, content)| match content {
            &Content::Text(ref text, formatting) => Stretch { what: Words::Text(text, formatting), tag },
            Content::Mark(name) => Stretch { what: Words::Mark(name), tag },
        };
        let paragraphs =
            Paragraphs::of(&self.typography.shaper, style, &self.language, [(1..).zip(content).map(stretch).collect()]);
        let mut block = match mode {
            LineMode::Line => paragraphs.set_in_line(style.size, measure),
            LineMode::Ragged => paragraphs.set(style.size, measure),
            LineMode::Justified { indent } => {
                let room = move |line: usize| {
                    let indent = if line < beside.lines {
                        beside.width
                    } else if line == 0 {
                        indent
                    } else {
                        Mm::ZERO
                    };
                    Room { indent, width: measure - indent }
                };
                paragraphs.justify(style.size, beside.lines.max(1), &room)
            }
        };
        // The reflection of the page undoes this one.
        if self.language.is_from_right() && mode != LineMode::Line {
            block.lines.iter_mut().for_each(|line| line.x = measure - line.x - line.width);
        }
        SetBlock { block, missing: paragraphs.missing() }
    }
}
