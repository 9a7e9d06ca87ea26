//! The end of a game: who stands last, everyone's health over the game, and what each did.

mod chart;
mod sums;

pub use chart::Chart;

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::form::{CONTROL, GAP};
use super::letters::Face;
use super::livery::emblem;
use super::look::{GOLD, INK, parts};
use super::stage::{Stage, Words, about, radius, within};
use super::turn::grid;
use super::view::{Leaflet, View, Wish};
use crate::gallery::Wanted;
use crate::table::Table;
use crate::table::score::{self, Score};

/// The edge of the screen and the gap between its parts, in points.
const EDGE: f32 = 16.0;

/// The end of a game.
#[derive(Default)]
pub struct EndScreen {
    /// The sum and the chart, and of how many events they are.
    sum: Option<(usize, Score, Chart)>,
}

/// Where the parts of the screen lie.
struct Places {
    victor: Rect,
    chart: Rect,
    sums: Rect,
    buttons: Rect,
}

impl EndScreen {
    /// Draws it over the whole screen; without its buttons while a picture of it is taken.
    pub fn draw(
        &mut self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        table: &Table,
        posing: bool,
        wishes: &mut Vec<Wish>,
    ) {
        let events = table.done().len();
        if self.sum.as_ref().is_none_or(|(of, ..)| *of != events) {
            let score = score::of(table);
            let chart = Chart::new(view, &score);
            self.sum = Some((events, score, chart));
        }
        let Some((_, score, chart)) = &self.sum else { return };
        let places = places(stage.whole().shrink(EDGE), posing);
        victor(stage, view, score, places.victor);
        ground(stage, places.chart);
        let title = Rect::from_min_size(places.chart.min + vec2(22.0, 10.0), vec2(places.chart.width() - 44.0, 40.0));
        let words = Words::new(Face::Caps, 26.0, stage.ground.text);
        stage.fit(title, Align2::LEFT_CENTER, words, &["Health over the game", "Health"]);
        chart.plot(stage, within(places.chart, 18.0, 52.0, 8.0, 8.0));
        ground(stage, places.sums);
        sums::draw(stage, view, score, places.sums.shrink2(vec2(16.0, 10.0)));
        if !posing {
            buttons(stage, view, table, places.buttons, wishes);
        }
    }
}

/// Beside each other on a tablet that lies, above each other on one that stands and on a telephone.
fn places(whole: Rect, posing: bool) -> Places {
    if whole.width() > whole.height() {
        let low = (4.0 * CONTROL + 3.0 * GAP + 24.0).max(whole.height() * 0.3);
        let y = whole.bottom() - low;
        let [above, below] = [
            Rect::from_min_max(whole.min, pos2(whole.right(), y - EDGE)),
            Rect::from_min_max(pos2(whole.left(), y), whole.max),
        ];
        let left = (whole.width() * 0.26).clamp(240.0, 300.0);
        let victor = Rect::from_min_max(above.min, pos2(above.left() + left, above.bottom()));
        let chart = Rect::from_min_max(pos2(victor.right() + EDGE, above.top()), above.max);
        let right = if posing { 0.0 } else { left.max(290.0) + EDGE };
        let sums = Rect::from_min_max(below.min, pos2(below.right() - right, below.bottom()));
        let buttons = Rect::from_min_max(pos2(sums.right() + EDGE, below.top()), below.max);
        return Places { victor, chart, sums, buttons };
    }
    let narrow = whole.width() < 500.0;
    let rows = if narrow { 3.0 } else { 2.0 };
    let foot = if posing { 0.0 } else { (rows + 0.15) * (CONTROL + GAP) };
    let [mut rest, buttons] = [
        Rect::from_min_max(whole.min, pos2(whole.right(), whole.bottom() - foot)),
        Rect::from_min_max(pos2(whole.left(), whole.bottom() - foot), whole.max),
    ];
    rest.max.y -= if posing { 0.0 } else { 12.0 };
    let gap = if narrow { 10.0 } else { EDGE };
    let shares = if narrow { [0.2, 0.42] } else { [0.25, 0.43] };
    let [a, b] = shares.map(|share| share * (rest.height() - 2.0 * gap));
    let victor = Rect::from_min_size(rest.min, vec2(rest.width(), a));
    let chart = Rect::from_min_size(pos2(rest.left(), victor.bottom() + gap), vec2(rest.width(), b));
    let sums = Rect::from_min_max(pos2(rest.left(), chart.bottom() + gap), rest.max);
    Places { victor, chart, sums, buttons }
}

fn ground(stage: &Stage<'_, '_>, rect: Rect) {
    stage.fill(rect, radius(12.0), stage.look().centre.fill);
    if stage.look().high {
        stage.rim(rect, radius(12.0), stage.look().rim, stage.ground.line);
    }
}

/// The last one standing, on paper with a frame of gold.
fn victor(stage: &mut Stage<'_, '_>, view: View<'_>, score: &Score, rect: Rect) {
    let before = stage.ground;
    stage.ground = stage.look().turn;
    let (text, quiet) = (stage.ground.text, stage.ground.quiet);
    stage.fill(rect, radius(12.0), stage.ground.fill);
    let low = rect.height() < 180.0;
    frame(stage, rect.shrink(if low { 5.0 } else { 8.0 }));
    let inner = rect.shrink(if low { 23.0 } else { 30.0 });
    let upright = rect.height() > rect.width();
    let winner = view.state.winner.and_then(|seat| view.state.player(seat));
    let title = if winner.is_some() { "Last standing" } else { "Not over yet" };
    let lines = lines(view, score);
    let caps = Words::new(Face::Caps, 26.0, text);
    if upright {
        let row = |top: f32, high: f32| {
            let at = pos2(inner.left(), inner.top() + top * inner.height());
            Rect::from_min_size(at, vec2(inner.width(), high * inner.height()))
        };
        stage.fit(row(0.03, 0.1), Align2::CENTER_CENTER, caps, &[title]);
        if let Some(player) = winner {
            let shield = row(0.15, 0.44);
            let size = shield.size().min_elem();
            emblem(stage, about(shield.center(), size, size), player.livery, false);
            let name = Words::new(Face::Caps, 44.0, text);
            stage.fit(row(0.61, 0.13), Align2::CENTER_CENTER, name, &[&player.name]);
        }
        for (place, line) in lines.iter().enumerate() {
            let words =
                Words::new(Face::Text, if place == 0 { 20.0 } else { 18.0 }, if place == 0 { text } else { quiet });
            stage.fit(row(0.755 + 0.085 * place as f32, 0.08), Align2::CENTER_CENTER, words, &[line]);
        }
    } else {
        let size = inner.height().min(inner.width() * 0.34);
        let words = within(inner, size + 20.0, 0.0, 0.0, 0.0);
        if let Some(player) = winner {
            emblem(stage, about(pos2(inner.left() + size / 2.0, inner.center().y), size, size), player.livery, false);
        }
        if low {
            let name = winner.map_or(title, |player| player.name.as_str());
            let [above, below] = [0.52, 0.24].map(|share| share * words.height());
            let row = |top: f32, high: f32| Rect::from_min_size(words.min + vec2(0.0, top), vec2(words.width(), high));
            stage.fit(row(-4.0, above), Align2::LEFT_CENTER, Words { size: 32.0, ..caps }, &[name]);
            let small = Words::new(Face::Text, 17.0, text);
            stage.fit(row(above, below), Align2::LEFT_CENTER, small, &[&lines[0]]);
            stage.fit(row(above + below, below), Align2::LEFT_CENTER, Words { colour: quiet, ..small }, &[&lines[2]]);
            stage.ground = before;
            return;
        }
        let step = words.height() / 5.0;
        let row = |place: f32, high: f32| {
            Rect::from_min_size(pos2(words.left(), words.top() + place * step), vec2(words.width(), high * step))
        };
        stage.fit(row(0.0, 1.0), Align2::LEFT_CENTER, Words { size: 20.0, colour: quiet, ..caps }, &[title]);
        let name = winner.map_or("", |player| player.name.as_str());
        stage.fit(row(1.0, 1.3), Align2::LEFT_CENTER, Words { size: (step * 1.3).min(46.0), ..caps }, &[name]);
        for (place, line) in lines.iter().enumerate() {
            let words = Words::new(Face::Text, 17.0, if place == 0 { text } else { quiet });
            stage.fit(row(2.35 + 0.9 * place as f32, 0.88), Align2::LEFT_CENTER, words, &[line]);
        }
    }
    stage.ground = before;
}

/// A frame of gold interlace.
fn frame(stage: &mut Stage<'_, '_>, rect: Rect) {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
    let thick = (12.0 * stage.tools.ui.ctx().pixels_per_point()).round() as u16;
    stage.rim(rect.expand(1.0), 0, 14.0, INK);
    stage.picture(rect, |width, height| Wanted::Frame {
        kind: "special".to_owned(),
        width,
        height,
        thick,
        colour: parts(GOLD),
        contour: None,
    });
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

fn buttons(stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, rect: Rect, wishes: &mut Vec<Wish>) {
    let again = view.state.again();
    let dealer = again.players.get(again.dealer.index()).map_or("", |player| player.name.as_str());
    let sub = format!("same seats, {dealer} deals");
    let undo = table.undo_label().unwrap_or_default();
    let undo_label = format!("Undo: {undo}");
    let plain = |title| Button::new(title, Tone::Raised);
    let all: [(Button<'_>, Wish); 7] = [
        (
            Button { sub: &sub, size: 28.0, label: "Fight again", ..Button::new(&["Fight again"], Tone::Harm) },
            Wish::Again,
        ),
        (plain(&["Save picture", "Picture"]), Wish::SavePicture),
        (plain(&["Save text", "Text"]), Wish::SaveText),
        (plain(&["Journal"]), Wish::Open(view.state.winner.unwrap_or(view.state.turn), Leaflet::Journal)),
        (Button { sub: &undo, label: &undo_label, off: !table.can_undo(), ..plain(&["Undo"]) }, Wish::Undo),
        (plain(&["New game"]), Wish::NewGame),
        (plain(&["The table", "Table"]), Wish::ShowEnd(false)),
    ];
    let places = button_places(rect);
    for (index, ((button, wish), place)) in all.into_iter().zip(places).enumerate() {
        if button.show(stage, ("end", index), place).tapped() {
            wishes.push(wish);
        }
    }
}

/// The main button first: above the six others, or before them where the room is wide and low.
fn button_places(rect: Rect) -> Vec<Rect> {
    let across = if rect.width() < 340.0 { 2 } else { 3 };
    let down = 6 / across;
    let least = down as f32 * (CONTROL + GAP);
    if rect.height() >= least + CONTROL {
        let y = rect.bottom() - least - ((rect.height() - least - CONTROL) * 0.5).max(0.0) + GAP;
        let main = Rect::from_min_max(rect.min, pos2(rect.right(), y - GAP));
        let rest = Rect::from_min_max(pos2(rect.left(), y), rect.max);
        return std::iter::once(main).chain(grid(rest, GAP, across, down)).collect();
    }
    let x = rect.left() + rect.width() * 0.3;
    let main = Rect::from_min_max(rect.min, pos2(x, rect.bottom()));
    let rest = Rect::from_min_max(pos2(x + GAP, rect.top()), rect.max);
    std::iter::once(main).chain(grid(rest, GAP, 3, 2)).collect()
}

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    #[test]
    fn buttons_are_large_enough_and_apart_on_every_screen() {
        for size in
            [vec2(1180.0, 820.0), vec2(1024.0, 768.0), vec2(820.0, 1180.0), vec2(412.0, 892.0), vec2(360.0, 740.0)]
        {
            let whole = Rect::from_min_size(Pos2::ZERO, size).shrink(EDGE);
            let places = places(whole, false);
            let all = button_places(places.buttons);
            assert_eq!(all.len(), 7);
            for (index, button) in all.iter().enumerate() {
                assert!(button.width() >= CONTROL && button.height() >= CONTROL - 0.01, "{size}: {button}");
                assert!(whole.expand(0.01).contains_rect(*button), "{size}: {button}");
                for other in &all[index + 1..] {
                    assert!(!button.expand(GAP - 0.1).intersects(*other), "{size}: {button} {other}");
                }
            }
            for (above, below) in
                [(places.chart, places.sums), (places.victor, places.sums), (places.sums, places.buttons)]
            {
                assert!(!above.intersects(below), "{size}: {above} {below}");
            }
        }
    }
}
