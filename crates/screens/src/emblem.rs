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

/// A player's spine: a band with round corners at its left, and the interlace of their style so far inside it.
pub fn spine(
    canvas: &mut Canvas<'_, '_>,
    cards: &Cards,
    rect: Rect,
    colour: PlayerColour,
    fill: Color32,
    corners: f32,
    inset: Vec2,
) {
    canvas.fill(rect, left_corners(corners), fill);
    if let Some(kind) = cards.weave(colour) {
        canvas.knotwork(rect.shrink2(inset), kind, INK);
    }
}
