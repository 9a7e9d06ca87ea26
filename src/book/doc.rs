//! From the blocks of the source to a [`Doc`]: every reference is found, every sum is worked out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd, TextMergeWithOffset};

use super::inline::{Facts, Gatherer, OPTIONS, Reader, References, find};
use super::model::{Block, Chapter, Cover, Doc, Entry, Paragraph, Step, Summary, Table, What, Word, Words, letters};
use super::outline::{Outline, entry_id, paragraph_id, slug};
use super::source::{Directive, Node, split};
use crate::game::Game;
use crate::problem::{Place, Problem, Source};

/// A book as far as it could be read, and what is wrong with it.
pub(super) struct Reading {
    pub doc: Doc,
    pub problems: Vec<Problem>,
    /// The facts that it says it states.
    pub facts: Facts,
    /// The marks that it shows, and where.
    pub marks: Vec<(String, Place)>,
}

/// Reads a book.
pub(super) fn read(source: &Arc<Source>, game: &Game) -> Reading {
    let mut problems = Vec::new();
    let nodes = split(source, &mut problems);
    let mut outline = Outline::new(source);
    outline.visit(&nodes);
    problems.append(&mut outline.problems);
    let terms =
        word_lines(source, &nodes).into_iter().map(|(term, _)| source.text[term].trim().to_lowercase()).collect();
    let references = References { game, source, numbers: outline.numbers, words: terms };
    let reader = Reader { references: &references, problems, facts: Facts::new(), marks: Vec::new() };
    let mut maker = Maker { reader, doc: empty(source), described: BTreeSet::new() };
    maker.front(&nodes);
    maker.undescribed();
    let Maker { reader, doc, .. } = maker;
    let (mut problems, facts, marks) = (reader.problems, reader.facts, reader.marks);
    if doc.chapters.is_empty() && problems.is_empty() {
        problems.push(Problem::error(Place::file(source), "the book has no chapter").hint("begin one with `# Title`"));
    }
    Reading { doc, problems, facts, marks }
}

pub(super) fn empty(source: &Arc<Source>) -> Doc {
    let source = Arc::clone(source);
    Doc { source, cover: None, contents: None, chapters: Vec::new(), words: None, summary: None }
}

/// The lines `term: meaning` of the list of words, as bytes of term and meaning.
fn word_lines(source: &Source, nodes: &[Node]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut lines = Vec::new();
    for node in nodes {
        let Node::Directive(directive) = node else { continue };
        if directive.name == "words" {
            lines.extend(keyed_lines(source, directive.body.clone()));
        }
        lines.extend(word_lines(source, &directive.children));
    }
    lines
}

/// The lines of a body that have a colon, as bytes before and after it.
fn keyed_lines(source: &Source, body: Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    let mut at = body.start;
    let mut lines = Vec::new();
    for line in source.text[body].split_inclusive('\n') {
        let start = at;
        at += line.len();
        if let Some(colon) = line.find(": ") {
            lines.push((start..start + colon, start + colon + 2..start + line.trim_end().len()));
        }
    }
    lines
}

pub(super) struct Maker<'a> {
    pub reader: Reader<'a>,
    pub doc: Doc,
    /// The cards that have an entry.
    described: BTreeSet<usize>,
}

impl<'a> Maker<'a> {
    pub fn game(&self) -> &'a Game {
        self.reader.references.game
    }

    pub fn source(&self) -> &'a Arc<Source> {
        self.reader.references.source
    }

    pub fn note(&mut self, range: Range<usize>, what: impl Into<String>) {
        let problem = Problem::error(Place::new(self.source(), range), what);
        self.reader.problems.push(problem);
    }

    /// Adds to the problem that was noted last.
    pub fn hint(&mut self, hint: impl Into<String>) {
        if let Some(problem) = self.reader.problems.last_mut() {
            problem.hints.push(hint.into());
        }
    }

    fn number(&self, id: &str) -> String {
        self.reader.references.numbers.get(id).cloned().unwrap_or_default()
    }

    /// The index of a kind by its id; the last kind stands in for one that is not there.
    pub fn kind(&mut self, id: &str, range: Range<usize>) -> usize {
        let kinds = &self.game().kinds;
        kinds.iter().position(|kind| kind.id == id).unwrap_or_else(|| {
            let at = Place::new(self.source(), range);
            let problem = Problem::error(at, format!("unknown kind `{id}`")).label("not a kind");
            self.reader.problems.push(problem.suggest(id, kinds.iter().map(|kind| kind.id.as_str())));
            0
        })
    }

    /// The index of a card by its id.
    pub fn card(&mut self, id: &str, range: Range<usize>) -> Option<usize> {
        let game = self.game();
        let found = game.by_id.get(id).copied();
        if found.is_none() {
            let at = Place::new(self.source(), range);
            let problem = Problem::error(at, format!("there is no card `{id}`")).label("not a card");
            self.reader.problems.push(problem.suggest(id, game.cards.iter().map(|card| card.id.as_str())));
        }
        found
    }

    /// The kind that stands for all that belongs to none: the last one.
    fn plain_kind(&self) -> usize {
        self.game().kinds.len().saturating_sub(1)
    }

    /// The outermost blocks: chapters, and what stands before and behind them.
    fn front(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Directive(directive) if directive.name == "cover" => {
                    let cover = self.cover(directive);
                    self.doc.cover = Some(cover);
                }
                Node::Directive(directive) if directive.name == "contents" => {
                    let words = self.paragraphs(&directive.children);
                    self.doc.contents = Some(words);
                }
                Node::Directive(directive) if directive.name == "summary" => {
                    let summary = self.summary(directive);
                    self.doc.summary = Some(summary);
                }
                Node::Directive(directive) if directive.name == "words" => {
                    let lines = keyed_lines(self.source(), directive.body.clone());
                    let mut words = Vec::new();
                    for (term, meaning) in lines {
                        let term = self.source().text[term].trim().to_owned();
                        let target = find(self.reader.references, &term);
                        words.push(Word { target, term, meaning: self.reader.words(meaning) });
                    }
                    self.doc.words = Some((self.doc.chapters.len().saturating_sub(1), words));
                }
                node => {
                    let blocks = self.blocks(std::slice::from_ref(node), true);
                    match self.doc.chapters.last_mut() {
                        Some(chapter) => chapter.blocks.extend(blocks),
                        None if blocks.is_empty() => {}
                        None => {
                            let range = match node {
                                Node::Markdown(range) | Node::Table(range) => range.clone(),
                                Node::Directive(directive) => directive.opening.clone(),
                            };
                            self.note(range, "this stands before the first chapter");
                            self.hint("begin a chapter with `# Title`");
                        }
                    }
                }
            }
        }
    }

    /// Cards that the book does not describe.
    fn undescribed(&mut self) {
        let game = self.game();
        let describes = !self.described.is_empty();
        for (index, card) in game.cards.iter().enumerate().filter(|_| describes) {
            if !self.described.contains(&index) {
                let problem =
                    Problem::error(card.at.clone(), format!("the book does not describe the card `{}`", card.name));
                let hint = format!("add a block `::: card {}` to `{}`", card.id, self.source().path);
                self.reader.problems.push(problem.hint(hint));
            }
        }
    }

    /// Paragraphs alone, as words.
    pub fn paragraphs(&mut self, nodes: &[Node]) -> Vec<Words> {
        let blocks = self.blocks(nodes, false);
        let words = blocks.into_iter().filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(paragraph.words),
            _ => None,
        });
        words.collect()
    }

    /// Blocks; `chapters` says whether chapters may begin among them.
    pub fn blocks(&mut self, nodes: &[Node], chapters: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        for node in nodes {
            match node {
                Node::Markdown(range) => self.markdown(range.clone(), chapters, &mut blocks),
                Node::Table(range) => blocks.extend(self.table(range.clone()).map(Block::Table)),
                Node::Directive(directive) => blocks.extend(self.directive(directive)),
            }
        }
        blocks
    }

    fn directive(&mut self, directive: &Directive) -> Option<Block> {
        match directive.name.as_str() {
            "rows" => {
                let rows = directive.children.iter().filter_map(|node| match node {
                    Node::Table(range) => Some(range.clone()),
                    _ => None,
                });
                let rows: Vec<Range<usize>> = rows.collect();
                Some(Block::Rows(rows.into_iter().flat_map(|range| self.rows(range)).collect()))
            }
            "example" => {
                let title = self.arguments(directive);
                Some(Block::Example { title, blocks: self.blocks(&directive.children, false) })
            }
            "sum" => Some(Block::Sum(self.sum(directive))),
            "steps" => Some(Block::Steps(self.steps(directive))),
            "figure" => self.figure(directive),
            "cards" => Some(self.cards(directive)),
            "deck" => Some(Block::Deck),
            "card" => {
                self.note(directive.opening.clone(), "a card is described within a block `::: cards …`");
                None
            }
            "cover" | "contents" | "words" | "summary" => {
                self.note(directive.opening.clone(), format!("the block `{}` stands within no other", directive.name));
                None
            }
            // Unknown blocks are told already.
            _ => None,
        }
    }

    /// The words after the name of a directive.
    pub fn arguments(&mut self, directive: &Directive) -> Words {
        let line = &self.source().text[directive.opening.clone()];
        match line.find(&directive.arguments).filter(|_| !directive.arguments.is_empty()) {
            Some(at) => {
                let start = directive.opening.start + at;
                self.reader.words(start..start + directive.arguments.len())
            }
            None => Words::new(),
        }
    }

    fn markdown(&mut self, range: Range<usize>, chapters: bool, blocks: &mut Vec<Block>) {
        let text = &self.source().text[range.clone()];
        let callback = |link: pulldown_cmark::BrokenLink<'_>| Some((link.reference.to_string().into(), "".into()));
        let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(callback));
        let mut events = TextMergeWithOffset::new(parser.into_offset_iter());
        self.events(&mut events, range.start, chapters, blocks, None);
    }

    /// Reads block events up to the end of a list item, or to the end.
    fn events<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        chapters: bool,
        blocks: &mut Vec<Block>,
        until: Option<TagEnd>,
    ) {
        let mut loose: Option<(Words, Range<usize>)> = None;
        while let Some((event, at)) = events.next() {
            let range = base + at.start..base + at.end;
            match event {
                Event::End(end) if Some(end) == until => break,
                Event::Start(Tag::Heading { level, id, classes, .. }) => {
                    let words = self.until(events, base, TagEnd::Heading(level));
                    let id = id.map_or_else(|| slug(&letters(&words)), |id| id.to_string());
                    let kind = classes.first().map(|class| self.kind(class, range.clone()));
                    self.heading(level, &id, words, kind, chapters, range, blocks);
                }
                Event::Start(Tag::Paragraph) => {
                    let number = paragraph_id(&self.source().text[range.clone()]).map(|(id, _)| id.to_owned());
                    let mut words = self.until(events, base, TagEnd::Paragraph);
                    let number = number.map(|id| (id.clone(), self.number(&id)));
                    trim(&mut words);
                    if !words.is_empty() {
                        let at = Place::new(self.source(), range);
                        blocks.push(Block::Paragraph(Paragraph { words, number, at }));
                    }
                }
                Event::Start(Tag::List(first)) => {
                    let items = self.list(events, base);
                    blocks.push(Block::List { numbered: first.is_some(), items });
                }
                Event::Start(Tag::BlockQuote(_) | Tag::CodeBlock(_) | Tag::HtmlBlock) | Event::Rule => {
                    self.note(range, "this has no meaning in a book");
                    self.hint("write paragraphs, lists, headings and blocks `::: …`");
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
                let at = Place::new(self.source(), range);
                blocks.insert(0, Block::Paragraph(Paragraph { words, number: None, at }));
            }
        }
    }

    fn list<'e>(
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
    fn item<'e>(&mut self, events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>, base: usize) -> Vec<Block> {
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
        let at = Place::new(self.source(), place.unwrap_or(base..base));
        blocks.push(Block::Paragraph(Paragraph { words, number: None, at }));
        blocks
    }

    /// The words up to the end of a block.
    fn until<'e>(
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
    fn heading(
        &mut self,
        level: HeadingLevel,
        id: &str,
        mut title: Words,
        kind: Option<usize>,
        chapters: bool,
        range: Range<usize>,
        blocks: &mut Vec<Block>,
    ) {
        trim(&mut title);
        match level {
            HeadingLevel::H1 if chapters => {
                if let Some(chapter) = self.doc.chapters.last_mut() {
                    chapter.blocks.append(blocks);
                }
                let kind = kind.unwrap_or(self.plain_kind());
                let number = self.number(id).parse().ok();
                self.doc.chapters.push(Chapter { id: id.to_owned(), number, title, kind, blocks: Vec::new() });
            }
            HeadingLevel::H2 => {
                let number = self.number(id);
                blocks.push(Block::Section { id: id.to_owned(), number, title });
            }
            _ => {
                self.note(range, "a heading of this rank has no place here");
                self.hint("chapters have one `#`, sections two");
            }
        }
    }

    /// A table with a head: its second line is `|---|`.
    fn table(&mut self, range: Range<usize>) -> Option<Table> {
        let lines = self.lines(range.clone());
        let is_rule = |line: &Range<usize>| {
            let text = self.source().text[line.clone()].trim();
            text.chars().all(|letter| "|-: ".contains(letter)) && text.contains('-')
        };
        if lines.len() < 2 || !is_rule(&lines[1]) {
            self.note(lines.first().cloned().unwrap_or(range), "this table has no head");
            self.hint("write a line `|---|---|` under its first row, or put the rows into a block `::: rows`");
            return None;
        }
        let mut rows = self.rows_of(
            lines.iter().enumerate().filter(|(number, _)| *number != 1).map(|(_, line)| line.clone()).collect(),
        );
        let head = rows.remove(0);
        Some(Table { head, rows })
    }

    /// Rows without a head.
    pub fn rows(&mut self, range: Range<usize>) -> Vec<Vec<Words>> {
        let lines = self.lines(range);
        self.rows_of(lines)
    }

    fn lines(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut at = range.start;
        let mut lines = Vec::new();
        for line in self.source().text[range].split_inclusive('\n') {
            lines.push(at..at + line.trim_end().len());
            at += line.len();
        }
        lines
    }

    /// The cells of some lines; all must have as many as the first.
    fn rows_of(&mut self, lines: Vec<Range<usize>>) -> Vec<Vec<Words>> {
        let mut rows: Vec<Vec<Words>> = Vec::with_capacity(lines.len());
        for line in lines {
            let cells = cells(self.source(), line.clone());
            if let Some(first) = rows.first().map(Vec::len) {
                if first != cells.len() {
                    self.note(line, format!("this row has {} cells and the first one {first}", cells.len()));
                    self.hint("give every row as many `|` as the first");
                    continue;
                }
            }
            let row = cells.into_iter().map(|cell| self.reader.words(cell)).collect();
            rows.push(row);
        }
        rows
    }

    fn steps(&mut self, directive: &Directive) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let kinds = self.heading_kinds(&directive.children);
        for block in self.blocks(&directive.children, false) {
            match block {
                Block::Section { id, number, title } => {
                    let kind = kinds.get(&id).copied().unwrap_or(self.plain_kind());
                    steps.push(Step { id, number, title, kind, blocks: Vec::new() });
                }
                block => match steps.last_mut() {
                    Some(step) => step.blocks.push(block),
                    None => {
                        self.note(directive.opening.clone(), "a step begins with a heading");
                        self.hint("write `## Title` before the words");
                    }
                },
            }
        }
        steps
    }

    /// The kinds that headings name as their class, by id.
    fn heading_kinds(&mut self, nodes: &[Node]) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for node in nodes {
            let Node::Markdown(range) = node else { continue };
            let text = &self.source().text[range.clone()];
            for event in Parser::new_ext(text, OPTIONS) {
                if let Event::Start(Tag::Heading { id: Some(id), classes, .. }) = event {
                    let kind = self.game().kinds.iter().position(|kind| classes.iter().any(|class| **class == kind.id));
                    kinds.extend(kind.map(|kind| (id.to_string(), kind)));
                }
            }
        }
        kinds
    }

    fn cards(&mut self, directive: &Directive) -> Block {
        let id = directive.arguments.clone();
        let kind = self.kind(&id, directive.opening.clone());
        let mut entries = Vec::new();
        let mut words = Vec::new();
        for node in &directive.children {
            match node {
                Node::Directive(inner) if inner.name == "card" => entries.extend(self.entry(inner, kind)),
                node => words.extend(self.blocks(std::slice::from_ref(node), false)),
            }
        }
        Block::Cards { kind, number: self.number(&id), id, words, entries }
    }

    fn entry(&mut self, directive: &Directive, kind: usize) -> Option<Entry> {
        let card = self.card(&directive.arguments, directive.opening.clone())?;
        let game = self.game();
        if !self.described.insert(card) {
            self.note(directive.opening.clone(), format!("the card `{}` is described twice", game.cards[card].name));
        }
        if game.cards[card].kind != kind {
            let (is, here) = (&game.kinds[game.cards[card].kind].id, &game.kinds[kind].id);
            self.note(
                directive.opening.clone(),
                format!("`{}` is of kind `{is}`, not `{here}`", game.cards[card].name),
            );
            self.hint(format!("move it to the block `::: cards {is}`"));
        }
        let blocks = self.blocks(&directive.children, false);
        Some(Entry { card, number: self.number(&entry_id(&game.cards[card].id)), blocks })
    }

    fn cover(&mut self, directive: &Directive) -> Cover {
        let at = Place::new(self.source(), directive.opening.clone());
        let none = Words::new;
        let (left, right, strip, edition, epigraph, foot) = (none(), none(), none(), none(), none(), none());
        let art = directive.arguments.clone();
        let mut cover = Cover { art, at, left, right, strip, edition, epigraph, foot };
        const KEYS: [&str; 6] = ["left", "right", "strip", "edition", "epigraph", "foot"];
        for (key, value) in keyed_lines(self.source(), directive.body.clone()) {
            let name = self.source().text[key.clone()].trim();
            let words = self.reader.words(value);
            match name {
                "left" => cover.left = words,
                "right" => cover.right = words,
                "strip" => cover.strip = words,
                "edition" => cover.edition = words,
                "epigraph" => cover.epigraph = words,
                "foot" => cover.foot = words,
                name => {
                    let problem = Problem::error(Place::new(self.source(), key), format!("a cover has no `{name}`"));
                    self.reader.problems.push(problem.suggest(name, KEYS));
                }
            }
        }
        cover
    }

    fn summary(&mut self, directive: &Directive) -> Summary {
        let title = self.arguments(directive);
        let at = Place::new(self.source(), directive.opening.clone());
        let mut summary = Summary { title, at, before: Vec::new(), after: Vec::new(), heads: Vec::new() };
        for node in &directive.children {
            match node {
                Node::Markdown(range) => {
                    let kinds = self.summary_heads(range.clone());
                    let mut kinds = kinds.into_iter();
                    let mut blocks = Vec::new();
                    self.markdown(range.clone(), false, &mut blocks);
                    for block in blocks {
                        match block {
                            Block::Section { title, .. } => {
                                let kind = kinds.next().flatten().unwrap_or(self.plain_kind());
                                summary.heads.push((title, kind, Vec::new()));
                            }
                            Block::Paragraph(paragraph) if summary.heads.is_empty() => {
                                summary.before.push(paragraph.words)
                            }
                            Block::Paragraph(paragraph) => summary.after.push(paragraph.words),
                            _ => {
                                self.note(range.clone(), "a summary has heads, rows and paragraphs only");
                            }
                        }
                    }
                }
                Node::Table(range) => {
                    let rows = self.rows(range.clone());
                    match summary.heads.last_mut() {
                        Some((.., of_head)) => of_head.extend(rows),
                        None => self.note(range.clone(), "rows of a summary stand under a head"),
                    }
                }
                Node::Directive(inner) => self.note(inner.opening.clone(), "a summary holds no other block"),
            }
        }
        summary
    }

    /// The kind of each heading in some Markdown.
    fn summary_heads(&mut self, range: Range<usize>) -> Vec<Option<usize>> {
        let text = &self.source().text[range];
        let kinds = &self.game().kinds;
        Parser::new_ext(text, OPTIONS)
            .filter_map(|event| match event {
                Event::Start(Tag::Heading { classes, .. }) => {
                    Some(kinds.iter().position(|kind| classes.iter().any(|class| **class == kind.id)))
                }
                _ => None,
            })
            .collect()
    }
}

/// The cells of a line of a table, as bytes without the blanks about them.
fn cells(source: &Source, line: Range<usize>) -> Vec<Range<usize>> {
    let text = &source.text[line.clone()];
    let inner_start = text.find('|').map_or(0, |at| at + 1);
    let inner_end = text.rfind('|').filter(|end| *end >= inner_start).unwrap_or(text.len());
    let mut cells = Vec::new();
    let mut start = inner_start;
    let mut depth_of_escape = false;
    for (at, letter) in text.char_indices().filter(|(at, _)| (inner_start..=inner_end).contains(at)) {
        let ends = at == inner_end || (letter == '|' && !depth_of_escape);
        depth_of_escape = letter == '\\';
        if ends {
            let cell = &text[start..at];
            let lead = cell.len() - cell.trim_start().len();
            let trimmed = line.start + start + lead;
            cells.push(trimmed..trimmed + cell.trim().len());
            start = at + 1;
        }
    }
    cells
}

/// Takes blanks off both ends.
fn trim(words: &mut Words) {
    if let Some(What::Text(text)) = words.first_mut().map(|first| &mut first.what) {
        *text = text.trim_start().to_owned();
    }
    if let Some(What::Text(text)) = words.last_mut().map(|last| &mut last.what) {
        *text = text.trim_end().to_owned();
    }
    words.retain(|inline| !matches!(&inline.what, What::Text(text) if text.is_empty()));
}
