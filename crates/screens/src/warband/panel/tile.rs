//! A warrior's tile: what it is, how it is, its wounds.

use egui::{Align2, Color32, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::super::act;
use super::super::sign::{Seal, Sign, none_left};
use super::super::view::{Action, OwnSheet, Ui};
use super::super::wording;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::form::THUMB;
use crate::game::Profile;
use crate::letters::Face;
use crate::look::{INK, PAPER};
use crate::region::{Cut as _, columns};
use crate::table::warband::{Condition, Mark, Status, Warrior, Who};
use crate::touch::Gesture;

/// A tile that is as large shows the whole profile, in points.
pub const LETTERED: Vec2 = vec2(240.0, 66.0);
/// A tile that is narrower is a chip: one control that opens the warrior's sheet.
const CHIP: f32 = 150.0;

/// Minimum size of a name's letters, in points: a whole small name is better than a cut one.
const SMALLEST: f32 = 9.5;

/// Between the two controls of a tile, in points.
const APART: f32 = 4.0;

/// True if tiles of a size show the whole profile.
pub fn is_lettered(size: Vec2) -> bool {
    size.x >= LETTERED.x && size.y >= LETTERED.y
}

/// Where the figures of the profile stand in a tile.
fn figures(tile: Rect) -> [Rect; 9] {
    let body = inset(tile, 8.0, 0.0, wounds_width(tile) + 6.0, 0.0);
    columns(body, 0.0, [1.0; 9])
}

fn wounds_width(tile: Rect) -> f32 {
    (tile.width() * 0.23).clamp(THUMB, 62.0)
}

/// The letters of the profile above a column of tiles.
pub fn letters(canvas: &mut Canvas<'_, '_>, rect: Rect) {
    let words = TextStyle::new(Face::Text, 15.0, canvas.ground.quiet);
    // Two letters must not run into those beside them.
    let narrow = TextStyle { face: Face::Narrow, ..words };
    for (letter, cell) in Profile::LETTERS.into_iter().zip(figures(rect)) {
        canvas.fit_down_to(11.0, cell.shrink2(vec2(1.0, 0.0)), Align2::CENTER_CENTER, narrow, &[letter]);
    }
    let wounds = rect.right_part(wounds_width(rect));
    canvas.fit(wounds.expand2(vec2(6.0, 0.0)), Align2::CENTER_CENTER, words, &["wounds"]);
}

/// Draws it, and gives what its controls ask for: the sheet of the warrior, a wound.
pub fn draw(ui: &mut Ui<'_, '_>, who: Who, warrior: &Warrior, leads: bool, rect: Rect) {
    let now = warrior.now;
    let chip = rect.width() < CHIP;
    let zone = wounds_width(rect);
    let body = if chip || !now.is_in() { rect } else { inset(rect, 0.0, 0.0, zone + APART, 0.0) };
    let response =
        ui.canvas.control(("warrior", who.seat, who.no), body, Gesture::Tap, &wording::label(ui.view.state, who));
    if response.tapped() {
        ui.actions.push(Action::Open(who.seat, OwnSheet::Warrior(who).into()));
    }
    ground(&ui.canvas, warrior, rect);
    if response.down {
        ui.canvas.fill(body, radius(8.0), ui.canvas.ground.line.gamma_multiply(0.5));
    }
    if chip {
        self::chip(&mut ui.canvas, who, warrior, leads, rect);
        return;
    }
    let wounds = rect.right_part(zone);
    if now.is_in() {
        let label = format!("{}: one wound less", wording::title(ui.view.state, who));
        let response = ui.canvas.control(("wound", who.seat, who.no), wounds, Gesture::Hold, &label);
        if response.down {
            ui.canvas.fill(wounds, radius(8.0), ui.canvas.look().minus);
        }
        if response.held {
            ui.actions.extend(act::one_more(ui.view, who));
        } else if response.tapped() {
            ui.actions.extend(act::wound(ui.view, who));
        }
    }
    let inset = rect.height() * 0.16;
    let line = wounds.left() + 1.0;
    ui.canvas.line(pos2(line, rect.top() + inset), pos2(line, rect.bottom() - inset), 1.0, ui.canvas.ground.line);
    self::wounds(&mut ui.canvas, warrior, wounds);
    words(&mut ui.canvas, who, warrior, leads, rect);
    if !now.is_in() {
        let stroke = ui.canvas.ground.quiet.gamma_multiply(0.8);
        ui.canvas.line(
            pos2(rect.left() + 34.0, rect.bottom() - 12.0),
            pos2(line - 10.0, rect.top() + 12.0),
            2.0,
            stroke,
        );
    }
}

/// The ground tells without colour: hatched and dashed who hides, dashed who is out, a bar at the left who lies.
fn ground(canvas: &Canvas<'_, '_>, warrior: &Warrior, rect: Rect) {
    let now = warrior.now;
    let hidden = now.has(Mark::Hidden);
    if !now.is_in() {
        canvas.dashes(rect, canvas.ground.line);
        return;
    }
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if hidden {
        hatch(canvas, rect.shrink(3.0));
        canvas.dashes(rect, canvas.ground.quiet);
    } else {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    if now.is_down() {
        let bar = Rect::from_min_size(rect.min + vec2(1.0, 5.0), vec2(4.0, rect.height() - 10.0));
        canvas.fill(bar, radius(2.0), none_left(canvas));
    }
}

/// Thin lines aslant.
fn hatch(canvas: &Canvas<'_, '_>, rect: Rect) {
    const STEP: f32 = 8.0;
    let colour = canvas.ground.line.gamma_multiply(if canvas.look().high { 0.7 } else { 0.55 });
    let high = rect.height();
    let mut x = rect.left() - high + STEP;
    while x < rect.right() {
        // From the lower left to the upper right, cut at both sides.
        let start = (rect.left() - x).max(0.0);
        let end = (rect.right() - x).min(high);
        if end > start {
            let at = |share: f32| pos2(x + share, rect.bottom() - share);
            canvas.line(at(start), at(end), 1.0, colour);
        }
        x += STEP;
    }
}

/// The seal with the number on it.
fn seal(canvas: &mut Canvas<'_, '_>, who: Who, warrior: &Warrior, leads: bool, centre: Pos2, wide: f32) {
    Seal::of(warrior, leads).draw(canvas, centre, wide, !warrior.now.is_in());
    let small = (wide * 0.2).max(9.0);
    let at = centre + vec2(wide * 0.36, wide * 0.36);
    canvas.disc(at, small, PAPER, Stroke::new(1.2, INK));
    let figure = TextStyle::new(Face::Strong, small * 1.35, INK);
    canvas.figure(at, Align2::CENTER_CENTER, figure, &who.no.to_string());
}

fn words(canvas: &mut Canvas<'_, '_>, who: Who, warrior: &Warrior, leads: bool, tile: Rect) {
    let now = warrior.now;
    let full = is_lettered(tile.size());
    let rect = inset(tile, 0.0, 0.0, wounds_width(tile), 0.0);
    let line = if full { rect.height() * 0.58 } else { rect.height() };
    let size = (line - 6.0).min(if full { 42.0 } else { 46.0 }).min(rect.width() * 0.34);
    let centre = pos2(rect.left() + 10.0 + size / 2.0, rect.top() + line / 2.0 + if full { 2.0 } else { 0.0 });
    seal(canvas, who, warrior, leads, centre, size);
    let strength = if now.is_in() { 1.0 } else { 0.75 };
    let [text, quiet] = [canvas.ground.text, canvas.ground.quiet].map(|colour| colour.gamma_multiply(strength));
    let beside = Rect::from_min_max(pos2(centre.x + size / 2.0 + 12.0, rect.top() + 4.0), rect.max - vec2(4.0, 4.0));
    let state = wording::state_of(warrior, leads);
    let name = TextStyle::new(Face::Figure, 20.0, text);
    let small = TextStyle::new(Face::Plain, 14.5, quiet);
    let spec = &warrior.spec;
    let first = wording::short(&spec.name);
    if full {
        let row = beside.with_max_y(rect.top() + line);
        let said = canvas.fit(row, Align2::RIGHT_CENTER, small, &[&state]);
        let left = besides(canvas, now, pos2(said.left() - 4.0, row.center().y), row);
        let free = row.with_max_x(left - 4.0);
        canvas.fit(free, Align2::LEFT_CENTER, name, &[&spec.name, first]);
        let y = rect.top() + line + (rect.height() - line) * 0.42;
        for (figure, cell) in <[u8; 9]>::from(spec.profile).into_iter().zip(figures(tile)) {
            let words = TextStyle::new(Face::Figure, 18.0, text);
            canvas.figure(pos2(cell.center().x, y), Align2::CENTER_CENTER, words, &figure.to_string());
        }
        return;
    }
    let own = format!("I {}  Ld {}", spec.profile.initiative, spec.profile.leadership);
    let short = wording::state_in_short(warrior, leads);
    let [said, short] = if state.is_empty() { [own.clone(), own] } else { [state, short] };
    let middle = beside.center().y;
    let two = rect.height() >= 42.0;
    let above = beside.with_max_y(if two { middle } else { beside.bottom() });
    let below = beside.with_min_y(middle);
    canvas.fit_down_to(12.0, above, Align2::LEFT_CENTER, TextStyle { size: 19.0, ..name }, &[&spec.name, first]);
    if two {
        let at = canvas.fit_down_to(12.0, below, Align2::LEFT_CENTER, small, &[&said, &short]);
        if below.right() - at.right() > 26.0 {
            besides(canvas, now, pos2(below.right(), below.center().y), below.with_min_x(at.right()));
        }
    }
}

/// Small seals for what a warrior has done, from the right; gives where they begin.
fn besides(canvas: &mut Canvas<'_, '_>, now: Condition, right: Pos2, room: Rect) -> f32 {
    const SIZE: f32 = 22.0;
    let mut x = right.x;
    for seal in Seal::beside(now) {
        if x - SIZE < room.left() {
            break;
        }
        seal.draw(canvas, pos2(x - SIZE / 2.0, right.y), SIZE, false);
        x -= SIZE + 3.0;
    }
    x
}

/// How many wounds are left, as a figure and as drops; a skull for who is out.
fn wounds(canvas: &mut Canvas<'_, '_>, warrior: &Warrior, rect: Rect) {
    let now = warrior.now;
    if now.status == Status::Out {
        let size = (rect.height() * 0.44).min(30.0);
        let colour = canvas.ground.quiet;
        Sign::Out.draw(canvas, rect_around(rect.center(), size, size), colour);
        return;
    }
    let most = warrior.spec.profile.wounds;
    let low = rect.height() < 52.0;
    let drops = if low { 0.0 } else { 20.0 };
    let colour = if now.wounds == 0 { none_left(canvas) } else { canvas.ground.text };
    let figure = rect.with_max_y(rect.bottom() - drops);
    let words = TextStyle::new(Face::Figure, (figure.height() * 0.6).min(28.0), colour);
    canvas.figure(figure.center() + vec2(0.0, drops * 0.1), Align2::CENTER_CENTER, words, &now.wounds.to_string());
    if low {
        return;
    }
    let shown = f32::from(most.min(4));
    let step = 13.0;
    for place in 0..most.min(4) {
        let x = rect.center().x + (f32::from(place) - (shown - 1.0) / 2.0) * step;
        let at = rect_around(pos2(x, rect.bottom() - drops + 6.0), 13.0, 13.0);
        let strength = if place < now.wounds { 1.0 } else { 0.3 };
        Sign::Wound.draw_through(canvas, at, colour, Color32::WHITE.gamma_multiply(strength));
    }
}

/// A tile of which there is but little: the seal above the name, or beside it where the tile lies.
fn chip(canvas: &mut Canvas<'_, '_>, who: Who, warrior: &Warrior, leads: bool, rect: Rect) {
    let name = wording::short(&warrior.spec.name);
    let now = warrior.now;
    let colour = if now.wounds == 0 { none_left(canvas) } else { canvas.ground.text };
    if rect.width() >= 88.0 && rect.width() > 1.4 * rect.height() {
        let size = (rect.height() - 10.0).min(40.0).min(rect.width() * 0.36);
        seal(canvas, who, warrior, leads, pos2(rect.left() + 5.0 + size / 2.0, rect.center().y - 2.0), size);
        let text = inset(rect, size + 15.0, 3.0, 4.0, 3.0);
        let middle = text.center().y;
        let above = text.with_max_y(middle);
        let below = text.with_min_y(middle);
        let words = TextStyle::new(Face::Figure, 17.0, canvas.ground.text);
        canvas.fit_down_to(SMALLEST, above, Align2::LEFT_CENTER, words, &[name]);
        let mut free = below;
        if now.is_in() {
            let drop = rect_around(pos2(below.left() + 6.0, below.center().y), 13.0, 13.0);
            Sign::Wound.draw(canvas, drop, colour);
            let words = TextStyle::new(Face::Figure, 17.0, colour);
            let at = pos2(drop.right() + 3.0, below.center().y);
            free.min.x = canvas.figure(at, Align2::LEFT_CENTER, words, &now.wounds.to_string()).right() + 6.0;
        }
        let [state, short] = [wording::state_of(warrior, leads), wording::state_in_short(warrior, leads)];
        if free.width() >= 34.0 || !now.is_in() {
            let quiet = TextStyle::new(Face::Plain, 13.5, canvas.ground.quiet);
            canvas.fit_down_to(11.0, free, Align2::LEFT_CENTER, quiet, &[&state, &short]);
        }
        return;
    }
    let foot = if rect.height() >= 52.0 { 18.0 } else { 0.0 };
    let size = (rect.height() - foot - 6.0).min(rect.width() - 10.0).min(44.0);
    let beside = rect.width() >= size + 34.0;
    let centre = pos2(rect.center().x - if beside { 8.0 } else { 0.0 }, rect.top() + 3.0 + size / 2.0);
    seal(canvas, who, warrior, leads, centre, size);
    if beside && now.is_in() {
        let words = TextStyle::new(Face::Figure, 20.0, colour);
        canvas.figure(pos2(rect.right() - 13.0, centre.y), Align2::CENTER_CENTER, words, &now.wounds.to_string());
    }
    if foot > 0.0 {
        let words = TextStyle::new(Face::Plain, 14.0, canvas.ground.text);
        let row = Rect::from_min_max(pos2(rect.left() + 2.0, rect.bottom() - foot - 1.0), rect.max - vec2(2.0, 1.0));
        canvas.fit_down_to(SMALLEST, row, Align2::CENTER_CENTER, words, &[name]);
    }
}
