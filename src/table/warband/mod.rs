//! Warbands: battles of a dozen warriors a side. Rules W1 to W41; no screen, no clock, no chance but what the caller brings.
//!
//! People measure, move and mostly roll by themselves. The table keeps what they tell it: who is how, whose turn and phase it
//! is, what must be tested and against which figure. Every die stands in the command that needs it.

mod act;
mod change;
mod command;
mod condition;
mod dice;
mod due;
mod legal;
mod report;
mod roll;
mod rules;
pub mod score;
mod state;
mod tell;
mod who;
mod worded;

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
pub use who::{NoWarriorRef, WarriorRef, Who};

/// Something that happened.
pub type Event = super::Event<Rules>;
/// An entry of the journal.
pub type Entry = super::Entry<Rules>;
/// A table with its journal.
pub type Table = super::Table<Rules>;
/// What a command would do.
pub type Evaluation = super::Evaluation<Rules>;
