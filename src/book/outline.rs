//! Numbers of chapters, sections, numbered paragraphs and cards, found before the words that refer to them are read.

use std::collections::BTreeMap;
use std::sync::Arc;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::inline::OPTIONS;
use super::source::{Directive, Node};
use crate::problem::{Place, Problem, Source};

/// Chapters, sections and so on by id, with their numbers.
pub(super) struct Outline<'a> {
    source: &'a Arc<Source>,
    pub numbers: BTreeMap<String, String>,
    chapter: usize,
    section: usize,
    /// Whether paragraphs are rulings.
    rulings: bool,
    pub problems: Vec<Problem>,
}

/// The id of a heading that has none: its letters.
pub(super) fn slug(title: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    title.chars().map(letters).collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

/// The id of a card's entry.
pub(super) fn entry_id(card: &str) -> String {
    format!("card-{card}")
}

/// The id at the start of a numbered paragraph, and how many bytes it takes.
pub(super) fn paragraph_id(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix("{#")?;
    let end = inside.find('}')?;
    let rest = &inside[end + 1..];
    Some((inside[..end].trim(), 2 + end + 1 + (rest.len() - rest.trim_start().len())))
}

/// The number at the start of a ruling: `R5` in `{R5}`.
pub(super) fn ruling(text: &str) -> Option<&str> {
    let (number, _) = text.strip_prefix('{')?.split_once('}')?;
    let digits = number.strip_prefix('R')?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

/// The id of a ruling: `r5` for `R5`.
pub(super) fn ruling_id(number: &str) -> String {
    number.to_lowercase()
}

impl<'a> Outline<'a> {
    pub fn new(source: &'a Arc<Source>) -> Self {
        Self { source, numbers: BTreeMap::new(), chapter: 0, section: 0, rulings: false, problems: Vec::new() }
    }

    pub fn visit(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Markdown(range) => self.markdown(range.clone()),
                Node::Table(_) => {}
                Node::Directive(directive) => self.directive(directive),
            }
        }
    }

    fn directive(&mut self, directive: &Directive) {
        match directive.name.as_str() {
            "steps" => self.visit(&directive.children),
            "rulings" => {
                self.rulings = true;
                self.visit(&directive.children);
                self.rulings = false;
            }
            "cards" => {
                let kind = directive.arguments.clone();
                self.next_section(&kind, directive.opening.clone());
                self.visit(&directive.children);
            }
            "card" => {
                let id = entry_id(&directive.arguments);
                self.next_section(&id, directive.opening.clone());
            }
            _ => {}
        }
    }

    fn markdown(&mut self, range: std::ops::Range<usize>) {
        let text = &self.source.text[range.clone()];
        let mut heading: Option<(HeadingLevel, Option<String>, String, usize)> = None;
        let mut starts_paragraph = false;
        for (event, at) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
            let place = self.source.without_blanks(range.start + at.start..range.start + at.end);
            match event {
                Event::Start(Tag::Heading { level, id, .. }) => {
                    heading = Some((level, id.map(|id| id.to_string()), String::new(), place.start));
                }
                Event::Text(words) => {
                    if let Some((.., title, _)) = &mut heading {
                        title.push_str(&words);
                    }
                    if starts_paragraph {
                        // Markdown cuts texts at brackets and braces; the source has the whole.
                        let text = &self.source.text[place.start..];
                        if let Some((id, _)) = paragraph_id(text) {
                            let id = id.to_owned();
                            self.next_section(&id, place);
                        } else if let Some(number) = ruling(text).filter(|_| self.rulings) {
                            let number = number.to_owned();
                            let range = place.start..place.start + number.len() + 2;
                            self.number(&ruling_id(&number), number, range);
                        }
                    }
                    starts_paragraph = false;
                }
                Event::End(TagEnd::Heading(_)) => {
                    let Some((level, id, title, start)) = heading.take() else { continue };
                    let id = id.unwrap_or_else(|| slug(&title));
                    if level == HeadingLevel::H1 {
                        self.chapter += 1;
                        self.section = 0;
                        self.number(&id, self.chapter.to_string(), start..place.end);
                    } else {
                        self.next_section(&id, start..place.end);
                    }
                }
                Event::Start(Tag::Paragraph) => starts_paragraph = true,
                _ => starts_paragraph = false,
            }
        }
    }

    fn next_section(&mut self, id: &str, range: std::ops::Range<usize>) {
        self.section += 1;
        self.number(id, format!("{}.{}", self.chapter, self.section), range);
    }

    fn number(&mut self, id: &str, number: String, range: std::ops::Range<usize>) {
        if let Some(first) = self.numbers.get(id) {
            let at = Place::new(self.source, range);
            self.problems.push(if self.rulings {
                Problem::error(at, format!("there are two rulings `{number}`")).hint("give one of them another number")
            } else {
                Problem::error(at, format!("there are two sections `{id}`"))
                    .hint(format!("the first is {first}; give one of them another id: `{{#…}}`"))
            });
        } else {
            self.numbers.insert(id.to_owned(), number);
        }
    }
}
