//! Why a command was not carried out.

pub use crate::game::RuleNumber;
pub use crate::rules::Reason;

/// A command that was not carried out; the state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", sentence(reasons))]
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

fn sentence(reasons: &[Reason]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
