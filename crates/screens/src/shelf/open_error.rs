//! Why a game does not open, and what can be done about it.

use egui::{Align2, Rect, pos2};

use super::{Action, OpenError, Remedy};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::region::{Cut as _, grid};

/// Draws it instead of the game.
pub(super) fn draw(canvas: &mut Canvas<'_, '_>, title: &str, unopened: &OpenError) -> Option<Action> {
    let whole = canvas.whole();
    let width = (whole.width() - 32.0).min(760.0);
    let inner = rect_around(whole.center(), width, (whole.height() - 32.0).min(620.0));
    let heading = inner.upper(52.0);
    let words = TextStyle::new(Face::Caps, 34.0, canvas.ground.text);
    let said = format!("Can’t open {title}");
    canvas.fit(heading, Align2::LEFT_CENTER, words, &[&said]);
    let mut choices = vec![(["Back to the games", "Back"], Tone::Raised, Action::Back)];
    choices.extend(unopened.remedies.iter().map(|remedy| match remedy {
        Remedy::Again => (["Try again", "Try again"], Tone::Raised, Action::Remedy(*remedy)),
        Remedy::Archive => {
            (["Start a new game, and archive this one", "Start a new game"], Tone::Harm, Action::Remedy(*remedy))
        }
    }));
    let across = if inner.width() < 500.0 { 1 } else { choices.len() };
    let down = choices.len().div_ceil(across);
    let foot = down as f32 * (CONTROL + GAP) - GAP;
    let buttons = inner.lower(foot);
    let text =
        Rect::from_min_max(pos2(inner.left(), heading.bottom() + 8.0), pos2(inner.right(), buttons.top() - 16.0));
    canvas.wrap_left(text, TextStyle::new(Face::Plain, 16.0, canvas.ground.text), &unopened.why);
    let places = grid(buttons, GAP, across, down);
    let mut action = None;
    for ((title, tone, what), place) in choices.into_iter().zip(places) {
        if Button::new(&title, tone).show(canvas, ("unopened", title[0]), place).tapped() {
            action = Some(what);
        }
    }
    action
}
