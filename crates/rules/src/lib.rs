//! Rules of play that the book and the table both ask: no journal, no players, no screen.

use skirmish_model::game;

mod reason;
pub mod skirminion;

pub use reason::Reason;
