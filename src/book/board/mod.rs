//! `::: board`: a stretch of a chess board with units on it, and what the rules allow there.
//!
//! `text` takes a block apart, `read` and `orders` find every fault of it, `check` asks the rules that the table is kept by,
//! `said` tells a board in words, `draw` and `seats` draw it, `figure` puts boards beside their captions.

mod check;
mod draw;
mod figure;
mod orders;
mod read;
mod said;
mod seats;
mod text;

use super::model::Words;
use crate::rules::skirminion::Unit;

/// A square of a diagram: its column from the left and its row from the top, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub x: u8,
    pub y: u8,
}

/// Which sides of a diagram are the rim of the board; at the others the board goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    pub top: bool,
    pub right: bool,
    pub bottom: bool,
    pub left: bool,
}

/// A unit in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The letter by which the text calls it.
    pub name: Option<char>,
    pub unit: Unit,
    pub at: Place,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub from: Place,
    pub to: Place,
    /// True if it is made; else it is only possible.
    pub made: bool,
}

/// An attack, and what the rules make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub by: Place,
    pub on: Place,
    /// What the attacker loses, and what the other loses.
    pub losses: (u8, u8),
    /// Each unit that helps, with the enemy it touches.
    pub helpers: Vec<(Place, Place)>,
}

/// A board to be drawn, of which all that it shows is as the rules have it.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub caption: Words,
    /// How many squares it is wide and high, from 1 to 8.
    pub columns: u8,
    pub rows: u8,
    /// True if the upper left square is dark.
    pub dark_first: bool,
    pub edges: Edges,
    pub units: Vec<Shown>,
    /// Units of which the squares that they touch are shown.
    pub touching: Vec<Place>,
    pub arrows: Vec<Arrow>,
    /// Squares to which a move may lead, and those to which it may not.
    pub free: Vec<Place>,
    pub barred: Vec<Place>,
    pub attacks: Vec<Attack>,
    /// Units that gain health, and how much.
    pub gains: Vec<(Place, u8)>,
    /// Alternative text.
    pub said: String,
}

impl Diagram {
    /// True if a square is dark.
    fn is_dark(&self, x: i32, y: i32) -> bool {
        (x + y).rem_euclid(2) == i32::from(!self.dark_first)
    }
}
