//! The core of a table: commands, events, state, undo, the journal as text. No screen, no clock, no disk.
//!
//! The shared parts of all games are here, written over the trait [`Rules`]. Each game has a module of its own, such as
//! [`skirmish`] and [`skirminion`]; [`declared`] is for all games that declare their table in their data. A command is
//! checked against the rules and becomes an [`Event`] with concrete changes. The state is the fold of the events in
//! force, and only the list of [`Entry`]s is ever saved.

pub mod arrange;
pub mod battling;
mod change;
mod clock;
pub mod declared;
mod event;
pub mod games;
mod ids;
pub mod journal;
mod json;
pub mod mark;
mod notation;
mod playable;
mod played;
mod refusal;
mod rules;
mod ruleset;
pub mod share;
pub mod skirminion;
pub mod skirmish;
mod story;
#[allow(clippy::module_inception, reason = "a table is what the room is about")]
mod table;
pub mod tell;
pub mod transfer;
pub mod warband;

pub(crate) use arrange::seat_commands;
pub use arrange::{HasSeatCommands, PlayerConfig, PlayerMut, SeatCommand, Seated, Seating};
pub(crate) use change::changes;
pub use change::{Change, Mismatch, PlayerChange, TableChange, differing, replace_state};
pub use clock::Clock;
pub use event::{Entry, Event, Tap};
pub use ids::{CardId, Millis, PlayerColour, Seat};
pub use json::{from_json, from_value};
pub use mark::Mark;
pub use notation::Notation;
pub use playable::{Found, MoveError, Playable, ReportError};
pub use played::Played;
pub use refusal::{Reason, Refusal, RuleNumber};
pub use rules::{About, Decision, Drawings, Person, Rules, Standing, entrants, name_of};
pub use ruleset::Ruleset;
pub use story::Story;
pub use table::{CorruptEntry, LastGame, Table};
