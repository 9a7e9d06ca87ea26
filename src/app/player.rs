//! A player's own menu: name, colour, turn, out.

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::letterpad::Writing;
use super::letters::Face;
use super::livery::emblem;
use super::settings::Settings;
use super::stage::{Stage, Words, within};
use super::touch::Manner;
use super::turn::{columns, grid};
use super::view::{Leaflet, View, Wish};
use crate::table::{Command, Livery, Seat};

/// A player's own menu.
pub struct PlayerSheet {
    seat: Seat,
    writing: Option<Writing>,
    names: Vec<String>,
}

impl PlayerSheet {
    /// Opens it.
    pub fn new(seat: Seat, settings: &Settings) -> Self {
        Self { seat, writing: None, names: settings.names.clone() }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        let seat = self.seat;
        let Some(player) = view.state.player(seat) else { return };
        let whole = stage.whole();
        if self.writing.is_some() {
            self.rename(stage, wishes);
            return;
        }
        let top = Rect::from_min_size(whole.min, vec2(whole.width(), 62.0));
        let [title, back] = columns(top, 8.0, [0.75, 0.25]);
        emblem(stage, Rect::from_min_size(title.min, vec2(60.0, 60.0)), player.livery, !player.lives());
        let name = within(title, 72.0, 0.0, 0.0, 0.0);
        stage.fit(name, Align2::LEFT_CENTER, Words::new(Face::Caps, 34.0, stage.ground.text), &[&player.name]);
        if Button::new(&["Back"], Tone::Raised).show(stage, "close", back).tapped() {
            wishes.push(Wish::Close);
        }
        let rows = within(whole, 0.0, 74.0, 0.0, 0.0);
        let high = ((rows.height() - 4.0 * 8.0) / 5.0).min(88.0);
        let row = |place: usize| {
            Rect::from_min_size(pos2(rows.left(), rows.top() + place as f32 * (high + 8.0)), vec2(rows.width(), high))
        };
        self.colours(stage, view, player.livery, row(0), row(1), wishes);
        let [rename, turn] = columns(row(2), 8.0, [1.0, 1.0]);
        if Button::new(&["Another name"], Tone::Raised).show(stage, "rename", rename).tapped() {
            self.writing = Some(Writing::new(&player.name));
        }
        let on_turn = view.state.turn == seat;
        let button = Button { off: on_turn || !player.lives(), ..Button::new(&["It is my turn"], Tone::Raised) };
        if button.show(stage, "my turn", turn).tapped() {
            wishes.extend([Wish::Do(Command::Turn { seat }), Wish::Close]);
        }
        let [discard, out] = columns(row(3), 8.0, [1.0, 1.0]);
        let button = Button { off: !player.lives(), ..Button::new(&["Discard cards"], Tone::Raised) };
        if button.show(stage, "discard", discard).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Discard));
        }
        let button =
            Button { off: !player.lives(), sub: "whatever the health", ..Button::new(&["I am out"], Tone::Harm) };
        if button.show(stage, "out", out).tapped() {
            wishes.extend([Wish::Do(Command::Fall { seat, by: None }), Wish::Close]);
        }
        let [cards, journal] = columns(row(4), 8.0, [1.0, 1.0]);
        if Button::new(&["Cards and rules"], Tone::Raised).show(stage, "reference", cards).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Reference));
        }
        if Button::new(&["Journal"], Tone::Raised).show(stage, "journal here", journal).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Journal));
        }
    }

    /// The eight shields; who has the one that is touched gets this player's.
    fn colours(
        &self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        own: Livery,
        first: Rect,
        second: Rect,
        wishes: &mut Vec<Wish>,
    ) {
        let wide = first.width() >= 8.0 * 66.0;
        let cells = if wide {
            let whole = Rect::from_min_max(first.min, second.max);
            grid(Rect::from_min_size(whole.min, vec2(whole.width(), whole.height().min(100.0))), 8.0, 8, 1)
        } else {
            [grid(first, 8.0, 4, 1), grid(second, 8.0, 4, 1)].concat()
        };
        for (cell, livery) in cells.into_iter().zip(Livery::ALL) {
            let held = view.state.players.iter().find(|player| player.livery == livery);
            let label = match held {
                Some(player) if livery != own => format!("{} shield, now {}'s", livery.id(), player.name),
                _ => format!("{} shield", livery.id()),
            };
            let touched = stage.choice(("livery", livery), cell, Manner::Tap, &label, livery == own);
            let size = cell.size().min_elem().min(72.0);
            let shield = Rect::from_center_size(cell.center(), vec2(size, size));
            emblem(stage, shield, livery, held.is_some() && livery != own);
            if livery == own {
                super::head::chosen(stage, shield);
            }
            if touched.tapped() && livery != own {
                wishes.push(Wish::Do(Command::Livery { seat: self.seat, livery }));
            }
        }
    }

    fn rename(&mut self, stage: &mut Stage<'_, '_>, wishes: &mut Vec<Wish>) {
        let Some(writing) = &mut self.writing else { return };
        let whole = stage.whole();
        let [field, done] = columns(Rect::from_min_size(whole.min, vec2(whole.width(), 62.0)), 8.0, [0.7, 0.3]);
        let entered = writing.listen(stage);
        writing.show(stage, field);
        let pad = (whole.height() * 0.55).min(290.0);
        let keys = Rect::from_min_max(pos2(whole.left(), whole.bottom() - pad), whole.max);
        writing.keys(stage, keys);
        let mut name = None;
        if entered || Button::new(&["Done"], Tone::Harm).show(stage, "named", done).tapped() {
            name = Some(writing.text.clone());
        }
        let known = Rect::from_min_max(pos2(whole.left(), whole.top() + 74.0), pos2(whole.right(), keys.top() - 12.0));
        let across = 4;
        let down = ((known.height() + 8.0) / 66.0).floor() as usize;
        if down > 0 {
            let cells =
                grid(Rect::from_min_size(known.min, vec2(known.width(), down as f32 * 66.0 - 8.0)), 8.0, across, down);
            for (cell, known) in cells.into_iter().zip(&self.names) {
                let title = [known.as_str()];
                if Button::new(&title, Tone::Raised).show(stage, ("known", known), cell).tapped() {
                    name = Some(known.clone());
                }
            }
        }
        if let Some(name) = name {
            self.writing = None;
            if !name.trim().is_empty() {
                wishes
                    .extend([Wish::Do(Command::Rename { seat: self.seat, name: name.trim().to_owned() }), Wish::Close]);
            }
        }
    }
}
