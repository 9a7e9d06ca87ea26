//! The middle of the table: the counters and piles of the table, and the end of the game.

use egui::{Align2, Rect, Vec2, pos2, vec2};

use super::view::{Action, OwnSheet, Ui, View};
use super::{items, things};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::shared::middle::{self, History, StripLayout};
use crate::table::declared::Command;

/// No cell of the middle is smaller, in points.
const MIN_CELL_SIZE: Vec2 = vec2(2.0 * CONTROL + GAP, CONTROL);
/// The button that ends the game is not wider, in points.
const END: f32 = 170.0;

/// A field of its own: the things of the table, and below them the last line of the journal.
pub fn field(ui: &mut Ui<'_, '_>) {
    let whole = ui.canvas.whole();
    let line = ui.canvas.scaled(34.0);
    things(ui, inset(whole, 14.0, 12.0, 14.0, line + 4.0));
    middle::last_line(&mut ui.canvas, &ui.view.overview(), middle::field_line(whole, line), true);
}

/// A strip between two rows of panels.
pub fn strip(ui: &mut Ui<'_, '_>, layout: &StripLayout) {
    things(ui, inset(layout.content, 0.0, 0.0, 0.0, 2.0));
    middle::last_line(&mut ui.canvas, &ui.view.overview(), layout.line, true);
}

/// The counters and the piles of the table, as many as there is room for, and the button that ends the game.
fn things(ui: &mut Ui<'_, '_>, rect: Rect) {
    let spec = ui.view.rules.spec();
    let all = things::of(spec);
    if all.is_empty() {
        title(&ui.canvas, ui.view, rect);
        let at = rect_around(pos2(rect.center().x, rect.bottom() - CONTROL / 2.0), END.min(rect.width()), CONTROL);
        end_button(ui, if rect.height() < 2.0 * CONTROL { right_end(rect) } else { at });
        return;
    }
    let low = rect.height() < 2.0 * CONTROL + GAP;
    let end = if low { right_end(rect) } else { rect.lower(CONTROL).right_part(END) };
    let beside = if low { pos2(end.left() - GAP, rect.bottom()) } else { pos2(rect.right(), end.top() - GAP) };
    let cells = items::cells(Rect::from_min_max(rect.min, beside), all.len(), MIN_CELL_SIZE);
    // In a short strip the things of the table come first: the end of the game is in everyone's menu too.
    let crowded = low && cells.len() < all.len();
    let cells = if crowded { items::cells(rect, all.len(), MIN_CELL_SIZE) } else { cells };
    let shown = if cells.len() < all.len() { cells.len().saturating_sub(1) } else { cells.len() };
    for (thing, rect) in all.iter().zip(&cells).take(shown) {
        thing.draw(ui, *rect);
    }
    if let Some(rect) = cells.get(shown) {
        let left = all.len() - shown;
        let title = format!("{left} more…");
        let label = format!("The table: {left} more counters, piles and others");
        let title = [title.as_str()];
        let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
        if button.show(&mut ui.canvas, "more of the table", *rect).tapped() {
            ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, OwnSheet::Table.into()));
        }
    }
    if !crowded {
        end_button(ui, end);
    }
}

/// Returns the place of the button that ends the game in a low strip.
fn right_end(rect: Rect) -> Rect {
    let wide = (rect.width() * 0.2).clamp(CONTROL, 110.0);
    rect.right_part(wide)
}

/// The name of the game, where the table has nothing of its own.
fn title(canvas: &Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    let words = TextStyle::new(Face::Caps, 34.0, canvas.ground.text);
    let low = rect.height() < 2.0 * CONTROL;
    let room =
        if low { rect.with_max_x(right_end(rect).left() - GAP) } else { inset(rect, 0.0, 0.0, 0.0, CONTROL + GAP) };
    canvas.fit(room, Align2::CENTER_CENTER, words, &[view.cards.title()]);
}

fn end_button(ui: &mut Ui<'_, '_>, rect: Rect) {
    let off = ui.view.state.over.is_some();
    let button =
        Button { off, label: "End the game", ..Button::new(&["End the game", "End game", "End"], Tone::Raised) };
    if button.show(&mut ui.canvas, "end of the game", rect).tapped() {
        ui.actions.push(Action::Do(Command::End));
    }
}

/// The foot of a phone's screen: buttons, and the end of the turn, which has no room on its rows.
pub fn foot(ui: &mut Ui<'_, '_>, history: &History) {
    let overview = &ui.view.overview();
    let [row, rest] = middle::foot(ui.canvas.whole());
    let spec = ui.view.rules.spec();
    let bare = things::of(spec).is_empty();
    let [undo, redo, journal, menu, things] = columns(row, GAP, [1.0, 0.9, 1.0, 0.9, 1.1]);
    ui.sharing(|canvas, actions| {
        middle::undo_button(canvas, history, 0, undo, actions);
        middle::redo_button(canvas, history, 0, redo, actions);
        middle::journal_button(canvas, 0, journal, actions);
        middle::menu_button(canvas, overview, 0, menu, actions);
    });
    if bare {
        end_button(ui, things);
    } else {
        let button = Button { label: "Everything of the table", ..Button::new(&["Table"], Tone::Raised) };
        if button.show(&mut ui.canvas, "things", things).tapped() {
            ui.actions.push(Action::OpenFacing(ui.canvas.region.facing, OwnSheet::Table.into()));
        }
    }
    let turn = ui.view.state.turn.filter(|_| ui.view.state.over.is_none());
    let Some((seat, player)) = turn.and_then(|seat| Some((seat, ui.view.state.player(seat)?))) else {
        middle::last_line(&mut ui.canvas, overview, rest, false);
        return;
    };
    if rest.height() < CONTROL {
        middle::last_line(&mut ui.canvas, overview, rest, false);
        return;
    }
    let [who, end] = columns(rest, GAP, [0.62, 0.38]);
    let size = who.height().min(40.0);
    let shield = Rect::from_min_size(pos2(who.left(), who.center().y - size / 2.0), vec2(size, size));
    emblem(&mut ui.canvas, shield, player.colour, false);
    let beside = inset(who, size + 8.0, 0.0, 0.0, 0.0);
    let upper = beside.with_max_y(beside.center().y + 4.0);
    let lower = beside.with_min_y(beside.center().y + 4.0);
    let words = TextStyle::new(Face::Caps, 22.0, ui.canvas.ground.text);
    ui.canvas.fit(upper, Align2::LEFT_CENTER, words, &[&player.name]);
    let words = TextStyle::new(Face::Plain, 14.0, ui.canvas.ground.quiet);
    ui.canvas.fit(
        lower,
        Align2::LEFT_CENTER,
        words,
        &[&format!("has the turn, round {}", ui.view.state.round), "has the turn"],
    );
    if Button::new(&["End turn", "End"], Tone::Harm).show(&mut ui.canvas, "foot end", end).tapped() {
        ui.actions.push(Action::Do(Command::EndTurn { seat }));
    }
}
