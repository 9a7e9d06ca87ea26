//! Setting squares by hand: the unit on them, and its health.

use egui::{Rect, Vec2, vec2};
use serde::{Deserialize, Serialize};

use super::plan::Board;
use super::unit::{cloven, unit};
use super::view::{Action, OwnSheet, Ui, View};
use super::{board, near};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::GAP;
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::Seat;
use crate::table::skirminion::{Command, MOST_HEALTH, Side, Square, Unit};
use crate::touch::Gesture;

/// A square that is being set.
#[derive(Serialize, Deserialize)]
pub struct SetSheet {
    at: Square,
}

/// Asks whether a square is to be set by hand: a finger may stay on it by chance.
pub fn ask(canvas: &mut Canvas<'_, '_>, at: Square, seat: Seat, actions: &mut Vec<Action>) {
    let title = format!("Set {at} by hand?");
    let (rest, closed) = pages::head(canvas, &[&title], "", 0.0);
    let said = rest.with_max_y(rest.bottom() - 70.0);
    let words = TextStyle::new(Face::Text, 20.0, canvas.ground.text);
    canvas.wrap_centred(said, words, "This corrects the board, whatever the rules say. To move a unit, drag it.");
    let row = rest.lower(62.0);
    let [set, leave] = columns(row, GAP, [1.0, 1.0]);
    let title = format!("Set {at}");
    if Button::new(&[&title], Tone::Ink).show(canvas, "set it", set).tapped() {
        actions.push(Action::Open(seat, OwnSheet::Set(at).into()));
    }
    if Button::new(&["Cancel"], Tone::Raised).show(canvas, "leave it", leave).tapped() || closed {
        actions.push(Action::Close);
    }
}

impl SetSheet {
    /// Opens it for a square.
    pub fn new(at: Square) -> Self {
        Self { at }
    }

    /// Draws it: the board on which another square can be chosen, and what can stand on the one that is.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let title = format!("{} as you set it", self.at);
        let (rest, closed) = pages::head(&mut ui.canvas, &[&title, "Set"], "whatever the rules say", 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let lying = rest.width() > rest.height();
        let size = if lying { rest.height().min(rest.width() * 0.62) } else { rest.width().min(rest.height() * 0.66) };
        let side = ((size - 6.0) / 8.0).floor();
        let field = Rect::from_min_size(rest.min + Vec2::splat(3.0), Vec2::splat(8.0 * side));
        let place = Board { field, rim: 3.0, near: near(ui.view) };
        self.board(&mut ui.canvas, ui.view, &place);
        let choices = if lying {
            inset(rest, field.width() + 20.0, 0.0, 0.0, 0.0)
        } else {
            inset(rest, 0.0, field.height() + 16.0, 0.0, 0.0)
        };
        self.choices(ui, choices);
    }

    fn board(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, place: &Board) {
        board::ground(canvas, view.cards, place, false);
        board::units(canvas, place, &view.state.position.board);
        for at in Square::all() {
            let rect = place.square(at);
            let label = match view.state.position.board.unit(at) {
                Some(Unit { side, health }) => format!("Choose {at}, {side} unit, {health} health"),
                None => format!("Choose {at}, empty"),
            };
            let chosen = at == self.at;
            if canvas.choice(("set", at.index()), rect, Gesture::Tap, &label, chosen).tapped() {
                self.at = at;
            }
            if chosen {
                canvas.border(rect, radius(4.0), 6.0, INK);
                canvas.border(rect.shrink(1.5), radius(3.0), 3.5, GOLD);
            }
        }
    }

    /// Nothing, and units of both sides with each health.
    fn choices(&self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let now = ui.view.state.position.board.unit(self.at);
        let lying = rect.width() > rect.height();
        let (across, down) = if lying { (7, 2) } else { (2, 7) };
        let most = vec2(rect.width().min(across as f32 * 170.0), rect.height().min(down as f32 * 84.0));
        let cells = grid(Rect::from_min_size(rect.min, most), GAP * 0.75, across, down);
        let mut choices: Vec<(Rect, Option<Unit>)> = Vec::new();
        for (place, side) in Side::BOTH.into_iter().enumerate() {
            for health in 1..=MOST_HEALTH {
                let step = usize::from(MOST_HEALTH - health);
                let index = if lying { place * 7 + step } else { step * 2 + place };
                choices.extend(cells.get(index).map(|cell| (*cell, Some(Unit { side, health }))));
            }
        }
        let last = cells.last().copied().unwrap_or(rect);
        let empty = if lying { cells[6].union(last) } else { cells[12].union(last) };
        choices.push((empty, None));
        for (cell, choice) in choices {
            let label = match choice {
                Some(Unit { side, health }) => format!("{side} unit, {health} health"),
                None => "No unit".to_owned(),
            };
            let chosen = now == choice;
            let tone = if chosen { Tone::Gold } else { Tone::Raised };
            let button = Button { label: &label, off: false, ..Button::new(&[], tone) };
            let tapped = button.show(&mut ui.canvas, ("put", &label), cell).tapped();
            match choice {
                Some(shown) => unit(&mut ui.canvas, cell.shrink(3.0), shown, false, 1.0),
                None => {
                    let size = cell.size().min_elem().min(44.0) * 0.8;
                    let quiet = ui.canvas.ground.quiet;
                    cloven(&ui.canvas, Rect::from_center_size(cell.center(), vec2(size * 0.87, size)), quiet);
                }
            }
            if tapped && !chosen {
                ui.actions.push(Action::Do(Command::Set { at: self.at, unit: choice }));
            }
        }
    }
}
