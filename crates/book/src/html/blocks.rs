//! Paragraphs, lists, tables, examples and steps of a page for screens.

use super::writer::{Writer, attribute, note_id, reference_id, section_id};
use crate::game::{KindId, filled, number};
use crate::model::{Block, Cell, Chapter, Inline, Labels, Paragraph, Part, Step, Table, What, Words, letters};

impl Writer<'_, '_> {
    /// Writes a chapter: a band of interlace, its title, its blocks.
    pub fn chapter(&mut self, chapter: &Chapter, words: impl FnOnce(&mut Self)) {
        let number = chapter.number.map(|number| number.to_string()).unwrap_or_default();
        let id = attribute(&section_id(&chapter.id));
        self.block(&format!("section class=\"chapter k{}\" id=\"{id}\"", chapter.kind.0), |to| {
            to.raw("\n");
            to.enter(&chapter.id, &number);
            to.band(chapter.kind);
            to.block("h2", |to| {
                to.number(&chapter.id, &number);
                to.words(&chapter.title);
            });
            to.seen.clear();
            match chapter.blocks.split_first() {
                Some((Block::Paragraph(first), rest)) => {
                    to.paragraph(first, "first");
                    to.blocks(rest);
                }
                _ => to.blocks(&chapter.blocks),
            }
            words(to);
            to.footnotes();
        });
    }

    /// Lines of code.
    fn code(&mut self, code: &str) {
        self.found.rare = true;
        self.block("pre tabindex=\"0\"", |to| to.element("code", |to| to.text(code)));
    }

    /// Writes the footnotes of a chapter, below it; each links back to its words.
    fn footnotes(&mut self) {
        let numbers = std::mem::take(&mut self.notes);
        if numbers.is_empty() {
            return;
        }
        self.block("div class=\"notes\" role=\"doc-endnotes\"", |to| {
            for number in numbers {
                let Some(note) = to.doc.footnotes.get(number - 1) else { continue };
                to.block(&format!("p id=\"{}\"", note_id(number)), |to| {
                    to.element(&format!("a href=\"#{}\" role=\"doc-backlink\"", reference_id(number)), |to| {
                        to.text(&number.to_string());
                    });
                    to.raw(" ");
                    to.words(&note.words);
                });
            }
        });
    }

    /// Writes a band of interlace of a kind; two rules in a game without any.
    pub fn band(&mut self, kind: KindId) {
        if self.game().deck.kinds.get(kind.0).is_some_and(|kind| kind.weave.is_some()) {
            self.woven.insert(kind);
            self.raw(&format!("<svg class=\"weave\" aria-hidden=\"true\"><use href=\"#weave_{}\"/></svg>\n", kind.0));
        } else if !self.set.has_interlace() {
            self.found.rare = true;
            self.raw("<div class=\"rules\"></div>\n");
        }
    }

    pub fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Section { id, number, title, .. } => self.head("h3", id, number, |to| to.words(title)),
                Block::Subsection { id, title, .. } => self.subsection(id, title),
                Block::Paragraph(paragraph) => self.paragraph(paragraph, ""),
                Block::Quote { paragraphs, source } => self.quote(paragraphs, source),
                Block::List { labels, items } => self.list(*labels, items),
                Block::Code { code, .. } => self.code(code),
                Block::Rule => self.raw("<hr/>\n"),
                Block::PageBreak => {}
                Block::Table(table) => self.table(table),
                Block::Rows { rows, .. } => self.rows(rows),
                Block::Example { title, blocks } => self.example(title, blocks),
                Block::Epigraph { words, source } => self.epigraph(words, source),
                Block::Sum(parts) => self.sum(parts),
                Block::Steps(steps) => self.steps(steps),
                Block::Setup { caption } => self.setup(caption),
                Block::Anatomy { card, caption, parts } => self.anatomy(*card, caption, parts),
                Block::Cards { kind, id, number, words, entries, rest } => {
                    self.cards(*kind, id, number, words, entries);
                    self.blocks(rest);
                }
                Block::Deck => self.deck(),
                Block::Rulings(rulings) => self.rulings(rulings),
                Block::Legend(signs) => self.legend(signs),
                Block::Components(components) => self.components(components),
                Block::Sides { cards, caption } => self.sides(cards, caption),
                Block::Board(diagram) => self.board(diagram),
                Block::Boards { boards, caption } => self.boards(boards, caption),
                Block::Drawing { name, alt, caption } => self.drawing(name, alt, caption),
                Block::Together { cards, caption } => self.together(cards, caption),
                Block::Illustration(shown) => self.illustration(shown),
            }
        }
    }

    /// Writes a heading with its number.
    pub fn head(&mut self, level: &str, id: &str, number: &str, title: impl FnOnce(&mut Self)) {
        self.enter(id, number);
        self.block(&format!("{level} id=\"{}\"", attribute(&section_id(id))), |to| {
            to.number(id, number);
            title(to);
        });
        self.seen.clear();
    }

    /// Writes the head of a part of a section, which has no number.
    fn subsection(&mut self, id: &str, title: &[Inline]) {
        self.found.rare = true;
        self.block(&format!("h4 class=\"part\" id=\"{}\"", attribute(&section_id(id))), |to| to.words(title));
    }

    /// Writes a paragraph; some have a number of their own.
    pub fn paragraph(&mut self, paragraph: &Paragraph, class: &str) {
        let Some((id, number)) = &paragraph.number else {
            let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            return self.block(&format!("p{class}"), |to| to.words(&paragraph.words));
        };
        let class = format!("{class} numbered");
        self.numbered(&format!("p class=\"{}\"", class.trim()), id, number, &paragraph.words);
    }

    /// Words with a number of their own.
    fn numbered(&mut self, opening: &str, id: &str, number: &str, words: &[Inline]) {
        let outer = std::mem::replace(&mut self.here, (id.to_owned(), number.to_owned()));
        self.block(&format!("{opening} id=\"{}\"", attribute(&section_id(id))), |to| {
            to.number(id, number);
            to.words(words);
        });
        self.here = outer;
    }

    /// Writes rulings, each with its number.
    fn rulings(&mut self, rulings: &[Paragraph]) {
        self.block("ul class=\"rulings\"", |to| {
            for ruling in rulings {
                let (id, number) = ruling.number.clone().unwrap_or_default();
                to.numbered("li class=\"numbered\"", &id, &number, &ruling.words);
            }
        });
    }

    /// Writes a list; if all its items begin with an icon, those replace the bullets.
    fn list(&mut self, labels: Labels, items: &[Vec<Block>]) {
        let marked = |item: &Vec<Block>| matches!(item.as_slice(), [Block::Paragraph(only)] if begins_with_mark(only));
        let start;
        let opening = match labels {
            Labels::Bullets if items.iter().all(marked) => "ul class=\"marked\"",
            Labels::Bullets => "ul",
            Labels::Decimal(1) => "ol",
            Labels::Decimal(first) => {
                start = format!("ol start=\"{first}\"");
                &start
            }
            Labels::LowerAlpha => "ol type=\"a\"",
            Labels::UpperAlpha => "ol type=\"A\"",
            Labels::LowerRoman => "ol type=\"i\"",
            Labels::UpperRoman => "ol type=\"I\"",
        };
        self.block(opening, |to| {
            for item in items {
                to.block("li", |to| to.item(item));
            }
        });
    }

    /// Writes the content of an item: a single paragraph directly, the icon at its beginning separately.
    fn item(&mut self, item: &[Block]) {
        let [Block::Paragraph(Paragraph { words, number: None, .. })] = item else { return self.blocks(item) };
        match words.split_first() {
            Some((Inline { what: What::Mark(mark), .. }, rest)) => {
                self.silent_mark(mark);
                self.element("span", |to| to.words(rest));
            }
            _ => self.words(words),
        }
    }

    /// Writes a table with a head. It may be wider than a phone, and then scrolls sideways by itself.
    fn table(&mut self, table: &Table) {
        self.scrolled(|to| {
            to.element("thead", |to| {
                to.element("tr", |to| {
                    // An empty cell is the head of nothing.
                    let is = |cell: &Cell| if cell.words.is_empty() { "td" } else { "th scope=\"col\"" };
                    table.head.iter().for_each(|cell| to.cell(is(cell), cell));
                });
            });
            to.element("tbody", |to| {
                for row in &table.rows {
                    to.element("tr", |to| row.iter().for_each(|cell| to.cell(cell_is(cell.column, &cell.words), cell)));
                    to.raw("\n");
                }
            });
        });
    }

    /// Writes rows without lines: an icon or a term, and its meaning.
    fn rows(&mut self, rows: &[Vec<Words>]) {
        self.block("table class=\"rows\"", |to| {
            to.element("tbody", |to| rows.iter().for_each(|row| to.row(row)));
        });
    }

    /// Writes a row whose first cell is its head.
    pub fn row(&mut self, row: &[Words]) {
        self.element("tr", |to| {
            for (number, cell) in row.iter().enumerate() {
                to.element(cell_is(number, cell), |to| to.words(cell));
            }
        });
        self.raw("\n");
    }

    /// Writes a cell of a table, which may span several columns and rows.
    fn cell(&mut self, opening: &str, cell: &Cell) {
        let takes = |name: &str, number: usize| match number {
            1 => String::new(),
            number => format!(" {name}=\"{number}\""),
        };
        let (columns, rows) = (takes("colspan", cell.columns), takes("rowspan", cell.rows));
        self.element(&format!("{opening}{columns}{rows}"), |to| to.words(&cell.words));
    }

    /// Writes a table that can be scrolled sideways with fingers and keys.
    pub fn scrolled(&mut self, inside: impl FnOnce(&mut Self)) {
        let label = self.game().phrases().table;
        self.block(&format!("div class=\"table\" role=\"group\" aria-label=\"{label}\" tabindex=\"0\""), |to| {
            to.element("table", inside);
        });
    }

    /// Writes a box with an example of play.
    fn example(&mut self, title: &[Inline], blocks: &[Block]) {
        self.examples += 1;
        let id = format!("example_{}", self.examples);
        self.block(&format!("div class=\"example\" role=\"group\" aria-labelledby=\"{id}\""), |to| {
            to.block(&format!("p class=\"title\" id=\"{id}\""), |to| {
                to.element("span class=\"label\"", |to| to.text(to.game().phrases().example));
                to.raw(" ");
                to.words(title);
            });
            to.blocks(blocks);
        });
    }

    fn epigraph(&mut self, words: &[Inline], source: &[Inline]) {
        self.block("blockquote", |to| {
            to.element("p", |to| to.words(words));
            to.source(source);
        });
    }

    /// Writes a quotation.
    fn quote(&mut self, paragraphs: &[Paragraph], source: &[Inline]) {
        self.found.rare = true;
        self.block("blockquote class=\"quote\"", |to| {
            paragraphs.iter().for_each(|paragraph| to.paragraph(paragraph, ""));
            to.source(source);
        });
    }

    /// Writes the source of a quotation, if there is one.
    fn source(&mut self, words: &[Inline]) {
        if !words.is_empty() {
            self.element("footer", |to| to.words(words));
        }
    }

    /// Writes a sum with a label under each number.
    fn sum(&mut self, parts: &[Part]) {
        self.block("p class=\"sum\"", |to| {
            for part in parts {
                // A line never ends with a sign.
                to.element("span", |to| {
                    if let Some(sign) = part.sign {
                        to.raw(&format!("<span class=\"sign\">{sign}</span> "));
                    }
                    let result = if part.sign == Some('=') { " result" } else { "" };
                    to.element(&format!("span class=\"part{result}\""), |to| {
                        to.raw(&format!("<b>{}</b> ", number(part.figure)));
                        to.element("span class=\"label\"", |to| to.text(&part.label));
                    });
                });
                to.raw(" ");
            }
        });
    }

    /// Writes the steps of a turn, numbered.
    fn steps(&mut self, steps: &[Step]) {
        self.block("ol class=\"steps\"", |to| {
            for step in steps {
                to.block(&format!("li class=\"k{}\"", step.kind.0), |to| {
                    to.head("h3", &step.id, &step.number, |to| to.words(&step.title));
                    to.blocks(&step.blocks);
                });
            }
        });
    }

    /// Writes the number of a figure and its caption.
    pub fn caption(&mut self, words: &[Inline]) {
        self.figures += 1;
        let label = format!("<b>{}</b> ", filled(self.game().phrases().figure, &[&self.figures.to_string()]));
        self.element("figcaption", |to| {
            to.raw(&label);
            to.words(words);
        });
    }
}

fn begins_with_mark(paragraph: &Paragraph) -> bool {
    matches!(paragraph.words.first(), Some(Inline { what: What::Mark(_), .. }))
        && paragraph.number.is_none()
        && !letters(&paragraph.words).trim().is_empty()
}

/// Returns the element of a cell in a row whose first one is its head.
fn cell_is(column: usize, words: &[Inline]) -> &'static str {
    if column == 0 && !words.is_empty() { "th scope=\"row\"" } else { "td" }
}
