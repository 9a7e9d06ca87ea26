//! Buttons.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Align2, Color32, Rect, pos2};

use super::canvas::{Canvas, MIN_SIZE, TextStyle, radius, rect_around};
use super::letters::Face;
use super::look::{GOLD, HARM, INK, LIT, PAPER, parts};
use super::touch::{Gesture, Response};
use crate::gallery::{Icon, PictureRequest};
use crate::pages::first_part;
use crate::region::Cut as _;

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Raised from its background.
    #[default]
    Raised,
    /// Ink, on paper.
    Ink,
    /// The action is destructive, or the main one.
    Harm,
    /// Chosen.
    Gold,
}

/// A button.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// The title, followed by shorter alternatives.
    pub title: &'a [&'a str],
    /// A second line.
    pub sub: &'a str,
    /// The screen reader label; the title if empty.
    pub label: &'a str,
    /// An icon above the title, or beside it where the button is wide.
    pub icon: Option<Icon>,
    /// How it looks.
    pub tone: Tone,
    /// It is disabled.
    pub off: bool,
    /// It is one of several that can be chosen, and whether it is.
    pub chosen: Option<bool>,
    /// Size of the title in points; 20 if zero.
    pub size: f32,
    /// The effect of a long press: repeat, or show more.
    pub gesture: Gesture,
}

impl<'a> Button<'a> {
    /// A button that says something.
    pub const fn new(title: &'a [&'a str], tone: Tone) -> Self {
        Self {
            title,
            sub: "",
            label: "",
            icon: None,
            tone,
            off: false,
            chosen: None,
            size: 20.0,
            gesture: Gesture::Tap,
        }
    }

    /// Draws it and returns the interaction.
    pub fn show(self, canvas: &mut Canvas<'_, '_>, id: impl Hash + Debug, rect: Rect) -> Response {
        let ground = canvas.ground;
        let (fill, text, quiet, line) = match self.tone {
            Tone::Raised => (ground.raised, ground.text, ground.quiet, Some(ground.line)),
            Tone::Ink => (INK, PAPER, LIT, canvas.look().high.then_some(PAPER)),
            Tone::Harm => (HARM, PAPER, PAPER, Some(INK)),
            Tone::Gold => (GOLD, INK, INK, Some(INK)),
        };
        let label = if self.label.is_empty() { self.title.first().copied().unwrap_or_default() } else { self.label };
        let response = match self.chosen {
            _ if self.off => Response::default(),
            Some(chosen) => canvas.choice(id, rect, self.gesture, label, chosen),
            None => canvas.control(id, rect, self.gesture, label),
        };
        let strength = if self.off { 0.4 } else { 1.0 };
        let fade = |colour: Color32| colour.gamma_multiply(strength);
        canvas.fill(rect, radius(8.0), fade(fill));
        if response.down {
            let over = if text == INK { Color32::from_black_alpha(40) } else { Color32::from_white_alpha(36) };
            canvas.fill(rect, radius(8.0), over);
        }
        if let Some(line) = line {
            canvas.border(rect, radius(8.0), canvas.look().rim, fade(line));
        }
        self.inside(canvas, rect, fade(text), fade(quiet));
        response
    }

    fn inside(self, canvas: &mut Canvas<'_, '_>, rect: Rect, text: Color32, quiet: Color32) {
        let inner = rect.shrink(4.0);
        let words = TextStyle::new(Face::Caps, if self.size == 0.0 { 20.0 } else { self.size }, text);
        let small = TextStyle::new(Face::Plain, 14.0, quiet);
        let Some(icon) = self.icon else {
            let lift = if self.sub.is_empty() { 0.0 } else { 0.17 * rect.height().min(70.0) };
            let title = inner.translate(egui::vec2(0.0, -lift));
            canvas.fit(title, Align2::CENTER_CENTER, words, self.title);
            if !self.sub.is_empty() {
                let at = inner.translate(egui::vec2(0.0, lift + 2.0));
                // Text that would be cut becomes smaller and moves closer to the edge.
                let (at, least) = if canvas.fits(at, small, self.sub) {
                    (at, MIN_SIZE)
                } else {
                    (at.expand2(egui::vec2(2.5, 0.0)), MIN_SIZE - 1.5)
                };
                let size = least / canvas.scaled(1.0);
                let fits = |text: &&str| canvas.width(TextStyle { size, ..small }, text) <= at.width() + 0.5;
                let sub = [self.sub, first_part(self.sub)].into_iter().find(fits).unwrap_or_default();
                // Words that would be cut even so are omitted.
                canvas.fit_down_to(least, at, Align2::CENTER_CENTER, small, &[sub]);
            }
            return;
        };
        // An icon takes the colour of the text; a disabled button is faint as a whole.
        let colour = parts(Color32::from_rgb(text.r(), text.g(), text.b()));
        let wanted = |size, _| PictureRequest::Icon { icon, colour, size };
        let tint = if self.off { Color32::WHITE.gamma_multiply(0.4) } else { Color32::WHITE };
        if self.title.is_empty() {
            canvas.tinted(rect_around(inner.center(), 30.0, 30.0), tint, wanted);
        } else if rect.width() >= 124.0 {
            // The icon is smaller where more room is needed; what would be cut even so is left out.
            let beside = |icon: f32| {
                let room = inner.with_min_x(inner.left() + icon * 1.5);
                (icon, room, canvas.fits(room, small, self.sub))
            };
            let (icon, right, fits) =
                [32.0, 22.0].map(beside).into_iter().find(|(.., fits)| *fits).unwrap_or(beside(32.0));
            canvas.tinted(rect_around(pos2(inner.left() + icon * 0.81, inner.center().y), icon, icon), tint, wanted);
            if self.sub.is_empty() || !fits {
                canvas.fit(right, Align2::LEFT_CENTER, words, self.title);
            } else {
                let high = right.with_max_y(right.center().y + 2.0);
                canvas.fit(high, Align2::LEFT_BOTTOM, words, self.title);
                let low = right.with_min_y(right.center().y + 3.0);
                canvas.fit(low, Align2::LEFT_TOP, small, &[self.sub]);
            }
        } else {
            let at = pos2(inner.center().x, inner.top() + inner.height() * 0.34);
            canvas.tinted(rect_around(at, 30.0, 30.0), tint, wanted);
            let low = inner.lower(24.0);
            canvas.fit(low, Align2::CENTER_CENTER, TextStyle { size: 17.0, ..words }, self.title);
        }
    }
}
