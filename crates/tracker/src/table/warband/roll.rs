//! Tests and the dice for them.

use serde::{Deserialize, Serialize};

use super::keyed_enum::keyed_enum;
use super::{Dice, WarriorRef, Who};

keyed_enum! {
    /// A test with its dice: `{"rout":"North","2d6":9}`.
    Roll {
        /// Test of a side that has lost a quarter, to fight on (W36).
        Rout "rout",
        /// Test of a warrior, to stop fleeing (W5, W34).
        Rally "rally",
        /// Test of a warrior all alone, to stay (W34).
        Alone "alone",
        /// Test of a warrior, not to panic (W32).
        Panic "panic",
        /// Test of a charger, to find a target out of its sight (W11).
        Spot "spot",
        /// Test of a warrior, to climb (W14).
        Climb "climb",
        /// Test of a warrior, to jump down (W15).
        Jump "jump",
        /// Test of a diving charge (W15a).
        Dive "dive",
        /// Test of a warrior, to jump over a gap (W15b).
        Gap "gap",
        /// Test of a warrior who is down at an edge, not to slip (W15c).
        Slip "slip",
        /// Distance that a warrior flees (W5, W33, W34).
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
                /// The one who takes it.
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
        /// True if the leader is within 6 inches and lends its Leadership (W35).
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
        /// True if the leader is within 6 inches and lends its Leadership (W35).
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
        /// Height in inches.
        inches: u8,
        /// The die.
        d6: u8,
        /// True if it climbs down.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        down: bool,
    }
    /// See [`Roll::Jump`].
    Jump jump: WarriorRef, {
        /// Depth in inches.
        inches: u8,
        /// A die for every full 2 inches, up to the first that fails.
        #[serde(default, skip_serializing_if = "Dice::is_empty")]
        d6: Dice,
    }
    /// See [`Roll::Dive`].
    Dive dive: WarriorRef, {
        /// The enemy below.
        on: WarriorRef,
        /// Depth in inches.
        inches: u8,
        /// A die for every full 2 inches, up to the first that fails.
        #[serde(default, skip_serializing_if = "Dice::is_empty")]
        d6: Dice,
    }
    /// See [`Roll::Gap`].
    Gap gap: WarriorRef, {
        /// Width in inches.
        inches: u8,
        /// Depth of the fall in case of failure, in inches.
        drop: u8,
        /// The die; `None` if too little movement was left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        d6: Option<u8>,
    }
    /// See [`Roll::Slip`].
    Slip slip: WarriorRef, {
        /// Depth of the fall in case of failure, in inches.
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

/// Result of a test, as calculated then; the journal keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// Maximum of the dice; `None` if nobody is left to take the test.
    pub target: Option<u8>,
    /// Owner of that value, unless it is the tested warrior.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// True if it was passed.
    pub passed: bool,
}

impl Tested {
    /// Rolls against a value with these dice.
    pub fn against(target: Option<u8>, of: Option<Who>, dice: u8) -> Self {
        Self { target, of, passed: target.is_some_and(|target| dice <= target) }
    }
}
