//! Markings on the board beside the units: possible moves, the cost of an attack, the last event, and refusals.

use crate::session::PanelState;
use egui::{Align2, Color32, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::draft::{self, Advice};
use super::last_move::Deed;
use super::plan::Board;
use super::unit::{self, SEA};
use super::view::{View, is_machine, moves};
use crate::canvas::{Canvas, TextStyle, radius, rect_around};
use crate::letters::Face;
use crate::look::{GOLD, HARM, INK, PAPER};
use crate::table::skirminion::{
    Activation, HalfDone, Rules, Side, Square, State, Table, Unit, forecast, may_rest, targets,
};

/// The frame of who is attacked.
const BLOOD: Color32 = Color32::from_rgb(0xd8, 0x52, 0x3c);
/// The last stand.
const RAYS: Color32 = Color32::from_rgb(0x7a, 0x54, 0x10);

/// Draws the markings below the units.
pub fn below(canvas: &mut Canvas<'_, '_>, view: View<'_>, table: &Table, board: &Board) {
    let state = view.state;
    if let Some(last) = last(view, table) {
        last.below(canvas, board);
    }
    for side in Side::BOTH {
        if let (Some(at), 1) = (state.position.board.units(side).first(), state.position.board.units(side).len()) {
            rays(canvas, board.square(at));
        }
    }
    let Some(turn) = state.turn().filter(|side| moves(view, *side)) else { return };
    let Some(at) = draft::in_hand(view) else { return };
    match state.half.map(|half| half.done) {
        None => selected(canvas, board.square(at)),
        Some(done) => half_used(canvas, board.square(at), (done == HalfDone::Moved) == (turn == board.near)),
    }
    options(canvas, view, board, at, view.draft.target);
}

/// Marks the squares that a unit can go to and the enemies that it can attack, one of them as chosen.
fn options(canvas: &mut Canvas<'_, '_>, view: View<'_>, board: &Board, unit: Square, chosen: Option<Square>) {
    let (reached, retreats) = draft::reached(view.state, unit);
    for to in reached {
        legal(canvas, board.square(to), retreats);
    }
    for foe in draft::attacked(view.state, unit) {
        target(canvas, board.square(foe), chosen == Some(foe));
    }
}

/// Draws the markings while a unit is dragged: where it could go, and the cost of an attack or a refusal below the finger.
pub fn dragged(canvas: &mut Canvas<'_, '_>, view: View<'_>, board: &Board, unit: Square, over: Option<Square>) {
    options(canvas, view, board, unit, over);
    let Some(over) = over else { return };
    let possible = draft::objections(view.state, Some(unit), over).is_empty();
    let own = view.state.position.board.side(over) == Some(view.state.position.turn);
    match view.state.position.board.side(over) {
        Some(_) if possible && !own => {
            shown_forecast(canvas, view, board, view.state.position.turn, unit, over);
        }
        None if possible => canvas.border(board.square(over), radius(3.0), 4.0, PAPER),
        _ => canvas.border(board.square(over), radius(3.0), 4.0, BLOOD),
    }
}

/// Draws the markings above the units.
pub fn above(canvas: &mut Canvas<'_, '_>, view: View<'_>, table: &Table, board: &Board, panels: &[PanelState<Rules>]) {
    let state = view.state;
    let units = &state.position.board;
    contacts(canvas, state, board);
    if let Some(last) = last(view, table) {
        last.above(canvas, board);
    }
    let Some(turn) = state.turn() else { return };
    let unit = draft::in_hand(view);
    let machine = is_machine(view, turn);
    for at in units.units(turn) {
        let rect = board.square(at);
        let free = state.half.is_none_or(|half| half.at == at);
        if free && unit != Some(at) && !machine {
            ready(canvas, rect, turn != board.near);
        }
        if state.half.is_none() && may_rest(&state.position, at) {
            corner(canvas, rect, "rest", SEA, turn != board.near);
        }
    }
    for side in Side::BOTH {
        if let (Some(at), 1) = (units.units(side).first(), units.units(side).len()) {
            corner(canvas, board.square(at), "last-stand", RAYS, side != board.near);
        }
    }
    if let Some(half) = state.half.filter(|half| units.side(half.at) == Some(turn)) {
        let (mark, fill) = if half.done == HalfDone::Moved { ("attack", HARM) } else { ("move", SEA) };
        corner(canvas, board.square(half.at), mark, fill, turn != board.near);
    } else if let Some(at) = unit.filter(|at| view.draft.target.is_none() && !targets(units, turn, *at).is_empty()) {
        corner(canvas, board.square(at), "retreat", SEA, turn != board.near);
    }
    if panels.iter().any(|panel| panel.work.thinks()) {
        running(canvas, board.field.expand(board.rim.min(3.0)));
    }
    if let Advice::Found(activation) = view.draft.hint {
        hint(canvas, board, activation);
    }
    if let (Some(by), Some(on)) = (unit, view.draft.target) {
        shown_forecast(canvas, view, board, turn, by, on);
    }
    if let Some(at) = view.draft.refused {
        refused(canvas, view, board, at);
    }
}

/// The unit in hand.
pub fn selected(canvas: &Canvas<'_, '_>, rect: Rect) {
    canvas.fill(rect, 0, GOLD.gamma_multiply(0.38));
    framed(canvas, rect, GOLD, 5.0);
}

/// A frame on ink.
fn framed(canvas: &Canvas<'_, '_>, rect: Rect, colour: Color32, width: f32) {
    let width = width.min(rect.width() * 0.07);
    canvas.border(rect.shrink(0.5), radius(5.0), width + 3.5, INK);
    canvas.border(rect.shrink(2.0), radius(4.0), width, colour);
}

/// The half of the frame that is used up is gone: below is what may still follow a move, above what may follow an attack.
fn half_used(canvas: &Canvas<'_, '_>, rect: Rect, lower: bool) {
    canvas.fill(rect, 0, GOLD.gamma_multiply(0.22));
    let inner = rect.shrink(5.0);
    let (start, end) = if lower {
        ([inner.left_center(), inner.left_bottom()], [inner.right_bottom(), inner.right_center()])
    } else {
        ([inner.left_center(), inner.left_top()], [inner.right_top(), inner.right_center()])
    };
    let path: Vec<Pos2> = start.into_iter().chain(end).collect();
    canvas.path(&path, Stroke::new(8.0, INK), &[]);
    canvas.path(&path, Stroke::new(4.5, GOLD), &[]);
}

/// A square that can be moved to.
pub fn legal(canvas: &mut Canvas<'_, '_>, rect: Rect, retreats: bool) {
    let (at, size) = (rect.center(), rect.width() * 0.185);
    canvas.disc(at, size + 2.0, INK, Stroke::NONE);
    canvas.disc(at, size, GOLD, Stroke::NONE);
    if retreats {
        unit::sign(canvas, rect_around(at, size * 1.3, size * 1.3), "retreat", INK);
    } else {
        canvas.disc(at, size * 0.5, INK, Stroke::NONE);
        canvas.disc(at, size * 0.26, GOLD, Stroke::NONE);
    }
}

/// An enemy who can be attacked; chosen where the forecast is shown.
pub fn target(canvas: &Canvas<'_, '_>, rect: Rect, chosen: bool) {
    if chosen {
        canvas.fill(rect, 0, BLOOD.gamma_multiply(0.34));
        framed(canvas, rect, BLOOD, 5.0);
        return;
    }
    let inner = rect.shrink(4.0);
    let corners = [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom(), inner.left_top()];
    canvas.path(&corners, Stroke::new(4.0, HARM), &[9.0, 5.0]);
}

/// May be activated: a stroke under the unit, on its owner's side.
pub fn ready(canvas: &Canvas<'_, '_>, rect: Rect, turned: bool) {
    let side = rect.width();
    let y = if turned { rect.top() + 4.5 } else { rect.bottom() - 4.5 };
    let bar = rect_around(pos2(rect.center().x, y), side * 0.4, 4.0);
    canvas.fill(bar.expand(1.5), radius(3.5), INK);
    canvas.fill(bar, radius(2.0), GOLD);
}

/// A badge in the corner that its owner sees at the upper right.
fn corner(canvas: &mut Canvas<'_, '_>, rect: Rect, mark: &str, fill: Color32, turned: bool) {
    let side = rect.width();
    let off = vec2(0.33, -0.33) * side * if turned { -1.0 } else { 1.0 };
    unit::badge(canvas, rect.center() + off, (side * 0.14).max(8.0), mark, fill);
}

/// The rays of a last stand.
fn rays(canvas: &Canvas<'_, '_>, rect: Rect) {
    let (at, size) = (rect.center(), rect.width() / 2.0);
    for ray in 0_u8..16 {
        let turn = (f32::from(ray) + 0.5) * std::f32::consts::TAU / 16.0;
        let place = |by: f32, far: f32| {
            let reached = at + Vec2::angled(turn + by) * size * far;
            reached.clamp(rect.min, rect.max)
        };
        canvas.area(&[place(-0.07, 1.2), place(0.07, 1.2), place(0.0, 0.8)], RAYS);
    }
    canvas.border(rect.shrink(2.0), radius(4.0), 3.0, GOLD);
}

/// Bars on the edges where enemies touch (K10), at corners a point.
fn contacts(canvas: &Canvas<'_, '_>, state: &State, board: &Board) {
    let units = &state.position.board;
    for at in units.units(Side::Bone) {
        for foe in targets(units, Side::Bone, at) {
            let (a, b) = (board.middle(at), board.middle(foe));
            let (middle, side) = (a + (b - a) / 2.0, board.side());
            let (wide, long) = (side * 0.09, side * 0.34);
            let size = match ((a.x - b.x).abs() > 1.0, (a.y - b.y).abs() > 1.0) {
                (true, false) => vec2(wide, long),
                (false, true) => vec2(long, wide),
                _ => Vec2::splat(side * 0.14),
            };
            let bar = Rect::from_center_size(middle, size);
            canvas.fill(bar.expand(1.5), radius(4.0), INK);
            canvas.fill(bar, radius(3.0), BLOOD);
        }
    }
}

/// Draws the dotted frames of the advice.
fn hint(canvas: &mut Canvas<'_, '_>, board: &Board, activation: Activation) {
    let dotted = |at: Square| {
        let inner = board.square(at).shrink(4.5);
        let corners =
            [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom(), inner.left_top()];
        canvas.path(&corners, Stroke::new(7.5, INK), &[]);
        canvas.path(&corners, Stroke::new(4.0, GOLD), &[4.0, 6.0]);
    };
    dotted(activation.unit());
    activation.destination().into_iter().for_each(dotted);
    if let Some(to) = activation.destination() {
        unit::arrow(canvas, board.middle(activation.unit()), board.middle(to), board.side(), GOLD);
    }
    if let Some(on) = activation.target() {
        target(canvas, board.square(on), true);
        unit::blow(canvas, board.middle(activation.attacks_from()), board.middle(on), board.side());
    }
}

/// Losses, helpers and last stands of an attack that is not confirmed yet.
fn shown_forecast(canvas: &mut Canvas<'_, '_>, view: View<'_>, board: &Board, turn: Side, by: Square, on: Square) {
    let losses = forecast(&view.state.position.board, turn, by, on);
    let side = board.side();
    unit::blow(canvas, board.middle(by), board.middle(on), side);
    for (at, loss) in [(on, losses.defender), (by, losses.attacker)] {
        for helper in loss.helpers {
            let (a, b) = (board.middle(helper), board.middle(at));
            unit::chip(canvas, a + (b - a) / 2.0, (side * 0.125).max(8.5), "+1", [PAPER, HARM]);
        }
    }
    for (at, foe, loss) in [(on, by, losses.defender), (by, on, losses.attacker)] {
        // At the corner away from the foe.
        let away = board.middle(at) - board.middle(foe);
        let part = |by: f32| if by.abs() < 1.0 { 0.33 } else { 0.33 * by.signum() };
        let place = board.middle(at) + vec2(part(away.x), part(away.y)) * side;
        let size = (side * 0.17).max(11.0);
        unit::chip(canvas, place, size, &format!("−{}", loss.loss.min(loss.before)), [HARM, PAPER]);
        if loss.gain > 0 {
            let up = place - vec2(2.0 * part(away.x), 0.0) * side;
            unit::chip(canvas, up, size * 0.9, &format!("+{}", loss.gain), [SEA, PAPER]);
        }
    }
}

/// A cross, and in few words why.
fn refused(canvas: &mut Canvas<'_, '_>, view: View<'_>, board: &Board, at: Square) {
    let reasons = draft::objections(view.state, draft::in_hand(view), at);
    let Some(reason) = reasons.first() else { return };
    let (rect, arm) = (board.square(at), board.side() * 0.16);
    for (width, colour, by) in [(9.0, INK, arm + 2.0), (5.0, BLOOD, arm)] {
        for way in [1.0, -1.0] {
            let by = vec2(by, by * way);
            canvas.line(rect.center() - by, rect.center() + by, width, colour);
        }
    }
    let words = TextStyle::new(Face::Strong, 15.0, PAPER);
    let wide = canvas.width(words, &reason.short) + 22.0;
    let high = canvas.scaled(30.0);
    let room = board.whole();
    // Read from where the player on turn sits.
    let turned = view.state.turn().is_some_and(|turn| turn != board.near && !is_machine(view, turn.other()));
    let off = (rect.width() * 0.32 + high / 2.0) * if turned { -1.0 } else { 1.0 };
    let x = rect.center().x.clamp(room.left() + wide / 2.0, (room.right() - wide / 2.0).max(room.left() + wide / 2.0));
    let y = (rect.center().y + off).clamp(room.top() + high / 2.0, room.bottom() - high / 2.0);
    let slip = rect_around(pos2(x, y), wide, high);
    let part = canvas.part(slip, if turned { 2 } else { 0 });
    let whole = part.whole();
    part.fill(whole, radius(8.0), INK);
    part.border(whole, radius(8.0), 1.5, PAPER);
    part.text(whole.center(), Align2::CENTER_CENTER, words, &reason.short);
}

/// The frame that runs round the board while the table thinks.
fn running(canvas: &Canvas<'_, '_>, rect: Rect) {
    const DASH: [f32; 2] = [26.0, 14.0];
    let ui = canvas.tools.ui;
    // It stands where people want nothing to move.
    let time = if ui.style().animation_time > 0.0 { ui.input(|input| input.time) } else { 0.0 };
    #[allow(clippy::cast_possible_truncation, reason = "a few points")]
    let by = ((time * 60.0) % f64::from(DASH[0] + DASH[1])) as f32;
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    canvas.path(&corners, Stroke::new(4.0, INK), &[]);
    canvas.path_from(&corners, Stroke::new(3.0, PAPER), DASH, by);
}

/// Returns the last activation, until another begins or a unit is selected.
fn last(view: View<'_>, table: &Table) -> Option<Deed> {
    let state = view.state;
    if draft::in_hand(view).is_some() && state.over.is_none() || view.draft.hint != Advice::No {
        return None;
    }
    let groups = table.groups();
    let group = groups.last()?;
    table.done().get(group.clone()).map(Deed::of)
}

/// Returns a square's screen reader label: "d4, bone unit, 5 health, can be activated". A refused square includes the
/// reason.
pub fn label(view: View<'_>, at: Square) -> String {
    let state = view.state;
    let unit = draft::in_hand(view);
    let reasons = draft::objections(state, unit, at);
    let is = match state.position.board.unit(at) {
        Some(Unit { side, health }) => format!("{at}, {side} unit, {health} health"),
        None => format!("{at}, empty"),
    };
    if view.draft.refused == Some(at) && !reasons.is_empty() {
        let why: Vec<String> = reasons.iter().map(|reason| view.book().about.in_book(&reason.to_string())).collect();
        return format!("{is}, not possible: {}", why.join("; "));
    }
    let advised = match view.draft.hint {
        Advice::Found(hint) => hint.unit() == at || hint.destination() == Some(at) || hint.target() == Some(at),
        _ => false,
    };
    let possible = reasons.is_empty() && state.turn().is_some_and(|turn| moves(view, turn));
    let more = match (state.position.board.side(at), unit) {
        _ if advised => ", advised",
        (_, Some(unit)) if unit == at => ", chosen",
        _ if !possible => "",
        (Some(side), _) if side == state.position.turn => ", can be activated",
        (Some(_), _) => ", can be attacked",
        (None, Some(unit)) if draft::reached(state, unit).1 => ", can be retreated to",
        (None, Some(_)) => ", can be reached",
        (None, None) => "",
    };
    format!("{is}{more}")
}
