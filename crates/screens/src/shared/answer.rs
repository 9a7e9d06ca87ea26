//! A question to a player on their own phone: all answers, and those that a rule forbids with the reason.

use egui::Align2;

use crate::button::{Button, Tone};
use crate::canvas::TextStyle;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::region::{Cut as _, grid};
use crate::session::{Possible, Screens};
use crate::view::{Ui, UiAction};

/// Time for which it ignores taps, in seconds: it opens by itself, maybe below a finger.
const DEAF: f64 = 0.7;

/// A question that waits for an answer.
pub struct AnswerSheet<G: Screens> {
    number: u32,
    open: G::Command,
    since: f64,
}

impl<G: Screens> AnswerSheet<G> {
    /// Opens it with the command that waits, at a time in seconds.
    pub fn new(number: u32, open: G::Command, since: f64) -> Self {
        Self { number, open, since }
    }

    /// Returns the number of the question.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Draws it.
    pub fn draw(&self, ui: &mut Ui<'_, '_, G>) {
        const HEAD: f32 = 96.0;
        let (title, answers) = G::answers(ui.view, &self.open);
        let ctx = ui.canvas.tools.ui.ctx();
        let left = self.since + DEAF - ctx.input(|input| input.time);
        if left > 0.0 {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
        let canvas = &mut ui.canvas;
        canvas.disabled |= left > 0.0;
        let whole = canvas.whole();
        let head = whole.upper(HEAD);
        canvas.fit(head, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 30.0, canvas.ground.text), &[&title]);
        let room = whole.with_min_y(head.bottom());
        let down = answers.len().div_ceil(2);
        let high = (room.height() / down.max(1) as f32 - GAP).clamp(CONTROL, 84.0);
        let rows = room.upper(down as f32 * (high + GAP) - GAP);
        for (index, (Possible { words, effect, command, against }, rect)) in
            answers.into_iter().zip(grid(rows, GAP, 2, down)).enumerate()
        {
            let off = !against.is_empty();
            let tone = if off { Tone::Raised } else { Tone::Ink };
            let sub = against.first().unwrap_or(&effect);
            let title = [words.as_str()];
            let button = Button { off, sub, ..Button::new(&title, tone) };
            if button.show(canvas, ("answer", index), rect).tapped() {
                ui.actions.extend([UiAction::Do(command), UiAction::Close]);
            }
        }
    }
}
