//! Placed drawings of a face.

use std::sync::Arc;

use kurbo::Affine;

use super::LintCache;
use super::areas::{Areas, Seen};
use crate::scene::{Content, Drawing, Item, Scene};
use crate::units::Rect;

/// A drawing in its place.
pub(super) struct Laid<'s> {
    pub item: &'s Item,
    pub drawing: &'s Arc<Drawing>,
    pub place: Affine,
    pub clip: Option<Rect>,
    /// True for a mark within a line of text.
    pub is_in_line: bool,
    areas: Arc<Areas>,
}

impl<'s> Laid<'s> {
    /// Returns all drawings of a face, the first at the bottom.
    pub fn of(scene: &'s Scene, known: &LintCache) -> Vec<Self> {
        let before = std::iter::once(None).chain(scene.items.iter().map(Some));
        let drawings = scene.items.iter().zip(before).filter_map(|(item, before)| match item {
            // Colour glyphs are letters, not their background.
            Item::Drawing { drawing, .. } if drawing.is_glyph() => None,
            Item::Drawing { drawing, place, clip } => Some(Self {
                item,
                drawing,
                place: *place,
                clip: clip.map(|clip| clip.extent()),
                is_in_line: matches!(before, Some(Item::ActualText(_))),
                areas: known.areas(drawing),
            }),
            _ => None,
        });
        drawings.collect()
    }

    /// Returns the maximum bounds of its ink, in millimetres; `None` for a drawing without ink. Clipped parts are
    /// included.
    pub fn whole(&self) -> Option<kurbo::Rect> {
        self.areas.ink.map(|ink| self.place.transform_rect_bbox(ink))
    }

    /// Returns the maximum printed bounds of its ink.
    pub fn extent(&self) -> Option<kurbo::Rect> {
        let whole = self.whole()?;
        Some(self.clip.map_or(whole, |clip| whole.intersect(clip.to_kurbo())))
    }

    /// Returns visible part of it in a part of the face. `near` is that part with what something is seen from; all of
    /// `hidden` must be one colour to be plain.
    pub fn seen(&self, hidden: kurbo::Rect, near: kurbo::Rect) -> Seen {
        if !self.extent().is_some_and(|extent| extent.overlaps(near)) {
            return Seen::Nothing;
        }
        match (self.areas.seen(self.place, hidden, near), self.clip.map(Rect::to_kurbo)) {
            (Seen::Plain(_) | Seen::Ground, Some(clip)) if clip.union(hidden) != clip => Seen::Something,
            (seen, _) => seen,
        }
    }

    /// Returns its printed rectangles of one colour.
    pub fn plain(&self) -> impl Iterator<Item = kurbo::Rect> {
        self.plain_in_colour().map(|(_, rect)| rect)
    }

    /// Returns them with their colours, from bottom to top.
    pub fn plain_in_colour(&self) -> impl Iterator<Item = (crate::game::Colour, kurbo::Rect)> {
        let clip = self.clip.map(Rect::to_kurbo);
        let seen = move |rect: kurbo::Rect| clip.map_or(rect, |clip| rect.intersect(clip));
        self.areas.plain_in_colour(self.place).map(move |(colour, rect)| (colour, seen(rect)))
    }

    /// True if a partial painting looks the same: a filter also depends on its surroundings.
    pub fn is_local(&self) -> bool {
        !matches!(&self.drawing.content, Content::Art(art) if !art.pixels.is_empty())
    }
}
