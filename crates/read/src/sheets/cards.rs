//! The cards of a sheet.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::super::card::id_of;
use super::super::table::{Columns, File};
use super::columns::{self, Column};
use super::grid::{Entry, Grid, Row};
use super::load::Loaded;
use super::rows::{self, NOT_CALCULATED, Parts};
use super::told::{Markup, SheetTold, SkippedCell, Told};
use super::{CellPlace, Sheet, SheetRow, plain};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{CARD, Game};

/// Reads the rows of one of a game's sheets; `alone` if it is the only one.
pub(super) fn read(
    loaded: Loaded,
    told: &Told,
    alone: bool,
    game: &Game,
    pieces: &[String],
    ids: &mut HashSet<String>,
) -> Sheet {
    let Loaded { name, mut grid, mut dates, guess } = loaded;
    let own = told.of(&name);
    if let Some(own) = own.filter(|own| !own.skipped_cells.is_empty()) {
        for (number, column) in skipped(&grid, told, own) {
            let row = grid.rows.iter_mut().find(|row| row.number == number);
            if let Some(cell) = row.and_then(|row| row.cells.get_mut(column)) {
                cell.text.clear();
            }
            dates.retain(|cell| *cell != (number, column));
        }
    }
    let file = File::new(Arc::clone(&grid.source));
    if let Some(guess) = guess {
        let what = format!("invalid UTF-8: read as {guess}");
        let diagnostic = Diagnostic::note(Code::SHEET_GUESSED_ENCODING, Span::file(&grid.source), what);
        file.note(
            diagnostic
                .hint(format!("save it as UTF-8, or add `encoding = \"{guess}\"` to `[sheets.{name}]` in `game.toml`")),
        );
    }
    let encoding = own.and_then(|own| own.encoding);
    let nothing = |file: File, is_whole: bool| Sheet {
        file,
        rows: Vec::new(),
        is_whole,
        is_counted: true,
        columns: Vec::new(),
        encoding,
    };
    if let Some(range) = grid.unclosed.clone() {
        let diagnostic = Diagnostic::error(Code::SHEET_OPEN_QUOTES, grid.span(range), "unclosed quotes");
        file.note(diagnostic.hint("write \"\" for a quote within a text"));
        return nothing(file, false);
    }
    let Some(header) = columns::header(&grid, told, own) else {
        let is_whole = !alone && own.is_none() && !grid.rows.iter().any(|row| columns::is_header(row, told, own, game));
        file.note(without_header(&grid, is_whole));
        return nothing(file, is_whole);
    };
    let (columns, meant) = columns::columns(&file, &grid, header, told, own, game);
    let kind = kind(&name, own, game);
    let piece = own.and_then(|own| own.piece.as_ref()).map_or(CARD, |word| word.text.as_str());
    let at = grid.span(header.range());
    let says_kind = |column: &Column| {
        column.language.is_none() && ["kind", "each.kind", "piece"].contains(&column.path.join(".").as_str())
    };
    if kind.is_none() && piece == CARD && !columns.iter().any(says_kind) {
        if meant.iter().any(|key| key == "kind") {
            return nothing(file, false);
        }
        let kinds: Vec<String> = game.deck.kinds.iter().map(|kind| format!("`{}`", kind.id)).collect();
        let diagnostic = Diagnostic::error(Code::SHEET_NO_KIND, at, "missing column `kind`");
        let diagnostic = diagnostic.hint(format!("add one: {}", kinds.join(", ")));
        file.note(
            diagnostic
                .hint(format!("or add `kind = …` to `[sheets.{name}]` in `game.toml` if all cards have one kind")),
        );
        return nothing(file, false);
    }
    let known = |column: &Column| {
        let heading = header.cells[column.index].text.replace('\n', " ");
        (column.path.first().cloned().unwrap_or_default(), column.index, heading)
    };
    let of_source = columns.iter().filter(|column| column.language.is_none());
    let file = file.with_columns(Columns { at, known: of_source.map(known).collect(), meant });
    let reader = Reader { file: &file, grid: &grid, columns: &columns, dates: &dates, game, pieces, kind, piece };
    let markup = &own.map(|own| own.markup.clone()).unwrap_or_default();
    let names = if own.is_none_or(|own| own.has_unique_names) { Names::Unique } else { Names::Any { unnamed: 0 } };
    let mut numbering = Numbering { names, ids };
    let skipped = own.map(|own| own.skipped.as_slice()).unwrap_or_default();
    let is_skipped = |row: &Row| {
        let name = || reader.cell(row, "name").map(|cell| plain(&cell.text)).unwrap_or_default();
        !skipped.is_empty() && skipped.contains(&name())
    };
    let below = || grid.rows.iter().filter(|row| row.number > header.number && !is_skipped(row));
    let read: Vec<Option<SheetRow>> = below().filter_map(|row| reader.row(row, markup, &mut numbering)).collect();
    let is_whole = read.iter().all(Option::is_some);
    let is_counted = below().filter_map(|row| reader.cell(row, "count")).all(|cell| !rows::has_no_value(&cell.text));
    Sheet { rows: read.into_iter().flatten().collect(), is_whole, is_counted, columns, encoding, file }
}

/// Returns row and column of the cells that a sheet skips.
fn skipped(grid: &Grid, told: &Told, own: &SheetTold) -> Vec<(usize, usize)> {
    let header = columns::header(grid, told, Some(own));
    let headings = header.map(|row| columns::headings(row.cells.iter().map(|cell| cell.text.as_str())));
    let headings = headings.unwrap_or_default();
    let name = headings.iter().position(|heading| columns::is_name(heading, told, Some(own)));
    let of_card = |words: &str| {
        let below = grid.rows.iter().filter(|row| header.is_some_and(|header| row.number > header.number));
        let named = below.filter_map(|row| Some((row.number, &row.cells.get(name?)?.text)));
        let is_meant = |name: &str, heading: &str| plain(&format!("{name}: {heading}")) == words;
        let cells = named.flat_map(|(number, name)| headings.iter().enumerate().map(move |cell| (number, name, cell)));
        let cells = cells.filter(|(_, name, (_, heading))| is_meant(name, heading));
        cells.map(|(number, _, (column, _))| (number, column)).collect()
    };
    let cells = own.skipped_cells.iter().flat_map(|cell| match cell {
        SkippedCell::At(number, column) => vec![(*number, *column)],
        SkippedCell::Of(words) => of_card(words),
    });
    cells.collect()
}

/// Reports a sheet without headings: one of cards lacks them, any other is only noted.
fn without_header(grid: &Grid, is_of_something_else: bool) -> Diagnostic {
    if is_of_something_else {
        let diagnostic =
            Diagnostic::note(Code::SHEET_NOT_READ, Span::file(&grid.source), "sheet ignored: no column `name`");
        return diagnostic.hint("list the sheets with cards in `game.toml`, as `[sheets.…]`");
    }
    let at = grid.rows.first().map_or_else(|| Span::file(&grid.source), |row| grid.span(row.range()));
    let diagnostic = Diagnostic::error(Code::SHEET_NO_HEADINGS, at, "missing heading `name`");
    diagnostic
        .hint("add a first row with headings: `name`, `kind`, `count`, and the fields of the game")
        .hint("to use another heading, add `\"Title\" = \"name\"` to `[columns]` in `game.toml`")
}

/// Returns the kind of all cards of a sheet: the configured one, or the one that the sheet is named after.
fn kind<'g>(sheet: &str, own: Option<&'g SheetTold>, game: &'g Game) -> Option<&'g str> {
    let key = plain(sheet);
    let called = || {
        game.deck.kinds.iter().find(|kind| [&kind.id, &kind.name, &kind.plural].iter().any(|word| plain(word) == key))
    };
    own.and_then(|own| own.kind.as_deref()).or_else(|| called().map(|kind| kind.id.as_str()))
}

/// Names that the cards of a sheet may have.
enum Names {
    /// Each card has a name of its own.
    Unique,
    /// Cards may share a name; unnamed ones are numbered.
    Any {
        /// The rows without a name so far.
        unnamed: usize,
    },
}

/// Names and ids of the rows of a sheet.
struct Numbering<'i> {
    names: Names,
    /// The ids of all rows so far, in all sheets.
    ids: &'i mut HashSet<String>,
}

/// Reads the rows below a header.
struct Reader<'a> {
    file: &'a File,
    grid: &'a Grid,
    columns: &'a [Column],
    dates: &'a [(usize, usize)],
    game: &'a Game,
    pieces: &'a [String],
    /// Kind of the cards without one.
    kind: Option<&'a str>,
    /// Piece type of the rows without one.
    piece: &'a str,
}

/// True for keys of a card besides its kind and count.
fn is_word(path: &[String]) -> bool {
    !["kind", "count"].contains(&path.join(".").as_str())
}

impl Reader<'_> {
    /// Reads a row as a card; `None` if it isn't a card, or even its piece type is unknown.
    fn row(&self, row: &Row, markup: &Markup, numbering: &mut Numbering<'_>) -> Option<Option<SheetRow>> {
        self.check(row);
        let mut parts = rows::parts(row, self.columns, markup, self.game);
        let says = |parts: &Parts, key: &str| parts.iter().any(|(path, _)| path.as_slice() == [key]);
        let count = self.cell(row, "count").and_then(|cell| rows::count(&cell.text));
        // Formulas are often copied down further than there are cards.
        let is_blank = parts.is_empty() && (matches!(numbering.names, Names::Unique) || self.has_words());
        if is_blank || !says(&parts, "name") && count.as_deref() == Some("0") {
            return None;
        }
        let range = row.range();
        let place = self.cell(row, "name").map_or_else(|| range.clone(), |cell| cell.range.clone());
        if let Some(kind) = self.kind.filter(|_| !says(&parts, "kind")) {
            parts.push(rows::given("kind", kind, place.clone()));
        }
        if !says(&parts, "count") {
            parts.push(rows::given("count", "1", place.clone()));
        }
        parts.retain(|(path, _)| path.as_slice() != ["piece"]);
        let id = match &numbering.names {
            Names::Any { .. } => self.number(&mut parts, numbering, place)?,
            Names::Unique => rows::word(&parts, "name").map(id_of).unwrap_or_default(),
        };
        numbering.ids.insert(id.clone());
        let mut translated = rows::translated(row, self.columns, markup);
        translated.iter_mut().for_each(|(_, path, ..)| path.insert(0, id.clone()));
        let place = |cell: &Entry| CellPlace { text: cell.text.clone(), range: cell.range.clone() };
        let (number, cells) = (row.number, row.cells.iter().map(place).collect());
        Some(self.piece(row).map(|piece| SheetRow { piece, range, number, id, cells, parts, translated }))
    }

    /// Gives a row a name if it has none, and a unique id, which it returns; `None` for an empty row.
    fn number(&self, parts: &mut Parts, numbering: &mut Numbering<'_>, place: Range<usize>) -> Option<String> {
        if self.has_words() && !parts.iter().any(|(path, _)| is_word(path)) {
            return None;
        }
        let name = match rows::word(parts, "name") {
            Some(name) => name.split_whitespace().collect::<Vec<_>>().join(" "),
            None => {
                let Names::Any { unnamed } = &mut numbering.names else { return None };
                *unnamed += 1;
                let number = *unnamed;
                let kind = rows::word(parts, "kind");
                let kind = kind.and_then(|kind| self.game.deck.kinds.iter().find(|known| known.id == kind));
                let noun = kind.map_or(CARD, |kind| kind.name.as_str());
                let mut letters = noun.chars();
                let first = letters.next().into_iter().flat_map(char::to_uppercase);
                format!("{} {}", first.chain(letters).collect::<String>(), number)
            }
        };
        let plain = if id_of(&name).is_empty() { CARD.to_owned() } else { id_of(&name) };
        let with_number = (2..).map(|number| format!("{plain}-{number}"));
        let id = std::iter::once(plain.clone()).chain(with_number).find(|id| !numbering.ids.contains(id))?;
        let is_one_of_many = parts.iter().any(|(path, _)| path.first().is_some_and(|key| key == "each"));
        parts.retain(|(path, _)| path.as_slice() != ["name"]);
        parts.push(rows::said("name", name, place.clone()));
        if !is_one_of_many {
            parts.push(rows::said("id", id.clone(), place));
        }
        Some(id)
    }

    /// True if a column is read that says something of a card besides its kind and count.
    fn has_words(&self) -> bool {
        self.columns.iter().any(|column| is_word(&column.path))
    }

    /// Returns the cell of a key, unless it is empty.
    fn cell<'r>(&self, row: &'r Row, key: &str) -> Option<&'r Entry> {
        let column = self.columns.iter().find(|column| column.path == [key] && column.language.is_none())?;
        row.cells.get(column.index).filter(|cell| !cell.text.is_empty())
    }

    fn piece(&self, row: &Row) -> Option<String> {
        let Some(cell) = self.cell(row, "piece") else { return Some(self.piece.to_owned()) };
        let found = self.pieces.iter().find(|piece| plain(piece) == plain(&cell.text));
        if found.is_none() {
            let diagnostic =
                Diagnostic::error(Code::UNKNOWN_PIECE, self.at(&cell.range), format!("unknown piece `{}`", cell.text));
            let pieces = self.pieces.iter().map(String::as_str);
            self.file.note(diagnostic.label("not a piece").suggest(&cell.text, pieces));
        }
        found.cloned()
    }

    /// Reports values that a spreadsheet has changed.
    fn check(&self, row: &Row) {
        for column in self.columns {
            let Some(cell) = row.cells.get(column.index) else { continue };
            let at = self.at(&cell.range);
            if rows::has_no_value(&cell.text) {
                let (what, hint) = match cell.text == NOT_CALCULATED {
                    true => (
                        "the formula of this cell has no saved value",
                        "open and save the file in a spreadsheet program, which calculates the values",
                    ),
                    false => ("the formula of this cell has no value", "correct the formula and save the spreadsheet"),
                };
                self.file.note(Diagnostic::error(Code::SHEET_FORMULA, at, what).hint(hint));
            } else if self.dates.contains(&(row.number, column.index)) {
                let diagnostic = Diagnostic::error(Code::SHEET_DATE, at, "the spreadsheet took this for a date");
                self.file.note(diagnostic.hint("format the cell as text and enter it again"));
            }
        }
    }

    fn at(&self, range: &Range<usize>) -> Span {
        self.grid.span(range.clone())
    }
}
