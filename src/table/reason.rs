//! Why something cannot be done.

use std::fmt;

/// One reason against a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a sentence, without a full stop: "a Two Handed Axe cannot Block".
    pub text: String,
    /// In at most 18 letters, for a dimmed card: "no Shield in use".
    pub short: String,
    /// The number of the rule, `54` for S54; none where it is no rule but the table itself (there is no such player),
    /// which nobody can overrule.
    pub rule: Option<u8>,
}

impl Reason {
    /// A rule forbids it; players may agree to play it so.
    pub fn rule(rule: u8, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: Some(rule) }
    }

    /// It cannot be, whatever players agree on.
    pub fn fact(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: text.into(), short: short.into(), rule: None }
    }
}

/// "a Two Handed Axe cannot Block (S54)"
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " (S{rule})"))
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
    /// Whether players may say "we play it so": every reason is a rule.
    pub fn can_be_overruled(&self) -> bool {
        self.reasons.iter().all(|reason| reason.rule.is_some())
    }
}

fn told(reasons: &[Reason]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
