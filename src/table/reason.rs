//! Why something cannot be done.

use std::fmt;

use super::Seat;
pub use crate::game::RuleNumber;

/// One reason against a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a sentence, without a full stop: "a Two Handed Axe cannot Block".
    pub text: String,
    /// In at most 18 letters, for a dimmed card: "no Shield in use".
    pub short: String,
    /// The number of the rule, where there is one.
    pub rule: Option<RuleNumber>,
    /// Whether it holds whatever players agree on: there is no such player, or no such card in the pile.
    pub absolute: bool,
}

impl Reason {
    /// A rule forbids it; players may agree to play it so.
    pub(super) fn rule(rule: RuleNumber, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: Some(rule), absolute: false }
    }

    /// It cannot be, whatever players agree on.
    pub(super) fn fact(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: None, absolute: true }
    }

    /// There is no game to change.
    pub(super) fn no_game() -> Self {
        Self::fact("no game", "no game has begun")
    }

    /// A player who is named is not in the game.
    pub(super) fn nobody(seat: Seat) -> Self {
        Self::fact("no such player", format!("there is no player {}", seat.0))
    }

    /// A command without any effect.
    pub(super) fn changes_nothing() -> Self {
        Self::fact("changes nothing", "that changes nothing")
    }

    /// It cannot be, and a rule says so.
    pub(super) fn absolute(rule: RuleNumber, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { absolute: true, ..Self::rule(rule, short, text) }
    }
}

/// "a Two Handed Axe cannot Block (S54)"
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

/// A command that was not carried out; the state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", told(reasons))]
pub struct Refusal {
    /// Why; at least one.
    pub reasons: Vec<Reason>,
    /// What would be possible instead, in words.
    pub possible: Vec<String>,
}

impl Refusal {
    /// Whether players may say "we play it so".
    pub fn can_be_overruled(&self) -> bool {
        self.reasons.iter().all(|reason| !reason.absolute)
    }
}

fn told(reasons: &[Reason]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
