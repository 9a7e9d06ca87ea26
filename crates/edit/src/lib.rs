//! From an intention ("the text of this card is now …") to edits of the files of a game.
//!
//! An edit replaces a few bytes of a file. Comments, order, blank lines and quotes of TOML, quotes and line ends of sheets,
//! attributes of templates, the encoding of a file and all other parts of a workbook stay as they are, byte for byte. Each edit
//! contains the replaced bytes, so it is refused if the file changed meanwhile, and can be undone.
//!
//! Nothing is read from disk and nothing is written: files come from a [`Vfs`], and [`applied`] returns what they become.
//!
//! ```
//! use skirmish_base::vfs::{Memory, Vfs};
//! use skirmish_edit::{Change, apply, edits};
//!
//! let cards = "[[card]]\nname = 'Fog'  # rolls in\ncount = 2\n";
//! let mut files = Memory::new().with("card-data/boats/cards.toml", cards);
//! let change = Change::Field { card: "fog".to_owned(), field: vec!["name".to_owned()], value: "Mist".into() };
//!
//! let rename = edits(&files, "boats", &change)?;
//! let undo = apply(&mut files, &rename)?;
//! assert_eq!(files.read("card-data/boats/cards.toml")?, &b"[[card]]\nname = 'Mist'  # rolls in\ncount = 2\n"[..]);
//!
//! apply(&mut files, &undo)?;
//! assert_eq!(files.read("card-data/boats/cards.toml")?, cards.as_bytes());
//! # Ok::<(), skirmish_edit::EditError>(())
//! ```

mod art;
mod book;
mod cards;
mod change;
mod edit;
mod entries;
mod error;
mod fix;
mod rows;
mod table;
mod tables;
mod template;
mod text;
mod workbook;

pub use art::art;
pub use book::paragraphs;
pub use change::{Change, FieldValue, Place, Scope, Side, SlotLayout, Value};
pub use edit::{Applied, History, Presence, Step, TextEdit, applied, apply, content};
pub use error::EditError;
pub use fix::{fix, fix_label};
pub use table::{CardField, CardRow, CardTable};
pub use template::{path as template_path, slots, with_copies};

use std::ops::Range;

use skirmish_base::diagnostic::Span;
use skirmish_base::vfs::{Vfs, normalize};
use skirmish_read::folder;

use cards::{Cards, cell_at, set_cells};
use text::{TextFile, replaced, with_line_ends};
use workbook::CellChange;

/// Returns the edits that make a change to a game; none if it is so already.
///
/// # Errors
/// See [`EditError`]: the place is unknown or can't be changed on its own, or its file can't be read.
pub fn edits(vfs: &dyn Vfs, game: &str, change: &Change) -> Result<Vec<TextEdit>, EditError> {
    edits_if(vfs, game, change, None)
}

/// Does the same if a field, or the value at a place, is still the `old` one.
///
/// # Errors
/// As of [`edits`]; it is another one by now.
pub fn edits_if(vfs: &dyn Vfs, game: &str, change: &Change, old: Option<&Value>) -> Result<Vec<TextEdit>, EditError> {
    let cards = || Cards::read(vfs, game);
    match change {
        Change::Field { card, field, value } => {
            let cards = cards()?;
            let now = old.map(|_| cards.field(card, field)).transpose()?.flatten();
            let (now, file) = now.map_or((Value::Nothing, card.clone()), |(now, place)| (now, place.file));
            check_old(old, &now, &file)?;
            cards.set(card, field, value)
        }
        Change::Fields { values } => cards()?.set_all(values),
        Change::Add { after, like, cards: added } => cards()?.add(after.as_deref(), like.as_deref(), added),
        Change::Delete { card } => cards()?.delete(card),
        Change::Move { card, side, of } => cards()?.shift(card, *side, of),
        Change::Setting { file, path, value } => setting(vfs, game, file, path, value),
        Change::Slot { template, slot, layout } => template::edits(vfs, game, template, slot, layout),
        Change::Paragraph { file, start, old, new } => book::edits(vfs, game, file, *start, (old, new)),
        Change::Allow { code, because, scope } => allow(vfs, game, code, because, scope),
        Change::Text { file, old, new } => {
            let file = text_file(vfs, game, file)?;
            if with_line_ends(file.text(), "\n") != with_line_ends(old, "\n") {
                return Err(EditError::Stale { file: file.source.path.clone() });
            }
            file.becoming(&with_line_ends(new, file.line_end()))
        }
        Change::At { place, value } => set_at(vfs, game, place, old, value),
    }
}

/// Refuses a change of something that has another value by now.
fn check_old(old: Option<&Value>, now: &Value, file: &str) -> Result<(), EditError> {
    match old {
        Some(old) if old != now => Err(EditError::Stale { file: file.to_owned() }),
        _ => Ok(()),
    }
}

/// Returns the value of a field that a card itself says, and its place; `None` if it comes from elsewhere. A value of a sheet is the
/// text of its cell.
///
/// # Errors
/// The card is unknown, or its file can't be read.
pub fn field(vfs: &dyn Vfs, game: &str, card: &str, field: &[String]) -> Result<Option<(Value, Place)>, EditError> {
    Cards::read(vfs, game)?.field(card, field)
}

/// Returns the cards of a game as a table.
///
/// # Errors
/// Their files can't be read.
pub fn card_table(vfs: &dyn Vfs, game: &str) -> Result<CardTable, EditError> {
    Cards::read(vfs, game)?.table()
}

/// Returns the fields of a card: its own, then those that only other cards have.
///
/// # Errors
/// The card is unknown, or its file can't be read.
pub fn card_fields(vfs: &dyn Vfs, game: &str, card: &str) -> Result<Vec<CardField>, EditError> {
    Cards::read(vfs, game)?.fields(card)
}

/// Returns the text of a file of a game, by its path from the root; lines end in `\n`.
///
/// # Errors
/// The file isn't the game's, isn't one with a text, or can't be read.
pub fn text(vfs: &dyn Vfs, game: &str, file: &str) -> Result<String, EditError> {
    Ok(with_line_ends(text_file(vfs, game, file)?.text(), "\n"))
}

/// True if a file is one whose text can be changed, by its name.
pub fn has_text(file: &str) -> bool {
    matches!(ending(file).to_ascii_lowercase().as_str(), "toml" | "md" | "svg" | "csv" | "tsv" | "txt")
}

/// Reads a text file of a game.
fn text_file(vfs: &dyn Vfs, game: &str, file: &str) -> Result<TextFile, EditError> {
    let path = normalize(file)?;
    let is_own = path.strip_prefix(&folder(game)).is_some_and(|rest| rest.starts_with('/'));
    if !is_own || !has_text(&path) {
        return Err(EditError::unknown("text file", path));
    }
    // A table may be in any encoding.
    let named = if matches!(ending(&path), "csv" | "tsv") { None } else { Some("utf-8") };
    TextFile::read_in(vfs, &path, named)
}

/// Returns where a value is now that was read before: its file may have changed above it or below it.
///
/// # Errors
/// [`EditError::Stale`] if the file changed around it, too.
pub fn locate(vfs: &dyn Vfs, game: &str, at: &Span) -> Result<Place, EditError> {
    let place = Place::from(at);
    let text = match at.source.cells {
        Some(_) => Cards::read(vfs, game)?.sheet(&place)?.source.text.clone(),
        None => TextFile::read(vfs, &place.file)?.text().to_owned(),
    };
    let range = shifted(&at.source.text, &text, &at.range);
    let range = range.ok_or_else(|| EditError::Stale { file: place.file.clone() })?;
    Ok(Place { range, ..place })
}

/// Returns the range of a text that has only moved in another one.
fn shifted(old: &str, new: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let same = |(old, new): &(u8, u8)| old == new;
    let before = old.bytes().zip(new.bytes()).take_while(same).count();
    if range.end < before || old == new {
        return Some(range.clone());
    }
    let after = old.bytes().rev().zip(new.bytes().rev()).take_while(same).count();
    let is_below = old.len() - after < range.start;
    is_below.then(|| new.len() - (old.len() - range.start)..new.len() - (old.len() - range.end))
}

/// Returns the value at a place, as its file writes it.
///
/// # Errors
/// No value is there, or the file can't be read.
pub fn value_at(vfs: &dyn Vfs, game: &str, place: &Place) -> Result<Value, EditError> {
    let unknown = || EditError::unknown("value", place.file.as_str());
    match ending(&place.file) {
        "toml" => Ok(tables::at(&place.file, TextFile::read(vfs, &place.file)?.text(), &place.range)?.0),
        "svg" => {
            let file = TextFile::read(vfs, &place.file)?;
            Ok(Value::Text(template::attribute_at(&place.file, file.text(), &place.range)?.0))
        }
        "md" => {
            let file = TextFile::read(vfs, &place.file)?;
            let text = file.text().get(place.range.clone()).ok_or_else(unknown)?;
            Ok(Value::Text(with_line_ends(text, "\n")))
        }
        _ => {
            let cards = Cards::read(vfs, game)?;
            let (text, ..) = cell_at(cards.sheet(place)?, &place.range).ok_or_else(unknown)?;
            Ok(Value::Text(text.to_owned()))
        }
    }
}

/// Returns the edits that put another value at a place, if the `old` one is still there.
pub(crate) fn set_at(
    vfs: &dyn Vfs,
    game: &str,
    place: &Place,
    old: Option<&Value>,
    value: &Value,
) -> Result<Vec<TextEdit>, EditError> {
    let unknown = || EditError::unknown("value", place.file.as_str());
    let path = &place.file;
    let words = || match value {
        Value::Text(text) => Ok(text),
        _ => Err(EditError::fixed("value", path, "is a text")),
    };
    match ending(path) {
        "toml" if *value == Value::Nothing => Err(EditError::fixed("value", path, "has no key here")),
        "toml" => {
            let file = TextFile::read(vfs, path)?;
            let (now, range) = tables::at(path, file.text(), &place.range)?;
            check_old(old, &now, path)?;
            file.becoming(&tables::put(file.text(), range, value))
        }
        "svg" => {
            let file = TextFile::read(vfs, path)?;
            let (now, range) = template::attribute_at(path, file.text(), &place.range)?;
            check_old(old, &Value::Text(now), path)?;
            let quote = file.text()[..range.start].chars().next_back().unwrap_or('"');
            file.becoming(&replaced(file.text(), range, &template::escaped(words()?, quote)))
        }
        "md" => {
            let file = TextFile::read(vfs, path)?;
            let now = file.text().get(place.range.clone()).ok_or_else(unknown)?;
            check_old(old, &Value::Text(with_line_ends(now, "\n")), path)?;
            file.becoming(&replaced(file.text(), place.range.clone(), &with_line_ends(words()?, file.line_end())))
        }
        _ => {
            let cards = Cards::read(vfs, game)?;
            let sheet = cards.sheet(place)?;
            let (now, row, column) = cell_at(sheet, &place.range).ok_or_else(unknown)?;
            check_old(old, &Value::Text(now.to_owned()), path)?;
            set_cells(vfs, sheet, &[CellChange { row, column, value: value.clone() }])
        }
    }
}

/// Returns the edits that change a setting of a TOML file.
fn setting(vfs: &dyn Vfs, game: &str, file: &str, keys: &[String], value: &Value) -> Result<Vec<TextEdit>, EditError> {
    let file = TextFile::read(vfs, &format!("{}/{file}", folder(game)))?;
    file.becoming(&tables::set(&file.source.path, file.text(), keys, value)?)
}

/// Returns the edits that accept a problem.
fn allow(vfs: &dyn Vfs, game: &str, code: &str, because: &str, scope: &Scope) -> Result<Vec<TextEdit>, EditError> {
    let keys = ["allow".to_owned(), code.to_owned()];
    let because = Value::from(because);
    match scope {
        Scope::Game => setting(vfs, game, "game.toml", &keys, &because),
        Scope::Kind(kind) => {
            let kind = ["kind".to_owned(), kind.clone()];
            setting(vfs, game, "game.toml", &[&kind[..], &keys[..]].concat(), &because)
        }
        Scope::Card(card) => Cards::read(vfs, game)?.allow(card, code, &because),
    }
}

/// Returns the end of the name of a file.
fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::diagnostic::Source;
    use skirmish_base::vfs::Memory;

    #[test]
    fn the_text_of_a_file_is_changed_as_a_whole() {
        let mut files = Memory::new().with("card-data/x/cards.csv", "name\r\nFog\r\n").with("fonts/a.txt", "x");
        let old = text(&files, "x", "card-data/x/cards.csv").expect("a text");
        assert_eq!(old, "name\nFog\n");
        let change = |old: &str, new: &str| Change::Text {
            file: "card-data/x/cards.csv".to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let more = edits(&files, "x", &change(&old, "name\nFog\nMist\n")).expect("edits");
        apply(&mut files, &more).expect("applied");
        assert_eq!(files.read("card-data/x/cards.csv").expect("a file"), &b"name\r\nFog\r\nMist\r\n"[..]);
        assert!(matches!(edits(&files, "x", &change(&old, "name\n")), Err(EditError::Stale { .. })));
        for other in
            ["fonts/a.txt", "card-data/x/../../fonts/a.txt", "card-data/xy/cards.csv", "card-data/x/axe.png", "/a.toml"]
        {
            assert!(text(&files, "x", other).is_err(), "{other}");
        }
    }

    #[test]
    fn a_value_is_found_after_edits_of_others() {
        let file = |text: &str| Memory::new().with("card-data/x/game.toml", text);
        let text = "a = 1\nb = \"two\"\nc = 3\n";
        let at = Span::new(&Source::new("card-data/x/game.toml", text), 10..15);
        let found = |text: &str| {
            let files = file(text);
            locate(&files, "x", &at).and_then(|place| value_at(&files, "x", &place))
        };
        for text in [text, "a = 111\nb = \"two\"\nc = 3\n", "a = 1\nb = \"two\"\n\nc = 4\n"] {
            assert_eq!(found(text), Ok(Value::from("two")), "{text}");
        }
        assert!(matches!(found("a = 1\nb = \"2\"\nc = 3\n"), Err(EditError::Stale { .. })));
        assert!(matches!(found("a = 2\nb = \"two\"\nc = 4\n"), Err(EditError::Stale { .. })));
    }
}
