//! Blocks of a column: paragraphs and lists.

use unicode_script::UnicodeScript as _;

use super::setting::{Beside, LineMode};
use super::{TextAnchor, Typesetter};
use crate::PageText;
use crate::diagnostic::Span;
use crate::game::{Colour, Formatting, Ink, KindId};
use crate::measure::{FIRST, LEAD, MEASURE, TITLE, lines};
use crate::model::{Block, Chapter, Inline, Labels, Paragraph, Target, What};
use crate::scene::{Attribute, Item};
use crate::slab::{After, Opens, Slab};
use crate::units::{Mm, Point, Rect};

/// A column of text: its left edge and its measure, relative to the page's column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    pub x: Mm,
    pub measure: Mm,
    /// The type style of its paragraphs.
    pub style: &'static str,
    /// True if its right edge is straight.
    pub justified: bool,
}

impl Column {
    /// The page's own column.
    pub const PAGE: Self = Self { x: Mm::ZERO, measure: MEASURE, style: "book", justified: true };

    /// Returns the column, narrower at its left.
    pub fn indented(self, indent: Mm) -> Self {
        Self { x: self.x + indent, measure: self.measure - indent, ..self }
    }
}

/// The indent of a paragraph that follows another, in ems.
const INDENT: f64 = 1.2;

impl Typesetter<'_> {
    /// Draws the opening of a chapter: a band of interlace, title and number.
    pub(crate) fn opening(&mut self, chapter: &Chapter) -> Slab {
        let (title, element) = self.title_slab(&chapter.title, chapter.kind);
        let mut slab = Slab { opens: Opens::Chapter, before: 2.0, grid: true, ..title };
        self.break_page_before(&mut slab);
        if let Some(number) = chapter.number {
            let colour = self.kind_colour(chapter.kind, "kind");
            slab.notes.push(self.number_note(&number.to_string(), "book-number-large", TITLE, colour, element));
        }
        slab.anchors.push(Target::Section(chapter.id.clone()));
        Self::locate_text(std::slice::from_mut(&mut slab), &chapter.at, Column::PAGE);
        slab
    }

    /// Blocks in a column.
    pub(crate) fn blocks(&mut self, blocks: &[Block], column: Column) -> Vec<Slab> {
        self.blocks_after(blocks, column, None)
    }

    /// Blocks that may follow a paragraph.
    pub(crate) fn blocks_after(&mut self, blocks: &[Block], column: Column, first: Option<&Paragraph>) -> Vec<Slab> {
        let mut slabs: Vec<Slab> = Vec::new();
        let mut follows_paragraph = first.is_some();
        let mut follows_head = false;
        for (number, block) in blocks.iter().enumerate() {
            let paragraph = matches!(block, Block::Paragraph(_));
            let mut more = match block {
                Block::Section { id, number, title, at, .. } => vec![self.section(id, number, title, at, column)],
                Block::Subsection { id, title, at, .. } => vec![self.subsection(id, title, at, column, follows_head)],
                Block::Paragraph(paragraph) => self.paragraph(paragraph, column, follows_paragraph),
                Block::Quote { paragraphs, source } => self.quote(paragraphs, source, column),
                Block::List { labels, items } => self.list(*labels, items, column),
                Block::Code { code, at } => self.code(code, at, column),
                Block::Rule => vec![self.break_line(column)],
                Block::PageBreak => {
                    self.breaks_page = true;
                    Vec::new()
                }
                Block::Table(table) => self.table(table, column),
                Block::Rows { rows, at } => self.rows(rows, at, column),
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
                Block::Drawing { name, alt, caption } => vec![self.drawing(name, alt, caption)],
                Block::Together { cards, caption } => vec![self.together(cards, caption)],
                Block::Illustration(shown) => vec![self.illustration(shown, column)],
            };
            if let (Some(next), Some(last)) = (blocks.get(number + 1), more.last_mut())
                && stays_with(block, next)
            {
                last.after = After::Held;
            }
            if slabs.last().is_some_and(|slab| slab.heads) && !is_head(block) {
                hold_below_head(&mut more, blocks.get(number + 1));
            }
            if let Some(first) = more.first_mut().filter(|_| !matches!(block, Block::PageBreak)) {
                self.break_page_before(first);
            }
            slabs.extend(more);
            follows_paragraph = paragraph;
            follows_head = matches!(block, Block::Section { .. });
        }
        slabs
    }

    /// Begins a page with a slab, if the source requires it.
    fn break_page_before(&mut self, slab: &mut Slab) {
        if std::mem::take(&mut self.breaks_page) {
            slab.opens = Opens::Page;
        }
    }

    /// Lines of code on a ground of their own, with half a line free above.
    fn code(&mut self, code: &str, at: &Span, column: Column) -> Vec<Slab> {
        const IN: Mm = Mm::new(2.5);
        /// Of the ground above the first line and below the last, in lines.
        const EDGE: f64 = 0.25;
        let Some(style) = self.style("book-code") else { return Vec::new() };
        let element = self.element("Code", self.parent, None);
        let formatting = Formatting { code: true, verbatim: true, ..Formatting::default() };
        let mut lines_of_code = Vec::new();
        for line in code.lines() {
            let text = What::Text(unbroken(line));
            let words = [Inline { what: text, formatting, target: None, red: false }];
            let block = self.set(&words, style, LineMode::Ragged, column.measure - IN * 2.0);
            // An empty line is a line all the same.
            if block.lines.is_empty() {
                lines_of_code.push(None);
            }
            lines_of_code.extend(block.lines.into_iter().map(|line| Some((line, block.size))));
        }
        let count = lines_of_code.len();
        let mut slabs = Vec::with_capacity(count);
        for (number, line) in lines_of_code.into_iter().enumerate() {
            let above = if number == 0 { EDGE } else { 0.0 };
            let below = if number + 1 == count { EDGE } else { 0.0 };
            let mut slab = Slab {
                before: if number == 0 { 0.5 } else { 0.0 },
                after: After::line(number, count),
                inside: number > 0,
                ..Slab::new(above + 1.0 + below)
            };
            // A little longer, to hide the gap between two of them.
            let overlap = if number + 1 == count { Mm::ZERO } else { Mm::new(0.05) };
            let ground = Rect { x: column.x, y: Mm::ZERO, width: column.measure, height: lines(slab.height) + overlap };
            slab.items.push(self.code_ground(ground));
            if let Some((line, size)) = line {
                let at = Point::new(column.x + IN, lines(above) + FIRST);
                let line = crate::text::Line { baseline: Mm::ZERO, ..line };
                let (items, _) = self.line_without_ground(&line, size, at, Colour::Black);
                slab.items.extend(Self::tagged(element, items));
            }
            slabs.push(slab);
        }
        Self::locate_text(&mut slabs, at, column);
        slabs
    }

    /// Draws the background of code; a line at its left in the low-ink version.
    pub(crate) fn code_ground(&self, bounds: Rect) -> Item {
        if self.renderer.ink() == Ink::Low {
            return self.rect(Rect { width: Mm::new(0.18), ..bounds }, Colour::Black);
        }
        self.rect(bounds, self.colour("box"))
    }

    /// Draws a line in the middle of the column as a separator.
    fn break_line(&mut self, column: Column) -> Slab {
        /// Parts of the column and of the line.
        const WIDTH: f64 = 0.3;
        const MIDDLE: f64 = 0.65;
        let mut slab = Slab { grid: true, ..Slab::new(1.0) };
        let width = column.measure * WIDTH;
        let x = column.x + (column.measure - width) / 2.0;
        slab.items.push(self.cut_line(x, lines(MIDDLE), width));
        slab
    }

    /// Sets a paragraph; one that follows another is indented.
    pub(crate) fn paragraph(&mut self, paragraph: &Paragraph, column: Column, follows: bool) -> Vec<Slab> {
        let Some(style) = self.style(column.style) else { return Vec::new() };
        self.at = paragraph.at.clone();
        // Lines that are ended by hand begin below one another.
        let is_broken = paragraph.words.iter().any(|inline| inline.what == What::Break);
        let indent = if follows && !is_broken { style.size.to_mm() * INDENT } else { Mm::ZERO };
        let mode = if column.justified { LineMode::Justified { indent } } else { LineMode::Ragged };
        let block = self.set(&paragraph.words, style, mode, column.measure);
        let element = self.element("P", self.parent, None);
        let mut slabs = self.line_slabs(&block, column.x, Colour::Black, element);
        self.number(&mut slabs, paragraph, element);
        self.mark_text(&mut slabs, &paragraph.at, column);
        slabs
    }

    /// Records where the words of slabs are in the source.
    pub(crate) fn locate_text(slabs: &mut [Slab], at: &Span, column: Column) {
        for slab in slabs {
            let area = Rect { x: column.x, y: Mm::ZERO, width: column.measure, height: lines(slab.height) };
            slab.texts.push(PageText { area, at: at.clone() });
        }
    }

    /// Records the same for a paragraph, and marks its lines if it was revised.
    pub(crate) fn mark_text(&self, slabs: &mut [Slab], at: &Span, column: Column) {
        Self::locate_text(slabs, at, column);
        let revised = |range: &std::ops::Range<usize>| range.start < at.range.end && at.range.start < range.end;
        if self.revised.iter().any(revised) {
            slabs.iter_mut().for_each(|slab| slab.revised.push((Mm::ZERO, lines(slab.height))));
        }
    }

    /// Adds the number of a numbered paragraph, as a part of its element.
    pub(crate) fn number(&mut self, slabs: &mut [Slab], paragraph: &Paragraph, element: usize) {
        if let (Some((id, number)), Some(first)) = (&paragraph.number, slabs.first_mut()) {
            let red = self.colour("reference");
            first.notes.push(self.number_note(number, "book-number", FIRST, red, element));
            first.anchors.push(Target::Section(id.clone()));
        }
    }

    /// Sets the first paragraph of a chapter, with an initial and its next words in small capitals.
    ///
    /// The initial is three lines high, in a paragraph of two lines two lines. A shorter paragraph has none.
    pub(crate) fn initial(&mut self, paragraph: &Paragraph, kind: KindId) -> Vec<Slab> {
        self.at = paragraph.at.clone();
        let (Some(style), Some(drop)) = (self.style("book"), self.style("book-drop")) else { return Vec::new() };
        let Some((letter, rest)) = take_initial(&paragraph.words) else {
            return self.paragraph(paragraph, Column::PAGE, false);
        };
        let mode = LineMode::Justified { indent: Mm::ZERO };
        let capitals = style.size.to_mm() * style.cap_height;
        let seen = self.seen.clone();
        let mut set = None;
        for (beside, below) in [(3, 2.0), (2, 1.0)] {
            let mut drop = drop.clone();
            drop.size = drop.size * ((capitals + LEAD * below) / (capitals + LEAD * 2.0));
            let initial = self.set(&Self::plain(&letter), &drop, LineMode::Line, Mm::ZERO);
            self.seen.clone_from(&seen);
            let block = self.set_about(
                &rest,
                style,
                mode,
                MEASURE,
                Beside { lines: beside, width: initial.width() + Mm::new(1.0) },
            );
            if block.lines.len() >= beside {
                set = Some((initial, block, beside, FIRST + LEAD * below));
                break;
            }
        }
        let Some((set_initial, block, beside, foot)) = set else {
            self.seen = seen;
            return self.paragraph(paragraph, Column::PAGE, false);
        };
        let element = self.element("P", self.parent, None);
        let mut slabs = self.line_slabs(&block, Mm::ZERO, Colour::Black, element);
        let colour = self.kind_colour(kind, "kind");
        let mut first = Self::tagged(element, self.lines_at(&set_initial, Point::new(Mm::ZERO, foot), colour).0);
        first.append(&mut slabs[0].items);
        slabs[0].items = first;
        for slab in slabs.iter_mut().take(beside) {
            slab.after = After::Held;
        }
        self.number(&mut slabs, paragraph, element);
        self.mark_text(&mut slabs, &paragraph.at, Column::PAGE);
        slabs
    }

    fn list(&mut self, labels: Labels, items: &[Vec<Block>], column: Column) -> Vec<Slab> {
        const IN: Mm = Mm::new(4.5);
        /// The least between a label and its words.
        const APART: Mm = Mm::new(1.2);
        let mut slabs = Vec::new();
        let outer = self.parent;
        let list = self.element_with("L", outer, vec![Attribute::ListNumbering(labels.numbering())]);
        let sign = |number: usize| match (labels, labels.label(number).unwrap_or_default()) {
            (Labels::Bullets, label) => label,
            (_, label) => format!("{label}."),
        };
        let signs: Vec<String> = (0..items.len()).map(sign).collect();
        let widest = signs.iter().map(|sign| self.width(&Self::plain(sign), column.style)).fold(Mm::ZERO, Mm::max);
        let indent = IN.max(widest + APART);
        for (number, (blocks, sign)) in items.iter().zip(&signs).enumerate() {
            let item = self.element("LI", Some(list), None);
            let label = self.element("Lbl", Some(item), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let inner = column.indented(indent);
            let mut body = self.blocks(blocks, inner);
            let sign = self.words_at(
                &Self::plain(sign),
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
                first.inside = number > 0;
            }
            slabs.append(&mut body);
        }
        self.parent = outer;
        slabs
    }
}

/// True if a block begins with a heading.
fn is_head(block: &Block) -> bool {
    matches!(
        block,
        Block::Section { .. } | Block::Subsection { .. } | Block::Steps(_) | Block::Cards { .. } | Block::PageBreak
    )
}

/// Keeps two lines after a heading on its page: those of the block itself and, if it has only one, of the `next`.
pub(crate) fn hold_below_head(slabs: &mut [Slab], next: Option<&Block>) {
    const LINES: f64 = 2.0;
    let (count, mut height) = (slabs.len(), 0.0);
    for (number, slab) in slabs.iter_mut().enumerate() {
        height += slab.height;
        let follows = number + 1 < count || next.is_some_and(|next| !is_head(next));
        if height >= LINES || !follows {
            break;
        }
        slab.after = After::Held;
    }
}

/// Returns a line of code with its indentation and the spaces between its columns.
fn unbroken(line: &str) -> String {
    const TAB: &str = "    ";
    let line = line.replace('\t', TAB);
    let words = line.trim_start();
    let lead = "\u{a0}".repeat(line.len() - words.len());
    lead + &words.replace("  ", "\u{a0}\u{a0}")
}

/// True if the end of a block and the beginning of the next stay on one page: a table and the sentence before or after
/// it, and anything that a sentence with a colon announces.
fn stays_with(block: &Block, next: &Block) -> bool {
    let is_table = |block: &Block| matches!(block, Block::Table(_) | Block::Rows { .. });
    let announces = |block: &Block| match block {
        Block::Paragraph(paragraph) => crate::model::letters(&paragraph.words).trim_end().ends_with(':'),
        _ => false,
    };
    let is_text = |block: &Block| matches!(block, Block::Paragraph(_));
    announces(block) || (is_table(block) && is_text(next)) || (is_text(block) && is_table(next))
}

/// Splits off the first letter or number of a paragraph; the first words of the rest are in small capitals.
fn take_initial(words: &[Inline]) -> Option<(String, Vec<Inline>)> {
    /// About this many letters are set in small capitals, up to the end of a word.
    const LEAD_IN: usize = 14;
    let first = words.first()?;
    let What::Text(text) = &first.what else { return None };
    // Letters that are joined to the next ones stay with them.
    let is_joined = |letter: char| matches!(letter.script().short_name(), "Arab" | "Syrc" | "Mong");
    let stands_alone = |letter: &char| letter.is_alphanumeric() && !is_joined(*letter);
    let first_letter = text.chars().next().filter(stands_alone)?;
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
