//! What everyone did, in a table: the last one standing first.

use egui::{Align2, Rect, pos2, vec2};

use crate::app::letters::Face;
use crate::app::livery::emblem;
use crate::app::stage::{Stage, Words, about};
use crate::app::view::{View, ordinal};
use crate::table::score::{Score, Tally};

/// Rooms of the columns in shares of the width: who, place, four sums, the best blow.
struct Columns {
    name: f32,
    place: f32,
    /// Right edges of the four sums.
    sums: [f32; 4],
    best: Option<f32>,
}

impl Columns {
    fn of(rect: Rect) -> Self {
        let x = |share: f32| rect.left() + share * rect.width();
        if rect.width() >= 620.0 {
            Self { name: 50.0, place: x(0.3), sums: [0.4, 0.5, 0.62, 0.75].map(x), best: Some(x(0.77)) }
        } else {
            Self { name: 42.0, place: x(0.42), sums: [0.56, 0.7, 0.86, 1.0].map(x), best: None }
        }
    }
}

/// Draws the table.
pub fn draw(stage: &mut Stage<'_, '_>, view: View<'_>, score: &Score, rect: Rect) {
    let columns = Columns::of(rect);
    let heading = stage.scaled(26.0).min(rect.height() * 0.16);
    let quiet = Words::new(Face::Plain, 15.0, stage.ground.quiet);
    let names: [&[&str]; 4] = [&["Dealt"], &["Taken"], &["Stopped", "Stop."], &["Regained", "Reg."]];
    let top = |from: f32, to: f32| Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.top() + heading));
    let mut from = columns.place;
    for (words, right) in names.into_iter().zip(columns.sums) {
        stage.fit(top(from, right), Align2::RIGHT_CENTER, quiet, words);
        from = right + 6.0;
    }
    if let Some(best) = columns.best {
        stage.fit(top(best, rect.right()), Align2::RIGHT_CENTER, quiet, &["Best blow"]);
    }
    let mut tallies: Vec<&Tally> = score.players.iter().collect();
    tallies.sort_by_key(|tally| tally.place.unwrap_or(0));
    let high = ((rect.height() - heading) / tallies.len().max(1) as f32).min(56.0);
    for (index, tally) in tallies.into_iter().enumerate() {
        let y = rect.top() + heading + high * index as f32;
        let row = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), high));
        if index > 0 {
            stage.line(row.left_top(), row.right_top(), 1.0, stage.ground.line);
        }
        self::row(stage, view, tally, row, &columns);
    }
}

fn row(stage: &mut Stage<'_, '_>, view: View<'_>, tally: &Tally, row: Rect, columns: &Columns) {
    let Some(player) = view.state.player(tally.seat) else { return };
    let shield = (row.height() - 6.0).min(36.0);
    emblem(stage, about(pos2(row.left() + 20.0, row.center().y), shield, shield), player.livery, false);
    let cell = |from: f32, to: f32| Rect::from_min_max(pos2(from, row.top()), pos2(to, row.bottom()));
    let name = Words::new(Face::Caps, (row.height() * 0.6).min(23.0), stage.ground.text);
    stage.fit(cell(row.left() + columns.name, columns.place - 38.0), Align2::LEFT_CENTER, name, &[&player.name]);
    if let Some(place) = tally.place.filter(|place| *place > 1) {
        let words = Words::new(Face::Text, 17.0, stage.ground.quiet);
        let said = ordinal(usize::from(place));
        stage.fit(cell(columns.place - 36.0, columns.place), Align2::RIGHT_CENTER, words, &[&said]);
    }
    let figure = Words::new(Face::Figure, (row.height() * 0.62).min(25.0), stage.ground.text);
    let sums = [tally.dealt, tally.taken, tally.stopped.into(), tally.regained];
    for (sum, right) in sums.into_iter().zip(columns.sums) {
        stage.figure(pos2(right, row.center().y), Align2::RIGHT_CENTER, figure, &sum.to_string());
    }
    if let (Some(left), Some((damage, with))) = (columns.best, &tally.best) {
        let names = |short: bool| {
            let name = |card: &crate::table::CardId| {
                let short = view.cards.short(card.as_str()).filter(|_| short);
                short.map_or_else(|| view.name(card).to_owned(), str::to_owned)
            };
            let all: Vec<String> = with.iter().map(name).collect();
            format!("{damage} · {}", all.join(", "))
        };
        let words = Words::new(Face::Text, 19.0, stage.ground.text);
        stage.fit(cell(left, row.right()), Align2::RIGHT_CENTER, words, &[&names(false), &names(true)]);
    }
}
