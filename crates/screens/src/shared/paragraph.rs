//! A framed field of words.

use egui::{Align2, Rect, pos2, vec2};

use super::ornament::{self, Ornament};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::cards::Cards;
use crate::letters::Face;
use crate::look::HARM;

/// Draws a framed field with a heading, a sentence and an aside; omits empty parts and parts without room.
pub fn paragraph(canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, title: &str, text: &str, quiet: &str) {
    canvas.fill(rect, radius(8.0), canvas.look().centre.fill);
    canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    let inner = rect.shrink2(vec2(14.0, 7.0));
    let words = TextStyle::new(Face::Text, 18.0, canvas.ground.text);
    let details = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    let heading = canvas.scaled(24.0);
    if inner.height() < 2.0 * heading + 10.0 || inner.width() < 220.0 {
        canvas.wrap_centred(inner, TextStyle { size: 16.0, ..words }, if text.is_empty() { quiet } else { text });
        return;
    }
    let mut top = inner.top();
    if !title.is_empty() {
        let row = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), heading));
        let braid = Rect::from_center_size(pos2(row.left() + 40.0, row.center().y), vec2(80.0, 12.0));
        ornament::braid(canvas, cards, braid, Ornament::Plain, HARM);
        let name = inset(row, 90.0, 0.0, 0.0, 0.0);
        canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 21.0, canvas.ground.text), &[title]);
        top = row.bottom() + 3.0;
    }
    if !text.is_empty() {
        let free = inner.with_min_y(top);
        top = canvas.wrap_left(free, words, text).bottom() + 5.0;
    }
    let free = Rect::from_min_max(pos2(inner.left(), top), inner.max + vec2(0.0, 3.0));
    if free.height() >= canvas.scaled(17.0) {
        canvas.wrap_left(free, details, quiet);
    }
}
