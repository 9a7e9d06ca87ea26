//! Letters to search with: fewer and larger than those of a name, and only those that lead on are lit.

use egui::Rect;

use crate::button::{Button, Tone};
use crate::canvas::Canvas;
use crate::form::CONTROL;
use crate::region::grid;
use crate::touch::Gesture;

/// Keys in a row, rows, the height of a key and the gap between keys, in points.
const fn form(narrow: bool) -> (usize, usize, f32, f32) {
    if narrow { (6, 5, 52.0, 6.0) } else { (9, 3, CONTROL, 8.0) }
}

/// The height of the pad, in points.
pub fn height(narrow: bool) -> f32 {
    let (_, down, key, gap) = form(narrow);
    down as f32 * (key + gap) - gap
}

/// Draws the pad. A letter after which there is nothing more to find is dim.
pub fn draw(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    narrow: bool,
    letters: &mut String,
    leads_on: impl Fn(&str) -> bool,
) {
    let (across, down, _, gap) = form(narrow);
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
