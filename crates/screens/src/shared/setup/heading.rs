//! The head of the setup: the name of the game, and what can be done besides setting it up.

use egui::{Align2, Rect, pos2, vec2};

use super::{Tapped, Terms};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle};
use crate::letters::Face;
use crate::look::GOLD;
use crate::region::Cut as _;
use crate::shared::ornament::{self, Ornament};
use crate::shared::sheet::SheetKind;
use crate::table::Seat;
use crate::touch::Gesture;
use crate::view::SharedAction;

/// The name of the game, and what can be done besides setting it up.
pub(super) fn draw(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    terms: &Terms<'_>,
    actions: &mut Vec<SharedAction>,
) -> Option<Tapped> {
    let colour = canvas.look().panel.text;
    let words = TextStyle::new(Face::Caps, rect.height() * 0.85, colour);
    let mut event = None;
    // A game that was taken back to its beginning waits to be done again.
    let undone = !terms.overview.begun() && terms.overview.undone;
    let going_on = terms.overview.begun() || undone;
    // Two buttons stand beside it.
    let place = rect.with_max_x(rect.right() - 2.0 * 90.0 - 24.0);
    let title = title(canvas, place, words, terms, actions);
    // On a phone there is just room for two.
    let most = (rect.right() - title.right() - 24.0) / 2.0;
    let wide = (rect.width() * 0.24).clamp(110.0, 250.0);
    let wide = if !undone && (going_on || terms.as_last_time.is_none()) { wide } else { wide.min(most) };
    let button = rect.right_part(wide);
    if going_on {
        if Button::new(&["Back to the game", "Back"], Tone::Raised).show(canvas, "back to table", button).tapped() {
            actions.push(SharedAction::BackToTable);
        }
    } else if let Some(off) = terms.as_last_time {
        let last = Button { off, ..Button::new(&["As last time", "As last"], Tone::Raised) };
        if last.show(canvas, "last", button).tapped() {
            event = Some(Tapped::AsLastTime);
        }
    }
    // A game from another table is for those who have none here; the others find it in their menu.
    let button = match terms.as_last_time {
        _ if undone => {
            let redo = button.with_min_x(button.right() - wide.min(150.0)).translate(vec2(-button.width() - 8.0, 0.0));
            if Button::new(&["Redo"], Tone::Raised).show(canvas, "redo", redo).tapped() {
                actions.push(SharedAction::Redo);
            }
            redo
        }
        Some(_) if !going_on => button.translate(vec2(-button.width() - 8.0, 0.0)),
        _ => button,
    };
    if !going_on {
        let bring = Button { label: "Bring a game here", ..Button::new(&["Bring a game", "Bring"], Tone::Raised) };
        if bring.show(canvas, "bring", button).tapped() {
            actions.push(SharedAction::Open(Seat::default(), SheetKind::Move));
        }
    }
    let free = Rect::from_min_max(
        pos2(title.right() + 20.0, rect.center().y - 10.0),
        pos2(button.left() - 20.0, rect.center().y + 10.0),
    );
    if free.width() >= 120.0 {
        let words = TextStyle::new(Face::Italic, 24.0, canvas.look().panel.quiet);
        let said = terms.phrases.sub;
        let width = canvas.width(words, said);
        let knotwork =
            Rect::from_min_max(free.min, pos2((free.right() - width - 20.0).min(free.left() + 330.0), free.max.y));
        if knotwork.width() >= 80.0 {
            ornament::braid(canvas, terms.overview.book.cards, knotwork, Ornament::Bright, GOLD);
            canvas.text(pos2(knotwork.right() + 18.0, rect.center().y), Align2::LEFT_CENTER, words, said);
        }
    }
    event
}

/// The name of the game; where there are other games, it leads back to them. Gives where it stands.
fn title(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    words: TextStyle,
    terms: &Terms<'_>,
    actions: &mut Vec<SharedAction>,
) -> Rect {
    if !terms.overview.shelf {
        return canvas.fit_figure(rect, Align2::LEFT_CENTER, words, terms.phrases.title);
    }
    let arrow = canvas.figure(rect.left_center(), Align2::LEFT_CENTER, TextStyle { face: Face::Figure, ..words }, "‹");
    let beside = rect.with_min_x(arrow.right() + 8.0);
    let title = canvas.fit_figure(beside, Align2::LEFT_CENTER, words, terms.phrases.title);
    let place = rect.with_max_x(title.right());
    if canvas.control("games", place, Gesture::Tap, "Games").tapped() {
        actions.push(SharedAction::Games);
    }
    title
}
