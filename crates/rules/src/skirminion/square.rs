//! The squares of a chess board, and sets of them as the bits of one number.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

/// One of the 64 squares: a1 is 0, b1 is 1, h8 is 63. Bone's first row is row 1, red's is row 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// Returns the square in a column and a row, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// Returns the square with this number, from 0 to 63; higher numbers wrap around.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns all squares: a1, b1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Returns the number of the square, from 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns its column, from 0 (a) to 7 (h).
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// Returns its row, from 0 (row 1) to 7 (row 8).
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the set of only this square.
    #[inline]
    pub const fn alone(self) -> Squares {
        Squares(1 << (self.0 & 63))
    }

    /// Returns the squares that touch it, in any of the eight directions (K10).
    #[inline]
    pub const fn neighbours(self) -> Squares {
        NEIGHBOURS[self.index()]
    }

    /// Returns the number of steps between them on an empty board: 0 for the same square.
    pub fn distance(self, other: Self) -> u8 {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }

    /// Returns the square halfway, if the other is exactly two straight steps away (K13).
    pub fn halfway(self, other: Self) -> Option<Self> {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        matches!((columns, rows), (2, 0) | (0, 2)).then(|| Self(u8::midpoint(self.0, other.0)))
    }
}

/// "d4"
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// A text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("squares are a1 to h8")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[column @ b'a'..=b'h', row @ b'1'..=b'8'] = text.as_bytes() else { return Err(ParseSquareError) };
        Self::new(column - b'a', row - b'1').ok_or(ParseSquareError)
    }
}

impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of squares: bit 0 is a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(pub u64);

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// Row 1, where bone begins (K3).
    pub const ROW_1: Self = Self(0xff);
    /// Row 8, where red begins (K3).
    pub const ROW_8: Self = Self(0xff << 56);

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the square is one of them.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Returns the squares that aren't in the other set.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Moves each of them one row up; those of row 8 leave the board.
    #[inline]
    pub const fn up(self) -> Self {
        Self(self.0 << 8)
    }

    /// Returns each of them one row down.
    #[inline]
    pub const fn down(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Returns each of them one column to the right, towards h.
    #[inline]
    pub const fn right(self) -> Self {
        Self((self.0 & !COLUMN_H) << 1)
    }

    /// Returns each of them one column to the left, towards a.
    #[inline]
    pub const fn left(self) -> Self {
        Self((self.0 & !COLUMN_A) >> 1)
    }

    /// Returns the squares and all their neighbours.
    #[inline]
    pub const fn grown(self) -> Self {
        let row = self.0 | self.left().0 | self.right().0;
        Self(row | row << 8 | row >> 8)
    }

    /// Returns the first of them, in the order a1, b1 to h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// In the order a1, b1 to h8.
impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

const NEIGHBOURS: [Squares; 64] = {
    let mut table = [Squares::NONE; 64];
    let mut index = 0;
    while index < 64 {
        let alone = Square(index as u8).alone();
        table[index] = alone.grown().without(alone);
        index += 1;
    }
    table
};
