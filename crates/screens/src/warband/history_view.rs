//! The table at a moment of the journal: warriors out of action, down, or fleeing.

use egui::{Align2, Rect, pos2, vec2};

use super::sign::Seal;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::region::{Cut as _, grid, rows};
use crate::table::Seat;
use crate::table::warband::{Side, State, Status};

/// How a side stands, in a few words: "3 of 12 out, 2 down, 1 fleeing".
pub fn about_side(state: &State, seat: Seat) -> String {
    let Some(side) = state.side(seat) else { return String::new() };
    let mut said = vec![format!("{} of {} out", side.out(), side.warriors.len())];
    for (status, word) in [(Status::KnockedDown, "down"), (Status::Stunned, "stunned"), (Status::Fleeing, "fleeing")] {
        let count = side.warriors.iter().filter(|warrior| warrior.now.status == status).count();
        said.extend((count > 0).then(|| format!("{count} {word}")));
    }
    said.extend(side.lost.then(|| "lost".to_owned()));
    said.join(", ")
}

/// Draws a field for each side with the seals of its warriors.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    const GAP: f32 = 6.0;
    let sides = &view.state.sides;
    for ((seat, side), rect) in view.state.seats().zip(sides).zip(rows(rect, GAP, sides.len(), 150.0)) {
        field(canvas, view, seat, side, rect);
    }
}

fn field(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, side: &Side, rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if canvas.look().high {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    let inner = rect.shrink2(vec2(8.0, 5.0));
    let line = inner.height().min(34.0);
    let head = inner.upper(line);
    emblem(canvas, rect_around(pos2(head.left() + line / 2.0, head.center().y), line, line), side.colour, side.lost);
    let words = inset(head, line + 8.0, 0.0, 0.0, 0.0);
    let at =
        canvas.fit(words, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&side.name]);
    let right = words.with_min_x(at.right() + 12.0);
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(right, Align2::RIGHT_CENTER, quiet, &[&about_side(view.state, seat)]);
    let seals = inner.with_min_y(head.bottom() + 4.0);
    let count = side.warriors.len().max(1);
    let across = if seals.width() / count as f32 >= 30.0 { count } else { count.div_ceil(2) };
    if seals.height() < 20.0 {
        return;
    }
    for ((no, warrior), cell) in side.numbered().zip(grid(seals, 2.0, across, count.div_ceil(across))) {
        let size = cell.size().min_elem().min(44.0);
        Seal::of(warrior, side.leader() == Some(no)).draw(canvas, cell.center(), size, !warrior.now.is_in());
    }
}
