//! Record of an attack: its blows.

use serde::{Deserialize, Serialize};

use super::Step;
use crate::table::{CardId, Seat};

/// One blow, as it was computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// Attacking player.
    pub by: Seat,
    /// Whom.
    pub on: Seat,
    /// Why.
    #[serde(default, skip_serializing_if = "BlowKind::is_attack")]
    pub kind: BlowKind,
    /// The weapon and cards, the weapon first.
    pub with: Vec<CardId>,
    /// The damage, with the armour counted off.
    pub damage: i64,
    /// Damage absorbed by the armour.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub armour: i64,
    /// The health that it cost: nothing where it was stopped, and never more than there was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: i64,
    /// Obstacle that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// Origin of a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlowKind {
    /// The attack itself.
    #[default]
    Attack,
    /// A Hook after a Block (S34).
    Hook,
    /// A counter-charge (S31).
    CounterCharge,
    /// The attack of a Trip (S49).
    Trip,
}

impl BlowKind {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_attack(&self) -> bool {
        *self == Self::Attack
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// Obstacle that stopped a blow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The Shield, without a card (S36).
    Shield,
    /// A defence card (S44 to S47).
    Card(CardId),
    /// A counter-charge with this Basic attack card (S31).
    CounterCharge(CardId),
    /// A Trip by this player (S49).
    Trip(Seat),
}

impl Stop {
    /// Returns the obstacle that an answer puts up; `None` for steps that stop no blow.
    pub(super) fn by(step: &Step) -> Option<Self> {
        match step {
            Step::Shield => Some(Self::Shield),
            Step::Card(card) => Some(Self::Card(card.clone())),
            Step::CounterCharge { basic } => Some(Self::CounterCharge(basic.clone())),
            _ => None,
        }
    }
}
