//! Markdown to blocks: paragraphs, lists, headings.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Parser, Tag, TagEnd};

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
        let mut aside: Vec<_> = parser.reference_definitions().iter().map(|(_, link)| link.span.clone()).collect();
        aside.sort_by_key(|span| span.start);
        for span in aside {
            self.note(
                Code::BOOK_NO_MEANING,
                range.start + span.start..range.start + span.end,
                "this has no meaning in a book",
            );
            self.hint("write the address where the link stands: `[words](https://example.org)`");
        }
        let mut events = parser.into_offset_iter();
        self.events(&mut events, range.start, chapters, blocks);
    }

    /// Reads block events.
    pub fn events<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        chapters: bool,
        blocks: &mut Vec<Block>,
    ) {
        let mut loose = Vec::new();
        while let Some((event, at)) = events.next() {
            if !loose.is_empty() && is_of_blocks(&event) {
                blocks.extend(self.loose(std::mem::take(&mut loose), base));
            }
            let range = self.source().without_blanks(base + at.start..base + at.end);
            match event {
                Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                    self.heading_signs(range.clone(), id.as_deref(), classes.len(), &attrs);
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
                    if self.source().text[range.start..].starts_with('#') {
                        let line = range.start..range.start + first_line(&self.source().text[range.clone()]).len();
                        self.note(Code::HEADING_SIGNS, line, "this is a heading without the blank behind its `#`");
                        self.hint("write `## Title`, or `\\#` for a bare sign");
                    }
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
                    if let Some(first) = first.filter(|first| *first != 1) {
                        let line = range.start..range.start + first_line(&self.source().text[range.clone()]).len();
                        let what = format!("this list begins with {first}, and would be printed from 1 on");
                        self.note(Code::LIST_START, line, what);
                        self.hint("begin it with `1.`, and go on with the same sign: `2.`");
                    }
                    let items = self.list(events, base);
                    blocks.push(Block::List { numbered: first.is_some(), items });
                }
                Event::Start(Tag::BlockQuote(_)) => blocks.extend(self.quote(events, base, range)),
                Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) | Event::Rule => {
                    if let Event::Start(tag) = event {
                        let end = Event::End(tag.to_end());
                        let _ = events.find(|(event, _)| *event == end);
                    }
                    self.note(Code::BOOK_NO_MEANING, range, "this has no meaning in a book");
                    self.hint("write paragraphs, lists, quotations, headings and blocks `::: …`");
                }
                // The words of a tight list item have no paragraph about them.
                event => loose.push((event, at)),
            }
        }
        blocks.extend(self.loose(loose, base));
    }

    /// Words without a paragraph about them, as one.
    fn loose(&mut self, events: Vec<(Event<'_>, Range<usize>)>, base: usize) -> Option<Block> {
        let range = base + events.first()?.1.start..base + events.last()?.1.end;
        let mut gatherer = Gatherer::new(&mut self.reader, base);
        events.into_iter().for_each(|(event, at)| gatherer.event(event, at));
        let mut words = gatherer.finish();
        trim(&mut words);
        let at = Span::new(self.source(), range);
        (!words.is_empty()).then_some(Block::Paragraph(Paragraph { words, number: None, at }))
    }

    fn list<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
    ) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some((event, at)) = events.next() {
            match event {
                Event::Start(Tag::Item) => items.push(self.item(events, base, base + at.start..base + at.end)),
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        items
    }

    /// An item: paragraphs, and lists within the list.
    fn item<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        range: Range<usize>,
    ) -> Vec<Block> {
        /// Lists in lists in lists are more than a page has room for.
        const DEEPEST: usize = 3;
        let range = self.source().without_blanks(range);
        let mut of_item = Vec::new();
        let (mut depth, mut deepest) = (0, 0);
        for (event, at) in events.by_ref() {
            match &event {
                Event::Start(Tag::Item) => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                Event::End(TagEnd::Item) if depth == 0 => break,
                Event::End(TagEnd::Item) => depth -= 1,
                _ => {}
            }
            of_item.push((event, at));
        }
        let mut blocks = Vec::new();
        if deepest >= DEEPEST {
            self.note(Code::BOOK_NO_MEANING, range, format!("lists stand in one another deeper than {DEEPEST}"));
            self.hint("make one list of several");
            return blocks;
        }
        self.events(&mut of_item.into_iter(), base, false, &mut blocks);
        if blocks.is_empty() {
            self.note(Code::BOOK_NO_MEANING, range, "this item of a list has no words");
            self.hint("write them behind its sign, or take it away");
        } else if !blocks.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. })) {
            self.note(Code::BOOK_NO_MEANING, range, "an item of a list holds words and lists alone");
            self.hint("end the list before it");
        }
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
        gatherer.finish()
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
        if title.is_empty() {
            self.without_words(range.clone(), "this heading has no words", "write them behind its `#`");
        }
        let named = slug(&letters(&title));
        match level {
            HeadingLevel::H1 if chapters => {
                let id = id.unwrap_or(named);
                if let Some(chapter) = self.doc.chapters.last_mut() {
                    chapter.blocks.append(blocks);
                } else if !std::mem::take(blocks).is_empty() {
                    let start = self.source().text[..range.start].trim_end().rfind("\n\n").map_or(0, |at| at + 2);
                    let place = start..start + first_line(&self.source().text[start..]).len();
                    self.note(Code::BOOK_BEFORE_CHAPTER, place, "this stands before the first chapter");
                    self.hint("put it below the heading of the chapter");
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

    /// Tells signs at a heading that say nothing: what stands between its braces beside an id and a kind, and signs of its rank
    /// after a gap.
    fn heading_signs(
        &mut self,
        range: Range<usize>,
        id: Option<&str>,
        kinds: usize,
        attributes: &[(CowStr<'_>, Option<CowStr<'_>>)],
    ) {
        let is_odd = |id: &&str| !id.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
        let text = &self.source().text[range.clone()];
        let braces = text.rsplit_once('{').map_or("", |(_, braces)| braces);
        let ids = braces.split_whitespace().filter(|word| word.starts_with('#')).count();
        let rest = text.trim_start_matches('#').trim_start().starts_with("# ");
        let what = if let Some((name, _)) = attributes.first() {
            format!("`{name}` has no meaning at a heading")
        } else if kinds > 1 || ids > 1 {
            "a heading has one id and one kind".to_owned()
        } else if let Some(id) = id.filter(is_odd) {
            format!("`{id}` is no id: it has letters, digits and `-`")
        } else if rest {
            "the signs of this heading stand apart".to_owned()
        } else {
            return;
        };
        self.note(Code::HEADING_SIGNS, range, what);
        self.hint("write `## Title {#id .kind}`; id and kind may be left out");
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

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text)
}

/// Whether an event begins a block, so that it belongs to no line of words.
pub(super) fn is_of_blocks(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::List(_)
                | Tag::BlockQuote(_)
                | Tag::CodeBlock(_)
                | Tag::HtmlBlock
        ),
        event => matches!(event, Event::Rule),
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
