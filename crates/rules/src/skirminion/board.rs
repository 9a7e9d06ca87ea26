//! The board and whose turn it is: 48 bytes that are copied, never shared.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Square, Squares};
use crate::game::skirminion::LEAST_STRONG;
pub use crate::game::skirminion::MOST_HEALTH;

/// One of the two players, by the colour of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Begins on row 1.
    Bone,
    /// Begins on row 8.
    Red,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Bone, Self::Red];

    /// Returns the enemy (K4).
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Bone => Self::Red,
            Self::Red => Self::Bone,
        }
    }

    /// Returns 0 for bone, 1 for red.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// "bone"
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bone => "bone",
            Self::Red => "red",
        })
    }
}

/// A unit: whose it is, and its health (K3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Whose.
    pub side: Side,
    /// From 1 to [`MOST_HEALTH`].
    pub health: u8,
}

impl Unit {
    /// Returns the name of its picture in the folder `book` of the game: `unit-red-5`.
    pub fn picture(self) -> String {
        format!("unit-{}-{}", self.side, self.health)
    }
}

/// The units of both sides: a set of squares per side, and the three binary digits of the health on each square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    units: [Squares; 2],
    digits: [u64; 3],
}

impl Board {
    /// Returns the start: eight units of 6 health in the first row of each side (K3).
    pub fn start() -> Self {
        let both = Squares::ROW_1 | Squares::ROW_8;
        Self { units: [Squares::ROW_1, Squares::ROW_8], digits: [0, both.0, both.0] }
    }

    /// Returns the squares with units of a side.
    #[inline]
    pub const fn units(&self, side: Side) -> Squares {
        self.units[side.index()]
    }

    /// Returns the squares with any unit.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.units[0] | self.units[1]
    }

    /// Returns the units that have 4 health or more (K14).
    #[inline]
    pub const fn strong(&self) -> Squares {
        const { assert!(LEAST_STRONG == 4 && MOST_HEALTH < 8, "the highest digit tells the strong") };
        Squares(self.digits[2])
    }

    /// Returns the sum of the health on some squares.
    #[inline]
    pub const fn health_of(&self, squares: Squares) -> u32 {
        let [ones, twos, fours] = self.digits;
        (ones & squares.0).count_ones() + 2 * (twos & squares.0).count_ones() + 4 * (fours & squares.0).count_ones()
    }

    /// Returns the health on a square: 0 without a unit.
    #[inline]
    pub const fn health(&self, at: Square) -> u8 {
        let at = at.index();
        let [ones, twos, fours] = self.digits;
        ((ones >> at & 1) | (twos >> at & 1) << 1 | (fours >> at & 1) << 2) as u8
    }

    /// Returns the side of the unit on a square.
    #[inline]
    pub fn side(&self, at: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.units(*side).contains(at))
    }

    /// Returns the unit on a square.
    pub fn unit(&self, at: Square) -> Option<Unit> {
        self.side(at).map(|side| Unit { side, health: self.health(at) })
    }

    /// Puts a unit on a square, replacing any other; without a unit, or with no health, clears it (K7).
    pub fn put(&mut self, at: Square, unit: Option<Unit>) {
        let here = at.alone();
        self.units = self.units.map(|units| units.without(here));
        self.set_health(at, 0);
        if let Some(Unit { side, health: health @ 1.. }) = unit {
            self.units[side.index()] = self.units(side) | here;
            self.set_health(at, health.min(MOST_HEALTH));
        }
    }

    /// Sets the health of a unit of this side; at 0 it leaves the board (K7).
    #[inline]
    pub fn set(&mut self, side: Side, at: Square, health: u8) {
        self.set_health(at, health);
        if health == 0 {
            self.units[side.index()] = self.units(side).without(at.alone());
        }
    }

    /// Takes a unit of this side to an empty square.
    #[inline]
    pub fn carry(&mut self, side: Side, from: Square, to: Square) {
        let health = self.health(from);
        self.units[side.index()] = self.units(side).without(from.alone()) | to.alone();
        self.set_health(from, 0);
        self.set_health(to, health);
    }

    #[inline]
    fn set_health(&mut self, at: Square, health: u8) {
        let here = at.alone().0;
        for (digit, plane) in self.digits.iter_mut().enumerate() {
            let bit = u64::from(health >> digit & 1) << at.index();
            *plane = *plane & !here | bit;
        }
    }

    /// True if it is consistent: at most eight units per side, no square with two, 1 to 6 health on units and none
    /// elsewhere.
    pub fn is_sound(&self) -> bool {
        let [bone, red] = self.units;
        let [ones, twos, fours] = self.digits;
        (bone & red).is_empty()
            && bone.len() <= 8
            && red.len() <= 8
            && ones | twos | fours == self.occupied().0
            && ones & twos & fours == 0
    }
}

/// A board and whose turn it is. Written as chess players write theirs: rows from 8 down, `A` to `F` for bone's units of 1 to 6
/// health, `a` to `f` for red's, figures for empty squares, and at the end `b` or `r` for the side that is to activate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The units.
    pub board: Board,
    /// Side that activates the next unit (K5).
    pub turn: Side,
}

impl Position {
    /// Returns the start of a game (K2, K3).
    pub fn start(first: Side) -> Self {
        Self { board: Board::start(), turn: first }
    }
}

/// "ffffffff/8/8/8/8/8/8/FFFFFFFF b"
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..8).rev() {
            let mut empty = 0;
            for at in (0..8).filter_map(|column| Square::new(column, row)) {
                let Some(unit) = self.board.unit(at) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                let one = if unit.side == Side::Bone { b'A' } else { b'a' };
                write!(f, "{}", char::from(one + unit.health - 1))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn == Side::Bone { "b" } else { "r" })
    }
}

/// A text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePositionError;

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position has eight rows of eight squares, each side eight units at most, and ends in b or r")
    }
}

impl std::error::Error for ParsePositionError {}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let (rows, turn) = text.split_once(' ').ok_or(ParsePositionError)?;
        let turn = match turn {
            "b" => Side::Bone,
            "r" => Side::Red,
            _ => return Err(ParsePositionError),
        };
        let mut board = Board::default();
        let mut rest = 8;
        for (letters, row) in rows.split('/').zip((0..8).rev()) {
            rest -= 1;
            let mut column: u8 = 0;
            for letter in letters.bytes() {
                let (side, one) = match letter {
                    b'1'..=b'8' => {
                        column = column.saturating_add(letter - b'0');
                        continue;
                    }
                    b'A'..=b'F' => (Side::Bone, b'A'),
                    b'a'..=b'f' => (Side::Red, b'a'),
                    _ => return Err(ParsePositionError),
                };
                let at = Square::new(column, row).ok_or(ParsePositionError)?;
                board.put(at, Some(Unit { side, health: letter - one + 1 }));
                column += 1;
            }
            if column != 8 {
                return Err(ParsePositionError);
            }
        }
        let whole = rest == 0 && rows.bytes().filter(|letter| *letter == b'/').count() == 7 && board.is_sound();
        if whole { Ok(Self { board, turn }) } else { Err(ParsePositionError) }
    }
}

impl Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
