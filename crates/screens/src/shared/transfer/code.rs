//! A code that a camera reads.

use egui::{Rect, pos2, vec2};
use qrcode::{EcLevel, QrCode};

use crate::canvas::{Canvas, rect_around};
use crate::look::{INK, PAPER};

/// The bright edge that a camera needs, in modules.
const QUIET: usize = 4;
/// A module is at least so large, in points: half a millimetre on a tablet.
const MIN_MODULE_SIZE: f32 = 3.0;
/// And at most so large: a code of few words need not fill the sheet.
const MAX_MODULE_SIZE: f32 = 8.0;

/// A text as dark and bright modules.
pub struct Code {
    width: usize,
    dark: Vec<bool>,
}

impl Code {
    /// The code of a text; nothing where it is too long for one. A screen has no stains: the least correction will do.
    pub fn new(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let dark = code.to_colors().into_iter().map(|colour| colour == qrcode::Color::Dark).collect();
        Some(Self { width: code.width(), dark })
    }

    /// Draws it as large as a box has room for, at the top of it; returns where it is. Nothing where a camera could not
    /// read it.
    pub fn show(&self, canvas: &Canvas<'_, '_>, rect: Rect) -> Option<Rect> {
        let pixels = canvas.tools.ui.ctx().pixels_per_point();
        let across = (self.width + 2 * QUIET) as f32;
        // Whole pixels, or some modules would be wider than others.
        let unit = ((rect.size().min_elem() / across).min(MAX_MODULE_SIZE) * pixels).floor() / pixels;
        if unit < MIN_MODULE_SIZE {
            return None;
        }
        let side = across * unit;
        let place = rect_around(pos2(rect.center().x, rect.top() + side / 2.0), side, side);
        let place = place.translate((place.min * pixels).round() / pixels - place.min);
        canvas.fill(place, 0, PAPER);
        let corner = place.min + vec2(unit, unit) * QUIET as f32;
        for (row, modules) in self.dark.chunks(self.width).enumerate() {
            for (from, to) in runs(modules) {
                let at = corner + vec2(from as f32, row as f32) * unit;
                canvas.fill(Rect::from_min_size(at, vec2((to - from) as f32, 1.0) * unit), 0, INK);
            }
        }
        Some(place)
    }
}

/// Where dark modules stand side by side.
fn runs(modules: &[bool]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for same in modules.chunk_by(|a, b| a == b) {
        if same[0] {
            runs.push((from, from + same.len()));
        }
        from += same.len();
    }
    runs
}
