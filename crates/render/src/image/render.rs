//! Painting a scene.

use std::borrow::Cow;

use kurbo::Affine;
use tiny_skia::{FillRule, Mask, Pixmap, Transform};

use super::glyphs::Outlines;
use crate::game::Colour;
use crate::scene::{Art, Content, Drawing, Item, Nested, Scene, Text, TextEffect, TextOutline};
use crate::text::{Fonts, Piece};
use crate::units::{Mm, Rect};
use skirmish_pixels::{Picture, paint, skia_path, transform};

/// Paints scenes; threads share one, and with it the outlines of the glyphs.
pub struct Painter<'a> {
    outlines: Outlines<'a>,
}

impl<'a> Painter<'a> {
    /// Creates a painter with the fonts of the scenes.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { outlines: Outlines::new(Cow::Borrowed(fonts)) }
    }

    /// Creates a painter that keeps the fonts, and can outlive the game.
    pub fn owning(fonts: Fonts) -> Painter<'static> {
        Painter { outlines: Outlines::new(Cow::Owned(fonts)) }
    }

    /// Paints a scene on white. `view` is the visible part of it, which fills the picture.
    ///
    /// `None` if the size exceeds the memory.
    pub fn paint(&self, scene: &Scene, view: Rect, width: u32, height: u32) -> Option<Picture> {
        self.paint_on(Picture::filled(width, height, Colour::WHITE)?, scene, view)
    }

    /// Paints a scene on nothing: what it does not cover stays transparent.
    ///
    /// `None` if the size exceeds the memory.
    pub fn paint_bare(&self, scene: &Scene, view: Rect, width: u32, height: u32) -> Option<Picture> {
        self.paint_on(Picture::bare(width, height)?, scene, view)
    }

    /// Paints a scene through any transform, from its millimetres to pixels; the rest stays transparent.
    ///
    /// `None` if the size exceeds the memory.
    pub fn paint_through(&self, scene: &Scene, map: Affine, width: u32, height: u32) -> Option<Picture> {
        let mut picture = Picture::bare(width, height)?;
        self.items(&mut picture, scene, map);
        Some(picture)
    }

    fn paint_on(&self, mut picture: Picture, scene: &Scene, view: Rect) -> Option<Picture> {
        let (width, height) = (picture.width(), picture.height());
        let (sx, sy) = (f64::from(width) / view.width.get(), f64::from(height) / view.height.get());
        let base = Affine::new([sx, 0.0, 0.0, sy, -view.x.get() * sx, -view.y.get() * sy]);
        self.items(&mut picture, scene, base);
        Some(picture)
    }

    fn items(&self, picture: &mut Picture, scene: &Scene, base: Affine) {
        for item in &scene.items {
            match item {
                Item::Drawing { drawing, place, clip } => {
                    draw(picture, drawing, base * *place, clip.as_ref().map(|clip| base * clip.path()));
                }
                Item::Text(text) => self.painted(&mut picture.pixels, text, base),
                Item::Nested(nested) => self.nested(picture, nested, base),
                Item::Begin(_) | Item::End | Item::ActualText(_) => {}
            }
        }
    }

    /// Paints a scene within the scene apart and lays it over, cut off with its round corners.
    fn nested(&self, picture: &mut Picture, nested: &Nested, base: Affine) {
        let (clip, radius) = nested.clip;
        let corners = kurbo::Shape::to_path(&clip.to_kurbo().to_rounded_rect(radius.get()), 0.01);
        let pixels = &mut picture.pixels;
        let Some(mut apart) = Picture::bare(pixels.width(), pixels.height()) else { return };
        self.items(&mut apart, &nested.scene, base * nested.place);
        let Some((mut mask, path)) = Mask::new(pixels.width(), pixels.height()).zip(skia_path(&corners)) else {
            return;
        };
        mask.fill_path(&path, FillRule::Winding, true, transform(base * nested.place));
        let paint = tiny_skia::PixmapPaint::default();
        pixels.draw_pixmap(0, 0, apart.pixels.as_ref(), &paint, Transform::identity(), Some(&mask));
    }

    /// Paints a line of text: the outline behind it, the letters, the outline before them; composited as one if it is
    /// translucent.
    fn painted(&self, pixels: &mut Pixmap, text: &Text, base: Affine) {
        let TextEffect { outline, opacity } = text.effect;
        if text.effect.is_translucent() {
            let Some(mut apart) = Pixmap::new(pixels.width(), pixels.height()) else { return };
            let opaque = Text { effect: TextEffect { outline, opacity: 1.0 }, ..text.clone() };
            self.painted(&mut apart, &opaque, base);
            #[allow(clippy::cast_possible_truncation, reason = "from 0 to 1")]
            let paint = tiny_skia::PixmapPaint { opacity: opacity as f32, ..tiny_skia::PixmapPaint::default() };
            pixels.draw_pixmap(0, 0, apart.as_ref(), &paint, Transform::identity(), None);
            return;
        }
        let line = |behind: bool| outline.filter(|outline| outline.behind == behind);
        line(true).into_iter().for_each(|outline| self.text(pixels, text, base, Some(outline)));
        self.text(pixels, text, base, None);
        line(false).into_iter().for_each(|outline| self.text(pixels, text, base, Some(outline)));
    }

    /// Paints the letters of a line, or their outline.
    fn text(&self, pixels: &mut Pixmap, text: &Text, base: Affine, outline: Option<TextOutline>) {
        let at = Affine::translate((text.at.x.get(), text.at.y.get()));
        for piece in &text.line.pieces {
            let Piece::Run(run) = piece else { continue };
            let em = run.em(text.size).get();
            let paint = paint(outline.map_or_else(|| text.colour_of(run.tag), |outline| outline.colour));
            let stroke = outline.map(|outline| round(outline.width.get() / em));
            let mut pen = run.x;
            for part in &run.word.parts {
                for glyph in &run.word.glyphs[usize::from(part.glyphs.start)..usize::from(part.glyphs.end)] {
                    if let Some(outline) = self.outlines.get(part.font, glyph.id) {
                        let (dx, dy) = (f64::from(glyph.offset.0) * em, f64::from(glyph.offset.1) * em);
                        let glyph_at = Affine::new([em, 0.0, 0.0, -em, pen.get() + dx, -dy]);
                        let place = base * at * text.turn.affine() * glyph_at;
                        match &stroke {
                            Some(stroke) => pixels.stroke_path(&outline, &paint, stroke, transform(place), None),
                            None => pixels.fill_path(&outline, &paint, FillRule::Winding, transform(place), None),
                        }
                    }
                    pen += Mm::new(em * f64::from(glyph.advance + run.tracking));
                }
            }
        }
    }
}

/// Returns a line with round corners, whose width is in ems.
fn round(width: f64) -> tiny_skia::Stroke {
    #[allow(clippy::cast_possible_truncation, reason = "as exact as an outline")]
    let width = width as f32;
    tiny_skia::Stroke { width, line_join: tiny_skia::LineJoin::Round, ..tiny_skia::Stroke::default() }
}

fn draw(picture: &mut Picture, drawing: &Drawing, place: Affine, clip: Option<kurbo::BezPath>) {
    if let Some(clip) = clip {
        // Drawn separately and composited, so nothing extends beyond the clip.
        let Some(path) = skia_path(&clip) else { return };
        let mut apart = Picture { pixels: picture.pixels.clone() };
        paint_drawing(&mut apart, drawing, place);
        let pixels = &mut picture.pixels;
        let Some(mut mask) = Mask::new(pixels.width(), pixels.height()) else { return };
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        let paint = tiny_skia::PixmapPaint::default();
        pixels.draw_pixmap(0, 0, apart.pixels.as_ref(), &paint, Transform::identity(), Some(&mask));
    } else {
        paint_drawing(picture, drawing, place);
    }
}

fn paint_drawing(picture: &mut Picture, drawing: &Drawing, place: Affine) {
    match &drawing.content {
        Content::Art(art) => paint_art(picture, art, place),
        Content::Shapes(shapes) => picture.fill(shapes, place),
    }
}

fn paint_art(picture: &mut Picture, art: &Art, place: Affine) {
    if let Some(pixels) = fewer_pixels(art, place) {
        paint_enlarged(picture, art, place, pixels);
    } else if art.blends {
        // Blend modes apply within the drawing, not to the card.
        let Some(mut apart) = Pixmap::new(picture.width(), picture.height()) else { return };
        resvg::render(&art.tree, transform(place), &mut apart.as_mut());
        let paint = tiny_skia::PixmapPaint::default();
        picture.pixels.draw_pixmap(0, 0, apart.as_ref(), &paint, Transform::identity(), None);
    } else {
        resvg::render(&art.tree, transform(place), &mut picture.pixels.as_mut());
    }
}

/// Returns a reduced number of pixels per unit of a drawing; `None` at full resolution. Its filters work on pixels, and
/// would take minutes.
fn fewer_pixels(art: &Art, place: Affine) -> Option<f64> {
    let wanted = place.determinant().abs().sqrt();
    let fewer = art.affordable(if art.counts { wanted.min(art.own_pixels()) } else { wanted });
    (fewer < wanted).then_some(fewer)
}

/// Paints a drawing with `pixels` per unit, and enlarges it.
fn paint_enlarged(picture: &mut Picture, art: &Art, place: Affine, pixels: f64) {
    let size = art.tree.size();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than the picture has")]
    let side = |length: f32| (f64::from(length) * pixels).ceil().max(1.0) as u32;
    let Some(mut apart) = Pixmap::new(side(size.width()), side(size.height())) else { return };
    resvg::render(&art.tree, transform(Affine::scale(pixels)), &mut apart.as_mut());
    let quality = tiny_skia::FilterQuality::Bilinear;
    let paint = tiny_skia::PixmapPaint { quality, ..tiny_skia::PixmapPaint::default() };
    picture.pixels.draw_pixmap(0, 0, apart.as_ref(), &paint, transform(place * Affine::scale(1.0 / pixels)), None);
}
