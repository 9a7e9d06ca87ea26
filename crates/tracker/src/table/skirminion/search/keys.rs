//! A number for every position (Zobrist's method): each unit on each square has one, and all are added without carrying.

use crate::table::skirminion::{Activation, Board, Position, Side, Square};

/// Added where red is on turn.
pub const TURN: u64 = mix(0x5eed);

/// Spreads a number over all bits (the last steps of SplitMix64).
pub const fn mix(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Returns the key of a position.
pub fn key(position: &Position) -> u64 {
    let turn = if position.turn == Side::Red { TURN } else { 0 };
    position.board.occupied().fold(turn, |key, at| key ^ unit(&position.board, at))
}

/// Returns the key after an activation, from that before.
#[inline]
pub fn key_after(key: u64, before: &Position, after: &Position, activation: Activation) -> u64 {
    let changed = |at| unit(&before.board, at) ^ unit(&after.board, at);
    let mut key = key ^ TURN ^ changed(activation.unit());
    if let Some(to) = activation.destination() {
        key ^= changed(to);
    }
    // The square that a unit moves on to may be that of the enemy it has destroyed.
    if let Some(target) = activation.target()
        && activation.destination() != Some(target)
    {
        key ^= changed(target);
    }
    key
}

#[inline]
fn unit(board: &Board, at: Square) -> u64 {
    let health = u64::from(board.health(at));
    if health == 0 {
        return 0;
    }
    // Worked out each time: a table of such numbers cannot be compressed, and pages carry it.
    let side = u64::from(board.units(Side::Red).contains(at));
    mix((side * 8 + health) * 64 + at.index() as u64 + 1)
}
