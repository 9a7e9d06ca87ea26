//! Cards of two fighting armies, and the result.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{Play, Rank, State};
use crate::game::FightOrder;
use crate::table::{Ruleset, Seat};

/// An attack on an army, in points (B12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clash {
    /// Attacking player.
    pub by: Seat,
    /// Whom.
    pub on: Seat,
    /// The attacker's attack points (B9).
    pub attack: u32,
    /// The target's defence points (B9).
    pub defence: u32,
}

/// A fight of a turn, with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Armies and cards of the fight.
    #[serde(flatten)]
    pub clash: Clash,
    /// Result.
    pub result: FightResult,
}

/// Result of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightResult {
    /// The attacker robbed this treasure (B12).
    Rob(Rank),
    /// The difference was taken off the target's life points (B12).
    Damage,
    /// The attack was not higher than the defence (B12).
    Nothing,
    /// The target was already out, so nothing happened (B19).
    TargetOut,
    /// The attacker was out by then: it was not carried out (B19).
    AttackerOut,
    /// Somebody had won by four treasures: it was not carried out (B17).
    GameOver,
}

impl Clash {
    /// Returns the excess of the attack over the defence, or 0 (B12).
    pub fn damage(&self) -> u32 {
        self.attack.saturating_sub(self.defence)
    }
}

impl FightResult {
    /// True if the fight was carried out at all.
    pub fn was_fought(self) -> bool {
        !matches!(self, Self::AttackerOut | Self::GameOver)
    }
}

/// Returns the points of cards of one kind: their sum, and the bonus for two of them (B9).
pub fn points(cards: &[Rank], bonus: u32) -> u32 {
    let sum: u32 = cards.iter().map(|card| card.points()).sum();
    if cards.len() < 2 { sum } else { sum + bonus }
}

/// Returns the resulting fights, in the order in which they are carried out (B13, B19): the highest damage first, or
/// last the lower ones of two who attack each other. Equal ones go by their seats; on one target, from its left (B24).
/// An army that does nothing in the turn defends with 0 points.
pub fn clashes(state: &State, plays: &[Play], bonus: u32) -> Vec<Clash> {
    let defence = |seat| plays.iter().find(|play| play.seat == seat).map_or(0, |play| points(&play.defence, bonus));
    let clash = |play: &Play| {
        let on = play.on?;
        Some(Clash { by: play.seat, on, attack: points(&play.attack, bonus), defence: defence(on) })
    };
    let mut all: Vec<Clash> = plays.iter().filter_map(clash).collect();
    all.sort_by_key(|clash| (Reverse(clash.damage()), clash.by));
    if state.rules > Ruleset::First {
        let listed = all.clone();
        let first = |clash: &Clash| {
            listed.iter().find(|other| (other.damage(), other.on) == (clash.damage(), clash.on)).map(|other| other.by)
        };
        all.sort_by_key(|clash| (Reverse(clash.damage()), first(clash), state.places_left(clash.on, clash.by)));
    }
    if state.order == FightOrder::Mutual {
        let struck_first: Vec<Seat> =
            all.iter().filter(|clash| first_strike(&all, clash).is_some()).map(|clash| clash.by).collect();
        all.sort_by_key(|clash| struck_first.contains(&clash.by));
    }
    all
}

/// Returns the fight of the target against the attacker, if it does more damage and so comes first (B13).
pub(super) fn first_strike<'a>(all: &'a [Clash], clash: &Clash) -> Option<&'a Clash> {
    all.iter().find(|other| (other.by, other.on) == (clash.on, clash.by) && other.damage() > clash.damage())
}
