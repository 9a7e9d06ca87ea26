//! Cards as a table: a row for each card, a column for each field.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use skirmish_base::diagnostic::Span;

use crate::change::Value;

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

/// A field of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardField {
    /// The keys that lead to it from the card on.
    pub path: Vec<String>,
    /// The value that the card says itself.
    pub value: Value,
    /// Where it is written; `None` if its file doesn't have the field for this card.
    pub at: Option<Span>,
    /// A value of the field on some card: numbers and lists are told from texts by it.
    pub sample: Value,
    /// The values of the field on all cards, if they are a few short texts.
    pub choices: Vec<String>,
}

impl CardTable {
    /// Returns a field of a card with what the other cards have there.
    pub(crate) fn field(&self, path: Vec<String>, value: Value, at: Option<Span>) -> CardField {
        /// More values, or longer ones in letters, aren't chosen from a list.
        const MOST: usize = 16;
        const LONGEST: usize = 24;
        let column = self.columns.iter().position(|column| *column == path);
        let cells =
            || self.rows.iter().filter_map(|row| row.cells.get(column?)).filter(|value| **value != Value::Nothing);
        let texts: Option<BTreeSet<&str>> = cells()
            .map(|value| match value {
                Value::Text(text) if text.chars().count() <= LONGEST && text.parse::<f64>().is_err() => {
                    Some(text.as_str())
                }
                _ => None,
            })
            .collect();
        // A field whose values all differ is a name.
        let is_few = |texts: &BTreeSet<&str>| texts.len() <= MOST && texts.len() < cells().count();
        let choices = texts.filter(is_few).into_iter().flatten().map(str::to_owned).collect();
        let sample =
            if value == Value::Nothing { cells().next().cloned().unwrap_or(Value::Nothing) } else { value.clone() };
        CardField { path, value, at, sample, choices }
    }

    /// Returns the number of a column, which is added if it is a new one.
    pub(crate) fn column(&mut self, path: &[String]) -> usize {
        let known = self.columns.iter().position(|column| column == path);
        known.unwrap_or_else(|| {
            self.columns.push(path.to_vec());
            self.columns.len() - 1
        })
    }

    /// Adds a card.
    pub(crate) fn add(&mut self, card: &str, values: impl Iterator<Item = (Vec<String>, Value)>) {
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
    use crate::{Change, EditError, FieldValue, apply, card_fields, card_table, edits};

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
    fn fields_of_a_card_are_its_own_and_those_of_others() {
        let fields = card_fields(&toml(), "boats", "barge").expect("fields");
        let told: Vec<String> = fields
            .iter()
            .map(|field| {
                let line = field.at.as_ref().map(|at| at.source.text[..at.range.start].lines().count());
                format!("{}={:?} {line:?} {:?}", field.path.join("."), field.value, field.sample)
            })
            .collect();
        let expected = [
            r#"kind=Text("boat") Some(10) Text("boat")"#,
            r#"name=Text("Barge") Some(11) Text("Barge")"#,
            "count=Nothing None Number(2.0)",
            r#"needs=Nothing None List([Text("sea")])"#,
            r#"lit.text=Nothing None Text("Dim.")"#,
        ];
        assert_eq!(told, expected);
        let rows = "name,kind,count\nFog,sea,1\nBarge,boat,2\nStorm,sea,3\n";
        let mut sheet = sheet();
        sheet.insert("card-data/boats/cards.csv", rows.as_bytes().to_vec());
        let choices: Vec<(Vec<String>, bool)> = card_fields(&sheet, "boats", "fog")
            .expect("fields")
            .into_iter()
            .map(|field| (field.choices, field.at.is_some()))
            .collect();
        assert_eq!(choices, [(vec![], true), (vec!["boat".to_owned(), "sea".to_owned()], true), (vec![], true)]);
    }

    #[test]
    fn several_cards_are_added_at_once() {
        let name = |name: &str| vec![(vec!["name".to_owned()], Value::from(name))];
        let add = |files: &Memory, like: Option<&str>| {
            let after = Some("fog".to_owned());
            let change = Change::Add { after, like: like.map(str::to_owned), cards: vec![name("Rain"), name("Hail")] };
            let (mut files, added) = (files.clone(), edits(files, "boats", &change).expect("edits"));
            apply(&mut files, &added).expect("applied");
            files
        };
        let new = text_of(&add(&toml(), None), "cards.toml");
        assert!(
            new.contains("Dim.\"\n\n[[card]]\nname = \"Rain\"\n\n[[card]]\nname = \"Hail\"\n\n[[card]]\nkind"),
            "{new}"
        );
        let new = text_of(&add(&sheet(), Some("fog")), "cards.csv");
        assert_eq!(
            new,
            CSV.replace("go.\"\r\n", "go.\"\r\nRain;2;\"Wait; then go.\"\r\nHail;2;\"Wait; then go.\"\r\n")
        );
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
