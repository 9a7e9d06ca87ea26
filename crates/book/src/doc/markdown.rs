//! Markdown to blocks: paragraphs, lists, headings.

use crate::game::KindId;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::DocBuilder;
use crate::diagnostic::{Code, Span};
use crate::inline::{Gatherer, OPTIONS, instead_of_html};
use crate::model::{Block, Chapter, Labels, Paragraph, What, Words, letters, plain_kind};
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
                "this markup isn't supported in a rulebook",
            );
            self.hint("write the address in the link: `[words](https://example.org)`");
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
                    self.reader.without_footnotes = Some("a heading");
                    let words = self.until(events, base, TagEnd::Heading(level));
                    self.reader.without_footnotes = None;
                    let id = id.map(|id| id.to_string());
                    let kind = classes.first().map(|class| self.kind(class, range.clone()));
                    self.heading(level, id, words, kind, chapters, range, blocks);
                }
                Event::Start(Tag::Paragraph) if self.source().text[range.start..].starts_with("![") => {
                    blocks.extend(self.illustration(events, base, range));
                }
                Event::Start(Tag::Paragraph) if self.is_page_break(&range) => {
                    let _ = events.find(|(event, _)| *event == Event::End(TagEnd::Paragraph));
                    if chapters {
                        blocks.push(Block::PageBreak);
                    } else {
                        self.note(Code::PAGE_BREAK_WITHIN, range, "a page break can't be inside a block");
                        self.hint("move `\\pagebreak` before or after the block");
                    }
                }
                Event::Start(Tag::Paragraph) if self.lettered(&range).is_some() => {
                    let _ = events.find(|(event, _)| *event == Event::End(TagEnd::Paragraph));
                    self.lettered_list(range, blocks);
                }
                Event::Start(Tag::Paragraph) => {
                    if self.source().text[range.start..].starts_with('#') {
                        let line = range.start..range.start + first_line(&self.source().text[range.clone()]).len();
                        self.note(Code::HEADING_SIGNS, line, "missing space after `#`");
                        self.hint("write `## Title`, or escape the character as `\\#`");
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
                    let items = self.list(events, base);
                    blocks.push(Block::List { labels: first.map_or(Labels::Bullets, Labels::Decimal), items });
                }
                Event::Start(Tag::BlockQuote(_)) => blocks.extend(self.quote(events, base, range)),
                Event::Start(Tag::CodeBlock(sort)) => {
                    let is_fenced = matches!(sort, CodeBlockKind::Fenced(_));
                    blocks.extend(self.code(events, range, is_fenced));
                }
                Event::Start(Tag::HtmlBlock) => {
                    let _ = events.find(|(event, _)| *event == Event::End(TagEnd::HtmlBlock));
                    let hint = instead_of_html(&self.source().text[range.clone()]);
                    self.note(Code::BOOK_NO_MEANING, range, "HTML isn't supported in a rulebook");
                    self.hint(hint.unwrap_or("use paragraphs, lists, quotations, headings and blocks `::: …`"));
                }
                Event::Rule => blocks.push(Block::Rule),
                // The words of a tight list item have no paragraph about them.
                event => loose.push((event, at)),
            }
        }
        blocks.extend(self.loose(loose, base));
    }

    /// Words without a paragraph about them, as one.
    fn loose(&mut self, events: Vec<(Event<'_>, Range<usize>)>, base: usize) -> Vec<Block> {
        let ends = events.first().zip(events.last()).map(|((_, first), (_, last))| (first.start, last.end));
        let Some((start, end)) = ends else { return Vec::new() };
        let range = base + start..base + end;
        let mut blocks = Vec::new();
        if self.lettered(&range).is_some() {
            self.lettered_list(range, &mut blocks);
            return blocks;
        }
        let mut gatherer = Gatherer::new(&mut self.reader, base);
        events.into_iter().for_each(|(event, at)| gatherer.event(event, at));
        let mut words = gatherer.finish();
        trim(&mut words);
        let at = Span::new(self.source(), range);
        if !words.is_empty() {
            blocks.push(Block::Paragraph(Paragraph { words, number: None, at }));
        }
        blocks
    }

    /// Returns a block of code.
    fn code<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        range: Range<usize>,
        is_fenced: bool,
    ) -> Option<Block> {
        let mut code = String::new();
        for (event, _) in events.take_while(|(event, _)| *event != Event::End(TagEnd::CodeBlock)) {
            if let Event::Text(text) = event {
                code.push_str(&text);
            }
        }
        let text = self.source().text[range.clone()].trim_start();
        let first = first_line(text);
        let fence: String = text.chars().take_while(|sign| "`~".contains(*sign)).collect();
        if is_fenced && (first.len() == text.len() || !text.ends_with(&fence)) {
            self.note(Code::CODE_OPEN, range.start..range.start + first.len(), "unclosed code block");
            self.hint(format!("add a line {fence} to close it"));
            return None;
        }
        if code.trim().is_empty() {
            self.without_words(range, "empty code block", "add lines between the two fences");
            return None;
        }
        Some(Block::Code { code: code.trim_end().to_owned(), at: Span::new(self.source(), range) })
    }

    /// True if a paragraph is `\pagebreak`.
    fn is_page_break(&self, range: &Range<usize>) -> bool {
        self.source().text[range.clone()].trim() == "\\pagebreak"
    }

    /// Returns the items of a list `a.`, `b.` or `i.`, `ii.` that a paragraph is or ends with: the labels, and the
    /// bytes of their words. Markdown has no such lists.
    fn lettered(&self, range: &Range<usize>) -> Option<(Labels, usize, Vec<Range<usize>>)> {
        let text = &self.source().text[range.clone()];
        let (mut at, mut lines) = (range.start, Vec::new());
        for line in text.split_inclusive('\n') {
            let lead = line.len() - line.trim_start().len();
            lines.push((at + lead..at + line.trim_end().len(), line.trim()));
            at += line.len();
        }
        let begins = |line: &str, label: &str| {
            let rest = line.strip_prefix(label)?.strip_prefix(['.', ')'])?;
            rest.starts_with(' ').then(|| line.len() - rest.trim_start().len())
        };
        let next = |labels: Labels, item| labels.label(item).unwrap_or_default();
        Labels::LETTERED.into_iter().find_map(|(labels, first)| {
            let start = lines.iter().position(|(_, line)| begins(line, first).is_some())?;
            let mut items: Vec<Range<usize>> = Vec::new();
            for (at, line) in &lines[start..] {
                match (begins(line, &next(labels, items.len())), items.last_mut()) {
                    (Some(words), _) => items.push(at.start + words..at.end),
                    (None, Some(item)) => item.end = at.end,
                    (None, None) => return None,
                }
            }
            // A single one may be the initial of a name.
            (items.len() > 1).then(|| (labels, lines[start].0.start, items))
        })
    }

    /// Reads a paragraph that is or ends with such a list.
    fn lettered_list(&mut self, range: Range<usize>, blocks: &mut Vec<Block>) {
        let Some((labels, start, items)) = self.lettered(&range) else { return };
        let mut paragraph = |range: Range<usize>| {
            let mut words = self.reader.words(range.clone());
            trim(&mut words);
            let at = Span::new(self.source(), range);
            (!words.is_empty()).then_some(Block::Paragraph(Paragraph { words, number: None, at }))
        };
        blocks.extend(paragraph(range.start..start));
        let items = items.into_iter().filter_map(|item| Some(vec![paragraph(item)?])).collect();
        blocks.push(Block::List { labels, items });
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

    /// Reads an item: paragraphs, and lists within the list.
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
            self.note(Code::BOOK_NO_MEANING, range, format!("lists are nested deeper than {DEEPEST}"));
            self.hint("merge some of the lists");
            return blocks;
        }
        self.events(&mut of_item.into_iter(), base, false, &mut blocks);
        if blocks.is_empty() {
            self.note(Code::BOOK_NO_MEANING, range, "empty list item");
            self.hint("add text, or remove it");
        } else if !blocks
            .iter()
            .all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. } | Block::Code { .. }))
        {
            self.note(Code::BOOK_NO_MEANING, range, "a list item can hold only text, lists and code");
            self.hint("end the list before it");
        }
        blocks
    }

    /// Reads the words up to the end of a block.
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
        kind: Option<KindId>,
        chapters: bool,
        range: Range<usize>,
        blocks: &mut Vec<Block>,
    ) {
        trim(&mut title);
        if title.is_empty() {
            self.without_words(range.clone(), "empty heading", "add text after its `#`");
        }
        let named = slug(&letters(&title));
        let at = Span::new(self.source(), range.clone());
        match level {
            HeadingLevel::H1 if chapters => {
                let id = id.unwrap_or(named);
                if let Some(chapter) = self.doc.chapters.last_mut() {
                    chapter.blocks.append(blocks);
                } else if !std::mem::take(blocks).is_empty() {
                    let start = self.source().text[..range.start].trim_end().rfind("\n\n").map_or(0, |at| at + 2);
                    let place = start..start + first_line(&self.source().text[start..]).len();
                    self.note(Code::BOOK_BEFORE_CHAPTER, place, "content before the first chapter");
                    self.hint("move it below the heading of the chapter");
                }
                let kind = kind.unwrap_or(plain_kind(self.game()));
                let number = self.number(&id).parse().ok();
                self.doc.chapters.push(Chapter { id, number, title, kind, blocks: Vec::new(), at });
                self.section.clear();
            }
            HeadingLevel::H2 => {
                let id = id.unwrap_or(named);
                let number = self.number(&id);
                self.section.clone_from(&id);
                blocks.push(Block::Section { id, number, title, kind, at });
            }
            HeadingLevel::H3 if self.section.is_empty() => {
                self.note(Code::PART_WITHOUT_SECTION, range, "a heading with three `#` must be inside a section");
                self.hint("start a section above it, `## Title`, or remove a `#`");
            }
            HeadingLevel::H3 => {
                let id = id.unwrap_or_else(|| self.part_id(&named));
                let number = self.number(&self.section);
                blocks.push(Block::Subsection { id, number, title, at });
            }
            _ => {
                self.note(Code::HEADING_RANK, range, "headings of this level aren't supported here");
                self.hint("use one `#` for chapters, two for sections, three for parts of a section");
            }
        }
    }

    /// Reports useless signs at a heading: content of its braces besides an id and a kind, and signs of its rank after
    /// a gap.
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
            format!("unknown attribute `{name}` of a heading")
        } else if kinds > 1 || ids > 1 {
            "a heading can have only one id and one kind".to_owned()
        } else if let Some(id) = id.filter(is_odd) {
            format!("invalid id `{id}`: use letters, digits and `-`")
        } else if rest {
            "attributes of the heading are separated".to_owned()
        } else {
            return;
        };
        self.note(Code::HEADING_SIGNS, range, what);
        self.hint("write `## Title {#id .kind}`; id and kind are optional");
    }

    /// Returns a unique id for a part of a section without one: several sections may have a part of the same name.
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

/// True if an event begins a block, and can't be in a line of words.
pub(crate) fn is_of_blocks(event: &Event<'_>) -> bool {
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
pub(crate) fn trim(words: &mut Words) {
    if let Some(What::Text(text)) = words.first_mut().map(|first| &mut first.what) {
        *text = text.trim_start().to_owned();
    }
    if let Some(What::Text(text)) = words.last_mut().map(|last| &mut last.what) {
        *text = text.trim_end().to_owned();
    }
    words.retain(|inline| !matches!(&inline.what, What::Text(text) if text.is_empty()));
}
