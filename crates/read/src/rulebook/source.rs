//! The source of a book in blocks: Markdown, tables, and directives between lines of three colons.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Reporter, Source, Span};
use std::sync::Arc;

/// A stretch of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Markdown without tables: its bytes.
    Markdown(Range<usize>),
    /// Lines that begin with `|`: their bytes.
    Table(Range<usize>),
    /// `::: name arguments` … `:::`
    Directive(Directive),
}

/// A block that is drawn in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Type of block: `card`.
    pub name: String,
    /// Words after the name.
    pub arguments: String,
    /// The bytes of the opening line.
    pub opening: Range<usize>,
    /// The bytes between the opening and the closing line.
    pub body: Range<usize>,
    /// Content.
    pub children: Vec<Node>,
}

impl Node {
    /// Returns the bytes of its first line.
    pub fn first_line(&self, source: &Source) -> Range<usize> {
        let (Self::Markdown(range) | Self::Table(range) | Self::Directive(Directive { opening: range, .. })) = self;
        let text = &source.text[range.clone()];
        range.start..range.start + text.find('\n').unwrap_or(text.len())
    }
}

/// Comments, `<!--` to `-->`, which take whole lines.
#[derive(Default)]
pub(super) struct Comments(bool);

impl Comments {
    /// True if the next line, trimmed, is part of a comment.
    pub fn cover(&mut self, line: &str) -> bool {
        self.0 = (self.0 || line.starts_with("<!--")) && !line.contains("-->");
        self.0 || line.ends_with("-->")
    }
}

/// A block of code between two lines of three or more backticks or tildes.
#[derive(Default)]
pub(super) struct Fence(Option<(char, usize)>);

impl Fence {
    /// True if the next line belongs to a block of code; its fences do.
    pub fn covers(&mut self, line: &str) -> bool {
        let text = line.trim();
        let Some(sign) = text.chars().next() else { return self.is_open() };
        let count = text.len() - text.trim_start_matches(sign).len();
        match self.0 {
            Some((open, length)) => {
                if sign == open && count >= length && text.trim_end_matches(sign).is_empty() {
                    self.0 = None;
                }
                true
            }
            None if count >= 3 && (sign == '~' || (sign == '`' && !text[count..].contains('`'))) => {
                self.0 = Some((sign, count));
                true
            }
            None => false,
        }
    }

    /// True between its two lines.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }
}

/// A footnote, `[^dusk]: its words`, up to the next empty line or the next footnote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footnote {
    /// Text between `[^` and `]`.
    pub label: String,
    /// The bytes of `[^dusk]`.
    pub opening: Range<usize>,
    /// The bytes of its words.
    pub words: Range<usize>,
}

/// Returns the label of a footnote that a line defines, and how many bytes come before its words.
fn footnote(line: &str) -> Option<(&str, usize)> {
    let (label, _) = line.trim_start().strip_prefix("[^")?.split_once("]:")?;
    let is_label = !label.is_empty() && !label.contains(['[', ']', ' ']);
    is_label.then(|| (label, line.len() - line.trim_start().len() + label.len() + 4))
}

/// Returns the footnotes of a source, in its order.
pub fn footnotes(source: &Source) -> Vec<Footnote> {
    let mut found: Vec<Footnote> = Vec::new();
    for (range, part) in lines(source) {
        let line = &source.text[range.clone()];
        let end = range.start + line.trim_end().len();
        match part {
            Part::Footnote { begins: true } => {
                let Some((label, words)) = footnote(line) else { continue };
                let words = range.start + words + (line[words..].len() - line[words..].trim_start().len());
                let opening = range.start + (line.len() - line.trim_start().len());
                found.push(Footnote {
                    label: label.to_owned(),
                    opening: opening..opening + label.len() + 3,
                    words: words.min(end)..end,
                });
            }
            Part::Footnote { begins: false } => found.last_mut().expect("opened").words.end = end,
            _ => {}
        }
    }
    found
}

/// Part that a line of the source belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Comment,
    Code,
    Footnote { begins: bool },
    Text,
}

/// Returns the lines of a source, each with its part.
fn lines(source: &Source) -> impl Iterator<Item = (Range<usize>, Part)> {
    let (mut at, mut comments, mut fence, mut in_footnote) = (0, Comments::default(), Fence::default(), false);
    source.text.split_inclusive('\n').map(move |line| {
        let range = at..at + line.len();
        at = range.end;
        let text = line.trim();
        let part = if fence.is_open() {
            fence.covers(line);
            Part::Code
        } else if comments.cover(text) {
            Part::Comment
        } else if fence.covers(line) {
            Part::Code
        } else if footnote(line).is_some() {
            Part::Footnote { begins: true }
        } else if in_footnote && !text.is_empty() && !text.starts_with(['|', '#']) && !text.starts_with(":::") {
            Part::Footnote { begins: false }
        } else {
            Part::Text
        };
        in_footnote = matches!(part, Part::Footnote { .. });
        (range, part)
    })
}

/// All directives that there are.
const NAMES: [&str; 18] = [
    "board",
    "boards",
    "card",
    "cards",
    "components",
    "contents",
    "cover",
    "deck",
    "epigraph",
    "example",
    "figure",
    "legend",
    "rows",
    "rulings",
    "steps",
    "sum",
    "summary",
    "words",
];

/// Maximum nesting of blocks: no book needs more than three.
const DEEPEST: usize = 8;

/// Takes the source apart; a directive that is not closed or not known is reported.
pub fn split(source: &Arc<Source>, reporter: &Reporter) -> Vec<Node> {
    let mut open: Vec<(Directive, Vec<Node>)> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    for (range, part) in lines(source) {
        let line = &source.text[range.clone()];
        let text = line.trim();
        match part {
            Part::Comment | Part::Footnote { .. } => continue,
            Part::Code => {
                add_line(&mut nodes, range, false);
                continue;
            }
            Part::Text => {}
        }
        let shown = range.start..range.start + line.trim_end().len();
        if text == ":::" {
            match open.pop() {
                Some((mut directive, mut outer)) => {
                    directive.body.end = range.start;
                    directive.children = std::mem::take(&mut nodes);
                    outer.push(Node::Directive(directive));
                    nodes = outer;
                }
                None => {
                    let diagnostic =
                        Diagnostic::error(Code::BLOCK_CLOSES_NOTHING, Span::new(source, shown), "unmatched `:::`");
                    reporter.report(diagnostic.hint("delete the line, or open a block above it"));
                }
            }
        } else if let Some(rest) = text.strip_prefix(":::") {
            let (name, arguments) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
            if !NAMES.contains(&name) {
                let diagnostic = Diagnostic::error(
                    Code::UNKNOWN_BLOCK,
                    Span::new(source, shown.clone()),
                    format!("unknown block `{name}`"),
                );
                reporter.report(diagnostic.label("not a block").suggest(name, NAMES));
            }
            if open.len() == DEEPEST {
                let what = format!("blocks are nested deeper than {DEEPEST}");
                reporter.report(
                    Diagnostic::error(Code::BLOCKS_TOO_DEEP, Span::new(source, shown), what)
                        .hint("close a block above with `:::`"),
                );
                return open.into_iter().next().map(|(_, outer)| outer).unwrap_or_default();
            }
            let directive = Directive {
                name: name.to_owned(),
                arguments: arguments.trim().to_owned(),
                opening: shown,
                body: range.end..range.end,
                children: Vec::new(),
            };
            open.push((directive, std::mem::take(&mut nodes)));
        } else {
            if text.is_empty() && !matches!(nodes.last(), Some(Node::Markdown(markdown)) if markdown.end == range.start)
            {
                continue;
            }
            add_line(&mut nodes, range, text.starts_with('|'));
        }
    }
    while let Some((mut directive, mut outer)) = open.pop() {
        let what = format!("unclosed block `{}`", directive.name);
        let diagnostic = Diagnostic::error(Code::BLOCK_OPEN, Span::new(source, directive.opening.clone()), what);
        reporter.report(diagnostic.label("opened here").hint("add a line `:::` to close it"));
        directive.body.end = source.text.len();
        directive.children = std::mem::take(&mut nodes);
        outer.push(Node::Directive(directive));
        nodes = outer;
    }
    nodes
}

/// Joins a line to the stretch that it belongs to.
fn add_line(nodes: &mut Vec<Node>, range: Range<usize>, is_row: bool) {
    match nodes.last_mut() {
        Some(Node::Table(table)) if is_row && table.end == range.start => table.end = range.end,
        Some(Node::Markdown(markdown)) if !is_row && markdown.end == range.start => markdown.end = range.end,
        _ if is_row => nodes.push(Node::Table(range)),
        _ => nodes.push(Node::Markdown(range)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &str) -> (Vec<Node>, Vec<String>) {
        let (nodes, diagnostics) = Reporter::collect(|reporter| split(&Source::new("rules.md", text), reporter));
        (
            nodes,
            diagnostics
                .into_iter()
                .map(|diagnostic| format!("{:?} {}", diagnostic.span.unwrap(), diagnostic.message))
                .collect(),
        )
    }

    #[test]
    fn blocks_nest_and_tables_stand_apart() {
        let text = "# A\n\nwords\n\n| a | b |\n| c | d |\n\n::: example One\nmore\n::: sum\nSword 2\n:::\n:::\n";
        let (nodes, diagnostics) = nodes(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let [Node::Markdown(words), Node::Table(table), Node::Directive(example)] = nodes.as_slice() else {
            panic!("{nodes:?}")
        };
        assert_eq!(&text[words.clone()], "# A\n\nwords\n\n");
        assert_eq!(&text[table.clone()], "| a | b |\n| c | d |\n");
        assert_eq!((example.name.as_str(), example.arguments.as_str()), ("example", "One"));
        assert!(matches!(&example.children[1], Node::Directive(sum) if &text[sum.body.clone()] == "Sword 2\n"));
    }

    #[test]
    fn what_is_not_closed_or_not_known_is_told_with_its_place() {
        assert_eq!(nodes("a\n::: sum\nx\n").1, ["rules.md:2:1 unclosed block `sum`"]);
        assert_eq!(nodes("::: smu\n:::\n").1, ["rules.md:1:1 unknown block `smu`"]);
        assert_eq!(nodes("a\n:::\n").1, ["rules.md:2:1 unmatched `:::`"]);
    }

    #[test]
    fn comments_say_nothing() {
        assert_eq!(nodes("<!--\n::: sum\n| a |\n-->\n").0, []);
    }
}
