//! The lines of the journal by rounds, a page at a time, the newest page first.

use egui::{Align2, Rect, pos2, vec2};

use super::{HEADING, sentence};
use crate::canvas::{Canvas, TextStyle, radius};
use crate::form::{CONTROL, GAP};
use crate::head;
use crate::letters::Face;
use crate::pages;
use crate::region::Cut as _;
use crate::table::tell::{self, Line};
use crate::touch::Gesture;
use crate::view::Overview;

/// Which page of the journal is shown, and which line is chosen.
#[derive(Default)]
pub struct Lines {
    /// Pages back from the newest.
    back: usize,
    /// The line that was touched.
    pub chosen: Option<usize>,
}

impl Lines {
    /// Draws a page of lines; gives the line that was touched.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, rect: Rect) -> Option<usize> {
        if overview.lines.is_empty() {
            let words = TextStyle::new(Face::Text, 20.0, canvas.ground.quiet);
            canvas.wrap_centred(rect, words, "Nothing has happened yet.");
            return None;
        }
        let foot = rect.lower(CONTROL);
        let room = rect.with_max_y(foot.top() - GAP);
        let high = canvas.scaled(CONTROL);
        let pages = pages_of(overview.lines, room.height(), high);
        let mut page = pages.len().saturating_sub(1 + self.back);
        pages::page_through(canvas, "journal", foot, ["Earlier", "Later"], &mut page, pages.len());
        self.back = pages.len().saturating_sub(1 + page);
        let range = pages.get(page).cloned()?;
        let shown = overview.lines.get(range.clone()).unwrap_or_default();
        let begins =
            |pair: &[Line]| matches!(pair, [a, b] if a.round != b.round).then(|| heading_height(pair[1].round));
        let first = shown.first().map_or(0.0, |line| heading_height(line.round));
        let headings = first + shown.windows(2).filter_map(begins).sum::<f32>();
        // The rows of a full page share the remaining height.
        let rows = shown.len().max(1) as f32;
        let left = room.height() - headings - rows * (high + GAP) + GAP;
        let high = high + (left / rows).clamp(0.0, 8.0);
        let mut y = room.top();
        let (mut round, mut touched) = (None, None);
        for (index, line) in overview.lines.iter().enumerate().take(range.end).skip(range.start) {
            if round != Some(line.round) {
                round = Some(line.round);
                let heading = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), heading_height(line.round)));
                if line.round > 0 {
                    self::heading(canvas, heading, &format!("{} {}", overview.round, line.round));
                }
                y = heading.bottom();
            }
            let row = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), high));
            if self.line(canvas, overview, row, index, line) {
                touched = Some(index);
            }
            y += high + GAP;
        }
        touched
    }

    /// A line; says whether it was touched.
    fn line(&self, canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, row: Rect, index: usize, line: &Line) -> bool {
        let chosen = self.chosen == Some(index);
        let label = tell::text(&line.parts);
        let response = canvas.choice(("line", index), row, Gesture::Tap, &label, chosen);
        canvas.fill(row, radius(8.0), canvas.ground.raised);
        if response.down {
            canvas.border(row, radius(8.0), 2.0, canvas.ground.line);
        } else if canvas.look().high {
            canvas.border(row, radius(8.0), canvas.look().rim, canvas.ground.line);
        }
        sentence::draw(canvas, &overview.people, row.shrink2(vec2(12.0, 3.0)), 19.0, &line.parts);
        if chosen {
            head::chosen(canvas, row.shrink(2.0));
        }
        response.tapped()
    }
}

/// The number of a round and a line across.
fn heading(canvas: &Canvas<'_, '_>, rect: Rect, round: &str) {
    let words = TextStyle::new(Face::Caps, 18.0, canvas.ground.quiet);
    let at = canvas.fit(rect, Align2::LEFT_CENTER, words, &[round]);
    let y = at.center().y + 2.0;
    canvas.line(pos2(at.right() + 10.0, y), pos2(rect.right(), y), 1.0, canvas.ground.line);
}

/// Returns the height of a round's heading in points; 0 without rounds.
fn heading_height(round: u32) -> f32 {
    if round == 0 { 0.0 } else { HEADING }
}

/// Splits the lines into pages from the newest back, so that the last page is full.
fn pages_of(lines: &[Line], room: f32, row: f32) -> Vec<std::ops::Range<usize>> {
    let mut pages = Vec::new();
    let (mut end, mut start, mut used) = (lines.len(), lines.len(), 0.0);
    while let Some(line) = start.checked_sub(1).and_then(|before| lines.get(before)) {
        // A round that goes on from the page before has its heading again.
        let same = lines.get(start).is_some_and(|after| start < end && after.round == line.round);
        let more = row + GAP + if same { 0.0 } else { heading_height(line.round) };
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

    #[test]
    fn without_rounds_there_are_no_headings() {
        let lines: Vec<Line> = [0; 7].map(line).into();
        assert_eq!(pages_of(&lines, 3.0 * (58.0 + GAP) - GAP, 58.0), [0..1, 1..4, 4..7]);
    }
}
