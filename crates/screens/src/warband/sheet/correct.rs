//! Corrections: a warrior is as people say, whatever the rules say.

use egui::{Align2, Rect, pos2};

use super::super::act::one_more;
use super::super::dice::key;
use super::super::sign::Seal;
use super::super::view::{Action, Ui};
use super::super::wording::{named, status_in_short};
use super::row;
use crate::canvas::{TextStyle, inset};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::region::grid;
use crate::shared::counter::{self, Counter};
use crate::table::warband::{Command, Mark, Set, Status, Warrior, Who};

const STATUSES: [Status; 5] = [Status::Standing, Status::KnockedDown, Status::Stunned, Status::Fleeing, Status::Out];

/// Draws wounds, status and marks, and returns the new values.
pub fn draw(ui: &mut Ui<'_, '_>, who: Who, warrior: &Warrior, rect: Rect) {
    let set =
        |wounds, status, marks| Action::Do(Command::Set(Set { set: named(ui.view.state, who), wounds, status, marks }));
    let narrow = rect.width() < 600.0;
    let [counted, rest] = row(rect, if rect.height() < 420.0 { CONTROL } else { 84.0 }, GAP);
    wounds(ui, who, warrior, counted);
    let down = if narrow { 2 } else { 1 };
    let [statuses, rest] = row(rest, down as f32 * 60.0 - 6.0, GAP + 4.0);
    for (status, cell) in STATUSES.into_iter().zip(grid(statuses, 6.0, 5_usize.div_ceil(down), down)) {
        let chosen = warrior.now.status == status;
        let label = format!("{}: set {}", warrior.spec.name, status.words());
        if key(&mut ui.canvas, ("status", status.words()), cell, &label, chosen) && !chosen {
            ui.actions.push(set(None, Some(status), None));
        }
        let seal = Seal::of_status(status);
        let mut words = cell.shrink(4.0);
        if let Some(seal) = seal.filter(|_| cell.width() >= 96.0) {
            seal.draw(&mut ui.canvas, pos2(cell.left() + 24.0, cell.center().y), 32.0, false);
            words = inset(words, 40.0, 0.0, 0.0, 0.0);
        }
        let plain = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.text);
        ui.canvas.fit_down_to(12.0, words, Align2::CENTER_CENTER, plain, &[status.words(), status_in_short(status)]);
    }
    let across = match (narrow, rect.height() < 300.0) {
        (true, _) => 4,
        (false, true) => 10,
        (false, false) => 6,
    };
    let rows = Mark::ALL.len().div_ceil(across);
    let high = ((rest.height() + 6.0) / rows as f32 - 6.0).min(62.0);
    let rest = Rect::from_min_size(rest.min, egui::vec2(rest.width(), (high + 6.0) * rows as f32 - 6.0));
    for (mark, cell) in Mark::ALL.into_iter().zip(grid(rest, 6.0, across, rows)) {
        let there = warrior.now.has(mark);
        let name = mark.words();
        let label = format!("{}: {name}", warrior.spec.name);
        if key(&mut ui.canvas, ("mark", name), cell, &label, there) {
            let mut marks = warrior.now.marks;
            marks.set(mark, !there);
            ui.actions.push(set(None, None, Some(marks.iter().collect())));
        }
        let plain = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.text);
        // Two words stand below each other where the key is narrow.
        if cell.height() >= 40.0 && ui.canvas.width(plain, name) > cell.width() - 6.0 {
            ui.canvas.wrap_centred(cell.shrink(3.0), plain, name);
        } else {
            ui.canvas.fit_down_to(12.0, cell.shrink(3.0), Align2::CENTER_CENTER, plain, &[name, in_short(mark)]);
        }
    }
}

/// A mark in one short word, for a phone on its side.
fn in_short(mark: Mark) -> &'static str {
    match mark {
        Mark::FailedCharge => "fell short",
        Mark::Critical => "critical",
        Mark::Alone => "alone",
        Mark::Turned => "stunned",
        Mark::Downed => "felled",
        _ => mark.words(),
    }
}

/// The wounds as a counter; here minus and plus are corrections, and nobody is injured by them.
fn wounds(ui: &mut Ui<'_, '_>, who: Who, warrior: &Warrior, rect: Rect) {
    let name = &warrior.spec.name;
    let labels = [format!("{name}: correct to one wound less"), format!("{name}: correct to one wound more")];
    let most = Some(i64::from(warrior.spec.profile.wounds));
    let value = i64::from(warrior.now.wounds);
    let counter = Counter { title: "wounds left", value, most, labels, ..Counter::default() };
    let by: i64 = counter::draw(&mut ui.canvas, "correct wounds", rect, &counter).into_iter().sum();
    if by == 1 {
        ui.actions.extend(one_more(ui.view, who));
    } else if by != 0 {
        let to = u8::try_from((value + by).max(0)).unwrap_or_default();
        let set = Set { set: named(ui.view.state, who), wounds: Some(to), status: None, marks: None };
        ui.actions.push(Action::Do(Command::Set(set)));
    }
}
