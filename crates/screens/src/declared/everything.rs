//! Everything of a player, or of the table, each large enough to be counted by tens.

use egui::{Rangef, Rect};
use serde::{Deserialize, Serialize};

use super::items;
use super::things::{self, Thing};
use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::game::CounterSpec;
use crate::pages::{self, CellSize};
use crate::region::{Cut as _, columns};
use crate::table::Seat;
use crate::table::declared::Command;

/// A counter that goes further than this has steps of ten.
const MAX_RANGE_OF_SINGLE_STEPS: i64 = 20;
/// Cells are at least and at most so wide, in points.
const CELL_WIDTHS: Rangef = Rangef { min: 132.0, max: 320.0 };
/// The height of a counter or of a pile, in points.
const CELL_HEIGHT: f32 = 96.0;

/// Everything that a player has.
#[derive(Serialize, Deserialize)]
pub struct EverythingSheet {
    seat: Seat,
    page: usize,
}

impl EverythingSheet {
    /// Opens it.
    pub fn new(seat: Seat) -> Self {
        Self { seat, page: 0 }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let seat = self.seat;
        let Some(player) = ui.view.state.player(seat) else { return ui.actions.push(Action::Close) };
        let (rest, closed) = pages::head(&mut ui.canvas, &[&player.name], "", 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let spec = ui.view.rules.spec();
        let others = things::of_player(spec);
        let count = spec.counters.len() + others.len();
        let high = height(&spec.counters);
        let size = CellSize { widths: CELL_WIDTHS, height: |_| high };
        let cells = pages::cells(&mut ui.canvas, "everything", rest, count, &size, &mut self.page);
        for (index, place) in (cells.first..).zip(cells.places) {
            if let Some(counter) = spec.counters.get(index) {
                let (cell, steps) = tens(counter, place);
                items::counter(ui, seat, player, counter, None, cell);
                let step = |by| Command::Count { seat, counter: counter.id.clone(), by };
                by_tens(&mut ui.canvas, counter, steps, &step, ui.actions);
            } else if let Some(thing) = others.get(index - spec.counters.len()) {
                thing.draw(ui, seat, player, place);
            }
        }
    }
}

/// What the table has once.
#[derive(Default, Serialize, Deserialize)]
pub struct TableSheet {
    page: usize,
}

impl TableSheet {
    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let (rest, closed) = pages::head(&mut ui.canvas, &["The table"], "", 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let foot = rest.lower(CONTROL);
        let rest = rest.with_max_y(foot.top() - 12.0);
        let spec = ui.view.rules.spec();
        let all = things::of(spec);
        let high = height(&spec.shared);
        let size = CellSize { widths: CELL_WIDTHS, height: |_| high };
        let cells = pages::cells(&mut ui.canvas, "table", rest, all.len(), &size, &mut self.page);
        for (thing, place) in all.into_iter().skip(cells.first).zip(cells.places) {
            let Thing::Counter(counter) = thing else {
                thing.draw(ui, place);
                continue;
            };
            let (cell, steps) = tens(counter, place);
            items::shared(ui, counter, cell);
            let step = |by| Command::Shared { counter: counter.id.clone(), by };
            by_tens(&mut ui.canvas, counter, steps, &step, ui.actions);
        }
        let off = ui.view.state.over.is_some();
        if (Button { off, ..Button::new(&["End the game"], Tone::Harm) })
            .show(&mut ui.canvas, "end here", foot)
            .tapped()
        {
            ui.actions.extend([Action::Do(Command::End), Action::Close]);
        }
    }
}

/// The height of a cell: with steps of ten, where any counter has them.
fn height(counters: &[CounterSpec]) -> f32 {
    if counters.iter().any(is_far) { CELL_HEIGHT + GAP + CONTROL } else { CELL_HEIGHT }
}

fn is_far(counter: &CounterSpec) -> bool {
    counter.most.is_none_or(|most| most - counter.least > MAX_RANGE_OF_SINGLE_STEPS)
}

/// Returns the place of the figure in a cell, and of the steps of ten below it.
fn tens(counter: &CounterSpec, place: Rect) -> (Rect, Option<Rect>) {
    if !is_far(counter) {
        return (place, None);
    }
    let steps = place.lower(CONTROL);
    (place.with_max_y(steps.top() - GAP), Some(steps))
}

/// Ten less and ten more.
fn by_tens(
    canvas: &mut Canvas<'_, '_>,
    counter: &CounterSpec,
    rect: Option<Rect>,
    command: &dyn Fn(i64) -> Command,
    actions: &mut Vec<Action>,
) {
    let Some(rect) = rect else { return };
    let [less, more] = columns(rect, GAP, [1.0, 1.0]);
    for (title, by, rect, way) in [("−10", -10, less, "down"), ("+10", 10, more, "up")] {
        let label = format!("{} {way} by 10", counter.name);
        let title = [title];
        let button = Button { label: &label, size: 24.0, ..Button::new(&title, Tone::Raised) };
        let taps = button.show(canvas, ("tens", &counter.id, by), rect).taps;
        actions.extend((0..taps).map(|_| Action::Do(command(by))));
    }
}
