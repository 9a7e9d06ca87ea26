//! The model of a game: cards, fields, faces, colours, pieces, warbands. And the outlines that they are drawn with.

pub mod game;
pub mod shape;

use skirmish_base::{diagnostic, ordered, units};
