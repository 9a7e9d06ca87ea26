//! Skirminion: sixteen dice on a chess board. Rules K1 to K19, without any chance but the caller's.
//!
//! [`Position`] is the compact board that the rules work on; [`Activation`] is a player's turn; [`legal()`] lists the
//! possible ones, [`objections()`] explains why another isn't.

mod activation;
mod board;
mod fight;
pub mod legal;
pub mod objections;
mod over;
mod square;

pub use activation::{Activation, Order, ParseActivationError};
pub use board::{Board, MOST_HEALTH, ParsePositionError, Position, Side, Unit};
pub use fight::{Blow, Forecast, Loss, forecast};
pub use legal::{List, destinations, legal, may_rest, perft, targets};
pub use objections::objections;
pub use over::Over;
pub use square::{ParseSquareError, Square, Squares};
