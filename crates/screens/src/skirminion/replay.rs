//! The game once more: the board after each activation, one step at a time or automatically.

use std::time::Duration;

use egui::{Align2, Rect, Vec2, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::last_move::Deed;
use super::plan::Board;
use super::view::{Ui, View, name};
use super::{board, labels, near, unit};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, player_colour};
use crate::pages;
use crate::region::{Cut as _, columns};
use crate::shared::journal::sentence;
use crate::table::Rules as _;
use crate::table::skirminion::{Rules, Side, State, Table, lead_of_bone};
use crate::touch::Gesture;
use crate::view::UiAction;

/// Time of a step during automatic playback, in seconds.
const STEP_SECS: f64 = 1.2;
/// Width of the scale that shows who is ahead, in points.
const SCALE: f32 = 12.0;

/// The game once more, as far as it has come.
#[derive(Default, Serialize, Deserialize)]
pub struct ReplaySheet {
    /// The line of the journal after which the board is shown; the first is the beginning of the game.
    line: usize,
    /// The time of the next step in seconds, during automatic playback.
    #[serde(skip)]
    next: Option<f64>,
    /// The table after a number of events.
    #[serde(skip)]
    then: Option<(usize, State)>,
}

/// Where its parts lie.
struct Places {
    board: Rect,
    told: Rect,
    sides: Option<[Rect; 2]>,
    bar: Rect,
    buttons: [Rect; 5],
}

impl ReplaySheet {
    /// Draws it: the board, what happened, both sides, and the buttons that go on and back.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        let (rest, closed) = pages::head(&mut ui.canvas, &["Replay"], "step by step", 0.0);
        if closed {
            ui.actions.push(UiAction::Close);
        }
        let last = ui.view.lines.len().saturating_sub(1);
        self.line = self.line.min(last);
        let places = places(rest);
        let lead = lead_of_bone(&self.state(ui.view, table).position);
        self.steer(&mut ui.canvas, &places, last, lead);
        self.go_on(ui.canvas.tools.ui, last);
        let Some(line) = ui.view.lines.get(self.line) else { return };
        let state = self.state(ui.view, table);
        let then = View { state, ..ui.view };
        let deed = table.done().get(line.events.clone()).map(Deed::of).unwrap_or_default();
        field(&mut ui.canvas, then, &deed, places.board);
        let people = Rules::people(then.state);
        sentence::draw(&mut ui.canvas, &people, places.told, 20.0, &line.parts);
        for (side, rect) in Side::BOTH.into_iter().zip(places.sides.into_iter().flatten()) {
            stands(&ui.canvas, then, side, rect);
        }
    }

    /// Returns the table after the step that is shown.
    fn state(&mut self, view: View<'_>, table: &Table) -> &State {
        let events = view.lines.get(self.line).map_or(0, |line| line.events.end);
        let old = self.then.take().filter(|(of, _)| *of == events);
        &self.then.insert(old.unwrap_or_else(|| (events, table.state_at(events)))).1
    }

    /// Takes the next step of automatic playback once it is time.
    fn go_on(&mut self, ui: &egui::Ui, last: usize) {
        let Some(next) = self.next else { return };
        let now = ui.input(|input| input.time);
        if now >= next {
            self.line = (self.line + 1).min(last);
            self.next = (self.line < last).then_some(now + STEP_SECS);
        }
        if let Some(next) = self.next {
            ui.ctx().request_repaint_after(Duration::from_secs_f64((next - now).max(0.0)));
        }
    }

    /// The bar and the buttons: to the start, back, play, on, to the end.
    fn steer(&mut self, canvas: &mut Canvas<'_, '_>, places: &Places, last: usize, lead: f32) {
        let now = self.line;
        let [start, back, play, on, end] = places.buttons;
        let step = |label, title| Button { label, gesture: Gesture::Repeat, ..Button::new(title, Tone::Raised) };
        let jump = |label, title| Button { label, ..Button::new(title, Tone::Raised) };
        let [first, at_end] = [now == 0, now == last];
        if (Button { off: first, ..jump("To the start", &["Start", "«"]) }).show(canvas, "start", start).tapped() {
            self.line = 0;
        }
        let went = (Button { off: first, ..step("One step back", &["Back", "‹"]) }).show(canvas, "back", back).taps;
        self.line = self.line.saturating_sub(went as usize);
        let went = (Button { off: at_end, ..step("One step on", &["On", "›"]) }).show(canvas, "on", on).taps;
        self.line = (self.line + went as usize).min(last);
        if (Button { off: at_end, ..jump("To the end", &["End", "»"]) }).show(canvas, "end", end).tapped() {
            self.line = last;
        }
        let (label, title) = match self.next {
            Some(_) => ("Stop playing", ["Stop"]),
            None => ("Play automatically", ["Play"]),
        };
        let tone = if self.next.is_some() { Tone::Gold } else { Tone::Raised };
        if (Button { label, off: at_end, ..Button::new(&title, tone) }).show(canvas, "play", play).tapped() {
            let time = canvas.tools.ui.input(|input| input.time);
            self.next = if self.next.is_some() { None } else { Some(time + STEP_SECS) };
        } else if self.line != now {
            // People steer themselves.
            self.next = None;
        }
        let (ahead, share) = if lead >= 0.5 { ("bone", lead) } else { ("red", 1.0 - lead) };
        let label = format!("Step {now} of {last}: drag to another; {ahead} at {:.0} %", share * 100.0);
        let response = canvas.control("steps", places.bar, Gesture::Drag, &label);
        if let Some(at) = response.dragged.or(response.dropped) {
            self.line = step_at(places.bar, canvas.region.under(at).x, last);
            self.next = None;
        }
        bar(canvas, places.bar, now, last);
    }
}

/// Returns the step below a finger on the bar.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between none and the last")]
fn step_at(bar: Rect, x: f32, last: usize) -> usize {
    let share = ((x - bar.left()) / bar.width()).clamp(0.0, 1.0);
    (share * last as f32).round() as usize
}

/// How far the game has come: a line, and a knob on it with the number of the step.
fn bar(canvas: &Canvas<'_, '_>, rect: Rect, now: usize, last: usize) {
    let middle = rect.center().y;
    let line = |to: f32| Rect::from_min_max(pos2(rect.left(), middle - 4.0), pos2(to, middle + 4.0));
    canvas.fill(line(rect.right()), radius(4.0), canvas.ground.line);
    let x = rect.left() + rect.width() * now as f32 / last.max(1) as f32;
    canvas.fill(line(x), radius(4.0), GOLD);
    let knob = Rect::from_center_size(
        pos2(x.clamp(rect.left() + 26.0, (rect.right() - 26.0).max(rect.left() + 26.0)), middle),
        vec2(52.0, 34.0_f32.min(rect.height())),
    );
    canvas.fill(knob, radius(8.0), GOLD);
    let words = TextStyle::new(Face::Strong, 17.0, crate::look::INK);
    canvas.fit_figure(knob.shrink(3.0), Align2::CENTER_CENTER, words, &now.to_string());
}

/// Draws the board with the effects of the step.
fn field(canvas: &mut Canvas<'_, '_>, then: View<'_>, deed: &Deed, rect: Rect) {
    let scale = rect.left_part(SCALE);
    let rect = inset(rect, SCALE + 6.0, 0.0, 0.0, 0.0);
    let size = rect.size().min_elem();
    let rim = if size >= 360.0 { 18.0 } else { 3.0 };
    let side = ((size - 2.0 * rim) / 8.0).floor();
    let field = Rect::from_center_size(rect.center(), Vec2::splat(8.0 * side));
    let place = Board { field, rim, near: near(then) };
    let high = place.field.height() + 2.0 * rim;
    lead(canvas, then, Rect::from_center_size(scale.center(), vec2(SCALE, high)));
    board::ground(canvas, then.cards, &place, false);
    deed.below(canvas, &place);
    board::units(canvas, &place, &then.state.position.board);
    deed.above(canvas, &place);
}

/// The lead of the two sides as a scale, that of the near one at its foot.
fn lead(canvas: &Canvas<'_, '_>, then: View<'_>, rect: Rect) {
    let near = near(then);
    let bone = lead_of_bone(&then.state.position);
    let share = if near == Side::Bone { bone } else { 1.0 - bone };
    let colour = |side: Side| then.state.players.get(side.index()).map_or(GOLD, |who| player_colour(who.colour));
    let y = rect.bottom() - share * rect.height();
    canvas.fill(rect, radius(4.0), colour(near.other()));
    canvas.fill(rect.with_min_y(y), radius(4.0), colour(near));
    let middle = rect.center().y;
    canvas.line(pos2(rect.left() - 2.0, middle), pos2(rect.right() + 2.0, middle), 1.5, canvas.ground.text);
}

/// How a side stood: its name, its sums, its eight.
fn stands(canvas: &Canvas<'_, '_>, then: View<'_>, side: Side, rect: Rect) {
    canvas.fill(rect, radius(10.0), canvas.ground.raised);
    let inner = rect.shrink2(vec2(12.0, 6.0));
    let heading = canvas.scaled(30.0).min(inner.height() * 0.34);
    let row = inner.upper(heading);
    let [who, sums] = columns(row, GAP, [1.0, 1.0]);
    let words = TextStyle::new(Face::Caps, 24.0, canvas.ground.text);
    canvas.fit(who, Align2::LEFT_CENTER, words, &[name(then, side)]);
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(sums, Align2::RIGHT_CENTER, quiet, &[&labels::sums(then.state, side)]);
    let roll = inset(inner, 0.0, heading + 2.0, 0.0, 0.0);
    unit::roll(canvas, roll, &then.state.position.board, side, 8);
}

/// The board at the left and all else at the right of it where the sheet lies; where it stands, one above the other.
fn places(rest: Rect) -> Places {
    let lying = rest.width() > rest.height();
    let size = if lying { rest.height().min(rest.width() * 0.6) } else { rest.width().min(rest.height() * 0.62) };
    let board = if lying { rest.left_part(size) } else { rest.upper(size) };
    let free = if lying { inset(rest, size + 18.0, 0.0, 0.0, 0.0) } else { inset(rest, 0.0, size + GAP, 0.0, 0.0) };
    let line = |bottom: f32| Rect::from_min_max(pos2(free.left(), bottom - CONTROL), pos2(free.right(), bottom));
    let row = line(free.bottom());
    let bar = line(row.top() - GAP);
    let above = free.with_max_y(bar.top() - GAP);
    // The event has at least three lines; the sides are shown if both fit.
    let told = above.height().min(if above.height() >= 230.0 { 84.0 } else { above.height() });
    let told = above.upper(told);
    let room = inset(above, 0.0, told.height() + GAP, 0.0, 0.0);
    let sides = (room.height() >= 140.0).then(|| {
        let high = ((room.height() - GAP) / 2.0).min(120.0);
        [0.0, high + GAP].map(|down| Rect::from_min_size(room.min + vec2(0.0, down), vec2(room.width(), high)))
    });
    Places { board, told, sides, bar, buttons: columns(row, GAP, [1.0; 5]) }
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn all_has_room_on_every_screen_and_nothing_lies_over_anything_else() {
        for size in
            [vec2(1120.0, 700.0), vec2(740.0, 920.0), vec2(360.0, 800.0), vec2(310.0, 540.0), vec2(790.0, 290.0)]
        {
            let rest = Rect::from_min_size(Pos2::ZERO, size);
            let Places { board, told, sides, bar, buttons } = places(rest);
            assert!(board.size().min_elem() >= 280.0 && told.height() >= 44.0, "{size}: {board} {told}");
            let mut all = vec![board, told, bar];
            all.extend(buttons.into_iter().chain(sides.into_iter().flatten()));
            for (index, rect) in all.iter().enumerate() {
                assert!(rest.expand(0.01).contains_rect(*rect), "{size}: {rect}");
                for other in &all[index + 1..] {
                    assert!(!rect.shrink(0.01).intersects(*other), "{size}: {rect} {other}");
                }
            }
        }
    }

    #[test]
    fn the_bar_leads_to_every_step() {
        let bar = Rect::from_min_size(pos2(10.0, 0.0), vec2(200.0, 58.0));
        assert_eq!([0.0, 10.0, 60.0, 110.0, 210.0, 500.0].map(|x| step_at(bar, x, 8)), [0, 0, 2, 4, 8, 8]);
        assert_eq!(step_at(bar, 90.0, 0), 0);
    }
}
