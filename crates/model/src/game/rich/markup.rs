//! The markup of texts in the data.
//!
//! `**strong**`, `*emphasis*`, `[a term of the game]`, `:mark:`, `{figure}`, `{colour:words}`, `{small:words}`; a blank
//! line separates two paragraphs; and lines that begin with `- ` or `1. ` are a list; a backslash escapes the next
//! character. Straight quotes, double hyphens and three dots become real ones.

use std::ops::Range;

use super::signs::{QuoteReader, Quotes, opens_quote, real_sign, smart};
use super::{Formatting, TextSize};
use crate::diagnostic::Code;

/// A piece of a text whose figures are still to be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A small drawing in the line, by name.
    Mark(String),
    /// Text between braces.
    Figure(String),
    /// The label of an item of a list.
    Item(String),
}

/// A text with unresolved values: paragraphs of pieces, each with its formatting and its range of bytes in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Non-empty paragraphs.
    pub paragraphs: Vec<Vec<(Piece, Formatting, Range<usize>)>>,
    /// Names of its colours, indexed by [`Formatting::tint`], each with the bytes of its first use.
    pub colours: Vec<(String, Range<usize>)>,
}

impl Draft {
    /// Returns the names of the figures that the text quotes, in order.
    pub fn figures(&self) -> impl Iterator<Item = &str> {
        self.paragraphs.iter().flatten().filter_map(|(piece, ..)| match piece {
            Piece::Figure(name) => Some(name.as_str()),
            _ => None,
        })
    }
}

/// An error in the markup, with the range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Code of the problem.
    pub code: Code,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Problem.
    pub what: String,
    /// Suggested fix.
    pub hint: String,
}

/// Reads the markup of a text; straight quotes become these.
///
/// # Errors
/// All errors of the text: a star, bracket or brace that is not closed, or nothing between two of them.
pub fn parse(text: &str, quotes: Quotes) -> Result<Draft, Vec<Fault>> {
    Reader { text, quotes, ..Reader::default() }.finish()
}

/// Parses a text that may have lists.
///
/// # Errors
/// As of [`parse`].
pub fn parse_with_lists(text: &str, quotes: Quotes) -> Result<Draft, Vec<Fault>> {
    Reader { text, quotes, lists: true, ..Reader::default() }.finish()
}

/// Reads the name of a file or of an icon: values are filled in, and every other character is literal. A backslash
/// escapes braces.
///
/// # Errors
/// All unclosed or empty braces.
pub fn parse_name(text: &str) -> Result<Draft, Vec<Fault>> {
    Reader { text, is_name: true, ..Reader::default() }.finish()
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    quotes: Quotes,
    /// The quotes of the paragraph so far.
    quoted: Option<QuoteReader>,
    /// True if lines may be items of a list.
    lists: bool,
    /// True if nothing but figures is markup.
    is_name: bool,
    at: usize,
    formatting: Formatting,
    /// Asterisks without a partner, with their positions.
    open: Vec<(&'static str, usize)>,
    /// Colours and sizes that wait for their closing brace: where each begins, and what held before it.
    manners: Vec<(Range<usize>, Formatting)>,
    colours: Vec<(String, Range<usize>)>,
    run: String,
    run_from: usize,
    spans: Vec<(Piece, Formatting, Range<usize>)>,
    paragraphs: Vec<Vec<(Piece, Formatting, Range<usize>)>>,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn fault(&mut self, code: Code, range: Range<usize>, what: String, hint: String) {
        self.faults.push(Fault { code, range, what, hint });
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn finish(mut self) -> Result<Draft, Vec<Fault>> {
        self.read();
        let Self { paragraphs, colours, faults, .. } = self;
        if faults.is_empty() { Ok(Draft { paragraphs, colours }) } else { Err(faults) }
    }

    fn read(&mut self) {
        self.item();
        while let Some(letter) = self.rest().chars().next() {
            match letter {
                _ if self.is_name => self.name_letter(letter),
                '\\' => match self.rest().chars().nth(1) {
                    Some(next) => self.escaped(next),
                    None => self.at += 1,
                },
                '*' if self.rest().starts_with("**") => self.star("**"),
                '*' => self.star("*"),
                '[' => self.bracket(']', "term"),
                '{' if self.manner_name().is_some() => self.manner(),
                '{' => self.bracket('}', "figure"),
                '}' if !self.manners.is_empty() => self.end_manner(),
                ':' if self.mark_name().is_some() => self.mark(),
                '\n' => self.line_end(),
                ']' | '}' => self.closes_nothing(letter),
                _ => self.punctuation(letter),
            }
        }
        self.end_paragraph();
    }

    fn escaped(&mut self, letter: char) {
        self.at += 1;
        self.push(letter);
    }

    fn name_letter(&mut self, letter: char) {
        match letter {
            '\\' if self.rest().starts_with("\\{") => self.escaped('{'),
            '\\' if self.rest().starts_with("\\}") => self.escaped('}'),
            '{' => self.bracket('}', "figure"),
            '}' => self.closes_nothing(letter),
            _ => self.push(letter),
        }
    }

    fn push(&mut self, letter: char) {
        if self.run.is_empty() {
            self.run_from = self.at;
        }
        self.run.push(letter);
        self.at += letter.len_utf8();
    }

    fn end_run(&mut self) {
        if !self.run.is_empty() {
            let text = std::mem::take(&mut self.run);
            self.spans.push((Piece::Text(text), self.formatting, self.run_from..self.at));
        }
    }

    fn end_paragraph(&mut self) {
        while self.run.ends_with(' ') {
            self.run.pop();
        }
        self.end_run();
        for (star, at) in std::mem::take(&mut self.open) {
            let what = format!("unclosed `{star}` in this paragraph");
            let hint = format!("close it with another `{star}`, or escape it as `\\\\*`");
            self.fault(Code::STAR_OPEN, at..at + star.len(), what, hint);
        }
        for (range, _) in std::mem::take(&mut self.manners) {
            let what = format!("unclosed `{}` in this paragraph", &self.text[range.clone()]);
            self.fault(Code::BRACE_OPEN, range, what, "close it with `}`".to_owned());
        }
        self.formatting = Formatting::default();
        self.quoted = None;
        if !self.spans.is_empty() {
            self.paragraphs.push(std::mem::take(&mut self.spans));
        }
    }

    /// Reads line ends. One is a space; an empty line ends the paragraph.
    fn line_end(&mut self) {
        let gap = self.rest().len() - self.rest().trim_start().len();
        let blank = self.rest()[..gap].matches('\n').count() > 1;
        if blank || self.item_at(self.at + gap).is_some() {
            self.end_paragraph();
            self.at += gap;
            return self.item();
        }
        if !(self.run.is_empty() && self.spans.is_empty() || self.run.ends_with(' ')) {
            let at = self.at;
            self.push(' ');
            self.at = at;
        }
        self.at += gap;
    }

    /// Returns the label of the item of a list that begins at a byte, and how long it is in the text.
    fn item_at(&self, at: usize) -> Option<(String, usize)> {
        let line = self.text.get(at..).filter(|_| self.lists)?;
        let (label, rest) = line.split_once(' ').filter(|(_, rest)| !rest.trim_start_matches(' ').is_empty())?;
        let number = label.strip_suffix('.').is_some_and(|number| {
            (1..=2).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
        });
        let length = line.len() - rest.trim_start_matches(' ').len();
        match label {
            "-" | "*" | "•" => Some(("•".to_owned(), length)),
            label if number => Some((label.to_owned(), length)),
            _ => None,
        }
    }

    /// Begins an item of a list, if there is one.
    fn item(&mut self) {
        if let Some((label, length)) = self.item_at(self.at) {
            self.spans.push((Piece::Item(label), Formatting::default(), self.at..self.at + length));
            self.at += length;
        }
    }

    /// Returns the name of a colour or size in `{name:`, if it is next.
    fn manner_name(&self) -> Option<&'a str> {
        let inner = &self.rest()[1..];
        let name = &inner[..inner.find(|letter: char| !(letter.is_alphanumeric() || "-_".contains(letter)))?];
        (inner[name.len()..].starts_with(':') && name.starts_with(char::is_alphabetic)).then_some(name)
    }

    /// Begins words in a colour or a size.
    fn manner(&mut self) {
        let Some(name) = self.manner_name() else { return };
        self.end_run();
        let range = self.at..self.at + name.len() + 2;
        self.at = range.end;
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.manners.push((range.clone(), self.formatting));
        if let Some((_, size)) = TextSize::NAMES.iter().find(|(known, _)| *known == name) {
            self.formatting.size = *size;
            return;
        }
        let known = self.colours.iter().position(|(known, _)| known == name);
        let index = known.unwrap_or_else(|| {
            self.colours.push((name.to_owned(), range.start + 1..range.end - 1));
            self.colours.len() - 1
        });
        self.formatting.tint = u8::try_from(index + 1).unwrap_or(u8::MAX);
    }

    fn end_manner(&mut self) {
        self.end_run();
        self.at += 1;
        if let Some((_, Formatting { tint, size, .. })) = self.manners.pop() {
            (self.formatting.tint, self.formatting.size) = (tint, size);
        }
    }

    fn star(&mut self, star: &'static str) {
        let at = self.at;
        self.end_run();
        self.at += star.len();
        if let Some(position) = self.open.iter().rposition(|(open, _)| *open == star) {
            self.open.remove(position);
        } else {
            self.open.push((star, at));
        }
        self.formatting.strong = self.open.iter().any(|(open, _)| *open == "**");
        self.formatting.emphasis = self.open.iter().any(|(open, _)| *open == "*");
    }

    fn bracket(&mut self, close: char, what: &str) {
        let start = self.at;
        let inner = &self.rest()[1..];
        let end = inner.find(['\n', close]).filter(|end| inner[*end..].starts_with(close));
        self.end_run();
        let Some(end) = end else {
            let open = &self.text[start..=start];
            let hint = format!("close it with `{close}`, or escape it as `\\\\{open}`");
            self.fault(Code::BRACKET_OPEN, start..start + 1, format!("unclosed `{open}` on this line"), hint);
            self.at += 1;
            return;
        };
        let range = start..start + end + 2;
        let content = inner[..end].trim();
        self.at = range.end;
        if content.is_empty() {
            let hint = "write its name between the brackets".to_owned();
            self.fault(Code::BRACKET_EMPTY, range, format!("a {what} without a name"), hint);
        } else if close == '}' {
            self.spans.push((Piece::Figure(content.to_owned()), self.formatting, range));
        } else {
            self.spans.push((
                Piece::Text(smart(content, self.quotes)),
                Formatting { term: true, ..self.formatting },
                range,
            ));
        }
    }

    fn closes_nothing(&mut self, letter: char) {
        let hint = format!("open it, or escape it as `\\\\{letter}`");
        self.fault(Code::BRACKET_CLOSES_NOTHING, self.at..self.at + 1, format!("unmatched `{letter}`"), hint);
        self.at += 1;
    }

    /// Returns the name in `:name:`, if it is next.
    fn mark_name(&self) -> Option<&'a str> {
        let inner = &self.rest()[1..];
        let name = &inner[..inner.find(':')?];
        let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        fits.then_some(name)
    }

    fn mark(&mut self) {
        let Some(name) = self.mark_name() else { return };
        self.end_run();
        let range = self.at..self.at + name.len() + 2;
        self.at = range.end;
        self.spans.push((Piece::Mark(name.to_owned()), self.formatting, range));
    }

    fn punctuation(&mut self, letter: char) {
        let rest = self.rest();
        let (sign, length) = if matches!(letter, '"' | '\'') {
            let before = self.run.chars().next_back();
            let opens = before.map_or(self.spans.is_empty(), opens_quote);
            (self.quoted.get_or_insert(QuoteReader::new(self.quotes)).sign(rest, before, opens), 1)
        } else {
            real_sign(rest).unwrap_or((&rest[..letter.len_utf8()], letter.len_utf8()))
        };
        if self.run.is_empty() {
            self.run_from = self.at;
        }
        self.run.push_str(sign);
        self.at += length;
    }
}

#[cfg(test)]
#[path = "markup_tests.rs"]
mod tests;
