//! Versions of the rules: a game continues with the version that it began with.

use serde::{Deserialize, Serialize};

/// The version of the rules that a setup asks for.
///
/// Links hold commands, which are carried out again. A setup of the first version says nothing of it, and its commands
/// are never refused for a reason that came later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    /// Of the first edition.
    #[default]
    First,
    /// With the corrections of the second.
    Second,
}

impl Ruleset {
    /// The version of games that begin now.
    pub const LATEST: Self = Self::Second;

    /// True for games of the first edition; their setups omit it.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub fn is_first(&self) -> bool {
        *self == Self::First
    }
}
