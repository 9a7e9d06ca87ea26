//! The end of a game: who won and how, how many warriors each side had left over the turns, what became of them.

use egui::{Align2, Rect, pos2};

use super::rematch;
use super::view::{Action, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::ordered;
use crate::session::{Offer, ScoreView};
use crate::shared::chart::{Chart, Line, Unit};
use crate::shared::end::Verdict;
use crate::table::Seat;
use crate::table::warband::score::{self, Sample, Score};
use crate::table::warband::{Rules, Side, Table};

impl ScoreView<Rules> for Score {
    fn of(table: &Table) -> Self {
        score::of(table)
    }

    /// How many warriors each side had left, over the turns.
    fn chart(table: &Table) -> Chart {
        let Score { samples, lost, passed, .. } = score::of(table);
        let most = samples.iter().flatten().map(|sample| sample.left).max().unwrap_or_default();
        let figure = |left: usize| i64::try_from(left).unwrap_or(i64::MAX);
        let line = |((side, samples), lost): ((&Side, &Vec<Sample>), &Option<f64>)| {
            let samples = samples.iter().map(|sample| (sample.passed, figure(sample.left)));
            // A routed side ends there, with all its remaining models.
            let samples = samples.chain(lost.map(|lost| (lost, figure(side.warriors.len() - side.out()))));
            Line::new(&side.name, side.colour, samples, side.lost)
        };
        let lines = table.state().sides.iter().zip(&samples).zip(&lost).map(line).collect();
        Chart::new("Warriors", lines, 0..=figure(most).max(4), Unit::Turn, passed)
    }

    fn verdict(&self, view: View<'_>) -> Verdict {
        let state = view.state;
        let turn = state.moment.turn;
        let over = state.over.as_ref();
        let winners = over.map(|over| over.winners.clone()).unwrap_or_default();
        let (title, first) = match over {
            None => ("Not over yet", format!("turn {turn}, {} phase", state.moment.phase.words())),
            Some(over) if over.agreed && winners.is_empty() => ("A draw", format!("by the scenario, in turn {turn}")),
            Some(over) if over.agreed => ("Victory", format!("by the scenario, in turn {turn}")),
            Some(_) if winners.is_empty() => ("No one left", format!("in turn {turn}")),
            Some(_) => {
                let gone = state.sides.iter().filter(|side| side.lost).all(|side| side.out() == side.warriors.len());
                let how = if gone { "last enemy fell" } else { "enemy routed" };
                ("Victory", format!("{how}, turn {turn}"))
            }
        };
        let out: usize = state.sides.iter().map(Side::out).sum();
        let all: usize = state.sides.iter().map(|side| side.warriors.len()).sum();
        let minutes = if self.minutes == 1 { "1 minute".to_owned() } else { format!("{} minutes", self.minutes) };
        Verdict {
            title,
            winners,
            lines: [first, format!("{out} of {all} warriors out of action"), minutes],
            again: ("Fight again", "same sides".to_owned()),
        }
    }

    /// The next battle of the same scenario, with the sides swapped.
    fn beside_chart(view: View<'_>) -> Option<Offer<Rules>> {
        let swapped = rematch(view.state, 1);
        Some((Button::new(&["Swap sides"], Tone::Raised), vec![Action::Do(swapped)]))
    }

    /// A row for each side, the winners first: who is left, who was felled, fled and rallied.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let heading = canvas.scaled(26.0).min(rect.height() * 0.16);
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        // A phone that lies has no room for who rallied.
        let low = rect.width() < 300.0;
        let shares: [f32; 6] =
            if low { [0.4, 0.14, 0.14, 0.18, 0.14, 0.0] } else { [0.4, 0.12, 0.12, 0.12, 0.12, 0.12] };
        let row = |y: f32, high: f32| {
            let mut x = rect.left();
            shares.map(|share| {
                let cell = Rect::from_min_max(pos2(x, y), pos2(x + share * rect.width(), y + high));
                x = cell.right();
                cell
            })
        };
        let titles = ["", "left", "out", "felled", "fled", "rallied"];
        for (title, cell) in titles.into_iter().zip(row(rect.top(), heading)).filter(|(_, cell)| cell.width() > 1.0) {
            canvas.fit_down_to(12.0, cell, Align2::CENTER_CENTER, quiet, &[title]);
        }
        let winners = view.state.over.as_ref().map(|over| over.winners.as_slice()).unwrap_or_default();
        let mut order: Vec<Seat> = view.state.seats().collect();
        ordered::sort_by_number(&mut order, |seat| i64::from(!winners.contains(seat)));
        let high = ((rect.height() - heading) / order.len().max(1) as f32).min(58.0);
        for (index, seat) in order.into_iter().enumerate() {
            let Some(side) = view.state.side(seat) else { continue };
            let y = rect.top() + heading + high * index as f32;
            if index > 0 {
                canvas.line(pos2(rect.left(), y), pos2(rect.right(), y), 1.0, canvas.ground.line);
            }
            let [who, cells @ ..] = row(y, high);
            let shield = (high - 6.0).min(36.0);
            emblem(
                canvas,
                rect_around(pos2(who.left() + 20.0, who.center().y), shield, shield),
                side.colour,
                side.lost,
            );
            let name = who.with_min_x(who.left() + 44.0);
            let caps = TextStyle::new(Face::Caps, (high * 0.6).min(23.0), canvas.ground.text);
            let long = format!("{}, {}", side.name, side.warband);
            canvas.fit(name, Align2::LEFT_CENTER, caps, &[&long, &side.name]);
            let tally = self.tallies.get(seat.index()).copied().unwrap_or_default();
            let out = side.out();
            let figures = [
                (side.warriors.len() - out).to_string(),
                out.to_string(),
                tally.felled.to_string(),
                tally.fled.to_string(),
                tally.rallied.to_string(),
            ];
            let figure = TextStyle::new(Face::Figure, (high * 0.6).min(26.0), canvas.ground.text);
            let [left, out, felled, fled, rallied] = &figures;
            let said = format!("{long}: {left} left, {out} out, felled {felled}, fled {fled}, rallied {rallied}");
            canvas.label(("sum", seat), who.with_max_x(rect.right()), &said);
            for (said, cell) in figures.into_iter().zip(cells).filter(|(_, cell)| cell.width() > 1.0) {
                canvas.figure(cell.center(), Align2::CENTER_CENTER, figure, &said);
            }
        }
    }
}
