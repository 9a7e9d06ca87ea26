//! Move ordering: the search is faster if it meets a good activation early.

use super::super::{Activation, List, Position, Side, forecast};
use super::MAX_PLIES;

/// Maximum bonus of an activation without attack for earlier success.
const MOST_HISTORY: i32 = 1 << 20;
/// Statistics about activations without attack.
#[derive(Clone, Debug)]
pub struct Order {
    killers: [[Option<Activation>; 2]; MAX_PLIES + 1],
    history: Vec<i32>,
}

impl Order {
    /// Creates empty statistics.
    pub fn new() -> Self {
        Self { killers: [[None; 2]; MAX_PLIES + 1], history: vec![0; 2 * 64 * 64] }
    }

    /// Begins another search: earlier statistics count less.
    pub fn age(&mut self) {
        self.killers = [[None; 2]; MAX_PLIES + 1];
        for value in &mut self.history {
            *value /= 8;
        }
    }

    /// Forgets all that was learned.
    pub fn clear(&mut self) {
        self.killers = [[None; 2]; MAX_PLIES + 1];
        self.history.fill(0);
    }

    /// Records that an activation without attack was too good for the other side.
    pub fn remember(&mut self, turn: Side, ply: usize, depth: i32, activation: Activation) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(activation) {
            *killers = [Some(activation), killers[0]];
        }
        let value = &mut self.history[place(turn, activation)];
        *value = (*value + depth * depth).min(MOST_HISTORY);
    }

    /// Returns recent refutations at this depth.
    pub fn killers(&self, ply: usize) -> [Option<Activation>; 2] {
        self.killers[ply]
    }

    /// Gives each activation of a list, all without attack, its value.
    #[inline]
    pub fn value_quiet(&self, turn: Side, list: &[Activation], values: &mut [i32]) {
        for (activation, value) in list.iter().zip(values) {
            *value = self.history[place(turn, *activation)];
        }
    }
}

/// Gives each attack of a list its value. Those that take at least as much as they cost come first; how many they are. If they
/// have to gain, all others are dropped.
#[inline]
pub fn value_attacks(position: &Position, list: &mut List, values: &mut [i32], gaining: bool) -> usize {
    let least = i32::from(gaining);
    let mut good = 0;
    for index in 0..list.len() {
        let gain = exchange(position, list[index]);
        values[index] = gain;
        if gain >= least {
            list.swap(index, good);
            values.swap(index, good);
            good += 1;
        }
    }
    if gaining {
        list.truncate(good);
    }
    good
}

fn place(turn: Side, activation: Activation) -> usize {
    let to = activation.destination().unwrap_or(activation.unit());
    (turn.index() * 64 + activation.unit().index()) * 64 + to.index()
}

/// Returns the gain of an attack minus its cost: 10 per health, 25 per unit.
#[inline]
fn exchange(position: &Position, activation: Activation) -> i32 {
    let Some(target) = activation.target() else { return 0 };
    let turn = position.turn;
    let from = activation.attacks_from();
    let mut board = position.board;
    if from != activation.unit() {
        board.carry(turn, activation.unit(), from);
    }
    let forecast = forecast(&board, turn, from, target);
    let lost = |loss: super::super::Loss| {
        10 * (i32::from(loss.before) - i32::from(loss.after)) + if loss.after == 0 { 25 } else { 0 }
    };
    lost(forecast.defender) - lost(forecast.attacker)
}
