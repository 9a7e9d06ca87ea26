//! The battling-card game: two to eight armies, life points and stolen treasure. Rules B1 to B23.
//!
//! All players act at once: [`Command::Turn`] has the cards and the target of every player, and [`resolve`] carries out the
//! fights that follow from them. [`Play`] may leave a choice open; `resolve` then stops at it and says what it needs.

mod act;
mod change;
mod command;
mod fight;
mod notation;
mod rank;
mod resolve;
mod rules;
pub mod score;
mod share;
mod state;
mod tell;

pub use change::Change;
pub use command::{Command, Play, Setup, Wants};
pub use fight::{Clash, Fight, FightResult, clashes, points};
pub use rank::{ParseRankError, Rank};
pub use resolve::{Need, Open, Resolved, resolve};
pub use rules::Rules;
pub use state::{Out, Over, Player, State, Treasure, Why, WonBy};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// Effect of a command.
type Decision = super::Decision<Rules>;
