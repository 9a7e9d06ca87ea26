//! A six-sided die on the table.

use egui::{Rect, Stroke, vec2};

use crate::canvas::{Canvas, radius};
use crate::look::{INK, PAPER};

/// Draws it with the side that it shows.
pub fn pips(canvas: &Canvas<'_, '_>, rect: Rect, shown: u8) {
    canvas.fill(rect, radius(rect.width() * 0.18), INK);
    canvas.border(rect, radius(rect.width() * 0.18), 1.0, canvas.ground.line);
    let places: &[(f32, f32)] = match shown {
        1 => &[(0.5, 0.5)],
        2 => &[(0.26, 0.74), (0.74, 0.26)],
        3 => &[(0.25, 0.75), (0.5, 0.5), (0.75, 0.25)],
        4 => &[(0.26, 0.26), (0.26, 0.74), (0.74, 0.26), (0.74, 0.74)],
        5 => &[(0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)],
        _ => &[(0.28, 0.22), (0.28, 0.5), (0.28, 0.78), (0.72, 0.22), (0.72, 0.5), (0.72, 0.78)],
    };
    for (x, y) in places {
        let at = rect.min + vec2(x * rect.width(), y * rect.height());
        canvas.disc(at, rect.width() * 0.085, PAPER, Stroke::NONE);
    }
}
