//! The tracker's core: commands, events, state, undo, the journal as text. No screen, no clock, no disk.
//!
//! A [`Command`] is checked against the [`Rules`] and becomes an [`Event`] with concrete [`Change`]s; the [`State`] is the
//! fold of the events in force, and the list of [`Entry`]s is all that is ever saved.

mod act;
mod change;
mod choices;
mod command;
mod event;
pub mod fight;
mod ids;
pub mod journal;
mod reason;
mod rules;
pub mod score;
mod sitting;
mod state;
pub mod tell;
pub mod travel;

pub use act::{Foreseen, foresee};
pub use change::{Change, Mismatch};
pub use choices::{Choices, Offer, choices, recoveries};
pub use command::{Attack, Command, Entrant, Means, Played, Seating, Setup, Special, Step};
pub use event::{Blow, BlowKind, Entry, Event, Stop};
pub use fight::Fight;
pub use ids::{CardId, Livery, Millis, Seat};
pub use reason::{Reason, Refusal, RuleNumber};
pub use rules::{CardInfo, NoUse, Rules, Way};
pub use sitting::{Damage, Table};
pub use state::{Fall, Gear, Pile, PileName, Player, Recovery, Shield, State};
