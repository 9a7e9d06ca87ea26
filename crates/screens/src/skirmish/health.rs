//! The field of health.

use egui::Rect;

use super::view::{Action, Ui};
use crate::shared::counter::{self, Counter, Pill};
use crate::table::Seat;
use crate::table::skirmish::{Command, Player};

/// Draws the field and gives the commands of its taps.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, rect: Rect, pill: Option<Pill>) {
    let counter = Counter {
        value: player.health,
        least: 0,
        most: Some(ui.view.rules.health()),
        labels: ["lose", "gain"].map(|verb| format!("{}: {verb} 1 health", player.name)),
        pips: Some(player.colour),
        at_least: "fallen",
        pill,
        ..Counter::default()
    };
    let steps = counter::draw(&mut ui.canvas, ("health", seat), rect, &counter);
    ui.actions.extend(steps.into_iter().map(|by| Action::Do(Command::Adjust { seat, by })));
}
