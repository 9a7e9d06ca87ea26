//! The cards of a game as a table.

use serde::Serialize;

use super::{Failure, GameSelector, counted, printed_games, with_warband};
use crate::diagnostic::Diagnostic;
use crate::game::{Component, Game, Sides, Value, edition_label, number};
use crate::vfs::Vfs;

/// A game's cards.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// The name of its folder.
    pub game: String,
    /// Name.
    pub title: String,
    /// Edition.
    pub edition: String,
    /// Revision of the edition.
    pub revision: String,
    /// Number of cards in the deck.
    pub deck: u32,
    /// The cards.
    pub cards: Vec<Row>,
    /// The other piece types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceListing>,
}

/// The pieces of a type.
#[derive(Clone, Debug, Serialize)]
pub struct PieceListing {
    /// Id of the type: `token`.
    pub piece: String,
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// Number of pieces.
    pub count: u32,
    /// Noun for that number of them.
    #[serde(skip)]
    counted: String,
    /// The pieces.
    pub rows: Vec<Row>,
}

/// A card.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Id of its kind; without one, that of its piece type.
    pub kind: String,
    /// The id of its set, if it is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Number in the deck.
    pub count: u32,
    /// Its front and its back.
    pub faces: Vec<String>,
    /// Its figures, in the order of the game's fields.
    pub figures: serde_json::Map<String, serde_json::Value>,
}

/// Returns the cards of the requested games, or of all; with a warband, of those that print warbands, as they would be
/// printed for it.
///
/// # Errors
/// The diagnostics of an unreadable game or warband; the language is unknown.
pub fn list(
    vfs: &dyn Vfs,
    asked: &[String],
    warband: Option<&str>,
    language: Option<&str>,
) -> Result<Vec<Listing>, Failure> {
    let mut listings = Vec::new();
    let wanted = GameSelector::new(asked, warband.is_some());
    let mut games = printed_games(vfs, wanted, language)?;
    if let Some(warband) = warband {
        games = with_warband(vfs, games, warband, language)?;
        wanted.retain_defaults(vfs, &mut games);
    }
    for (_, reading) in games {
        let errors: Vec<Diagnostic> = reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        match reading.game {
            Some(game) if errors.is_empty() => listings.push(listing(&game)),
            _ => return Err(Failure::Diagnostics(errors)),
        }
    }
    Ok(listings)
}

/// Returns the cards of a game, or of one of its other piece types.
fn rows(game: &Game, component: &Component) -> Vec<Row> {
    let sides = if component.piece.sides == Sides::One { 1 } else { 2 };
    let row = |card: &crate::game::Card| Row {
        id: card.id.clone(),
        name: card.name.clone(),
        kind: component.kind(card).id.clone(),
        set: card.set.map(|set| game.sets[set].id.clone()),
        count: card.count,
        faces: card.faces[..sides].iter().map(|face| game.face_kinds[face.kind].id.clone()).collect(),
        figures: game
            .fields
            .iter()
            .filter_map(|field| Some((field.name.clone(), json(card.figures.get(&field.name)?))))
            .collect(),
    };
    component.cards.iter().map(row).collect()
}

fn listing(game: &Game) -> Listing {
    let piece = |component: &Component| {
        let count = component.cards.iter().map(|card| card.count).sum();
        PieceListing {
            piece: component.piece.id.clone(),
            width: component.format.size.width.get(),
            height: component.format.size.height.get(),
            count,
            counted: match component.piece.shape.net() {
                Some(_) => format!("{}, flat a sheet", component.piece.counted(count as usize)),
                None => component.piece.counted(count as usize),
            },
            rows: rows(game, component),
        }
    };
    Listing {
        game: game.id.clone(),
        title: game.title.clone(),
        edition: game.edition.clone(),
        revision: game.revision.clone(),
        deck: game.deck_size,
        cards: rows(game, &game.deck),
        pieces: game.components.iter().map(piece).collect(),
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Number(number) => (*number).into(),
        #[allow(clippy::cast_precision_loss, reason = "six digits and three after the point")]
        Value::Fraction(thousandths) => (*thousandths as f64 / 1000.0).into(),
        Value::Word(word) => word.as_str().into(),
        Value::Flag(flag) => (*flag).into(),
        Value::List(names) => names.clone().into(),
        Value::Figures(figures) => {
            figures.iter().map(|(name, figure)| (name.clone(), serde_json::Value::from(*figure))).collect()
        }
    }
}

impl Listing {
    /// Formats the cards as a table: name, kind, count, faces, values.
    pub fn table(&self) -> String {
        let printing = edition_label(&self.edition, &self.revision);
        let mut text = format!("{} {printing}: {}\n", self.title, counted(self.deck as usize, "card"));
        if !self.cards.is_empty() {
            text.push('\n');
            text.push_str(&table("card", &self.cards));
        }
        for piece in &self.pieces {
            text.push_str(&format!("\n{} of {} × {} mm\n\n", piece.counted, round(piece.width), round(piece.height)));
            text.push_str(&table(&piece.piece, &piece.rows));
        }
        text
    }
}

/// Rounds a length to hundredths of a millimetre.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// Rows under a head, in columns.
fn table(noun: &str, rows: &[Row]) -> String {
    let head = [noun, "kind", "count", "faces", "figures"].map(str::to_owned);
    let rows: Vec<[String; 5]> = std::iter::once(head).chain(rows.iter().map(Row::cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [w0, w1, w2, w3] = [0, 1, 2, 3].map(width);
    let mut table = String::new();
    for [name, kind, count, faces, figures] in &rows {
        let line = format!("{name:w0$}  {kind:w1$}  {count:>w2$}  {faces:w3$}  {figures}");
        table.push_str(line.trim_end());
        table.push('\n');
    }
    table
}

impl Row {
    fn cells(&self) -> [String; 5] {
        let figures: Vec<String> = self.figures.iter().map(|(name, value)| describe(name, value)).collect();
        let name = match &self.set {
            Some(set) => format!("{} ({set})", self.name),
            None => self.name.clone(),
        };
        [name, self.kind.clone(), self.count.to_string(), self.faces.join(", "), figures.join("; ")]
    }
}

/// Formats a value.
fn describe(name: &str, value: &serde_json::Value) -> String {
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
