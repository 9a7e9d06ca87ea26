//! The end of a game: who won, how a counter went for everyone, and what everyone has.

use egui::{Align2, Rect, pos2, vec2};

use super::view::View;
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::emblem::emblem;
use crate::game::{CounterSpec, TableSpec, WinSpec, number};
use crate::letters::Face;
use crate::ordered;
use crate::session::ScoreView;
use crate::shared::chart::{Chart, Line, Unit};
use crate::shared::end::Verdict;
use crate::table::Seat;
use crate::table::declared::score::{self, Score};
use crate::table::declared::{Player, Rules, Table};

/// The counter that decides the game, or else the first; none where players have none.
fn deciding(spec: &TableSpec) -> Option<&CounterSpec> {
    let by_win = match &spec.win {
        Some(WinSpec::Last(counter) | WinSpec::Most(counter) | WinSpec::Reach { counter, .. }) => spec.counter(counter),
        None => None,
    };
    by_win.or(spec.counters.first())
}

impl ScoreView<Rules> for Score {
    fn of(table: &Table) -> Self {
        score::of(table, "")
    }

    /// How the counter that decides the game went for everyone.
    fn chart(table: &Table) -> Chart {
        /// A counter with no more steps than this is shown from its least to its most figure, whatever it came to.
        const WHOLE: i64 = 100;
        let spec = table.rules().spec();
        let unit = if spec.turns { Unit::Round } else { Unit::Minute };
        let Some(counter) = deciding(spec) else {
            return Chart::new("Time", Vec::new(), 0..=1, unit, 0.0);
        };
        let Score { samples, passed, .. } = score::of(table, &counter.id);
        let values = || samples.iter().flatten().map(|sample| sample.value).chain([counter.start]);
        let goal = match &spec.win {
            Some(WinSpec::Reach { at, .. }) => *at,
            _ => counter.start,
        };
        let range = match counter.most {
            Some(most) if most - counter.least <= WHOLE => counter.least..=most,
            _ => {
                let least = values().min().unwrap_or_default().min(goal).min(0).max(counter.least);
                least..=values().max().unwrap_or_default().max(goal).max(least + 4)
            }
        };
        let line = |(player, samples): (&Player, &Vec<score::Sample>)| {
            let samples = samples.iter().map(|sample| (sample.passed, sample.value));
            Line::new(&player.name, player.colour, samples, player.out)
        };
        let lines = table.state().players.iter().zip(&samples).map(line).collect();
        Chart::new(&counter.name, lines, range, unit, passed)
    }

    fn verdict(&self, view: View<'_>) -> Verdict {
        let (spec, state) = (view.rules.spec(), view.state);
        let winners = state.over.clone().unwrap_or_default();
        let title = match (&state.over, winners.len()) {
            (None, _) => "Not over yet",
            (_, 0) => "The game is over",
            (_, 1) => "The winner",
            _ => "Winners together",
        };
        let counter = deciding(spec);
        let won = winners.first().and_then(|seat| state.player(*seat)).zip(counter);
        let with = won.and_then(|(player, counter)| {
            Some(format!("{}: {}", counter.name, number(*player.counters.get(&counter.id)?)))
        });
        let round = (state.round > 0).then(|| format!("round {}", state.round));
        let first = match (with, round) {
            (Some(with), Some(round)) => format!("{with}, {round}"),
            (Some(with), None) => with,
            (None, round) => round.unwrap_or_default(),
        };
        let counted = |count: u64, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let players = counted(state.players.len() as u64, "player");
        let again = super::rematch(state);
        let starts = again.players.get(again.first.index()).map_or("", |player| player.name.as_str());
        let sub = if spec.turns { format!("same seats, {starts} starts") } else { "same seats".to_owned() };
        Verdict {
            title,
            winners,
            lines: [first, format!("{players} · {}", counted(self.minutes, "minute")), won_by(spec)],
            again: ("Play again", sub),
        }
    }

    /// Everyone's counters in a table, the winners first, then by what decides the game.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let spec = view.rules.spec();
        let heading = canvas.scaled(26.0).min(rect.height() * 0.16);
        let name = (rect.width() * 0.34).min(240.0);
        let columns = columns(spec, rect.width() - name);
        let wide = (rect.width() - name) / columns.len().max(1) as f32;
        let right = |column: usize| rect.left() + name + wide * (column + 1) as f32;
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        for (column, counter) in columns.iter().enumerate() {
            let at = Rect::from_min_max(
                pos2(right(column) - wide + 6.0, rect.top()),
                pos2(right(column), rect.top() + heading),
            );
            canvas.fit(at, Align2::RIGHT_CENTER, quiet, &[&counter.name]);
        }
        let order = order(view);
        let high = ((rect.height() - heading) / order.len().max(1) as f32).min(56.0);
        for (index, seat) in order.into_iter().enumerate() {
            let Some(player) = view.state.player(seat) else { continue };
            let y = rect.top() + heading + high * index as f32;
            let row = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), high));
            if index > 0 {
                canvas.line(row.left_top(), row.right_top(), 1.0, canvas.ground.line);
            }
            let shield = (row.height() - 6.0).min(36.0);
            emblem(
                canvas,
                rect_around(pos2(row.left() + 20.0, row.center().y), shield, shield),
                player.colour,
                player.out,
            );
            let who = Rect::from_min_max(pos2(row.left() + 46.0, row.top()), pos2(row.left() + name, row.bottom()));
            let words = TextStyle::new(Face::Caps, (row.height() * 0.6).min(23.0), canvas.ground.text);
            canvas.fit(who, Align2::LEFT_CENTER, words, &[&player.name]);
            let figures: Vec<String> = columns
                .iter()
                .map(|counter| {
                    let value = player.counters.get(&counter.id).copied().unwrap_or_default();
                    format!("{} {}", counter.name, number(value))
                })
                .collect();
            canvas.label(("sum", seat), row, &format!("{}: {}", player.name, figures.join(", ")));
            let figure = TextStyle::new(Face::Figure, (row.height() * 0.62).min(25.0), canvas.ground.text);
            for (column, counter) in columns.iter().enumerate() {
                let value = player.counters.get(&counter.id).copied().unwrap_or_default();
                canvas.figure(pos2(right(column), row.center().y), Align2::RIGHT_CENTER, figure, &number(value));
            }
        }
    }
}

/// As many counters as a width has room for, the one that decides the game first.
fn columns(spec: &TableSpec, width: f32) -> Vec<&CounterSpec> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
    let most = (width / 78.0).floor().max(1.0) as usize;
    let first = deciding(spec);
    let others = spec.counters.iter().filter(|counter| first.is_none_or(|first| first.id != counter.id));
    first.into_iter().chain(others).take(most).collect()
}

/// The winners first, then the others by what decides the game; those who are out last.
fn order(view: View<'_>) -> Vec<Seat> {
    let winners = view.state.over.as_deref().unwrap_or_default();
    let counter = deciding(view.rules.spec());
    let figure = |seat: Seat| {
        view.state.player(seat).zip(counter).and_then(|(player, counter)| player.counters.get(&counter.id))
    };
    let mut order: Vec<Seat> = view.state.seats().collect();
    ordered::sort_by_number(&mut order, |seat| figure(*seat).map_or(i64::MAX, |figure| figure.saturating_neg()));
    ordered::sort_by_number(&mut order, |seat| i64::from(view.state.player(*seat).is_some_and(|player| player.out)));
    ordered::sort_by_number(&mut order, |seat| i64::from(!winners.contains(seat)));
    order
}

/// How the game is won, in a few words.
fn won_by(spec: &TableSpec) -> String {
    let name = |id: &str| spec.counter(id).map_or(id, |counter| counter.name.as_str()).to_owned();
    match &spec.win {
        Some(WinSpec::Last(counter)) => format!("the last one with {} left wins", name(counter)),
        Some(WinSpec::Most(counter)) => format!("most {} wins", name(counter)),
        Some(WinSpec::Reach { counter, at }) => {
            let name = spec.counter(counter).map_or(counter.as_str(), |counter| counter.name_after(*at));
            format!("first to {} {name} wins", number(*at))
        }
        None => "players agree on who wins".to_owned(),
    }
}
