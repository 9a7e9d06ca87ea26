//! Tests and the dice for them.

use serde::{Deserialize, Serialize};

use super::worded::worded;
use super::{Dice, WarriorRef, Who};

worded! {
    /// A test with its dice: `{"rout":"North","2d6":9}`.
    Roll {
        /// Whether a side that has lost a quarter fights on (W36).
        Rout "rout",
        /// Whether a warrior stops fleeing (W5, W34).
        Rally "rally",
        /// Whether a warrior that is all alone stays (W34).
        Alone "alone",
        /// Whether a warrior panics (W32).
        Panic "panic",
        /// Whether a charger finds a target out of its sight (W11).
        Spot "spot",
        /// Whether a warrior climbs (W14).
        Climb "climb",
        /// Whether a warrior jumps down (W15).
        Jump "jump",
        /// Whether a diving charge succeeds (W15a).
        Dive "dive",
        /// Whether a warrior jumps over a gap (W15b).
        Gap "gap",
        /// Whether a warrior that lies at an edge slips (W15c).
        Slip "slip",
        /// How far a warrior flees (W5, W33, W34).
        Flight "flight",
    }
}

/// Defines the tests: each a struct that begins with the side or the warrior that takes it.
macro_rules! rolls {
    ($($(#[$doc:meta])* $name:ident $who:ident: $of:ty, { $($(#[$meta:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                /// Who takes it.
                pub $who: $of,
                $($(#[$meta])* pub $field: $type,)*
            }
        )*
    };
}

rolls! {
    /// See [`Roll::Rout`].
    Rout rout: String, {
        /// The sum of two dice.
        #[serde(rename = "2d6")]
        sum: u8,
    }
    /// See [`Roll::Rally`].
    Rally rally: WarriorRef, {
        /// The sum of two dice.
        #[serde(rename = "2d6")]
        sum: u8,
        /// Whether the leader is within 6 inches and lends its Leadership (W35).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leader: bool,
    }
    /// See [`Roll::Alone`].
    Alone alone: WarriorRef, {
        /// The sum of two dice.
        #[serde(rename = "2d6")]
        sum: u8,
    }
    /// See [`Roll::Panic`].
    Panic panic: WarriorRef, {
        /// The sum of two dice.
        #[serde(rename = "2d6")]
        sum: u8,
        /// Whether the leader is within 6 inches and lends its Leadership (W35).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leader: bool,
    }
    /// See [`Roll::Spot`].
    Spot spot: WarriorRef, {
        /// The die.
        d6: u8,
    }
    /// See [`Roll::Climb`].
    Climb climb: WarriorRef, {
        /// How high, in inches.
        inches: u8,
        /// The die.
        d6: u8,
        /// Whether it climbs down.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        down: bool,
    }
    /// See [`Roll::Jump`].
    Jump jump: WarriorRef, {
        /// How deep, in inches.
        inches: u8,
        /// A die for every full 2 inches, up to the first that fails.
        #[serde(default, skip_serializing_if = "Dice::is_empty")]
        d6: Dice,
    }
    /// See [`Roll::Dive`].
    Dive dive: WarriorRef, {
        /// The enemy below.
        on: WarriorRef,
        /// How deep, in inches.
        inches: u8,
        /// A die for every full 2 inches, up to the first that fails.
        #[serde(default, skip_serializing_if = "Dice::is_empty")]
        d6: Dice,
    }
    /// See [`Roll::Gap`].
    Gap gap: WarriorRef, {
        /// How wide, in inches.
        inches: u8,
        /// How deep the fall would be, in inches.
        drop: u8,
        /// The die; none where too little movement was left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        d6: Option<u8>,
    }
    /// See [`Roll::Slip`].
    Slip slip: WarriorRef, {
        /// How deep the fall would be, in inches.
        inches: u8,
        /// The die.
        d6: u8,
    }
    /// See [`Roll::Flight`]; one of the two sums.
    Flight flight: WarriorRef, {
        /// The sum of two dice.
        #[serde(default, rename = "2d6", skip_serializing_if = "Option::is_none")]
        two: Option<u8>,
        /// The sum of three dice.
        #[serde(default, rename = "3d6", skip_serializing_if = "Option::is_none")]
        three: Option<u8>,
    }
}

/// How a test came out, as it was reckoned then; the journal keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// What the dice must not exceed; none where nobody is left to take the test.
    pub target: Option<u8>,
    /// Whose figure that is, where it is not the tested warrior's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// Whether it was passed.
    pub passed: bool,
}

impl Tested {
    /// Of a figure, rolled against with these dice.
    pub fn against(target: Option<u8>, of: Option<Who>, dice: u8) -> Self {
        Self { target, of, passed: target.is_some_and(|target| dice <= target) }
    }
}
