//! The table at a moment of the journal: everyone's counters and marks, and those of the table.

use egui::{Align2, Rect, pos2, vec2};

use super::things;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around as around};
use crate::emblem::emblem;
use crate::game::{CounterSpec, number};
use crate::letters::Face;
use crate::look::GOLD;
use crate::region::{columns, rows};
use crate::table::Seat;
use crate::table::declared::{Player, Rules};

/// A figure with its name: "1 Point", "12 Points".
fn figure(counter: &CounterSpec, value: Option<&i64>) -> String {
    let value = value.copied().unwrap_or_default();
    format!("{} {}", number(value), counter.name_after(value))
}

/// Returns a player's items, each in a few words: "12 Health", "Lamp lit", "out".
pub fn about(rules: &Rules, player: &Player) -> Vec<String> {
    let spec = rules.spec();
    let counters = spec.counters.iter().map(|counter| figure(counter, player.counters.get(&counter.id)));
    let others = things::of_player(spec).into_iter().filter_map(|thing| match thing.about(player)? {
        (_, Some(0)) => None,
        (name, Some(cards)) => Some(format!("{cards} in {name}")),
        (name, None) => Some(name.to_owned()),
    });
    counters.chain(others).chain(player.out.then(|| "out".to_owned())).collect()
}

/// Draws a row for each player, as high as there is room for, and one for the table where it has something.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    const GAP: f32 = 6.0;
    let spec = view.rules.spec();
    let figures = spec.shared.iter().map(|counter| figure(counter, view.state.shared.get(&counter.id)));
    let notes =
        spec.notes.iter().filter_map(|note| Some(format!("{}: {}", note.name, view.state.notes.get(&note.id)?)));
    let piles = spec.piles.iter().filter(|pile| !pile.per_player).map(|pile| {
        let cards: u32 = view.state.piles.get(&pile.id).map_or(0, |pile| pile.values().sum());
        format!("{cards} in {}", pile.name)
    });
    let table = figures.chain(notes).chain(piles).collect::<Vec<_>>().join(" · ");
    let count = view.state.players.len() + usize::from(!table.is_empty());
    let mut places = rows(rect, GAP, count, 96.0);
    for ((seat, player), rect) in view.state.seats().zip(&view.state.players).zip(&mut places) {
        row(canvas, view, rect, seat, player);
    }
    if let Some(rect) = places.next() {
        let words = TextStyle::new(Face::Text, 17.0, canvas.ground.quiet);
        canvas.wrap_left(rect.shrink2(vec2(8.0, 5.0)), words, &table);
    }
}

fn row(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, seat: Seat, player: &Player) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if view.state.turn == Some(seat) && view.state.over.is_none() {
        canvas.border(rect, radius(8.0), 3.0, GOLD);
    } else if canvas.look().high {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    let inner = rect.shrink2(vec2(8.0, 5.0));
    let shield = inner.height().min(44.0);
    let at = around(pos2(inner.left() + shield / 2.0, inner.center().y), shield, shield);
    emblem(canvas, at, player.colour, player.out);
    let [who, what] = columns(inset(inner, shield + 8.0, 0.0, 0.0, 0.0), 8.0, [0.34, 0.66]);
    canvas.fit(who, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&player.name]);
    let words = TextStyle::new(Face::Text, 18.0, canvas.ground.text);
    let said = self::about(view.rules, player).join(" · ");
    if canvas.width(words, &said) <= what.width() {
        canvas.text(what.left_center(), Align2::LEFT_CENTER, words, &said);
    } else {
        canvas.wrap_left(what, words, &said);
    }
}
