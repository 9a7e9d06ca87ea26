//! Entries of `cards.toml`: added, deleted and moved as blocks of lines, with the comments above them.

use std::ops::Range;

use skirmish_read::card_id;
use toml::de::{DeTable, DeValue};

use crate::EditError;
use crate::change::Side;
use crate::tables::{Values, end_of_line, key_of, parsed, set, start_of_line};
use crate::text::{line_end, replaced};

/// The piece that is a card.
pub(crate) const CARD: &str = "card";

/// An entry of `cards.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The piece that it is: `card`.
    pub piece: String,
    /// Its number among those of its piece, counted from 0.
    pub number: usize,
    /// Its id; several cards may come of it.
    pub id: String,
    /// The bytes of its name, by which the model finds it.
    pub name: Option<Range<usize>>,
    /// Its lines, with the comments directly above it, from the first letter to the end of the last line.
    pub block: Range<usize>,
    /// The bytes of its header.
    header: Range<usize>,
}

/// Returns all entries, in the order of the file.
///
/// # Errors
/// The text is not TOML.
pub(crate) fn entries(path: &str, text: &str) -> Result<Vec<Entry>, EditError> {
    parsed(path, text, |root| {
        let mut found = Vec::new();
        for (piece, value) in root {
            let DeValue::Array(items) = value.get_ref() else { continue };
            for (number, item) in items.iter().enumerate() {
                let header = item.span();
                let Some(table) = item.get_ref().as_table().filter(|_| text[header.clone()].starts_with("[[")) else {
                    continue;
                };
                let text_of = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str().map(str::to_owned));
                let id = text_of("id").or_else(|| text_of("name").map(|name| card_id(&name))).unwrap_or_default();
                let end = end_of_line(text, last_byte(table).max(header.end));
                let block = start_with_comments(text, header.start)..end;
                let name = table.get("name").map(toml::Spanned::span);
                found.push(Entry { piece: piece.get_ref().to_string(), number, id, name, block, header });
            }
        }
        found.sort_by_key(|entry| entry.header.start);
        Ok(found)
    })
}

/// Returns the byte after the last value of a table, with the tables below it.
fn last_byte(table: &DeTable<'_>) -> usize {
    fn of(value: &toml::Spanned<DeValue<'_>>) -> usize {
        let below = match value.get_ref() {
            DeValue::Table(table) => last_byte(table),
            DeValue::Array(items) => items.iter().map(of).max().unwrap_or_default(),
            _ => 0,
        };
        below.max(value.span().end)
    }
    table.iter().map(|(_, value)| of(value)).max().unwrap_or_default()
}

/// Returns the start of a line, or of the lines of comments directly above it.
fn start_with_comments(text: &str, byte: usize) -> usize {
    let mut start = start_of_line(text, byte);
    while start > 0 {
        let above = start_of_line(text, start - 1);
        if !text[above..start].trim_start().starts_with('#') {
            break;
        }
        start = above;
    }
    start
}

/// Returns a text of `cards.toml` with more entries, each with its values.
///
/// # Errors
/// The text is not TOML, or a value is below something that is not a table.
pub(crate) fn add(
    path: &str,
    text: &str,
    after: Option<&Entry>,
    like: Option<&Entry>,
    cards: &[Values],
) -> Result<String, EditError> {
    let end = line_end(text);
    let piece = like.or(after).map_or(CARD, |entry| entry.piece.as_str());
    let model = match like {
        // Comments are about the entry that they were written for.
        Some(entry) => text[start_of_line(text, entry.header.start)..entry.block.end].to_owned(),
        None => format!("[[{}]]", key_of(piece)),
    };
    let block = |values: &Values| {
        values.iter().try_fold(model.clone(), |block, (keys, value)| {
            let keys = [&[piece.to_owned(), "0".to_owned()], keys.as_slice()].concat();
            set(path, &block, &keys, value)
        })
    };
    let blank = end.repeat(2);
    let block = cards.iter().map(block).collect::<Result<Vec<String>, EditError>>()?.join(&blank);
    match after {
        Some(entry) => Ok(replaced(text, entry.block.end..entry.block.end, &format!("{blank}{block}"))),
        None if text.trim().is_empty() => Ok(format!("{text}{block}{end}")),
        None => Ok(format!("{}{blank}{block}{end}", text.trim_end())),
    }
}

/// Returns a text of `cards.toml` without an entry.
pub(crate) fn delete(text: &str, entry: &Entry) -> String {
    let after = &text[entry.block.end..];
    let below = after.len() - after.trim_start_matches(['\n', '\r']).len();
    let last = below == after.len();
    let start = match last {
        // The blank lines above go instead of those below.
        true => text[..entry.block.start].trim_end_matches(['\n', '\r']).len(),
        false => entry.block.start,
    };
    match last {
        true => format!("{}{after}", &text[..start]),
        false => replaced(text, start..entry.block.end + below, ""),
    }
}

/// Returns a text of `cards.toml` with an entry at a side of another one. The lines between entries stay where they are.
pub(crate) fn shift(text: &str, entries: &[Entry], from: usize, side: Side, of: usize) -> String {
    if from == of {
        return text.to_owned();
    }
    let mut order: Vec<usize> = (0..entries.len()).filter(|index| *index != from).collect();
    let place = order.iter().position(|index| *index == of).unwrap_or_default() + usize::from(side == Side::After);
    order.insert(place.min(order.len()), from);
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for (entry, index) in entries.iter().zip(order) {
        new.push_str(&text[at..entry.block.start]);
        new.push_str(&text[entries[index].block.clone()]);
        at = entry.block.end;
    }
    new.push_str(&text[at..]);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: &str = "# The cards.\n\n# An axe.\n[[card]]\nname = \"Axe\" # sharp\ncount = 2\n\n# ---- Fog ----\n\n[[card]]\nname = \"Fog\"\n\
                         [card.each]\nset = \"all\"\n\n\n[[token]]\nname = \"Coin\"";

    fn all() -> Vec<Entry> {
        entries("cards.toml", CARDS).expect("TOML")
    }

    #[test]
    fn an_entry_is_its_lines_and_the_comment_above() {
        let blocks: Vec<&str> = all().iter().map(|entry| &CARDS[entry.block.clone()]).collect();
        assert_eq!(
            blocks,
            [
                "# An axe.\n[[card]]\nname = \"Axe\" # sharp\ncount = 2",
                "[[card]]\nname = \"Fog\"\n[card.each]\nset = \"all\"",
                "[[token]]\nname = \"Coin\""
            ]
        );
        assert_eq!(all().iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["axe", "fog", "coin"]);
    }

    #[test]
    fn a_deleted_entry_leaves_the_others_as_they_are() {
        let all = all();
        let without = |index: usize| delete(CARDS, &all[index]);
        assert!(without(0).starts_with("# The cards.\n\n# ---- Fog ----\n\n[[card]]"), "{}", without(0));
        assert!(without(1).ends_with("count = 2\n\n# ---- Fog ----\n\n[[token]]\nname = \"Coin\""), "{}", without(1));
        assert!(without(2).ends_with("set = \"all\""), "{}", without(2));
    }

    #[test]
    fn an_entry_is_moved_with_its_comment() {
        let all = all();
        let new = shift(CARDS, &all, 0, Side::After, 1);
        assert_eq!(
            new,
            "# The cards.\n\n[[card]]\nname = \"Fog\"\n[card.each]\nset = \"all\"\n\n# ---- Fog ----\n\n# An axe.\n[[card]]\n\
             name = \"Axe\" # sharp\ncount = 2\n\n\n[[token]]\nname = \"Coin\""
        );
        assert_eq!(shift(CARDS, &all, 1, Side::Before, 0), new);
        assert_eq!(shift(CARDS, &all, 1, Side::After, 1), CARDS);
        let again = entries("cards.toml", &new).expect("TOML");
        assert_eq!(shift(&new, &again, 1, Side::Before, 0), CARDS);
    }

    #[test]
    fn an_added_entry_has_its_values_and_those_of_its_model() {
        let all = all();
        let name = |name: &str| [vec![(vec!["name".to_owned()], name.into())]];
        let copy = add("cards.toml", CARDS, Some(&all[0]), Some(&all[0]), &name("Saw")).expect("added");
        assert!(copy.contains("count = 2\n\n[[card]]\nname = \"Saw\" # sharp\ncount = 2\n\n# ---- Fog"), "{copy}");
        let last = add("cards.toml", CARDS, None, None, &name("Saw")).expect("added");
        assert!(last.ends_with("name = \"Coin\"\n\n[[card]]\nname = \"Saw\"\n"), "{last}");
        assert_eq!(add("cards.toml", "", None, None, &name("Saw")).expect("added"), "[[card]]\nname = \"Saw\"\n");
    }
}
