//! The header row of a sheet: which column represents what.

use super::super::languages::language_name;
use super::super::table::File;
use super::grid::{Grid, Row};
use super::plain;
use super::told::{SheetTold, Told};
use crate::diagnostic::{Code, Diagnostic, column_name, nearest};
use crate::game::{FieldKind, Game};

/// Number of rows among which the header is searched by default.
pub(super) const FIRST: usize = 20;

/// Keys of every card that are words.
const WORDS: [&str; 9] = ["name", "short", "kind", "rule", "back", "art", "alt", "card-icon", "template"];
/// Keys of every card that are numbers.
const NUMBERS: [(&str, Sort); 2] = [("count", Sort::Count), ("per", Sort::Number)];

/// A column that is read.
pub(super) struct Column {
    /// Counted from 0.
    pub index: usize,
    /// The keys that lead to its value, from the card on: `["lit", "text"]`.
    pub path: Vec<String>,
    /// Type of its cells.
    pub sort: Sort,
    /// Language of its words, if it isn't the source's.
    pub language: Option<String>,
}

/// Type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A name, the name of a file, a line of text.
    Word,
    /// Paragraphs, parted by ends of lines.
    Text,
    /// A number.
    Number,
    /// Count: `3`, `3x`, `×2`.
    Count,
    /// Yes or no.
    Flag,
    /// Words with `;` between.
    Words,
    /// Words and numbers with `;` between; `all` alone is a word.
    Each,
    /// Words with a number each, with `;` between.
    Figures,
    /// Codes with a reason each, with `;` between.
    Reasons,
}

/// Returns the row of headings: the configured one, or the first that has a heading for the name.
pub(super) fn header<'g>(grid: &'g Grid, told: &Told, own: Option<&SheetTold>) -> Option<&'g Row> {
    if let Some(number) = own.and_then(|own| own.header) {
        return grid.rows.iter().find(|row| row.number == number);
    }
    let named = |row: &&Row| row.cells.iter().any(|cell| is_name(&cell.text, told, own));
    grid.rows.iter().take(FIRST).find(named)
}

/// True for the heading of the name.
pub(super) fn is_name(heading: &str, told: &Told, own: Option<&SheetTold>) -> bool {
    meaning(heading, told, own).is_some_and(|key| plain(&key) == "name")
}

/// Returns the headings of a row, each once: the second `Text` is `Text (2)`, as in `[columns]`.
pub(super) fn headings<'c>(cells: impl Iterator<Item = &'c str>) -> Vec<String> {
    let cells: Vec<&str> = cells.collect();
    let is_taken = |word: &str, before: &[String]| {
        cells.iter().any(|other| plain(other) == plain(word)) || before.iter().any(|other| plain(other) == plain(word))
    };
    let mut headings: Vec<String> = Vec::new();
    for cell in &cells {
        let is_repeated = !plain(cell).is_empty() && headings.iter().any(|other| plain(other) == plain(cell));
        let numbered = || (2..).map(|number| format!("{cell} ({number})")).find(|word| !is_taken(word, &headings));
        let heading = is_repeated.then(numbered).flatten().unwrap_or_else(|| (*cell).to_owned());
        headings.push(heading);
    }
    headings
}

/// Returns the declaration of a heading in `game.toml`.
fn declared<'t>(heading: &str, told: &'t Told, own: Option<&'t SheetTold>) -> Option<&'t Option<String>> {
    let heading = plain(heading);
    let of_sheet = own.into_iter().flat_map(|own| &own.columns);
    of_sheet.chain(&told.columns).find(|known| known.heading == heading).map(|known| &known.field)
}

/// Returns the key that a heading represents; `None` for an ignored column.
fn meaning(heading: &str, told: &Told, own: Option<&SheetTold>) -> Option<String> {
    declared(heading, told, own).cloned().unwrap_or_else(|| Some(heading.to_owned()))
}

/// Returns the columns of a sheet, and the keys that misspelt headings mean. Errors of a heading are reported once, in
/// the header.
pub(super) fn columns(
    file: &File,
    grid: &Grid,
    header: &Row,
    told: &Told,
    own: Option<&SheetTold>,
    game: &Game,
) -> (Vec<Column>, Vec<String>) {
    let (mut columns, mut meant) = (Vec::<Column>::new(), Vec::new());
    let is_open = declared("", told, own).is_none();
    let headings = headings(header.cells.iter().map(|cell| cell.text.as_str()));
    for (index, (cell, heading)) in header.cells.iter().zip(headings).enumerate() {
        if cell.text.is_empty() && is_open {
            let filled = grid.rows.iter().find(|row| row.number > header.number && row.is_filled(index));
            if let Some(row) = filled {
                let at = grid.span(row.cells[index].range.clone());
                let diagnostic = Diagnostic::error(
                    Code::SHEET_NO_HEADING,
                    at,
                    format!("column {} has no heading", column_name(index)),
                );
                file.note(
                    diagnostic.hint(
                        "add the name of a field as its heading, or `\"\" = false` to `[columns]` in `game.toml`",
                    ),
                );
            }
            continue;
        }
        let Some(key) = declared(&heading, told, own).cloned().unwrap_or_else(|| meaning(&cell.text, told, own)) else {
            continue;
        };
        let at = grid.span(cell.range.clone());
        let (of_source, language) = translated(&key, game);
        let found = path(of_source, game);
        if let (Some((path, sort)), Some(language)) = (&found, &language)
            && (!matches!(sort, Sort::Word | Sort::Text) || KEPT.contains(&path[0].as_str()))
        {
            let what = format!("`{of_source}` can't be translated: it is the same in {}", language_name(language));
            let diagnostic = Diagnostic::error(Code::TRANSLATED_FIGURE, at, what).label("not translatable");
            file.note(diagnostic.hint("remove the column: values of the source apply to every language"));
            continue;
        }
        let Some((path, sort)) = found else {
            let renamed = key != cell.text;
            let what = match renamed {
                true => format!("heading `{}` is mapped to the unknown field `{key}`", cell.text),
                false => format!("unknown heading `{}`", cell.text),
            };
            let diagnostic = Diagnostic::error(Code::SHEET_UNKNOWN_HEADING, at, what).label("not a field");
            let known = known(game);
            let known = || known.iter().map(String::as_str);
            meant.extend(nearest(&plain(&key), known()).map(str::to_owned));
            let diagnostic = diagnostic.suggest(&plain(&key), known());
            file.note(diagnostic.hint(format!(
                "to ignore the column, add `\"{}\" = false` to `[columns]` in `game.toml`; for a new field, run `skirmish sync {}`, \
                 or add `[field.…]`",
                cell.text.replace('\n', " "),
                game.id
            )));
            continue;
        };
        if let Some(first) = columns.iter().find(|column| column.path == path && column.language == language) {
            let what = format!("duplicate columns {} and {} for `{key}`", column_name(first.index), column_name(index));
            let second = heading.replace('\n', " ");
            let hint = format!("to ignore the second, add `\"{second}\" = false` to `[columns]` in `game.toml`");
            file.note(Diagnostic::error(Code::SHEET_COLUMN_TWICE, at, what).hint(hint));
            continue;
        }
        columns.push(Column { index, path, sort, language });
    }
    for row in grid.rows.iter().filter(|row| is_open && row.number > header.number) {
        for cell in row.cells.iter().skip(header.cells.len()).filter(|cell| !cell.text.is_empty()) {
            let at = grid.span(cell.range.clone());
            let diagnostic = Diagnostic::error(Code::SHEET_CELL_OUTSIDE, at, "cell without a heading");
            file.note(diagnostic.hint("put quotes around a text that contains the separator"));
        }
    }
    (columns, meant)
}

/// Keys of words that are not for players.
const KEPT: [&str; 7] = ["kind", "rule", "back", "art", "card-icon", "template", "piece"];

/// Splits a heading from its language suffix: `text.de`, `text (de)`.
fn translated<'h>(heading: &'h str, game: &Game) -> (&'h str, Option<String>) {
    let of = |language: &String| {
        let in_brackets = || heading.strip_suffix(')')?.strip_suffix(language.as_str())?.trim_end().strip_suffix('(');
        let after_dot = || heading.strip_suffix(language.as_str())?.trim_end().strip_suffix('.');
        Some((in_brackets().or_else(after_dot)?.trim_end(), Some(language.clone())))
    };
    game.languages.iter().find_map(of).unwrap_or((heading, None))
}

/// True if a row looks like the header of a sheet of cards that lacks the name: two of its words are known.
pub(super) fn is_header(row: &Row, told: &Told, own: Option<&SheetTold>, game: &Game) -> bool {
    let known =
        |heading: &str| meaning(heading, told, own).is_some_and(|key| path(translated(&key, game).0, game).is_some());
    row.cells.iter().filter(|cell| !cell.text.is_empty() && known(&cell.text)).count() > 1
}

/// Returns all keys that a heading may represent.
fn known(game: &Game) -> Vec<String> {
    let fixed = WORDS.iter().chain(NUMBERS.iter().map(|(key, _)| key)).map(|key| (*key).to_owned());
    fixed
        .chain(["piece", "allow"].map(str::to_owned))
        .chain(game.fields.iter().map(|field| field.name.clone()))
        .collect()
}

/// Returns the keys that a heading represents, and any subkey: `text`, `lit.text`, `saying.after`.
fn path(heading: &str, game: &Game) -> Option<(Vec<String>, Sort)> {
    let parts: Vec<&str> = heading.split('.').map(str::trim).collect();
    let (first, rest) = parts.split_first()?;
    let key = plain(first);
    let owned = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let under = |key: &str, (mut path, sort): (Vec<String>, Sort)| {
        path.insert(0, key.to_owned());
        (path, sort)
    };
    if key == "each" && rest.len() == 1 {
        return Some((owned(&["each", rest[0]]), Sort::Each));
    }
    if key == "sizes" && rest.len() == 1 {
        return Some((owned(&["sizes", rest[0]]), Sort::Number));
    }
    if rest.is_empty() && key == "piece" {
        return Some((owned(&["piece"]), Sort::Word));
    }
    if rest.is_empty() && key == "allow" {
        return Some((owned(&["allow"]), Sort::Reasons));
    }
    if rest.is_empty()
        && let Some(word) = WORDS.iter().find(|word| **word == key)
    {
        return Some((owned(&[word]), Sort::Word));
    }
    if rest.is_empty()
        && let Some((number, sort)) = NUMBERS.iter().find(|(number, _)| *number == key)
    {
        return Some((owned(&[number]), *sort));
    }
    if let Some(field) = game.fields.iter().find(|field| plain(&field.name) == key) {
        return of_field(&field.kind, rest).map(|found| under(&field.name, found));
    }
    if let Some(face) = game.face_kinds.iter().find(|face| plain(&face.id) == key) {
        return path(&rest.join("."), game).filter(|_| !rest.is_empty()).map(|found| under(&face.id, found));
    }
    if key == "panel" && rest.len() > 1 {
        return path(&rest[1..].join("."), game).map(|found| under("panel", under(rest[0], found)));
    }
    None
}

/// Returns the rest below a field: nothing, or a key of its table.
fn of_field(kind: &FieldKind, rest: &[&str]) -> Option<(Vec<String>, Sort)> {
    let below = |sort: Sort| rest.is_empty().then_some((Vec::new(), sort));
    match kind {
        FieldKind::Line => below(Sort::Word),
        FieldKind::Text => below(Sort::Text),
        FieldKind::Number(..) => below(Sort::Number),
        FieldKind::Flag => below(Sort::Flag),
        FieldKind::List(_) | FieldKind::Needs => below(Sort::Words),
        FieldKind::Quote => match rest {
            [] | ["text"] => Some((vec!["text".to_owned()], Sort::Text)),
            ["after"] => Some((vec!["after".to_owned()], Sort::Word)),
            _ => None,
        },
        FieldKind::Figures(_) => match rest {
            [] => below(Sort::Figures),
            [name] => Some((vec![(*name).to_owned()], Sort::Number)),
            _ => None,
        },
    }
}
