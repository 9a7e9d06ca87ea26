//! Edits of games: one value is different afterwards, nothing else, and undo brings back the same bytes.
//!
//! `SHEET=cards.csv cargo test --test generator edit::random_edits_of_sheets` edits another sheet.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use crate::common::program::Folder;
use crate::dice::Dice;
use crate::sheets::said;
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::{Code, Diagnostic, Repair, Source, Span};
use skirmish_base::vfs::{Memory, Overlay, Vfs};
use skirmish_edit::{
    Change, EditError, Scope, Side, SlotLayout, TextEdit, Value, apply, edits, field, fix, fix_label, paragraphs,
};
use skirmish_model::game::{Card, Game};
use skirmish_read as read;
use toml::de::{DeTable, DeValue};

/// Edits of each game.
const EDITS: usize = 200;
/// Texts that are hard on quotes and on encodings.
const TEXTS: [&str; 8] = [
    "Take 2 coins.",
    "“No”, she said; it's over.",
    "a \"quoted\" word, and \\\\ more",
    "First.\n\nSecond.",
    "Stärke 5: nichts, gar nichts",
    "'''",
    "ends with \"",
    "tab\there",
];

/// A value that differs: its place, before and after.
type Difference = (String, Option<String>, Option<String>);

/// A game in memory, and the file system that it is read from.
struct Edited {
    id: String,
    files: Memory,
    /// What takes each edit back.
    undo: Vec<Vec<TextEdit>>,
}

impl Edited {
    fn new(id: &str, files: Memory) -> Self {
        Self { id: id.to_owned(), files, undo: Vec::new() }
    }

    fn shipped(id: &str) -> Self {
        let paths = Builtin.files(&read::folder(id));
        let file = |path: String| (Builtin.read(&path).expect("a file").into_owned(), path);
        let files = paths.into_iter().map(file);
        Self::new(id, files.fold(Memory::new(), |files, (bytes, path)| files.with(&path, bytes)))
    }

    /// Makes a game for a sheet, as the command line does.
    fn from_sheet(file: &str, bytes: &[u8]) -> Self {
        let folder = Folder::new();
        folder.write(file, bytes);
        folder.run(["new", "game", "--from", file]).must_succeed();
        let files = folder.contents().into_iter().filter(|(path, _)| path.starts_with("card-data/"));
        Self::new("game", files.fold(Memory::new(), |files, (path, bytes)| files.with(&path, bytes)))
    }

    fn vfs(&self) -> Overlay<'_> {
        Overlay { first: &self.files, second: &Builtin }
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        self.files.read(path).expect("a file").into_owned()
    }

    fn edits(&self, change: &Change) -> Result<Vec<TextEdit>, EditError> {
        edits(&self.vfs(), &self.id, change)
    }

    fn apply(&mut self, edits: &[TextEdit]) {
        let undo = apply(&mut self.files, edits).expect("fresh edits");
        self.undo.push(undo);
    }

    /// Makes a change, and returns the values that are different afterwards: by their place, before and after.
    fn changed(&mut self, change: &Change) -> Result<Vec<Difference>, EditError> {
        let edits = self.edits(change)?;
        let mut found = Vec::new();
        let before: Vec<_> = edits.iter().map(|edit| (edit.file.clone(), self.values(&edit.file))).collect();
        self.apply(&edits);
        for (file, before) in before {
            let after = self.values(&file);
            let places: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            for place in places {
                let (old, new) = (before.get(place).cloned(), after.get(place).cloned());
                if old != new {
                    found.push((place.clone(), old, new));
                }
            }
        }
        Ok(found)
    }

    /// Returns all values of a file, by their places in it.
    fn values(&self, path: &str) -> BTreeMap<String, String> {
        let bytes = self.bytes(path);
        let mut values = BTreeMap::new();
        let text = || String::from_utf8(bytes.clone()).expect("UTF-8");
        match path.rsplit('.').next() {
            Some("toml") => {
                let text = text();
                let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
                flatten("", &DeValue::Table(table.into_inner()), &mut values);
            }
            Some("svg") => {
                let text = text();
                let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
                let document = roxmltree::Document::parse_with_options(&text, options).expect("XML");
                for (number, node) in document.descendants().enumerate() {
                    for attribute in node.attributes() {
                        values.insert(format!("{number} {}", attribute.name()), attribute.value().to_owned());
                    }
                    values.extend(node.text().map(|text| (format!("{number} text"), text.to_owned())));
                }
            }
            Some("md") => {
                let text = text();
                for (number, range) in paragraphs(&text).into_iter().enumerate() {
                    values.insert(number.to_string(), text[range].to_owned());
                }
            }
            _ => {
                for sheet in read::sheet_cells(path, &bytes).unwrap_or_else(|error| panic!("{path}: {error:?}")) {
                    for row in sheet.rows {
                        for (column, cell) in row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                            values.insert(format!("{} {} {column}", sheet.name, row.number), cell.clone());
                        }
                    }
                }
            }
        }
        values
    }

    /// Takes all edits back.
    fn undo_all(&mut self) {
        while let Some(edits) = self.undo.pop() {
            apply(&mut self.files, &edits).expect("fresh edits");
        }
    }
}

fn flatten(place: &str, value: &DeValue<'_>, values: &mut BTreeMap<String, String>) {
    match value {
        DeValue::Table(table) => {
            table
                .iter()
                .for_each(|(key, value)| flatten(&format!("{place}.{}", key.get_ref()), value.get_ref(), values));
        }
        DeValue::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(number, value)| flatten(&format!("{place}.{number}"), value.get_ref(), values));
        }
        DeValue::String(text) => drop(values.insert(place.to_owned(), text.to_string())),
        other => drop(values.insert(place.to_owned(), format!("{other:?}"))),
    }
}

/// Returns some of the cards that have an entry or a row of their own.
fn some_cards(game: &Edited, read: &Game, dice: &mut Dice) -> Vec<String> {
    let all: Vec<&str> = read.pieces().flat_map(|piece| &piece.cards).map(|card| card.id.as_str()).collect();
    let name = ["name".to_owned()];
    let picked = (0..12).map(|_| dice.one_of(&all)).filter(|card| field(&game.vfs(), &game.id, card, &name).is_ok());
    picked.map(str::to_owned).collect()
}

/// Returns the fields of a card that are texts or numbers in its own file.
fn fields(game: &Edited, read: &Game, card: &str) -> Vec<(Vec<String>, Value)> {
    let own = read.fields.iter().map(|field| field.name.clone());
    let names = own.chain(["count", "short", "alt", "art"].map(str::to_owned)).map(|name| vec![name]);
    let found = names.filter_map(|name| {
        let (value, _) = field(&game.vfs(), &game.id, card, &name).expect("a field")?;
        matches!(value, Value::Text(_) | Value::Number(_)).then_some((name, value))
    });
    found.collect()
}

/// Makes many random edits of a game, each of which changes one value, and takes them back.
fn edit_at_random(mut game: Edited, seed: u64) {
    let before = game.files.clone();
    let read = read::game(&game.vfs(), &game.id).game.expect("a game");
    let (mut dice, mut done, mut refused) = (Dice(seed), 0, BTreeMap::new());
    let folder = read::folder(&game.id);
    let cards = some_cards(&game, &read, &mut dice);
    let templates: Vec<(String, String)> = slots(&game, &folder);
    let fields_of: BTreeMap<&String, Vec<(Vec<String>, Value)>> =
        cards.iter().map(|card| (card, fields(&game, &read, card))).collect();
    for round in 0.. {
        if done == EDITS {
            break;
        }
        assert!(round < 20 * EDITS, "{}: only {done} edits: {refused:?}", game.id);
        let card = dice.one_of(&cards);
        let text = dice.one_of(&TEXTS).to_owned();
        let number = f64::from(u32::try_from(dice.below(90)).expect("small"));
        let (change, most) = match dice.below(12) {
            0..=5 => {
                let fields = &fields_of[&card];
                if fields.is_empty() {
                    continue;
                }
                let (field, old) = dice.one_of(fields);
                let is_number = matches!(old, Value::Number(_)) || field == ["count"];
                let value = if is_number { Value::Number(number) } else { Value::Text(text) };
                (Change::Field { card, field, value }, 1)
            }
            6 if !read.deck.kinds.is_empty() => {
                let path = ["kind", &read.deck.kinds[dice.below(read.deck.kinds.len())].id, "colours", "kind"]
                    .map(str::to_owned);
                let value = Value::Text(format!("#0000{:02x}", dice.below(256)));
                (Change::Setting { file: "game.toml".to_owned(), path: path.to_vec(), value }, 1)
            }
            7 if !templates.is_empty() => {
                let (template, slot) = dice.one_of(&templates);
                let layout = SlotLayout { x: Some(number / 2.0), ..SlotLayout::default() };
                (Change::Slot { template, slot, layout }, 1)
            }
            8 if read.has_book => {
                let book = game.bytes(&format!("{folder}/rules.md"));
                let book = std::str::from_utf8(&book).expect("UTF-8");
                let blocks = paragraphs(book);
                let number = dice.below(blocks.len());
                let (before, after) = (&book[..blocks[number].start], &book[blocks[number].end..]);
                // A text directly above or below a table would be joined with what is on its other side.
                if !before.ends_with("\n\n") || !after.starts_with("\n\n") {
                    continue;
                }
                let file = format!("{folder}/rules.md");
                let Range { start, end } = blocks[number];
                let old = book[start..end].replace("\r\n", "\n");
                let new = format!("A paragraph with *{number}* words.");
                (Change::Paragraph { file, start, old, new }, 1)
            }
            9 if !read.deck.kinds.is_empty() => {
                let scope = if dice.below(2) == 0 { Scope::Game } else { Scope::Kind(read.deck.kinds[0].id.clone()) };
                (Change::Allow { code: format!("E06{}", dice.below(90) + 10), because: text, scope }, 1)
            }
            10 => {
                let side = if dice.below(2) == 0 { Side::Before } else { Side::After };
                (Change::Move { card, side, of: dice.one_of(&cards) }, usize::MAX)
            }
            11 => {
                let name = Value::Text(format!("New {round}"));
                let cards = vec![vec![(vec!["name".to_owned()], name)]];
                (Change::Add { after: Some(card.clone()), like: Some(card), cards }, usize::MAX)
            }
            _ => continue,
        };
        match game.changed(&change) {
            Ok(changed) => {
                assert!(changed.len() <= most, "{}: {change:?} changed {changed:#?}", game.id);
                if let Change::Field { value: Value::Text(text), .. } = &change {
                    let is_it = |new: &Option<String>| new.as_ref().is_none_or(|new| alike(new, text));
                    assert!(changed.iter().all(|(.., new)| is_it(new)), "{change:?} changed {changed:#?}");
                }
                done += usize::from(!changed.is_empty());
            }
            // A text that is invalid markup hides the cards that an entry represents.
            Err(
                error @ (EditError::Fixed { .. }
                | EditError::Letter { .. }
                | EditError::Encoding { .. }
                | EditError::Unknown { kind: "card", .. }),
            ) => {
                *refused.entry(error.to_string()).or_insert(0) += 1;
            }
            Err(error) => panic!("{}: {change:?}: {error}", game.id),
        }
    }
    game.undo_all();
    for path in before.files("card-data") {
        assert!(game.bytes(&path) == before.read(&path).expect("a file").into_owned(), "{path} is not what it was");
    }
}

/// True if a value is a text; white space at its ends is none of a cell.
fn alike(found: &str, text: &str) -> bool {
    found.trim() == text.trim()
}

/// Returns the slots of a game's own templates: the template and the slot.
fn slots(game: &Edited, folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in game.files.files(&format!("{folder}/templates")) {
        let Some(template) = path.rsplit('/').next().and_then(|name| name.strip_suffix(".svg")) else { continue };
        let text = String::from_utf8(game.bytes(&path)).expect("UTF-8");
        let document = roxmltree::Document::parse(&text).expect("XML");
        let ids = document.descendants().filter_map(|node| node.attribute("id")?.strip_prefix("slot-"));
        found.extend(ids.map(|slot| (template.to_owned(), slot.to_owned())));
    }
    found
}

#[test]
fn random_edits_of_shipped_games_change_one_value_and_are_undone() {
    for (seed, id) in (1..).zip(["battling-cards", "skirminion", "skirmish-5e", "warhammer-skirmish"]) {
        edit_at_random(Edited::shipped(id), seed);
    }
}

#[test]
fn random_edits_of_sheets_change_one_cell_and_are_undone() {
    let sheets: [(&str, &[u8]); 7] = [
        ("plain.csv", include_bytes!("sheets/plain.csv")),
        ("windows.csv", include_bytes!("sheets/windows.csv")),
        ("tabs.tsv", include_bytes!("sheets/tabs.tsv")),
        ("untidy.csv", include_bytes!("sheets/untidy.csv")),
        ("database.csv", include_bytes!("sheets/database.csv")),
        ("harbour.ods", include_bytes!("sheets/harbour.ods")),
        ("harbour.xlsx", include_bytes!("sheets/harbour.xlsx")),
    ];
    if let Some(path) = std::env::var_os("SHEET").map(PathBuf::from) {
        let bytes = std::fs::read(&path).expect("a sheet");
        let file = path.file_name().and_then(|name| name.to_str()).expect("a name");
        return edit_at_random(Edited::from_sheet(file, &bytes), 1);
    }
    for (seed, (file, bytes)) in (1..).zip(sheets) {
        edit_at_random(Edited::from_sheet(file, bytes), seed);
    }
}

#[test]
fn another_count_changes_one_card_of_the_model() {
    let mut games = vec![Edited::shipped("skirmish-5e")];
    games.push(Edited::from_sheet("plain.csv", include_bytes!("sheets/plain.csv")));
    games.push(Edited::from_sheet("harbour.xlsx", include_bytes!("sheets/harbour.xlsx")));
    for mut game in games {
        let read = |game: &Edited| read::game(&game.vfs(), &game.id).game.expect("a game");
        let before = read(&game);
        // Of a workbook, some cells are formulas.
        let of_card = |card: &Card| {
            let (field, value) = (vec!["count".to_owned()], Value::Number(f64::from(card.count + 1)));
            let edits = game.edits(&Change::Field { card: card.id.clone(), field, value }).ok()?;
            Some((card.id.clone(), edits))
        };
        let (card, edits) = before.deck.cards.iter().find_map(of_card).expect("a card with a count");
        game.apply(&edits);
        let after = read(&game);
        let (old, new) = (said(&before), said(&after));
        let different: Vec<&String> =
            old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, _)| old).collect();
        assert_eq!((old.len(), different.len()), (new.len(), 1), "{different:#?}");
        assert!(different[0].contains(&card), "{different:#?}");
    }
}

#[test]
fn other_parts_of_a_workbook_stay_byte_for_byte() {
    let workbooks: [(&str, &[u8]); 2] = [
        ("harbour.ods", include_bytes!("sheets/harbour.ods")),
        ("harbour.xlsx", include_bytes!("sheets/harbour.xlsx")),
    ];
    for (file, bytes) in workbooks {
        let mut game = Edited::from_sheet(file, bytes);
        let card = read::game(&game.vfs(), "game").game.expect("a game").deck.cards[0].id.clone();
        let change = Change::Field { card, field: vec!["name".to_owned()], value: "A new name & more".into() };
        assert_eq!(game.changed(&change).expect("an edit").len(), 1);
        let (old, new) = (parts(bytes), parts(&game.bytes(&format!("card-data/game/{file}"))));
        let different = old.iter().zip(&new).filter(|(old, new)| old != new).count();
        assert_eq!((old.len(), different), (new.len(), 1), "{file}");
    }
}

/// Returns the entries of an archive: the name of each with its packed bytes.
fn parts(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let archive = rawzip::ZipArchive::from_slice(bytes).expect("an archive");
    let (mut found, mut entries) = (Vec::new(), archive.entries());
    while let Some(entry) = entries.next_entry().expect("an entry") {
        let data = archive.get_entry(entry.wayfinder()).expect("an entry").data().to_vec();
        found.push((entry.file_path().as_ref().to_vec(), data));
    }
    found
}

#[test]
fn a_deleted_card_is_no_longer_there() {
    let sheets: [(&str, &[u8]); 2] =
        [("plain.csv", include_bytes!("sheets/plain.csv")), ("tabs.tsv", include_bytes!("sheets/tabs.tsv"))];
    for (file, bytes) in sheets {
        let mut game = Edited::from_sheet(file, bytes);
        let ids = |game: &Edited| -> Vec<String> {
            read::game(&game.vfs(), "game")
                .game
                .expect("a game")
                .deck
                .cards
                .iter()
                .map(|card| card.id.clone())
                .collect()
        };
        let before = ids(&game);
        let edits = game.edits(&Change::Delete { card: before[1].clone() }).expect("edits");
        game.apply(&edits);
        assert_eq!(ids(&game), [&before[..1], &before[2..]].concat(), "{file}");
        game.undo_all();
        assert!(game.bytes(&format!("card-data/game/{file}")) == bytes);
    }
}

#[test]
fn a_hint_that_is_one_edit_fixes_its_problem() {
    let problems = |game: &Edited| -> Vec<Diagnostic> { read::game(&game.vfs(), &game.id).diagnostics };
    let faults = [
        ("cards.toml", "kind = \"weapon\"", "kind = \"weapn\"", "Change to weapon"),
        ("cards.toml", "count = 2", "count = \"2\"", "Set to 2"),
        ("cards.toml", "count = 2", "cuont = 2", "Change to count"),
    ];
    for (file, old, new, label) in faults {
        let mut game = Edited::shipped("skirmish-5e");
        let path = format!("card-data/skirmish-5e/{file}");
        let text = String::from_utf8(game.bytes(&path)).expect("UTF-8");
        assert!(problems(&game).is_empty());
        game.files.insert(&path, text.replacen(old, new, 1));
        let told = problems(&game);
        let fixed = told.iter().find(|problem| fix_label(problem).is_some());
        let fixed = fixed.unwrap_or_else(|| panic!("no fix: {told:#?}"));
        assert_eq!(fix_label(fixed).as_deref(), Some(label));
        let edits = fix(&game.vfs(), &game.id, fixed).expect("fresh files").expect("a fix");
        game.apply(&edits);
        assert!(game.bytes(&path) == text.as_bytes(), "{label}");
        assert!(problems(&game).is_empty(), "{label}");
        assert!(matches!(fix(&game.vfs(), &game.id, fixed), Err(EditError::Stale { .. })));
    }
}

#[test]
fn an_unneeded_entry_is_deleted_alone() {
    let mut game = Edited::shipped("skirmish-5e");
    let path = "card-data/skirmish-5e/game.toml";
    let text = String::from_utf8(game.bytes(path)).expect("UTF-8") + "\n[allow]\nE0615 = \"wanted\"\n";
    let entry = "E0617 = \"wanted too\"  # for now\n";
    game.files.insert(path, format!("{text}{entry}"));
    let source = Source::new(path, format!("{text}{entry}"));
    let at = Span::new(&source, text.len()..text.len() + "E0617".len());
    let problem = Diagnostic::warning(Code::ALLOW_UNNEEDED, at, "unused entry").repair(Repair::Delete);
    assert_eq!(fix_label(&problem).as_deref(), Some("Delete entry"));
    let edits = fix(&game.vfs(), &game.id, &problem).expect("fresh files").expect("a fix");
    game.apply(&edits);
    assert_eq!(String::from_utf8(game.bytes(path)).expect("UTF-8"), text);
}
