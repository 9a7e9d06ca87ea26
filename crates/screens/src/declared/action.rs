//! On whom a player acts: the others with what they have.

use egui::{Align2, Rangef, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::history_view::about;
use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::{TextStyle, inset};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::table::Seat;
use crate::table::declared::Command;

/// The height of the cell of a player, in points.
const CELL_HEIGHT: f32 = 84.0;
/// Cells are at least and at most so wide, in points.
const CELL_WIDTHS: Rangef = Rangef { min: 250.0, max: 480.0 };

/// The question on whom a player acts.
#[derive(Serialize, Deserialize)]
pub struct ActionSheet {
    seat: Seat,
    action: String,
    page: usize,
}

impl ActionSheet {
    /// Opens it with an action, by id.
    pub fn new(seat: Seat, action: String) -> Self {
        Self { seat, action, page: 0 }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let view = ui.view;
        // Data may have changed since it was opened.
        let Some(spec) = view.rules.spec().action(&self.action) else { return ui.actions.push(Action::Close) };
        let (rest, closed) = pages::head(&mut ui.canvas, &[&spec.name], "on whom?", 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let others = view.state.others(self.seat);
        let size = CellSize { widths: CELL_WIDTHS, height: |_| CELL_HEIGHT };
        let cells = pages::cells(&mut ui.canvas, "on whom", rest, others.len(), &size, &mut self.page);
        for (other, place) in others.into_iter().skip(cells.first).zip(cells.places) {
            let Some(player) = view.state.player(other) else { continue };
            let label = format!("{} on {}", spec.name, player.name);
            let button = Button { label: &label, ..Button::new(&[], Tone::Raised) };
            if button.show(&mut ui.canvas, ("on", other), place).tapped() {
                let (seat, action) = (self.seat, self.action.clone());
                ui.actions.extend([Action::Do(Command::Act { seat, action, on: Some(other) }), Action::Close]);
            }
            let shield = Rect::from_center_size(pos2(place.left() + 38.0, place.center().y), vec2(52.0, 52.0));
            emblem(&mut ui.canvas, shield, player.colour, false);
            let words = inset(place, 72.0, 6.0, 8.0, 6.0);
            let [above, below] = [words.with_max_y(words.center().y), words.with_min_y(words.center().y)];
            let name = TextStyle::new(Face::Caps, 24.0, ui.canvas.ground.text);
            ui.canvas.fit(above, Align2::LEFT_CENTER, name, &[&player.name]);
            let quiet = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
            let about = about(view.rules, player).join(" · ");
            ui.canvas.fit(below, Align2::LEFT_CENTER, quiet, &[pages::fitting(&ui.canvas, below, quiet, &about)]);
        }
    }
}
