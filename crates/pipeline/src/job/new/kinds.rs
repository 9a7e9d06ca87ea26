//! Which column has the kinds of cards, and which kinds those are.

use std::collections::BTreeSet;

use super::cells::{is_address, is_code, most_are_pictures};
use super::guess::filled;
use super::headings;
use super::layout::colour_named;
use crate::read::{RowCells, heading_key};

/// More kinds than these are something else.
const MAX_KINDS: usize = 24;
/// Maximum number of groups that can be kinds, if no heading says kind.
const MAX_GROUPS: usize = 8;
/// The letters of the longest name of a group.
const MAX_GROUP_LETTERS: usize = 20;
/// The letters of the longest kind.
const MAX_KIND_LETTERS: usize = 40;
/// Signs that stand for a kind.
const SUITS: &str = "♠♥♦♣♤♡♢♧★☆●○■□▲△◆◇☀☾⚔";

/// Returns the column with the kinds, and its kinds.
pub(super) fn kind_column(
    headings: &[String],
    all: &[usize],
    rows: &[&RowCells],
    others: &[Option<usize>],
) -> (Option<usize>, Vec<(String, String)>) {
    let is_free = |index: &usize| !others.contains(&Some(*index));
    let fits = |index: &usize| {
        let cells: Vec<&str> = filled(rows, *index).collect();
        let distinct: BTreeSet<String> = cells.iter().map(|cell| heading_key(cell)).collect();
        let is_short =
            |cell: &&str| cell.chars().count() <= MAX_KIND_LETTERS && !cell.contains('\n') && !is_address(cell);
        let repeats = distinct.len() < cells.len() || cells.len() <= 6;
        !cells.is_empty() && distinct.len() <= MAX_KINDS && repeats && cells.iter().all(is_short)
    };
    let mut ranked: Vec<(usize, usize)> =
        all.iter().filter_map(|index| Some((headings::kind_rank(&headings[*index])?, *index))).collect();
    ranked.sort_unstable();
    let found = ranked.into_iter().map(|(_, index)| index).find(|index| is_free(index) && fits(index));
    // German kinds are called like English pictures.
    let art = || {
        let is_art = |index: &&usize| headings::normal(&headings[**index]) == "art" && is_free(index) && fits(index);
        let index = all.iter().find(is_art)?;
        let distinct: BTreeSet<&str> = filled(rows, *index).collect();
        let repeats = distinct.len() * 2 <= filled(rows, *index).count();
        (repeats && !most_are_pictures(filled(rows, *index))).then_some(*index)
    };
    // Without such a heading: a few words that come again and again.
    let groups = || {
        let is_named = |index: &usize| headings::group_rank(&headings[*index]) == Some(0);
        let is_group = |index: &usize| {
            let cells: Vec<&str> = filled(rows, *index).collect();
            let distinct: BTreeSet<String> = cells.iter().map(|cell| heading_key(cell)).collect();
            let is_word = |cell: &&str| {
                cell.chars().count() <= MAX_GROUP_LETTERS
                    && cell.chars().any(|letter| letter.is_alphabetic() || SUITS.contains(letter))
                    && !cell.contains(['\n', ';', ','])
                    && !is_code(cell)
            };
            is_free(index)
                && (2..=MAX_GROUPS).contains(&distinct.len())
                && (distinct.len() * 2 <= cells.len() || is_named(index) && distinct.len() < cells.len())
                && cells.len() == rows.len()
                && cells.iter().all(is_word)
                && cells.iter().any(|cell| crate::read::parse_bool(cell).is_none())
                && !(headings::is_colour(&headings[*index]) && cells.iter().all(|cell| colour_named(cell).is_some()))
                && !most_are_pictures(cells.iter().copied())
        };
        let ranked = all.iter().filter_map(|index| Some((headings::group_rank(&headings[*index])?, *index)));
        ranked.filter(|(_, index)| is_group(index)).min().map(|(_, index)| index)
    };
    match found.or_else(art).or_else(groups) {
        Some(index) => (Some(index), kinds(filled(rows, index))),
        None => (None, Vec::new()),
    }
}

/// Returns the kinds that a column names, in order of first use.
pub(super) fn kinds<'c>(cells: impl Iterator<Item = &'c str>) -> Vec<(String, String)> {
    let mut kinds: Vec<(String, String)> = Vec::new();
    for name in cells.filter(|cell| !cell.is_empty()) {
        add_kind(&mut kinds, name);
    }
    kinds
}

/// Adds a kind unless there is one of that name; returns its id.
pub(super) fn add_kind(kinds: &mut Vec<(String, String)>, name: &str) -> String {
    let same = |known: &&(String, String)| heading_key(&known.1) == heading_key(name);
    if let Some((id, _)) = kinds.iter().find(same) {
        return id.clone();
    }
    let id = super::write::id(name);
    let id = if id.is_empty() { "kind".to_owned() } else { id };
    let is_free = |id: &String| !kinds.iter().any(|(known, name)| known == id || heading_key(name) == heading_key(id));
    let numbered = (2..100).map(|number| format!("{id}-{number}")).find(is_free);
    let id = if is_free(&id) { id } else { numbered.unwrap_or(id) };
    kinds.push((id.clone(), name.to_owned()));
    id
}
