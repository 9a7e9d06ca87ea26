//! Skirminion: sixteen dice on a chess board. Rules K1 to K19, no screen, no clock, no chance but what the caller brings.
//!
//! [`Position`] is the compact board that the rules and the search work on; [`Activation`] is what a player does in a turn;
//! [`legal`] lists what is possible, [`objections`] says why something else is not.

mod act;
mod activation;
mod board;
mod change;
mod command;
mod fight;
mod legal;
mod notation;
mod objections;
mod opponent;
mod rules;
pub mod score;
mod search;
mod square;
mod state;
mod tell;

pub use act::{evaluate, half_attack, half_move};
pub use activation::{Activation, NotAnActivation, Order};
pub use board::{Board, MOST_HEALTH, NotAPosition, Position, Side, Unit};
pub use change::Change;
pub use command::{Command, Machines, Setup, commands};
pub use fight::{Blow, Forecast, Loss, forecast};
pub use legal::{List, destinations, legal, may_rest, perft, targets};
pub use objections::objections;
pub use opponent::{Hint, Opponent, Purpose, Strength};
pub use rules::Rules;
pub use search::{Search, Verdict, key, key_after};
pub use square::{NotASquare, Square, Squares};
pub use state::{Half, HalfDone, Over, State};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// What a command would do.
pub type Evaluation = super::Evaluation<Rules>;
