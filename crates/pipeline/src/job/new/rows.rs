//! Rows of a spreadsheet that aren't cards: totals, headings between cards, and the row of headings again.

use std::collections::BTreeSet;

use super::headings;
use crate::read::{RowCells, heading_key, number};

/// Returns keys of the names of rows that aren't cards, by the headings, the columns of the names and counts and all columns
/// with a heading. An empty key represents rows without a name.
pub(super) fn skipped(
    rows: &[&RowCells],
    headings: &[String],
    name: usize,
    count: Option<usize>,
    columns: &[usize],
) -> Vec<String> {
    let others = |row: &RowCells| -> Vec<usize> {
        let is_filled = |index: &usize| *index != name && !row.cell(*index).is_empty();
        columns.iter().copied().filter(is_filled).collect()
    };
    let has_name = |row: &&&RowCells| !row.cell(name).is_empty();
    let named = rows.iter().filter(has_name).count();
    let mut keys = BTreeSet::new();
    let has_numbers_only = |row: &RowCells| {
        let is_number = |index: &usize| {
            let cell = row.cell(*index).trim_end_matches('%').trim();
            row.broken.contains(index) || number(cell).is_some()
        };
        others(row).iter().all(is_number)
    };
    for row in rows.iter().filter(|row| headings::is_total(row.cell(name)) && has_numbers_only(row)) {
        keys.insert(heading_key(row.cell(name)));
    }
    let is_header = |row: &RowCells| columns.iter().all(|index| row.cell(*index) == headings[*index].as_str());
    if columns.len() > 1 && rows.iter().any(|row| is_header(row)) {
        keys.insert(heading_key(&headings[name]));
    }
    // Totals below the last card may have no name.
    let last = rows.iter().rposition(|row| has_name(&row) && !keys.contains(&heading_key(row.cell(name))));
    let mut nameless = rows.iter().enumerate().filter(|(_, row)| row.cell(name).is_empty()).peekable();
    let is_total = |(at, row): (usize, &&RowCells)| last.is_some_and(|last| at > last) && has_numbers_only(row);
    if nameless.peek().is_some() && named > 1 && nameless.all(is_total) {
        keys.insert(String::new());
    }
    // Headings between cards: rows with only a name, if all cards have more.
    let alone = |row: &RowCells| others(row).is_empty();
    let rest: Vec<&&RowCells> = rows.iter().filter(|row| !keys.contains(&heading_key(row.cell(name)))).collect();
    let full = rest.iter().filter(|row| others(row).len() > 1).count();
    let few = rest.iter().filter(|row| alone(row)).count();
    if full + few == rest.len() && few < full {
        let is_counted = count.is_some_and(|count| rest.iter().all(|row| alone(row) || !row.cell(count).is_empty()));
        let mut before = rows.first().map_or(0, |row| row.number - 1);
        let capitals = rows.iter().filter(|row| is_in_capitals(row.cell(name)) && !alone(row)).count();
        for row in rows {
            let cell = row.cell(name);
            let is_framed = !cell.starts_with(char::is_alphanumeric) && !cell.ends_with(char::is_alphanumeric);
            let is_apart = row.number > before + 1;
            let is_loud = is_in_capitals(cell) && capitals == 0;
            before = row.number;
            if alone(row) && !cell.is_empty() && (is_counted || is_framed || is_apart || is_loud || cell.ends_with(':'))
            {
                keys.insert(heading_key(cell));
            }
        }
    }
    keys.into_iter().collect()
}

fn is_in_capitals(cell: &str) -> bool {
    cell.chars().any(char::is_uppercase) && !cell.chars().any(char::is_lowercase)
}
