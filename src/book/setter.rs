//! Setting words: fonts, links, references, terms, the structure of the document.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::measure::{FIRST, PageFormat};
use super::model::{Inline, Target, What, letters};
use super::slab::{After, Slab, Way};
use crate::face::{Studio, Weaving};
use crate::game::{Colour, Game, Manner};
use crate::problem::{Place, Problem};
use crate::scene::{Attribute, Element, Item, Scene, Text, TextKind, Tints, Turn};
use crate::text::{Block, Line, Paragraphs, Piece, Room, SetMark, Shaper, Stretch, Style, Styles, Syllables, Words};
use crate::units::{Mm, Point, Pt, Rect};

/// What words lead to, and their colour, if they have one of their own.
struct Tag {
    target: Option<Target>,
    colour: Option<Colour>,
    /// The link in the document's structure, once its first words stand on a line.
    element: Option<usize>,
}

/// How lines are made of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Manners {
    /// Both edges straight; the first line goes in by so much.
    Justified { indent: Mm },
    /// The left edge straight, words whole.
    Ragged,
    /// One line.
    Line,
}

/// Sets words, and knows all that they may need.
pub(super) struct Setter<'a> {
    pub game: &'a Game,
    pub studio: &'a Studio<'a>,
    pub styles: &'a Styles,
    pub shaper: &'a Shaper,
    /// The faces of all cards, by number.
    pub faces: &'a [Arc<Scene>],
    pub format: PageFormat,
    /// What is being set: the paragraph, as far as that is known, else the whole source.
    pub at: Place,
    pub syllables: Box<Syllables>,
    pub problems: Vec<Problem>,
    /// The structure of the document.
    pub elements: Vec<Element>,
    /// The element that new ones are a part of.
    pub parent: Option<usize>,
    /// The pages of chapters, sections, cards and words, as the last round found them; empty in the first round.
    pub pages: BTreeMap<Target, usize>,
    /// All pages on which something is mentioned, as the last round found them.
    pub mentions: BTreeMap<Target, BTreeSet<usize>>,
    /// A card seen from behind, simplified for drawings in which it is small.
    pub small_back: Option<Arc<Scene>>,
    /// The title of the chapter that is being set, and the kind whose colour it has.
    pub chapter_here: String,
    pub kind_here: usize,
    /// The places of the table at setup that the text names, in the order of their letters.
    pub letters: Vec<&'static str>,
    /// Figures so far.
    pub figures: usize,
    /// The interlace that the first round asks for: it is for the places of things alone, and what it notes is then made on
    /// all processors.
    pub wanted: RefCell<Option<Vec<Weaving>>>,
    tags: Vec<Tag>,
    /// Terms already met in this section.
    seen: BTreeSet<String>,
}

impl<'a> Setter<'a> {
    pub fn new(
        studio: &'a Studio<'a>,
        styles: &'a Styles,
        shaper: &'a Shaper,
        faces: &'a [Arc<Scene>],
        format: PageFormat,
        at: Place,
        syllables: Box<Syllables>,
    ) -> Self {
        Self {
            game: studio.game,
            studio,
            styles,
            shaper,
            faces,
            format,
            at,
            syllables,
            problems: Vec::new(),
            elements: Vec::new(),
            parent: None,
            pages: BTreeMap::new(),
            mentions: BTreeMap::new(),
            small_back: None,
            chapter_here: String::new(),
            kind_here: 0,
            letters: Vec::new(),
            figures: 0,
            wanted: RefCell::new(Some(Vec::new())),
            tags: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Forgets what the last round made; page numbers stay.
    pub fn begin(&mut self) {
        self.elements.clear();
        self.problems.clear();
        self.tags.clear();
        self.seen.clear();
        self.figures = 0;
    }

    // ------------------------------------------------------------------------------------------------- structure

    /// A new part of the structure.
    pub fn element(&mut self, role: &'static str, parent: Option<usize>, alternative: Option<String>) -> usize {
        self.elements.push(Element { role, parent, alternative, attributes: Vec::new() });
        self.elements.len() - 1
    }

    /// A new part of the structure with something said of it.
    pub fn element_with(&mut self, role: &'static str, parent: Option<usize>, attributes: Vec<Attribute>) -> usize {
        let element = self.element(role, parent, None);
        self.elements[element].attributes = attributes;
        element
    }

    /// Items as a part of the structure.
    pub fn tagged(element: usize, items: Vec<Item>) -> Vec<Item> {
        let mut tagged = Vec::with_capacity(items.len() + 2);
        tagged.push(Item::Begin(element));
        tagged.extend(items);
        tagged.push(Item::End);
        tagged
    }

    /// Terms count as new again.
    pub fn new_section(&mut self) {
        self.seen.clear();
    }

    // ----------------------------------------------------------------------------------------------------- words

    /// A style by its name; a style that is missing is told once.
    pub fn style(&mut self, name: &str) -> Option<&'a Style> {
        let style = self.styles.get(name);
        if style.is_none() {
            let problem = Problem::error(self.at.clone(), format!("there is no type style `{name}`"));
            let problem = problem.hint("it belongs into `templates/book.toml`");
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        style
    }

    fn tag(&mut self, inline: &Inline) -> u16 {
        let colour = inline.red.then(|| self.colour("reference"));
        if inline.target.is_none() && colour.is_none() {
            return 0;
        }
        self.tags.push(Tag { target: inline.target.clone(), colour, element: None });
        u16::try_from(self.tags.len()).unwrap_or(0)
    }

    /// Sets words in a style.
    pub fn set(&mut self, words: &[Inline], style: &Style, manners: Manners, measure: Mm) -> Block {
        self.set_about(words, style, manners, measure, 0, Mm::ZERO)
    }

    /// Sets words about something that takes the left of the first lines.
    pub fn set_about(
        &mut self,
        words: &[Inline],
        style: &Style,
        manners: Manners,
        measure: Mm,
        lines: usize,
        by: Mm,
    ) -> Block {
        let mut owned: Vec<(Option<String>, String, Manner, u16)> = Vec::with_capacity(words.len());
        for inline in words {
            let tag = self.tag(inline);
            let mut manner = inline.manner;
            manner.term |= inline.target.is_some() && !inline.red;
            // A term stands in small capitals where a section has it first.
            if manner.term && !self.seen.insert(letters(std::slice::from_ref(inline)).to_lowercase()) {
                manner.term = false;
            }
            match &inline.what {
                What::Text(text) => owned.push((None, text.clone(), manner, tag)),
                What::Mark(name) => owned.push((Some(name.clone()), String::new(), manner, tag)),
                What::Letter(letter) => owned.push((Some(format!("letter:{letter}")), String::new(), manner, tag)),
            }
        }
        let stretches = owned.iter().map(|(mark, text, manner, tag)| Stretch {
            what: mark.as_ref().map_or(Words::Text(text, *manner), |name| Words::Mark(name)),
            tag: *tag,
        });
        let paragraphs = Paragraphs::of(self.shaper, style, [stretches.collect::<Vec<_>>()]);
        for letter in paragraphs.missing() {
            let code = u32::from(letter);
            let what = format!("no font has the letter `{letter}` (U+{code:04X})");
            let problem = Problem::error(self.at.find(&letter.to_string()), what);
            self.problems.push(problem.hint(format!("see the style `{}`", style.name)));
        }
        match manners {
            Manners::Line => paragraphs.set_in_line(style.size, measure),
            Manners::Ragged => paragraphs.set(style.size, measure),
            Manners::Justified { indent } => {
                let room = move |line: usize| {
                    let indent = if line < lines {
                        by
                    } else if line == 0 {
                        indent
                    } else {
                        Mm::ZERO
                    };
                    Room { indent, width: measure - indent }
                };
                let syllables: &Syllables = &*self.syllables;
                paragraphs.justify(style.size, lines.max(1), &room, Some(syllables))
            }
        }
    }

    /// Plain words.
    pub fn plain(text: &str) -> Vec<Inline> {
        let what = What::Text(text.to_owned());
        vec![Inline { what, manner: Manner::default(), target: None, red: false }]
    }

    /// A line in its place: its items, and where it leads. Its words come in pieces that belong to the same link, or to none.
    pub fn line(&mut self, line: &Line, size: Pt, at: Point, colour: Colour) -> (Vec<Item>, Vec<Way>) {
        let mut items = Vec::new();
        let mut ways: Vec<Way> = Vec::new();
        let at = Point::new(at.x + line.x, at.y);
        let tints: Tints = self.tints(line);
        let tints = (!tints.is_empty()).then(|| Arc::new(tints));
        let high = size.to_mm();
        let mut pieces = line.pieces.as_slice();
        while let Some(first) = pieces.first() {
            let Piece::Run(run) = first else {
                if let Piece::Mark(mark) = first {
                    items.extend(self.mark_in_line(mark, at));
                }
                pieces = &pieces[1..];
                continue;
            };
            let link = self.link_of(run.tag);
            let together = |piece: &&Piece| matches!(piece, Piece::Run(next) if link.is_none() || next.tag == run.tag);
            let mut count = pieces.iter().take_while(together).count();
            if link.is_none() {
                let leads = |piece: &Piece| matches!(piece, Piece::Run(run) if self.leads(run.tag));
                count = pieces[..count].iter().position(leads).unwrap_or(count);
            }
            let (these, rest) = pieces.split_at(count.max(1));
            pieces = rest;
            let part = Line { x: Mm::ZERO, baseline: line.baseline, width: line.width, pieces: these.to_vec() };
            let (turn, kind, tints) = (Turn::None, TextKind::Label, tints.clone());
            let text = Item::Text(Text { line: part, at, turn, size, colour, kind, tints });
            let Some((element, target)) = link else {
                items.push(text);
                continue;
            };
            let (mut from, mut to) = (Mm::ZERO, Mm::ZERO);
            for (number, piece) in these.iter().enumerate() {
                let Piece::Run(run) = piece else { continue };
                from = if number == 0 { run.x } else { from };
                to = run.x + high * run.word.width(run.tracking.into());
            }
            let area = Rect { x: at.x + from, y: at.y - high * 0.75, width: to - from, height: high };
            ways.push(Way { area, target, element });
            items.extend(Self::tagged(element, vec![text]));
        }
        (items, ways)
    }

    /// The colours of a line's words that have one of their own.
    fn tints(&self, line: &Line) -> Tints {
        let mut tints = Tints::new();
        for piece in &line.pieces {
            let Piece::Run(run) = piece else { continue };
            let tag = usize::from(run.tag).checked_sub(1).and_then(|index| self.tags.get(index));
            tints.extend(tag.and_then(|tag| tag.colour).map(|colour| (run.tag, colour)));
        }
        tints.dedup();
        tints
    }

    /// Whether words with a tag lead somewhere.
    fn leads(&self, tag: u16) -> bool {
        usize::from(tag).checked_sub(1).and_then(|index| self.tags.get(index)).is_some_and(|tag| tag.target.is_some())
    }

    /// The link of words with a tag: its element, which is one on however many lines they stand, and where it leads. It becomes
    /// a part of what it stands in when the book is bound.
    fn link_of(&mut self, tag: u16) -> Option<(usize, Target)> {
        let index = usize::from(tag).checked_sub(1)?;
        let target = self.tags.get(index)?.target.clone()?;
        let element = match self.tags[index].element {
            Some(element) => element,
            None => self.element("Link", None, None),
        };
        self.tags[index].element = Some(element);
        Some((element, target))
    }

    /// A mark among words: it is read as its name.
    fn mark_in_line(&mut self, mark: &SetMark, at: Point) -> Vec<Item> {
        let bounds = Rect { x: at.x + mark.x, y: at.y + mark.drop - mark.side, width: mark.side, height: mark.side };
        match mark.name.strip_prefix("letter:") {
            Some(letter) => self.letter(letter, bounds.middle()),
            None => {
                let drawn = self.mark(&mark.name, bounds, Colour::Black);
                drawn.into_iter().flat_map(|item| [Item::Says(mark.name.replace('-', " ").into()), item]).collect()
            }
        }
    }

    /// The lines of a block, the first baseline at a place: their items, and where they lead.
    pub fn lines_at(&mut self, block: &Block, at: Point, colour: Colour) -> (Vec<Item>, Vec<Way>) {
        let (mut items, mut links) = (Vec::new(), Vec::new());
        for line in &block.lines {
            let (more, leading) = self.line(line, block.size, Point::new(at.x, at.y + line.baseline), colour);
            items.extend(more);
            links.extend(leading);
        }
        (items, links)
    }

    /// Words on one line, in a style, at a place.
    pub fn words_at(&mut self, words: &[Inline], style: &str, at: Point, align: Side, colour: Colour) -> Slab {
        let mut slab = Slab::default();
        let Some(style) = self.style(style) else { return slab };
        let block = self.set(words, style, Manners::Line, Mm::ZERO);
        for line in &block.lines {
            let x = match align {
                Side::Left => at.x,
                Side::Middle => at.x - line.width / 2.0,
                Side::Right => at.x - line.width,
            };
            let (items, links) =
                self.line(&Line { x: Mm::ZERO, ..line.clone().parted() }, style.size, Point::new(x, at.y), colour);
            slab.items.extend(items);
            slab.links.extend(links);
        }
        slab
    }

    /// How wide words are on one line.
    pub fn width(&mut self, words: &[Inline], style: &str) -> Mm {
        let Some(style) = self.style(style) else { return Mm::ZERO };
        let seen = self.seen.clone();
        let width = self.set(words, style, Manners::Line, Mm::ZERO).width();
        self.seen = seen;
        width
    }

    /// Slabs of one line each for a block of text, none torn so that a line is left alone.
    pub fn line_slabs(&mut self, block: &Block, x: Mm, colour: Colour, element: usize) -> Vec<Slab> {
        let count = block.lines.len();
        let mut slabs = Vec::with_capacity(count);
        for (number, line) in block.lines.iter().enumerate() {
            let (items, links) = self.line(line, block.size, Point::new(x, FIRST), colour);
            slabs.push(Slab {
                items: Self::tagged(element, items),
                links,
                after: After::line(number, count),
                grid: true,
                inside: number > 0,
                ..Slab::new(1.0)
            });
        }
        slabs
    }

    /// Text that does not fit.
    pub fn too_long(&mut self, at: &Place, what: String) {
        self.problems.push(Problem::error(at.clone(), what).label("too long").hint("cut the text"));
    }
}

/// Which end of words stands at their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Middle,
    Right,
}
