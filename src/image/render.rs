//! Painting a scene.

use kurbo::{Affine, BezPath, PathEl};
use tiny_skia::{Color, FillRule, Mask, Paint, PathBuilder, Pixmap, Transform};

use super::glyphs::Outlines;
use crate::game::Colour;
use crate::scene::{Content, Drawing, Item, Nested, Scene, Shape, Text};
use crate::text::{Fonts, Piece};
use crate::units::{Mm, Rect};

/// Pixels, each red, green, blue and alpha, from the upper left corner row by row.
pub struct Picture {
    pixels: Pixmap,
}

impl Picture {
    /// A picture of one colour.
    ///
    /// Sides are at least 1 pixel; none for sides that no memory holds.
    pub fn filled(width: u32, height: u32, colour: Colour) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(skia_colour(colour));
        Some(Self { pixels })
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// The colour of a pixel; the picture lies on white. None outside.
    pub fn colour(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        let pixel = self.pixels.pixel(x, y)?;
        let on_white = |part: u8| part.saturating_add(255 - pixel.alpha());
        Some([on_white(pixel.red()), on_white(pixel.green()), on_white(pixel.blue())])
    }

    /// How much of a pixel is covered, from 0 to 255. None outside.
    pub fn cover(&self, x: u32, y: u32) -> Option<u8> {
        Some(self.pixels.pixel(x, y)?.alpha())
    }

    /// Red, green and blue of all pixels, on white.
    pub fn rgb(&self) -> Vec<u8> {
        let mut rgb = Vec::with_capacity(self.pixels.pixels().len() * 3);
        for pixel in self.pixels.pixels() {
            let on_white = 255 - pixel.alpha();
            rgb.extend([pixel.red(), pixel.green(), pixel.blue()].map(|part| part.saturating_add(on_white)));
        }
        rgb
    }

    /// Red, green, blue and alpha of all pixels, not multiplied.
    pub fn rgba(&self) -> Vec<u8> {
        let colours = self.pixels.pixels().iter().map(tiny_skia::PremultipliedColorU8::demultiply);
        colours.flat_map(|colour| [colour.red(), colour.green(), colour.blue(), colour.alpha()]).collect()
    }

    /// Lays another picture over this one, its upper left corner at a pixel.
    pub fn lay(&mut self, other: &Self, x: u32, y: u32) {
        let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) else { return };
        let paint = tiny_skia::PixmapPaint::default();
        self.pixels.draw_pixmap(x, y, other.pixels.as_ref(), &paint, Transform::identity(), None);
    }

    /// Makes everything transparent that lies outside round corners of a radius in pixels.
    pub fn round_corners(&mut self, radius: f64) {
        let (width, height) = (self.width(), self.height());
        let corners = kurbo::RoundedRect::new(0.0, 0.0, width.into(), height.into(), radius);
        let path = kurbo::Shape::to_path(&corners, 0.05);
        if let Some((mut mask, path)) = Mask::new(width, height).zip(skia_path(&path)) {
            mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
            self.pixels.apply_mask(&mask);
        }
    }

    /// Where the picture shows more than was drawn, the outermost pixels that are drawn whole are repeated, so that no
    /// light edge remains. `view` is what the picture shows, `drawn` what there is of it.
    pub fn extend_edges(&mut self, view: Rect, drawn: Rect) {
        let (width, height) = (self.width() as usize, self.height() as usize);
        let (across, down) = (px(self.width()) / view.width.get(), px(self.height()) / view.height.get());
        let first = |gap: f64| whole((gap - 1e-6).max(0.0).ceil());
        let (left, top) = (first((drawn.x - view.x).get() * across), first((drawn.y - view.y).get() * down));
        let right = width.saturating_sub(1 + first((view.right() - drawn.right()).get() * across));
        let bottom = height.saturating_sub(1 + first((view.bottom() - drawn.bottom()).get() * down));
        if left >= right || top >= bottom {
            return;
        }
        let pixels = self.pixels.pixels_mut();
        for y in 0..height {
            let from = y.clamp(top, bottom);
            for x in 0..width {
                let nearest = x.clamp(left, right);
                if (nearest, from) != (x, y) {
                    pixels[y * width + x] = pixels[from * width + nearest];
                }
            }
        }
    }
}

fn px(pixels: u32) -> f64 {
    f64::from(pixels)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels, and never below zero")]
fn whole(pixels: f64) -> usize {
    pixels as usize
}

/// Paints scenes; threads share one, and with it the outlines of the glyphs.
pub struct Painter<'a> {
    outlines: Outlines<'a>,
}

impl<'a> Painter<'a> {
    /// A painter with the fonts of the scenes.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { outlines: Outlines::new(fonts) }
    }

    /// Paints a scene on white: `view` is the part of it that is seen, laid onto the whole picture.
    ///
    /// None for sides that no memory holds.
    pub fn paint(&self, scene: &Scene, view: Rect, width: u32, height: u32) -> Option<Picture> {
        self.paint_on(Picture::filled(width, height, Colour::WHITE)?, scene, view)
    }

    /// Paints a scene on nothing: what it does not cover stays transparent.
    ///
    /// None for sides that no memory holds.
    pub fn paint_bare(&self, scene: &Scene, view: Rect, width: u32, height: u32) -> Option<Picture> {
        self.paint_on(Picture { pixels: Pixmap::new(width, height)? }, scene, view)
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
                    draw(&mut picture.pixels, drawing, base * *place, clip.as_ref().map(|clip| (clip, base)));
                }
                Item::Text(text) => self.text(&mut picture.pixels, text, base),
                Item::Nested(nested) => self.nested(&mut picture.pixels, nested, base),
                Item::Begin(_) | Item::End => {}
            }
        }
    }

    /// Paints a scene within the scene apart and lays it over, cut off with its round corners.
    fn nested(&self, pixels: &mut Pixmap, nested: &Nested, base: Affine) {
        let (clip, radius) = nested.clip;
        let corners = kurbo::Rect::new(clip.x.get(), clip.y.get(), clip.right().get(), clip.bottom().get());
        let corners = kurbo::Shape::to_path(&corners.to_rounded_rect(radius.get()), 0.01);
        let Some(apart) = Pixmap::new(pixels.width(), pixels.height()) else { return };
        let mut apart = Picture { pixels: apart };
        self.items(&mut apart, &nested.scene, base * nested.place);
        let Some((mut mask, path)) = Mask::new(pixels.width(), pixels.height()).zip(skia_path(&corners)) else {
            return;
        };
        mask.fill_path(&path, FillRule::Winding, true, transform(base * nested.place));
        let paint = tiny_skia::PixmapPaint::default();
        pixels.draw_pixmap(0, 0, apart.pixels.as_ref(), &paint, Transform::identity(), Some(&mask));
    }

    fn text(&self, pixels: &mut Pixmap, text: &Text, base: Affine) {
        let at = Affine::translate((text.at.x.get(), text.at.y.get()));
        let em = text.size.to_mm().get();
        for piece in &text.line.pieces {
            let Piece::Run(run) = piece else { continue };
            let paint = paint(text.colour_of(run.tag));
            let mut pen = run.x;
            for part in &run.word.parts {
                for glyph in &run.word.glyphs[usize::from(part.glyphs.start)..usize::from(part.glyphs.end)] {
                    if let Some(outline) = self.outlines.get(part.font, glyph.id) {
                        let (dx, dy) = (f64::from(glyph.offset.0) * em, f64::from(glyph.offset.1) * em);
                        let glyph_at = Affine::new([em, 0.0, 0.0, -em, pen.get() + dx, -dy]);
                        let place = base * at * text.turn.affine() * glyph_at;
                        pixels.fill_path(&outline, &paint, FillRule::Winding, transform(place), None);
                    }
                    pen += Mm::new(em * f64::from(glyph.advance + run.tracking));
                }
            }
        }
    }
}

fn draw(pixels: &mut Pixmap, drawing: &Drawing, place: Affine, clip: Option<(&Rect, Affine)>) {
    if let Some((clip, base)) = clip {
        // Drawn apart and laid over, so that nothing reaches beyond the clip.
        let corner = |x: Mm, y: Mm| base * kurbo::Point::new(x.get(), y.get());
        let (a, b) = (corner(clip.x, clip.y), corner(clip.right(), clip.bottom()));
        let mut apart = pixels.as_ref().to_owned();
        paint_drawing(&mut apart, drawing, place);
        let Some(mut mask) = Mask::new(pixels.width(), pixels.height()) else { return };
        #[allow(clippy::cast_possible_truncation, reason = "pixels are few")]
        let rect = tiny_skia::Rect::from_ltrb(a.x as f32, a.y as f32, b.x as f32, b.y as f32);
        let Some(rect) = rect else { return };
        mask.fill_path(&PathBuilder::from_rect(rect), FillRule::Winding, true, Transform::identity());
        let paint = tiny_skia::PixmapPaint::default();
        pixels.draw_pixmap(0, 0, apart.as_ref(), &paint, Transform::identity(), Some(&mask));
    } else {
        paint_drawing(pixels, drawing, place);
    }
}

fn paint_drawing(pixels: &mut Pixmap, drawing: &Drawing, place: Affine) {
    match &drawing.content {
        Content::Art(tree) => resvg::render(tree, transform(place), &mut pixels.as_mut()),
        Content::Shapes(shapes) => {
            for Shape { path, colour, even_odd } in shapes {
                let rule = if *even_odd { FillRule::EvenOdd } else { FillRule::Winding };
                if let Some(path) = skia_path(path) {
                    pixels.fill_path(&path, &paint(*colour), rule, transform(place), None);
                }
            }
        }
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(skia_colour(colour));
    paint
}

fn skia_colour(colour: Colour) -> Color {
    let [red, green, blue] = colour.parts();
    Color::from_rgba8(red, green, blue, 255)
}

#[allow(clippy::cast_possible_truncation, reason = "single precision is a hundredth of a pixel on any sheet")]
fn transform(affine: Affine) -> Transform {
    let [a, b, c, d, e, f] = affine.as_coeffs().map(|number| number as f32);
    Transform::from_row(a, b, c, d, e, f)
}

#[allow(clippy::cast_possible_truncation, reason = "single precision is a hundredth of a pixel on any sheet")]
fn skia_path(path: &BezPath) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => builder.move_to(p.x as f32, p.y as f32),
            PathEl::LineTo(p) => builder.line_to(p.x as f32, p.y as f32),
            PathEl::QuadTo(a, p) => builder.quad_to(a.x as f32, a.y as f32, p.x as f32, p.y as f32),
            PathEl::CurveTo(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
