//! Lists of the source with a block of their own: rulings, signs, the contents of the box.

use std::ops::Range;

use super::{DocBuilder, tables};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Block, ComponentEntry, Inline, Paragraph, Picture, PieceIndex, Sign, What, Words};
use crate::read::rulebook::{Directive, Node, ruling, ruling_id};

/// A component other than a card.
const BACK: &str = "back";
const COUNTERS: &str = "counters";

impl DocBuilder<'_> {
    /// Paragraphs that begin with `{R1}`: a ruling each.
    pub(crate) fn rulings(&mut self, directive: &Directive) -> Vec<Paragraph> {
        let mut rulings = Vec::new();
        for block in self.blocks(&directive.children, false) {
            let Block::Paragraph(mut paragraph) = block else {
                self.note(
                    Code::RULINGS_PARAGRAPHS,
                    directive.opening.clone(),
                    "a block of rulings can hold only paragraphs",
                );
                continue;
            };
            let start = paragraph.at.range.start;
            if let Some(number) = ruling(&self.source().text[start..]) {
                paragraph.number = Some((ruling_id(number), number.to_owned()));
            } else {
                self.note(Code::RULING_NO_NUMBER, paragraph.at.range.clone(), "ruling without a number");
                self.hint("start it with `{R1}`");
            }
            rulings.push(paragraph);
        }
        if rulings.is_empty() {
            self.note(Code::RULINGS_EMPTY, directive.opening.clone(), "no rulings in this block");
        }
        rulings
    }

    /// Rows `| :sign: | what it means |`.
    pub(crate) fn legend(&mut self, directive: &Directive) -> Vec<Sign> {
        let mut signs = Vec::new();
        for (line, row) in self.rows_with_lines(directive) {
            match <[Words; 2]>::try_from(row) {
                Ok([sign, meaning]) => match sign.as_slice() {
                    [Inline { what: What::Mark(mark), .. }] => {
                        if signs.iter().any(|sign: &Sign| sign.mark == *mark) {
                            self.twice(line, &format!(":{mark}:"));
                        }
                        signs.push(Sign { mark: mark.clone(), meaning });
                    }
                    _ => {
                        self.bad_row(
                            Code::LEGEND_SIGN,
                            line,
                            "the row must start with an icon",
                            "| :heart: | health |",
                        );
                    }
                },
                Err(_) => {
                    self.bad_row(
                        Code::ROW_CELLS,
                        line,
                        "a row of a legend must have two cells",
                        "| :heart: | health |",
                    );
                }
            }
        }
        signs
    }

    /// Rows `| sword | 20 weapons | each with a Recovering side |`.
    pub(crate) fn components(&mut self, directive: &Directive) -> Vec<ComponentEntry> {
        const ROW: &str = "| sword | 20 weapons | each with a Recovering side |";
        let mut components = Vec::new();
        for (line, row) in self.rows_with_lines(directive) {
            let Ok([id, name, words]) = <[Words; 3]>::try_from(row) else {
                self.bad_row(Code::ROW_CELLS, line, "a row of components must have three cells", ROW);
                continue;
            };
            let id = crate::model::letters(&id);
            components.extend(self.picture(&id, line).map(|picture| ComponentEntry { picture, name, words }));
        }
        components
    }

    /// Returns the picture of a component, by the id of a card or by its own.
    fn picture(&mut self, id: &str, line: Range<usize>) -> Option<Picture> {
        let game = self.game();
        match id {
            BACK => Some(Picture::Back),
            COUNTERS => Some(Picture::Counters),
            id => {
                let found = PieceIndex::find(game, id);
                if found.is_none() {
                    let at = Span::new(self.source(), line).find(id);
                    let diagnostic =
                        Diagnostic::error(Code::COMPONENT_UNKNOWN, at, format!("unknown component `{id}`"))
                            .label("not a card");
                    let cards = game.pieces().flat_map(|pieces| &pieces.cards);
                    let ids = cards.map(|card| card.id.as_str()).chain([BACK, COUNTERS]);
                    self.reader.diagnostics.push(diagnostic.suggest(id, ids));
                }
                found.map(Picture::Card)
            }
        }
    }

    /// Returns the rows of a block, each with its line; a block without rows is reported.
    fn rows_with_lines(&mut self, directive: &Directive) -> Vec<(Range<usize>, Vec<Words>)> {
        let mut rows = Vec::new();
        for range in tables(directive) {
            for line in self.lines(range) {
                let row = self.rows_of(vec![line.clone()]);
                rows.extend(row.into_iter().map(|row| (line.clone(), row)));
            }
        }
        let is_other = |node: &&Node| !matches!(node, Node::Table(_));
        let other = directive.children.iter().find(is_other).map(|node| node.first_line(self.source()));
        if rows.is_empty() || other.is_some() {
            self.note(
                Code::BLOCK_ROWS_ONLY,
                other.unwrap_or(directive.opening.clone()),
                format!("the block `{}` can hold only rows", directive.name),
            );
            self.hint("write its rows between `|`");
        }
        rows
    }

    fn bad_row(&mut self, code: Code, line: Range<usize>, what: &str, row: &str) {
        self.note(code, line, what);
        self.hint(format!("write it like `{row}`"));
    }
}
