//! A fall (W15d): how deep, the D3 of the hits, how many of them wounded, and the dice for injuries.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::super::act;
use super::super::dice;
use super::super::view::{Ui, View};
use super::super::wording::{self, named};
use super::aim::question;
use super::trial::inches;
use super::{Asked, row};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle};
use crate::form::GAP;
use crate::letters::Face;
use crate::region::{columns, grid};
use crate::table::warband::{Command, Dice, Fall, Who};

/// A fall that is entered.
#[derive(Clone, Serialize, Deserialize)]
pub struct Falling {
    /// How deep, where no test said it, in inches.
    inches: u8,
    /// How many hits.
    hits: Option<u8>,
    /// How many of them wounded.
    wounds: Option<u8>,
    dice: Vec<u8>,
    by_table: bool,
}

impl Default for Falling {
    fn default() -> Self {
        Self { inches: 3, hits: None, wounds: None, dice: Vec::new(), by_table: false }
    }
}

impl Falling {
    fn command(&self, view: View<'_>, who: Who, injury: Dice) -> Command {
        let known = view.state.warrior(who).and_then(|warrior| warrior.now.falling);
        Command::Fall(Fall {
            fall: named(view.state, who),
            inches: if known.is_some() { None } else { Some(self.inches) },
            d3: self.hits.unwrap_or(1),
            wounds: self.wounds.unwrap_or_default(),
            injury,
            rolled: dice::rolled(self.by_table),
        })
    }

    /// Draws it; returns true if the fall was recorded.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, who: Who, asked: &mut Asked, rect: Rect) -> bool {
        let Some(warrior) = ui.view.state.warrior(who) else { return false };
        let name = warrior.spec.name.clone();
        let depth = warrior.now.falling.unwrap_or(self.inches);
        let said = format!("{name} falls: D3 hits of Strength {depth}, no saves");
        let rest = question(&ui.canvas, rect, &[&said]);
        let low = rect.height() < 300.0;
        let known = warrior.now.falling.is_some();
        let rows = if known || low { 3.0 } else { 4.0 };
        let step = ((rest.height() - 26.0) / rows - GAP).clamp(46.0, 76.0);
        let [first, mut rest] = row(rest, step, GAP);
        let mut hits = first;
        if !known && low {
            let [deep, beside] = columns(first, GAP, [0.34, 0.66]);
            self.inches = inches(&mut ui.canvas, "inches deep", self.inches, deep);
            hits = beside;
        } else if !known {
            self.inches = inches(&mut ui.canvas, "inches deep", self.inches, first);
            [hits, rest] = row(rest, step, GAP);
        }
        self.hits(&mut ui.canvas, &name, hits);
        let Some(hits) = self.hits else { return false };
        let [wounded, rest] = row(rest, step, GAP);
        self.wounded(&mut ui.canvas, &name, hits, wounded);
        let Some(wounds) = self.wounds else { return false };
        let needed = act::dice_needed(ui.view, |dice| self.command(ui.view, who, dice)).unwrap_or_default();
        if needed == 0 {
            let [place, _] = row(rest, step, 0.0);
            let title = [if wounds == 0 { "Unhurt" } else { "Confirm" }];
            let button = Button { label: "Record the fall", ..Button::new(&title, Tone::Harm) };
            return button.show(&mut ui.canvas, "fallen", place).tapped() && self.tell(ui, who, Vec::new(), asked);
        }
        let [line, rest] = row(rest, 22.0, 4.0);
        let said = format!("injury: die {} of {needed}", self.dice.len() + 1);
        ui.canvas.fit(line, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet), &[&said]);
        let [keys, _] = row(rest, step, GAP);
        let [keys, rolls] = columns(keys, GAP, [0.74, 0.26]);
        let label = format!("{name}, injury");
        let mut shown: Vec<u8> = dice::die(&mut ui.canvas, "fall injury", &label, 6, None, keys).into_iter().collect();
        let left = needed.saturating_sub(self.dice.len());
        if let Some(rolled) = dice::roll(&mut ui.canvas, "fall injury", &label, left, rolls) {
            (self.by_table, shown) = (true, rolled);
        }
        self.dice.extend(shown);
        if self.dice.len() < needed {
            return false;
        }
        let dice = std::mem::take(&mut self.dice);
        self.tell(ui, who, dice, asked)
    }

    fn tell(&mut self, ui: &mut Ui<'_, '_>, who: Who, dice: Vec<u8>, asked: &mut Asked) -> bool {
        let done = asked.ask(ui, self.command(ui.view, who, Dice(dice)));
        if done {
            *self = Self::default();
        }
        done
    }

    /// The D3.
    fn hits(&mut self, canvas: &mut Canvas<'_, '_>, name: &str, rect: Rect) {
        let [word, keys, rolls] = columns(rect, GAP, [0.16, 0.58, 0.26]);
        canvas.fit(word, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 20.0, canvas.ground.text), &["Hits"]);
        for (hits, cell) in (1..=3_u8).zip(grid(keys, GAP, 3, 1)) {
            let label = format!("{name}: D3 of {hits}");
            if dice::key(canvas, ("hits", hits), cell, &label, self.hits == Some(hits)) {
                *self = Self { hits: Some(hits), inches: self.inches, ..Self::default() };
            }
            figure(canvas, cell, hits);
        }
        if let Some(rolled) = dice::roll(canvas, "hits", &format!("{name}, hits"), 1, rolls) {
            let hits = rolled.first().map(|die| die.div_ceil(2));
            *self = Self { hits, by_table: true, inches: self.inches, ..Self::default() };
        }
    }

    /// How many of the hits wounded, by the main rules.
    fn wounded(&mut self, canvas: &mut Canvas<'_, '_>, name: &str, hits: u8, rect: Rect) {
        let [word, keys] = columns(rect, GAP, [0.16, 0.84]);
        canvas.fit(
            word,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Caps, 20.0, canvas.ground.text),
            &["Wounded", "Wounds"],
        );
        for (wounds, cell) in (0..=hits).zip(grid(keys, GAP, usize::from(hits) + 1, 1)) {
            let label = format!("{name}: {} of the fall", wording::wounds(wounds));
            if dice::key(canvas, ("fall wounds", wounds), cell, &label, self.wounds == Some(wounds)) {
                (self.wounds, self.dice) = (Some(wounds), Vec::new());
            }
            figure(canvas, cell, wounds);
        }
    }
}

fn figure(canvas: &Canvas<'_, '_>, cell: Rect, figure: u8) {
    let words = TextStyle::new(Face::Figure, (cell.height() * 0.56).min(32.0), canvas.ground.text);
    let at = pos2(cell.center().x, cell.center().y) + vec2(0.0, 1.0);
    canvas.figure(at, Align2::CENTER_CENTER, words, &figure.to_string());
}
