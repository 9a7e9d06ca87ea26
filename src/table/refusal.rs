//! Why a command was not carried out.

use super::Seat;
pub use crate::game::RuleNumber;
pub use crate::rules::Reason;

impl Reason {
    /// Returns the refusal for a table without a game.
    pub(super) fn no_game() -> Self {
        Self::fact("no game", "no game has begun")
    }

    /// Refuses a command that names an unknown player.
    pub(super) fn nobody(seat: Seat) -> Self {
        Self::fact("no such player", format!("there is no player {}", seat.0))
    }

    /// Refuses a command without any effect.
    pub(super) fn changes_nothing() -> Self {
        Self::fact("changes nothing", "that changes nothing")
    }
}

/// A command that was not carried out; the state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", told(reasons))]
pub struct Refusal {
    /// Why; at least one.
    pub reasons: Vec<Reason>,
    /// Possible alternatives, in words.
    pub possible: Vec<String>,
}

impl Refusal {
    /// True if players may say "we play it so".
    pub fn can_be_overruled(&self) -> bool {
        self.reasons.iter().all(|reason| !reason.absolute)
    }
}

fn told(reasons: &[Reason]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
