//! Letters to search with: fewer and larger than those of a name, and only those that lead on are lit.

use egui::Rect;

use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::CONTROL;
use crate::region::grid;
use crate::touch::Gesture;

/// A pad: its keys in a row, its rows, the height of a key and the gap between keys, in points.
pub struct Pad(usize, usize, f32, f32);

/// Below the results on a large screen.
pub const WIDE: Pad = Pad(9, 3, CONTROL, 8.0);
/// Below the results on a phone that stands.
pub const NARROW: Pad = Pad(6, 5, 52.0, 6.0);
/// Beside the results on a phone that lies, as high as there is room.
pub const LOW: Pad = Pad(7, 4, 44.0, 6.0);

impl Pad {
    /// The height of the pad, in points.
    pub const fn height(&self) -> f32 {
        let Self(_, down, key, gap) = *self;
        down as f32 * (key + gap) - gap
    }

    /// Draws the pad. A letter after which there is nothing more to find is dim.
    pub fn draw(&self, canvas: &mut Canvas<'_, '_>, rect: Rect, letters: &mut String, leads_on: impl Fn(&str) -> bool) {
        let Self(across, down, _, gap) = *self;
        let mut places = grid(rect, gap, across, down).into_iter();
        for letter in 'A'..='Z' {
            let Some(place) = places.next() else { return };
            let more = format!("{letters}{}", letter.to_ascii_lowercase());
            let title = letter.to_string();
            let label = format!("Letter {letter}");
            let title = [title.as_str()];
            let off = !leads_on(&more);
            let gesture = Gesture::Key;
            let button = Button { label: &label, size: 24.0, off, gesture, ..Button::new(&title, Tone::Raised) };
            if button.show(canvas, ("letter", letter), place).tapped() {
                *letters = more;
            }
        }
        if let Some(place) = places.next() {
            let button = Button {
                label: "Delete the last letter",
                off: letters.is_empty(),
                size: 24.0,
                gesture: Gesture::Key,
                ..Button::new(&["←"], Tone::Raised)
            };
            if button.show(canvas, "last letter", place).tapped() {
                letters.pop();
            }
        }
    }
}
