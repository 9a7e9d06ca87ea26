//! The end of a game: who won and by what, everyone's life points over the turns, and what each has robbed.

use egui::{Align2, Rect, pos2, vec2};

use super::card;
use super::panel::places;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::ordered;
use crate::session::ScoreView;
use crate::shared::chart::{Chart, Line, Unit};
use crate::shared::end::Verdict;
use crate::table::Seat;
use crate::table::battling::score::{self, Score};
use crate::table::battling::{Player, Rules, Table, WonBy};

impl ScoreView<Rules> for Score {
    fn of(table: &Table) -> Self {
        score::of(table)
    }

    /// Everyone's life points over the turns.
    fn chart(table: &Table) -> Chart {
        let Score { samples, passed, .. } = score::of(table);
        let most = samples.iter().flatten().map(|sample| sample.life).max().unwrap_or_default();
        let line = |(player, samples): (&Player, &Vec<score::Sample>)| {
            let samples = samples.iter().map(|sample| (sample.passed, i64::from(sample.life)));
            // An army whose last treasure was robbed ends with the life points that it had.
            let out = player.out.filter(|_| player.life > 0);
            let out = out.map(|out| (f64::from(out.turn).min(passed), i64::from(player.life)));
            Line::new(&player.name, player.colour, samples.chain(out), player.out.is_some())
        };
        let lines = table.state().players.iter().zip(&samples).map(line).collect();
        Chart::new("Life", lines, 0..=i64::from(most).max(10), Unit::Turn, passed)
    }

    fn verdict(&self, view: View<'_>) -> Verdict {
        let state = view.state;
        let winners = state.over.as_ref().map(|over| over.winners.clone()).unwrap_or_default();
        let turn = format!("turn {}", state.turn);
        let (title, first) = match &state.over {
            None => ("Not over yet", turn),
            Some(_) if winners.is_empty() => ("No one left", format!("the last armies fell together in {turn}")),
            Some(over) if over.by == WonBy::FourTreasures => ("Four treasures", format!("stolen by {turn}")),
            Some(_) => match winners.first().and_then(|seat| state.player(*seat)) {
                Some(player) => ("Last army", format!("with {} life points, in {turn}", player.life)),
                None => ("Last army", turn),
            },
        };
        let counted = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let players = counted(state.players.len() as u64, "army", "armies");
        let fights = counted(self.fights.into(), "fight", "fights");
        Verdict {
            title,
            winners,
            lines: [first, format!("{players} · {fights}"), counted(self.minutes, "minute", "minutes")],
            again: ("Play again", "same seats".to_owned()),
        }
    }

    /// A row for each player, the winners first: life points, face treasures, lesser ones.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let heading = canvas.scaled(26.0).min(rect.height() * 0.16);
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        let narrow = rect.width() < 500.0;
        let shares: [f32; 5] = if narrow { [0.36, 0.16, 0.32, 0.16, 0.0] } else { [0.3, 0.13, 0.27, 0.15, 0.15] };
        let row = |y: f32, high: f32| {
            let mut x = rect.left();
            shares.map(|share| {
                let cell = Rect::from_min_size(pos2(x, y), vec2(share * rect.width(), high));
                x = cell.right();
                cell
            })
        };
        let titles = ["", "life", "stolen", "lesser", "won fights"];
        for (title, cell) in titles.into_iter().zip(row(rect.top(), heading)).filter(|(_, cell)| cell.width() > 1.0) {
            canvas.fit(cell, Align2::CENTER_CENTER, quiet, &[title]);
        }
        let order = order(view);
        let high = ((rect.height() - heading) / order.len().max(1) as f32).min(58.0);
        for (index, seat) in order.into_iter().enumerate() {
            let Some(player) = view.state.player(seat) else { continue };
            let y = rect.top() + heading + high * index as f32;
            if index > 0 {
                canvas.line(pos2(rect.left(), y), pos2(rect.right(), y), 1.0, canvas.ground.line);
            }
            let [who, life, robbed, lesser, fights] = row(y, high);
            let shield = (high - 6.0).min(36.0);
            emblem(
                canvas,
                rect_around(pos2(who.left() + 20.0, who.center().y), shield, shield),
                player.colour,
                player.out.is_some(),
            );
            let name = who.with_min_x(who.left() + 46.0);
            let caps = TextStyle::new(Face::Caps, (high * 0.6).min(23.0), canvas.ground.text);
            canvas.fit(name, Align2::LEFT_CENTER, caps, &[&player.name]);
            let figure = TextStyle::new(Face::Figure, (high * 0.6).min(26.0), canvas.ground.text);
            canvas.figure(life.center(), Align2::CENTER_CENTER, figure, &player.life.to_string());
            places(canvas, view, seat, robbed.shrink2(vec2(6.0, 2.0)));
            let coins = player.taken.iter().filter(|treasure| !treasure.rank.is_face()).count();
            if coins > 0 {
                let size = (high * 0.56).min(24.0);
                card::coins(canvas, view.cards, pos2(lesser.center().x - size, lesser.center().y), size, coins);
            }
            let won = self.won.get(seat.index()).copied().unwrap_or_default();
            let stolen = player.taken.len() - coins;
            let said = format!(
                "{}: {} life points, {stolen} face treasures stolen, {coins} lesser ones, {won} fights won",
                player.name, player.life
            );
            canvas.label(("sum", seat), who.with_max_x(rect.right()), &said);
            if fights.width() > 1.0 {
                canvas.figure(fights.center(), Align2::CENTER_CENTER, figure, &won.to_string());
            }
        }
    }
}

/// The winners first, then who is still in the game, by life points; then those who were out last.
fn order(view: View<'_>) -> Vec<Seat> {
    let state = view.state;
    let winners = state.over.as_ref().map(|over| over.winners.as_slice()).unwrap_or_default();
    let mut order: Vec<Seat> = state.seats().collect();
    let player = |seat: &Seat| state.player(*seat);
    ordered::sort_by_number(&mut order, |seat| -player(seat).map_or(0, |player| i64::from(player.life)));
    ordered::sort_by_number(&mut order, |seat| {
        let out = player(seat).and_then(|player| player.out).map_or(u32::MAX, |out| out.turn);
        -i64::from(out)
    });
    ordered::sort_by_number(&mut order, |seat| i64::from(!winners.contains(seat)));
    order
}
