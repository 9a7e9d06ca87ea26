//! A side's panel: its warriors as tiles, how many are out, and whose Leadership counts.

mod casualties;
mod tile;

use egui::{Align2, Rect, Vec2, pos2, vec2};

use super::plan::TABLET;
use super::view::{Action, Show, Ui};
use super::wording;
use crate::button::{Button, Tone};
use crate::canvas::{TextStyle, inset, radius};
use crate::emblem::emblem;
use crate::form::THUMB;
use crate::letters::Face;
use crate::region::{Cut as _, grid};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::warband::{Side, Who};
use crate::touch::Gesture;

/// The frame of the side on turn, in points.
const FRAME: f32 = 6.0;
/// A lower panel is a bar: it says how many are out, and leads to the side in full.
const BAR: f32 = 100.0;

/// Draws a side's panel and gives the actions of its controls.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat) {
    let Some(side) = ui.view.state.side(seat) else { return };
    let overview = ui.view.overview();
    let Some(person) = overview.person(seat) else { return };
    let won = ui.view.state.over.as_ref().is_some_and(|over| over.winners.contains(&seat));
    let turns = ui.view.state.over.is_none() && ui.view.state.moment.side == seat;
    let whole = ui.canvas.whole();
    let small = whole.height() < BAR || whole.width() < 420.0;
    let frame = if small { FRAME / 2.0 } else { FRAME };
    parts::ground(&mut ui.canvas, ui.view.cards, person, (turns || won).then_some(frame));
    let band = if whole.width() >= 700.0 { 28.0 } else { 10.0 };
    let spine = whole.left_part(band);
    parts::spine(&mut ui.canvas, ui.view.cards, spine, person);
    let edge = if whole.width() >= 700.0 { 9.0 } else { 5.0 };
    let inner = inset(whole, band + edge, edge, edge, edge);
    if whole.height() < BAR {
        bar(ui, seat, side, inner);
        return;
    }
    let phone = ui.canvas.tools.ui.ctx().content_rect().size().min_elem() < TABLET;
    let shown = !phone || ui.view.draft.shown(ui.view.state) == seat;
    let rest = match inner.width() >= 700.0 {
        true => wide_head(ui, seat, side, inner),
        false => narrow_head(ui, seat, side, shown, inner),
    };
    tiles(ui, seat, side, rest);
}

/// Returns the columns and rows of a number of tiles in a box that leave each tile the most room for text.
fn seat_command(count: usize, size: Vec2, gap: f32) -> (usize, usize) {
    let room = |across: usize| {
        let down = count.div_ceil(across);
        let wide = (size.x + gap) / across as f32 - gap;
        let high = (size.y + gap) / down as f32 - gap;
        // Beyond a point more width or height is worth little; a tile that nobody can touch is worth nothing.
        let touch = (wide / THUMB).min(1.0).powi(8) * (high / THUMB).min(1.0).powi(8);
        let fair = 1.0 - ((wide / high / 3.2).ln().abs() * 0.02).min(0.1);
        (down, touch * fair * (wide / 200.0).min(1.0) * (high / 70.0).min(1.0))
    };
    let best = (1..=count.max(1)).map(|across| (across, room(across)));
    let best = best.max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
    best.map_or((1, 1), |(across, (down, _))| (across, down))
}

fn tiles(ui: &mut Ui<'_, '_>, seat: Seat, side: &Side, rect: Rect) {
    let count = side.warriors.len();
    let gap = if rect.width() >= 700.0 { 7.0 } else { 4.0 };
    let (across, down) = seat_command(count, rect.size(), gap);
    let lettered =
        tile::is_lettered((rect.size() + vec2(gap, gap)) / vec2(across as f32, down as f32) - vec2(gap, gap));
    let mut rect = rect;
    if lettered && rect.height() - 18.0 >= down as f32 * (tile::LETTERED.y + gap) - gap {
        let heads = Rect::from_min_size(rect.min - vec2(0.0, 3.0), vec2(rect.width(), 17.0));
        rect = inset(rect, 0.0, 15.0, 0.0, 0.0);
        for head in grid(heads, gap, across, 1) {
            tile::letters(&mut ui.canvas, head);
        }
    }
    let leader = side.leader();
    for ((no, warrior), place) in side.numbered().zip(grid(rect, gap, across, down)) {
        tile::draw(ui, Who { seat, no }, warrior, leader == Some(no), place);
    }
}

/// Shield, name, whose Leadership counts, the casualties and the rout test in one line.
fn wide_head(ui: &mut Ui<'_, '_>, seat: Seat, side: &Side, inner: Rect) -> Rect {
    const HEADER_HEIGHT: f32 = 58.0;
    let head = inner.upper(HEADER_HEIGHT);
    let test = head.right_part(212.0);
    let name = Rect::from_min_size(head.min, vec2(head.width() * 0.36, HEADER_HEIGHT));
    let overview = ui.view.overview();
    if let Some(person) = overview.person(seat)
        && let Some(line) = parts::name(ui, seat, person, name)
    {
        let words = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
        ui.canvas.fit(line, Align2::LEFT_CENTER, words, &[&wording::leadership(side)]);
    }
    let cells = Rect::from_min_max(pos2(name.right() + 10.0, head.top()), pos2(test.left() - 16.0, head.bottom()));
    casualties::draw(&mut ui.canvas, side, cells, true);
    casualties::announced(&mut ui.canvas, ui.view, seat, side, test);
    inner.with_min_y(head.bottom() + 6.0)
}

/// The same in two lines.
fn narrow_head(ui: &mut Ui<'_, '_>, seat: Seat, side: &Side, shown: bool, inner: Rect) -> Rect {
    let high = if inner.height() >= 240.0 { 50.0 } else { THUMB };
    let head = inner.upper(high);
    let cells = if inner.height() >= 200.0 { 28.0 } else { 0.0 };
    let right = head.right() - if shown { 0.0 } else { 76.0 };
    if !shown {
        let show = head.with_min_x(right + 4.0);
        let label = format!("{}: show in full", side.name);
        let button = Button { label: &label, size: 18.0, ..Button::new(&["Show"], Tone::Raised) };
        if button.show(&mut ui.canvas, ("show", seat), show).tapped() {
            ui.actions.push(Action::Enter(Show(seat)));
        }
    }
    let (said, due) = wording::rout(ui.view, side);
    let wide = ((right - head.left()) * 0.42).min(210.0);
    let test = Rect::from_min_max(pos2(right - wide, head.top()), pos2(right - 4.0, head.bottom()));
    let name = head.with_max_x(test.left() - 6.0);
    let overview = ui.view.overview();
    if let Some(person) = overview.person(seat)
        && let Some(line) = parts::name(ui, seat, person, name)
    {
        let words = TextStyle::new(Face::Plain, 14.0, ui.canvas.ground.quiet);
        let ld = side.rout_target().map_or_else(String::new, |target| format!("Ld {target}"));
        ui.canvas.fit(line, Align2::LEFT_CENTER, words, &[&wording::leadership(side), &ld]);
    }
    let count = format!("{} of {} out", side.out(), side.warriors.len());
    let [above, below] = [test.with_max_y(test.center().y), test.with_min_y(test.center().y)];
    let colour = if due { super::sign::none_left(&ui.canvas) } else { ui.canvas.ground.text };
    ui.canvas.fit(above, Align2::RIGHT_CENTER, TextStyle::new(Face::Strong, 15.0, colour), &[&count]);
    let target = side.rout_target().map_or_else(String::new, |target| format!("rout ≤ {target}"));
    let quiet = TextStyle::new(Face::Plain, 14.0, if due { colour } else { ui.canvas.ground.quiet });
    ui.canvas.fit(below, Align2::RIGHT_CENTER, quiet, &[&said, &target]);
    let mut top = head.bottom() + 4.0;
    if cells > 0.0 {
        let row = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), cells));
        casualties::draw(&mut ui.canvas, side, row, false);
        top = row.bottom() + 4.0;
    }
    inner.with_min_y(top)
}

/// A side in one line, on a phone; a touch shows it in full.
fn bar(ui: &mut Ui<'_, '_>, seat: Seat, side: &Side, rect: Rect) {
    let whole = ui.canvas.whole();
    let label = format!("{}: show in full", side.name);
    let response = ui.canvas.control(("show", seat), whole, Gesture::Tap, &label);
    if response.down {
        ui.canvas.fill(whole, radius(8.0), ui.canvas.ground.raised);
    }
    if response.tapped() {
        ui.actions.push(Action::Enter(Show(seat)));
    }
    let size = rect.height().min(36.0);
    let shield = Rect::from_min_size(pos2(rect.left(), rect.center().y - size / 2.0), vec2(size, size));
    emblem(&mut ui.canvas, shield, side.colour, side.lost);
    let beside = inset(rect, size + 8.0, 0.0, 2.0, 0.0);
    let count = format!("{} of {} out", side.out(), side.warriors.len());
    let short = format!("{}/{}", side.out(), side.warriors.len());
    let (_, due) = wording::rout(ui.view, side);
    let colour = if due { super::sign::none_left(&ui.canvas) } else { ui.canvas.ground.quiet };
    let figures = beside.right_part(beside.width() * 0.4);
    let at = ui.canvas.fit(figures, Align2::RIGHT_CENTER, TextStyle::new(Face::Plain, 15.0, colour), &[&count, &short]);
    let name = beside.with_max_x(at.left() - 8.0);
    ui.canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 24.0, ui.canvas.ground.text), &[&side.name]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_as_the_study_draws_them_and_can_be_touched() {
        for (count, size, expected) in [
            (12, vec2(1100.0, 250.0), (4, 3)),
            (15, vec2(1100.0, 260.0), (5, 3)),
            (6, vec2(1100.0, 250.0), (3, 2)),
            (15, vec2(370.0, 430.0), (2, 8)),
            (12, vec2(370.0, 400.0), (2, 6)),
        ] {
            assert_eq!(seat_command(count, size, 6.0), expected, "{count} in {size}");
        }
        for (count, size) in [(15, vec2(370.0, 150.0)), (15, vec2(270.0, 260.0)), (12, vec2(540.0, 250.0))] {
            let (across, down) = seat_command(count, size, 4.0);
            let high = (size.y + 4.0) / down as f32 - 4.0;
            let wide = (size.x + 4.0) / across as f32 - 4.0;
            assert!(wide >= 44.0 && high >= 44.0, "{count} in {size}: {across} × {down}, {wide} × {high}");
        }
    }
}
