//! Tables and rows on the page.

use std::sync::Arc;

use super::Typesetter;
use super::blocks::Column;
use super::setting::LineMode;
use crate::diagnostic::Span;
use crate::game::Colour;
use crate::measure::{FIRST, HAIRLINE, RULE, lines};
use crate::model::{Cell, Table, Words};
use crate::scene::{Attribute, Item};
use crate::slab::{After, RepeatedHead, Slab};
use crate::text::Block;
use crate::units::{Mm, Point, Rect};

/// Head cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heads {
    /// Each of its column.
    All,
    /// The first one, of the row.
    First,
}

/// A set cell: its left edge, its first column, and its column and row spans.
struct SetCell {
    block: Block,
    x: Mm,
    column: usize,
    columns: usize,
    rows: usize,
}

impl SetCell {
    /// Returns its height in lines.
    fn lines(&self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a handful of lines")]
        let lines = self.block.lines.len() as f64;
        lines
    }
}

impl Typesetter<'_> {
    /// Sets rows without lines: an icon or a term, and its meaning.
    pub(crate) fn rows(&mut self, rows: &[Vec<Words>], at: &Span, column: Column) -> Vec<Slab> {
        const GAP: Mm = Mm::new(3.5);
        const MARK: Mm = Mm::new(6.0);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![Mm::ZERO; columns];
        for row in rows {
            for (number, cell) in row.iter().enumerate() {
                let width =
                    if crate::doc::figures::has_letters(cell) { self.width(cell, column.style) + GAP } else { MARK };
                widths[number] = widths[number].max(width);
            }
        }
        let Some(style) = self.style(column.style) else { return Vec::new() };
        let mut slabs = Vec::new();
        let table = self.element("Table", self.parent, None);
        for row in rows {
            let mut cells = Vec::new();
            let mut x = column.x;
            for (number, cell) in row.iter().enumerate() {
                let last = number + 1 == row.len();
                let measure = if last { column.x + column.measure - x } else { widths[number] };
                let block = self.set(cell, style, if last { LineMode::Ragged } else { LineMode::Line }, measure);
                cells.push(SetCell { block, x, column: number, columns: 1, rows: 1 });
                x += widths[number];
            }
            slabs.push(self.row(table, &cells, Heads::First, height(&cells)));
        }
        Self::locate_text(&mut slabs, at, column);
        slabs
    }

    /// Sets a row of cells, each in its position, of a height in lines.
    fn row(&mut self, table: usize, cells: &[SetCell], heads: Heads, height: f64) -> Slab {
        let mut slab = Slab { grid: true, ..Slab::new(height) };
        let row = self.element("TR", Some(table), None);
        for cell in cells {
            let (role, scope) = match heads {
                Heads::All => ("TH", Some("Column")),
                Heads::First if cell.column == 0 => ("TH", Some("Row")),
                Heads::First => ("TD", None),
            };
            let columns = (cell.columns > 1).then_some(Attribute::ColSpan(cell.columns));
            let rows = (cell.rows > 1).then_some(Attribute::RowSpan(cell.rows));
            let attributes = scope.map(Attribute::Scope).into_iter().chain(columns).chain(rows);
            let element = self.element_with(role, Some(row), attributes.collect());
            let (items, links) = self.lines_at(&cell.block, Point::new(cell.x, FIRST), Colour::Black);
            slab.links.extend(links);
            slab.items.extend(Self::tagged(element, items));
        }
        slab
    }

    /// Sets a table with a head and lines above, under the head, and below. It may be broken between two rows, with at
    /// least two on either side, unless a cell spans both; the head is repeated then.
    pub(crate) fn table(&mut self, table: &Table, column: Column) -> Vec<Slab> {
        let (widths, gap) = self.columns(table, column);
        let mut starts = Vec::with_capacity(widths.len());
        let mut x = column.x;
        for width in &widths {
            starts.push(x);
            x += *width + gap;
        }
        let mut all: Vec<Vec<SetCell>> = Vec::with_capacity(table.rows.len() + 1);
        for (number, row) in std::iter::once(&table.head).chain(&table.rows).enumerate() {
            let name = if number == 0 { "book-small" } else { column.style };
            let Some(style) = self.style(name) else { return Vec::new() };
            let set = |cell: &Cell| {
                let within = &widths[cell.column..cell.column + cell.columns];
                #[allow(clippy::cast_precision_loss, reason = "a handful of columns")]
                let gaps = gap * (cell.columns - 1) as f64;
                let block = self.set(&cell.words, style, LineMode::Ragged, within.iter().copied().sum::<Mm>() + gaps);
                SetCell { block, x: starts[cell.column], column: cell.column, columns: cell.columns, rows: cell.rows }
            };
            all.push(row.iter().map(set).collect());
        }
        let element = self.element("Table", self.parent, None);
        // The free space of the lines above, under the head and below adds up to one line, which puts the text after it
        // on the grid.
        const FREE: [f64; 3] = [0.3, 0.25, 0.45];
        let mut slabs = Vec::with_capacity(all.len());
        let mut repeats = None;
        // The first row that no cell of a row above reaches into.
        let mut apart = 0;
        for (number, (cells, height)) in all.iter().zip(heights(&all)).enumerate() {
            if number == 0 {
                let mut head = Slab { grid: true, after: After::Held, ..Slab::default() };
                head.items.push(self.rule(column, lines(FREE[0]) - Mm::new(0.6), RULE.to_mm()));
                head.take_in(self.row(element, cells, Heads::All, height), Point::new(Mm::ZERO, lines(FREE[0])));
                head.items.push(self.rule(column, lines(FREE[0] + height) + Mm::new(0.5), HAIRLINE.to_mm()));
                head.height = FREE[0] + height + FREE[1];
                repeats = Some(Arc::new(self.repeated(&head, column)));
                slabs.push(head);
                continue;
            }
            apart = apart.max(number + cells.iter().map(|cell| cell.rows).max().unwrap_or(1));
            let left = all.len() - 1 - number;
            let together = number < 2 || left < 2 || apart > number + 1;
            let mut row = Slab { grid: false, inside: true, ..self.row(element, cells, Heads::First, height) };
            row.after = match left {
                0 => After::Free,
                _ if together => After::Held,
                _ => After::Row,
            };
            row.repeats.clone_from(&repeats);
            if left == 0 {
                row.items.push(self.rule(column, lines(height) + Mm::new(1.0), RULE.to_mm()));
                row.height += FREE[2];
            }
            slabs.push(row);
        }
        Self::locate_text(&mut slabs, &table.at, column);
        slabs
    }

    /// Returns the head of a table for the pages that continue it.
    pub(crate) fn repeated(&self, head: &Slab, column: Column) -> RepeatedHead {
        let is_drawn = |item: &&Item| !matches!(item, Item::Begin(_) | Item::End | Item::ActualText(_));
        let items = head.items.iter().filter(is_drawn).cloned().collect();
        let end = self.rule(column, Mm::new(1.0), HAIRLINE.to_mm());
        RepeatedHead { height: head.height, items, end }
    }

    /// Returns the widths of a table's columns, and the gap between them. Cells that span several columns take their
    /// widths.
    fn columns(&mut self, table: &Table, column: Column) -> (Vec<Mm>, Mm) {
        const GAP: Mm = Mm::new(3.0);
        /// A column of words is narrower than this only where all are.
        const ENOUGH: Mm = Mm::new(24.0);
        let columns = table.columns;
        let mut widths = vec![Mm::ZERO; columns];
        for (row, style) in
            std::iter::once((&table.head, "book-small")).chain(table.rows.iter().map(|row| (row, column.style)))
        {
            for cell in row.iter().filter(|cell| cell.columns == 1) {
                widths[cell.column] = widths[cell.column].max(self.width(&cell.words, style));
            }
        }
        let natural: Mm = widths.iter().copied().sum();
        #[allow(clippy::cast_precision_loss, reason = "a handful of columns")]
        let gaps = columns.saturating_sub(1) as f64;
        let spare = column.measure - natural;
        // Columns that fit are spread over the measure; else the widest shrinks and its cells take several lines. If
        // too little of it would remain, others shrink too.
        let gap = if gaps > 0.0 { (spare / gaps).max(GAP) } else { Mm::ZERO };
        if spare < GAP * gaps
            && let Some(widest) = (0..columns).max_by(|a, b| widths[*a].get().total_cmp(&widths[*b].get()))
        {
            match widths[widest] + spare - GAP * gaps {
                left if left >= ENOUGH => widths[widest] = left,
                _ => narrow(&mut widths, GAP * gaps - spare),
            }
        }
        (widths, gap)
    }

    /// Draws a line across a column.
    pub(crate) fn rule(&self, column: Column, y: Mm, thickness: Mm) -> Item {
        let bounds = Rect { x: column.x, y: y - thickness / 2.0, width: column.measure, height: thickness };
        self.rect(bounds, Colour::Black)
    }
}

/// Takes a width from the widest columns, until they are as wide as the next ones, and then from all of those.
fn narrow(widths: &mut [Mm], mut by: Mm) {
    /// No column is narrower than a short word.
    const LEAST: Mm = Mm::new(10.0);
    while by > Mm::new(1e-6) {
        let widest = widths.iter().copied().fold(LEAST, Mm::max);
        let next = widths.iter().copied().filter(|width| *width < widest).fold(LEAST, Mm::max);
        let count = widths.iter().filter(|width| **width >= widest).count();
        if widest <= LEAST {
            break;
        }
        #[allow(clippy::cast_precision_loss, reason = "a handful of columns")]
        let count = count as f64;
        let each = (by / count).min(widest - next);
        for width in widths.iter_mut().filter(|width| **width >= widest) {
            *width -= each;
        }
        by -= each * count;
    }
}

/// Returns the height of a row in lines: that of its highest cell, except for those that extend into the next row.
fn height(cells: &[SetCell]) -> f64 {
    cells.iter().filter(|cell| cell.rows == 1).map(SetCell::lines).fold(1.0, f64::max)
}

/// Returns the heights of all rows; a cell that spans several rows and is higher than they are extends the last of
/// them.
fn heights(rows: &[Vec<SetCell>]) -> Vec<f64> {
    let mut heights: Vec<f64> = rows.iter().map(|cells| height(cells)).collect();
    for last in 0..rows.len() {
        for (first, cell) in
            rows[..=last].iter().enumerate().flat_map(|(row, cells)| cells.iter().map(move |cell| (row, cell)))
        {
            if first + cell.rows == last + 1 && cell.rows > 1 {
                let has: f64 = heights[first..=last].iter().sum();
                heights[last] += (cell.lines() - has).max(0.0);
            }
        }
    }
    heights
}
