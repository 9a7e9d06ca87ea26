//! The table at a moment of the journal: everyone's life points and treasures.

use egui::{Align2, Rect, pos2, vec2};

use super::panel::places;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::letters::Face;
use crate::region::{columns, rows};
use crate::table::Seat;
use crate::table::battling::{Player, Rank, State};

/// How a player stands, in a few words: "62 life, stolen J Q, own J Q K A".
pub fn about_player(state: &State, seat: Seat) -> String {
    let Some(player) = state.player(seat) else { return String::new() };
    let list = |ranks: Vec<Rank>| ranks.iter().map(Rank::to_string).collect::<Vec<_>>().join(" ");
    let mut said = vec![format!("{} life", player.life)];
    let robbed: Vec<Rank> = player.taken.iter().map(|treasure| treasure.rank).collect();
    if !robbed.is_empty() {
        said.push(format!("stolen {}", list(robbed)));
    }
    if player.out.is_some() {
        said.push("out".to_owned());
    } else {
        said.push(format!("own {}", list(state.hoard(seat).filter(|rank| rank.is_face()).collect())));
    }
    said.join(", ")
}

/// Draws a row for each player, as high as there is room for.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    const GAP: f32 = 6.0;
    let players = &view.state.players;
    for ((seat, player), rect) in view.state.seats().zip(players).zip(rows(rect, GAP, players.len(), 96.0)) {
        row(canvas, view, seat, player, rect);
    }
}

fn row(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, player: &Player, rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if canvas.look().high {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    let inner = rect.shrink2(vec2(8.0, 5.0));
    let shield = inner.height().min(44.0);
    let at = pos2(inner.left() + shield / 2.0, inner.center().y);
    emblem(canvas, rect_around(at, shield, shield), player.colour, player.out.is_some());
    let beside = inset(inner, shield + 8.0, 0.0, 0.0, 0.0);
    let [who, life, robbed] = columns(beside, 8.0, [0.34, 0.2, 0.46]);
    canvas.fit(who, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&player.name]);
    let words = TextStyle::new(Face::Figure, shield.min(34.0), canvas.ground.text);
    canvas.fit_figure(life, Align2::CENTER_CENTER, words, &player.life.to_string());
    if player.out.is_some() {
        let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        canvas.fit(robbed, Align2::LEFT_CENTER, words, &["out"]);
    } else {
        places(canvas, view, seat, robbed);
    }
}
