//! Differences between two rulebooks: their passages, each in its section, with the figures that they quote.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::cards::Change;
use super::figures::{self, Changed};
use crate::diagnostic::{Reporter, Source};
use crate::game::{Game, number};
use crate::read;
use crate::read::rulebook::{Directive, Line, Node, Outline, footnotes, lines, split};
use crate::vfs::Vfs;

/// A passage of the book that differs: a paragraph, a row, a worked sum.
#[derive(Clone, Debug, Serialize)]
pub struct PassageChange {
    /// Its section, with the number: `6.5 Hook`.
    pub section: String,
    /// The worked example that it is a part of, by its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Type of change.
    pub change: Change,
    /// Content.
    pub from: Option<String>,
    /// Content.
    pub to: Option<String>,
    /// The figures that moved it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

impl PassageChange {
    /// Returns its location, in words.
    pub fn place(&self) -> String {
        match &self.example {
            Some(example) => format!("{}, example “{example}”", self.section),
            None => self.section.clone(),
        }
    }
}

/// A section by its id, which doesn't depend on numbers, and an example in it by its title.
type Place = (String, Option<String>);

/// A readable passage.
pub(in crate::job) struct Passage {
    place: Place,
    section: String,
    /// Its bytes in the source.
    range: Range<usize>,
    raw: String,
    /// As people read it.
    text: String,
    quotes: BTreeSet<String>,
}

/// Returns the passages of a game's book; empty without a book.
pub(in crate::job) fn passages(vfs: &dyn Vfs, game: &Game) -> Vec<Passage> {
    let Ok(source) = read::text_file(vfs, &read::rulebook_path(game)) else { return Vec::new() };
    let nodes = split(&source, &Reporter::default());
    let mut outline = Outline::new(&source);
    outline.visit(&nodes);
    let mut reader = PassageReader {
        source: &source,
        game,
        outline: &outline,
        title: String::new(),
        apart: None,
        found: Vec::new(),
    };
    reader.nodes(&nodes, None);
    reader.title.clear();
    for footnote in footnotes(&source) {
        reader.add(footnote.words, None, plain_text);
    }
    reader.found
}

struct PassageReader<'a> {
    source: &'a Arc<Source>,
    game: &'a Game,
    outline: &'a Outline<'a>,
    /// Of the section that is being read.
    title: String,
    /// Name of the current part outside all sections: the summary.
    apart: Option<&'static str>,
    found: Vec<Passage>,
}

impl PassageReader<'_> {
    fn nodes(&mut self, nodes: &[Node], example: Option<&str>) {
        for node in nodes {
            match node {
                Node::Markdown(range) => self.markdown(range.clone(), example),
                Node::Table(range) => self.lines(range.clone(), example),
                Node::Directive(directive) => self.directive(directive, example),
            }
        }
    }

    fn directive(&mut self, directive: &Directive, example: Option<&str>) {
        match directive.name.as_str() {
            "example" => {
                let title = plain_text(&directive.arguments, self.game);
                self.nodes(&directive.children, Some(&title));
            }
            "card" => {
                let id = &directive.arguments;
                self.title = self.game.card(id).map_or_else(|| id.clone(), |card| card.name.clone());
                self.nodes(&directive.children, example);
            }
            "cards" => {
                let kind = self.game.deck.kinds.iter().find(|kind| kind.id == directive.arguments);
                self.title = kind.map_or_else(|| directive.arguments.clone(), |kind| kind.plural.clone());
                self.nodes(&directive.children, example);
            }
            "sum" | "board" => {
                let sum = directive.name == "sum";
                self.add(directive.body.clone(), example, |text, game| {
                    if sum { sum_of(text, game) } else { plain_text(text, game) }
                });
            }
            "summary" => {
                self.apart = Some("the summary");
                self.nodes(&directive.children, example);
                self.apart = None;
            }
            "words" | "cover" => self.lines(directive.body.clone(), example),
            _ => self.nodes(&directive.children, example),
        }
    }

    /// Adds paragraphs, and the headings between them.
    fn markdown(&mut self, range: Range<usize>, example: Option<&str>) {
        let mut start = range.start;
        let text = self.source.text[range.clone()].to_owned();
        for Line { range: line, words, heading, .. } in lines(&text) {
            let (at, next) = (range.start + line.start, range.start + line.end);
            if let Some(heading) = heading {
                self.add(start..at, example, plain_text);
                self.title = plain_text(heading.title, self.game);
                self.add(at..next, example, plain_text);
                start = next;
            } else if words.is_empty() {
                self.add(start..at, example, plain_text);
                start = next;
            } else if words.starts_with("- ") {
                self.add(start..at, example, plain_text);
                start = at;
            }
        }
        self.add(start..range.end, example, plain_text);
    }

    fn lines(&mut self, range: Range<usize>, example: Option<&str>) {
        let mut at = range.start;
        for line in self.source.text[range].to_owned().split_inclusive('\n') {
            self.add(at..at + line.len(), example, plain_text);
            at += line.len();
        }
    }

    fn add(&mut self, range: Range<usize>, example: Option<&str>, words: impl Fn(&str, &Game) -> String) {
        let raw = self.source.text[range.clone()].trim();
        let text = words(raw, self.game);
        // The line under the head of a table says nothing.
        if !text.chars().any(char::is_alphanumeric) {
            return;
        }
        let (id, section) = match (self.apart, self.outline.section_at(range.start)) {
            (Some(apart), _) => (apart, apart.to_owned()),
            (None, Some(section)) => {
                (section.id.as_str(), format!("{} {}", section.number, self.title).trim().to_owned())
            }
            (None, None) => ("", "the cover".to_owned()),
        };
        self.found.push(Passage {
            place: (id.to_owned(), example.map(str::to_owned)),
            section,
            range,
            raw: raw.to_owned(),
            text,
            quotes: figures::quoted(raw, self.game, None),
        });
    }
}

/// Returns a range of the source as readers see it: with resolved values, without markup.
fn plain_text(text: &str, game: &Game) -> String {
    let mut resolved = String::new();
    let mut at = 0;
    for (range, inside) in figures::braces(text) {
        resolved.push_str(&text[at..range.start]);
        at = range.end;
        if let Some(words) = inside.strip_prefix("red:") {
            resolved.push_str(words.trim());
        } else if figures::is_figure(inside) {
            resolved.push_str(&figures::value(inside, game).unwrap_or_else(|| text[range].to_owned()));
        }
    }
    resolved.push_str(&text[at..]);
    let mut plain = String::new();
    let mut rest = resolved.as_str();
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '*' | '[' | '#' => {}
            '|' => plain.push(' '),
            // `[Hooks](Hook)`, `[basic attacks](<basic attack>)`
            ']' if rest.starts_with('(') => rest = rest.find(')').map_or(rest, |end| &rest[end + 1..]),
            ']' => {}
            '\\' => {}
            letter => plain.push(letter),
        }
    }
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.strip_prefix("- ").unwrap_or(&plain).to_owned()
}

/// Returns the lines of a worked sum on one line, with the result.
fn sum_of(text: &str, game: &Game) -> String {
    let mut total: i64 = 0;
    let mut parts = Vec::new();
    for line in text.lines() {
        let line = plain_text(line, game);
        let (sign, rest) = match line.split_once(' ') {
            Some((sign @ ("+" | "-" | "−" | "×" | "="), rest)) => (sign, rest),
            _ => ("", line.as_str()),
        };
        let last = rest.rsplit(' ').next().unwrap_or_default().replace('−', "-");
        let figure: Option<i64> = last.parse().ok();
        total = match (sign, figure) {
            ("+", Some(figure)) => total.saturating_add(figure),
            ("-" | "−", Some(figure)) => total.saturating_sub(figure),
            ("×", Some(figure)) => total.saturating_mul(figure),
            ("", Some(figure)) => figure,
            _ => total,
        };
        parts.push(match (sign, figure) {
            ("=", None) => format!("= {rest} {}", number(total)),
            ("=", Some(_)) => format!("= {}", number(total)),
            ("", _) => rest.to_owned(),
            (sign, _) => format!("{sign} {rest}"),
        });
    }
    parts.join(" ")
}

/// Returns the bytes of the new passages.
pub(in crate::job) fn revised(old: &[Passage], new: &[Passage]) -> Vec<Range<usize>> {
    let known: HashSet<&str> = old.iter().map(|passage| passage.text.as_str()).collect();
    let fresh = new.iter().filter(|passage| !known.contains(passage.text.as_str()));
    fresh.map(|passage| passage.range.clone()).collect()
}

/// Returns the changed passages, in the order of the new book; then the removed ones.
pub(super) fn compare(old: &[Passage], new: &[Passage], changed: &Changed) -> Vec<PassageChange> {
    let mut same: HashMap<(&Place, &str), Vec<usize>> = HashMap::new();
    let mut anywhere: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, passage) in old.iter().enumerate().rev() {
        same.entry((&passage.place, passage.raw.as_str())).or_default().push(number);
        anywhere.entry(passage.raw.as_str()).or_default().push(number);
    }
    let mut taken = vec![false; old.len()];
    let mut pairs: Vec<Option<usize>> = vec![None; new.len()];
    // Words that stay: in their place first, then those that went elsewhere.
    for (pair, passage) in pairs.iter_mut().zip(new) {
        *pair = same.get_mut(&(&passage.place, passage.raw.as_str())).and_then(Vec::pop);
        pair.iter().for_each(|old| taken[*old] = true);
    }
    for (pair, passage) in pairs.iter_mut().zip(new).filter(|(pair, _)| pair.is_none()) {
        let left = anywhere.get(passage.raw.as_str()).and_then(|all| all.iter().copied().find(|old| !taken[*old]));
        *pair = left;
        left.iter().for_each(|old| taken[*old] = true);
    }
    // Among the rest, the first of a place is compared with the first there.
    let mut left: BTreeMap<&Place, Vec<usize>> = BTreeMap::new();
    for (number, passage) in old.iter().enumerate().rev().filter(|(number, _)| !taken[*number]) {
        left.entry(&passage.place).or_default().push(number);
    }
    let mut changes = Vec::new();
    for (pair, passage) in pairs.iter().zip(new) {
        let before = pair.or_else(|| left.get_mut(&passage.place).and_then(Vec::pop));
        let before = before.map(|number| &old[number]);
        if before.is_some_and(|before| before.text == passage.text) {
            continue;
        }
        let quotes = before.iter().flat_map(|before| &before.quotes).chain(&passage.quotes);
        let by: BTreeSet<&String> = quotes.filter(|name| changed.contains_key(*name)).collect();
        let change = match before {
            None => Change::New,
            Some(before) if before.raw == passage.raw => Change::Moved,
            Some(_) => Change::Changed,
        };
        changes.push(PassageChange {
            section: passage.section.clone(),
            example: passage.place.1.clone(),
            change,
            from: before.map(|before| before.text.clone()),
            to: Some(passage.text.clone()),
            by: if before.is_some() { by.into_iter().cloned().collect() } else { Vec::new() },
        });
    }
    let mut gone: Vec<usize> = left.into_values().flatten().collect();
    gone.sort_unstable();
    changes.extend(gone.into_iter().map(|number| PassageChange {
        section: old[number].section.clone(),
        example: old[number].place.1.clone(),
        change: Change::Gone,
        from: Some(old[number].text.clone()),
        to: None,
        by: Vec::new(),
    }));
    changes
}
