//! Numbers of chapters, sections, numbered paragraphs and cards, found before the words that refer to them are read.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::source::{Directive, Fence, Node};
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::game::RuleNumber;

/// Chapters, sections and so on by id, with their numbers.
pub struct Outline<'a> {
    source: &'a Arc<Source>,
    /// The numbers by id.
    pub numbers: BTreeMap<String, String>,
    /// All of them in the order of the source.
    pub sections: Vec<Section>,
    chapter: usize,
    section: usize,
    /// The number of the last chapter or section that has a heading.
    headed: String,
    /// True if paragraphs are rulings.
    rulings: bool,
    /// Numbers that two of them have.
    pub diagnostics: Vec<Diagnostic>,
}

/// Something that has a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Start in bytes.
    pub start: usize,
    /// Id in references.
    pub id: String,
    /// Printed number: `3`, `5.2`, `R5`.
    pub number: String,
}

/// A line `## Two hands {#two-hands .weapon}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// 1 for a chapter, 2 for a section, 3 for a part of a section.
    pub rank: usize,
    /// Its words.
    pub title: &'a str,
    /// Its id, if it has one.
    pub id: Option<&'a str>,
}

/// Parses a trimmed line as a heading; `None` if it is something else.
pub fn heading(line: &str) -> Option<Heading<'_>> {
    let words = line.trim_start_matches('#');
    let rank = line.len() - words.len();
    if !(1..=6).contains(&rank) || !(words.is_empty() || words.starts_with(' ')) {
        return None;
    }
    Some(attributed(words, rank))
}

/// A line of Markdown, or the lines of an underlined heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// Its bytes.
    pub range: Range<usize>,
    /// Its words, trimmed.
    pub words: &'t str,
    /// The heading that it is.
    pub heading: Option<Heading<'t>>,
    /// True within a block of code.
    pub is_code: bool,
}

/// Returns the lines of Markdown; the lines of an underlined heading are one.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let (mut all, mut fence, mut at): (Vec<Line<'_>>, _, _) = (Vec::new(), Fence::default(), 0);
    // Start of the paragraph that an underline would turn into a heading.
    let mut paragraph: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let (range, words) = (at..at + line.len(), line.trim());
        at = range.end;
        let is_code = fence.covers(line);
        let found = if is_code { None } else { heading(words) };
        let open = paragraph.take_if(|_| is_code || found.is_some() || words.is_empty() || begins_other(words));
        if let (Some(rank), Some(first)) = (underline(line), paragraph) {
            let start = all[first].range.start;
            let title = text[start..range.start].trim();
            all.truncate(first);
            let heading = Some(attributed(title, rank));
            all.push(Line { range: start..range.end, words: title, heading, is_code });
            paragraph = None;
            continue;
        }
        let before = all.last().is_none_or(|last| last.words.is_empty() || last.heading.is_some() || last.is_code);
        if paragraph.is_none() && open.is_none() && before && !is_code && found.is_none() && is_plain(line) {
            paragraph = Some(all.len());
        }
        all.push(Line { range, words, heading: found, is_code });
    }
    all
}

/// Returns the rank of the heading that a line underlines: 1 for `===`, 2 for `---`.
fn underline(line: &str) -> Option<usize> {
    let words = line.trim_end();
    let signs = words.trim_start_matches(' ');
    let sign = signs.chars().next()?;
    let rank = match sign {
        '=' => 1,
        '-' => 2,
        _ => return None,
    };
    (words.len() - signs.len() < 4 && signs.chars().all(|other| other == sign)).then_some(rank)
}

/// True if a line begins the words of a paragraph, and no list, quotation, table or code.
fn is_plain(line: &str) -> bool {
    let words = line.trim();
    !words.is_empty() && !line.starts_with("    ") && !line.starts_with('\t') && !begins_other(words)
}

/// True if words begin an item of a list, a quotation or a row.
fn begins_other(words: &str) -> bool {
    let item = words.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let numbered = item.len() < words.len() && (item.starts_with(". ") || item.starts_with(") "));
    numbered || words.starts_with(['>', '|', '<']) || ["- ", "* ", "+ "].iter().any(|sign| words.starts_with(sign))
}

/// Splits a title from the content of its braces.
fn attributed(words: &str, rank: usize) -> Heading<'_> {
    let attributes = words.strip_suffix('}').and_then(|words| words.rsplit_once('{'));
    let (title, attributes) = attributes.unwrap_or((words, ""));
    let id = attributes.split_whitespace().find_map(|attribute| attribute.strip_prefix('#'));
    Heading { rank, title: title.trim(), id }
}

/// Returns the default id of a heading: its letters.
pub fn slug(title: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    title.chars().map(letters).collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

/// Returns the id of a card's entry.
pub fn entry_id(card: &str) -> String {
    format!("card-{card}")
}

/// Returns the id at the start of a numbered paragraph, and how many bytes it takes.
pub fn paragraph_id(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix("{#")?;
    let end = inside.find('}')?;
    let rest = &inside[end + 1..];
    Some((inside[..end].trim(), 2 + end + 1 + (rest.len() - rest.trim_start().len())))
}

/// Returns the number at the start of a ruling: `R5` in `{R5}`.
pub fn ruling(text: &str) -> Option<&str> {
    let (number, _) = text.strip_prefix('{')?.split_once('}')?;
    number.parse().is_ok_and(RuleNumber::is_ruling).then_some(number)
}

/// Returns the id of a ruling: `r5` for `R5`.
pub fn ruling_id(number: &str) -> String {
    number.to_lowercase()
}

impl<'a> Outline<'a> {
    /// Creates the outline of an unread source.
    pub fn new(source: &'a Arc<Source>) -> Self {
        Self {
            source,
            numbers: BTreeMap::new(),
            sections: Vec::new(),
            chapter: 0,
            section: 0,
            headed: String::new(),
            rulings: false,
            diagnostics: Vec::new(),
        }
    }

    /// Numbers the content of these blocks.
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
                self.headed = self.next_section(&kind, directive.opening.clone());
                self.visit(&directive.children);
            }
            "card" => {
                let id = entry_id(&directive.arguments);
                self.next_section(&id, directive.opening.clone());
            }
            _ => {}
        }
    }

    fn markdown(&mut self, range: Range<usize>) {
        let source = Arc::clone(self.source);
        let mut begins = true;
        for Line { range: line, words, heading, is_code } in lines(&source.text[range.clone()]) {
            let span = source.without_blanks(range.start + line.start..range.start + line.end);
            begins &= !is_code;
            let is_heading = heading.is_some();
            if let Some(Heading { rank, title, id }) = heading {
                let named = id.map_or_else(|| slug(title), str::to_owned);
                match rank {
                    1 => {
                        self.chapter += 1;
                        self.section = 0;
                        self.headed = self.chapter.to_string();
                        self.number(&named, self.headed.clone(), span);
                    }
                    2 => self.headed = self.next_section(&named, span),
                    // A part of a section has no number of its own: references lead to its section.
                    _ if id.is_some() => self.number(&named, self.headed.clone(), span),
                    _ => {}
                }
            } else if begins {
                if let Some((id, _)) = paragraph_id(words) {
                    self.next_section(id, span);
                } else if let Some(number) = ruling(words).filter(|_| self.rulings) {
                    let span = span.start..span.start + number.len() + 2;
                    self.number(&ruling_id(number), number.to_owned(), span);
                }
            }
            begins = words.is_empty() || is_heading;
        }
    }

    /// Numbers a section, and returns its number.
    fn next_section(&mut self, id: &str, range: Range<usize>) -> String {
        self.section += 1;
        let number = format!("{}.{}", self.chapter, self.section);
        self.number(id, number.clone(), range);
        number
    }

    fn number(&mut self, id: &str, number: String, range: Range<usize>) {
        if let Some(first) = self.numbers.get(id) {
            let at = Span::new(self.source, range);
            self.diagnostics.push(if self.rulings {
                Diagnostic::error(Code::RULING_TWICE, at, format!("duplicate ruling `{number}`"))
                    .hint("renumber one of them")
            } else {
                Diagnostic::error(Code::SECTION_TWICE, at, format!("duplicate section id `{id}`"))
                    .hint(format!("the first is {first}; set another id with `{{#…}}`"))
            });
        } else {
            self.sections.push(Section { start: range.start, id: id.to_owned(), number: number.clone() });
            self.numbers.insert(id.to_owned(), number);
        }
    }

    /// Returns the section at a location of the source; `None` before the first chapter.
    pub fn section_at(&self, byte: usize) -> Option<&Section> {
        self.sections.iter().rev().find(|section| section.start <= byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Reporter;
    use crate::rulebook::split;

    fn ranks(text: &str) -> Vec<(usize, &str)> {
        lines(text).into_iter().filter_map(|line| line.heading.map(|heading| (heading.rank, heading.title))).collect()
    }

    #[test]
    fn headings_are_underlined_or_begin_with_signs() {
        assert_eq!(
            ranks("Rules\n=====\n\nSetup {#one}\n---\n### Part\nwords\n"),
            [(1, "Rules"), (2, "Setup"), (3, "Part")]
        );
        assert_eq!(ranks("Two\nlines\n---\nmore\n\n---\n"), [(2, "Two\nlines")]);
        assert_eq!(ranks("- a\n---\n\n> b\n---\n\n1. c\n---\n\n# d\n---\n"), [(1, "d")], "lines across the page");
        assert_eq!(ranks("```\n# a\nb\n---\n```\nc\n===\n"), [(1, "c")], "code has no headings");
    }

    #[test]
    fn headings_paragraphs_cards_and_rulings_are_numbered_in_the_order_of_the_source() {
        let text = "# One\n\n{S1} fact\n\n## A part {#part .weapon}\n{#own} {S2} words\n{#not} one\n\n- {#nor} this\n\n\
                    # *Two*, {#two}\n::: cards weapon\n::: card axe\n{S3} An axe.\n:::\n:::\n\n::: rulings\n{R1} One.\n\n\
                    {R2} Two.\n:::\n\n## Last ##\n\n### A part\n\n### Another {#other}\n";
        let source = Source::new("rules.md", text);
        let (nodes, diagnostics) = Reporter::collect(|reporter| split(&source, reporter));
        let mut outline = Outline::new(&source);
        outline.visit(&nodes);
        assert!(diagnostics.is_empty() && outline.diagnostics.is_empty(), "{diagnostics:?} {:?}", outline.diagnostics);
        let found: Vec<String> =
            outline.sections.iter().map(|found| format!("{} {}", found.number, found.id)).collect();
        let expected = [
            "1 one",
            "1.1 part",
            "1.2 own",
            "2 two",
            "2.1 weapon",
            "2.2 card-axe",
            "R1 r1",
            "R2 r2",
            "2.3 last",
            "2.3 other",
        ];
        assert_eq!(found, expected);
        let stated = |fact: &str| outline.section_at(text.find(fact)?).map(|section| section.number.as_str());
        assert_eq!(["{S1}", "{S2}", "{S3}", "{R2}"].map(stated), [Some("1"), Some("1.2"), Some("2.2"), Some("R2")]);
    }
}
