//! Losses of both sides in an attack (K16 to K18), for forecast, rules and search.

use serde::{Deserialize, Serialize};

use super::{Board, Side, Square, Squares};
use crate::game::skirminion::{DAMAGE, HELP, LAST_GAIN, LAST_STAND};

/// Effect of an attack on one of the two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its health before.
    pub before: u8,
    /// The further units of the other side that touch it: each takes 1 more (K17).
    pub helpers: Squares,
    /// True if the other is the last of its side, which takes 1 more (K18).
    pub last_stand: bool,
    /// The health that the other takes off (K17, K18); it may be more than there is.
    pub loss: u8,
    /// Its health gain as the last of its own side, if it isn't destroyed (K18): 0 or 1.
    pub gain: u8,
    /// Its health after: 0 is destroyed (K7).
    pub after: u8,
}

/// Effect of an attack on both units, at the same time (K17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// To the unit that attacks.
    pub attacker: Loss,
    /// To the unit that is attacked.
    pub defender: Loss,
}

/// Calculates the effect of an attack of a unit of `side`. It need not be allowed: contact (K16) is not looked at.
#[inline]
pub fn forecast(board: &Board, side: Side, attacker: Square, defender: Square) -> Forecast {
    Forecast {
        attacker: loss(board, side, attacker, defender),
        defender: loss(board, side.other(), defender, attacker),
    }
}

/// Returns the effect of the unit on `foe` on that of `side` on `at`.
#[inline]
fn loss(board: &Board, side: Side, at: Square, foe: Square) -> Loss {
    let before = board.health(at);
    let foes = board.units(side.other()).without(foe.alone());
    let helpers = foes & at.neighbours();
    let last_stand = foes.is_empty();
    let loss = DAMAGE + HELP * helpers.len() as u8 + LAST_STAND * u8::from(last_stand);
    let left = before.saturating_sub(loss);
    // A unit that fights loses at least as much as it may gain, so the gain never exceeds 6 health.
    let gain = LAST_GAIN * u8::from(left > 0 && board.units(side) == at.alone());
    Loss { before, helpers, last_stand, loss, gain, after: left + gain }
}

/// Damage of one unit to another in an attack, as it was calculated then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// The unit that took it.
    pub by: Square,
    /// The unit that lost it.
    pub on: Square,
    /// The health that was taken; it may be more than there was.
    pub taken: u8,
    /// The friends of the first that touched the second (K17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub helpers: Vec<Square>,
    /// True if the first was the last of its side (K18).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_stand: bool,
    /// The health of the second after it, including its gain as the last of its side (K18); 0 is destroyed.
    pub left: u8,
}

impl Blow {
    /// Returns both blows of an attack, that on the defender first.
    pub fn both(forecast: &Forecast, attacker: Square, defender: Square) -> Vec<Self> {
        let blow = |by, on, loss: &Loss| Self {
            by,
            on,
            taken: loss.loss,
            helpers: loss.helpers.collect(),
            last_stand: loss.last_stand,
            left: loss.after,
        };
        vec![blow(attacker, defender, &forecast.defender), blow(defender, attacker, &forecast.attacker)]
    }
}
