//! The board: squares in a frame of interlace, and the units on them.

use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};

use super::plan::Board;
use super::unit;
use crate::canvas::{Canvas, TextStyle, radius, rect_around};
use crate::cards::Cards;
use crate::letters::Face;
use crate::look::INK;
use crate::shared::ornament;
use crate::table::skirminion::{self, Side, Square};

const LIGHT: Color32 = Color32::from_rgb(0xe8, 0xd9, 0xb3);
const DARK: Color32 = Color32::from_rgb(0x93, 0xa3, 0x9a);
/// The cuts along two edges of a dark square, which is sunk.
const CUTS: Color32 = Color32::from_rgb(0x5f, 0x76, 0x72);
const LINES: Color32 = Color32::from_rgb(0x4a, 0x42, 0x34);
/// The strands of the frame.
const STRANDS: Color32 = Color32::from_rgb(0xe2, 0xd0, 0xa3);
/// On a smaller square, in points, a name in a corner would be too small to read.
const NAMED: f32 = 30.0;
/// How deep the cuts along an edge are, in parts of a square.
const DEPTHS: [f32; 9] = [0.13, 0.07, 0.1, 0.05, 0.11, 0.06, 0.09, 0.04, 0.07];

/// Draws the empty board. The names of rows and columns are upright on the near side, and turned on the far one.
pub fn ground(canvas: &mut Canvas<'_, '_>, cards: &Cards, board: &Board, turned: bool) {
    plain(canvas, cards, board);
    if board.rim >= 16.0 {
        names(canvas, board, turned);
    } else if board.side() >= NAMED {
        names_within(canvas, board, turned);
    }
}

/// Draws the empty board without names of rows and columns.
pub fn plain(canvas: &mut Canvas<'_, '_>, cards: &Cards, board: &Board) {
    let whole = board.whole();
    canvas.fill(whole, radius(6.0), unit::SEA);
    if board.rim >= 10.0 {
        ornament::frame(canvas, cards, whole.shrink(2.0), board.rim - 8.0, STRANDS);
    }
    canvas.fill(board.field.expand(board.rim.min(3.0)), 0, INK);
    canvas.fill(board.field, 0, LIGHT);
    for at in Square::all() {
        dark(canvas, board.square(at), at);
    }
    let side = board.side();
    for line in 1_u8..8 {
        let by = side * f32::from(line);
        let field = board.field;
        canvas.line(field.left_top() + vec2(by, 0.0), field.left_bottom() + vec2(by, 0.0), 1.0, LINES);
        canvas.line(field.left_top() + vec2(0.0, by), field.right_top() + vec2(0.0, by), 1.0, LINES);
    }
}

/// Draws a single empty square.
pub fn square(canvas: &Canvas<'_, '_>, rect: Rect, at: Square) {
    canvas.fill(rect, 0, LIGHT);
    dark(canvas, rect, at);
    canvas.border(rect.expand(0.5), 0, 1.0, LINES);
}

/// The ground of a dark square; nothing of a light one.
fn dark(canvas: &Canvas<'_, '_>, rect: Rect, at: Square) {
    if (at.column() + at.row()).is_multiple_of(2) {
        canvas.fill(rect, 0, DARK);
        cuts(canvas, rect, usize::from(at.column() * 3 + at.row() * 5));
    }
}

/// The cuts along the upper and the left edge of a dark square.
fn cuts(canvas: &Canvas<'_, '_>, rect: Rect, which: usize) {
    let side = rect.width();
    let count = DEPTHS.len();
    let step = side / count as f32;
    for place in 0..count {
        let depth = DEPTHS[(place + which) % count] * side;
        let at = step * place as f32;
        let top = rect.left_top() + vec2(at, 0.0);
        canvas.area(&[top, top + vec2(step * 0.8, 0.0), top + vec2(step * 0.2, depth)], CUTS);
        let depth = DEPTHS[(place + 2 * which + 4) % count] * side;
        let left = rect.left_top() + vec2(0.0, at);
        canvas.area(&[left, left + vec2(depth, step * 0.2), left + vec2(0.0, step * 0.8)], CUTS);
    }
}

/// Letters and figures on the frame.
fn names(canvas: &mut Canvas<'_, '_>, board: &Board, turned: bool) {
    let size = board.rim * 0.64;
    let words = TextStyle::new(Face::Strong, size, STRANDS);
    let mut name = |at: Pos2, text: &str, quarters: u8| {
        canvas.disc(at, board.rim * 0.46, unit::SEA, egui::Stroke::NONE);
        let part = canvas.part(rect_around(at, 20.0, 20.0), quarters);
        part.figure(part.whole().center(), Align2::CENTER_CENTER, words, text);
    };
    let (field, off) = (board.field, board.rim / 2.0 + 0.5);
    let far = if turned { 2 } else { 0 };
    for number in 0..8 {
        let Some(at) = Square::new(number, number) else { continue };
        let named = at.to_string();
        let (column, row) = named.split_at(1);
        let middle = board.middle(at);
        name(pos2(middle.x, field.bottom() + off), column, 0);
        name(pos2(middle.x, field.top() - off), column, far);
        name(pos2(field.left() - off, middle.y), row, 0);
        name(pos2(field.right() + off, middle.y), row, far);
    }
}

/// Letters and figures in the corners of the outer squares, where the frame has no room for them.
fn names_within(canvas: &mut Canvas<'_, '_>, board: &Board, turned: bool) {
    let size = (board.side() * 0.3).clamp(11.0, 13.0);
    let words = TextStyle::new(Face::Strong, size, INK);
    let name = |canvas: &mut Canvas<'_, '_>, corner: Pos2, text: &str, quarters: u8| {
        let part = canvas.part(rect_around(corner, size, size), quarters);
        part.figure(part.whole().center(), Align2::CENTER_CENTER, words, text);
    };
    let inset = size * 0.5 + 1.0;
    let field = board.field;
    for number in 0..8 {
        let Some(at) = Square::new(number, number) else { continue };
        let named = at.to_string();
        let (column, row) = named.split_at(1);
        let square = board.square(at);
        name(canvas, pos2(square.right() - inset, field.bottom() - inset), column, 0);
        name(canvas, pos2(field.left() + inset, square.bottom() - inset), row, 0);
        if turned {
            name(canvas, pos2(square.left() + inset, field.top() + inset), column, 2);
            name(canvas, pos2(field.right() - inset, square.top() + inset), row, 2);
        }
    }
}

/// Draws the units; those of the side that sits far stand turned.
pub fn units(canvas: &mut Canvas<'_, '_>, board: &Board, units: &skirminion::Board) {
    for at in units.units(Side::Bone) | units.units(Side::Red) {
        let Some(shown) = units.unit(at) else { continue };
        let rect = board.square(at);
        unit::unit(canvas, rect.shrink(rect.width() * 0.05), shown, shown.side != board.near, 1.0);
    }
}
