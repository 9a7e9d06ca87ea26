//! The buttons at each player's left hand: undo, redo, journal, hint, menu.

use std::ops::Range;
use std::sync::Arc;

use egui::{Rect, pos2, vec2};

use super::draft::{Advice, Entry};
use super::view::{Action, Ui, View, is_machine, moves};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::GAP;
use crate::gallery::Icon;
use crate::region::columns;
use crate::shared::middle::{self, History};
use crate::shared::sheet::SheetKind;
use crate::table::skirminion::{Change, Command, Event, Side, Table};
use crate::table::{TableChange, tell};
use crate::view::{UiAction, sharing};

/// Button labels, computed once for both players.
pub struct Buttons {
    history: History,
    undo: Undo,
    /// The entry to undo, in few words.
    undone: Option<String>,
    can_redo: bool,
}

/// The effect of the undo button.
enum Undo {
    /// The last activation.
    Last,
    /// With the answer of the table: all from this event on, which is called so. None where there is nothing.
    From(Option<(usize, String)>),
}

impl Buttons {
    /// Of a table.
    pub fn of(view: View<'_>, table: &Table) -> Self {
        let undo = if view.state.machines.are_none() { Undo::Last } else { Undo::From(with_answer(view, table)) };
        let acts = !view.room.watches;
        let undone = (table.can_undo() && acts).then(|| table.undo_label().unwrap_or_default());
        Self { history: History::of(table, view.room), undo, undone, can_redo: table.can_redo() && acts }
    }

    /// Draws them in three rows, or two where it is low.
    pub fn draw(&self, ui: &mut Ui<'_, '_>, place: usize) {
        let whole = ui.canvas.whole();
        let low = whole.height() < 3.0 * 58.0 + 2.0 * GAP;
        let rows = if low { 2.0 } else { 3.0 };
        let high = (whole.height() - (rows - 1.0) * GAP) / rows;
        let high = if low { high.min(76.0) } else { high };
        let row = |number: f32| {
            let top = whole.bottom() - (rows - number) * (high + GAP) + GAP;
            Rect::from_min_size(pos2(whole.left(), top), vec2(whole.width(), high))
        };
        let places = if low {
            let ([undo, redo], [journal, hint, menu]) =
                (columns(row(0.0), GAP, [2.0, 1.0]), columns(row(1.0), GAP, [1.0; 3]));
            [undo, redo, hint, journal, menu]
        } else {
            let ([redo, journal], [hint, menu]) = (columns(row(1.0), GAP, [1.0; 2]), columns(row(2.0), GAP, [1.0; 2]));
            [row(0.0), redo, hint, journal, menu]
        };
        self.draw_in(ui, place, places);
    }

    /// Draws them in these places: undo, redo, hint, journal, menu.
    pub fn draw_in(&self, ui: &mut Ui<'_, '_>, place: usize, [undo, redo, hint, journal, menu]: [Rect; 5]) {
        // Low buttons have no room for an icon above a word.
        let low = undo.height() < 56.0;
        self.undo(&mut ui.canvas, place, undo, low, ui.actions);
        let overview = ui.view.overview();
        ui.sharing(|canvas, actions| middle::journal_button(canvas, place, journal, actions));
        if low {
            let again = Button { off: !self.can_redo, size: 17.0, ..Button::new(&["Redo"], Tone::Raised) };
            if again.show(&mut ui.canvas, ("redo", place), redo).tapped() {
                ui.actions.push(UiAction::Redo);
            }
            if (Button { size: 17.0, ..Button::new(&["Menu"], Tone::Raised) })
                .show(&mut ui.canvas, ("menu", place), menu)
                .tapped()
            {
                ui.actions.push(UiAction::OpenFacing(ui.canvas.region.facing, SheetKind::Menu));
            }
        } else {
            ui.sharing(|canvas, actions| {
                middle::redo_button(canvas, &self.history, place, redo, actions);
                middle::menu_button(canvas, &overview, place, menu, actions);
            });
        }
        let person = ui.view.state.turn().is_some_and(|turn| moves(ui.view, turn));
        let off = !person || ui.view.state.half.is_some() || ui.view.draft.hint == Advice::Asked;
        let tone = if ui.view.draft.hint == Advice::No { Tone::Raised } else { Tone::Gold };
        if (Button { off, ..Button::new(&["Hint"], tone) }).show(&mut ui.canvas, ("hint", place), hint).tapped() {
            ui.actions.push(UiAction::Enter(Entry::AskHint));
        }
    }

    fn undo(&self, canvas: &mut Canvas<'_, '_>, place: usize, rect: Rect, low: bool, actions: &mut Vec<Action>) {
        if !low && let Undo::Last = self.undo {
            sharing(actions, |actions| middle::undo_button(canvas, &self.history, place, rect, actions));
            return;
        }
        let (what, asks) = match &self.undo {
            Undo::Last => (self.undone.as_deref(), UiAction::Undo),
            Undo::From(from) => (
                from.as_ref().map(|(_, what)| what.as_str()),
                UiAction::UndoTo(from.as_ref().map_or(0, |(events, _)| *events)),
            ),
        };
        let off = what.is_none();
        let what = what.unwrap_or_default();
        let label = format!("Undo: {what}");
        let label = if what.is_empty() { "Undo" } else { label.as_str() };
        let plain = Button { label, off, ..Button::new(&["Undo"], Tone::Raised) };
        let button =
            if low { Button { size: 17.0, ..plain } } else { Button { sub: what, icon: Some(Icon::Undo), ..plain } };
        if button.show(canvas, ("undo", place), rect).tapped() {
            actions.push(asks);
        }
    }
}

/// From where on the last thing that people did, with what the table answered, is taken back.
fn with_answer(view: View<'_>, table: &Table) -> Option<(usize, String)> {
    let groups = table.groups();
    let by_table =
        |events: &[Arc<Event>]| acted(events, view.state.position.turn).is_some_and(|side| is_machine(view, side));
    let by_people = |group: &&Range<usize>| table.done().get((*group).clone()).is_some_and(|events| !by_table(events));
    let begun = groups.iter().rev().find(by_people)?;
    let events = table.done().get(begun.clone())?;
    Some((begun.start, tell::label(table.rules().as_ref(), view.state, events)))
}

/// The side whose unit acted in events that go together; nobody's where players arranged or corrected something. `turn` is the
/// side on turn now.
fn acted(events: &[Arc<Event>], turn: Side) -> Option<Side> {
    let acts = |event: &&Arc<Event>| {
        matches!(event.command, Command::Move { .. } | Command::Attack { .. } | Command::End { .. })
    };
    events.iter().find(acts)?;
    let ended = events.iter().flat_map(|event| &event.changes).find_map(|change| match change {
        Change::Turn(TableChange { from, .. }) => Some(*from),
        _ => None,
    });
    // An activation that continues, or ended the game, leaves the turn unchanged.
    Some(ended.unwrap_or(turn))
}
