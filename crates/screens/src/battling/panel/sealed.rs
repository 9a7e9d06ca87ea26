//! Cards that are secret until all have chosen, on a table that several devices share (B9, B11).

use egui::{Align2, Rect, Vec2, vec2};

use super::hand::cards_laid;
use super::header;
use crate::battling::draft::Hand;
use crate::battling::plays;
use crate::battling::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::{GOLD, INK, player_colour};
use crate::region::{Cut as _, columns};
use crate::table::battling::Player;
use crate::table::{Person, Seat};
use crate::touch::Gesture;

/// Width of a card in its height.
const CARD: f32 = 0.7;

/// Draws the choice of target and cards on a player’s own phone.
pub fn entry(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, inner: Rect) {
    let beside = inner.width() > 1.3 * inner.height();
    let rest = if beside {
        inner
    } else {
        let head = inner.upper(CONTROL);
        header(ui, seat, player, head, &["target and two cards, in secret", "in secret"]);
        inset(inner, 0.0, CONTROL + GAP, 0.0, 0.0)
    };
    plays::entry(ui, seat, rest, beside);
}

/// Draws a panel whose player has locked their cards in.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, hand: &Hand, inner: Rect) {
    let row = inner.height() < 2.0 * CONTROL + GAP;
    let high = inner.height().min(CONTROL);
    let [head, below] = if row {
        columns(inner, GAP, [1.0, 1.0])
    } else {
        let head = inner.upper(high);
        [head, inset(inner, 0.0, high + GAP, 0.0, 0.0)]
    };
    header(ui, seat, player, head, &["locked in"]);
    let foot = below.lower(high);
    let [look, change] = columns(foot, GAP, [1.0, 1.0]);
    // What was chosen before the page was loaded again is known to the host only.
    let mut seen = false;
    if hand.is_ready() {
        let label = format!("{}: look at the cards", player.name);
        let button =
            Button { label: &label, gesture: Gesture::Hold, ..Button::new(&["Hold to look", "Look"], Tone::Raised) };
        seen = button.show(&mut ui.canvas, ("look", seat), look).down;
    }
    let label = format!("{}: other cards", player.name);
    let button = Button { label: &label, ..Button::new(&["Change"], Tone::Raised) };
    if button.show(&mut ui.canvas, ("unlock", seat), change).tapped() {
        ui.actions.push(Action::Unlock(seat));
    }
    let room = inset(below, 0.0, 0.0, 0.0, high + GAP);
    let size = vec2(room.height() * CARD, room.height()).min(vec2(room.width() * 0.46, room.width() * 0.46 / CARD));
    if size.y < 36.0 {
        return;
    }
    let pair = rect_around(room.center(), 2.0 * size.x + GAP, size.y);
    if seen {
        let cards = rect_around(room.center(), room.width().min(300.0), size.y.min(120.0));
        cards_laid(&mut ui.canvas, ui.view, hand, cards);
        return;
    }
    for rect in columns(pair, GAP, [1.0, 1.0]) {
        closed(&mut ui.canvas, rect, &player.person());
    }
}

/// A card from behind: its owner’s shield, and nothing that tells attack from defence.
fn closed(canvas: &mut Canvas<'_, '_>, rect: Rect, person: &Person<'_>) {
    let edge = (rect.width() * 0.06).max(2.0);
    canvas.fill(rect, radius(6.0), player_colour(person.colour));
    canvas.fill(rect.shrink(edge), radius(4.0), INK);
    let size = rect.width() * 0.62;
    emblem(canvas, rect_around(rect.center(), size, size), person.colour, false);
}

/// Marks the panel of another player whose cards are locked in.
pub fn badge(canvas: &mut Canvas<'_, '_>, person: &Person<'_>) {
    let whole = canvas.whole();
    let high = (whole.height() * 0.5).min(34.0);
    let size = Vec2::new(high * CARD, high);
    let corner = whole.right_top() + vec2(-8.0 - size.x, 6.0);
    for shift in [-size.x * 0.6, 0.0] {
        closed(canvas, Rect::from_min_size(corner + vec2(shift, 0.0), size), person);
    }
    if whole.height() >= 96.0 {
        let line = Rect::from_min_size(corner + vec2(-96.0 - size.x, 0.0), vec2(88.0, high));
        canvas.fit(line, Align2::RIGHT_CENTER, TextStyle::new(Face::Caps, 16.0, GOLD), &["locked in"]);
    }
}
