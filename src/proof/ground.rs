//! What lies behind the texts of a face.

use crate::game::{CardFormat, Colour};
use crate::image::{Painter, Picture};
use crate::scene::{Content, Item, Scene};
use crate::shape::bounds;
use crate::units::{Mm, Rect};

/// Resolution, in dots per inch, of the picture in which the background is sampled.
const DPI: f64 = 120.0;
/// Millimetres around a text of which a pixel may still be looked at.
const MARGIN: f64 = 1.0;

/// What the ink of a drawing covers at most, in millimetres. None for what is no drawing, and for one without ink.
pub(super) fn extent(item: &Item) -> Option<kurbo::Rect> {
    let Item::Drawing { drawing, place, clip } = item else { return None };
    let ink = match &drawing.content {
        Content::Shapes(shapes) => bounds(shapes)?,
        Content::Art(art) => {
            let ink = art.tree.root().abs_layer_bounding_box();
            kurbo::Rect::new(ink.left().into(), ink.top().into(), ink.right().into(), ink.bottom().into())
        }
    };
    let drawn = place.transform_rect_bbox(ink);
    Some(clip.map_or(drawn, |clip| drawn.intersect(sides(clip))))
}

/// A rectangle by its sides, in millimetres.
pub(super) fn sides(rect: Rect) -> kurbo::Rect {
    kurbo::Rect::new(rect.x.get(), rect.y.get(), rect.right().get(), rect.bottom().get())
}

/// The drawings behind the texts of a face, painted.
pub(super) struct Ground {
    picture: Picture,
    view: Rect,
}

impl Ground {
    /// Paints what lies behind these texts; drawings elsewhere are left out. None for a face without texts.
    pub(super) fn paint(scene: &Scene, texts: &[Rect], format: &CardFormat, painter: &Painter<'_>) -> Option<Self> {
        let texts: Vec<_> = texts.iter().map(|text| sides(*text).inflate(MARGIN, MARGIN)).collect();
        if texts.is_empty() {
            return None;
        }
        let behind = |item: &&Item| extent(item).is_some_and(|ink| texts.iter().any(|text| text.overlaps(ink)));
        let bare = Scene { items: scene.items.iter().filter(behind).cloned().collect(), ..Scene::default() };
        let view = format.cut();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
        let (width, height) = (view.width.to_px(DPI).round() as u32, view.height.to_px(DPI).round() as u32);
        Some(Self { picture: painter.paint(&bare, view, width, height)?, view })
    }

    /// The colour behind a text: that with the least contrast among those that take up at least a tenth of its box.
    pub(super) fn behind(&self, bounds: Rect, text: Colour) -> Option<Colour> {
        let across = f64::from(self.picture.width()) / self.view.width.get();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
        let pixel = |length: Mm| (length.get() * across).max(0.0) as u32;
        let mut pixels: Vec<[u8; 3]> = Vec::new();
        for y in pixel(bounds.y)..=pixel(bounds.bottom()) {
            for x in pixel(bounds.x)..=pixel(bounds.right()) {
                pixels.extend(self.picture.colour(x, y));
            }
        }
        let tenth = pixels.len() / 10;
        pixels.sort_unstable();
        let alike = pixels.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len()));
        let coloured = alike.map(|([red, green, blue], count)| (Colour::rgb(red, green, blue), count));
        let mut coloured: Vec<_> = coloured.map(|(colour, count)| (text.contrast(colour), colour, count)).collect();
        coloured.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut before = 0;
        let behind = coloured.into_iter().find(|(_, _, count)| {
            before += count;
            before > tenth
        });
        behind.map(|(_, colour, _)| colour)
    }
}
