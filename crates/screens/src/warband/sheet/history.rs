//! What happened to a warrior, from the journal.

use egui::{Align2, Rangef, Rect};

use super::super::view::View;
use crate::canvas::{Canvas, TextStyle};
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::region::columns;
use crate::shared::journal::sentence;
use crate::table::warband::{Change, Rules, Table, Who};
use crate::table::{Rules as _, tell};

/// The height of a line, in points.
const LINE_HEIGHT: f32 = 44.0;

/// Draws the sentences about a warrior, the latest first.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, table: &Table, who: Who, rect: Rect, page: &mut usize) {
    let concerns =
        |change: &Change| matches!(change, Change::Warrior { seat, no, .. } if *seat == who.seat && *no == who.no);
    let lines = view.lines.iter().rev().filter(|line| {
        let events = table.done().get(line.events.clone()).unwrap_or_default();
        events.iter().flat_map(|event| &event.changes).any(concerns)
    });
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        let words = TextStyle::new(Face::Text, 20.0, canvas.ground.quiet);
        canvas.fit(rect, Align2::CENTER_CENTER, words, &["Nothing has happened to it yet."]);
        canvas.label("no history", rect, "Nothing has happened to it yet.");
        return;
    }
    let people = Rules::people(view.state);
    let size = CellSize { widths: Rangef::point(rect.width()), height: |_| LINE_HEIGHT };
    let cells = pages::cells(canvas, "history", rect, lines.len(), &size, page);
    for (index, (line, cell)) in lines.into_iter().skip(cells.first).zip(cells.places).enumerate() {
        let told = format!("{} {}: {}", Rules::ROUND, line.round, tell::text(&line.parts));
        canvas.label(("history", index), cell, &told);
        let [round, words] = columns(cell, 10.0, [72.0, cell.width() - 82.0]);
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        canvas.fit(round, Align2::LEFT_CENTER, quiet, &[&format!("{} {}", Rules::ROUND, line.round)]);
        sentence::draw(canvas, &people, words, 18.0, &line.parts);
        canvas.line(cell.left_bottom(), cell.right_bottom(), 1.0, canvas.ground.line);
    }
}
