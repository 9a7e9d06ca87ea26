//! Identifies a warrior: by numbers in the journal's changes, by name and number for people and programs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::table::Seat;

/// A warrior of a side by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// The side.
    pub seat: Seat,
    /// The warrior's number, counted from 1.
    pub no: u8,
}

/// A warrior by the name of its side and its number: `North.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarriorRef {
    /// Name of the side.
    pub side: String,
    /// The number, counted from 1.
    pub no: u8,
}

/// A text names no warrior.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a warrior is named by its side and its number, such as `North.5`")]
pub struct ParseWarriorError;

impl WarriorRef {
    /// Creates a reference to a warrior of a named side.
    pub fn new(side: &str, no: u8) -> Self {
        Self { side: side.to_owned(), no }
    }
}

impl FromStr for WarriorRef {
    type Err = ParseWarriorError;

    fn from_str(text: &str) -> Result<Self, ParseWarriorError> {
        let (side, no) = text.rsplit_once('.').ok_or(ParseWarriorError)?;
        let digits = !no.is_empty() && no.bytes().all(|digit| digit.is_ascii_digit()) && !no.starts_with('0');
        let no = no.parse().ok().filter(|_| digits && !side.trim().is_empty()).ok_or(ParseWarriorError)?;
        Ok(Self { side: side.to_owned(), no })
    }
}

/// "North.5"
impl fmt::Display for WarriorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.side, self.no)
    }
}

impl Serialize for WarriorRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for WarriorRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
