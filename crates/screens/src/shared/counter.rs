//! A figure that people count up and down: its two halves, its pips, and the running sum of taps.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Align2, Color32, Rect, pos2, vec2};

use crate::canvas::{Canvas, TextStyle, left_corners, radius, rect_around, right_corners};
use crate::game::number;
use crate::letters::Face;
use crate::look::{INK, PAPER};
use crate::region::Cut as _;
use crate::table::PlayerColour;
use crate::touch::Gesture;
use crate::view::signed;

/// How long a running sum is shown after the last tap, in seconds.
pub const SUM_SECONDS: f64 = 2.0;

/// The running sum of taps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pill {
    /// The sum of the taps.
    pub sum: i64,
    /// When the last one was, in seconds.
    pub last: f64,
}

/// A value, and its appearance.
#[derive(Clone, Debug, Default)]
pub struct Counter<'a> {
    /// The title above the value; empty if obvious.
    pub title: &'a str,
    /// The icon before the title, by the name of its file.
    pub icon: Option<&'a str>,
    /// The figure.
    pub value: i64,
    /// It goes no further down.
    pub least: i64,
    /// It goes no further up, if there is an end.
    pub most: Option<i64>,
    /// Screen reader labels of the half that subtracts and the half that adds.
    pub labels: [String; 2],
    /// True if a finger that stays counts by tens.
    pub tens: bool,
    /// A row of pips in a player's colour, as many as there can be.
    pub pips: Option<PlayerColour>,
    /// Pip values, and the value up to which pips are drawn, if pips for the value itself would be too many.
    pub steps: Option<(i64, i64)>,
    /// The meaning of the minimum value, if it has one.
    pub at_least: &'a str,
    /// The running sum of taps.
    pub pill: Option<Pill>,
}

/// Draws the value with minus at the left and plus at the right; returns the change for each tapped half.
pub fn draw(canvas: &mut Canvas<'_, '_>, id: impl Hash + Debug, rect: Rect, counter: &Counter<'_>) -> Vec<i64> {
    let ground = canvas.ground;
    let look = canvas.look();
    canvas.fill(rect, radius(10.0), ground.raised);
    if look.high {
        canvas.border(rect, radius(10.0), look.rim, ground.line);
    }
    // The gap keeps a thumb that slips from taking what it meant to give.
    let gap = if rect.width() < 104.0 { 4.0 } else { 8.0 };
    let half = vec2((rect.width() - gap) / 2.0, rect.height());
    let minus = Rect::from_min_size(rect.min, half);
    let plus = Rect::from_min_size(pos2(rect.right() - half.x, rect.top()), half);
    // Another printing may have had other bounds than this one.
    let down = (counter.value - counter.least).max(0);
    let up = counter.most.map_or(i64::MAX, |most| (most - counter.value).max(0));
    let (mut coming, mut steps) = (0, Vec::new());
    for (place, (side, room, sign)) in [(minus, down, -1_i64), (plus, up, 1)].into_iter().enumerate() {
        let label = format!("{}, has {}", counter.labels[place], counter.value);
        let response = canvas.control((&id, sign), side, Gesture::Repeat, &label);
        let scaled = |taps: u32| i64::from(taps) * if counter.tens && taps > 1 { 10 } else { 1 };
        let by = scaled(response.taps).min(room) * sign;
        if by != 0 {
            steps.push(by);
        }
        coming += scaled(response.coming).min(room) * sign;
        if response.down && room > 0 {
            let (corners, tint) =
                if sign < 0 { (left_corners(10.0), look.minus) } else { (right_corners(10.0), look.plus) };
            let tint = if ground == look.turn && !look.high { tint.gamma_multiply(0.5) } else { tint };
            canvas.fill(side, corners, tint);
        }
    }
    figure(canvas, rect, counter, [down, up]);
    tell(canvas, rect, counter, coming);
    steps
}

/// The figure between minus and plus, its title above it and its pips below.
fn figure(canvas: &mut Canvas<'_, '_>, rect: Rect, counter: &Counter<'_>, [down, up]: [i64; 2]) {
    let ground = canvas.ground;
    let pips = if counter.pips.is_some() { pips_height(rect) } else { 0.0 };
    let title = if counter.title.is_empty() { 0.0 } else { canvas.scaled(19.0).min(rect.height() * 0.34) };
    let high = rect.height() - pips - title;
    let middle = pos2(rect.center().x, rect.top() + title + high / 2.0);
    let said = number(counter.value);
    let size = high.min(rect.width() * 0.5).clamp(if title > 0.0 { 24.0 } else { 60.0 }, 122.0);
    let words = TextStyle::new(Face::Figure, size, ground.text);
    if said.chars().count() > 2 || title > 0.0 {
        // Long figures share the width with the signs beside them.
        let room = rect_around(
            middle + vec2(0.0, size * 0.04),
            rect.width() * if rect.width() < 160.0 { 0.46 } else { 0.56 },
            high,
        );
        canvas.fit_figure(room, Align2::CENTER_CENTER, words, &said);
    } else {
        canvas.figure(middle + vec2(0.0, size * 0.04), Align2::CENTER_CENTER, words, &said);
    }
    let arm = (rect.width() * 0.06).clamp(9.0, 18.0);
    let inset = (rect.width() * 0.06).max(10.0) + arm;
    let faint = |room: i64| if room > 0 { ground.text } else { ground.text.gamma_multiply(0.3) };
    icon(canvas, pos2(rect.left() + inset, middle.y), arm, false, faint(down));
    icon(canvas, pos2(rect.right() - inset, middle.y), arm, true, faint(up));
    if title > 0.0 {
        let above = Rect::from_min_size(rect.min + vec2(8.0, 2.0), vec2(rect.width() - 16.0, title));
        let words = TextStyle::new(Face::Plain, 15.0, ground.quiet);
        match counter.icon {
            Some(icon) => canvas.fit_with_icon(above, words, icon, &[counter.title]),
            None => drop(canvas.fit(above, Align2::CENTER_CENTER, words, &[counter.title])),
        }
    }
    if let Some(colour) = counter.pips {
        self::pips(canvas, counter, colour, rect, pips);
    }
}

/// A minus or a plus.
fn icon(canvas: &Canvas<'_, '_>, at: egui::Pos2, arm: f32, plus: bool, colour: Color32) {
    let thick = (arm * 0.34).max(4.0);
    canvas.fill(rect_around(at, 2.0 * arm, thick), radius(1.0), colour);
    if plus {
        canvas.fill(rect_around(at, thick, 2.0 * arm), radius(1.0), colour);
    }
}

fn pips_height(rect: Rect) -> f32 {
    if rect.height() >= 84.0 { 24.0 } else { 14.0 }
}

/// As many pips as there can be; those that are there are filled, the last one in part.
fn pips(canvas: &Canvas<'_, '_>, counter: &Counter, colour: PlayerColour, rect: Rect, room: f32) {
    let (each, most) = counter.steps.unwrap_or_else(|| (1, counter.most.unwrap_or(counter.least + 1)));
    let count = (most - counter.least + each - 1) / each.max(1);
    let on_paper = canvas.ground == canvas.look().turn;
    let colour = canvas.look().pip(colour, on_paper);
    let row = Rect::from_min_max(
        pos2(rect.left() + 12.0, rect.bottom() - room),
        pos2(rect.right() - 12.0, rect.bottom() - room + 10.0),
    );
    let step = row.width() / count.max(1) as f32;
    for place in 0..count {
        let at = pos2(row.left() + step * place as f32 + 1.0, row.top());
        let pip = Rect::from_min_size(at, vec2(step - 2.5, row.height()));
        let there = (counter.value - counter.least - place * each).clamp(0, each);
        if there < each {
            canvas.border(pip, radius(2.0), 1.0, canvas.ground.line);
        }
        if there > 0 {
            let share = there as f32 / each as f32;
            canvas.fill(pip.left_part(pip.width() * share), radius(2.0), colour);
        }
    }
}

/// The running sum and what it leads to; the sum of a long press is shown as pending.
fn tell(canvas: &Canvas<'_, '_>, rect: Rect, counter: &Counter, coming: i64) {
    let sum = counter.pill.map_or(0, |pill| pill.sum) + coming;
    if sum == 0 && counter.pill.is_none() {
        return;
    }
    let to = counter.value + coming;
    let end = if to == counter.least && !counter.at_least.is_empty() { ": " } else { "" };
    let what = if end.is_empty() { "" } else { counter.at_least };
    let said = format!("{} → {}{end}{what}", signed(sum), number(to));
    let words = TextStyle::new(Face::Figure, 24.0, if coming == 0 { INK } else { PAPER });
    let width = canvas.width(words, &said) + 28.0;
    let high = canvas.scaled(32.0);
    let at = rect_around(pos2(rect.right() - width / 2.0 + 4.0, rect.top() - high * 0.2), width, high);
    canvas.fill(at, radius(high / 2.0), if coming == 0 { PAPER } else { INK });
    canvas.border(at, radius(high / 2.0), 1.5, if coming == 0 { INK } else { PAPER });
    canvas.text(at.center(), Align2::CENTER_CENTER, words, &said);
}
