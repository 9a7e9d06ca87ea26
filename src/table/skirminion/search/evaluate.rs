//! What a position is worth without looking further, to the side on turn.

use crate::table::skirminion::{Position, Side, Squares};

/// About hundredths of a unit with full health.
const UNIT: i32 = 40;
const HEALTH: i32 = 10;
/// For 4 health or more: two steps (K14).
const STRONG: i32 = 8;
/// For two friends that touch: each helps where the other is attacked (K17).
const PAIR: i32 = 2;
/// For each step that a unit of the side that seeks the fight is nearer to an enemy.
const NEAR: i32 = 2;
/// For a square that one of the last few enemies can reach, and no unit of the other side touches.
const ROOM: i32 = 3;
/// The last few.
const FEW: u32 = 3;
/// How far ahead is ahead.
const AHEAD: i32 = 30;

/// The worth of a position in which both sides have units.
#[inline]
pub fn evaluate(position: &Position, eager: Side) -> i32 {
    let board = &position.board;
    let own = board.units(position.turn);
    let others = board.units(position.turn.other());
    let (own_health, other_health) = (board.health_of(own) as i32, board.health_of(others) as i32);
    let strong = (board.strong() & own).len() as i32 - (board.strong() & others).len() as i32;
    let material =
        UNIT * (own.len() as i32 - others.len() as i32) + HEALTH * (own_health - other_health) + STRONG * strong;
    // The less there is left, the more a difference counts: the side that is ahead seeks exchanges.
    let material = material + material * (96 - own_health - other_health) / 64;
    let pairs = PAIR * (pairs(own) - pairs(others));
    // The side that is ahead seeks the fight; where neither is, the side that searches does, or both would wait for ever.
    let seeks = if material.abs() >= AHEAD { material > 0 } else { position.turn == eager };
    let fight = if seeks { chase(own, others) } else { -chase(others, own) };
    material + pairs + fight
}

/// How many pairs of units touch.
#[inline]
fn pairs(units: Squares) -> i32 {
    let right = units.right();
    let touching = [right, units.up(), right.up(), right.down()];
    touching.into_iter().map(|moved| (moved & units).len() as i32).sum()
}

/// What a side that seeks the fight has done for it: its units are near, and what is left of the other side has no room.
#[inline]
fn chase(seekers: Squares, others: Squares) -> i32 {
    let mut around = others;
    let mut near = 0;
    for _ in 0..7 {
        around = around.grown();
        near += (around & seekers).len() as i32;
    }
    let room = if others.len() <= FEW { others.grown().grown().without(seekers.grown()).len() as i32 } else { 0 };
    NEAR * near - ROOM * room
}
