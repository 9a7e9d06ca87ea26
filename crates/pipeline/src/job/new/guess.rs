//! Guesses the roles of a spreadsheet's columns, from their headings and cells.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::cells::{is_address, is_code, is_data, is_sentence, most_are_pictures};
use super::headings;
use super::kinds::{kind_column, kinds};
use super::layout::{colour_named, is_colour_code};
use super::rows;
use super::values::content;
pub(super) use super::values::{Content, both};
use crate::diagnostic::column_name;
use crate::face::art_stem;
use crate::read::{RowCells, SheetCells, card_id, copies, heading_key, is_html};

/// The letters of the longest word that is a name, where no heading says so.
const MAX_NAME_LETTERS: usize = 48;
/// Why a column that names pictures is left off.
pub(super) const NO_PICTURES: &str = "no folder of pictures was given";
/// The rows among which the header is.
const FIRST_ROWS: usize = 20;

/// A column of a sheet, as it will be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// The heading, with a number if it is repeated: `Text (2)`.
    pub heading: String,
    /// Counted from 0 for column A.
    pub index: usize,
    pub role: Role,
    /// Its cells, one for each card.
    pub cells: Vec<String>,
}

impl Column {
    /// True if at least half of the filled cells end as the names of pictures do.
    pub fn names_pictures(&self) -> bool {
        most_are_pictures(self.cells.iter().map(String::as_str))
    }
}

/// Guessed role of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Count,
    Kind,
    /// File name of the picture on the front.
    Art,
    /// File name of the picture on the back.
    BackArt,
    /// Colour of the card: a word such as `red`, or `#b5222b`.
    Colour,
    /// Heading with a meaning of its own to the reader, such as `short` or `each.rank`: the key.
    Setting(String),
    /// Column that is not read, with the reason.
    LeftOff(String),
    /// A field of its own.
    Field {
        key: String,
        content: Content,
    },
}

/// Role that the user gives to a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnRole {
    /// Names of the cards.
    Name,
    /// Number of copies.
    Count,
    /// Kinds.
    Kind,
    /// Text, number or list on the card.
    Field,
    /// Names of images.
    Image,
    /// Not printed.
    Unused,
}

/// Roles that the user gives to columns.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted<'w> {
    /// The heading of the column of kinds.
    pub kind: Option<&'w str>,
    /// Roles, by headings.
    pub roles: Option<&'w BTreeMap<String, ColumnRole>>,
}

impl Wanted<'_> {
    /// Returns the role of a heading, if the user gives one.
    fn role(&self, heading: &str) -> Option<ColumnRole> {
        self.roles?.get(heading).copied()
    }
}

/// A cell that is not read.
pub(super) struct SkippedCell {
    pub row: usize,
    pub column: usize,
    /// The reason, in words.
    pub why: String,
}

impl SkippedCell {
    /// Returns its address, such as `C3`.
    pub fn address(&self) -> String {
        format!("{}{}", column_name(self.column), self.row)
    }
}

/// A sheet of cards.
pub(super) struct Cards {
    pub sheet: String,
    /// Columns with a heading; identical headings are the same in all sheets.
    pub columns: Vec<Column>,
    /// The ids and names of the kinds that its cards name.
    pub kinds: Vec<(String, String)>,
    /// True if every card names its kind.
    pub all_have_kinds: bool,
    /// The cards.
    pub rows: usize,
    /// The row number of each card.
    pub numbers: Vec<usize>,
    /// Cells that are not read.
    pub skipped_cells: Vec<SkippedCell>,
    /// Row of the headings, if the reader would choose another.
    pub header: Option<usize>,
    /// The row with the headings.
    pub header_row: usize,
    /// False if rows lack a name or share one.
    pub has_unique_names: bool,
    /// True if there are cells without a heading.
    pub has_open_cells: bool,
    /// True if the row of headings may be a card.
    pub has_odd_headings: bool,
    /// Names of rows that aren't cards, such as totals; an empty one represents all rows without a name.
    pub skipped: Vec<String>,
    /// True if texts are in HTML.
    pub is_html: bool,
    /// Its encoding, if that is a guess.
    pub encoding: Option<&'static str>,
}

impl Cards {
    /// Returns the column of a role.
    pub fn column(&self, role: &Role) -> Option<&Column> {
        self.columns.iter().find(|column| column.role == *role)
    }

    /// Returns how `game.toml` names a cell: by card and heading, which stay when the sheet is sorted, or else by address.
    pub fn cell_name(&self, cell: &SkippedCell) -> String {
        let card = self.numbers.iter().position(|number| *number == cell.row).filter(|_| self.has_unique_names);
        let name = card.and_then(|card| self.names().nth(card)).filter(|name| !name.is_empty());
        let column = self.columns.iter().find(|column| column.index == cell.column);
        let named = name.zip(column).map(|(name, column)| format!("{name}: {}", column.heading));
        named.unwrap_or_else(|| cell.address())
    }

    /// Returns the names of its cards; empty for a card without one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.column(&Role::Name).into_iter().flat_map(|column| column.cells.iter().map(String::as_str))
    }
}

/// Returns the index of the row of headings: the first with a heading for the name, else the first that is about as
/// long as the others.
fn header(sheet: &SheetCells) -> Option<usize> {
    let filled = |row: &RowCells| row.cells.iter().filter(|cell| !cell.is_empty()).count();
    let first = || sheet.rows.iter().take(FIRST_ROWS);
    let longest = first().map(filled).max()?;
    let is_wide = |row: &RowCells| filled(row) * 2 >= longest && (filled(row) > 1 || longest == 1);
    let is_last = |index: &usize| index + 1 == sheet.rows.len();
    let named = first()
        .position(|row| is_wide(row) && row.cells.iter().any(|cell| headings::name_rank(cell) == Some(0)))
        .or_else(|| {
            first().position(|row| is_wide(row) && row.cells.iter().any(|cell| headings::name_rank(cell).is_some()))
        });
    named.or_else(|| first().position(is_wide)).filter(|index| !is_last(index))
}

/// Cells of a column that are not empty.
pub(super) fn filled<'c>(rows: &'c [&RowCells], index: usize) -> impl Iterator<Item = &'c str> + Clone {
    rows.iter().map(move |row| row.cell(index)).filter(|cell| !cell.is_empty())
}

/// Reads a sheet as one of cards.
///
/// # Errors
/// The reason why it isn't a sheet of cards, in words.
pub(super) fn cards(sheet: &SheetCells, wanted: Wanted<'_>) -> Result<Cards, String> {
    let at = header(sheet).ok_or("it has no row of headings with a row below it")?;
    let header = &sheet.rows[at];
    let headings = header.headings();
    let mut below = sheet.rows[at + 1..].to_vec();
    let skipped_cells = empty_broken(&mut below);
    let below: Vec<&RowCells> = below.iter().collect();
    let has_heading = |index: &usize| headings.get(*index).is_some_and(|heading| !heading_key(heading).is_empty());
    let all: Vec<usize> = (0..headings.len()).filter(has_heading).collect();
    let sound: Vec<usize> = all.iter().copied().filter(|index| !is_broken(&below, *index)).collect();
    // Columns whose role is given have no other.
    let free: Vec<usize> = sound.iter().copied().filter(|index| wanted.role(&headings[*index]).is_none()).collect();
    let given = |role| sound.iter().copied().find(|index| wanted.role(&headings[*index]) == Some(role));
    let count_of = |rows: &[&RowCells]| given(ColumnRole::Count).or_else(|| count(&headings, &free, rows));
    let name_of = |rows: &[&RowCells], count| given(ColumnRole::Name).or_else(|| name(&headings, &free, rows, count));
    let counted = count_of(&below);
    let named = name_of(&below, counted);
    let skipped = named.map(|name| rows::skipped(&below, &headings, name, counted, &all)).unwrap_or_default();
    let is_skipped = |row: &&RowCells| named.is_some_and(|name| skipped.contains(&heading_key(row.cell(name))));
    let below: Vec<&RowCells> = below.into_iter().filter(|row| !is_skipped(row)).collect();
    let count = count_of(&below);
    let name = name_of(&below, count);
    // A row with only a count, such as a total, isn't a card.
    let is_card = |row: &&&RowCells| {
        let says = |index: &usize| Some(*index) != count && !row.cell(*index).is_empty();
        name.is_some_and(|name| !row.cell(name).is_empty()) || sound.iter().any(says)
    };
    let rows: Vec<&RowCells> = below.iter().filter(is_card).copied().collect();
    if rows.is_empty() {
        return Err("it has no row below its headings".to_owned());
    }
    let asked = wanted.kind.map(|heading| {
        let is_asked = |index: &&usize| headings::normal(&headings[**index]) == headings::normal(heading);
        all.iter().find(is_asked).copied()
    });
    let asked = given(ColumnRole::Kind).map(Some).or(asked);
    let (kind, kinds) = match asked {
        Some(asked) => {
            let index = asked.filter(|index| sound.contains(index));
            index.map(|index| (Some(index), kinds(filled(&rows, index)))).unwrap_or_default()
        }
        None => kind_column(&headings, &free, &rows, &[name, count]),
    };
    let mut columns: Vec<Column> = Vec::new();
    for index in all {
        let role = if Some(index) == name {
            Role::Name
        } else if Some(index) == count {
            Role::Count
        } else if Some(index) == kind {
            Role::Kind
        } else if is_broken(&below, index) {
            Role::LeftOff(format!("most of its cells have {}", broken(&below, index)))
        } else {
            let is_before = name.is_some_and(|name| index < name);
            match wanted.role(&headings[index]) {
                Some(ColumnRole::Unused) => Role::LeftOff("you left it out".to_owned()),
                Some(ColumnRole::Image) => Role::LeftOff(NO_PICTURES.to_owned()),
                Some(_) => field(&headings[index], &rows, index),
                None => match role(&headings[index], &rows, index) {
                    Role::Field { .. } if is_before && counts_rows(&headings[index], &rows, index) => {
                        Role::LeftOff("it counts the rows".to_owned())
                    }
                    role => role,
                },
            }
        };
        let cells = rows.iter().map(|row| row.cell(index).to_owned()).collect();
        columns.push(Column { heading: headings[index].clone(), index, role, cells });
    }
    one_colour(&mut columns);
    second_texts(&mut columns);
    unquoted_values(&mut columns);
    let mut ids = BTreeSet::new();
    let mut is_unique = |row: &&RowCells| {
        let id = name.map(|name| card_id(row.cell(name))).unwrap_or_default();
        !id.is_empty() && ids.insert(id)
    };
    let is_of_many =
        columns.iter().any(|column| matches!(&column.role, Role::Setting(key) if key.starts_with("each.")));
    let lines = |row: &&RowCells| name.is_some_and(|name| !row.cell(name).contains('\n'));
    let has_unique_names =
        if is_of_many { name.is_some() } else { rows.iter().all(&mut is_unique) && rows.iter().all(lines) };
    let open =
        |row: &&&RowCells| row.cells.iter().enumerate().any(|(index, cell)| !cell.is_empty() && !has_heading(&index));
    Ok(Cards {
        sheet: sheet.name.clone(),
        all_have_kinds: kind.is_some_and(|index| rows.iter().all(|row| !row.cell(index).is_empty())),
        kinds,
        rows: rows.len(),
        numbers: rows.iter().map(|row| row.number).collect(),
        skipped_cells,
        header_row: header.number,
        header: (at > 0 || name.is_none()).then_some(header.number),
        has_unique_names,
        has_odd_headings: has_odd_headings(&headings, &rows),
        has_open_cells: below.iter().any(|row| open(&row))
            || header.cells.iter().any(|cell| !cell.is_empty() && heading_key(cell).is_empty()),
        encoding: sheet.guess,
        is_html: columns.iter().any(|column| {
            matches!(column.role, Role::Field { .. } | Role::Name) && column.cells.iter().any(|cell| is_html(cell))
        }),
        skipped: if name == named { skipped } else { Vec::new() },
        columns,
    })
}

/// True if a row of headings may be a card: no heading is known, and one is a number, a sentence, or a cell of its column.
fn has_odd_headings(headings: &[String], rows: &[&RowCells]) -> bool {
    let is_known = |heading: &String| {
        headings::name_rank(heading).is_some()
            || headings::count_rank(heading).is_some()
            || headings::kind_rank(heading).is_some()
    };
    let is_odd = |(index, heading): (usize, &String)| {
        let is_cell = !heading.is_empty() && rows.iter().any(|row| row.cell(index) == heading.as_str());
        is_cell || heading.trim().parse::<f64>().is_ok() || is_sentence(heading)
    };
    !headings.iter().any(is_known) && headings.iter().enumerate().any(is_odd)
}

/// True if cells of a column have no value, or one that its author did not write; single ones were emptied.
fn is_broken(rows: &[&RowCells], index: usize) -> bool {
    rows.iter().any(|row| row.broken.contains(&index))
}

/// Empties broken cells in columns where most are sound. Returns them with the reasons.
fn empty_broken(rows: &mut [RowCells]) -> Vec<SkippedCell> {
    let columns: BTreeSet<usize> = rows.iter().flat_map(|row| row.broken.iter().copied()).collect();
    let mut emptied = Vec::new();
    for column in columns {
        let broken = rows.iter().filter(|row| row.broken.contains(&column)).count();
        let filled = rows.iter().filter(|row| !row.cell(column).is_empty()).count();
        if broken * 2 > filled {
            continue;
        }
        for row in rows.iter_mut().filter(|row| row.broken.contains(&column)) {
            let what = what_is_broken(row.cell(column));
            emptied.push(SkippedCell { row: row.number, column, why: format!("it is {what}") });
            row.cells[column].clear();
            row.broken.retain(|broken| *broken != column);
        }
    }
    emptied
}

/// Describes a broken cell.
fn what_is_broken(cell: &str) -> &'static str {
    if crate::read::has_no_value(cell) { "a formula without a value" } else { "a date" }
}

/// Describes the broken cells of a column.
fn broken(rows: &[&RowCells], index: usize) -> &'static str {
    let row = rows.iter().find(|row| row.broken.contains(&index));
    row.map_or("", |row| what_is_broken(row.cell(index)))
}

/// True for the numbers 1, 2, 3, … under a heading that suggests nothing else.
fn counts_rows(heading: &str, rows: &[&RowCells], index: usize) -> bool {
    let is_next = |(number, row): (usize, &&RowCells)| row.cell(index).parse() == Ok(number);
    headings::may_count_rows(heading) && rows.len() > 2 && (1..).zip(rows).all(is_next)
}

/// Returns the column with the number of copies.
fn count(headings: &[String], all: &[usize], rows: &[&RowCells]) -> Option<usize> {
    let is_count = |index: &usize| {
        let counts: Option<Vec<i64>> = filled(rows, *index)
            .map(|cell| copies(cell)?.parse().ok().filter(|count| (0..=999).contains(count)))
            .collect();
        let counts = counts.unwrap_or_default();
        // Numbers from 1 on count the rows, not copies.
        let is_running = counts.len() > 2 && counts.iter().zip(1..).all(|(count, number)| *count == number);
        counts.iter().sum::<i64>() > 0 && !(is_running && headings[*index].trim() == "#")
    };
    let ranked = all.iter().filter_map(|index| Some((headings::count_rank(&headings[*index])?, *index)));
    let mut ranked: Vec<(usize, usize)> = ranked.collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, index)| index).find(is_count)
}

/// Returns the column of names: one with such a heading, else the first with distinct words; codes only as a last
/// resort.
fn name(headings: &[String], all: &[usize], rows: &[&RowCells], count: Option<usize>) -> Option<usize> {
    let mut ranked: Vec<(bool, usize, usize)> = Vec::new();
    for index in all.iter().copied().filter(|index| Some(*index) != count && filled(rows, *index).next().is_some()) {
        if let Some(rank) = headings::name_rank(&headings[index]) {
            let addresses =
                filled(rows, index).filter(|cell| is_address(cell)).count() * 2 > filled(rows, index).count();
            let is_code = filled(rows, index).filter(|cell| is_code(cell)).count() * 2 > filled(rows, index).count();
            ranked.push((is_code || addresses, rank, index));
        }
    }
    ranked.sort_unstable();
    let has_codes_only = ranked.first().is_none_or(|(is_code, ..)| *is_code);
    let by_heading = ranked.first().map(|(.., index)| *index);
    if !has_codes_only {
        return by_heading;
    }
    let is_free = |index: &usize| {
        let heading = &headings[*index];
        let is_other =
            headings::kind_rank(heading).is_some() || headings::is_picture(heading) || headings::is_left_off(heading);
        Some(*index) != count && !is_other && !heading.contains('.')
    };
    let are_words = |index: &usize, is_strict: bool| {
        let cells: Vec<&str> = filled(rows, *index).collect();
        let distinct: BTreeSet<&str> = cells.iter().copied().collect();
        let is_word = |cell: &&str| {
            cell.chars().any(char::is_alphabetic)
                && !is_address(cell)
                && !cell.contains('\n')
                && art_stem(cell).is_none()
                && cell.chars().count() <= MAX_NAME_LETTERS
        };
        let enough = |part: usize, of: usize| if is_strict { part == of } else { part * 5 >= of * 4 };
        !cells.is_empty()
            && cells.iter().all(is_word)
            && !(all.len() > 1 && headings::is_text(&headings[*index]) && cells.iter().any(|cell| is_sentence(cell)))
            && enough(cells.len(), rows.len())
            && enough(distinct.len(), cells.len())
            && cells.iter().filter(|cell| is_code(cell)).count() * 2 <= cells.len()
    };
    let free = || all.iter().copied().filter(is_free);
    let is_text = |index: &usize| headings::is_text(&headings[*index]) || headings::is_flavour(&headings[*index]);
    let by = |is_strict: bool, of_texts: bool| {
        free().find(|index| is_text(index) == of_texts && are_words(index, is_strict))
    };
    // Pictures may be all that tells cards apart.
    let by_pictures = || {
        let is_picture = |index: &usize| Some(*index) != count && headings::is_picture(&headings[*index]);
        all.iter().copied().filter(is_picture).find(|index| are_words(index, false))
    };
    let by_words = by(true, false).or_else(|| by(false, false)).or_else(by_pictures);
    let by_texts = || by(true, true).or_else(|| by(false, true));
    // An id is better than a number.
    let are_codes = |index: &usize| {
        let cells: Vec<&str> = filled(rows, *index).collect();
        let distinct: BTreeSet<&str> = cells.iter().copied().collect();
        let is_short = |cell: &&str| {
            cell.chars().any(char::is_alphabetic) && cell.chars().count() <= MAX_NAME_LETTERS && !is_address(cell)
        };
        cells.len() == rows.len() && distinct.len() == cells.len() && cells.iter().all(is_short)
    };
    let by_codes = || {
        let is_code_column =
            |index: &usize| Some(*index) != count && headings::is_left_off(&headings[*index]) && are_codes(index);
        all.iter().copied().find(is_code_column)
    };
    let alone = || (all.len() == 1).then(|| all[0]).filter(|index| Some(*index) != count);
    by_words.or(by_heading).or_else(by_codes).or_else(by_texts).or_else(alone)
}

/// Returns the role of a column without names, counts, or kinds.
fn role(heading: &str, rows: &[&RowCells], index: usize) -> Role {
    let cells: Vec<&str> = filled(rows, index).collect();
    let most = |is: &dyn Fn(&str) -> bool, part: usize, of: usize| {
        cells.iter().filter(|cell| is(cell)).count() * of >= cells.len() * part
    };
    let normal = headings::normal(heading);
    if cells.is_empty() {
        return Role::LeftOff("it is empty".to_owned());
    }
    if let Some(key) = heading.trim().strip_prefix("each.").or_else(|| heading.trim().strip_prefix("Each.")) {
        return Role::Setting(format!("each.{}", key.trim()));
    }
    if normal == "short" || normal == "alt" {
        return Role::Setting(normal);
    }
    let are_colours = |part: usize, of: usize| most(&|cell| colour_named(cell).is_some(), part, of);
    if headings::is_colour(heading) && are_colours(1, 2) || most(&is_colour_code, 1, 1) {
        return Role::Colour;
    }
    if most(&is_data, 4, 5) {
        return Role::LeftOff("it has data for a program".to_owned());
    }
    if most(&is_address, 1, 2) {
        return Role::LeftOff("it has addresses".to_owned());
    }
    if headings::is_left_off(heading) {
        return Role::LeftOff("ids and notes are not for players".to_owned());
    }
    let names_pictures = most_are_pictures(cells.iter().copied());
    if names_pictures || headings::is_picture(heading) {
        return Role::LeftOff(NO_PICTURES.to_owned());
    }
    if headings::is_of_back(heading) {
        return Role::LeftOff("it is for the back, which all cards share".to_owned());
    }
    field(heading, rows, index)
}

/// Returns a column's role as a field of the cards.
fn field(heading: &str, rows: &[&RowCells], index: usize) -> Role {
    let cells: Vec<&str> = filled(rows, index).collect();
    let content = content(cells.iter().copied());
    let longest = || cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let key = headings::key(heading);
    match content {
        Content::Text { longest } if headings::is_flavour(heading) => {
            Role::Field { key, content: Content::Flavour { longest } }
        }
        Content::Line if headings::is_flavour(heading) => {
            Role::Field { key, content: Content::Flavour { longest: longest() } }
        }
        Content::Line if headings::is_text(heading) => {
            Role::Field { key, content: Content::Text { longest: longest() } }
        }
        content => Role::Field { key, content },
    }
}

/// Keeps one column of colours, that of the shortest heading: others are for letters or frames.
fn one_colour(columns: &mut [Column]) {
    let colours = columns.iter().filter(|column| column.role == Role::Colour);
    let Some(index) = colours.min_by_key(|column| column.heading.len()).map(|column| column.index) else { return };
    for column in columns.iter_mut().filter(|column| column.role == Role::Colour && column.index != index) {
        column.role = Role::LeftOff("another column has the colour of the card".to_owned());
    }
}

/// Turns one of several texts into flavour if its cells are mostly in quotation marks.
fn second_texts(columns: &mut [Column]) {
    let is_text = |column: &Column| matches!(&column.role, Role::Field { content: Content::Text { .. }, .. });
    let has_flavour =
        columns.iter().any(|column| matches!(&column.role, Role::Field { content: Content::Flavour { .. }, .. }));
    let texts = columns.iter().filter(|column| is_text(column)).count();
    if has_flavour || texts == 0 {
        return;
    }
    let is_line = |column: &Column| matches!(&column.role, Role::Field { content: Content::Line, .. });
    let may_be = |column: &Column| is_text(column) && texts > 1 || is_line(column);
    let is_quoted = |column: &Column| {
        let filled: Vec<&String> = column.cells.iter().filter(|cell| !cell.is_empty()).collect();
        let quoted = filled.iter().filter(|cell| cell.starts_with(['"', '“', '„', '«', '»', '‘', '「', '\'']));
        quoted.count() * 5 >= filled.len() * 3
    };
    if let Some(column) = columns.iter_mut().rev().find(|column| may_be(column) && is_quoted(column))
        && let Role::Field { content, .. } = &mut column.role
    {
        let longest = column.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        *content = Content::Flavour { longest };
    }
}

/// Leaves off values of cards of one row that their name doesn't quote: the cards would have the same name.
fn unquoted_values(columns: &mut [Column]) {
    let names = columns.iter().filter(|column| column.role == Role::Name).flat_map(|column| &column.cells);
    let names: Vec<String> = names.cloned().collect();
    for column in columns {
        if let Role::Setting(key) = &column.role
            && let Some(quote) = key.strip_prefix("each.").map(|value| format!("{{{value}}}"))
            && !names.iter().any(|name| name.contains(&quote))
        {
            column.role = Role::LeftOff(format!("no name quotes it, as `Card {quote}` would"));
        }
    }
}

/// Removes sheets without cards, with the reasons; requested ones are always read.
pub(super) fn select(all: Vec<Cards>, is_asked: bool) -> (Vec<Cards>, Vec<(String, String)>) {
    if is_asked || all.len() < 2 {
        return (all, Vec::new());
    }
    let is_named = |cards: &Cards| {
        let is_name = |column: &Column| {
            headings::name_rank(&column.heading).is_some() || headings::is_one_of(&column.heading, &cards.sheet)
        };
        cards.column(&Role::Name).is_some_and(is_name)
    };
    let some_have_names = all.iter().any(|cards| headings::not_cards(&cards.sheet).is_none() && is_named(cards));
    let keys = |cards: &Cards| cards.columns.iter().map(|column| heading_key(&column.heading)).collect::<BTreeSet<_>>();
    let of_cards: Vec<BTreeSet<String>> = all.iter().filter(|cards| is_named(cards)).map(keys).collect();
    // Two headings of cards are more than chance.
    let is_like = |cards: &Cards| of_cards.iter().any(|known| keys(cards).intersection(known).count() > 1);
    let has_name = |cards: &Cards| is_named(cards) || cards.column(&Role::Name).is_some() && is_like(cards);
    let some_are_cards = all.iter().any(|cards| headings::not_cards(&cards.sheet).is_none());
    let (mut kept, mut others): (Vec<Cards>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for cards in all {
        let names: Vec<String> = cards.names().map(card_id).filter(|id| !id.is_empty()).collect();
        let repeated = names.iter().filter_map(|name| known.get(name)).next();
        let repeats = names.iter().filter(|name| known.contains_key(*name)).count() * 2 > names.len();
        let why = match headings::not_cards(&cards.sheet) {
            Some(what) if some_are_cards => Some(format!("it has {what}, by its name")),
            _ if some_have_names && !has_name(&cards) => Some("no heading says which column has the names".to_owned()),
            _ => repeated.filter(|_| repeats).map(|sheet| format!("its cards are in {sheet} already")),
        };
        match why {
            Some(why) => others.push((cards.sheet, why)),
            None => {
                for name in names {
                    known.entry(name).or_insert_with(|| cards.sheet.clone());
                }
                kept.push(cards);
            }
        }
    }
    (kept, others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Numbers;

    fn sheet(text: &[&[&str]]) -> SheetCells {
        let row = |(number, row): (usize, &&[&str])| RowCells {
            number,
            cells: row.iter().map(|cell| (*cell).to_owned()).collect(),
            broken: Vec::new(),
        };
        SheetCells {
            name: "cards".to_owned(),
            is_of_workbook: false,
            guess: None,
            rows: (1..).zip(text).map(row).collect(),
        }
    }

    #[test]
    fn columns_are_told_by_headings_and_cells() {
        let text = sheet(&[
            &["My game"],
            &["Card Name", "Qty", "Type", "Cost", "Fast?", "Tags", "Rules Text", "Deck"],
            &["Axe", "2", "Weapon", "3", "yes", "sharp; heavy", "Deals two damage to a target of your choice.", "a"],
            &["Fog", "1", "Spell", "-1", "", "heavy", "Nobody sees.", ""],
        ]);
        let found = cards(&text, Wanted::default()).expect("cards");
        let roles: Vec<&Role> = found.columns.iter().map(|column| &column.role).collect();
        let field = |key: &str, content: Content| Role::Field { key: key.to_owned(), content };
        let whole = |from, to| Content::Number(Numbers { from, to, ..Numbers::default() });
        assert_eq!(roles[..4], [&Role::Name, &Role::Count, &Role::Kind, &field("cost", whole(-99, 99))]);
        assert_eq!(roles[4], &field("fast", Content::Flag));
        assert_eq!(roles[5], &field("tags", Content::List(vec!["heavy".to_owned(), "sharp".to_owned()])));
        assert_eq!(roles[6], &field("rules_text", Content::Text { longest: 44 }));
        assert_eq!(roles[7], &field("deck_field", Content::Line));
        assert_eq!(found.kinds, [("weapon".to_owned(), "Weapon".to_owned()), ("spell".to_owned(), "Spell".to_owned())]);
        assert_eq!((found.rows, found.all_have_kinds, found.header), (2, true, Some(2)));
        assert!(cards(&sheet(&[&["just a note"]]), Wanted::default()).is_err());
    }

    #[test]
    fn qty_wins_over_running_numbers_and_codes_are_no_names() {
        let text = sheet(&[
            &["#", "ID", "Title", "Qty"],
            &["1", "A1", "Owl", "3x"],
            &["2", "A2", "Elk", ""],
            &["3", "A3", "Fox", "2"],
        ]);
        let found = cards(&text, Wanted::default()).expect("cards");
        let roles: Vec<&Role> = found.columns.iter().map(|column| &column.role).collect();
        assert!(matches!(roles[0], Role::LeftOff(_)) && matches!(roles[1], Role::LeftOff(_)), "{roles:?}");
        assert_eq!(roles[2..], [&Role::Name, &Role::Count]);
        let text = sheet(&[&["Code", "Wort", "Zahl"], &["A1", "Eule", "3"], &["A2", "Elch", "2"]]);
        assert_eq!(cards(&text, Wanted::default()).expect("cards").columns[1].role, Role::Name);
    }

    #[test]
    fn given_roles_win_over_guesses() {
        let text = sheet(&[
            &["Name", "Group", "Qty", "Notes", "Text"],
            &["Owl", "A", "2", "Bird", "It flies."],
            &["Elk", "A", "1", "Deer", "It walks."],
        ]);
        let role_of = |roles: &[(&str, ColumnRole)], heading: &str| {
            let roles = roles.iter().map(|(heading, role)| ((*heading).to_owned(), *role)).collect();
            let found = cards(&text, Wanted { kind: None, roles: Some(&roles) }).expect("cards");
            found.columns.into_iter().find(|column| column.heading == heading).expect("a column").role
        };
        assert!(matches!(role_of(&[], "Notes"), Role::LeftOff(_)));
        assert!(matches!(role_of(&[("Notes", ColumnRole::Field)], "Notes"), Role::Field { .. }));
        assert_eq!(role_of(&[("Notes", ColumnRole::Name)], "Notes"), Role::Name);
        assert!(matches!(role_of(&[("Notes", ColumnRole::Name)], "Name"), Role::Field { .. }), "a card has one name");
        assert_eq!(role_of(&[("Notes", ColumnRole::Kind)], "Notes"), Role::Kind);
        assert!(matches!(role_of(&[("Text", ColumnRole::Unused)], "Text"), Role::LeftOff(_)));
        assert!(matches!(role_of(&[("Qty", ColumnRole::Field)], "Qty"), Role::Field { .. }));
        assert_eq!(role_of(&[("Text", ColumnRole::Image)], "Text"), Role::LeftOff(NO_PICTURES.to_owned()));
    }

    #[test]
    fn cards_without_names_or_with_equal_ones_are_cards() {
        let text = sheet(&[&["Name", "Text"], &["Owl", "It flies."], &["", "It walks."], &["Owl", "It flies again."]]);
        let found = cards(&text, Wanted::default()).expect("cards");
        assert_eq!((found.rows, found.has_unique_names), (3, false));
        let text =
            sheet(&[&["Cost", "Text"], &["1", "It flies over the hills and far away, as owls do."], &["2", "x"]]);
        let found = cards(&text, Wanted::default()).expect("cards");
        assert_eq!((found.rows, found.has_unique_names, found.header), (2, false, Some(1)));
        let text = sheet(&[&["Word"], &["Owl"], &["Elk"]]);
        assert_eq!(cards(&text, Wanted::default()).expect("cards").columns[0].role, Role::Name);
    }

    #[test]
    fn kinds_have_ids_of_their_own() {
        let kinds = kinds(["Weapon!", "weapon!", "Weapon?", "??", "??"].into_iter());
        let ids: Vec<&str> = kinds.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["weapon", "weapon-2", "kind"]);
    }
}
