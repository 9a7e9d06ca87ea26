//! Words of the source: Markdown within a paragraph, and the content of braces.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::model::{Inline, Target, What, Words};
use super::run::Run;
use super::typesetter::skirmish::PLACES;
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::game::{
    CardLookup, FigureError, Formatting, Game, Lookup as _, QuoteReader, Quotes, RuleNumber, TextSize, parse, resolve,
};
use crate::read::rulebook::{PlaceLetters, is_address};

/// Targets of references.
pub(super) struct References<'a> {
    pub game: &'a Game,
    pub source: &'a Arc<Source>,
    /// Numbers of chapters, sections and numbered paragraphs, by id.
    pub numbers: BTreeMap<String, String>,
    /// The terms in the list of words, in lower case.
    pub words: BTreeSet<String>,
    /// The labels of footnotes, in the order of the source.
    pub footnotes: Vec<String>,
}

/// Facts that the source says it states, with the bytes that follow.
pub(super) type Facts = Vec<(String, usize)>;

/// The options of all Markdown in a book.
pub(super) const OPTIONS: Options = Options::ENABLE_HEADING_ATTRIBUTES.union(Options::ENABLE_SMART_PUNCTUATION);

/// Reads words; all faults are noted.
pub(super) struct Reader<'a> {
    pub references: &'a References<'a>,
    pub diagnostics: Vec<Diagnostic>,
    pub facts: Facts,
    /// The marks that words show, and where.
    pub marks: Vec<(String, Span)>,
    /// Letters of the places of the table at setup.
    pub letters: PlaceLetters,
    /// The footnotes that words refer to, in the order of their numbers, as the source counts them.
    pub footnotes: Vec<usize>,
    /// Name of the current part if it allows no footnotes: `a heading`.
    pub without_footnotes: Option<&'static str>,
}

impl<'a> Reader<'a> {
    /// Words of some bytes of the source, as one paragraph.
    pub fn words(&mut self, range: Range<usize>) -> Words {
        let references = self.references;
        let text = &references.source.text[range.clone()];
        let callback = |link: pulldown_cmark::BrokenLink<'_>| Some((link.reference.to_string().into(), "".into()));
        let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(callback));
        let mut words = Gatherer::new(self, range.start);
        for (event, at) in parser.into_offset_iter() {
            words.event(event, at);
        }
        words.finish()
    }

    pub fn place(&self, range: Range<usize>) -> Span {
        Span::new(self.references.source, range)
    }

    fn note(&mut self, code: Code, range: Range<usize>, what: impl Into<String>) -> &mut Diagnostic {
        let place = self.place(range);
        self.diagnostics.push(Diagnostic::error(code, place, what));
        self.diagnostics.last_mut().expect("it was just put there")
    }
}

/// Collects the inlines of one run of events.
pub(super) struct Gatherer<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// Start of the events' text in the source.
    base: usize,
    formatting: Formatting,
    target: Option<Target>,
    /// Text since the last event of another type.
    run: Run,
    quotes: QuoteReader,
    words: Words,
    /// True if the label of a footnote is read, whose number was set.
    in_footnote: bool,
}

impl<'r, 'a> Gatherer<'r, 'a> {
    pub fn new(reader: &'r mut Reader<'a>, base: usize) -> Self {
        let (formatting, run) = (Formatting::default(), Run::default());
        let quotes = QuoteReader::new(Quotes::new(&reader.references.game.language));
        Self { reader, base, formatting, target: None, run, quotes, words: Vec::new(), in_footnote: false }
    }

    /// Returns all words of the events.
    pub fn finish(mut self) -> Words {
        self.end_run();
        self.words
    }

    /// Takes an event of a paragraph; `at` is its bytes in the events' text.
    pub fn event(&mut self, event: Event<'_>, at: Range<usize>) {
        let range = self.base + at.start..self.base + at.end;
        if self.in_footnote {
            self.in_footnote = event != Event::End(TagEnd::Link);
            return;
        }
        if let Event::Text(text) = event {
            let source = &self.reader.references.source.text;
            let text = match (&source[range.clone()], text.as_ref()) {
                // The Markdown parser only knows English quotes.
                (straight @ ("\"" | "'"), real) if real != straight => {
                    let before = source[..range.start].chars().next_back();
                    let opens = matches!(real, "“" | "‘");
                    CowStr::Borrowed(self.quotes.sign(&source[range.start..], before, opens))
                }
                _ => text,
            };
            self.run.add(&text, range, source);
            return;
        }
        self.end_run();
        match event {
            Event::SoftBreak => self.push(What::Text(" ".to_owned())),
            Event::HardBreak => self.push(What::Break),
            Event::Code(code) => {
                let outer = self.formatting;
                (self.formatting.code, self.formatting.verbatim) = (true, true);
                self.push(What::Text(code.to_string()));
                self.formatting = outer;
            }
            Event::Start(Tag::Strong) => self.formatting.strong = true,
            Event::End(TagEnd::Strong) => self.formatting.strong = false,
            Event::Start(Tag::Emphasis) => self.formatting.emphasis = true,
            Event::End(TagEnd::Emphasis) => self.formatting.emphasis = false,
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with('^') => {
                self.footnote(&dest_url[1..], range);
                self.in_footnote = true;
            }
            Event::Start(Tag::Link { link_type, dest_url, .. }) => self.target = self.link(link_type, &dest_url, range),
            Event::End(TagEnd::Link) => self.target = None,
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            // A closing tag was reported where it opens.
            Event::InlineHtml(tag) if tag.starts_with("</") => {}
            Event::Html(html) | Event::InlineHtml(html) => {
                let hint = instead_of_html(&html);
                let diagnostic = self.reader.note(Code::BOOK_HTML, range, "HTML isn't supported in a rulebook");
                diagnostic.hints.extend(hint.map(str::to_owned));
            }
            Event::Start(Tag::Image { .. }) => {
                let diagnostic =
                    self.reader.note(Code::BOOK_PICTURE_IN_LINE, range, "a picture must be in a paragraph of its own");
                diagnostic.hints.push("add an empty line before and after it".to_owned());
            }
            _ => {}
        }
    }

    /// Reads `[^dusk]`: the number of the footnote, which links to it.
    fn footnote(&mut self, label: &str, range: Range<usize>) {
        let labels = &self.reader.references.footnotes;
        let Some(index) = labels.iter().position(|known| known == label) else {
            let what = format!("unknown footnote `{label}`");
            let diagnostic = self.reader.note(Code::FOOTNOTE_UNKNOWN, range, what);
            *diagnostic = diagnostic.clone().suggest(label, labels.iter().map(String::as_str));
            diagnostic.hints.push(format!("add its text below the paragraph, after an empty line: `[^{label}]: …`"));
            return;
        };
        if let Some(place) = self.reader.without_footnotes {
            let diagnostic =
                self.reader.note(Code::FOOTNOTE_PLACE, range, format!("footnotes aren't supported in {place}"));
            diagnostic.hints.push("move the reference to a paragraph".to_owned());
            return;
        }
        let met = &mut self.reader.footnotes;
        let number = met.iter().position(|known| *known == index).unwrap_or_else(|| {
            met.push(index);
            met.len() - 1
        });
        let outer = (self.formatting, self.target.take());
        self.formatting = Formatting { size: TextSize::Superscript, verbatim: true, ..Formatting::default() };
        self.target = Some(Target::Footnote(number + 1));
        self.push(What::Footnote(number + 1));
        (self.formatting, self.target) = outer;
    }

    /// Reads `[Block]`, `[Hooks](Hook)`, `[so](#charge)`, `[errata](https://example.org)`.
    fn link(&mut self, kind: LinkType, target: &str, range: Range<usize>) -> Option<Target> {
        let references = self.reader.references;
        if let Some(id) = target.strip_prefix('#') {
            if references.numbers.contains_key(id) {
                return Some(Target::Section(id.to_owned()));
            }
            let diagnostic = self.reader.note(Code::BOOK_NO_SECTION, range, format!("unknown section `{id}`"));
            *diagnostic = diagnostic.clone().suggest(id, references.numbers.keys().map(String::as_str));
            return None;
        }
        if is_address(target) {
            return Some(Target::Web(target.to_owned()));
        }
        let found = find(references, target);
        if found.is_none() {
            let cards = references.game.deck.cards.iter().map(|card| card.name.as_str());
            let known: Vec<&str> = cards.chain(references.words.iter().map(String::as_str)).collect();
            let what = format!("unknown card or word `{target}`");
            let diagnostic = self.reader.note(Code::LINK_NOWHERE, range, what);
            *diagnostic = diagnostic.clone().label("unknown target").suggest(target, known);
            if matches!(kind, LinkType::ShortcutUnknown | LinkType::Shortcut) {
                diagnostic.hints.push("escape the bracket as `\\[`".to_owned());
            } else if target.contains(['.', '/']) {
                diagnostic.hints.push("start web addresses with `https://`".to_owned());
            }
        }
        found
    }

    /// Reads the text so far: plain words with braces and marks in them.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let text = run.text.as_str();
        let (mut rest, mut from) = (0, 0);
        while let Some(found) = text[from..].find(['{', ':', '^', '~']).map(|at| from + at) {
            from = found + 1;
            if run.is_bare(found) {
                continue;
            }
            if text[found..].starts_with(['^', '~']) {
                if let Some((size, inside)) = raised(text, found) {
                    self.plain(&run, rest..found);
                    self.formatting.size = size;
                    self.plain(&run, inside.clone());
                    self.formatting.size = TextSize::Normal;
                    (from, rest) = (inside.end + 1, inside.end + 1);
                }
                continue;
            }
            let braces = text[found..].starts_with('{');
            let inside = &text[found + 1..];
            let end = inside.find(if braces { '}' } else { ':' });
            let content = end.map(|end| &inside[..end]);
            let at = run.place(found..found + content.map_or(1, |content| content.len() + 2));
            match content {
                Some(content) if braces => {
                    self.plain(&run, rest..found);
                    self.braces(content.trim(), at);
                }
                Some(content) if is_mark(content) => {
                    self.plain(&run, rest..found);
                    let place = self.reader.place(at);
                    self.reader.marks.push((content.to_owned(), place));
                    self.push(What::Mark(content.to_owned()));
                }
                None if braces => {
                    let diagnostic = self.reader.note(Code::BOOK_BRACE_OPEN, at, "unclosed `{` on this line");
                    diagnostic.hints.push("close it with `}`, or escape it as `\\{`".to_owned());
                    return;
                }
                _ => continue,
            }
            from = found + content.map_or(0, str::len) + 2;
            rest = from;
        }
        self.plain(&run, rest..text.len());
    }

    /// Words without meaning to the game; signs in them that were meant as markup are reported.
    fn plain(&mut self, run: &Run, part: Range<usize>) {
        for loose in run.loose(part.clone()) {
            let diagnostic = self.reader.note(loose.code, run.place(loose.range), loose.what);
            diagnostic.hints.push(loose.hint);
        }
        if !part.is_empty() {
            self.push(What::Text(run.text[part].to_owned()));
        }
    }

    fn push(&mut self, what: What) {
        let (formatting, target) = (self.formatting, self.target.clone());
        if let (What::Text(text), Some(last)) = (&what, self.words.last_mut())
            && let What::Text(before) = &mut last.what
            && last.formatting == formatting
            && last.target == target
            && !last.red
        {
            before.push_str(text);
            return;
        }
        self.words.push(Inline { what, formatting, target, red: false });
    }

    /// Reads the content of braces: a fact or a ruling, a reference, a letter, red words, or a value.
    fn braces(&mut self, inside: &str, at: Range<usize>) {
        if inside.parse::<RuleNumber>().is_ok() {
            self.reader.facts.push((inside.to_owned(), at.end));
        } else if inside.strip_prefix('#').is_some_and(|id| self.reader.references.numbers.contains_key(id)) {
            // The number of a paragraph: it is in the margin.
        } else if let Some(id) = inside.strip_prefix("see:") {
            self.see(id.trim(), at);
        } else if let Some(id) = inside.strip_prefix("page:") {
            self.page(id.trim(), at);
        } else if inside.starts_with([':', '.']) && inside.len() > 1 {
            let what = format!("attributes like `{{{inside}}}` aren't supported in a rulebook");
            self.reader.note(Code::BOOK_SIGN_PRINTED, at, what).hints.push("delete them".to_owned());
        } else if let Some(letter) = inside.strip_prefix("letter:") {
            self.letter(letter.trim(), at);
        } else if let Some(words) = inside.strip_prefix("red:").filter(|words| !words.trim().is_empty()) {
            self.red(words.trim(), None);
        } else {
            self.figure(inside, at);
        }
    }

    /// Reads a place of the table at setup: its letter is the next one at its first mention.
    fn letter(&mut self, place: &str, at: Range<usize>) {
        let names = PLACES.map(|place| place.name);
        let Some(name) = names.into_iter().find(|name| *name == place) else {
            let diagnostic = self.reader.note(Code::BOOK_NO_PLACE, at, format!("unknown place `{place}` on the table"));
            *diagnostic = diagnostic.clone().suggest(place, names);
            return;
        };
        let Some(letter) = self.reader.letters.letter(name) else { return };
        // It stays with the word before it.
        if let Some(What::Text(before)) = self.words.last_mut().map(|last| &mut last.what)
            && before.ends_with(' ')
        {
            before.pop();
            before.push('\u{a0}');
        }
        self.push(What::Letter(letter));
    }

    fn red(&mut self, words: &str, target: Option<Target>) {
        let what = What::Text(words.to_owned());
        self.words.push(Inline { what, formatting: Formatting::default(), target, red: true });
    }

    /// Returns the number of a section; a missing one is reported.
    fn number_of(&mut self, id: &str, at: Range<usize>) -> Option<&'a str> {
        let references = self.reader.references;
        let number = references.numbers.get(id);
        if number.is_none() {
            let diagnostic = self.reader.note(Code::BOOK_NO_SECTION, at, format!("unknown section `{id}`"));
            *diagnostic =
                diagnostic.clone().label("unknown target").suggest(id, references.numbers.keys().map(String::as_str));
        }
        number.map(String::as_str)
    }

    /// Reads `page 12`, a link.
    fn page(&mut self, id: &str, at: Range<usize>) {
        if self.number_of(id, at).is_some() {
            let (what, target) = (What::Page(id.to_owned()), Some(Target::Section(id.to_owned())));
            self.words.push(Inline { what, formatting: Formatting::default(), target, red: true });
        }
    }

    /// Reads `(5.2)`, whose number is a link.
    fn see(&mut self, id: &str, at: Range<usize>) {
        let Some(number) = self.number_of(id, at) else { return };
        self.push(What::Text("(".to_owned()));
        self.red(number, Some(Target::Section(id.to_owned())));
        self.push(What::Text(")".to_owned()));
    }

    fn figure(&mut self, inside: &str, at: Range<usize>) {
        let game = self.reader.references.game;
        let lookup = CardLookup { game, component: &game.deck, card: None, set: None, face: None };
        if inside.is_empty() || inside == "red:" {
            let diagnostic = self.reader.note(Code::BRACKET_EMPTY, at, "empty braces");
            diagnostic.hints.push("add a value, or remove them".to_owned());
            return;
        }
        let draft = parse(&format!("{{{inside}}}"), Quotes::default()).unwrap_or_default();
        if let Some((name, _)) = draft.colours.first() {
            let what = format!("`{name}:` isn't supported in a rulebook");
            let diagnostic = self.reader.note(Code::UNKNOWN_MANNER, at, what);
            *diagnostic = diagnostic.clone().suggest(name, ["see", "page", "letter", "red"]);
            return;
        }
        match resolve(&draft, &lookup) {
            Ok(rich) => self.push(What::Text(rich.plain_text())),
            Err(errors) => {
                for (_, error) in errors {
                    let names = lookup.names();
                    let diagnostic = self.reader.note(error.code(), at.clone(), error.to_string());
                    if let FigureError::Unknown(name) = &error {
                        *diagnostic = diagnostic.clone().suggest(name, names.iter().map(String::as_str));
                    }
                }
            }
        }
    }
}

/// Returns the text between two signs at a position: `2^nd^` is above the line, `H~2~O` below it. It contains no space.
fn raised(text: &str, at: usize) -> Option<(TextSize, Range<usize>)> {
    let sign = text[at..].chars().next()?;
    let inside = &text[at + 1..];
    let length = inside.find(sign)?;
    let is_double = text[..at].ends_with(sign) || inside[length + 1..].starts_with(sign);
    let is_word = length > 0 && !inside[..length].contains(|letter: char| letter.is_whitespace() || letter == '{');
    let size = if sign == '^' { TextSize::Superscript } else { TextSize::Subscript };
    (is_word && !is_double).then_some((size, at + 1..at + 1 + length))
}

/// Returns the book's equivalent of some HTML that is common in Markdown.
pub(super) fn instead_of_html(html: &str) -> Option<&'static str> {
    let html = html.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| html.contains(part));
    if has(&["page-break", "break-after", "break-before"]) {
        Some("for a page break, write a paragraph `\\pagebreak`")
    } else if has(&["<br"]) {
        Some("for a line break, end the line with `\\`")
    } else if has(&["<sup", "<sub"]) {
        Some("write `2^nd^` or `H~2~O`")
    } else if has(&["<b>", "<strong", "<i>", "<em"]) {
        Some("write `**strong**` or `*emphasis*`")
    } else {
        None
    }
}

/// True if the text between two colons is the name of an icon.
fn is_mark(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
}

/// Returns a card, a section that explains a word, or a word of the list.
pub(super) fn find(references: &References<'_>, term: &str) -> Option<Target> {
    let lower = term.to_lowercase();
    let slug = lower.replace(' ', "-");
    let mut cards = references.game.pieces().flat_map(|pieces| &pieces.cards);
    if let Some(card) = cards.find(|card| card.name.to_lowercase() == lower) {
        return Some(Target::Card(card.id.clone()));
    }
    let of_kind =
        references.game.deck.kinds.iter().find(|kind| kind.name.to_lowercase() == lower).map(|kind| kind.id.clone());
    if let Some(id) = of_kind.into_iter().chain([slug]).find(|id| references.numbers.contains_key(id)) {
        return Some(Target::Section(id));
    }
    references.words.contains(&lower).then_some(Target::Word(lower))
}
