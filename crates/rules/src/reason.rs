//! Why something cannot be done.

use std::fmt;

use crate::game::RuleNumber;

/// One reason against a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a sentence, without a full stop: "a Two-Handed Axe cannot Block".
    pub text: String,
    /// In at most 18 letters, for a dimmed card: "no Shield in use".
    pub short: String,
    /// Number of the rule, if any.
    pub rule: Option<RuleNumber>,
    /// True if it applies whatever players agree on: the player is unknown, or the card isn't in the pile.
    pub absolute: bool,
}

impl Reason {
    /// Returns the refusal for a table without a game.
    pub fn no_game() -> Self {
        Self::fact("no game", "no game has begun")
    }

    /// Refuses a command that names an unknown player, by number.
    pub fn nobody(seat: impl Into<u8>) -> Self {
        Self::fact("no such player", format!("unknown player {}", seat.into()))
    }

    /// Refuses a command without any effect.
    pub fn changes_nothing() -> Self {
        Self::fact("changes nothing", "that changes nothing")
    }

    /// Creates an objection by a rule; players may agree to ignore it.
    pub fn rule(rule: RuleNumber, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: Some(rule), absolute: false }
    }

    /// Creates an absolute objection, whatever players agree on.
    pub fn fact(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: None, absolute: true }
    }

    /// Creates an absolute objection that a rule states.
    pub fn absolute(rule: RuleNumber, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { absolute: true, ..Self::rule(rule, short, text) }
    }
}

/// "a Two-Handed Axe cannot Block (S54)"
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}
