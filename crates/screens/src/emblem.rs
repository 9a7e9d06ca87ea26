//! A player's emblem: the shield, and the spine in their colour with its knotwork.

use egui::{Color32, Rect, Vec2};

use super::canvas::{Canvas, left_corners};
use super::cards::Cards;
use super::look::INK;
use crate::gallery::PictureRequest;
use crate::table::PlayerColour;

/// A player's shield; drained for one who is out.
pub fn emblem(canvas: &mut Canvas<'_, '_>, rect: Rect, colour: PlayerColour, drained: bool) {
    let index = u8::try_from(colour.index()).unwrap_or_default();
    canvas.picture(rect, |size, _| PictureRequest::Emblem { style: index, size, drained });
}

/// A player's spine: a band with the interlace of their style.
pub struct Spine {
    /// The player's colour.
    pub colour: PlayerColour,
    /// What the band is filled with.
    pub fill: Color32,
    /// Radius of the corners at its left, in points.
    pub corners: f32,
    /// Margins of the interlace, in points.
    pub inset: Vec2,
}

impl Spine {
    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect) {
        canvas.fill(rect, left_corners(self.corners), self.fill);
        if let Some(kind) = cards.weave(self.colour) {
            canvas.knotwork(rect.shrink2(self.inset), kind, INK);
        }
    }
}
