//! Intentions: what a person wants of a game.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use skirmish_base::diagnostic::Span;

/// What a person wants of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// A field of a card or another piece has another value.
    Field {
        /// The id of the card.
        card: String,
        /// The keys that lead to the field, from the card on: `["count"]`, `["lit", "text"]`.
        field: Vec<String>,
        /// The new value, written as its file writes it: see [`field`](crate::field).
        value: Value,
    },
    /// Fields of cards have other values, all at once.
    Fields {
        /// The fields and their values.
        values: Vec<FieldValue>,
    },
    /// There are more cards.
    Add {
        /// The id of the card below which they are put; at the end of the cards by default.
        after: Option<String>,
        /// The id of a card that they are copies of.
        like: Option<String>,
        /// The values of each, with the keys that lead to them. A card has a `name`, and most have a `kind` and a `count`.
        cards: Vec<Vec<(Vec<String>, Value)>>,
    },
    /// A card is no longer there.
    Delete {
        /// The id of the card.
        card: String,
    },
    /// A card has another place among the others in its file.
    Move {
        /// The id of the card.
        card: String,
        /// Which side of the other card.
        side: Side,
        /// The id of the other card.
        of: String,
    },
    /// A setting of a TOML file in the game's folder has another value.
    Setting {
        /// Path in the folder of the game: `game.toml`, `templates/type.toml`.
        file: String,
        /// The keys that lead to it; numbers count the entries of a list: `["kind", "boat", "colours", "band"]`.
        path: Vec<String>,
        /// The new value.
        value: Value,
    },
    /// A slot of a template has another place or text.
    Slot {
        /// The name of the template, without `.svg`.
        template: String,
        /// The name of the slot.
        slot: String,
        /// What becomes different.
        layout: SlotLayout,
    },
    /// A block of the rulebook has another text.
    Paragraph {
        /// Path of the file, as [`text`](crate::text) takes it.
        file: String,
        /// Its first byte in the text: see [`paragraphs`](crate::paragraphs).
        start: usize,
        /// Its text before. If it isn't that any more, the change is refused.
        old: String,
        /// Its text after, in Markdown; nothing removes the block. Line ends are those of the file.
        new: String,
    },
    /// A problem is accepted.
    Allow {
        /// The code of the problem: `E0617`.
        code: String,
        /// The reason.
        because: String,
        /// Where it is accepted.
        scope: Scope,
    },
    /// A text file has another text.
    Text {
        /// Path of the file, as [`text`](crate::text) takes it.
        file: String,
        /// Its text before. If it isn't that any more, the change is refused.
        old: String,
        /// Its text after; line ends are those of the file.
        new: String,
    },
    /// The value at a place that the reader found is another one.
    At {
        /// Where it is.
        place: Place,
        /// The new value.
        value: Value,
    },
}

/// A value that a field of a card gets, as in [`Change::Field`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldValue {
    /// The id of the card.
    pub card: String,
    /// The keys that lead to the field.
    pub field: Vec<String>,
    /// The new value.
    pub value: Value,
}

/// Where a value is, as the reader found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Path of the file.
    pub file: String,
    /// The sheet, in a workbook.
    pub sheet: Option<String>,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

impl From<&Span> for Place {
    fn from(at: &Span) -> Self {
        let sheet = at.source.cells.as_ref().and_then(|cells| cells.sheet.clone());
        Self { file: at.source.path.clone(), sheet, range: at.range.clone() }
    }
}

/// A value, as the file of a game writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A number, whole or decimal.
    Number(f64),
    /// A text with its markup.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// No value: the default, or the value of the kind, applies.
    Nothing,
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A side of another card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Above it.
    Before,
    /// Below it.
    After,
}

/// Place and text of a slot; what is `None` stays as it is. Lengths are millimetres from the corner of the cut.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct SlotLayout {
    /// The left edge.
    pub x: Option<f64>,
    /// The upper edge.
    pub y: Option<f64>,
    /// The width.
    pub width: Option<f64>,
    /// The height.
    pub height: Option<f64>,
    /// Type size in points, set in the style of the slot.
    pub size: Option<f64>,
    /// Alignment of lines, set in the style of the slot: `left`, `middle` or `right`.
    pub align: Option<String>,
    /// Alignment in the height of the box: `top`, `middle` or `bottom`.
    pub valign: Option<String>,
    /// The template's own text.
    pub text: Option<String>,
}

/// Where a problem is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// In the whole game.
    Game,
    /// On all cards of a kind, by its id.
    Kind(String),
    /// On a card, by its id.
    Card(String),
}
