//! The cards of a game as a table.

use serde::Serialize;

use super::{Failure, games};
use crate::game::{Game, Value, number, printing};
use crate::problem::Problem;
use crate::read;
use crate::shelf::Shelf;

/// A game's cards.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// The name of its folder.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Which edition.
    pub edition: String,
    /// Which revision of it.
    pub revision: String,
    /// How many cards the deck has.
    pub deck: u32,
    /// The cards.
    pub cards: Vec<Row>,
}

/// A card.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its kind.
    pub kind: String,
    /// How many are in the deck.
    pub count: u32,
    /// Its front and its back.
    pub faces: Vec<String>,
    /// Its figures, in the order of the game's fields.
    pub figures: serde_json::Map<String, serde_json::Value>,
}

/// The cards of the games asked for, or of all.
///
/// # Errors
/// The problems of a game that cannot be read.
pub fn list(shelf: &dyn Shelf, asked: &[String]) -> Result<Vec<Listing>, Failure> {
    let mut listings = Vec::new();
    for id in games(shelf, asked)? {
        let reading = read::game(shelf, &id);
        let errors: Vec<Problem> = reading.problems.into_iter().filter(Problem::is_error).collect();
        match reading.game {
            Some(game) if errors.is_empty() => listings.push(listing(&game)),
            _ => return Err(Failure::Problems(errors)),
        }
    }
    Ok(listings)
}

fn listing(game: &Game) -> Listing {
    let row = |card: &crate::game::Card| Row {
        id: card.id.clone(),
        name: card.name.clone(),
        kind: game.kind(card).id.clone(),
        count: card.count,
        faces: card.faces.iter().map(|face| game.face_kinds[face.kind].id.clone()).collect(),
        figures: game
            .fields
            .iter()
            .filter_map(|field| Some((field.name.clone(), json(card.figures.get(&field.name)?))))
            .collect(),
    };
    Listing {
        game: game.id.clone(),
        title: game.title.clone(),
        edition: game.edition.clone(),
        revision: game.revision.clone(),
        deck: game.deck_size(),
        cards: game.cards.iter().map(row).collect(),
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Number(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::List(names) => names.clone().into(),
        Value::Figures(figures) => {
            figures.iter().map(|(name, figure)| (name.clone(), serde_json::Value::from(*figure))).collect()
        }
    }
}

impl Listing {
    /// The cards as a table for people: name, kind, count, faces, figures.
    pub fn table(&self) -> String {
        let head = ["card", "kind", "count", "faces", "figures"].map(str::to_owned);
        let rows: Vec<[String; 5]> = std::iter::once(head).chain(self.cards.iter().map(Row::cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [0, 1, 2, 3].map(width);
        let printing = printing(&self.edition, &self.revision);
        let mut table = format!("{} {printing}: {} cards\n\n", self.title, self.deck);
        for row in &rows {
            let [name, kind, count, faces, figures] = row;
            let [w0, w1, w2, w3] = widths;
            let line = format!("{name:w0$}  {kind:w1$}  {count:>w2$}  {faces:w3$}  {figures}");
            table.push_str(line.trim_end());
            table.push('\n');
        }
        table
    }
}

impl Row {
    fn cells(&self) -> [String; 5] {
        let figures: Vec<String> = self.figures.iter().map(|(name, value)| told(name, value)).collect();
        [self.name.clone(), self.kind.clone(), self.count.to_string(), self.faces.join(", "), figures.join("; ")]
    }
}

/// A figure for people.
fn told(name: &str, value: &serde_json::Value) -> String {
    let name = name.replace('_', " ");
    match value {
        serde_json::Value::Bool(true) => name,
        serde_json::Value::Bool(false) => format!("not {name}"),
        serde_json::Value::Array(names) => {
            let names: Vec<&str> = names.iter().filter_map(serde_json::Value::as_str).collect();
            format!("{name} {}", names.join(", "))
        }
        serde_json::Value::Object(figures) => {
            let each: Vec<String> = figures
                .iter()
                .map(|(key, value)| format!("{key} {}", value.as_i64().map(number).unwrap_or_default()))
                .collect();
            format!("{name} {}", each.join(", "))
        }
        value => format!("{name} {value}"),
    }
}
