//! Corrections of a player's weapon: lose it, take another, change with someone. Recovering is another sheet.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::{TextStyle, inset};
use crate::emblem::emblem;
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::region::{Cut as _, columns, grid};
use crate::table::Seat;
use crate::table::skirmish::{Command, Gear};
use crate::touch::Gesture;

/// The weapon of a player: lose, swap, take.
#[derive(Serialize, Deserialize)]
pub struct WeaponSheet {
    seat: Seat,
}

impl WeaponSheet {
    /// Opens it.
    pub fn new(seat: Seat) -> Self {
        Self { seat }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let seat = self.seat;
        let Some(player) = ui.view.state.player(seat) else { return };
        let whole = ui.canvas.whole();
        let top = whole.upper(62.0);
        let [title, lose, back] = columns(top, 8.0, [1.3, 1.0, 0.7]);
        let held = player.weapon.as_ref().map_or("no weapon", |card| ui.view.name(card));
        let said = format!("{}: {held}", player.name);
        ui.canvas.fit(
            title,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Caps, 28.0, ui.canvas.ground.text),
            &[&said, &player.name],
        );
        let button = Button { off: player.weapon.is_none(), ..Button::new(&["Lose it"], Tone::Harm) };
        if button.show(&mut ui.canvas, "lose", lose).tapped() {
            ui.actions.extend([Action::Do(Command::Lose { seat, gear: Gear::Weapon }), Action::Close]);
        }
        if Button::new(&["Back"], Tone::Raised).show(&mut ui.canvas, "close", back).tapped() {
            ui.actions.push(Action::Close);
        }
        let below = inset(whole, 0.0, 62.0 + 10.0, 0.0, 0.0);
        let others: Vec<Seat> = ui.view.state.living().filter(|other| *other != seat).collect();
        let change = 58.0 + 30.0;
        let take = below.with_max_y(below.bottom() - change - 10.0);
        self.take(ui, take);
        let change = below.lower(change);
        let heading = change.upper(26.0);
        ui.canvas.fit(
            heading,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.quiet),
            &["Swap with"],
        );
        let cells = grid(inset(change, 0.0, 30.0, 0.0, 0.0), 8.0, others.len(), 1);
        for (cell, other) in cells.into_iter().zip(others) {
            self.other(ui, cell, other);
        }
    }

    /// The weapons of the pile.
    fn take(&self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let heading = rect.upper(26.0);
        let words = TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.quiet);
        ui.canvas.fit(heading, Align2::LEFT_CENTER, words, &["Take from the weapon discards"]);
        let free = inset(rect, 0.0, 30.0, 0.0, 4.0);
        let weapons = ui.view.rules.weapons();
        let across =
            if free.width() / free.height().max(1.0) > 2.6 { weapons.len() } else { weapons.len().div_ceil(2) };
        let down = weapons.len().div_ceil(across.max(1));
        for (cell, card) in grid(free, 10.0, across, down).into_iter().zip(weapons) {
            let count = ui.view.state.weapon_pile.of(card);
            let wide = cell.width().min(cell.height() * 1.3);
            let cell = Rect::from_center_size(cell.center(), vec2(wide, cell.height()));
            let shown = Shown {
                count: Some(count),
                strength: if count == 0 { 0.34 } else { 1.0 },
                ..Shown::front(card.as_str())
            };
            head::draw(&mut ui.canvas, ui.view.cards, cell, shown);
            if count == 0 {
                continue;
            }
            let label = format!("Take {}", ui.view.name(card));
            if ui.canvas.control(("take", card), cell, Gesture::Tap, &label).tapped() {
                ui.actions.extend([Action::Do(Command::Take { seat: self.seat, card: card.clone() }), Action::Close]);
            }
        }
    }

    fn other(&self, ui: &mut Ui<'_, '_>, cell: Rect, other: Seat) {
        let Some(player) = ui.view.state.player(other) else { return };
        let held = player.weapon.as_ref().map_or("no weapon", |card| ui.view.name(card));
        let label = format!("Swap weapons with {}", player.name);
        let button = Button { label: &label, ..Button::new(&[], Tone::Raised) };
        if button.show(&mut ui.canvas, ("change with", other), cell).tapped() {
            ui.actions.extend([Action::Do(Command::Swap { seat: self.seat, with: other }), Action::Close]);
        }
        let size = (cell.height() - 12.0).min(cell.width() * 0.4);
        let shield = Rect::from_min_size(pos2(cell.left() + 6.0, cell.center().y - size / 2.0), vec2(size, size));
        emblem(&mut ui.canvas, shield, player.colour, false);
        let words = inset(cell, size + 12.0, 6.0, 6.0, 6.0);
        let upper = words.with_max_y(words.center().y + 2.0);
        ui.canvas.fit(
            upper,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Caps, 19.0, ui.canvas.ground.text),
            &[&player.name],
        );
        let lower = words.with_min_y(words.center().y + 2.0);
        ui.canvas.fit(lower, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 14.0, ui.canvas.ground.quiet), &[held]);
    }
}
