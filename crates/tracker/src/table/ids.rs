//! Ids of cards, players and moments.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A card, as the data calls it: `two-handed-axe`. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(Arc<str>);

impl CardId {
    /// Creates the id of a card in the data.
    pub fn new(id: &str) -> Self {
        Self(id.into())
    }

    /// Returns the id in the data.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for CardId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|id| Self(id.into()))
    }
}

/// A player's number, counted from 0, clockwise (S8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl Seat {
    /// Returns the index into a list of all players.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the seat at an index in a list of all players; `None` beyond the 256th.
    pub fn at(index: usize) -> Option<Self> {
        u8::try_from(index).ok().map(Self)
    }

    /// Returns the seats of that many players, clockwise from the first.
    pub fn all(players: usize) -> impl Iterator<Item = Self> + Clone {
        (0..=u8::MAX).map(Self).take(players)
    }

    /// Returns the next seat clockwise among players who are in the game, and true if that passes or reaches the first
    /// one, with whom a round begins.
    pub fn next(self, players: usize, first: Self, plays: impl Fn(Self) -> bool) -> Option<(Self, bool)> {
        let mut begins = false;
        for next in Self::all(players).cycle().skip(self.index() + 1).take(players) {
            begins |= next == first;
            if plays(next) {
                return Some((next, begins));
            }
        }
        None
    }
}

/// One of the eight colours of players; a screen adds a shield and a rune.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerColour(u8);

impl PlayerColour {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    const WORDS: [&str; 8] = ["red", "blue", "gold", "green", "violet", "bone", "teal", "rose"];

    /// Returns its index in [`PlayerColour::ALL`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns its word: `red`, `blue`, `gold`, `green`, `violet`, `bone`, `teal`, `rose`.
    pub fn id(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// Returns the one with this word.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.id() == id)
    }
}

impl Serialize for PlayerColour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for PlayerColour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::from_id(&id).ok_or_else(|| de::Error::custom(format!("unknown player colour `{id}`")))
    }
}

/// A moment, in milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Taps of one figure that follow each other within this are taken back together, in milliseconds.
    const GROUP: u64 = 2000;

    /// True if a tap follows another so closely that the two are taken back together.
    pub fn is_soon_after(self, before: Self) -> bool {
        self.0.saturating_sub(before.0) <= Self::GROUP
    }

    /// Returns the whole minutes since an earlier moment; 0 since a later one.
    pub fn minutes_since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0) / 60_000
    }
}
