//! Markdown to blocks: paragraphs, lists, headings.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd, TextMergeWithOffset};

use super::doc::DocBuilder;
use super::inline::{Gatherer, OPTIONS};
use super::model::{Block, Chapter, Paragraph, What, Words, letters, plain_kind};
use crate::diagnostic::{Code, Span};
use crate::read::rulebook::{paragraph_id, slug};

impl DocBuilder<'_> {
    pub fn markdown(&mut self, range: Range<usize>, chapters: bool, blocks: &mut Vec<Block>) {
        let text = &self.source().text[range.clone()];
        let callback = |link: pulldown_cmark::BrokenLink<'_>| Some((link.reference.to_string().into(), "".into()));
        let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(callback));
        let mut events = TextMergeWithOffset::new(parser.into_offset_iter());
        self.events(&mut events, range.start, chapters, blocks, None);
    }

    /// Reads block events up to the end of a list item, or to the end.
    pub fn events<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        chapters: bool,
        blocks: &mut Vec<Block>,
        until: Option<TagEnd>,
    ) {
        let mut loose: Option<(Words, Range<usize>)> = None;
        while let Some((event, at)) = events.next() {
            let range = self.source().without_blanks(base + at.start..base + at.end);
            match event {
                Event::End(end) if Some(end) == until => break,
                Event::Start(Tag::Heading { level, id, classes, .. }) => {
                    if !self.source().text[range.start..].starts_with('#') {
                        self.note(
                            Code::HEADING_UNDERLINED,
                            range.clone(),
                            "a heading begins with `#`, and is not underlined",
                        );
                        self.hint("chapters have one `#`, sections two");
                    }
                    let words = self.until(events, base, TagEnd::Heading(level));
                    let id = id.map(|id| id.to_string());
                    let kind = classes.first().map(|class| self.kind(class, range.clone()));
                    self.heading(level, id, words, kind, chapters, range, blocks);
                }
                Event::Start(Tag::Paragraph) if self.source().text[range.start..].starts_with("![") => {
                    blocks.extend(self.illustration(events, base, range));
                }
                Event::Start(Tag::Paragraph) => {
                    let number = paragraph_id(&self.source().text[range.clone()]).map(|(id, _)| id.to_owned());
                    let mut words = self.until(events, base, TagEnd::Paragraph);
                    let number = number.map(|id| (id.clone(), self.number(&id)));
                    trim(&mut words);
                    if !words.is_empty() {
                        let at = Span::new(self.source(), range);
                        blocks.push(Block::Paragraph(Paragraph { words, number, at }));
                    }
                }
                Event::Start(Tag::List(first)) => {
                    let items = self.list(events, base);
                    blocks.push(Block::List { numbered: first.is_some(), items });
                }
                Event::Start(Tag::BlockQuote(_)) => blocks.extend(self.quote(events, base, range)),
                Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) | Event::Rule => {
                    self.note(Code::BOOK_NO_MEANING, range, "this has no meaning in a book");
                    self.hint("write paragraphs, lists, quotations, headings and blocks `::: …`");
                }
                // The words of a tight list item have no paragraph about them.
                event => {
                    let (words, _) = loose.get_or_insert_with(|| (Words::new(), range.clone()));
                    let mut gatherer = Gatherer::new(&mut self.reader, base);
                    gatherer.words = std::mem::take(words);
                    gatherer.event(event, at);
                    *words = gatherer.words;
                }
            }
        }
        if let Some((mut words, range)) = loose {
            trim(&mut words);
            if !words.is_empty() {
                let at = Span::new(self.source(), range);
                blocks.insert(0, Block::Paragraph(Paragraph { words, number: None, at }));
            }
        }
    }

    pub fn list<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
    ) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some((event, _)) = events.next() {
            match event {
                Event::Start(Tag::Item) => items.push(self.item(events, base)),
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        items
    }

    /// An item: its words up to the first inner block are a paragraph.
    pub fn item<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
    ) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut words = Words::new();
        let mut place: Option<Range<usize>> = None;
        let mut inline: Vec<(Event<'e>, Range<usize>)> = Vec::new();
        let mut depth = 0;
        for (event, at) in events.by_ref() {
            match &event {
                Event::Start(Tag::Item) => depth += 1,
                Event::End(TagEnd::Item) if depth == 0 => break,
                Event::End(TagEnd::Item) => depth -= 1,
                _ => {}
            }
            place.get_or_insert(base + at.start..base + at.end);
            inline.push((event, at));
        }
        let mut gatherer = Gatherer::new(&mut self.reader, base);
        for (event, at) in inline {
            gatherer.event(event, at);
        }
        words.append(&mut gatherer.words);
        trim(&mut words);
        let at = Span::new(self.source(), place.unwrap_or(base..base));
        blocks.push(Block::Paragraph(Paragraph { words, number: None, at }));
        blocks
    }

    /// The words up to the end of a block.
    pub fn until<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        end: TagEnd,
    ) -> Words {
        let mut gatherer = Gatherer::new(&mut self.reader, base);
        for (event, at) in events {
            if event == Event::End(end) {
                break;
            }
            gatherer.event(event, at);
        }
        gatherer.words
    }

    #[allow(clippy::too_many_arguments, reason = "a heading is many things at once")]
    pub fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<String>,
        mut title: Words,
        kind: Option<usize>,
        chapters: bool,
        range: Range<usize>,
        blocks: &mut Vec<Block>,
    ) {
        trim(&mut title);
        let named = slug(&letters(&title));
        match level {
            HeadingLevel::H1 if chapters => {
                let id = id.unwrap_or(named);
                if let Some(chapter) = self.doc.chapters.last_mut() {
                    chapter.blocks.append(blocks);
                }
                let kind = kind.unwrap_or(plain_kind(self.game()));
                let number = self.number(&id).parse().ok();
                self.doc.chapters.push(Chapter { id, number, title, kind, blocks: Vec::new() });
                self.section.clear();
            }
            HeadingLevel::H2 => {
                let id = id.unwrap_or(named);
                let number = self.number(&id);
                self.section.clone_from(&id);
                blocks.push(Block::Section { id, number, title, kind });
            }
            HeadingLevel::H3 if self.section.is_empty() => {
                self.note(Code::PART_WITHOUT_SECTION, range, "a heading with three `#` stands in no section");
                self.hint("begin a section above it, `## Title`, or take away a `#`");
            }
            HeadingLevel::H3 => {
                let id = id.unwrap_or_else(|| self.part_id(&named));
                let number = self.number(&self.section);
                blocks.push(Block::Subsection { id, number, title });
            }
            _ => {
                self.note(Code::HEADING_RANK, range, "a heading of this rank has no place here");
                self.hint("chapters have one `#`, sections two, parts of a section three");
            }
        }
    }

    /// An id for a part of a section that says none: several sections may have a part of the same name.
    fn part_id(&mut self, named: &str) -> String {
        let within = format!("{}-{named}", self.section);
        let mut ids = std::iter::once(within.clone()).chain((2..).map(|number| format!("{within}-{number}")));
        let id = ids.find(|id| !self.parts.contains(id) && self.number(id).is_empty()).unwrap_or(within);
        self.parts.insert(id.clone());
        id
    }
}

/// Trims both ends.
pub(super) fn trim(words: &mut Words) {
    if let Some(What::Text(text)) = words.first_mut().map(|first| &mut first.what) {
        *text = text.trim_start().to_owned();
    }
    if let Some(What::Text(text)) = words.last_mut().map(|last| &mut last.what) {
        *text = text.trim_end().to_owned();
    }
    words.retain(|inline| !matches!(&inline.what, What::Text(text) if text.is_empty()));
}
