//! Warbands: battles of a dozen warriors per side. Rules W1 to W41; no screen, no clock, no chance but the caller's.
//!
//! People measure, move and usually roll themselves. The table records what they enter: the condition of each warrior,
//! turn and phase, and the required tests with their targets. Every die is in the command that needs it.

mod act;
mod change;
mod command;
mod condition;
mod dice;
mod due;
mod keyed_enum;
mod legal;
mod report;
mod roll;
mod rules;
pub mod score;
mod share;
mod state;
mod tell;
mod who;

pub use crate::game::quarter;
pub use change::Change;
pub use command::{
    Begin, Cast, Charge, Command, End, Fall, Flee, Found, Hide, Muster, Run, RunOn, Set, Shoot, Stand, Step, TakeOut,
    Test, Way, Why, Wound,
};
pub use condition::{Condition, Mark, Marks, Status};
pub use dice::{Dice, Rolled};
pub use due::{Due, Nerve, due};
pub use roll::{Alone, Climb, Dive, Flight, Gap, Jump, Panic, Rally, Roll, Rout, Slip, Spot, Tested};
pub use rules::Rules;
pub use state::{Moment, Over, Phase, Side, State, Warrior};
pub use who::{ParseWarriorError, WarriorRef, Who};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// Effect of a command.
pub type Decision = super::Decision<Rules>;
