//! Static evaluation of a position, for the side on turn.

use crate::table::skirminion::{Board, Position, Side, Squares};

/// About hundredths of a unit with full health.
const UNIT: i32 = 40;
const HEALTH: i32 = 10;
/// For 4 health or more: two steps (K14).
const STRONG: i32 = 8;
/// Bonus of two friends in contact: each helps if the other is attacked (K17).
const PAIR: i32 = 2;
/// Bonus of each step nearer to an enemy, for the side that seeks the fight.
const CLOSENESS_BONUS: i32 = 2;
/// Penalty of a square that one of the last few enemies can reach, and no unit of the other side touches.
const EXPOSURE_PENALTY: i32 = 3;
/// The last few.
const FEW: u32 = 3;
/// Minimum lead that counts as such.
const AHEAD: i32 = 30;

/// Returns the value of both sides' units, for bone.
#[inline]
pub fn material(board: &Board) -> i32 {
    let [bone, red] = Side::BOTH.map(|side| board.units(side));
    let [bone_health, red_health] = [bone, red].map(|units| board.health_of(units) as i32);
    let strong = (board.strong() & bone).len() as i32 - (board.strong() & red).len() as i32;
    let material =
        UNIT * (bone.len() as i32 - red.len() as i32) + HEALTH * (bone_health - red_health) + STRONG * strong;
    // The less there is left, the more a difference counts: the side that is ahead seeks exchanges.
    material + material * (96 - bone_health - red_health) / 64
}

/// Returns the value of a position in which both sides have units; `material` is their value for bone.
#[inline]
pub fn evaluate(position: &Position, material: i32, eager: Side) -> i32 {
    let Position { board, turn } = position;
    let (own, others) = (board.units(*turn), board.units(turn.other()));
    let material = if *turn == Side::Bone { material } else { -material };
    // The side that is ahead seeks the fight; where neither is, the side that searches does, or both would wait for ever.
    let seeks = if material.abs() >= AHEAD { material > 0 } else { *turn == eager };
    let fight = if seeks { chase(own, others) } else { -chase(others, own) };
    material + PAIR * (pairs(own) - pairs(others)) + fight
}

/// Returns how far bone is ahead in a position, as the machine sees it without a search: 1 if only bone has units left,
/// 0 if only red has, a half if neither is ahead.
pub fn lead_of_bone(position: &Position) -> f32 {
    // A lead of one fresh unit is two thirds.
    const STEEP: f32 = 150.0;
    let [bone, red] = Side::BOTH.map(|side| position.board.units(side).is_empty());
    match (bone, red) {
        (true, true) => 0.5,
        (true, false) => 0.0,
        (false, true) => 1.0,
        (false, false) => {
            let lead = evaluate(position, material(&position.board), position.turn);
            let lead = if position.turn == Side::Bone { lead } else { -lead };
            1.0 / (1.0 + (-(lead as f32) / STEEP).exp())
        }
    }
}

/// Returns the number of pairs of units in contact.
#[inline]
fn pairs(units: Squares) -> i32 {
    let right = units.right();
    let touching = [right, units.up(), right.up(), right.down()];
    touching.into_iter().map(|moved| (moved & units).len() as i32).sum()
}

/// Returns the progress of a side that seeks the fight: its units are near, and the rest of the other side has no
/// space.
#[inline]
fn chase(seekers: Squares, others: Squares) -> i32 {
    let mut around = others;
    let mut away = seekers;
    let mut near = 0;
    // Seven steps lead from one side of the board to the other; most seekers are nearer.
    for saved in (1..=7).rev() {
        around = around.grown();
        let reached = away & around;
        if !reached.is_empty() {
            near += saved * reached.len() as i32;
            away = away.without(reached);
            if away.is_empty() {
                break;
            }
        }
    }
    let room = if others.len() <= FEW { others.grown().grown().without(seekers.grown()).len() as i32 } else { 0 };
    CLOSENESS_BONUS * near - EXPOSURE_PENALTY * room
}
