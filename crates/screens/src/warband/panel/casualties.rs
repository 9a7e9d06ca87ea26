//! How many of a side are out of action: a cell for each of those at the start, and a flag on the one that makes the quarter (W36).

use egui::{Align2, Rect, pos2, vec2};

use super::super::sign::{Sign, none_left};
use super::super::view::View;
use super::super::wording;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::letters::Face;
use crate::look::{HARM, INK, PAPER};
use crate::table::Seat;
use crate::table::warband::{Side, quarter};

/// Draws the cells, with the count beside them where it is not said elsewhere.
pub fn draw(canvas: &mut Canvas<'_, '_>, side: &Side, rect: Rect, counted: bool) {
    let (out, start) = (side.out(), side.warriors.len());
    let mut rect = rect;
    if counted {
        let words = TextStyle::new(Face::Plain, 16.0, canvas.ground.text);
        let said = format!("{out} of {start} out");
        let wide = canvas.width(words, &said).min(rect.width() * 0.3);
        let at = Rect::from_min_size(rect.min + vec2(0.0, 8.0), vec2(wide, rect.height() - 8.0));
        canvas.fit(at, Align2::LEFT_CENTER, words, &[&said]);
        rect = inset(rect, wide + 12.0, 0.0, 0.0, 0.0);
    }
    let gap = 3.0;
    let wide = ((rect.width() + gap) / start.max(1) as f32 - gap).min(22.0);
    let flag = if rect.height() >= 40.0 { 18.0 } else { 0.0 };
    let high = (rect.height() - flag - 4.0).clamp(12.0, 28.0);
    let top = rect.top() + flag + (rect.height() - flag - high) / 2.0;
    let left = rect.left();
    for place in 0..start {
        let cell = Rect::from_min_size(pos2(left + place as f32 * (wide + gap), top), vec2(wide, high));
        if place < out {
            canvas.fill(cell, radius(4.0), HARM);
            if canvas.look().high {
                canvas.border(cell, radius(4.0), 1.0, canvas.ground.text);
            }
            let size = wide.min(high) * 0.8;
            Sign::Out.draw(canvas, rect_around(cell.center(), size, size), PAPER);
        } else {
            canvas.border(cell, radius(4.0), 1.2, canvas.ground.line);
        }
    }
    // The pole is in front of the cell that completes the quarter; without room above, a line replaces the flag.
    let figure = quarter(start);
    let x = left + (figure as f32 - 1.0) * (wide + gap) - gap / 2.0;
    let pole = canvas.ground.text;
    canvas.line(pos2(x, top - flag), pos2(x, top + high), 2.5, pole);
    if flag > 0.0 {
        let (fore, back) = if pole == INK { (PAPER, INK) } else { (canvas.ground.fill, pole) };
        let cloth = Rect::from_min_size(pos2(x, top - flag - 1.0), vec2(36.0, 17.0));
        canvas.area(
            &[cloth.left_top(), cloth.right_top(), cloth.right_center() - vec2(6.0, 0.0), cloth.left_center()],
            back,
        );
        canvas.area(
            &[cloth.left_center(), cloth.right_center() - vec2(6.0, 0.0), cloth.right_bottom(), cloth.left_bottom()],
            back,
        );
        let words = TextStyle::new(Face::Figure, 16.0, fore);
        canvas.figure(cloth.center() - vec2(4.0, 0.0), Align2::CENTER_CENTER, words, &figure.to_string());
    }
}

/// When the rout test comes, and its figure.
pub fn announced(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, side: &Side, rect: Rect) {
    let (said, _) = wording::rout(view, side);
    let due = view.state.moment.rout && view.state.moment.side == seat && view.state.over.is_none();
    if said.is_empty() {
        return;
    }
    let colour = if due { none_left(canvas) } else { canvas.ground.text };
    canvas.border(
        rect,
        radius(8.0),
        if due { 2.0 } else { canvas.look().rim },
        if due { colour } else { canvas.ground.line },
    );
    let size = rect.height() * 0.6;
    Sign::Rout.draw(canvas, rect_around(pos2(rect.left() + 12.0 + size / 2.0, rect.center().y), size, size), colour);
    let text = inset(rect, size + 22.0, 5.0, 8.0, 5.0);
    let target = side.rout_target().map_or_else(|| "can’t be passed".to_owned(), |target| format!("2D6 ≤ {target}"));
    let title = if due { "Rout test due".to_owned() } else { said.split(',').next().unwrap_or_default().to_owned() };
    let [above, below] = [text.with_max_y(text.center().y), text.with_min_y(text.center().y)];
    let face = if due { Face::Caps } else { Face::Plain };
    let title = title.split(':').next().unwrap_or_default();
    canvas.fit(above, Align2::LEFT_CENTER, TextStyle::new(face, if due { 22.0 } else { 15.0 }, colour), &[title]);
    let words = TextStyle::new(Face::Strong, 15.0, colour);
    canvas.fit(below, Align2::LEFT_CENTER, words, &[&target]);
}
