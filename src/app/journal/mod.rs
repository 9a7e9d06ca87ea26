//! What happened so far: sentences by rounds, the table as it stood at any of them, and everyone's health.

mod sentence;
mod then;

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::end::Chart;
use super::form::{CONTROL, GAP};
use super::head;
use super::letters::Face;
use super::pages;
use super::stage::{Stage, Words, radius, within};
use super::touch::Manner;
use super::turn::columns;
use super::view::{View, Wish};
use crate::table::tell::{self, Line};
use crate::table::{State, Table, score};

/// The room of a round's heading, in points.
const HEADING: f32 = 30.0;
/// A sheet narrower than this shows one thing at a time, in points.
const NARROW: f32 = 560.0;

/// A line that was touched, and how the table stood after it.
struct Then {
    line: usize,
    state: State,
}

/// What happened so far.
pub struct JournalSheet {
    /// Pages back from the newest.
    back: usize,
    then: Option<Then>,
    chart: bool,
    /// The chart, and of how many events it is.
    drawn: Option<(usize, Chart)>,
}

impl JournalSheet {
    /// Opens it.
    pub fn new(_view: View<'_>) -> Self {
        Self { back: 0, then: None, chart: false, drawn: None }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, wishes: &mut Vec<Wish>) {
        let sub = "touch a line to see the table as it stood then";
        let sub = if stage.whole().width() < NARROW { "" } else { sub };
        let (rest, closed) = pages::head(stage, &["Journal"], sub, 0.0);
        if closed {
            wishes.push(Wish::Close);
        }
        if rest.width() < NARROW {
            self.one_at_a_time(stage, view, table, rest, wishes);
            return;
        }
        let (list, beside) = if rest.width() > rest.height() {
            let [list, beside] = columns(rest, 18.0, [0.54, 0.46]);
            (list, beside)
        } else {
            let y = rest.top() + rest.height() * 0.54;
            let list = Rect::from_min_max(rest.min, pos2(rest.right(), y - 9.0));
            (list, Rect::from_min_max(pos2(rest.left(), y + 9.0), rest.max))
        };
        self.lines(stage, view, table, list);
        if self.then.is_some() {
            self.then(stage, view, table, beside, wishes);
        } else {
            self.health(stage, view, table, beside);
        }
    }

    /// On a telephone the lines give way to what was touched.
    fn one_at_a_time(
        &mut self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        table: &Table,
        rect: Rect,
        wishes: &mut Vec<Wish>,
    ) {
        if self.then.is_some() {
            self.then(stage, view, table, rect, wishes);
            return;
        }
        let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - CONTROL), rect.max);
        let above = Rect::from_min_max(rect.min, pos2(rect.right(), foot.top() - GAP));
        let title = if self.chart { ["What happened"] } else { ["Chart of health"] };
        if Button::new(&title, Tone::Raised).show(stage, "chart", foot).tapped() {
            self.chart = !self.chart;
        }
        if self.chart {
            self.health(stage, view, table, above);
        } else {
            self.lines(stage, view, table, above);
        }
    }

    fn lines(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, rect: Rect) {
        if view.lines.is_empty() {
            let words = Words::new(Face::Text, 20.0, stage.ground.quiet);
            stage.wrap_centred(rect, words, "Nothing has happened yet.");
            return;
        }
        let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - CONTROL), rect.max);
        let room = Rect::from_min_max(rect.min, pos2(rect.right(), foot.top() - GAP));
        let high = stage.scaled(CONTROL);
        let pages = pages_of(view.lines, room.height(), high);
        let mut page = pages.len().saturating_sub(1 + self.back);
        pages::leaf_through(stage, "journal", foot, ["Earlier", "Later"], &mut page, pages.len());
        self.back = pages.len().saturating_sub(1 + page);
        let Some(range) = pages.get(page).cloned() else { return };
        let shown = view.lines.get(range.clone()).unwrap_or_default();
        let headings = 1 + shown.windows(2).filter(|pair| matches!(pair, [a, b] if a.round != b.round)).count();
        // The rows of a full page share what is left of its height.
        let rows = shown.len().max(1) as f32;
        let left = room.height() - headings as f32 * HEADING - rows * (high + GAP) + GAP;
        let high = high + (left / rows).clamp(0.0, 8.0);
        let mut y = room.top();
        let mut round = None;
        for (index, line) in view.lines.iter().enumerate().take(range.end).skip(range.start) {
            if round != Some(line.round) {
                round = Some(line.round);
                let heading = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), HEADING));
                self::heading(stage, heading, line.round);
                y += HEADING;
            }
            let row = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), high));
            self.line(stage, view, table, row, index, line);
            y += high + GAP;
        }
    }

    fn line(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, row: Rect, index: usize, line: &Line) {
        let chosen = self.then.as_ref().is_some_and(|then| then.line == index);
        let label = tell::text(&line.parts);
        let touched = stage.choice(("line", index), row, Manner::Tap, &label, chosen);
        stage.fill(row, radius(8.0), stage.ground.raised);
        if touched.down {
            stage.rim(row, radius(8.0), 2.0, stage.ground.line);
        } else if stage.look().high {
            stage.rim(row, radius(8.0), stage.look().rim, stage.ground.line);
        }
        sentence::draw(stage, view, row.shrink2(vec2(12.0, 3.0)), 19.0, &line.parts);
        if chosen {
            head::chosen(stage, row.shrink(2.0));
        }
        if touched.tapped() {
            let then = || Then { line: index, state: table.state_at(line.events.end) };
            self.then = if chosen { None } else { Some(then()) };
        }
    }

    /// The table as it stood, and the way back to it.
    fn then(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, rect: Rect, wishes: &mut Vec<Wish>) {
        let Some(then) = &self.then else { return };
        let Some(line) = view.lines.get(then.line) else { return };
        let title = Rect::from_min_size(rect.min, vec2(rect.width(), HEADING));
        let words = Words::new(Face::Caps, 22.0, stage.ground.text);
        let said = format!("After this, in round {}", then.state.round);
        stage.fit(title, Align2::LEFT_CENTER, words, &[&said]);
        let told = Rect::from_min_size(title.left_bottom(), vec2(rect.width(), stage.scaled(48.0)));
        sentence::draw(stage, view, told, 17.0, &line.parts);
        let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - CONTROL - 6.0), rect.max);
        let room = Rect::from_min_max(pos2(rect.left(), told.bottom() + GAP), pos2(rect.right(), foot.top() - 12.0));
        then::draw(stage, view, room, &then.state);
        let [stay, back] = columns(foot, GAP, [1.0, 1.5]);
        let events = line.events.end;
        let off = events >= table.done().len();
        let sub = match view.lines.len() - 1 - then.line.min(view.lines.len() - 1) {
            0 => "this is how it stands now".to_owned(),
            1 => "takes 1 line back".to_owned(),
            lines => format!("takes {lines} lines back"),
        };
        let button = Button { sub: &sub, label: "Back to here", off, ..Button::new(&["Back to here"], Tone::Harm) };
        if button.show(stage, "back to here", back).tapped() {
            wishes.push(Wish::UndoTo(events));
        }
        if Button::new(&["As it is now", "Now"], Tone::Raised).show(stage, "now", stay).tapped() {
            self.then = None;
        }
    }

    fn health(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, rect: Rect) {
        let events = table.done().len();
        if self.drawn.as_ref().is_none_or(|(of, _)| *of != events) {
            self.drawn = Some((events, Chart::new(view, &score::of(table))));
        }
        stage.fill(rect, radius(10.0), stage.look().centre.fill);
        if stage.look().high {
            stage.rim(rect, radius(10.0), stage.look().rim, stage.ground.line);
        }
        let title = Rect::from_min_size(rect.min + vec2(16.0, 6.0), vec2(rect.width() - 32.0, 36.0));
        stage.fit(title, Align2::LEFT_CENTER, Words::new(Face::Caps, 24.0, stage.ground.text), &["Health so far"]);
        if let Some((_, chart)) = &self.drawn {
            chart.draw(stage, within(rect, 12.0, 48.0, 12.0, 10.0));
        }
    }
}

/// The number of a round and a line across.
fn heading(stage: &Stage<'_, '_>, rect: Rect, round: u32) {
    let words = Words::new(Face::Caps, 18.0, stage.ground.quiet);
    let at = stage.fit(rect, Align2::LEFT_CENTER, words, &[&format!("Round {round}")]);
    let y = at.center().y + 2.0;
    stage.line(pos2(at.right() + 10.0, y), pos2(rect.right(), y), 1.0, stage.ground.line);
}

/// Parts the lines into pages from the newest back, so that the last page is full.
fn pages_of(lines: &[Line], room: f32, row: f32) -> Vec<std::ops::Range<usize>> {
    let mut pages = Vec::new();
    let (mut end, mut start, mut used) = (lines.len(), lines.len(), 0.0);
    while let Some(line) = start.checked_sub(1).and_then(|before| lines.get(before)) {
        // A round that goes on from the page before has its heading again.
        let same = lines.get(start).is_some_and(|after| start < end && after.round == line.round);
        let more = row + GAP + if same { 0.0 } else { HEADING };
        if used + more > room + GAP && start < end {
            pages.push(start..end);
            (end, used) = (start, 0.0);
        } else {
            used += more;
            start -= 1;
        }
    }
    if start < end {
        pages.push(start..end);
    }
    pages.reverse();
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(round: u32) -> Line {
        Line { events: 0..1, round, parts: Vec::new() }
    }

    #[test]
    fn every_line_is_on_one_page_and_the_last_page_is_full() {
        let lines: Vec<Line> = [1, 1, 1, 2, 2, 3, 3, 3, 3].map(line).into();
        // Room for three rows of one round, or for two rows of two.
        let pages = pages_of(&lines, 3.0 * (58.0 + GAP) - GAP + HEADING, 58.0);
        assert_eq!(pages, [0..2, 2..4, 4..6, 6..9]);
    }
}
