//! Cards as a table: a row for each card, a column for each field.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::change::Value;
use crate::tables::Values;

/// The cards of a game with the values that they say themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CardTable {
    /// The fields, each as the keys that lead to it from the card on, in the order in which they come first.
    pub columns: Vec<Vec<String>>,
    /// The cards, in the order of their files.
    pub rows: Vec<CardRow>,
}

/// A card of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardRow {
    /// Its id; `None` if another card has the same one, so that it can't be named.
    pub card: Option<String>,
    /// Its values by column; the last ones may be missing.
    pub cells: Vec<Value>,
}

impl CardTable {
    /// Returns the number of a column, which is added if it is a new one.
    pub(crate) fn column(&mut self, path: &[String]) -> usize {
        let known = self.columns.iter().position(|column| column == path);
        known.unwrap_or_else(|| {
            self.columns.push(path.to_vec());
            self.columns.len() - 1
        })
    }

    /// Adds a card.
    pub(crate) fn add(&mut self, card: &str, values: Values) {
        let mut cells = Vec::new();
        for (path, value) in values {
            let column = self.column(&path);
            if cells.len() <= column {
                cells.resize(column + 1, Value::Nothing);
            }
            cells[column] = value;
        }
        self.rows.push(CardRow { card: Some(card.to_owned()), cells });
    }

    /// Forgets ids that are among these more than once.
    pub(crate) fn keep_unique<'i>(&mut self, ids: impl Iterator<Item = &'i str>) {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        ids.for_each(|id| *times.entry(id).or_default() += 1);
        for row in &mut self.rows {
            row.card.take_if(|card| times.get(card.as_str()) != Some(&1));
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_base::vfs::{Memory, Vfs};

    use super::*;
    use crate::{Change, EditError, FieldValue, apply, card_table, edits};

    const TOML: &str = "# Boats.\n[[card]]\nname = 'Fog'  # rolls in\ncount = 2\nneeds = [\"sea\"]\n[card.lit]\ntext = \"Dim.\"\n\n\
                        [[card]]\nkind = \"boat\"\nname = \"Barge\"\n\n[[token]]\nname = \"Coin\"\n";
    const CSV: &str = "name;count;text\r\nFog;2;\"Wait; then go.\"\r\nBarge\r\n";

    fn toml() -> Memory {
        Memory::new().with("card-data/boats/cards.toml", TOML)
    }

    fn sheet() -> Memory {
        let game = "title = \"Boats\"\ncards = \"cards.csv\"\n[face.front]\ntemplate = \"card\"\n[field.text]\ntype = \"text\"\n\
                    [kind.boat]\nname = \"boat\"\n[sheets.cards]\nkind = \"boat\"\n";
        Memory::new().with("card-data/boats/game.toml", game).with("card-data/boats/cards.csv", CSV)
    }

    fn value(card: &str, field: &str, value: Value) -> FieldValue {
        FieldValue { card: card.to_owned(), field: field.split('.').map(str::to_owned).collect(), value }
    }

    fn text_of(files: &Memory, file: &str) -> String {
        String::from_utf8(files.read(&format!("card-data/boats/{file}")).expect("a file").into_owned()).expect("UTF-8")
    }

    /// Makes a change, and checks that undo brings back all bytes.
    fn changed(files: &mut Memory, file: &str, values: Vec<FieldValue>) -> String {
        let before = text_of(files, file);
        let change = edits(files, "boats", &Change::Fields { values }).expect("edits");
        let undo = apply(files, &change).expect("applied");
        let after = text_of(files, file);
        apply(files, &undo).expect("undone");
        assert_eq!(text_of(files, file), before);
        after
    }

    #[test]
    fn entries_are_rows_with_the_values_that_they_say() {
        let table = card_table(&toml(), "boats").expect("a table");
        let columns: Vec<String> = table.columns.iter().map(|column| column.join(".")).collect();
        assert_eq!(columns, ["name", "count", "needs", "lit.text", "kind"]);
        let [fog, barge] = table.rows.as_slice() else { panic!("{table:?}") };
        let needs = Value::List(vec![Value::from("sea")]);
        assert_eq!(fog.cells, [Value::from("Fog"), Value::Number(2.0), needs, Value::from("Dim.")]);
        assert_eq!(barge.card.as_deref(), Some("barge"));
        assert_eq!(barge.cells.last(), Some(&Value::from("boat")));
    }

    #[test]
    fn cards_of_one_name_cannot_be_named() {
        let files =
            Memory::new().with("card-data/boats/cards.toml", "[[card]]\nname = \"A\"\n[[token]]\nname = \"A\"\n");
        assert_eq!(card_table(&files, "boats").expect("a table").rows[0].card, None);
    }

    #[test]
    fn many_values_of_entries_are_changed_at_once() {
        let values = vec![
            value("fog", "name", Value::from("Mist")),
            value("fog", "lit.text", Value::from("Dark.")),
            value("barge", "count", Value::Number(3.0)),
            value("fog", "count", Value::Nothing),
        ];
        let new = changed(&mut toml(), "cards.toml", values);
        let expected = TOML.replace("'Fog'", "'Mist'").replace("count = 2\n", "").replace("Dim.", "Dark.");
        assert_eq!(new, expected.replace("\"Barge\"\n", "\"Barge\"\ncount = 3\n"));
    }

    #[test]
    fn many_cells_of_a_sheet_are_changed_at_once() {
        let table = card_table(&sheet(), "boats").expect("a table");
        assert_eq!(table.columns.len(), 3, "{table:?}");
        assert_eq!(table.rows[1].cells, [Value::from("Barge")]);
        let values = vec![
            value("fog", "name", Value::from("Mist")),
            value("barge", "text", Value::from("Go; wait.")),
            value("fog", "text", Value::from("Wait.")),
            value("barge", "count", Value::Number(4.0)),
            value("barge", "name", Value::from("Long Barge")),
        ];
        let new = changed(&mut sheet(), "cards.csv", values);
        assert_eq!(new, "name;count;text\r\nMist;2;\"Wait.\"\r\nLong Barge;4;\"Go; wait.\"\r\n");
    }

    #[test]
    fn one_unknown_card_refuses_all() {
        let values = vec![value("fog", "count", Value::Number(3.0)), value("mist", "count", Value::Number(3.0))];
        let refused = edits(&toml(), "boats", &Change::Fields { values });
        assert!(matches!(refused, Err(EditError::Unknown { .. })), "{refused:?}");
    }
}
