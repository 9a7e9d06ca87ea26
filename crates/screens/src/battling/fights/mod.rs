//! The fights of a turn, worked out (B12, B13, B19): a row for each attack in the order in which they are carried out, and the
//! reckoning of the one that is decided now.

mod reckoning;
mod row;

use egui::{Align2, Rect, Stroke, pos2, vec2};

use super::draft::next_turn;
use super::view::{Ui, View};
use crate::canvas::{Canvas, TextStyle, inset, left_corners, radius};
use crate::emblem::Spine;
use crate::form::THUMB;
use crate::letters::Face;
use crate::look::{GOLD, player_colour};
use crate::region::{Cut as _, Facing, Region};
use crate::shared;
use crate::table::Seat;
use crate::table::battling::{Clash, FightResult, Resolved, clashes};

/// How a fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// It came to this.
    Done(FightResult),
    /// It is decided now.
    Now,
    /// It waits for those before it.
    Waits,
}

/// The part of a turn that is shown.
#[derive(Clone, Copy)]
struct Seen {
    /// The attacker of the fight that is shown; the result of the turn otherwise.
    fight: Option<Seat>,
    /// True if the turn has been carried out.
    past: bool,
}

/// Draws the fights over the whole screen, turned to whoever chooses; `past` if the turn has been carried out.
pub fn draw(ui: &mut Ui<'_, '_>, past: bool) {
    let (view, screen) = (ui.view, ui.canvas.region);
    let bonus = view.rules.spec().bonus;
    let resolved = view.draft.resolved(view.state, bonus);
    let all = clashes(view.state, &view.draft.plays(view.state), bonus);
    let by = resolved.open.as_ref().map(|open| open.clash.by);
    let by = by.filter(|_| view.room.own.is_none());
    let facing = by.map_or(Facing::Near, |by| shared::table::facing(view, screen.size(), by));
    let region = Region::new(screen.rect, screen.facing.turned(facing.quarters()));
    let mut ui = ui.on(region, ui.canvas.look().panel);
    let canvas = &mut ui.canvas;
    let phone = canvas.whole().size().min_elem() < 600.0;
    let paper = canvas.whole().shrink(if phone { 4.0 } else { 14.0 });
    canvas.fill(paper, radius(14.0), canvas.ground.fill);
    canvas.border(paper, radius(14.0), 2.0, canvas.ground.line);
    let spine = paper.left_part(if phone { 8.0 } else { 32.0 });
    spines(canvas, view, &all, spine);
    let inner = inset(paper, spine.width() + if phone { 6.0 } else { 14.0 }, 8.0, if phone { 6.0 } else { 14.0 }, 10.0);
    let (list, beside) = places(inner);
    let shown = shown(view, &all, &resolved);
    let stand = |clash: &Clash| stand(clash, &resolved);
    rows(&mut ui, &all, &stand, shown, list);
    reckoning::draw(&mut ui, &all, &resolved, Seen { fight: shown, past }, beside);
}

/// The list of fights and the reckoning: side by side, or one above the other.
fn places(inner: Rect) -> (Rect, Rect) {
    if inner.width() > 1.1 * inner.height() {
        let wide = (inner.width() * 0.27).clamp(278.0, 300.0).min(inner.width() * 0.45);
        let list = inset(inner, 0.0, 0.0, wide + 14.0, 0.0);
        (list, inner.right_part(wide))
    } else {
        let high = (inner.height() * 0.5).min(460.0);
        let list = inset(inner, 0.0, 0.0, 0.0, high + 10.0);
        (list, inner.lower(high))
    }
}

/// The attacker of the fight that is shown: the one that was touched, or else the one that is decided now.
fn shown(view: View<'_>, all: &[Clash], resolved: &Resolved) -> Option<Seat> {
    let touched = view.draft.looked.filter(|seat| all.iter().any(|clash| clash.by == *seat));
    touched.or_else(|| resolved.open.as_ref().map(|open| open.clash.by))
}

fn stand(clash: &Clash, resolved: &Resolved) -> Stand {
    if let Some(fight) = resolved.fights.iter().find(|fight| fight.clash == *clash) {
        return Stand::Done(fight.result);
    }
    if resolved.open.as_ref().is_some_and(|open| open.clash == *clash) { Stand::Now } else { Stand::Waits }
}

/// The colours of everyone who fights, along the left edge.
fn spines(canvas: &mut Canvas<'_, '_>, view: View<'_>, all: &[Clash], rect: Rect) {
    let fights = |seat: &Seat| all.iter().any(|clash| clash.by == *seat || clash.on == *seat);
    let mut seats: Vec<Seat> = view.state.left().into_iter().filter(fights).collect();
    if seats.is_empty() {
        seats = view.state.left();
    }
    let high = rect.height() / seats.len().max(1) as f32;
    for (place, seat) in seats.iter().enumerate() {
        let Some(player) = view.state.player(*seat) else { continue };
        let band = Rect::from_min_size(rect.min + vec2(0.0, high * place as f32), vec2(rect.width(), high));
        let fill = player_colour(player.colour);
        if rect.width() >= 16.0 {
            let corners = if seats.len() == 1 { 14.0 } else { 3.0 };
            Spine { colour: player.colour, fill, corners, inset: vec2(6.0, 10.0) }.draw(canvas, view.cards, band);
        } else {
            canvas.fill(band, left_corners(3.0), fill);
        }
    }
}

/// The heading and a row for each attack; brackets bind those who attack each other.
fn rows(ui: &mut Ui<'_, '_>, all: &[Clash], stand: &dyn Fn(&Clash) -> Stand, shown: Option<Seat>, rect: Rect) {
    let heading = if rect.width() < 500.0 { 40.0 } else { 58.0 };
    let title = rect.upper(heading);
    let done = all.iter().filter(|clash| matches!(stand(clash), Stand::Done(_))).count();
    let said = format!("{done} of {} resolved", all.len());
    let quiet = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
    let at = ui.canvas.fit(title, Align2::RIGHT_CENTER, quiet, &[&said, &format!("{done}/{}", all.len())]);
    let free = title.with_max_x(at.left() - 12.0);
    let words = TextStyle::new(Face::Caps, if heading < 50.0 { 26.0 } else { 36.0 }, ui.canvas.ground.text);
    let turn = next_turn(ui.view.state);
    ui.canvas.fit(free, Align2::LEFT_CENTER, words, &[&format!("The fights of turn {turn}"), &format!("Turn {turn}")]);
    let below = inset(rect, 0.0, heading + 2.0, 0.0, 0.0);
    if all.is_empty() {
        let words = TextStyle::new(Face::Italic, 22.0, ui.canvas.ground.quiet);
        ui.canvas.fit(below, Align2::CENTER_CENTER, words, &["No one attacks this turn."]);
        return;
    }
    let note = if below.height() >= 420.0 && below.width() >= 500.0 { 74.0 } else { 0.0 };
    let list = inset(below, 26.0, 0.0, 0.0, note);
    let count = all.len() as f32;
    let gap = if list.height() >= count * 62.0 { 8.0 } else { 4.0 };
    let high = ((list.height() + gap) / count - gap).clamp(THUMB, 132.0);
    // Fights without room are reached from their neighbours: the list follows the current fight.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
    let fit = (((list.height() + gap + 0.5) / (high + gap)).floor().max(1.0)) as usize;
    let at = all.iter().position(|clash| Some(clash.by) == shown).unwrap_or(all.len() - 1);
    let first = (at + 1).saturating_sub(fit);
    let place = |index: usize| list.row(index - first, high, gap);
    let seen = first..(first + fit).min(all.len());
    let mut lane = 0.0;
    for index in seen.clone() {
        let Clash { by, on, .. } = all[index];
        let other = all.iter().position(|clash| (clash.by, clash.on) == (on, by)).filter(|other| *other > index);
        if let Some(other) = other.filter(|other| seen.contains(other)) {
            let x = list.left() - 20.0 + 4.0 * lane;
            let [a, b] = [place(index), place(other)].map(|row| pos2(x, row.center().y));
            let ends = [pos2(list.left(), a.y), a, b, pos2(list.left(), b.y)];
            ui.canvas.path(&ends, Stroke::new(2.0, GOLD), &[]);
            lane += 1.0;
        }
    }
    for index in seen {
        row::draw(ui, index, &all[index], stand(&all[index]), shown == Some(all[index].by), place(index));
    }
    if note > 0.0 {
        let rows = all.len().min(fit) as f32 * (high + gap) - gap;
        let at = below.with_min_y((list.top() + rows + 12.0).max(below.bottom() - 68.0));
        notes(&mut ui.canvas, ui.view, all, at);
    }
}

/// The rules that these fights go by.
fn notes(canvas: &mut Canvas<'_, '_>, view: View<'_>, all: &[Clash], rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.look().centre.fill);
    let bonus = view.rules.spec().bonus;
    let mutual = all.iter().any(|a| all.iter().any(|b| (a.by, a.on) == (b.on, b.by)));
    let order = if mutual {
        "If two attack each other, the greater damage goes first."
    } else {
        "The greatest damage goes first; equal damage lands at the same time."
    };
    let said = format!("{order} Two of one kind add {bonus}. Tap a fight to see its sum.");
    canvas.wrap_left(rect.shrink2(vec2(14.0, 8.0)), TextStyle::new(Face::Text, 18.0, canvas.ground.quiet), &said);
}
