//! A pad of letters on the screen, since the system's keyboard faces one side of a table alone. A real keyboard works too.

use egui::{Align2, Event, Key, Rect};

use super::button::{Button, Tone};
use super::letters::Face;
use super::look::GOLD;
use super::stage::{Stage, Words, radius};
use super::turn::{columns, grid};

/// What is being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// The text so far.
    pub text: String,
    accents: bool,
}

const PLAIN: [&str; 3] = ["qwertyuiop", "asdfghjkl'", "zxcvbnm-."];
const ACCENTS: [&str; 3] = ["áàâäåãæçčé", "èêëíîïñóôö", "øœšúûüýþðß"];

/// How long a name may be, in letters.
pub const LONGEST: usize = 18;

impl Writing {
    /// Goes on from a text.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), accents: false }
    }

    /// Takes what a keyboard says; whether it says that all is written.
    pub fn listen(&mut self, stage: &Stage<'_, '_>) -> bool {
        let mut done = false;
        stage.tools.ui.input(|input| {
            for event in &input.events {
                match event {
                    Event::Text(text) => {
                        text.chars().filter(|letter| !letter.is_control()).for_each(|letter| self.put(letter));
                    }
                    Event::Key { key: Key::Backspace, pressed: true, .. } => drop(self.text.pop()),
                    Event::Key { key: Key::Enter, pressed: true, .. } => done = true,
                    _ => {}
                }
            }
        });
        done
    }

    /// The first letter, and each after a blank, is a capital.
    fn put(&mut self, letter: char) {
        if self.text.chars().count() >= LONGEST || (letter == ' ' && (self.text.is_empty() || self.text.ends_with(' ')))
        {
            return;
        }
        if self.text.is_empty() || self.text.ends_with([' ', '-']) {
            self.text.extend(letter.to_uppercase());
        } else {
            self.text.push(letter);
        }
    }

    /// The text with a line under it.
    pub fn show(&self, stage: &Stage<'_, '_>, rect: Rect) {
        stage.fill(rect, radius(8.0), stage.ground.raised);
        let words = Words::new(Face::Text, 30.0, stage.ground.text);
        let inner = rect.shrink(10.0);
        let at = stage.fit(inner, Align2::LEFT_CENTER, words, &[&self.text]);
        let x = at.right().max(inner.left()) + 3.0;
        stage.line(egui::pos2(x, inner.top() + 2.0), egui::pos2(x, inner.bottom() - 2.0), 2.0, GOLD);
    }

    /// Draws the keys and takes what is touched.
    pub fn keys(&mut self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let rows = grid(rect, 6.0, 1, 4);
        let letters = if self.accents { ACCENTS } else { PLAIN };
        for (row, letters) in rows.iter().zip(letters) {
            let count = letters.chars().count();
            for (key, letter) in grid(*row, 6.0, count, 1).into_iter().zip(letters.chars()) {
                let name = letter.to_string();
                let button = Button { size: 24.0, ..Button::new(&[], Tone::Raised) };
                let title = [name.as_str()];
                if (Button { title: &title, ..button }).show(stage, ("letter", letter), key).tapped() {
                    self.put(letter);
                }
            }
        }
        let Some(last) = rows.last() else { return };
        let [other, space, back] = columns(*last, 6.0, [0.22, 0.5, 0.28]);
        let title = if self.accents { ["abc"] } else { ["á ö þ"] };
        if Button::new(&title, Tone::Raised).show(stage, "accents", other).tapped() {
            self.accents = !self.accents;
        }
        if Button::new(&["Space"], Tone::Raised).show(stage, "space", space).tapped() {
            self.put(' ');
        }
        let rub = Button { off: self.text.is_empty(), ..Button::new(&["Rub out"], Tone::Raised) };
        if rub.show(stage, "rub out", back).tapped() {
            self.text.pop();
        }
    }
}
