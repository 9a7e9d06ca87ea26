//! The sum of a game: who stands last, everyone's health, and what everyone did in a table, the last one standing first.

use egui::{Align2, Rect, pos2, vec2};

use super::view::{View, ordinal};
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::session::ScoreView;
use crate::shared::chart::{Chart, Line, Unit};
use crate::shared::end::Verdict;
use crate::table::Table;
use crate::table::skirmish::Rules;
use crate::table::skirmish::score::{self, Score, Tally};

impl ScoreView<Rules> for Score {
    fn of(table: &Table<Rules>) -> Self {
        score::of(table)
    }

    /// Everyone's health over the rounds.
    fn chart(table: &Table<Rules>) -> Chart {
        let score = score::of(table);
        let lines = score.players.iter().filter_map(|tally| {
            let player = table.state().player(tally.seat)?;
            let samples = tally.health.iter().map(|sample| (sample.round, sample.health));
            Some(Line::new(&player.name, player.colour, samples, !player.lives()))
        });
        Chart::new("Health", lines.collect(), 0..=table.rules().health(), Unit::Round, table.state().rounds_passed())
    }

    fn verdict(&self, view: View<'_>) -> Verdict {
        let again = view.state.again();
        let dealer = again.players.get(again.dealer.index()).map_or("", |player| player.name.as_str());
        Verdict {
            title: if view.state.winner.is_some() { "Last standing" } else { "Not over yet" },
            winners: view.state.winner.into_iter().collect(),
            lines: lines(view, self),
            again: ("Fight again", format!("same seats, {dealer} deals")),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        draw(canvas, view, self, rect);
    }
}

/// The game in three lines.
fn lines(view: View<'_>, score: &Score) -> [String; 3] {
    let counted = |count: u64, one: &str, many: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
    };
    let health = view.state.winner.and_then(|seat| view.state.player(seat)).map(|player| player.health);
    let first = match health {
        Some(health) => format!("with {health} health, in round {}", view.state.round),
        None => format!("round {}", view.state.round),
    };
    let warriors = counted(view.state.players.len() as u64, "warrior", "warriors");
    let minutes = counted(score.minutes, "minute", "minutes");
    let blows = counted(score.blows.into(), "blow", "blows");
    let stopped = if score.stopped == 0 { "none".to_owned() } else { score.stopped.to_string() };
    [first, format!("{warriors} · {minutes}"), format!("{blows}, {stopped} of them stopped")]
}

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
        } else if rect.width() >= 300.0 {
            Self { name: 42.0, place: x(0.42), sums: [0.56, 0.7, 0.86, 1.0].map(x), best: None }
        } else {
            Self { name: 42.0, place: x(0.36), sums: [0.51, 0.67, 0.84, 1.0].map(x), best: None }
        }
    }
}

/// Draws the table.
fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, score: &Score, rect: Rect) {
    let columns = Columns::of(rect);
    let heading = canvas.scaled(26.0).min(rect.height() * 0.16);
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    let names: [&[&str]; 4] = [&["Dealt"], &["Taken"], &["Stopped", "Stop."], &["Regained", "Reg."]];
    let top = |from: f32, to: f32| Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.top() + heading));
    let mut from = columns.place;
    for (words, right) in names.into_iter().zip(columns.sums) {
        canvas.fit_down_to(12.0, top(from, right), Align2::RIGHT_CENTER, quiet, words);
        from = right + 3.0;
    }
    if let Some(best) = columns.best {
        canvas.fit(top(best, rect.right()), Align2::RIGHT_CENTER, quiet, &["Best blow"]);
    }
    let tallies = score.by_place();
    let high = ((rect.height() - heading) / tallies.len().max(1) as f32).min(56.0);
    for (index, tally) in tallies.into_iter().enumerate() {
        let y = rect.top() + heading + high * index as f32;
        let row = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), high));
        if index > 0 {
            canvas.line(row.left_top(), row.right_top(), 1.0, canvas.ground.line);
        }
        self::row(canvas, view, tally, row, &columns);
    }
}

fn row(canvas: &mut Canvas<'_, '_>, view: View<'_>, tally: &Tally, row: Rect, columns: &Columns) {
    let Some(player) = view.state.player(tally.seat) else { return };
    let Tally { dealt, taken, stopped, regained, .. } = tally;
    let mut said = format!("{}: dealt {dealt}, taken {taken}, stopped {stopped}, regained {regained}", player.name);
    let shield = (row.height() - 6.0).min(36.0);
    emblem(canvas, rect_around(pos2(row.left() + 20.0, row.center().y), shield, shield), player.colour, false);
    let cell = |from: f32, to: f32| Rect::from_min_max(pos2(from, row.top()), pos2(to, row.bottom()));
    let name = TextStyle::new(Face::Caps, (row.height() * 0.6).min(23.0), canvas.ground.text);
    let place = tally.place.filter(|place| *place > 1 && row.width() >= 300.0);
    let right = columns.place - if row.width() >= 300.0 { 38.0 } else { 2.0 };
    canvas.fit_down_to(12.0, cell(row.left() + columns.name, right), Align2::LEFT_CENTER, name, &[&player.name]);
    if let Some(place) = place {
        let words = TextStyle::new(Face::Text, 17.0, canvas.ground.quiet);
        let said = ordinal(usize::from(place));
        canvas.fit(cell(columns.place - 36.0, columns.place), Align2::RIGHT_CENTER, words, &[&said]);
    }
    let figure = TextStyle::new(Face::Figure, (row.height() * 0.62).min(25.0), canvas.ground.text);
    let sums = [tally.dealt, tally.taken, tally.stopped.into(), tally.regained];
    for (sum, right) in sums.into_iter().zip(columns.sums) {
        canvas.figure(pos2(right, row.center().y), Align2::RIGHT_CENTER, figure, &sum.to_string());
    }
    if let (Some(left), Some(best)) = (columns.best, &tally.best) {
        let names = |short: bool| {
            let name = |card: &crate::table::CardId| {
                let short = view.cards.short(card.as_str()).filter(|_| short);
                short.map_or_else(|| view.name(card).to_owned(), str::to_owned)
            };
            let special = best.special.map(|special| view.rules.special_name(special).to_owned());
            let special = special.map(|name| match name.split_once(' ') {
                Some((first, _)) if short => first.to_owned(),
                _ => name,
            });
            let all: Vec<String> = best.with.iter().map(name).chain(special).collect();
            format!("{} · {}", best.damage, all.join(", "))
        };
        said += &format!(", best blow {}", names(false));
        let words = TextStyle::new(Face::Text, 19.0, canvas.ground.text);
        canvas.fit(cell(left, row.right()), Align2::RIGHT_CENTER, words, &[&names(false), &names(true)]);
    }
    canvas.label(("sum", tally.seat), row, &said);
}
