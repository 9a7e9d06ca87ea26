//! Reads quotations: words of others within the text, and whose they are.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::DocBuilder;
use super::markdown::{is_of_blocks, trim};
use crate::diagnostic::Code;
use crate::model::Block;

impl DocBuilder<'_> {
    /// Reads `> words`, and as its last line `> — source`.
    pub(crate) fn quote<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        range: Range<usize>,
    ) -> Option<Block> {
        let source = source_line(&self.source().text[range.clone()]);
        let end = source.as_ref().map_or(range.end, |(line, _)| range.start + line);
        let source = source.map(|(_, name)| range.start + name.start..range.start + name.end);
        let (mut quoted, mut depth) = (Vec::new(), 0_usize);
        let mut holds_blocks = false;
        for (event, at) in events {
            match &event {
                Event::Start(Tag::BlockQuote(_)) => depth += 1,
                Event::End(TagEnd::BlockQuote(_)) if depth == 0 => break,
                Event::End(TagEnd::BlockQuote(_)) => depth -= 1,
                _ => {}
            }
            holds_blocks |= is_of_blocks(&event) && !matches!(event, Event::Start(Tag::Paragraph));
            if base + at.start < end {
                quoted.push((event, at));
            }
        }
        if holds_blocks {
            self.note(Code::QUOTATION_HOLDS, range, "a quotation can hold only paragraphs");
            self.hint("end the quotation before a list, a heading or another block");
            return None;
        }
        let mut blocks = Vec::new();
        self.events(&mut quoted.into_iter(), base, false, &mut blocks);
        let mut paragraphs = Vec::new();
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) => paragraphs.push(paragraph),
                _ => {
                    self.note(Code::QUOTATION_HOLDS, range, "a quotation can hold only paragraphs");
                    self.hint("end the quotation before a list, a heading or another block");
                    return None;
                }
            }
        }
        if paragraphs.is_empty() {
            self.note(Code::QUOTATION_EMPTY, range, "empty quotation");
            self.hint("write `> words`, and the source in a last line, `> — a book`");
            return None;
        }
        let mut source = source.map(|line| self.reader.words(line)).unwrap_or_default();
        trim(&mut source);
        Some(Block::Quote { paragraphs, source })
    }
}

/// Returns the last line of a quotation, if it begins with a dash: its position, and the words after it.
fn source_line(quote: &str) -> Option<(usize, Range<usize>)> {
    let whole = quote.trim_end();
    let line = whole.rsplit('\n').next()?;
    let words = line.trim_start_matches(['>', ' ', '\t']);
    let name = ["—", "–", "--"].iter().find_map(|dash| words.strip_prefix(dash))?;
    let name = name.trim_start_matches(['-', ' ']);
    Some((whole.len() - words.len(), whole.len() - name.len()..whole.len()))
}
