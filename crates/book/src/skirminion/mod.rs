//! `::: board`: a stretch of a chess board with units on it, and what the rules allow there.
//!
//! `text` splits a block into its parts, `check` asks the rules of the table, `alt` describes a board in words, `seats`
//! finds room for signs. [`crate::doc`] reads a board, and [`crate::typesetter`] draws it.

pub(crate) mod alt;
pub(crate) mod check;
pub(crate) mod seats;
pub(crate) mod text;

use super::model::Words;
use crate::rules::skirminion::Unit;

/// A square of a diagram: column from the left and row from the top, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub x: u8,
    pub y: u8,
}

/// Sides of a diagram that are the rim of the board; at the others the board continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edges {
    pub top: bool,
    pub right: bool,
    pub bottom: bool,
    pub left: bool,
}

/// A unit in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The letter by which the text calls it.
    pub name: Option<char>,
    pub unit: Unit,
    pub at: Place,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    pub from: Place,
    pub to: Place,
    /// True if it is made; else it is only possible.
    pub made: bool,
}

/// An attack, with its effects by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub by: Place,
    pub on: Place,
    /// Losses of the attacker and the other.
    pub losses: (u8, u8),
    /// Each unit that helps, with the enemy it touches.
    pub helpers: Vec<(Place, Place)>,
}

/// A board to be drawn, of which all that it shows is as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    /// Name in the rulebook; may be empty.
    pub name: String,
    pub caption: Words,
    /// Width and height in squares, from 1 to 8.
    pub columns: u8,
    pub rows: u8,
    /// True if the upper left square is dark.
    pub dark_first: bool,
    pub edges: Edges,
    pub units: Vec<Shown>,
    /// Units of which the squares that they touch are shown.
    pub touching: Vec<Place>,
    pub arrows: Vec<Arrow>,
    /// Squares marked as allowed for a move, and as forbidden.
    pub free: Vec<Place>,
    pub barred: Vec<Place>,
    pub attacks: Vec<Attack>,
    /// Units that gain health, and how much.
    pub gains: Vec<(Place, u8)>,
    /// Alternative text.
    pub alt: String,
}

impl Diagram {
    /// True if a square is dark.
    pub fn is_dark(&self, x: i32, y: i32) -> bool {
        (x + y).rem_euclid(2) == i32::from(!self.dark_first)
    }
}
