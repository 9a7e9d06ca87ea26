//! The ranks of the cards.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The rank of a card: 2 to 10, Jack, Queen, King, Ace (B3). Each is once in each deck (B2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The text or number is not a rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown card `{0}`: cards are 2 to 10, J or 11, Q or 12, K or 13, A or 14 (B3)")]
pub struct ParseRankError(String);

impl Rank {
    /// The one with a picture and 11 points.
    pub const JACK: Self = Self(11);
    /// 12 points.
    pub const QUEEN: Self = Self(12);
    /// 13 points.
    pub const KING: Self = Self(13);
    /// 14 points.
    pub const ACE: Self = Self(14);
    /// The face cards: an army that has lost these four treasures is out (B16), and a player with these four wins
    /// (B17).
    pub const FACES: [Self; 4] = [Self::JACK, Self::QUEEN, Self::KING, Self::ACE];

    /// Returns all thirteen, lowest first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (2..=14).map(Self)
    }

    /// Returns the rank with this number of points.
    ///
    /// # Errors
    /// [`ParseRankError`] if the number isn't from 2 to 14.
    pub fn of_points(points: u64) -> Result<Self, ParseRankError> {
        let known = u8::try_from(points).ok().filter(|points| (2..=14).contains(points));
        known.map(Self).ok_or_else(|| ParseRankError(points.to_string()))
    }

    /// Returns its points in attack and defence, 2 to 14 (B3).
    pub fn points(self) -> u32 {
        u32::from(self.0)
    }

    /// True for a Jack, a Queen, a King or an Ace.
    pub fn is_face(self) -> bool {
        self >= Self::JACK
    }

    /// Returns its name with an article: "a Queen", "an Ace", "an 8".
    pub fn with_article(self) -> String {
        let article = if matches!(self.0, 8 | 14) { "an" } else { "a" };
        let name = match self {
            Self::JACK => "Jack",
            Self::QUEEN => "Queen",
            Self::KING => "King",
            Self::ACE => "Ace",
            _ => return format!("{article} {self}"),
        };
        format!("{article} {name}")
    }
}

/// "2" to "10", "J", "Q", "K", "A"
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::JACK => f.write_str("J"),
            Self::QUEEN => f.write_str("Q"),
            Self::KING => f.write_str("K"),
            Self::ACE => f.write_str("A"),
            Self(points) => points.fmt(f),
        }
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Self, ParseRankError> {
        Self::all().find(|rank| rank.to_string() == text).ok_or_else(|| ParseRankError(text.to_owned()))
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    /// Parses its letter or its points.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Rank;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card: 2 to 10, J, Q, K or A (B3)")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Rank, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, points: u64) -> Result<Rank, E> {
                Rank::of_points(points).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Serialises cards as lists of their points, `[9,7]`, in which attack and defence are written.
pub(super) fn as_points<S: Serializer>(cards: &[Rank], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|card| card.points()))
}
