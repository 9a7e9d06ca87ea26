//! Legal moves: squares a unit can move to, enemies it can attack, all activations of a turn.

use super::{Activation, Board, Order, Position, Side, Square, Squares, forecast};

/// The activations of a turn, in a list that is filled again without allocating.
#[derive(Clone, Debug)]
pub struct List {
    len: usize,
    all: [Activation; List::MOST],
}

impl List {
    /// Maximum number of activations of a turn: eight units, each with a pass, twelve moves and, from each of the
    /// thirteen squares, at most eight attacks; after an attack at most twelve moves.
    pub const MOST: usize = 8 * (1 + 12 + 13 * 8 + 12);

    /// Creates an empty one.
    pub const fn new() -> Self {
        Self { len: 0, all: [Activation::pass(Square::from_index(0)); Self::MOST] }
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the first ones, up to that many.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline]
    fn push(&mut self, activation: Activation) {
        self.all[self.len] = activation;
        self.len += 1;
    }
}

impl Default for List {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Deref for List {
    type Target = [Activation];

    fn deref(&self) -> &[Activation] {
        &self.all[..self.len]
    }
}

impl std::ops::DerefMut for List {
    fn deref_mut(&mut self) -> &mut [Activation] {
        &mut self.all[..self.len]
    }
}

/// Returns all activations of the side on turn (K5, K6); none if one side has no unit left (K9). There is always a pass
/// (K19).
pub fn legal(position: &Position) -> List {
    let mut list = List::new();
    if !position.is_decided() {
        add_quiet(position, &mut list);
        add_attacks(position, &mut list);
    }
    list
}

/// Returns the part of [`legal`] without an attack; the game isn't over.
#[inline]
pub fn add_quiet(position: &Position, list: &mut List) {
    for unit in position.board.units(position.turn) {
        list.push(Activation::pass(unit));
        for to in destinations(&position.board, position.turn, unit) {
            list.push(Activation::go(unit, to));
        }
    }
}

/// Returns the units of the side on turn that may be able to reach an enemy and attack it: at most three steps away.
#[inline]
pub fn attackers(position: &Position) -> Squares {
    let enemies = position.board.units(position.turn.other());
    position.board.units(position.turn) & enemies.grown().grown().grown()
}

/// Returns the part of [`legal`] with an attack.
#[inline]
pub fn add_attacks(position: &Position, list: &mut List) {
    let board = &position.board;
    let enemies = board.units(position.turn.other());
    let near = enemies.grown();
    for unit in attackers(position) {
        let contact = enemies & unit.neighbours();
        if contact.is_empty() {
            for to in destinations(board, position.turn, unit) & near {
                for target in enemies & to.neighbours() {
                    list.push(Activation::go_and_attack(unit, to, target));
                }
            }
        }
        for target in contact {
            list.push(Activation::attack(unit, target));
            // K11: only a unit that has destroyed the one enemy it touched can move on.
            if contact == target.alone() {
                add_moves_after(position, unit, target, list);
            }
        }
    }
}

#[inline]
fn add_moves_after(position: &Position, unit: Square, target: Square, list: &mut List) {
    for to in destinations_after(position, unit, target) {
        list.push(Activation::attack_and_go(unit, target, to));
    }
}

/// Returns the squares that a unit may move to after its attack on the only adjacent enemy.
#[inline]
fn destinations_after(position: &Position, unit: Square, target: Square) -> Squares {
    let forecast = forecast(&position.board, position.turn, unit, target);
    if forecast.attacker.after == 0 || forecast.defender.after > 0 {
        return Squares::NONE;
    }
    let mut board = position.board;
    board.set(position.turn, unit, forecast.attacker.after);
    board.set(position.turn.other(), target, 0);
    destinations(&board, position.turn, unit)
}

/// True if [`legal`] has this activation; the game is not over.
#[inline]
pub fn allows(position: &Position, activation: Activation) -> bool {
    let Position { board, turn } = position;
    let unit = activation.unit();
    if !board.units(*turn).contains(unit) {
        return false;
    }
    let contact = targets(board, *turn, unit);
    match (activation.destination(), activation.target()) {
        (None, None) => true,
        (Some(to), None) => destinations(board, *turn, unit).contains(to),
        (None, Some(target)) => contact.contains(target),
        (Some(to), Some(target)) if activation.order() == Order::MoveFirst => {
            contact.is_empty()
                && destinations(board, *turn, unit).contains(to)
                && targets(board, *turn, to).contains(target)
        }
        (Some(to), Some(target)) => {
            contact == target.alone() && destinations_after(position, unit, target).contains(to)
        }
    }
}

/// Returns the squares that a unit of `side` on `unit` may move to (K12 to K15).
#[inline]
pub fn destinations(board: &Board, side: Side, unit: Square) -> Squares {
    let empty = !board.occupied();
    let one = unit.neighbours() & empty;
    let near = board.units(side.other()).grown();
    if near.contains(unit) {
        return one.without(near);
    }
    if !board.strong().contains(unit) {
        return one;
    }
    let here = unit.alone();
    let two = (here.up() & empty).up()
        | (here.down() & empty).down()
        | (here.right() & empty).right()
        | (here.left() & empty).left();
    one | two & empty
}

/// Returns the enemies that a unit of `side` on `unit` touches: its possible targets (K10, K16).
#[inline]
pub fn targets(board: &Board, side: Side, unit: Square) -> Squares {
    board.units(side.other()) & unit.neighbours()
}

/// True if a unit of the side on turn would gain 1 health if it passed (K8).
#[inline]
pub fn may_rest(position: &Position, unit: Square) -> bool {
    let board = &position.board;
    board.units(position.turn).without(board.strong()).contains(unit) && targets(board, position.turn, unit).is_empty()
}

impl Position {
    /// True if a side has no unit left (K9).
    #[inline]
    pub fn is_decided(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.board.units(side).is_empty())
    }
}

/// Returns the number of sequences of that many activations. A sequence that the end of the game (K9) makes shorter
/// does not count.
pub fn perft(position: &Position, activations: u32) -> u64 {
    let Some(fewer) = activations.checked_sub(1) else { return 1 };
    let list = legal(position);
    if fewer == 0 {
        return list.len() as u64;
    }
    list.iter().map(|activation| perft(&position.after(*activation), fewer)).sum()
}
