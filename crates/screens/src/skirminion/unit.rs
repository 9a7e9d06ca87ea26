//! The units: the warder behind his shield, the small shields with their health, and the marks that stand beside them.

use egui::{Align2, Color32, Pos2, Rect, Stroke, pos2, vec2};

use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::gallery::PictureRequest;
use crate::letters::Face;
use crate::look::{HARM, INK, PAPER, parts};
use crate::region::grid;
use crate::table::skirminion::{Board, MOST_HEALTH, Side, Unit};

/// Bone, where it is lit.
pub const BONE: Color32 = Color32::from_rgb(0xf3, 0xe8, 0xcd);
/// Stained ivory, where it is lit.
pub const RED: Color32 = Color32::from_rgb(0xb9, 0x48, 0x3a);
/// The sea: the frame of the board.
pub const SEA: Color32 = Color32::from_rgb(0x2f, 0x44, 0x47);
/// The width of a unit over its height.
const SLENDER: f32 = 920.0 / 1120.0;

/// A unit in the middle of a box, as high as it; for those who sit at the far side it stands turned.
pub fn unit(canvas: &mut Canvas<'_, '_>, rect: Rect, unit: Unit, turned: bool, strength: f32) {
    let high = rect.height().min(rect.width() / SLENDER);
    let place = rect_around(rect.center(), high * SLENDER, high);
    let mut part = canvas.part(place, if turned { 2 } else { 0 });
    let whole = part.whole();
    let tint = Color32::WHITE.gamma_multiply(strength);
    part.tinted(whole, tint, |width, height| PictureRequest::Picture { name: unit.picture(), width, height });
}

/// A warder parted down the middle, one half of each side: neither has won.
pub fn parted(canvas: &mut Canvas<'_, '_>, rect: Rect) {
    let high = rect.height().min(rect.width() / SLENDER);
    let place = rect_around(rect.center(), high * SLENDER, high);
    for (side, seen) in Side::BOTH.into_iter().zip([[0.0, 0.5], [0.5, 1.0]]) {
        let name = Unit { side, health: MOST_HEALTH }.picture();
        let wanted = |width, height| PictureRequest::Picture { name, width, height };
        canvas.part_of_picture(place, seen, Color32::WHITE, wanted);
    }
}

/// The outline of a shield, from the middle of its upper edge clockwise, in a box from -1 to 1.
const SHIELD: [(f32, f32); 7] =
    [(0.0, -0.92), (0.45, -0.88), (0.9, -0.72), (0.9, -0.2), (0.7, 0.42), (0.38, 0.8), (0.0, 1.0)];

/// Both halves of it, right and left, in a box.
fn halves(rect: Rect) -> [Vec<Pos2>; 2] {
    let at = |(x, y): (f32, f32)| rect.center() + vec2(x * rect.width(), y * rect.height()) / 2.0;
    let right = SHIELD.map(at).to_vec();
    let left = SHIELD.iter().rev().map(|(x, y)| at((-x, *y))).collect();
    [right, left]
}

/// A small shield in the colour of a side.
pub fn shield(canvas: &Canvas<'_, '_>, rect: Rect, side: Side) {
    let [right, left] = halves(rect);
    let all: Vec<Pos2> = right.into_iter().chain(left).collect();
    let fill = if side == Side::Bone { BONE } else { RED };
    canvas.area(&all, fill);
    let closed: Vec<Pos2> = all.iter().copied().chain(all.first().copied()).collect();
    canvas.path(&closed, Stroke::new(1.8, INK), &[]);
}

/// A cloven shield: a unit that was destroyed.
pub fn cloven(canvas: &Canvas<'_, '_>, rect: Rect, colour: Color32) {
    let apart = rect.width() * 0.07;
    for (half, by) in halves(rect.shrink2(vec2(rect.width() * 0.08, 0.0))).into_iter().zip([apart, -apart]) {
        let moved: Vec<Pos2> = half.into_iter().map(|at| at + vec2(by, by * 0.8)).collect();
        canvas.area(&moved, colour);
    }
}

/// The eight of a side as small shields with their health, the strongest first; who has fallen is cloven.
pub fn roll(canvas: &Canvas<'_, '_>, rect: Rect, board: &Board, side: Side, across: usize) {
    let mut healths: Vec<u8> = board.units(side).map(|at| board.health(at)).collect();
    healths.sort_unstable_by(|a, b| b.cmp(a));
    let figures = if side == Side::Bone { INK } else { PAPER };
    for (index, cell) in grid(rect, 2.0, across, 8_usize.div_ceil(across)).into_iter().enumerate().take(8) {
        let size = cell.height().min(cell.width() * 1.15);
        let place = rect_around(cell.center(), size * 0.87, size);
        match healths.get(index) {
            Some(health) => {
                shield(canvas, place.shrink(1.0), side);
                let words = TextStyle::new(Face::Figure, size * 0.6, figures);
                canvas.figure(
                    place.center() - vec2(0.0, size * 0.03),
                    Align2::CENTER_CENTER,
                    words,
                    &health.to_string(),
                );
            }
            None => cloven(canvas, place.shrink(size * 0.14), canvas.ground.line),
        }
    }
}

/// Draws a number on a disc with a light rim: a loss or gain.
pub fn chip(canvas: &Canvas<'_, '_>, at: Pos2, radius: f32, text: &str, [fill, ink]: [Color32; 2]) {
    canvas.disc(at, radius + 2.0, ink, Stroke::NONE);
    canvas.disc(at, radius, fill, Stroke::NONE);
    let words = TextStyle::new(Face::Strong, radius * 1.15, ink);
    canvas.fit_figure(rect_around(at, radius * 1.8, radius * 1.8), Align2::CENTER_CENTER, words, text);
}

/// A mark of the game on a disc with a light rim.
pub fn badge(canvas: &mut Canvas<'_, '_>, at: Pos2, radius: f32, mark: &str, fill: Color32) {
    canvas.disc(at, radius + 2.0, PAPER, Stroke::NONE);
    canvas.disc(at, radius, fill, Stroke::NONE);
    sign(canvas, rect_around(at, radius * 1.36, radius * 1.36), mark, PAPER);
}

/// A mark of the game.
pub fn sign(canvas: &mut Canvas<'_, '_>, rect: Rect, mark: &str, colour: Color32) {
    let name = mark.to_owned();
    canvas.picture(rect, |size, _| PictureRequest::Mark { name, colour: parts(colour), size });
}

/// The bar and the blades between two units that fight.
pub fn blow(canvas: &mut Canvas<'_, '_>, from: Pos2, to: Pos2, side: f32) {
    let along = to - from;
    canvas.line(from + along * 0.32, from + along * 0.68, side * 0.14, HARM);
    badge(canvas, from + along * 0.5, (side * 0.17).max(8.0), "attack", HARM);
}

/// An arrow of a move, from the middle of a square to that of another.
pub fn arrow(canvas: &Canvas<'_, '_>, from: Pos2, to: Pos2, side: f32, colour: Color32) {
    let along = (to - from).normalized();
    let across = along.rot90();
    let (head, wide) = (side * 0.22, side * 0.13);
    let tip = to - along * side * 0.12;
    let neck = tip - along * head;
    let start = from + along * side * 0.1;
    canvas.line(start, neck, side * 0.09, colour);
    canvas.area(&[tip, pos2(neck.x, neck.y) + across * wide, pos2(neck.x, neck.y) - across * wide], colour);
}
