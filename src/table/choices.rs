//! What could be chosen on the sheets, and why not.

use super::command::{Attack, Means, Special};
use super::state::{Gear, Recovery, State};
use super::{CardId, Reason, Rules, Seat};

/// Something that can be chosen, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<T> {
    /// What.
    pub value: T,
    /// Why not.
    pub legal: Result<(), Vec<Reason>>,
}

/// What can be chosen for an attack, each given all that is chosen elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// All players but the attacker.
    pub targets: Vec<Offer<Seat>>,
    /// The weapon, and the cards that stand alone.
    pub means: Vec<Offer<Means>>,
    /// No Basic attack card, and each of those that add.
    pub basics: Vec<Offer<Option<CardId>>>,
    /// No special attack, and each.
    pub specials: Vec<Offer<Option<Special>>>,
    /// What a Rend may name.
    pub names: Vec<Offer<Gear>>,
}

/// What can be chosen for an attack.
pub fn choices(_rules: &Rules, _state: &State, _attack: &Attack) -> Choices {
    Choices { targets: Vec::new(), means: Vec::new(), basics: Vec::new(), specials: Vec::new(), names: Vec::new() }
}

/// The five ways to recover, a weapon for each that there is in the game (S22).
pub fn recoveries(_rules: &Rules, _state: &State, _seat: Seat) -> Vec<Offer<Recovery>> {
    Vec::new()
}
