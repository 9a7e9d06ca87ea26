//! Whom a player attacks (B11): the others, each as a shield; and the choice behind the player's own shield.

use egui::{Align2, Color32, Rect, Stroke, pos2, vec2};

use super::{asks_on_a_sheet, cells, header, least};
use crate::battling::draft::{Entry, Target};
use crate::battling::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::region::{Cut as _, columns};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::battling::Player;
use crate::touch::Gesture;

/// The wood of a shield's back.
const WOOD: Color32 = Color32::from_rgb(0xb8, 0x8a, 0x55);

/// The others who are in the game, and nobody.
fn targets(view: View<'_>, seat: Seat) -> Vec<Target> {
    let others = view.state.left().into_iter().filter(|other| *other != seat).map(Target::Player);
    others.chain([Target::Nobody]).collect()
}

/// Draws the choice on a panel.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, inner: Rect) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let targets = targets(ui.view, seat);
    let least = least(&ui.canvas);
    let above = inset(inner, 0.0, CONTROL + GAP, 0.0, 0.0);
    let beside = inset(inner, CONTROL + GAP, 0.0, 0.0, 0.0);
    if let Some(places) = cells(above, GAP, targets.len(), least) {
        let head = inner.upper(CONTROL);
        header(ui, seat, player, head, &["tap your target", "whom?"]);
        tiles(ui, seat, &targets, places);
    } else if let Some(places) = cells(beside, GAP, targets.len(), least) {
        let head = Rect::from_min_size(inner.min, vec2(CONTROL, CONTROL));
        parts::name(ui, seat, &player.person(), head);
        tiles(ui, seat, &targets, places);
    } else if let Some(mut places) = cells(inner, GAP, targets.len() + 1, least) {
        parts::name(ui, seat, &player.person(), places.remove(0));
        tiles(ui, seat, &targets, places);
    } else {
        asks_on_a_sheet(ui, seat, player, inner, &["Whom do you attack?", "Attack whom?", "Whom?"]);
    }
}

/// Draws the choice into a box, as large as there is room for, with the one that is chosen.
pub fn choice(ui: &mut Ui<'_, '_>, seat: Seat, rect: Rect) {
    let targets = targets(ui.view, seat);
    let wide = rect.height() < 2.0 * CONTROL + GAP;
    let places = if wide {
        crate::region::grid(rect, GAP, targets.len(), 1)
    } else {
        cells(rect, GAP, targets.len(), 0.0).unwrap_or_default()
    };
    tiles(ui, seat, &targets, places);
}

fn tiles(ui: &mut Ui<'_, '_>, seat: Seat, targets: &[Target], places: Vec<Rect>) {
    let who = ui.view.state.player(seat).map_or("", |player| &player.name);
    let chosen = ui.view.draft.hand(seat).target;
    for (target, rect) in targets.iter().copied().zip(places) {
        let on = match target {
            Target::Player(on) => ui.view.state.player(on),
            Target::Nobody => None,
        };
        let name = on.map_or("nobody", |on| &on.name);
        let label = format!("{who}: attack {name}");
        let is_chosen = chosen == Some(target);
        let response = ui.canvas.choice(("target", seat, target), rect, Gesture::Tap, &label, is_chosen);
        if is_chosen {
            ui.canvas.fill(rect, radius(8.0), GOLD);
        } else if on.is_some() {
            ui.canvas.fill(rect, radius(8.0), ui.canvas.ground.raised);
            ui.canvas.border(rect, radius(8.0), ui.canvas.look().rim, ui.canvas.ground.line);
        } else {
            ui.canvas.dashes(rect, ui.canvas.ground.line);
        }
        if response.down {
            ui.canvas.fill(rect, radius(8.0), INK.gamma_multiply(0.2));
        }
        let text = if is_chosen { INK } else { ui.canvas.ground.text };
        let quiet = if is_chosen { INK } else { ui.canvas.ground.quiet };
        tile(&mut ui.canvas, on, rect, text, quiet);
        if response.tapped() {
            ui.actions.push(Action::Enter(Entry::Target(seat, Some(target))));
        }
    }
}

/// Shield, name and life points of a target, as there is room for them.
fn tile(canvas: &mut Canvas<'_, '_>, on: Option<&Player>, rect: Rect, text: Color32, quiet: Color32) {
    let caps = TextStyle::new(Face::Caps, 22.0, text);
    let Some(on) = on else {
        canvas.fit(rect.shrink(4.0), Align2::CENTER_CENTER, caps, &["No one"]);
        return;
    };
    let line = canvas.scaled(22.0);
    if rect.width() > 1.7 * rect.height() {
        let size = rect.height() - 10.0;
        let at = pos2(rect.left() + 6.0 + size / 2.0, rect.center().y);
        emblem(canvas, rect_around(at, size, size), on.colour, false);
        let name = inset(rect, size + 14.0, 2.0, 4.0, 2.0);
        canvas.fit(name, Align2::LEFT_CENTER, caps, &[&on.name]);
        return;
    }
    let life = rect.height() >= 96.0;
    let below = line + if life { canvas.scaled(18.0) } else { 0.0 } + 3.0;
    let size = (rect.height() - below - 6.0).min(rect.width() - 8.0).clamp(20.0, 92.0);
    let top = rect.top() + (rect.height() - size - below) / 2.0;
    emblem(canvas, rect_around(pos2(rect.center().x, top + size / 2.0), size, size), on.colour, false);
    let name = Rect::from_min_size(pos2(rect.left() + 3.0, top + size + 1.0), vec2(rect.width() - 6.0, line));
    canvas.fit(name, Align2::CENTER_CENTER, caps, &[&on.name]);
    if life {
        let at = pos2(rect.center().x, name.bottom() - 2.0);
        let words = TextStyle::new(Face::Plain, 15.0, quiet);
        canvas.text(at, Align2::CENTER_TOP, words, &on.life.to_string());
    }
}

/// Draws a panel whose player has chosen, behind their shield.
pub fn hidden(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, inner: Rect) {
    let label = format!("{}: choose another target", player.name);
    let change = Button { label: &label, ..Button::new(&["Change"], Tone::Raised) };
    let row = inner.height() < 2.0 * CONTROL + GAP;
    let wide = (inner.width() * 0.4).clamp(2.0 * CONTROL, 160.0).min(inner.width());
    let (head, button, shield) = if row {
        let [head, right] = columns(inner, GAP, [0.6, 0.4]);
        let high = right.height().min(CONTROL);
        (head, Rect::from_center_size(right.center(), vec2(right.width(), high)), None)
    } else if inner.width() >= 2.0 * wide + GAP {
        let [head, right] = columns(inner, GAP, [inner.width() - wide - GAP, wide]);
        let head = head.upper(CONTROL);
        let button = Rect::from_min_size(right.min, vec2(wide, CONTROL));
        (head, button, Some(inset(inner, 0.0, CONTROL, 0.0, 0.0)))
    } else {
        let head = inner.upper(CONTROL);
        let button = inner.lower(CONTROL);
        (head, button, Some(inset(inner, 0.0, CONTROL, 0.0, CONTROL + GAP)))
    };
    if change.show(&mut ui.canvas, ("unhide", seat), button).tapped() {
        ui.actions.push(Action::Enter(Entry::Target(seat, None)));
    }
    header(ui, seat, player, head, &["chosen, behind the shield", "chosen"]);
    let canvas = &mut ui.canvas;
    if let Some(rect) = shield {
        let size = rect.height().min(rect.width()).min(190.0);
        if size >= 40.0 {
            let at = rect.center();
            canvas.disc(at, size / 2.0, WOOD, Stroke::new(2.0, INK));
            emblem(canvas, rect_around(at, size * 0.84, size * 0.84), player.colour, false);
        }
    }
}
