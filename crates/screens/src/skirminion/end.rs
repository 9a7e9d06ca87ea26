//! The end of a game: who won and with what, the health of both sides over its activations, and what each has done.

use egui::{Align2, Rect, pos2, vec2};

use super::view::{Action, OwnSheet, View, name};
use super::{near, unit};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::letters::Face;
use crate::region::columns;
use crate::session::{Offer, ScoreView};
use crate::shared::chart::{Chart, Line, Unit};
use crate::shared::end::Verdict;
use crate::table::skirminion::score::{self, Score, SideScore};
use crate::table::skirminion::{Blow, Over, Rules, Side, State, Table};
use crate::table::{Seat, tell};

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "2 units left: 3 and 1"
fn left(state: &State, side: Side) -> String {
    let board = &state.position.board;
    let units = board.units(side);
    let healths: Vec<String> = units.map(|at| board.health(at).to_string()).collect();
    format!("{} left: {}", counted(units.len().into(), "unit", "units"), tell::list(&healths))
}

impl ScoreView<Rules> for Score {
    fn of(table: &Table) -> Self {
        score::of(table)
    }

    /// The health of both sides over the activations.
    fn chart(table: &Table) -> Chart {
        let score = score::of(table);
        let lines = table.state().players.iter().zip(Side::BOTH).map(|(player, side)| {
            let samples = score.sides[side.index()].samples.iter();
            let samples = samples.map(|sample| (f64::from(sample.activations), i64::from(sample.health)));
            let fallen = table.state().position.board.units(side).is_empty();
            Line::new(&player.name, player.colour, samples, fallen)
        });
        Chart::new("Health", lines.collect(), 0..=48, Unit::Activation, score.activations.into())
    }

    fn verdict(&self, view: View<'_>) -> Verdict {
        let winner = view.state.over.and_then(Over::winner);
        let (title, first) = match (view.state.over, winner) {
            (Some(Over::Resigned(loser)), Some(_)) => ("Victory", format!("{} has resigned", name(view, loser))),
            (_, Some(side)) => ("Last standing", left(view.state, side)),
            (Some(Over::Agreed), _) => ("A draw", "both agreed".to_owned()),
            (Some(_), None) => ("A draw", "neither side has a unit left".to_owned()),
            (None, _) => ("Not over yet", format!("{} activates a unit", name(view, view.state.position.turn))),
        };
        let attacks: u32 = self.sides.iter().map(|side| side.attacks).sum();
        let activations = counted(self.activations.into(), "activation", "activations");
        let time = counted(self.minutes, "minute", "minutes");
        let mut attacks = counted(attacks.into(), "attack", "attacks");
        if self.last_stands > 0 {
            attacks = format!("{attacks} · {}", counted(self.last_stands.into(), "last stand", "last stands"));
        }
        Verdict {
            title,
            winners: winner.map(Seat::of_side).into_iter().collect(),
            lines: [first, format!("{activations} · {time}"), attacks],
            again: ("Fight again", format!("{} begins", super::begins_next(view.state))),
        }
    }

    /// The strongest unit that is left; where nobody has won, a warder of both sides.
    fn draw_victor(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) -> bool {
        let Some(over) = view.state.over else { return false };
        let board = &view.state.position.board;
        let strongest = |side: Side| board.units(side).filter_map(|at| board.unit(at)).max_by_key(|unit| unit.health);
        match over.winner().and_then(strongest) {
            Some(shown) => unit::unit(canvas, rect, shown, false, 1.0),
            None => unit::parted(canvas, rect),
        }
        true
    }

    /// The game once more on the board.
    fn beside_chart(view: View<'_>) -> Option<Offer<Rules>> {
        let asked = Action::Open(Seat::of_side(near(view)), OwnSheet::Replay.into());
        Some((Button::new(&["Replay"], Tone::Raised), vec![asked]))
    }

    /// A row for each side: units left, attacks, health taken off, rests, the best blow; below them how it ended.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let narrow = rect.width() < 500.0;
        // On a phone in landscape, only the shields identify the sides, and the lowest have no room for rests.
        let shares = match rect.width() {
            ..170.0 => [0.22, 0.2, 0.28, 0.3, 0.0, 0.0],
            ..220.0 => [0.17, 0.18, 0.22, 0.23, 0.2, 0.0],
            ..500.0 => [0.32, 0.14, 0.19, 0.19, 0.16, 0.0],
            _ => [0.26, 0.1, 0.11, 0.12, 0.11, 0.3],
        };
        let titles = if narrow {
            ["", "left", "blows", "taken", "rests", ""]
        } else {
            [
                "",
                if rect.width() < 640.0 { "Units" } else { "Units left" },
                "Attacks",
                "Taken off",
                "Rested",
                "Best blow",
            ]
        };
        let heading = canvas.scaled(26.0).min(rect.height() * 0.2);
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        let row = |y: f32, high: f32| {
            let line = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), high));
            columns(line, if narrow { 2.0 } else { 8.0 }, shares)
        };
        for (title, cell) in titles.into_iter().zip(row(rect.top(), heading)).filter(|(_, cell)| cell.width() > 4.0) {
            canvas.fit(cell, Align2::RIGHT_CENTER, quiet, &[title]);
        }
        let high = ((rect.height() - heading) / 2.0).min(70.0);
        for (index, side) in Side::BOTH.into_iter().enumerate() {
            let y = rect.top() + heading + high * index as f32;
            if index > 0 {
                canvas.line(pos2(rect.left(), y), pos2(rect.right(), y), 1.0, canvas.ground.line);
            }
            side_row(canvas, view, side, &self.sides[side.index()], row(y, high));
        }
        let below = rect.with_min_y(rect.top() + heading + 2.0 * high);
        if let Some(last) = view.lines.last().filter(|_| below.height() >= 44.0) {
            canvas.line(below.left_top(), below.right_top(), 1.0, canvas.ground.line);
            let words = TextStyle::new(Face::Text, 17.0, canvas.ground.text);
            canvas.wrap_left(inset(below, 0.0, 10.0, 0.0, 0.0), words, &tell::text(&last.parts));
        }
    }
}

fn side_row(canvas: &Canvas<'_, '_>, view: View<'_>, side: Side, score: &SideScore, cells: [Rect; 6]) {
    let [who, units, attacks, taken, rested, best] = cells;
    let size = (who.height() - 10.0).min(36.0);
    unit::shield(canvas, rect_around(pos2(who.left() + size / 2.0, who.center().y), size * 0.87, size), side);
    let named = who.with_min_x(who.left() + size + 8.0);
    let caps = TextStyle::new(Face::Caps, (who.height() * 0.55).min(26.0), canvas.ground.text);
    if who.width() >= 50.0 {
        canvas.fit(named, Align2::LEFT_CENTER, caps, &[name(view, side)]);
    }
    let left = view.state.position.board.units(side).len();
    let best_blow = score.best.as_ref().map(|blow| format!(", best blow {}", blow_text(blow))).unwrap_or_default();
    let said = format!(
        "{}: {left} units left, {} attacks, {} taken off, {} rested",
        name(view, side),
        score.attacks,
        score.taken,
        score.rested
    );
    canvas.label(("sum", side.index()), who, &format!("{said}{best_blow}"));
    let figure = TextStyle::new(Face::Figure, (who.height() * 0.5).min(24.0), canvas.ground.text);
    let counts = [(units, left), (attacks, score.attacks), (taken, score.taken), (rested, score.rested)];
    for (cell, count) in counts.into_iter().filter(|(cell, _)| cell.width() > 4.0) {
        canvas.fit_figure(cell, Align2::RIGHT_CENTER, figure, &count.to_string());
    }
    if let Some(blow) = score.best.as_ref().filter(|_| best.width() > 4.0) {
        let words = TextStyle::new(Face::Text, 17.0, canvas.ground.text);
        canvas.fit(best, Align2::RIGHT_CENTER, words, &[&blow_text(blow), &format!("{} at {}", blow.taken, blow.on)]);
    }
}

/// "4 at e5, with three friends"
fn blow_text(blow: &Blow) -> String {
    let with = match (blow.helpers.len(), blow.last_stand) {
        (_, true) => ", in a last stand".to_owned(),
        (0, false) => String::new(),
        (1, false) => ", with a friend".to_owned(),
        (friends, false) => format!(", with {friends} friends"),
    };
    format!("{} at {}{with}", blow.taken, blow.on)
}
