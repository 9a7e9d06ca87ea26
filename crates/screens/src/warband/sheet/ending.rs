//! The players end the game by its scenario (W3): who has won.

use egui::{Align2, pos2};
use serde::{Deserialize, Serialize};

use super::super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::{TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::GAP;
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, grid};
use crate::table::Seat;
use crate::table::warband::{Command, End};

/// The winner.
#[derive(Default, Serialize, Deserialize)]
pub struct EndingSheet {
    winners: Vec<Seat>,
}

impl EndingSheet {
    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let (rest, closed) = pages::head(&mut ui.canvas, &["End of the battle", "The end"], "who has won?", 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let foot = rest.lower(62.0);
        let room = rest.with_max_y(foot.top() - GAP);
        let count = ui.view.state.sides.len();
        let across = if count > 3 || room.width() < 420.0 { 2 } else { count.max(1) };
        let down = count.div_ceil(across);
        let high = ((room.height() + GAP) / down as f32 - GAP).min(110.0);
        let room = room.upper((high + GAP) * down as f32 - GAP);
        for ((seat, side), cell) in ui.view.state.seats().zip(&ui.view.state.sides).zip(grid(room, GAP, across, down)) {
            let chosen = self.winners.contains(&seat);
            let label = format!("{} has won", side.name);
            if super::super::dice::key(&mut ui.canvas, ("won", seat), cell, &label, chosen) {
                if chosen {
                    self.winners.retain(|winner| *winner != seat);
                } else {
                    self.winners.push(seat);
                }
            }
            let size = (cell.height() - 12.0).min(56.0);
            emblem(
                &mut ui.canvas,
                rect_around(pos2(cell.left() + 10.0 + size / 2.0, cell.center().y), size, size),
                side.colour,
                false,
            );
            let words = TextStyle::new(Face::Caps, 24.0, ui.canvas.ground.text);
            ui.canvas.fit(inset(cell, size + 18.0, 2.0, 8.0, 2.0), Align2::LEFT_CENTER, words, &[&side.name]);
        }
        let title = [if self.winners.is_empty() { "It ends in a draw" } else { "End of the battle" }];
        let button = Button { label: "End the battle", ..Button::new(&title, Tone::Harm) };
        if button.show(&mut ui.canvas, "end", foot).tapped() {
            let name = |seat: &Seat| ui.view.state.side(*seat).map(|side| side.name.clone());
            let end = self.winners.iter().filter_map(name).collect();
            ui.actions.push(Action::Do(Command::End(End { end })));
        }
    }
}
