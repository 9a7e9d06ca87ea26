//! Whom it is about: the enemies of a warrior, for charges (W11, W12), shots (W17), dives (W15a) and wounds.

use egui::{Align2, Rangef, Rect, pos2};
use serde::{Deserialize, Serialize};

use super::super::sign::Seal;
use super::super::view::{Ui, View};
use super::super::wording::{self, named};
use super::{Asked, row};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::GAP;
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::region::{Cut as _, columns};
use crate::table::warband::{Charge, Command, Who};

/// The question for a charge, and a short one.
pub const REACHES: [&str; 2] = ["Whom does it reach? Several, if one move reaches them all.", "Whom does it reach?"];
/// The question for a shot, and a short one.
pub const AT_WHOM: [&str; 2] =
    ["At whom? The nearest first, unless the rules let you choose.", "At whom? The nearest first."];

/// A charge that is entered.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Aim {
    /// The enemies that are charged.
    targets: Vec<Who>,
    /// True if it falls short (W12).
    failed: bool,
    /// The intercepting enemy, or a request to tap it next.
    intercepting: bool,
    intercepted: Option<Who>,
    /// The page of enemies.
    page: usize,
}

/// The enemies of a warrior who are not out of action, as many as there is room for; gives who was touched.
pub fn enemies(
    canvas: &mut Canvas<'_, '_>,
    view: View<'_>,
    who: Who,
    chosen: &[Who],
    page: &mut usize,
    rect: Rect,
) -> Option<Who> {
    let all: Vec<_> =
        view.state.everybody().filter(|(enemy, warrior)| enemy.seat != who.seat && warrior.now.is_in()).collect();
    let size = CellSize { widths: Rangef::new(150.0, 240.0), height: |_| 58.0 };
    let cells = pages::cells(canvas, "enemies", rect, all.len(), &size, page);
    let mut touched = None;
    for ((enemy, warrior), cell) in all.into_iter().skip(cells.first).zip(cells.places) {
        let is_chosen = chosen.contains(&enemy);
        let label = format!("Against {}", wording::label(view.state, enemy));
        if super::super::dice::key(canvas, ("against", enemy.seat, enemy.no), cell, &label, is_chosen) {
            touched = Some(enemy);
        }
        let side = view.state.side(enemy.seat);
        let leads = side.is_some_and(|side| side.leader() == Some(enemy.no));
        let size = cell.height() - 14.0;
        Seal::of(warrior, leads).draw(canvas, pos2(cell.left() + 8.0 + size / 2.0, cell.center().y), size, false);
        let text = inset(cell, size + 16.0, 4.0, 30.0, 4.0);
        let middle = text.center().y;
        let above = text.with_max_y(middle + 2.0);
        let below = text.with_min_y(middle + 2.0);
        let name = TextStyle::new(Face::Figure, 18.0, canvas.ground.text);
        let first = wording::short(&warrior.spec.name);
        canvas.fit(above, Align2::LEFT_CENTER, name, &[&warrior.spec.name, first]);
        let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
        canvas.fit(
            below,
            Align2::LEFT_CENTER,
            quiet,
            &[&format!("{} {}", enemy.no, wording::state_of(warrior, leads))],
        );
        if let Some(side) = side {
            emblem(canvas, rect_around(pos2(cell.right() - 18.0, cell.center().y), 24.0, 24.0), side.colour, false);
        }
    }
    touched
}

impl Aim {
    /// Draws a charge; returns true if it was recorded.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, who: Who, asked: &mut Asked, rect: Rect) -> bool {
        let foot = rect.lower(56.0);
        let rest = rect.with_max_y(foot.top() - GAP);
        // On a phone that lies, all buttons stand in one row.
        let [short, intercepts, foot, below] = if rect.height() < 260.0 {
            let [short, intercepts, charge] = columns(foot, GAP, [0.8, 1.0, 1.4]);
            [short, intercepts, charge, rest]
        } else {
            let [options, below] = row(rest, 50.0, GAP);
            let [short, intercepts] = columns(options, GAP, [1.0, 1.2]);
            [short, intercepts, foot, below]
        };
        let tone = |on| if on { Tone::Gold } else { Tone::Raised };
        let button = Button { label: "The charge falls short", ..Button::new(&["Falls short"], tone(self.failed)) };
        if button.show(&mut ui.canvas, "short", short).tapped() {
            self.failed = !self.failed;
        }
        let said = self.intercepted.map(|enemy| format!("{} intercepts", wording::name(ui.view.state, enemy)));
        let said =
            said.unwrap_or_else(|| if self.intercepting { "Who intercepts?".into() } else { "Intercepted".into() });
        let title = [said.as_str(), "Intercepted"];
        let on = self.intercepting || self.intercepted.is_some();
        let button = Button { label: "The charge is intercepted", ..Button::new(&title, tone(on)) };
        if button.show(&mut ui.canvas, "intercepts", intercepts).tapped() {
            (self.intercepting, self.intercepted) = (!on, None);
        }
        let shown: Vec<Who> =
            if self.intercepting { self.intercepted.into_iter().collect() } else { self.targets.clone() };
        if let Some(enemy) = enemies(&mut ui.canvas, ui.view, who, &shown, &mut self.page, below) {
            if self.intercepting {
                (self.intercepting, self.intercepted) = (false, Some(enemy));
            } else if let Some(place) = self.targets.iter().position(|target| *target == enemy) {
                self.targets.remove(place);
            } else {
                self.targets.push(enemy);
            }
        }
        let name = wording::name(ui.view.state, who);
        let title = match self.targets.as_slice() {
            [] => "Whom?".to_owned(),
            [one] => format!("{name} charges {}", wording::name(ui.view.state, *one)),
            many => format!("{name} charges {} enemies", many.len()),
        };
        let title = [title.as_str(), "Charge"];
        let off = self.targets.is_empty() || self.intercepting;
        let button = Button { label: "Charge", off, ..Button::new(&title, Tone::Harm) };
        if !button.show(&mut ui.canvas, "charge", foot).tapped() {
            return false;
        }
        let command = Command::Charge(Charge {
            charge: named(ui.view.state, who),
            on: self.targets.iter().map(|target| named(ui.view.state, *target)).collect(),
            intercepted: self.intercepted.map(|enemy| named(ui.view.state, enemy)),
            failed: self.failed,
        });
        let done = asked.ask(ui, command);
        if done {
            *self = Self::default();
        }
        done
    }
}

/// Draws the question above a page.
pub fn question(canvas: &Canvas<'_, '_>, rect: Rect, words: &[&str]) -> Rect {
    let [line, rest] = row(rect, 30.0, 6.0);
    canvas.fit(line, Align2::LEFT_CENTER, TextStyle::new(Face::Text, 19.0, canvas.ground.text), words);
    rest
}
