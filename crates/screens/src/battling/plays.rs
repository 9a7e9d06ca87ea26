//! The sheet for entering plays: one player after another on a shared screen, or one player whose panel is too small.

use egui::{Align2, Rect, Stroke, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::draft::{Entry, Phase, next_turn};
use super::panel;
use super::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP, THUMB};
use crate::gallery::{Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{GOLD, INK, parts};
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::Seat;
use crate::touch::Gesture;

/// Players' choices for a turn.
#[derive(Serialize, Deserialize)]
pub struct PlaysSheet {
    /// The only one who is asked; everyone otherwise.
    only: Option<Seat>,
    /// The player tapped among all; otherwise the first who isn't ready.
    chosen: Option<Seat>,
    /// True if the current player was ready when last drawn.
    ready: bool,
    /// The phase of a sheet for only one player.
    phase: Option<Phase>,
}

impl PlaysSheet {
    /// Opens it.
    pub fn new(only: Option<Seat>) -> Self {
        Self { only, chosen: None, ready: false, phase: None }
    }

    /// True if the sheet is for only one player.
    pub fn is_of_one(&self) -> bool {
        self.only.is_some()
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let waits = ui.view.draft.waits_for(ui.view.state);
        let phase = *self.phase.get_or_insert(ui.view.draft.phase);
        if self.only.is_some_and(|seat| !waits.contains(&seat) || phase != ui.view.draft.phase) {
            ui.actions.push(Action::Close);
        }
        let seat = self.shown(ui.view, &waits);
        let Some(player) = ui.view.state.player(seat) else { return };
        let sub = match ui.view.draft.phase {
            Phase::Targets => "whom do you attack?".to_owned(),
            _ => format!("turn {} · whom, and which two cards?", next_turn(ui.view.state)),
        };
        let (mut rest, closed) = pages::head(&mut ui.canvas, &[&player.name], &sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        if ui.view.draft.phase == Phase::Targets {
            let rest = rest.upper(rest.height().min(420.0));
            panel::choice(ui, seat, rest);
            return;
        }
        let beside = rest.width() > 1.3 * rest.height();
        if self.only.is_none() {
            rest = self.everyone(ui, seat, rest, beside);
        }
        entry(ui, seat, rest, beside);
    }

    /// Whose turn is entered now: after one who becomes ready, the next who is not.
    fn shown(&mut self, view: View<'_>, waits: &[Seat]) -> Seat {
        if let Some(only) = self.only {
            return only;
        }
        let first = waits.first().copied();
        if let Some(chosen) = self.chosen.filter(|seat| view.state.plays(*seat)) {
            let ready = view.draft.hand(chosen).is_ready();
            if self.ready || !ready {
                self.ready = ready;
                return chosen;
            }
        }
        self.chosen = first.or_else(|| view.state.left().first().copied());
        self.ready = first.is_none();
        self.chosen.unwrap_or_default()
    }

    /// Everyone in the game, with a tick where all is said, and the button with which they fight.
    fn everyone(&mut self, ui: &mut Ui<'_, '_>, shown: Seat, rect: Rect, beside: bool) -> Rect {
        let all = ui.view.state.left();
        let waits = ui.view.draft.waits_for(ui.view.state);
        let sub = if waits.is_empty() { String::new() } else { format!("{} to go", waits.len()) };
        let fight = Button { off: !waits.is_empty(), sub: &sub, size: 26.0, ..Button::new(&["Fight"], Tone::Harm) };
        let (row, button, rest) = if beside {
            let wide = (rect.width() * 0.2).clamp(2.0 * THUMB + GAP, 200.0);
            let left = rect.left_part(wide);
            let button = left.lower(CONTROL);
            (inset(left, 0.0, 0.0, 0.0, CONTROL + GAP), button, inset(rect, wide + 16.0, 0.0, 0.0, 0.0))
        } else {
            let down = if all.len() > 4 && rect.width() < 560.0 { 2.0 } else { 1.0 };
            let high = down * (54.0 + GAP) - GAP;
            let button = rect.lower(CONTROL);
            let row = rect.upper(high);
            (row, button, inset(rect, 0.0, high + 10.0, 0.0, CONTROL + GAP))
        };
        if fight.show(&mut ui.canvas, "fight here", button).tapped() {
            ui.actions.extend([Action::Enter(Entry::Phase(Phase::Fights)), Action::Close]);
        }
        let across = if beside {
            if row.height() < 8.0 * (THUMB + GAP) { 2 } else { 1 }
        } else if row.height() > 80.0 {
            4
        } else {
            all.len()
        };
        let down = all.len().div_ceil(across);
        let row = row.upper(row.height().min(down as f32 * (66.0 + GAP) - GAP));
        for (seat, rect) in all.into_iter().zip(grid(row, GAP, across, down)) {
            let Some(player) = ui.view.state.player(seat) else { continue };
            let ready = ui.view.draft.hand(seat).is_ready();
            let label = format!("{}: {}", player.name, if ready { "ready" } else { "not ready" });
            let response = ui.canvas.choice(("of all", seat), rect, Gesture::Tap, &label, seat == shown);
            ui.canvas.fill(rect, radius(8.0), if seat == shown { GOLD } else { ui.canvas.ground.raised });
            let size = (rect.height() - 8.0).min(44.0).min(rect.width() - 8.0);
            let named = rect.width() >= size + 64.0;
            let x = if named { rect.left() + 6.0 + size / 2.0 } else { rect.center().x };
            emblem(&mut ui.canvas, rect_around(pos2(x, rect.center().y), size, size), player.colour, false);
            if named {
                let colour = if seat == shown { INK } else { ui.canvas.ground.text };
                let name = Rect::from_min_max(pos2(x + size / 2.0 + 6.0, rect.top()), rect.max - vec2(24.0, 0.0));
                ui.canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 20.0, colour), &[&player.name]);
            }
            if ready {
                let at = rect.right_top() + vec2(-12.0, 12.0);
                ui.canvas.disc(at, 10.0, GOLD, Stroke::new(1.5, INK));
                let colour = parts(INK);
                ui.canvas.picture(rect_around(at, 12.0, 12.0), |size, _| PictureRequest::Icon {
                    icon: Icon::Tick,
                    colour,
                    size,
                });
            }
            if response.tapped() {
                self.chosen = Some(seat);
                self.ready = ready;
            }
        }
        rest
    }
}

/// Whom a player attacks, and the two cards, entered in any order.
pub fn entry(ui: &mut Ui<'_, '_>, seat: Seat, rest: Rect, beside: bool) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let hand = ui.view.draft.hand(seat);
    let (target, keys) = if beside {
        let [left, right] = columns(rest, 16.0, [0.42, 0.58]);
        (left, right)
    } else {
        let high = (rest.height() * 0.34).clamp(2.0 * THUMB + GAP, 240.0);
        let target = rest.upper(high);
        (target, inset(rest, 0.0, high + 10.0, 0.0, 0.0))
    };
    let target = named(&ui.canvas, target, "Attacks");
    panel::choice(ui, seat, target);
    let keys = named(&ui.canvas, keys, "Lays");
    let cards = keys.height() >= 5.0 * THUMB + 4.0 * GAP;
    let high = if cards { (keys.height() * 0.22).clamp(THUMB, 96.0) } else { 0.0 };
    if cards {
        let wide = (keys.width() * 0.6).min(260.0);
        panel::cards_laid(&mut ui.canvas, ui.view, &hand, Rect::from_min_size(keys.min, vec2(wide, high)));
        let [long, short] =
            if hand.is_laid() { panel::worked(&hand, ui.view.rules.spec().bonus) } else { Default::default() };
        let beside = Rect::from_min_max(keys.min + vec2(wide + 10.0, 0.0), pos2(keys.right(), keys.top() + high));
        let words = TextStyle::new(Face::Text, 18.0, ui.canvas.ground.text);
        ui.canvas.wrap_left(beside, words, if beside.width() < 150.0 { &short } else { &long });
    }
    let keys = inset(keys, 0.0, if cards { high + GAP } else { 0.0 }, 0.0, 0.0);
    let keys = keys.upper(keys.height().min(340.0));
    if let Some(places) = panel::keys_in(keys, 0.0) {
        panel::keys(ui, seat, player, &hand, places);
    }
}

/// A part with its name above it, where there is room for one.
fn named(canvas: &Canvas<'_, '_>, rect: Rect, name: &str) -> Rect {
    if rect.height() < 250.0 {
        return rect;
    }
    let line = canvas.scaled(28.0);
    let at = rect.upper(line);
    canvas.fit(at, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.quiet), &[name]);
    inset(rect, 0.0, line + 2.0, 0.0, 0.0)
}
