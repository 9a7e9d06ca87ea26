//! A note of the table, while it is written.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::view::{Action, Ui};
use crate::button::{Button, Tone};
use crate::canvas::TextStyle;
use crate::form::CONTROL;
use crate::keyboard::Writing;
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::table::declared::Command;

/// A note of the table.
#[derive(Serialize, Deserialize)]
pub struct NoteSheet {
    note: String,
    /// The text so far; `None` until the first frame.
    #[serde(skip)]
    writing: Option<Writing>,
}

impl NoteSheet {
    /// Opens it, by id.
    pub fn new(note: String) -> Self {
        Self { note, writing: None }
    }

    /// Draws its name, its text, and the keys.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        // Data may have changed since it was opened.
        let Some(spec) = ui.view.rules.spec().note(&self.note) else { return ui.actions.push(Action::Close) };
        let text = ui.view.state.notes.get(&self.note).map_or("", String::as_str);
        let canvas = &mut ui.canvas;
        let writing = self.writing.get_or_insert_with(|| Writing::note(text));
        let entered = writing.listen(canvas);
        let whole = canvas.whole();
        let top = whole.upper(CONTROL);
        let [title, back, done] = columns(top, 8.0, [0.5, 0.25, 0.25]);
        canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 30.0, canvas.ground.text), &[&spec.name]);
        if Button::new(&["Back"], Tone::Raised).show(canvas, "close", back).tapped() {
            ui.actions.push(Action::Close);
        }
        let done = entered || Button::new(&["Done"], Tone::Harm).show(canvas, "written", done).tapped();
        let pad = (whole.height() * 0.55).min(290.0);
        let keys = whole.lower(pad);
        let field = Rect::from_min_size(pos2(whole.left(), top.bottom() + 10.0), vec2(whole.width(), CONTROL));
        writing.show(canvas, field);
        writing.keys(canvas, keys);
        if done {
            if writing.text.trim() != text {
                ui.actions.push(Action::Do(Command::Write { note: self.note.clone(), text: writing.text.clone() }));
            }
            ui.actions.push(Action::Close);
        }
    }
}
