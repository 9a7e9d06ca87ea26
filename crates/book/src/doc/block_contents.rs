//! Reports unexpected or missing content of blocks, so no text is lost silently.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Parser, Tag};

use super::DocBuilder;
use super::markdown::is_of_blocks;
use crate::diagnostic::{Code, Source};
use crate::inline::OPTIONS;
use crate::model::{Block, Words};
use crate::read::rulebook::{Directive, Line, Node, lines};

/// A line `key: words` of a block, as bytes.
pub(crate) type Keyed = (Range<usize>, Range<usize>);

/// Returns the lines of the Markdown among some nodes, trimmed.
pub(crate) fn lines_of(source: &Source, nodes: &[Node]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    for node in nodes {
        let Node::Markdown(range) = node else { continue };
        let mut at = range.start;
        for line in source.text[range.clone()].split_inclusive('\n') {
            let lead = line.len() - line.trim_start().len();
            if !line.trim().is_empty() {
                lines.push(at + lead..at + line.trim_end().len());
            }
            at += line.len();
        }
    }
    lines
}

/// Splits a line at its first colon; `None` if either part is empty.
pub(crate) fn keyed(source: &Source, line: Range<usize>) -> Option<Keyed> {
    let (key, words) = source.text[line.clone()].split_once(": ")?;
    let (before, after) = (key.trim_end().len(), words.trim_start().len());
    (before > 0 && after > 0).then_some((line.start..line.start + before, line.end - after..line.end))
}

impl DocBuilder<'_> {
    /// Reports content of a block that doesn't belong there, with the allowed content.
    pub(crate) fn only(&mut self, directive: &Directive, belongs: impl Fn(&Node) -> bool, holds: &str) {
        for node in directive.children.iter().filter(|node| !belongs(node)) {
            let place = node.first_line(self.source());
            self.report_unexpected(directive, place, holds);
        }
    }

    /// Reports something in a block that doesn't belong there.
    pub(crate) fn report_unexpected(&mut self, directive: &Directive, place: Range<usize>, holds: &str) {
        self.note(Code::BLOCK_STRAY, place, format!("unexpected content in block `{}`", directive.name));
        self.hint(format!("it can hold {holds}"));
    }

    /// Reports words after the name of a block that takes none.
    pub(crate) fn no_arguments(&mut self, directive: &Directive) {
        if !directive.arguments.is_empty() {
            let what = format!("unexpected text after the name of block `{}`", directive.name);
            self.note(Code::BLOCK_ARGUMENT, directive.opening.clone(), what);
            self.hint(format!("write `::: {}`", directive.name));
        }
    }

    /// Reports something without words.
    pub(crate) fn without_words(&mut self, place: Range<usize>, what: &str, hint: &str) {
        self.note(Code::WITHOUT_WORDS, place, what);
        self.hint(hint);
    }

    /// Returns the paragraphs of a block, up to a maximum; everything else in it is reported.
    pub(crate) fn paragraphs(&mut self, directive: &Directive, nodes: &[Node], most: usize, holds: &str) -> Vec<Words> {
        let mut words = Vec::new();
        for node in nodes {
            let Node::Markdown(range) = node else {
                let place = node.first_line(self.source());
                self.report_unexpected(directive, place, holds);
                continue;
            };
            let mut blocks = Vec::new();
            self.markdown(range.clone(), false, &mut blocks);
            for block in blocks {
                match block {
                    Block::Paragraph(paragraph) if words.len() < most => words.push(paragraph.words),
                    Block::Paragraph(paragraph) => self.report_unexpected(directive, paragraph.at.range, holds),
                    _ => {
                        let place = no_paragraph(self.source(), node).unwrap_or(range.clone());
                        self.report_unexpected(directive, place, holds);
                    }
                }
            }
        }
        words
    }

    /// Returns the one paragraph of a block.
    pub(crate) fn only_paragraph(&mut self, directive: &Directive, is: &str) -> Words {
        let holds = format!("{is}, which is one paragraph");
        match self.paragraphs(directive, &directive.children, 1, &holds).into_iter().next() {
            Some(words) => words,
            None => {
                self.without_words(directive.opening.clone(), &format!("missing {is}"), "add it below this line");
                Words::new()
            }
        }
    }

    /// Returns the lines `key: words` of a block; other lines and repeated keys are reported.
    pub(crate) fn keyed_lines(&mut self, directive: &Directive, example: &str) -> Vec<Keyed> {
        let holds = format!("lines like `{example}`");
        self.only(directive, |node| matches!(node, Node::Markdown(_)), &holds);
        let source = Arc::clone(self.source());
        let mut lines: Vec<Keyed> = Vec::new();
        for line in lines_of(&source, &directive.children) {
            // A part of the cover may be left empty.
            let empty = || {
                let key = source.text[line.clone()].strip_suffix(':').filter(|_| directive.name == "cover")?;
                Some((line.start..line.start + key.len(), line.end..line.end))
            };
            let Some((key, words)) = keyed(&source, line.clone()).or_else(empty) else {
                let what = format!("missing colon, or text before or after it, in block `{}`", directive.name);
                self.note(Code::PART_NO_COLON, line, what);
                self.hint(format!("write it like `{example}`"));
                continue;
            };
            let name = source.text[key.clone()].to_lowercase();
            if lines.iter().any(|(other, _)| source.text[other.clone()].to_lowercase() == name) {
                self.twice(key.clone(), &source.text[key.clone()]);
            }
            lines.push((key, words));
        }
        lines
    }

    /// Reports a repetition.
    pub(crate) fn twice(&mut self, place: Range<usize>, what: &str) {
        self.note(Code::PART_TWICE, place, format!("duplicate `{what}`"));
        self.hint("remove one of them");
    }

    /// Tells headings that have nothing below them before the next of their rank.
    pub(crate) fn empty_heads(&mut self, nodes: &[Node]) {
        let source = Arc::clone(self.source());
        let mut open: Option<(usize, Range<usize>)> = None;
        let mut empty = Vec::new();
        for node in nodes {
            let Node::Markdown(range) = node else {
                let is_apart = matches!(node, Node::Directive(inner) if is_apart(&inner.name));
                open = open.filter(|_| is_apart);
                continue;
            };
            for Line { range: line, words, heading, .. } in lines(&source.text[range.clone()]) {
                if words.is_empty() {
                    continue;
                }
                let rank = heading.map(|heading| heading.rank);
                empty.extend(open.take().filter(|(above, _)| rank.is_some_and(|rank| rank <= *above)));
                let at = source.without_blanks(range.start + line.start..range.start + line.end);
                open = rank.map(|rank| (rank, at));
            }
        }
        for (_, place) in empty.into_iter().chain(open) {
            self.without_words(place, "no content below this heading", "add content, or remove the heading");
        }
    }
}

/// True if a block has a page of its own, wherever it is.
pub(crate) fn is_apart(name: &str) -> bool {
    matches!(name, "cover" | "contents" | "summary")
}

/// Returns the first line in a node that isn't a paragraph.
pub(crate) fn no_paragraph(source: &Source, node: &Node) -> Option<Range<usize>> {
    let Node::Markdown(range) = node else { return Some(node.first_line(source)) };
    let mut events = Parser::new_ext(&source.text[range.clone()], OPTIONS).into_offset_iter();
    let other = events.find(|(event, _)| is_of_blocks(event) && !matches!(event, Event::Start(Tag::Paragraph)));
    let (_, at) = other?;
    let text = &source.text[range.start + at.start..range.start + at.end];
    Some(range.start + at.start..range.start + at.start + text.find('\n').unwrap_or(text.len()))
}
