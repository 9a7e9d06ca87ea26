//! An on-screen keyboard, since the system's keyboard faces only one side of a table. A real keyboard works too;
//! tapping the name opens the system's own, for letters the pad lacks.

use egui::output::IMEOutput;
use egui::{Align2, Event, IMEPurpose, ImeEvent, Key, Rect, pos2};

use super::button::{Button, Tone};
use super::canvas::{Canvas, TextStyle, radius};
use super::letters::Face;
use super::look::GOLD;
use super::region::{columns, grid};
use super::touch::Gesture;
use crate::table::arrange::{LONGEST_NAME, LONGEST_NOTE};

/// The text being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The text so far.
    pub text: String,
    /// Letters that the system's keyboard is not sure of yet.
    unsure: String,
    /// Which letters the pad shows.
    layer: usize,
    kind: Kind,
    /// True if the text is an old one, replaced by typing.
    old: bool,
    /// True if the system's keyboard was requested.
    keyboard: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Note,
}

impl Default for Writing {
    fn default() -> Self {
        Self::new("")
    }
}

/// The letters of each layer, and the key that leads to it.
const LAYERS: [([&str; 3], &str); 3] = [
    (["qwertyuiop", "asdfghjkl'", "zxcvbnm-."], "abc"),
    (["áàâäåãæçčé", "èêëíîïñóôö", "øœšúûüýþðß"], "á ö þ"),
    (["1234567890", "+−=/:;()&'", ",.!?%#*\"-"], "123"),
];

impl Writing {
    /// Begins with the old name: a letter replaces it, a space continues it.
    pub fn new(text: &str) -> Self {
        Self::of(text, Kind::Name)
    }

    /// Goes on with a note.
    pub fn note(text: &str) -> Self {
        Self::of(text, Kind::Note)
    }

    fn of(text: &str, kind: Kind) -> Self {
        let (unsure, old) = (String::new(), kind == Kind::Name);
        Self { text: text.to_owned(), unsure, layer: 0, kind, old, keyboard: false }
    }

    /// How long the text may be, in letters.
    fn longest(&self) -> usize {
        match self.kind {
            Kind::Name => LONGEST_NAME,
            Kind::Note => LONGEST_NOTE,
        }
    }

    /// Handles the events of a keyboard; whether one of them ends the input.
    pub fn listen(&mut self, canvas: &Canvas<'_, '_>) -> bool {
        let mut done = false;
        canvas.tools.ui.input(|input| {
            for event in &input.events {
                match event {
                    Event::Text(text) => self.put_all(text),
                    Event::Ime(ImeEvent::Commit(text)) => {
                        self.unsure.clear();
                        self.put_all(text);
                    }
                    Event::Ime(ImeEvent::Preedit { text, .. }) => {
                        self.unsure.clone_from(text);
                        if !text.is_empty() && std::mem::take(&mut self.old) {
                            self.text.clear();
                        }
                    }
                    // There is no way to go back in a name: its end is where the keyboard writes.
                    Event::Ime(ImeEvent::DeleteSurrounding { before_chars, .. }) => {
                        (0..*before_chars).for_each(|_| self.rub_out());
                    }
                    Event::Key { key: Key::Backspace, pressed: true, .. } => self.rub_out(),
                    Event::Key { key: Key::Enter, pressed: true, .. } => done = true,
                    _ => {}
                }
            }
        });
        done
    }

    fn put_all(&mut self, text: &str) {
        text.chars().filter(|letter| !letter.is_control()).for_each(|letter| self.put(letter));
    }

    /// The first letter is a capital, in a name also each after a space.
    fn put(&mut self, letter: char) {
        if std::mem::take(&mut self.old) && letter != ' ' {
            self.text.clear();
        }
        let doubled = letter == ' ' && (self.text.is_empty() || self.text.ends_with(' '));
        if self.text.chars().count() >= self.longest() || doubled {
            return;
        }
        if self.text.is_empty() || (self.kind == Kind::Name && self.text.ends_with([' ', '-'])) {
            self.text.extend(letter.to_uppercase());
        } else {
            self.text.push(letter);
        }
    }

    fn rub_out(&mut self) {
        self.old = false;
        self.text.pop();
    }

    /// The text with a line behind it. A touch asks for the system's keyboard, which stays until the name is there.
    pub fn show(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let ground = canvas.ground;
        canvas.fill(rect, radius(8.0), ground.raised);
        let text = format!("{}{}", self.text, self.unsure);
        let label = if text.is_empty() { "Empty" } else { &text };
        let label = format!("{label}: write with this device's keyboard");
        self.keyboard |= canvas.control("by keyboard", rect, Gesture::Tap, &label).tapped();
        let mut inner = rect.shrink(10.0);
        if self.text.chars().count() >= self.longest() {
            let hint = TextStyle::new(Face::Plain, 14.0, ground.quiet);
            inner.max.x = canvas.fit(inner, Align2::RIGHT_CENTER, hint, &["no more room", "full"]).left() - 10.0;
        } else if !self.keyboard {
            let hint = TextStyle::new(Face::Plain, 14.0, ground.quiet);
            inner.max.x = canvas.fit(inner, Align2::RIGHT_CENTER, hint, &["keyboard", ""]).left() - 10.0;
        }
        let words = TextStyle::new(Face::Text, 30.0, ground.text);
        let at = canvas.fit(inner, Align2::LEFT_CENTER, words, &[&text]);
        let caret = canvas.caret(at, words, &text);
        let x = if caret < at.right() { caret - 1.0 } else { caret.max(inner.left()) + 3.0 };
        let line = Rect::from_min_max(pos2(x, inner.top() + 2.0), pos2(x, inner.bottom() - 2.0));
        canvas.line(line.left_top(), line.left_bottom(), 2.0, GOLD);
        if self.keyboard {
            let (rect, cursor_rect) = (canvas.region.rect_on_screen(rect), canvas.region.rect_on_screen(line));
            let wanted =
                IMEOutput { purpose: IMEPurpose::Normal, rect, cursor_rect, should_interrupt_composition: false };
            canvas.tools.ui.output_mut(|output| output.ime = Some(wanted));
        }
    }

    /// Draws the keys and handles taps.
    pub fn keys(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let rows = grid(rect, 6.0, 1, 4);
        let (letters, _) = LAYERS[self.layer];
        for (row, letters) in rows.iter().zip(letters) {
            let count = letters.chars().count();
            for (key, letter) in grid(*row, 6.0, count, 1).into_iter().zip(letters.chars()) {
                let name = letter.to_string();
                let button = Button { size: 24.0, gesture: Gesture::Key, ..Button::new(&[], Tone::Raised) };
                let title = [name.as_str()];
                if (Button { title: &title, ..button }).show(canvas, ("letter", letter), key).tapped() {
                    self.put(letter);
                }
            }
        }
        let Some(last) = rows.last() else { return };
        let [other, space, back] = columns(*last, 6.0, [0.22, 0.5, 0.28]);
        let next = (self.layer + 1) % LAYERS.len();
        if Button::new(&[LAYERS[next].1], Tone::Raised).show(canvas, "accents", other).tapped() {
            self.layer = next;
        }
        if Button::new(&["Space"], Tone::Raised).show(canvas, "space", space).tapped() {
            self.put(' ');
        }
        let rub = Button { off: self.text.is_empty(), gesture: Gesture::Key, ..Button::new(&["Delete"], Tone::Raised) };
        if rub.show(canvas, "rub out", back).tapped() {
            self.rub_out();
        }
    }
}
