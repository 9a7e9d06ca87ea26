//! What tells a player from the others: the shield, and the spine in their colour with its interlace.

use egui::{Color32, Rect, Vec2};

use super::look::INK;
use super::stage::{Stage, left_corners};
use super::view::View;
use crate::gallery::Wanted;
use crate::table::Livery;

/// A player's shield; drained for one who is out.
pub fn emblem(stage: &mut Stage<'_, '_>, rect: Rect, livery: Livery, drained: bool) {
    let index = u8::try_from(livery.index()).unwrap_or_default();
    stage.picture(rect, |size, _| Wanted::Emblem { livery: index, size, drained });
}

/// A player's spine: a band with round corners at its left, and the interlace of their livery so far inside it.
pub fn spine(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    rect: Rect,
    livery: Livery,
    fill: Color32,
    corners: f32,
    inset: Vec2,
) {
    stage.fill(rect, left_corners(corners), fill);
    if let Some(kind) = view.cards.weave(livery) {
        stage.knot(rect.shrink2(inset), kind, INK);
    }
}
