//! Which activations are looked at first: the search is the faster, the sooner it meets a good one.

use super::super::{Activation, List, Position, Side, forecast};
use super::DEEPEST;

/// The best activation that is known of a position.
const KNOWN: i32 = 1 << 30;
/// An attack that takes more than it costs.
const GOOD_ATTACK: i32 = 1 << 26;
/// An activation without attack that was too good for the other side in a neighbouring line.
pub const KILLER: i32 = 1 << 25;
/// The most that an activation without attack earns by having been good elsewhere.
const MOST_HISTORY: i32 = 1 << 20;
/// An attack that costs more than it takes comes after everything else.
const BAD_ATTACK: i32 = -(1 << 20);

/// What the search has learned about activations without attack.
#[derive(Clone, Debug)]
pub struct Order {
    killers: [[Option<Activation>; 2]; DEEPEST + 1],
    history: Vec<i32>,
}

impl Order {
    /// Nothing learned.
    pub fn new() -> Self {
        Self { killers: [[None; 2]; DEEPEST + 1], history: vec![0; 2 * 64 * 64] }
    }

    /// Another search begins: what was learned counts less.
    pub fn age(&mut self) {
        self.killers = [[None; 2]; DEEPEST + 1];
        for value in &mut self.history {
            *value /= 8;
        }
    }

    /// Forgets all that was learned.
    pub fn clear(&mut self) {
        self.killers = [[None; 2]; DEEPEST + 1];
        self.history.fill(0);
    }

    /// An activation without attack was too good for the other side.
    pub fn remember(&mut self, turn: Side, ply: usize, depth: i32, activation: Activation) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(activation) {
            *killers = [Some(activation), killers[0]];
        }
        let value = &mut self.history[place(turn, activation)];
        *value = (*value + depth * depth).min(MOST_HISTORY);
    }

    /// Gives each activation of a list its value.
    pub fn value(&self, position: &Position, ply: usize, known: Option<Activation>, list: &List, values: &mut [i32]) {
        let killers = self.killers[ply];
        for (activation, value) in list.iter().zip(values) {
            *value = if Some(*activation) == known {
                KNOWN
            } else if activation.target().is_some() {
                let gain = exchange(position, *activation);
                if gain >= 0 { GOOD_ATTACK + gain } else { BAD_ATTACK + gain }
            } else if killers.contains(&Some(*activation)) {
                KILLER
            } else {
                self.history[place(position.turn, *activation)]
            };
        }
    }

    /// Gives each attack of a list its value, and drops those that cost more than they take.
    pub fn value_attacks(&self, position: &Position, list: &mut List, values: &mut [i32]) {
        let mut kept = 0;
        for index in 0..list.len() {
            let activation = list[index];
            let gain = exchange(position, activation);
            if gain > 0 {
                list.swap(index, kept);
                values[kept] = gain;
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}

fn place(turn: Side, activation: Activation) -> usize {
    let to = activation.destination().unwrap_or(activation.unit());
    (turn.index() * 64 + activation.unit().index()) * 64 + to.index()
}

/// What an attack takes less what it costs: 10 a health, 25 a unit.
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

/// Brings the best of what is left to a place of the list; its value.
#[inline]
pub fn pick(list: &mut List, values: &mut [i32], place: usize) -> i32 {
    let mut best = place;
    for index in place + 1..list.len() {
        if values[index] > values[best] {
            best = index;
        }
    }
    list.swap(place, best);
    values.swap(place, best);
    values[place]
}
