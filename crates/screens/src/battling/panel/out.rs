//! The panel of an army that is out: since when, why, and the way back.

use egui::{Align2, Rect, Stroke, pos2, vec2};

use super::header;
use crate::battling::view::{Action, OwnSheet, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::HARM;
use crate::region::{Cut as _, columns};
use crate::table::Seat;
use crate::table::battling::{Command, Player, Rank, Why};

/// Draws it.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, inner: Rect) {
    let Some(out) = player.out else { return };
    let (why, short) = match out.why {
        Why::Life => ("no life points left", "life 0"),
        Why::Treasures => ("all four face treasures stolen", "J Q K A stolen"),
    };
    let since = format!("out, turn {}", out.turn);
    let row = inner.height() < 2.0 * CONTROL + GAP;
    let (head, rest, button) = if row {
        let [head, rest, button] = columns(inner, GAP, [0.42, 0.28, 0.3]);
        (head, rest, Rect::from_center_size(button.center(), vec2(button.width(), button.height().min(CONTROL))))
    } else {
        let wide = if inner.width() >= 430.0 { inner.width() * 0.5 } else { inner.width() };
        let at = pos2(inner.right() - wide, inner.bottom() - CONTROL);
        let head = inner.upper(CONTROL);
        let rest = inset(inner, 0.0, CONTROL + 4.0, 0.0, CONTROL + 4.0);
        (head, rest, Rect::from_min_size(at, vec2(wide, CONTROL)))
    };
    header(ui, seat, player, head, &[&since, "out"]);
    if bring_back(&mut ui.canvas, ui.view, seat, player, button) {
        // Life points come back by one; a treasure comes back from whoever has it, which people have to say.
        ui.actions.push(match ui.view.state.faces_left(seat) {
            0 if player.life > 0 => Action::Open(seat, OwnSheet::Deck(seat).into()),
            _ => Action::Do(Command::Adjust { seat, by: 1 }),
        });
    }
    let quiet = TextStyle::new(Face::Text, 18.0, ui.canvas.ground.text);
    if row {
        ui.canvas.wrap_centred(rest, TextStyle { size: 16.0, ..quiet }, if rest.width() < 130.0 { short } else { why });
        return;
    }
    let tiles = out.why == Why::Treasures;
    let wide = inner.width() >= 430.0;
    let text = if wide { inset(rest, rest.width() * 0.5, 0.0, 0.0, 0.0) } else { rest };
    if wide {
        let coin = inset(rest, 0.0, 0.0, rest.width() * 0.5, -CONTROL);
        let size = coin.size().min_elem().min(132.0);
        struck(&mut ui.canvas, rect_around(coin.center(), size, size), player);
    }
    let line = ui.canvas.scaled(24.0);
    let tiles = tiles && text.height() >= line + 36.0;
    let foot = if tiles { 36.0 } else { 0.0 };
    let title = text.with_max_y((text.bottom() - foot - line).max(text.top()));
    if title.height() >= 20.0 {
        let caps = TextStyle::new(Face::Caps, 44.0_f32.min(title.height() * 0.9), ui.canvas.ground.text);
        ui.canvas.fit(title, Align2::CENTER_CENTER, caps, &["Out"]);
    }
    let said = Rect::from_min_size(title.left_bottom(), vec2(text.width(), line));
    ui.canvas.fit(said, Align2::CENTER_CENTER, quiet, &[why, short]);
    if tiles {
        went_to(&mut ui.canvas, ui.view, seat, Rect::from_min_max(said.left_bottom(), text.max));
    }
}

fn bring_back(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, player: &Player, rect: Rect) -> bool {
    let label = format!("{}: bring back", player.name);
    let off = view.state.over.is_some();
    let button = Button { label: &label, off, ..Button::new(&["Bring back", "Back"], Tone::Raised) };
    button.show(canvas, ("bring", seat), rect).tapped()
}

/// The shield without its colours, struck through.
fn struck(canvas: &mut Canvas<'_, '_>, rect: Rect, player: &Player) {
    emblem(canvas, rect, player.colour, true);
    canvas.path(&[rect.left_top(), rect.right_bottom()], Stroke::new(8.0, HARM), &[]);
}

/// Draws the owner of the four face treasures.
fn went_to(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
    let wide = (rect.width() / 4.0).min(66.0);
    let left = rect.center().x - 2.0 * wide;
    for (place, rank) in Rank::FACES.into_iter().enumerate() {
        let at = pos2(left + wide * place as f32, rect.top() + 4.0);
        let tile = Rect::from_min_size(at, vec2(wide - 6.0, 32.0));
        canvas.fill(tile, radius(5.0), canvas.ground.raised);
        canvas.border(tile, radius(5.0), 1.0, canvas.ground.line);
        let half = tile.width() / 2.0;
        let words = TextStyle::new(Face::Figure, 20.0, canvas.ground.text);
        canvas.figure(
            pos2(tile.left() + half * 0.55, tile.center().y),
            Align2::CENTER_CENTER,
            words,
            &rank.to_string(),
        );
        let robber = view.state.robbed_by(seat, rank).and_then(|seat| view.state.player(seat));
        if let Some(robber) = robber {
            let at = pos2(tile.right() - half * 0.6, tile.center().y);
            emblem(canvas, rect_around(at, 24.0, 24.0), robber.colour, false);
        }
    }
}
