//! Blocks that have parts: steps, cards, the covers.

use crate::game::KindId;
use std::collections::BTreeMap;

use super::DocBuilder;
use super::block_contents::no_paragraph;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Block, CardEntry, Cover, Step, Summary, SummaryHead, Words, plain_kind};
use crate::read::rulebook::{Directive, Node, entry_id, lines};

impl DocBuilder<'_> {
    pub fn steps(&mut self, directive: &Directive) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        self.empty_heads(&directive.children);
        let start = directive.children.first().map(|node| node.first_line(self.source()));
        for block in self.blocks(&directive.children, false) {
            match block {
                Block::Section { id, number, title, kind, at } => {
                    let kind = kind.unwrap_or(plain_kind(self.game()));
                    steps.push(Step { id, number, title, kind, blocks: Vec::new(), at });
                }
                block => match steps.last_mut() {
                    Some(step) => step.blocks.push(block),
                    None => {
                        let place = start.clone().unwrap_or(directive.opening.clone());
                        self.note(Code::STEP_HEADING, place, "a step must start with a heading");
                        self.hint("add `## Title` before the text");
                    }
                },
            }
        }
        steps
    }

    pub fn cards(&mut self, directive: &Directive) -> Block {
        let id = directive.arguments.clone();
        let kind = self.kind(&id, directive.opening.clone());
        self.section.clone_from(&id);
        let mut entries = Vec::new();
        let (mut words, mut rest) = (Vec::new(), Vec::new());
        for node in &directive.children {
            let blocks = match node {
                Node::Directive(inner) if inner.name == "card" => {
                    entries.extend(self.entry(inner, kind));
                    continue;
                }
                node => self.blocks(std::slice::from_ref(node), false),
            };
            if entries.is_empty() { words.extend(blocks) } else { rest.extend(blocks) }
        }
        Block::Cards { kind, number: self.number(&id), id, words, entries, rest }
    }

    pub fn entry(&mut self, directive: &Directive, kind: KindId) -> Option<CardEntry> {
        let card = self.card(&directive.arguments, directive.opening.clone())?;
        let game = self.game();
        if !self.described.insert(card) {
            self.note(
                Code::BOOK_CARD_TWICE,
                directive.opening.clone(),
                format!("duplicate description of card `{}`", card.data(game).name),
            );
        }
        let data = card.data(game);
        if data.kind != kind {
            let (is, here) = (&card.component(game).kind(data).id, &game.deck.kinds[kind].id);
            self.note(
                Code::BOOK_CARD_OF_OTHER_KIND,
                directive.opening.clone(),
                format!("`{}` is of kind `{is}`, not `{here}`", data.name),
            );
            self.hint(format!("move it to the block `::: cards {is}`"));
        }
        if directive.children.is_empty() {
            self.without_words(directive.opening.clone(), "empty description of a card", "add text below this line");
        }
        let blocks = self.blocks(&directive.children, false);
        if !blocks.iter().all(|block| matches!(block, Block::Paragraph(_))) {
            let places = directive.children.iter().map(|node| no_paragraph(self.source(), node));
            let place = places.flatten().next().unwrap_or(directive.opening.clone());
            self.report_unexpected(directive, place, "only paragraphs");
        }
        Some(CardEntry { card, number: self.number(&entry_id(&data.id)), blocks })
    }

    pub fn cover(&mut self, directive: &Directive) -> Cover {
        let at = Span::new(self.source(), directive.opening.clone());
        let none = Words::new;
        let (left, middle, right) = (none(), none(), none());
        let (strip, edition, epigraph, foot) = (none(), none(), none(), none());
        let art = directive.arguments.clone();
        let places = BTreeMap::new();
        let mut cover = Cover { art, at, left, middle, right, strip, edition, epigraph, foot, places };
        const KEYS: [&str; 7] = ["left", "middle", "right", "strip", "edition", "epigraph", "foot"];
        for (key, value) in self.keyed_lines(directive, "left: 2 to 4 players") {
            let name = &self.source().text[key.clone()];
            let place = Span::new(self.source(), key.start..value.end);
            cover.places.insert(name.to_owned(), place);
            let words = self.reader.words(value);
            match name {
                "left" => cover.left = words,
                "middle" => cover.middle = words,
                "right" => cover.right = words,
                "strip" => cover.strip = words,
                "edition" => cover.edition = words,
                "epigraph" => cover.epigraph = words,
                "foot" => cover.foot = words,
                name => {
                    let diagnostic = Diagnostic::error(
                        Code::COVER_KEY,
                        Span::new(self.source(), key),
                        format!("unknown key `{name}` of a cover"),
                    );
                    self.reader.diagnostics.push(diagnostic.suggest(name, KEYS));
                }
            }
        }
        cover
    }

    pub fn summary(&mut self, directive: &Directive) -> Summary {
        let title = self.arguments(directive);
        if title.is_empty() {
            let hint = "add it after the name: `::: summary The rules on one page`";
            self.without_words(directive.opening.clone(), "the one-page summary has no title", hint);
        }
        self.empty_heads(&directive.children);
        let at = Span::new(self.source(), directive.opening.clone());
        let mut summary = Summary { title, at, before: Vec::new(), after: Vec::new(), heads: Vec::new() };
        for node in &directive.children {
            match node {
                Node::Markdown(range) => {
                    let mut blocks = Vec::new();
                    self.markdown(range.clone(), false, &mut blocks);
                    let text = &self.source().text[range.clone()];
                    let mut heads = lines(text).into_iter().filter(|line| line.heading.is_some());
                    for block in blocks {
                        match block {
                            Block::Section { title, kind, .. } => {
                                let kind = kind.unwrap_or(plain_kind(self.game()));
                                let line = heads.next().map(|line| {
                                    let at = range.start + line.range.start..range.start + line.range.end;
                                    self.source().without_blanks(at)
                                });
                                let at = Span::new(self.source(), line.unwrap_or(range.clone()));
                                summary.heads.push(SummaryHead { title, kind, rows: Vec::new(), at });
                            }
                            Block::Paragraph(paragraph) if summary.heads.is_empty() => {
                                summary.before.push(paragraph);
                            }
                            Block::Paragraph(paragraph) => summary.after.push(paragraph),
                            _ => {
                                self.note(
                                    Code::SUMMARY_CONTENT,
                                    range.clone(),
                                    "a summary can hold only headings, rows and paragraphs",
                                );
                            }
                        }
                    }
                }
                Node::Table(range) => {
                    let lines = self.lines(range.clone());
                    let places: Vec<Span> = lines.iter().map(|line| Span::new(self.source(), line.clone())).collect();
                    let rows = self.rows_of(lines);
                    match summary.heads.last_mut() {
                        Some(head) => head.rows.extend(rows.into_iter().zip(places)),
                        None => {
                            self.note(Code::SUMMARY_NO_HEAD, range.clone(), "rows of a summary must follow a heading");
                        }
                    }
                }
                Node::Directive(inner) => {
                    self.note(Code::SUMMARY_BLOCK, inner.opening.clone(), "a summary can't hold other blocks");
                }
            }
        }
        summary
    }
}
