//! The journal: sentences by rounds, the table at any of them, and a chart of everyone's health.

mod lines;
pub mod sentence;

use egui::{Align2, Rect, pos2, vec2};

use super::chart::Chart;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, columns};
use crate::session::{ScoreView as _, Screens};
use crate::table::Table;
use crate::view::{Action, Ui, View};
use lines::Lines;

/// The room of a round's heading, in points.
const HEADING: f32 = 30.0;
/// A sheet narrower than this shows one thing at a time, in points.
const MIN_WIDTH_OF_TWO_COLUMNS: f32 = 560.0;

/// The journal.
pub struct JournalSheet<G: Screens> {
    lines: Lines,
    /// How the table stood after the line that is chosen.
    then: Option<G::State>,
    /// True if the chart is shown on screens with room for only one.
    charted: bool,
    /// The chart, and of how many events it is.
    chart: Option<(usize, Chart)>,
}

impl<G: Screens> Default for JournalSheet<G> {
    fn default() -> Self {
        Self { lines: Lines::default(), then: None, charted: false, chart: None }
    }
}

impl<G: Screens> JournalSheet<G> {
    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>) {
        let sub = "tap a line to see the table at that point";
        let sub = if ui.canvas.whole().width() < MIN_WIDTH_OF_TWO_COLUMNS { "" } else { sub };
        let (rest, closed) = pages::head(&mut ui.canvas, &["Journal"], sub, 0.0);
        if closed {
            ui.actions.push(Action::<G>::Close);
        }
        if rest.width() < MIN_WIDTH_OF_TWO_COLUMNS {
            self.one_at_a_time(ui, table, rest);
            return;
        }
        let (list, beside) = if rest.width() > rest.height() {
            let [list, beside] = columns(rest, 18.0, [0.54, 0.46]);
            (list, beside)
        } else {
            let y = rest.top() + rest.height() * 0.54;
            let list = rest.with_max_y(y - 9.0);
            (list, rest.with_min_y(y + 9.0))
        };
        self.lines(&mut ui.canvas, ui.view, table, list);
        if self.then.is_some() {
            self.then(ui, table, beside);
        } else {
            self.chart(&mut ui.canvas, table, beside);
        }
    }

    /// On a phone, the tapped entry replaces the lines.
    fn one_at_a_time(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>, rect: Rect) {
        if self.then.is_some() {
            self.then(ui, table, rect);
            return;
        }
        let foot = rect.lower(CONTROL);
        let above = rect.with_max_y(foot.top() - GAP);
        let charted = format!("Chart of {}", self.charted_so_far(table).of().to_lowercase());
        let title = [if self.charted { "What happened" } else { charted.as_str() }];
        if Button::new(&title, Tone::Raised).show(&mut ui.canvas, "chart", foot).tapped() {
            self.charted = !self.charted;
        }
        if self.charted {
            self.chart(&mut ui.canvas, table, above);
        } else {
            self.lines(&mut ui.canvas, ui.view, table, above);
        }
    }

    /// The table as it stood, and the way back to it.
    fn then(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>, rect: Rect) {
        let (Some(then), Some(chosen)) = (&self.then, self.lines.chosen) else { return };
        let Some(line) = ui.view.lines.get(chosen) else { return };
        let title = rect.upper(HEADING);
        let words = TextStyle::new(Face::Caps, 22.0, ui.canvas.ground.text);
        let said = match G::moment(then).to_lowercase() {
            moment if moment.is_empty() => "After this".to_owned(),
            moment => format!("After this, in {moment}"),
        };
        ui.canvas.fit(title, Align2::LEFT_CENTER, words, &[&said]);
        let told = Rect::from_min_size(title.left_bottom(), vec2(rect.width(), ui.canvas.scaled(48.0)));
        sentence::draw(&mut ui.canvas, &G::people(ui.view.state), told, 17.0, &line.parts);
        let foot = rect.with_min_y(rect.bottom() - CONTROL - 6.0);
        let room = Rect::from_min_max(pos2(rect.left(), told.bottom() + GAP), pos2(rect.right(), foot.top() - 12.0));
        G::draw_history(&mut ui.canvas, View { state: then, ..ui.view }, room);
        let [stay, back] = columns(foot, GAP, [1.0, 1.5]);
        let events = line.events.end;
        let off = events >= table.done().len();
        let sub = match ui.view.lines.len() - 1 - chosen.min(ui.view.lines.len() - 1) {
            0 => "the table as it is now".to_owned(),
            1 => "undoes 1 entry".to_owned(),
            lines => format!("undoes {lines} entries"),
        };
        let button = Button { sub: &sub, label: "Undo to here", off, ..Button::new(&["Undo to here"], Tone::Harm) };
        if button.show(&mut ui.canvas, "back to here", back).tapped() {
            ui.actions.push(Action::<G>::UndoTo(events));
        }
        if Button::new(&["Show it now", "Now"], Tone::Raised).show(&mut ui.canvas, "now", stay).tapped() {
            (self.then, self.lines.chosen) = (None, None);
        }
    }

    fn chart(&mut self, canvas: &mut Canvas<'_, '_>, table: &Table<G>, rect: Rect) {
        let chart = self.charted_so_far(table);
        canvas.fill(rect, radius(10.0), canvas.look().centre.fill);
        if canvas.look().high {
            canvas.border(rect, radius(10.0), canvas.look().rim, canvas.ground.line);
        }
        let title = Rect::from_min_size(rect.min + vec2(16.0, 6.0), vec2(rect.width() - 32.0, 36.0));
        let said = format!("{} so far", chart.of());
        canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 24.0, canvas.ground.text), &[&said]);
        chart.draw(canvas, inset(rect, 12.0, 48.0, 12.0, 10.0));
    }

    /// Returns the chart, rebuilt after each event.
    fn charted_so_far(&mut self, table: &Table<G>) -> &Chart {
        let events = table.done().len();
        let old = self.chart.take().filter(|(of, _)| *of == events);
        &self.chart.insert(old.unwrap_or_else(|| (events, G::Score::chart(table)))).1
    }

    fn lines(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_, G>, table: &Table<G>, rect: Rect) {
        let Some(line) = self.lines.draw(canvas, &view.overview(), rect) else { return };
        self.lines.chosen = Some(line).filter(|line| self.lines.chosen != Some(*line));
        let chosen = self.lines.chosen.and_then(|line| view.lines.get(line));
        self.then = chosen.map(|line| table.state_at(line.events.end));
    }
}
