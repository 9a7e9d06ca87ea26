//! How far a warrior flees (W5, W33, W34).

use egui::{Align2, Rect};

use super::super::dice;
use super::super::view::{Ui, View};
use super::super::wording::{self, named};
use super::{Asked, row};
use crate::canvas::TextStyle;
use crate::form::GAP;
use crate::letters::Face;
use crate::region::columns;
use crate::table::warband::{Command, Flight, Mark, Roll, Test, Who};

/// Returns the instructions for the models while the dice are rolled.
fn advice(view: View<'_>, who: Who) -> &'static str {
    match view.state.warrior(who) {
        Some(warrior) if warrior.now.has(Mark::Alone) => "Round its enemies. Charged, it runs before any blow.",
        _ => "Straight away from its enemies and round them, to the nearest edge.",
    }
}

/// Draws the dice of a flight; true once they are entered.
pub fn draw(ui: &mut Ui<'_, '_>, who: Who, count: u8, asked: &mut Asked, rect: Rect) -> bool {
    let name = wording::name(ui.view.state, who).to_owned();
    let [head, keys] = row(rect, 54.0, GAP);
    let [said, rolls] = columns(head, GAP, [0.66, 0.34]);
    let [title, sub] = row(said, said.height() * 0.55, 0.0);
    let strong = TextStyle::new(Face::Caps, 23.0, ui.canvas.ground.text);
    let long = format!("{name} flees {count}D6 inches");
    ui.canvas.fit(title, Align2::LEFT_CENTER, strong, &[&long, &format!("Flees {count}D6″")]);
    let quiet = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
    ui.canvas.fit(sub, Align2::LEFT_CENTER, quiet, &[advice(ui.view, who), "Round its enemies."]);
    let flees = format!("{name}, flight");
    let rolled = dice::roll(&mut ui.canvas, "flight", &flees, usize::from(count), rolls).map(|dice| dice.iter().sum());
    let tapped = dice::inches(&mut ui.canvas, "flight", &flees, count, keys);
    let Some(sum) = rolled.or(tapped) else { return false };
    let flight = named(ui.view.state, who);
    let [two, three] = if count == 2 { [Some(sum), None] } else { [None, Some(sum)] };
    let roll = Roll::Flight(Flight { flight, two, three });
    asked.ask(ui, Command::Test(Test { roll, rolled: dice::rolled(rolled.is_some()) }))
}
