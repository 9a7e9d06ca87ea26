//! Cards, wherever they are: entries of `cards.toml`, rows of sheets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use skirmish_base::diagnostic::Span;
use skirmish_base::vfs::Vfs;
use skirmish_read::{ColumnPlace, RowPlace, SheetPlaces, folder, game, sheet_places};

use crate::change::{FieldValue, Place, Side, Value};
use crate::entries::{self, CARD, Entry};
use crate::rows::{CellContent, Grid, content};
use crate::table::{CardField, CardTable};
use crate::tables::{self, Listed};
use crate::text::TextFile;
use crate::workbook::{self, CellChange};
use crate::{EditError, TextEdit};

/// Where the cards of a game are.
pub(crate) struct Cards<'v> {
    vfs: &'v dyn Vfs,
    game: &'v str,
    /// `cards.toml`, if the game has one.
    toml: Option<(TextFile, Vec<Entry>)>,
    sheets: Vec<SheetPlaces>,
}

/// Where a card is.
#[derive(Clone, Copy)]
enum CardPlace {
    /// The number of an entry of `cards.toml`.
    Entry(usize),
    /// The number of a sheet, and of one of its rows.
    Row(usize, usize),
}

impl<'v> Cards<'v> {
    /// Finds all cards of a game.
    pub fn read(vfs: &'v dyn Vfs, game: &'v str) -> Result<Self, EditError> {
        let path = format!("{}/cards.toml", folder(game));
        let toml = match vfs.has(&path) {
            true => {
                let file = TextFile::read(vfs, &path)?;
                let entries = entries::entries(&path, file.text())?;
                Some((file, entries))
            }
            false => None,
        };
        let has_sheets = !skirmish_read::sheet_files(vfs, game).is_empty();
        let sheets = if has_sheets { sheet_places(vfs, game).map_err(EditError::Data)? } else { Vec::new() };
        Ok(Self { vfs, game, toml, sheets })
    }

    fn entry(&self, index: usize) -> (&TextFile, &Entry) {
        let (file, entries) = self.toml.as_ref().expect("entries come from a file");
        (file, &entries[index])
    }

    fn row(&self, sheet: usize, row: usize) -> (&SheetPlaces, &RowPlace) {
        (&self.sheets[sheet], &self.sheets[sheet].rows[row])
    }

    /// Finds a card by its id, or by the id of its entry.
    fn find(&self, card: &str) -> Result<CardPlace, EditError> {
        let entries = self.toml.iter().flat_map(|(_, entries)| entries);
        if let Some(index) = entries.clone().position(|entry| entry.id == card) {
            return Ok(CardPlace::Entry(index));
        }
        for (sheet, places) in self.sheets.iter().enumerate() {
            if let Some(row) = places.rows.iter().position(|row| row.id == card) {
                return Ok(CardPlace::Row(sheet, row));
            }
        }
        // One of the many cards of an entry: the model knows where its name is.
        let unknown = || EditError::unknown("card", card);
        let read = game(self.vfs, self.game).game.ok_or_else(unknown)?;
        let at = read.pieces().find_map(|of| of.card(card, &read.sets)).ok_or_else(unknown)?.at.clone();
        if let Some((file, entries)) = self.toml.as_ref().filter(|(file, _)| file.source.path == at.source.path) {
            let holds = |entry: &Entry| entry.block.start <= at.range.start && at.range.end <= entry.block.end;
            return match entries.iter().position(holds) {
                Some(index) if *file.source == *at.source => Ok(CardPlace::Entry(index)),
                _ => Err(unknown()),
            };
        }
        for (sheet, places) in self.sheets.iter().enumerate().filter(|(_, places)| *places.source == *at.source) {
            let number = places.source.cells.as_ref().and_then(|cells| cells.at(at.range.start)).map(|cell| cell.row);
            if let Some(row) = places.rows.iter().position(|row| Some(row.number) == number) {
                return Ok(CardPlace::Row(sheet, row));
            }
        }
        Err(unknown())
    }

    /// Returns the value of a field that a card itself says, and its place.
    pub fn field(&self, card: &str, field: &[String]) -> Result<Option<(Value, Place)>, EditError> {
        match self.find(card)? {
            CardPlace::Entry(index) => {
                let (file, entry) = self.entry(index);
                let path = &file.source.path;
                let found = tables::get(path, file.text(), &keys_of(entry, field))?;
                Ok(found.map(|(value, range)| (value, Place { file: path.clone(), sheet: None, range })))
            }
            CardPlace::Row(sheet, row) => {
                let (sheet, row) = self.row(sheet, row);
                let Some(column) = column(sheet, field) else { return Ok(None) };
                let cell = row.cells.get(column).filter(|cell| !cell.text.is_empty());
                Ok(cell.map(|cell| (Value::Text(cell.text.clone()), place(sheet, cell.range.clone()))))
            }
        }
    }

    /// Gives a field of a card another value.
    pub fn set(&self, card: &str, field: &[String], value: &Value) -> Result<Vec<TextEdit>, EditError> {
        self.set_all(&[FieldValue { card: card.to_owned(), field: field.to_vec(), value: value.clone() }])
    }

    /// Gives fields of cards other values.
    pub fn set_all(&self, values: &[FieldValue]) -> Result<Vec<TextEdit>, EditError> {
        let mut text: Option<String> = None;
        let mut cells: BTreeMap<usize, Vec<CellChange>> = BTreeMap::new();
        for FieldValue { card, field, value } in values {
            match self.find(card)? {
                CardPlace::Entry(index) => {
                    // Entries keep their numbers.
                    let (file, entry) = self.entry(index);
                    let old = text.as_deref().unwrap_or(file.text());
                    text = Some(tables::set(&file.source.path, old, &keys_of(entry, field), value)?);
                }
                CardPlace::Row(number, row) => {
                    let (sheet, row) = self.row(number, row);
                    let column = column(sheet, field).ok_or_else(|| no_column(sheet, field))?;
                    let change = CellChange { row: row.number, column, value: value.clone() };
                    cells.entry(number).or_default().push(change);
                }
            }
        }
        let mut edits = match (&self.toml, text) {
            (Some((file, _)), Some(text)) => file.becoming(&text)?,
            _ => Vec::new(),
        };
        let mut books = BTreeSet::new();
        for (number, cells) in cells {
            let sheet = &self.sheets[number];
            if sheet_name(sheet).is_some() && !books.insert(&sheet.source.path) {
                return Err(EditError::fixed(
                    "cells",
                    &sheet.source.path,
                    "are on two sheets: change one after the other",
                ));
            }
            edits.extend(set_cells(self.vfs, sheet, &cells)?);
        }
        Ok(edits)
    }

    /// Returns all cards with the values that they say themselves.
    pub fn table(&self) -> Result<CardTable, EditError> {
        let mut table = CardTable::default();
        if let Some((file, entries)) = &self.toml {
            let cards: BTreeMap<usize, &Entry> =
                entries.iter().filter(|entry| entry.piece == CARD).map(|entry| (entry.number, entry)).collect();
            for (number, values) in tables::listed(&file.source.path, file.text(), CARD)?.into_iter().enumerate() {
                if let Some(entry) = cards.get(&number) {
                    table.add(&entry.id, values.into_iter().map(|Listed { path, value, .. }| (path, value)));
                }
            }
        }
        for sheet in &self.sheets {
            let columns: Vec<_> = columns(sheet).collect();
            // Columns without values are there to be filled.
            for column in &columns {
                table.column(&column.path);
            }
            for row in sheet.rows.iter().filter(|row| row.piece == CARD) {
                let value = |column: &&ColumnPlace| {
                    let cell = row.cells.get(column.index).filter(|cell| !cell.text.is_empty())?;
                    Some((column.path.clone(), Value::Text(cell.text.clone())))
                };
                table.add(&row.id, columns.iter().filter_map(value));
            }
        }
        let ids = self.toml.iter().flat_map(|(_, entries)| entries).map(|entry| entry.id.as_str());
        let ids = ids.chain(self.sheets.iter().flat_map(|sheet| &sheet.rows).map(|row| row.id.as_str()));
        table.keep_unique(ids);
        Ok(table)
    }

    /// Returns the fields of a card: its own, then those that only other cards have.
    pub fn fields(&self, card: &str) -> Result<Vec<CardField>, EditError> {
        let mut fields: Vec<(Vec<String>, Value, Option<Span>)> = match self.find(card)? {
            CardPlace::Entry(index) => {
                let (file, entry) = self.entry(index);
                let own = tables::listed(&file.source.path, file.text(), &entry.piece)?.into_iter().nth(entry.number);
                let field = |Listed { path, value, range }| (path, value, Some(Span::new(&file.source, range)));
                own.into_iter().flatten().map(field).collect()
            }
            CardPlace::Row(sheet, row) => {
                let (sheet, row) = self.row(sheet, row);
                let field = |column: &ColumnPlace| {
                    let cell = row.cells.get(column.index)?;
                    let value = if cell.text.is_empty() { Value::Nothing } else { Value::Text(cell.text.clone()) };
                    Some((column.path.clone(), value, Some(Span::new(&sheet.source, cell.range.clone()))))
                };
                columns(sheet).filter_map(field).collect()
            }
        };
        let table = self.table()?;
        for path in &table.columns {
            if fields.iter().all(|(known, ..)| known != path) {
                fields.push((path.clone(), Value::Nothing, None));
            }
        }
        Ok(fields.into_iter().map(|(path, value, at)| table.field(path, value, at)).collect())
    }

    /// Accepts a problem of a card, for a reason.
    pub fn allow(&self, card: &str, code: &str, because: &Value) -> Result<Vec<TextEdit>, EditError> {
        let field = ["allow".to_owned()];
        match self.find(card)? {
            CardPlace::Entry(_) => self.set(card, &[&field[..], &[code.to_owned()]].concat(), because),
            // A cell holds all codes of its card.
            CardPlace::Row(..) => {
                let old = match self.field(card, &field)? {
                    Some((Value::Text(old), _)) => format!("{old}; "),
                    _ => String::new(),
                };
                let reason = content(because, "").replace(';', "\\;");
                self.set(card, &field, &Value::Text(format!("{old}{code}: {reason}")))
            }
        }
    }

    /// Adds cards, each with its values.
    pub fn add(
        &self,
        after: Option<&str>,
        like: Option<&str>,
        cards: &[tables::Values],
    ) -> Result<Vec<TextEdit>, EditError> {
        let (after, like) =
            (after.map(|card| self.find(card)).transpose()?, like.map(|card| self.find(card)).transpose()?);
        match after.or(like) {
            Some(CardPlace::Row(sheet, row)) => self.add_rows(sheet, Some(row), like, cards),
            None if self.toml.is_none() && !self.sheets.is_empty() => {
                self.add_rows(self.sheets.len() - 1, None, None, cards)
            }
            _ => {
                let Some((file, entries)) = &self.toml else {
                    return Err(EditError::unknown("file", "cards.toml"));
                };
                let entry = |place: Option<CardPlace>| match place {
                    Some(CardPlace::Entry(index)) => Ok(Some(&entries[index])),
                    Some(CardPlace::Row(..)) => Err(EditError::fixed("card", &file.source.path, "is in another file")),
                    None => Ok(None),
                };
                let (after, like) = (entry(after)?.or(entry(like)?), entry(like)?);
                file.becoming(&entries::add(&file.source.path, file.text(), after, like, cards)?)
            }
        }
    }

    fn add_rows(
        &self,
        number: usize,
        after: Option<usize>,
        like: Option<CardPlace>,
        cards: &[tables::Values],
    ) -> Result<Vec<TextEdit>, EditError> {
        let sheet = &self.sheets[number];
        let width = sheet.columns.iter().map(|column| column.index + 1).max().unwrap_or_default();
        let mut model: Vec<Value> = match like {
            Some(CardPlace::Row(other, row)) if other == number => {
                self.row(other, row).1.cells.iter().map(|cell| Value::Text(cell.text.clone())).collect()
            }
            Some(_) => return Err(EditError::fixed("card", &sheet.source.path, "is in another file")),
            None => Vec::new(),
        };
        model.resize(model.len().max(width), Value::Nothing);
        let row = |values: &tables::Values| {
            let mut cells = model.clone();
            for (field, value) in values {
                let column = column(sheet, field).ok_or_else(|| no_column(sheet, field))?;
                cells[column] = value.clone();
            }
            Ok(cells)
        };
        let rows: Vec<Vec<Value>> = cards.iter().map(row).collect::<Result<_, EditError>>()?;
        let grid = Grid::of(&sheet.source);
        let last = grid.last_row().ok_or_else(|| EditError::unknown("row", "1"))?;
        if sheet_name(sheet).is_some() {
            // Rows of a workbook can't make room: formulas and formats name the others by their numbers.
            let cells = (last + 1..).zip(rows).flat_map(|(row, cells)| {
                let filled = cells.into_iter().enumerate().filter(|(_, value)| *value != Value::Nothing);
                filled.map(move |(column, value)| CellChange { row, column, value: typed(value) })
            });
            return set_cells(self.vfs, sheet, &cells.collect::<Vec<_>>());
        }
        let content = |cells: &Vec<Value>| cells.iter().map(|value| content(value, "")).collect();
        let after = after.map_or(last, |row| sheet.rows[row].number);
        let rows: Vec<Vec<String>> = rows.iter().map(content).collect();
        text_file(self.vfs, sheet)?.becoming(&grid.add(after, &rows)?)
    }

    /// Deletes a card.
    pub fn delete(&self, card: &str) -> Result<Vec<TextEdit>, EditError> {
        match self.find(card)? {
            CardPlace::Entry(index) => {
                let (file, entry) = self.entry(index);
                file.becoming(&entries::delete(file.text(), entry))
            }
            CardPlace::Row(sheet, row) => {
                let (sheet, row) = self.row(sheet, row);
                if sheet_name(sheet).is_none() {
                    return text_file(self.vfs, sheet)?.becoming(&Grid::of(&sheet.source).delete(row.number)?);
                }
                // The row stays, without content: the reader passes over it.
                let filled = row.cells.iter().enumerate().filter(|(_, cell)| !cell.text.is_empty());
                let empty = |(column, _)| CellChange { row: row.number, column, value: Value::Nothing };
                set_cells(self.vfs, sheet, &filled.map(empty).collect::<Vec<_>>())
            }
        }
    }

    /// Moves a card to a side of another one in the same file.
    pub fn shift(&self, card: &str, side: Side, of: &str) -> Result<Vec<TextEdit>, EditError> {
        match (self.find(card)?, self.find(of)?) {
            (CardPlace::Entry(from), CardPlace::Entry(of)) => {
                let (file, _) = self.entry(from);
                let entries = self.toml.as_ref().map_or(&[][..], |(_, entries)| entries);
                file.becoming(&entries::shift(file.text(), entries, from, side, of))
            }
            (CardPlace::Row(sheet, from), CardPlace::Row(other, of)) if sheet == other => {
                let rows = &self.sheets[sheet].rows;
                let (sheet, from, of) = (&self.sheets[sheet], rows[from].number, rows[of].number);
                if sheet_name(sheet).is_some() {
                    return Err(EditError::fixed(
                        card,
                        &sheet.source.path,
                        "is a row of a workbook: move it in the spreadsheet",
                    ));
                }
                text_file(self.vfs, sheet)?.becoming(&Grid::of(&sheet.source).shift(from, side, of)?)
            }
            _ => Err(EditError::fixed(card, &folder(self.game), "is in another file")),
        }
    }

    /// Returns the sheet that the reader makes of a file.
    pub fn sheet(&self, place: &Place) -> Result<&SheetPlaces, EditError> {
        let is = |sheet: &&SheetPlaces| sheet.source.path == place.file && sheet_name(sheet) == place.sheet.as_deref();
        self.sheets.iter().find(is).ok_or_else(|| EditError::unknown("sheet", place.file.as_str()))
    }
}

/// Returns the content of the cell that holds some bytes of a sheet.
pub(crate) fn cell_at<'s>(sheet: &'s SheetPlaces, range: &Range<usize>) -> Option<(&'s str, usize, usize)> {
    let cell = sheet.source.cells.as_ref()?.at(range.start)?;
    let row = sheet.rows.iter().find(|row| row.number == cell.row)?;
    Some((row.cells.get(cell.column)?.text.as_str(), cell.row, cell.column))
}

/// Returns the edits that give cells of a sheet other values.
pub(crate) fn set_cells(vfs: &dyn Vfs, sheet: &SheetPlaces, cells: &[CellChange]) -> Result<Vec<TextEdit>, EditError> {
    let path = &sheet.source.path;
    if let Some(name) = sheet_name(sheet) {
        let bytes = vfs.read(path)?;
        let new = workbook::set(path, &bytes, name, cells)?;
        return Ok(TextEdit::between(path, &bytes, &new).into_iter().collect());
    }
    let file = text_file(vfs, sheet)?;
    let content = |CellChange { row, column, value }: &CellChange| {
        let place = sheet.rows.iter().find(|place| place.number == *row);
        let old = place.and_then(|place| place.cells.get(*column)).map_or("", |cell| cell.text.as_str());
        CellContent { row: *row, column: *column, content: content(value, old) }
    };
    file.becoming(&Grid::of(&sheet.source).set(&cells.iter().map(content).collect::<Vec<_>>())?)
}

/// Returns a number in place of a text that is one, as people enter it in a workbook.
fn typed(value: Value) -> Value {
    match &value {
        Value::Text(text) if text.parse::<f64>().is_ok_and(|number| number.to_string() == *text) => {
            Value::Number(text.parse().unwrap_or_default())
        }
        _ => value,
    }
}

/// Reads a sheet that is text, in its encoding.
fn text_file(vfs: &dyn Vfs, sheet: &SheetPlaces) -> Result<TextFile, EditError> {
    let file = TextFile::read_in(vfs, &sheet.source.path, sheet.encoding)?;
    match file.text() == sheet.source.text {
        true => Ok(file),
        false => Err(EditError::Stale { file: sheet.source.path.clone() }),
    }
}

/// Returns the name of a sheet of a workbook.
fn sheet_name(sheet: &SheetPlaces) -> Option<&str> {
    sheet.source.cells.as_ref().and_then(|cells| cells.sheet.as_deref())
}

fn place(sheet: &SheetPlaces, range: Range<usize>) -> Place {
    Place { file: sheet.source.path.clone(), sheet: sheet_name(sheet).map(str::to_owned), range }
}

/// Returns the columns in the source's language.
fn columns(sheet: &SheetPlaces) -> impl Iterator<Item = &ColumnPlace> {
    sheet.columns.iter().filter(|column| column.language.is_none())
}

/// Returns the column of a field in the source's language.
fn column(sheet: &SheetPlaces, field: &[String]) -> Option<usize> {
    let found = columns(sheet).find(|column| column.path == field);
    // The heading of a quotation holds its text.
    let quotation = || {
        columns(sheet).find(|column| column.path.len() == 2 && column.path[..1] == *field && column.path[1] == "text")
    };
    found.or_else(quotation).map(|column| column.index)
}

fn no_column(sheet: &SheetPlaces, field: &[String]) -> EditError {
    EditError::NoColumn { file: sheet.source.path.clone(), field: field.join(".") }
}

/// Returns the keys that lead to a field of an entry, from the top of `cards.toml` on.
fn keys_of(entry: &Entry, field: &[String]) -> Vec<String> {
    [&[entry.piece.clone(), entry.number.to_string()], field].concat()
}
