//! Skirminion at the table: commands, changes, a state with players, and the machine that plays. No screen, no clock, no chance
//! but what the caller brings. The rules themselves are in [`crate::rules::skirminion`].

mod act;
mod change;
mod command;
mod notation;
mod opponent;
mod reasons;
mod rules;
pub mod score;
mod search;
mod share;
mod state;
mod tell;

pub use crate::rules::skirminion::*;
pub use act::{decide, half_attack, half_move};
pub use change::Change;
pub use command::{Command, Machines, Setup, commands};
pub use opponent::{Hint, Opponent, Purpose, Strength};
pub use rules::Rules;
pub use search::{Search, Verdict, key, key_after, lead_of_bone};
pub use state::{Half, HalfDone, State};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// Effect of a command.
pub type Decision = super::Decision<Rules>;
