//! The board at a moment of the journal.

use egui::{Rect, Vec2};

use super::plan::Board;
use super::view::View;
use super::{board, near};
use crate::canvas::Canvas;

/// Draws it as large as there is room for.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    let size = rect.size().min_elem();
    let rim = if size >= 360.0 { 18.0 } else { 3.0 };
    let side = ((size - 2.0 * rim) / 8.0).floor();
    let place = Board { field: Rect::from_center_size(rect.center(), Vec2::splat(8.0 * side)), rim, near: near(view) };
    board::ground(canvas, view.cards, &place, false);
    board::units(canvas, &place, &view.state.position.board);
}
