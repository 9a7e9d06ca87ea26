//! The table at a moment of the journal: everyone's health and gear.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::gear::PLACES;
use super::panel::weapon_side;
use super::view::View;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::gallery::{CardSide, Icon, PictureRequest};
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::look::{GOLD, INK, PAPER, parts};
use crate::region::{Cut as _, columns, rows};
use crate::table::Seat;
use crate::table::skirmish::{Gear, Player, Shield};

/// Minimum width of a card's head with a name, in points: narrower ones show only the picture.
const LEGIBLE: f32 = 58.0;

/// Draws a row for each player, as high as there is room for.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
    const GAP: f32 = 6.0;
    let players = &view.state.players;
    for ((seat, player), rect) in view.state.seats().zip(players).zip(rows(rect, GAP, players.len(), 112.0)) {
        row(canvas, view, rect, seat, player);
    }
}

fn row(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, seat: Seat, player: &Player) {
    let on_turn = view.state.turn == seat && view.state.winner.is_none();
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if on_turn {
        canvas.border(rect, radius(8.0), 3.0, GOLD);
    } else if canvas.look().high {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    let inner = rect.shrink2(vec2(8.0, 5.0));
    // In narrow and high rows, the gear is below the name.
    let (line, below) = if inner.width() < 420.0 && inner.height() >= 86.0 {
        let line = inner.upper(34.0);
        (line, Some(inner.with_min_y(line.bottom() + 4.0)))
    } else {
        (inner, None)
    };
    let shield = line.height().min(44.0);
    let at = rect_around(pos2(line.left() + shield / 2.0, line.center().y), shield, shield);
    emblem(canvas, at, player.colour, !player.lives());
    let shares = if below.is_some() { [0.7, 0.3, 0.0] } else { [0.34, 0.16, 0.5] };
    let [who, health, beside] = columns(inset(line, shield + 8.0, 0.0, 0.0, 0.0), 8.0, shares);
    canvas.fit(who, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&player.name]);
    let gear = below.unwrap_or(beside);
    if !player.lives() {
        let icon = rect_around(health.center(), shield * 0.7, shield * 0.7);
        let colour = parts(canvas.ground.text);
        canvas.picture(icon, |size, _| PictureRequest::Icon { icon: Icon::Fallen, colour, size });
        canvas.fit(gear, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet), &["fallen"]);
        return;
    }
    let words = TextStyle::new(Face::Figure, shield, canvas.ground.text);
    canvas.figure(health.center(), Align2::CENTER_CENTER, words, &player.health.to_string());
    for (gear, place) in PLACES.into_iter().zip(columns(gear, 6.0, [1.0, 1.0, 1.0])) {
        self::gear(canvas, view, place, seat, player, gear);
    }
}

fn gear(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, seat: Seat, player: &Player, gear: Gear) {
    let (card, side) = match gear {
        Gear::Weapon => (player.weapon.as_ref(), weapon_side(view, seat)),
        Gear::Shield => {
            let side = if player.shield == Shield::Damaged { CardSide::Back } else { CardSide::Front };
            ((player.shield != Shield::None).then(|| view.rules.shield()), side)
        }
        Gear::Mail => (player.mail.then(|| view.rules.mail()), CardSide::Front),
    };
    let Some(card) = card else {
        canvas.dashes(rect, canvas.ground.line);
        return;
    };
    let slung = gear == Gear::Shield && view.state.slung(view.rules, seat);
    let strength = if slung { 0.5 } else { 1.0 };
    if rect.width() >= LEGIBLE {
        head::draw(canvas, view.cards, rect, Shown { card: card.as_str(), side, strength, ..Shown::default() });
    } else {
        let card = card.as_str().to_owned();
        let tint = Color32::WHITE.gamma_multiply(strength);
        canvas.tinted(rect, tint, |width, height| PictureRequest::Art { card, side, width, height });
        canvas.border(rect, radius(4.0), 1.2, INK);
    }
    if slung {
        canvas.fill(rect_around(rect.center(), rect.width() - 12.0, 22.0), radius(4.0), INK);
        let words = TextStyle::new(Face::Plain, 14.0, PAPER);
        canvas.fit(
            rect_around(rect.center(), rect.width() - 16.0, 22.0),
            Align2::CENTER_CENTER,
            words,
            &["on the back"],
        );
    }
}
