//! A name: one that was used before, or letter by letter.

use egui::{Align2, Rect, pos2, vec2};

use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::emblem::emblem;
use crate::keyboard::Writing;
use crate::letters::Face;
use crate::region::{Cut as _, columns, grid};
use crate::settings::Settings;
use crate::table::PlayerColour;

/// A name that is being given.
pub struct Naming {
    player: usize,
    writing: Writing,
}

/// The result.
pub enum Named {
    /// The player is called so.
    Is(String),
    /// The player is the first.
    First,
    /// The player does not play after all.
    Leaves,
}

impl Naming {
    /// A name for a player, by number.
    pub fn new(player: usize, name: &str) -> Self {
        Self { player, writing: Writing::new(name) }
    }

    /// The player whose name it is, by number.
    pub fn player(&self) -> usize {
        self.player
    }

    /// Draws it over the whole screen, with a button that makes the player the first, where there is one, and one for who does
    /// not play after all, where others may play without them; gives what came of it when it is done.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        first: Option<&str>,
        leaves: bool,
        settings: &Settings,
    ) -> Option<Named> {
        canvas.ground = canvas.look().panel;
        let whole = inset(canvas.whole(), 16.0, 16.0, 16.0, 16.0);
        let width = whole.width().min(900.0);
        let whole = Rect::from_min_size(pos2(whole.center().x - width / 2.0, whole.top()), vec2(width, whole.height()));
        let top = Rect::from_min_size(whole.min, vec2(width, 62.0));
        let [field, done] = columns(top, 8.0, [0.7, 0.3]);
        let entered = self.writing.listen(canvas);
        self.writing.show(canvas, field);
        if entered || Button::new(&["Done"], Tone::Harm).show(canvas, "named", done).tapped() {
            return Some(Named::Is(self.writing.text.clone()));
        }
        let pad = (whole.height() * 0.5).min(290.0);
        let keys = whole.lower(pad);
        self.writing.keys(canvas, keys);
        let more = top.translate(vec2(0.0, 70.0));
        let [first_place, away] = match (first, leaves) {
            (Some(_), true) => columns(more, 8.0, [1.0, 1.0]),
            _ => [more; 2],
        };
        if let Some(title) = first
            && Button::new(&[title], Tone::Raised).show(canvas, "first here", first_place).tapped()
        {
            return Some(Named::First);
        }
        if leaves && Button::new(&["Not playing"], Tone::Raised).show(canvas, "away here", away).tapped() {
            return Some(Named::Leaves);
        }
        let above = if first.is_some() || leaves { more.bottom() } else { top.bottom() };
        let known = Rect::from_min_max(pos2(whole.left(), above + 12.0), pos2(whole.right(), keys.top() - 12.0));
        self.known(canvas, known, settings)
    }

    /// Names of those who have played here.
    fn known(&self, canvas: &mut Canvas<'_, '_>, rect: Rect, settings: &Settings) -> Option<Named> {
        let across = ((rect.width() / 170.0).floor() as usize).max(1);
        let down = ((rect.height() + 8.0) / 66.0).floor() as usize;
        let cells = grid(rect.upper(down as f32 * 66.0 - 8.0), 8.0, across, down);
        for (cell, name) in cells.into_iter().zip(settings.known_names()) {
            if known_name(canvas, cell, name, settings.shields.get(name).copied()) {
                return Some(Named::Is(name.clone()));
            }
        }
        None
    }
}

/// Draws a name of somebody who has played here, with their shield; returns true if it was tapped.
pub fn known_name(canvas: &mut Canvas<'_, '_>, rect: Rect, name: &str, shield: Option<PlayerColour>) -> bool {
    let button = Button { label: name, ..Button::new(&[], Tone::Raised) };
    let tapped = button.show(canvas, ("known", name), rect).tapped();
    let mut words = rect.shrink2(vec2(8.0, 4.0));
    if let Some(colour) = shield {
        let size = words.height().min(38.0);
        emblem(
            canvas,
            Rect::from_min_size(pos2(words.left(), words.center().y - size / 2.0), vec2(size, size)),
            colour,
            false,
        );
        words.min.x += size + 8.0;
    }
    let face = TextStyle::new(Face::Caps, 20.0, canvas.ground.text);
    let side = if shield.is_some() { Align2::LEFT_CENTER } else { Align2::CENTER_CENTER };
    canvas.fit(words, side, face, &[name]);
    tapped
}
