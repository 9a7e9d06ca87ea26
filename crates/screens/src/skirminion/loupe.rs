//! The loupe: where squares are smaller than a fingertip, those round the finger are shown larger beside it. The finger may slide,
//! and the square on which it is lifted is the one that was touched.

use egui::{Align2, Pos2, Rect, Vec2, pos2};

use super::plan::Board;
use super::view::{View, moves};
use super::{board, draft, signs, unit};
use crate::canvas::{Canvas, TextStyle, radius, rect_around};
use crate::letters::Face;
use crate::look::{GOLD, INK, PAPER};
use crate::table::skirminion::Square;

/// Smaller squares are chosen through the loupe, in points.
pub const MIN_SQUARE: f32 = 44.0;
/// How many squares it shows, across and down.
const ACROSS: f32 = 3.0;
/// How much larger it shows them where there is room, and how large in points where squares are very small.
const LARGER: f32 = 2.0;
const FINGERTIP: f32 = 52.0;
/// The same where there is less room above the finger.
const ENOUGH: f32 = 1.4;
const JUST: f32 = 48.0;
/// Between the middle of the finger and the loupe, in points.
const CLEAR: f32 = 26.0;

/// Where a finger is, and on which square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finger {
    /// The place on the screen.
    pub place: Pos2,
    /// The square that it would choose.
    pub at: Square,
}

/// Draws the loupe of a finger over the screen, for someone who sits near or far.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, table: &Board, finger: Finger, far: bool) {
    let rect = place(canvas.whole(), finger.place, table.side(), far);
    canvas.fill(rect.expand(7.0), radius(10.0), INK);
    canvas.fill(rect.expand(5.0), radius(8.0), GOLD);
    canvas.fill(rect, 0, unit::SEA);
    let large = enlarged(table, finger.at, rect);
    let state = view.state;
    let turn = state.turn().filter(|side| moves(view, *side));
    let in_hand = draft::in_hand(view).filter(|_| turn.is_some());
    let (reached, retreats) = in_hand.map_or((Vec::new(), false), |unit| draft::reached(state, unit));
    let attacked = in_hand.map_or(Vec::new(), |unit| draft::attacked(state, unit));
    for at in Square::all().filter(|at| at.distance(finger.at) <= 1) {
        let square = large.square(at);
        board::square(canvas, square, at);
        if in_hand == Some(at) {
            signs::selected(canvas, square);
        } else if reached.contains(&at) {
            signs::legal(canvas, square, retreats);
        } else if attacked.contains(&at) {
            signs::target(canvas, square, view.draft.target == Some(at));
        }
        let Some(shown) = state.position.board.unit(at) else { continue };
        unit::unit(canvas, square.shrink(square.width() * 0.05), shown, shown.side != table.near, 1.0);
        if turn == Some(shown.side) && in_hand != Some(at) && state.half.is_none() {
            signs::ready(canvas, square, shown.side != table.near);
        }
    }
    let chosen = large.square(finger.at);
    canvas.border(chosen.expand(1.0), radius(3.0), 6.0, INK);
    canvas.border(chosen, radius(2.0), 4.0, PAPER);
    named(canvas, rect, finger.at, far);
}

/// The name of the square, at the edge that is furthest from the reader.
fn named(canvas: &mut Canvas<'_, '_>, rect: Rect, at: Square, far: bool) {
    let edge = if far { rect.center_bottom() } else { rect.center_top() };
    let tag = rect_around(edge, 48.0, 24.0);
    let part = canvas.part(tag, if far { 2 } else { 0 });
    let whole = part.whole();
    part.fill(whole, radius(7.0), INK);
    part.figure(whole.center(), Align2::CENTER_CENTER, TextStyle::new(Face::Strong, 17.0, PAPER), &at.to_string());
}

/// The board so large that its squares fill the loupe, with the chosen one in the middle.
fn enlarged(table: &Board, at: Square, loupe: Rect) -> Board {
    let side = loupe.width() / ACROSS;
    let field = Rect::from_min_size(Pos2::ZERO, Vec2::splat(8.0 * side));
    let board = Board { field, rim: 0.0, near: table.near };
    Board { field: field.translate(loupe.center() - board.middle(at)), ..board }
}

/// Returns the place of the loupe: beyond the finger, as its owner sees it, or beside it without room.
fn place(screen: Rect, finger: Pos2, side: f32, far: bool) -> Rect {
    let mirrored = |at: Pos2| screen.min + (screen.max - at);
    if far {
        let near = place(screen, mirrored(finger), side, false);
        return Rect::from_two_pos(mirrored(near.min), mirrored(near.max));
    }
    let screen = screen.shrink(8.0);
    let wide = ACROSS * (LARGER * side).max(FINGERTIP);
    let above = wide.min(finger.y - CLEAR - screen.top());
    let (room_left, room_right) = (finger.x - CLEAR - screen.left(), screen.right() - finger.x - CLEAR);
    let beside = wide.min(screen.height()).min(room_left.max(room_right));
    // Rather a little smaller above the finger than beside it, where the hand may be.
    if above >= ACROSS * (ENOUGH * side).max(JUST) || above >= beside {
        let left = (finger.x - above / 2.0).clamp(screen.left(), screen.right() - above);
        return Rect::from_min_size(pos2(left, finger.y - CLEAR - above), Vec2::splat(above));
    }
    let left = if room_left >= room_right { finger.x - CLEAR - beside } else { finger.x + CLEAR };
    let top = (finger.y - beside / 2.0).clamp(screen.top(), screen.bottom() - beside);
    Rect::from_min_size(pos2(left, top), Vec2::splat(beside))
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;
    use crate::skirminion::plan::{Seen, plan};
    use crate::table::skirminion::Side;

    #[test]
    fn it_lies_on_the_screen_beside_the_finger_and_shows_squares_larger() {
        for size in [(360.0, 640.0), (360.0, 700.0), (320.0, 568.0), (568.0, 320.0), (640.0, 360.0)] {
            let size = vec2(size.0, size.1);
            let screen = Rect::from_min_size(Pos2::ZERO, size);
            let board = plan(size, Side::Bone, Seen::FromBothSides).board;
            assert!(board.side() < MIN_SQUARE, "{size} needs no loupe");
            for at in Square::all() {
                for far in [false, true] {
                    let finger = board.middle(at);
                    let rect = place(screen, finger, board.side(), far);
                    assert!(screen.contains_rect(rect), "{size} {at} {far}: {rect}");
                    assert!(rect.distance_to_pos(finger) >= CLEAR - 0.1, "{size} {at} {far}: {rect} {finger}");
                    assert!(rect.width() >= ACROSS * JUST, "{size} {at} {far}: {rect}");
                    let large = enlarged(&board, at, rect);
                    assert!((large.middle(at) - rect.center()).length() < 0.01);
                    assert!(large.side() >= 1.35 * board.side(), "{size} {at} {far}: {}", large.side());
                }
            }
        }
    }
}
