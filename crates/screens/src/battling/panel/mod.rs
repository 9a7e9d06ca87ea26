//! A player's panel: their army, and what the game asks them for.

mod hand;
mod life;
mod out;
mod sealed;
mod sums;
mod target;

pub use hand::{cards_laid, keys, keys_in, rank_key};
pub use life::places;
pub use sums::worked;
pub use target::choice;

use crate::session::PanelState;
use egui::{Align2, Rect, Vec2, pos2, vec2};

use super::draft::{Hand, Phase, Target};
use super::view::{Action, OwnSheet, Ui};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP, THUMB};
use crate::letters::Face;
use crate::region::{Cut as _, grid};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::battling::{Player, Rules};

/// The frame of a panel that the game waits for, in points: those of neighbours have room between the panels.
const FRAME: f32 = 6.0;
/// A lower panel has no room for a header above what it shows.
const MIN_HEIGHT_WITH_HEADER: f32 = 150.0;

/// Draws a player's panel and gives the actions of its controls.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, state: &PanelState<Rules>) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let hand = ui.view.draft.hand(seat);
    let goes_on = ui.view.state.over.is_none() && player.out.is_none();
    let (phase, person) = (ui.view.draft.phase, player.person());
    let room = ui.view.room;
    let waits = match room.shared {
        true => goes_on && !room.is_locked(seat),
        false => goes_on && ui.view.draft.waits_for(ui.view.state).contains(&seat),
    };
    let won = ui.view.state.over.as_ref().is_some_and(|over| over.winners.contains(&seat));
    parts::ground(&mut ui.canvas, ui.view.cards, &person, (waits || won).then_some(FRAME));
    let [spine, inner] = frame(ui.canvas.whole());
    parts::spine(&mut ui.canvas, ui.view.cards, spine, &person);
    match phase {
        _ if player.out.is_some() => out::draw(ui, seat, player, inner),
        _ if goes_on && room.is_locked(seat) && room.acts_for(seat) => sealed::draw(ui, seat, player, &hand, inner),
        Phase::Targets | Phase::Cards if room.shared && !room.acts_for(seat) => {
            life::draw(ui, seat, player, state.pill("life"), inner);
        }
        Phase::Cards if goes_on && room.own == Some(seat) => sealed::entry(ui, seat, player, inner),
        Phase::Targets | Phase::Cards if goes_on && hand.target.is_none() => {
            target::draw(ui, seat, inner);
        }
        Phase::Targets if goes_on => target::hidden(ui, seat, player, inner),
        Phase::Cards if goes_on && !hand.is_laid() => hand::draw(ui, seat, &hand, inner),
        Phase::Cards if goes_on => sums::draw(ui, seat, &hand, inner),
        _ => life::draw(ui, seat, player, state.pill("life"), inner),
    }
    if room.is_locked(seat) && !room.acts_for(seat) {
        sealed::badge(&mut ui.canvas, &person);
    }
    if let Some((command, refusal)) = &state.refused {
        parts::refused(&mut ui.canvas, ui.view.book(), seat, command, refusal, ui.actions);
    }
}

/// Returns the spine of a panel, and the area beside it.
fn frame(whole: Rect) -> [Rect; 2] {
    let row = whole.height() < MIN_HEIGHT_WITH_HEADER;
    let [band, edge] = match (whole.width() >= 260.0 && !row && whole.height() >= 226.0, row) {
        (true, _) => [28.0, 9.0],
        (false, false) => [12.0, 6.0],
        // Two columns of rows on a phone in landscape have no room to spare.
        (false, true) if whole.width() < 310.0 => [5.0, 2.0],
        (false, true) => [12.0, if whole.height() < 72.0 { 2.0 } else { 6.0 }],
    };
    let spine = whole.left_part(band);
    let inner = Rect::from_min_max(pos2(spine.right() + edge, whole.top() + edge), whole.max - vec2(edge, edge));
    [spine, inner]
}

/// Shield and name, and a line about the player.
fn header(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, rect: Rect, about: &[&str]) {
    let face = if ui.canvas.ground == ui.canvas.look().turn { Face::Strong } else { Face::Plain };
    if let Some(line) = parts::name(ui, seat, &player.person(), rect) {
        let words = TextStyle::new(face, 15.0, ui.canvas.ground.quiet);
        ui.canvas.fit(line, Align2::LEFT_CENTER, words, about);
    }
}

/// The same, with whom the player attacks.
fn attacks(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, hand: &Hand, rect: Rect) {
    let Some(line) = parts::name(ui, seat, &player.person(), rect) else { return };
    let quiet = TextStyle::new(Face::Italic, 16.0, ui.canvas.ground.quiet);
    let on = match hand.target {
        Some(Target::Player(on)) => ui.view.state.player(on),
        _ => None,
    };
    let Some(on) = on else {
        ui.canvas.fit(line, Align2::LEFT_CENTER, quiet, &["attacks no one", "nobody"]);
        return;
    };
    let size = line.height().clamp(18.0, 26.0);
    let short = line.width() < 150.0;
    let verb = ui.canvas.fit(line, Align2::LEFT_CENTER, quiet, &[if short { "on" } else { "attacks" }]);
    let at = pos2(verb.right() + 6.0 + size / 2.0, line.center().y);
    emblem(&mut ui.canvas, rect_around(at, size, size), on.colour, false);
    let name = line.with_min_x(at.x + size / 2.0 + 5.0);
    ui.canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 18.0, ui.canvas.ground.text), &[&on.name]);
}

/// Equal cells in a box, as large as they can be; none where they would be smaller than they may be.
fn cells(rect: Rect, gap: f32, count: usize, least: f32) -> Option<Vec<Rect>> {
    let small = |cells: &[Rect]| cells.first().map_or(0.0, |cell| cell.width().min(cell.height() * 1.15));
    let all = (1..=count.max(1)).map(|across| grid(rect, gap, across, count.div_ceil(across)));
    let large = all.filter(|cells| cells.first().is_some_and(|cell| cell.size().min_elem() >= least));
    large.max_by(|a, b| small(a).total_cmp(&small(b)))
}

/// No control of a panel is smaller: a phone has smaller ones.
fn least(canvas: &Canvas<'_, '_>) -> f32 {
    if canvas.tools.ui.ctx().content_rect().size().min_elem() < 600.0 { THUMB } else { CONTROL }
}

/// Header, what the game asks for, and the way to a sheet with room for it, where the panel has none.
fn asks_on_a_sheet(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, inner: Rect, title: &[&str]) {
    let beside = inner.height() < CONTROL + GAP + THUMB;
    let [head, button] = if beside {
        crate::region::columns(inner, GAP, [1.0, 1.0])
    } else {
        let head = Rect::from_min_size(inner.min, Vec2::new(inner.width(), CONTROL));
        [head, inset(inner, 0.0, CONTROL + GAP, 0.0, 0.0)]
    };
    header(ui, seat, player, head, &[]);
    let label = format!("{}: {}", player.name, title.first().copied().unwrap_or_default().to_lowercase());
    let button_rect = button.upper(button.height().min(90.0));
    let ask = Button { label: &label, size: 22.0, ..Button::new(title, Tone::Ink) };
    if ask.show(&mut ui.canvas, ("ask", seat), button_rect).tapped() {
        ui.actions.push(Action::Open(seat, OwnSheet::Plays(Some(seat)).into()));
    }
}
