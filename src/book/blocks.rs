//! Blocks of a column: paragraphs and lists.

use super::measure::{FIRST, LEAD, MEASURE, TITLE, lines};
use super::model::{Block, Chapter, Inline, Paragraph, Target, What};
use super::setting::LineMode;
use super::slab::{After, Opens, Slab};
use super::typesetter::{TextAnchor, Typesetter};
use crate::diagnostic::Span;
use crate::game::Colour;
use crate::scene::Attribute;
use crate::units::{Mm, Point};

/// Where a column of text stands: its left edge and its measure, counted from the page's column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    pub x: Mm,
    pub measure: Mm,
    /// The type style of its paragraphs.
    pub style: &'static str,
    /// Whether its right edge is straight.
    pub justified: bool,
}

impl Column {
    /// The page's own column.
    pub const PAGE: Self = Self { x: Mm::ZERO, measure: MEASURE, style: "book", justified: true };
}

/// The indent of a paragraph that follows another, in ems.
const INDENT: f64 = 1.2;

impl Typesetter<'_> {
    /// The opening of a chapter: a band of interlace, title and number.
    pub(super) fn opening(&mut self, chapter: &Chapter) -> Slab {
        let (title, element) = self.title_slab(&chapter.title, chapter.kind);
        let mut slab = Slab { opens: Opens::Chapter, before: 2.0, grid: true, ..title };
        if let Some(number) = chapter.number {
            let colour = self.kind_colour(chapter.kind, "kind");
            slab.notes.push(self.number_note(&number.to_string(), "book-number-large", TITLE, colour, element));
        }
        slab.anchors.push(Target::Section(chapter.id.clone()));
        slab
    }

    /// Blocks in a column.
    pub(super) fn blocks(&mut self, blocks: &[Block], column: Column) -> Vec<Slab> {
        self.blocks_after(blocks, column, false)
    }

    /// Blocks that may follow a paragraph.
    pub(super) fn blocks_after(&mut self, blocks: &[Block], column: Column, mut follows_paragraph: bool) -> Vec<Slab> {
        let mut slabs: Vec<Slab> = Vec::new();
        let mut follows_head = false;
        for (number, block) in blocks.iter().enumerate() {
            let paragraph = matches!(block, Block::Paragraph(_));
            let mut more = match block {
                Block::Section { id, number, title, .. } => vec![self.section(id, number, title, column)],
                Block::Subsection { id, title, .. } => vec![self.subsection(id, title, column, follows_head)],
                Block::Paragraph(paragraph) => self.paragraph(paragraph, column, follows_paragraph),
                Block::Quote { paragraphs, source } => self.quote(paragraphs, source, column),
                Block::List { numbered, items } => self.list(*numbered, items, column),
                Block::Table(table) => self.table(table, column),
                Block::Rows(rows) => self.rows(rows, column),
                Block::Example { title, blocks } => vec![self.example(title, blocks)],
                Block::Epigraph { words, source } => vec![self.epigraph(words, source, column)],
                Block::Sum(parts) => vec![self.sum(parts, column)],
                Block::Steps(steps) => self.steps(steps),
                Block::Setup { caption } => vec![self.setup(caption)],
                Block::Anatomy { card, caption, parts } => vec![self.anatomy(*card, caption, parts)],
                Block::Cards { kind, id, number, words, entries, rest } => {
                    let mut slabs = self.cards(*kind, id, number, words, entries);
                    slabs.extend(self.blocks(rest, column));
                    slabs
                }
                Block::Deck => self.deck(),
                Block::Rulings(rulings) => self.rulings(rulings, column, follows_paragraph),
                Block::Legend(signs) => self.legend(signs, column),
                Block::Components(components) => self.components(components, column),
                Block::Board(diagram) => vec![self.board(diagram, column)],
                Block::Boards { boards, caption } => vec![self.boards(boards, caption, column)],
                Block::Sides { cards, caption } => vec![self.sides(cards, caption)],
                Block::Drawing { name, said, caption } => vec![self.drawing(name, said, caption)],
                Block::Together { cards, caption } => vec![self.together(cards, caption)],
                Block::Illustration(shown) => vec![self.illustration(shown, column)],
            };
            if let (Some(next), Some(last)) = (blocks.get(number + 1), more.last_mut())
                && stays_with(block, next)
            {
                last.after = After::Held;
            }
            slabs.extend(more);
            follows_paragraph = paragraph;
            follows_head = matches!(block, Block::Section { .. });
        }
        slabs
    }

    /// A paragraph; one that follows another is indented.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, column: Column, follows: bool) -> Vec<Slab> {
        let Some(style) = self.style(column.style) else { return Vec::new() };
        self.at = paragraph.at.clone();
        let indent = if follows { style.size.to_mm() * INDENT } else { Mm::ZERO };
        let mode = if column.justified { LineMode::Justified { indent } } else { LineMode::Ragged };
        let block = self.set(&paragraph.words, style, mode, column.measure);
        let element = self.element("P", self.parent, None);
        let mut slabs = self.line_slabs(&block, column.x, Colour::Black, element);
        self.number(&mut slabs, paragraph, element);
        self.mark_revised(&mut slabs, &paragraph.at);
        slabs
    }

    /// Marks the lines of words that were revised.
    pub(super) fn mark_revised(&self, slabs: &mut [Slab], at: &Span) {
        let revised = |range: &std::ops::Range<usize>| range.start < at.range.end && at.range.start < range.end;
        if self.revised.iter().any(revised) {
            slabs.iter_mut().for_each(|slab| slab.revised.push((Mm::ZERO, lines(slab.height))));
        }
    }

    /// The number of a paragraph that has one, as a part of its element.
    pub(super) fn number(&mut self, slabs: &mut [Slab], paragraph: &Paragraph, element: usize) {
        if let (Some((id, number)), Some(first)) = (&paragraph.number, slabs.first_mut()) {
            let red = self.colour("reference");
            first.notes.push(self.number_note(number, "book-number", FIRST, red, element));
            first.anchors.push(Target::Section(id.clone()));
        }
    }

    /// The first paragraph of a chapter, with an initial three lines high and its next words in small capitals.
    ///
    /// Every chapter that begins with text has one. It stands on the third line; in a shorter paragraph it stands on the
    /// last line and rises above the first, for which a paragraph of one line leaves a line free.
    pub(super) fn initial(&mut self, paragraph: &Paragraph, kind: usize) -> Vec<Slab> {
        const LINES: usize = 3;
        self.at = paragraph.at.clone();
        let (Some(style), Some(drop)) = (self.style("book"), self.style("book-drop")) else { return Vec::new() };
        let Some((letter, rest)) = take_initial(&paragraph.words) else {
            return self.paragraph(paragraph, Column::PAGE, false);
        };
        let set_initial = self.set(&Self::plain(&letter), drop, LineMode::Line, Mm::ZERO);
        let by = set_initial.width() + Mm::new(1.0);
        let mode = LineMode::Justified { indent: Mm::ZERO };
        let block = self.set_about(&rest, style, mode, MEASURE, LINES, by);
        let element = self.element("P", self.parent, None);
        let mut slabs = self.line_slabs(&block, Mm::ZERO, Colour::Black, element);
        let colour = self.kind_colour(kind, "kind");
        let beside = slabs.len().min(LINES);
        if beside == 0 {
            return slabs;
        }
        slabs[0].before = if beside == 1 { 1.0 } else { 0.0 };
        #[allow(clippy::cast_precision_loss, reason = "three lines at the most")]
        let foot = FIRST + LEAD * (beside - 1) as f64;
        let mut first = Self::tagged(element, self.lines_at(&set_initial, Point::new(Mm::ZERO, foot), colour).0);
        first.append(&mut slabs[0].items);
        slabs[0].items = first;
        for slab in slabs.iter_mut().take(beside) {
            slab.after = After::Held;
        }
        self.number(&mut slabs, paragraph, element);
        self.mark_revised(&mut slabs, &paragraph.at);
        slabs
    }

    fn list(&mut self, numbered: bool, items: &[Vec<Block>], column: Column) -> Vec<Slab> {
        const IN: Mm = Mm::new(4.5);
        let mut slabs = Vec::new();
        let outer = self.parent;
        let labels = Attribute::ListNumbering(if numbered { "Decimal" } else { "Disc" });
        let list = self.element_with("L", outer, vec![labels]);
        for (number, blocks) in (1..).zip(items) {
            let item = self.element("LI", Some(list), None);
            let label = self.element("Lbl", Some(item), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let inner = Column { x: column.x + IN, measure: column.measure - IN, ..column };
            let mut body = self.blocks(blocks, inner);
            let sign = if numbered { format!("{number}.") } else { "•".to_owned() };
            let sign = self.words_at(
                &Self::plain(&sign),
                column.style,
                Point::new(column.x, FIRST),
                TextAnchor::Left,
                Colour::Black,
            );
            if let Some(first) = body.first_mut() {
                let mut items = Self::tagged(label, sign.items);
                items.append(&mut first.items);
                first.items = items;
                // No figure comes between two items.
                first.inside = number > 1;
            }
            slabs.append(&mut body);
        }
        self.parent = outer;
        slabs
    }
}

/// Whether the end of a block and the beginning of the next are on one page: a table and the sentence before or after it,
/// and whatever a sentence with a colon announces.
fn stays_with(block: &Block, next: &Block) -> bool {
    let is_table = |block: &Block| matches!(block, Block::Table(_) | Block::Rows(_));
    let announces = |block: &Block| match block {
        Block::Paragraph(paragraph) => super::model::letters(&paragraph.words).trim_end().ends_with(':'),
        _ => false,
    };
    let is_text = |block: &Block| matches!(block, Block::Paragraph(_));
    announces(block) || (is_table(block) && is_text(next)) || (is_text(block) && is_table(next))
}

/// The first letter or number of a paragraph, and the rest with its first words in small capitals.
fn take_initial(words: &[Inline]) -> Option<(String, Vec<Inline>)> {
    /// About this many letters are set in small capitals, up to the end of a word.
    const LEAD_IN: usize = 14;
    let first = words.first()?;
    let What::Text(text) = &first.what else { return None };
    let first_letter = text.chars().next().filter(|letter| letter.is_alphanumeric())?;
    // A number stays whole.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (letter, rest) = text.split_at(digits.max(first_letter.len_utf8()));
    let end = rest
        .char_indices()
        .find(|(at, letter)| ",.:;".contains(*letter) || (*at >= LEAD_IN && letter.is_whitespace()))
        .map_or(rest.len(), |(at, _)| at);
    let part = |text: &str, term: bool| Inline {
        what: What::Text(text.to_owned()),
        formatting: crate::game::Formatting { term, ..first.formatting },
        ..first.clone()
    };
    let mut all = vec![part(&rest[..end], true), part(&rest[end..], false)];
    all.retain(|inline| !matches!(&inline.what, What::Text(text) if text.is_empty()));
    all.extend(words[1..].iter().cloned());
    Some((letter.to_owned(), all))
}
