//! The sum of a player's two cards (B9).

use egui::{Align2, Rect, pos2, vec2};

use super::attacks;
use super::hand::cards_laid;
use crate::battling::draft::{Entry, Hand, Kind};
use crate::battling::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::LIT;
use crate::region::{Cut as _, columns};
use crate::table::Seat;
use crate::table::battling::{Rank, points};

/// The sum of the cards in words: "9 + 7 + 3 for two of one kind", and in short.
pub fn worked(hand: &Hand, bonus: u32) -> [String; 2] {
    let points: Vec<String> = hand.cards.iter().map(|(_, rank)| rank.points().to_string()).collect();
    match hand.cards.as_slice() {
        [(a, _), (b, _)] if a == b => {
            let sum = points.join(" + ");
            [format!("{sum} + {bonus} for two of one kind"), format!("{sum} + {bonus}")]
        }
        _ => ["one of each: no bonus".to_owned(), "no bonus".to_owned()],
    }
}

/// Draws the panel of a player who is ready.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, hand: &Hand, inner: Rect) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let [long, short] = worked(hand, ui.view.rules.spec().bonus);
    let shared = ui.view.room.shared;
    let label = format!("{}: other cards", player.name);
    let change = Button { label: &label, ..Button::new(&["Change"], Tone::Raised) };
    let top = |rect: Rect| rect.upper(CONTROL);
    let wide = inner.width() >= 430.0 && inner.height() >= 190.0;
    let tall = inner.height() >= 3.0 * CONTROL + 2.0 * GAP;
    let (head, sums, button, line) = if wide || tall {
        let foot = inner.lower(CONTROL);
        let button_wide =
            if wide { if shared { 220.0 } else { 150.0 } } else { (inner.width() * 0.5).max(2.0 * CONTROL) };
        let [line, button] = columns(foot, GAP, [foot.width() - button_wide - GAP, button_wide]);
        (top(inner), inset(inner, 0.0, CONTROL + GAP, 0.0, CONTROL + GAP), button, Some(line))
    } else if inner.height() >= 2.0 * CONTROL + GAP {
        let [left, right] = columns(inner, GAP, [0.5, 0.5]);
        let button = Rect::from_min_size(pos2(left.left(), left.bottom() - CONTROL), vec2(left.width(), CONTROL));
        let line = ui.canvas.scaled(20.0);
        let sums = inset(right, 0.0, 0.0, 0.0, line);
        let line = right.with_min_y(sums.bottom());
        (top(left), sums, button, Some(line))
    } else {
        let [head, sums, button] = columns(inner, 6.0, [0.4, 0.32, 0.28]);
        (head, sums, Rect::from_center_size(button.center(), vec2(button.width(), button.height().min(CONTROL))), None)
    };
    let mut name = head;
    if head.width() >= 360.0 {
        let cards = head.right_part(206.0);
        name.max.x = cards.left() - GAP;
        cards_laid(&mut ui.canvas, ui.view, hand, cards);
    }
    attacks(ui, seat, player, hand, name);
    let button = if shared {
        let [button, lock] = columns(button, GAP, [1.0, 1.0]);
        let label = format!("{}: lock in", player.name);
        let lock_in = Button { label: &label, ..Button::new(&["Lock in", "Lock"], Tone::Ink) };
        if lock_in.show(&mut ui.canvas, ("lock", seat), lock).tapped()
            && let Some(choice) = ui.view.draft.secret(ui.view.state, seat)
        {
            ui.actions.push(Action::Lock(seat, choice));
        }
        button
    } else {
        button
    };
    if change.show(&mut ui.canvas, ("again", seat), button).tapped() {
        ui.actions.push(Action::Enter(Entry::Again(seat)));
    }
    let boxes = Rect::from_center_size(sums.center(), vec2(sums.width(), sums.height().min(110.0)));
    for (kind, rect) in Kind::ALL.into_iter().zip(columns(boxes, GAP, [1.0, 1.0])) {
        sum(&mut ui.canvas, ui.view, kind, &hand.of(kind), rect);
    }
    if let Some(line) = line {
        let words = TextStyle::new(Face::Text, 18.0, ui.canvas.ground.text);
        let upper = if line.height() >= CONTROL {
            let ready = line.with_min_y(line.center().y + 4.0);
            let colour = if ui.canvas.look().light { ui.canvas.ground.text } else { LIT };
            ui.canvas.fit(ready, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 18.0, colour), &["ready"]);
            line.with_max_y(line.center().y + 4.0)
        } else {
            line
        };
        ui.canvas.fit(upper, Align2::LEFT_CENTER, words, &[&long, &short]);
    }
}

/// The points of one kind, with its mark.
fn sum(canvas: &mut Canvas<'_, '_>, view: View<'_>, kind: Kind, cards: &[Rank], rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    if canvas.look().high {
        canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    }
    let points = points(cards, view.rules.spec().bonus);
    let colour = canvas.ground.text;
    let mark = (rect.height() * 0.5).min(rect.width() * 0.3).min(44.0);
    let at = pos2(rect.left() + 6.0 + mark / 2.0, rect.center().y);
    kind.mark(canvas, view.cards, rect_around(at, mark, mark), canvas.ground.quiet);
    let figure = inset(rect, mark + 8.0, 2.0, 4.0, 2.0);
    let words = TextStyle::new(Face::Figure, (figure.height() * 0.8).min(64.0), colour);
    canvas.fit_figure(figure, Align2::CENTER_CENTER, words, &points.to_string());
}
