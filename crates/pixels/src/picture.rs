//! Pixels, and outlines filled on them.

use kurbo::{Affine, BezPath, PathEl};
use tiny_skia::{Color, FillRule, Mask, Paint, PathBuilder, Pixmap, Transform};

use skirmish_base::units::{QuarterTurn, Rect};
use skirmish_model::game::Colour;
use skirmish_model::shape::Shape;

/// Pixels, each red, green, blue and alpha, from the upper left corner row by row.
pub struct Picture {
    /// The pixels, with premultiplied alpha.
    pub pixels: Pixmap,
}

impl Picture {
    /// Returns a picture of one colour.
    ///
    /// Sides are at least 1 pixel; `None` if the size exceeds the memory.
    pub fn filled(width: u32, height: u32, colour: Colour) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(skia_colour(colour));
        Some(Self { pixels })
    }

    /// Returns a transparent picture.
    ///
    /// `None` if the size exceeds the memory.
    pub fn bare(width: u32, height: u32) -> Option<Self> {
        Some(Self { pixels: Pixmap::new(width, height)? })
    }

    /// Fills outlines, the first at the bottom; `place` maps their unit to pixels.
    pub fn fill(&mut self, shapes: &[Shape], place: Affine) {
        for Shape { path, colour, even_odd } in shapes {
            let rule = if *even_odd { FillRule::EvenOdd } else { FillRule::Winding };
            if let Some(path) = skia_path(path) {
                self.pixels.fill_path(&path, &paint(*colour), rule, transform(place), None);
            }
        }
    }

    /// Returns width in pixels.
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Returns height in pixels.
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Returns the colour of a pixel; the picture is on white. `None` outside.
    pub fn colour(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        let pixel = self.pixels.pixel(x, y)?;
        let on_white = |part: u8| part.saturating_add(255 - pixel.alpha());
        Some([on_white(pixel.red()), on_white(pixel.green()), on_white(pixel.blue())])
    }

    /// Returns the coverage of a pixel, from 0 to 255; `None` outside.
    pub fn cover(&self, x: u32, y: u32) -> Option<u8> {
        Some(self.pixels.pixel(x, y)?.alpha())
    }

    /// Returns red, green and blue of all pixels, on white.
    pub fn rgb(&self) -> Vec<u8> {
        let mut rgb = vec![0; self.pixels.pixels().len() * 3];
        for (parts, pixel) in rgb.as_chunks_mut().0.iter_mut().zip(self.pixels.pixels()) {
            let on_white = 255 - pixel.alpha();
            let part = |part: u8| part.saturating_add(on_white);
            *parts = [part(pixel.red()), part(pixel.green()), part(pixel.blue())];
        }
        rgb
    }

    /// Returns red, green, blue and alpha of all pixels, not multiplied.
    pub fn rgba(&self) -> Vec<u8> {
        let mut rgba = vec![0; self.pixels.pixels().len() * 4];
        for (parts, pixel) in rgba.as_chunks_mut().0.iter_mut().zip(self.pixels.pixels()) {
            let colour = pixel.demultiply();
            *parts = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
        }
        rgba
    }

    /// Lays another picture over this one, its upper left corner at a pixel.
    pub fn lay(&mut self, other: &Self, x: u32, y: u32) {
        let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) else { return };
        let paint = tiny_skia::PixmapPaint::default();
        self.pixels.draw_pixmap(x, y, other.pixels.as_ref(), &paint, Transform::identity(), None);
    }

    /// Returns the picture turned by a quarter.
    ///
    /// `None` if the size exceeds the memory.
    pub fn turned(&self, way: QuarterTurn) -> Option<Self> {
        let (width, height) = (self.width(), self.height());
        let mut turned = Self::bare(height, width)?;
        let (from, to) = (self.pixels.pixels(), turned.pixels.pixels_mut());
        let (width, height) = (width as usize, height as usize);
        for (index, pixel) in from.iter().enumerate() {
            let (x, y) = (index % width, index / width);
            let (x, y) = match way {
                QuarterTurn::Clockwise => (height - 1 - y, x),
                QuarterTurn::Counterclockwise => (y, width - 1 - x),
            };
            to[y * height + x] = *pixel;
        }
        Some(turned)
    }

    /// Reduces the brightness of every pixel to this share.
    pub fn dim(&mut self, light: f64) {
        for pixel in self.pixels.pixels_mut() {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
            let part = |part: u8| (f64::from(part) * light.clamp(0.0, 1.0)).round() as u8;
            let dimmed = (part(pixel.red()), part(pixel.green()), part(pixel.blue()));
            let dimmed = tiny_skia::PremultipliedColorU8::from_rgba(dimmed.0, dimmed.1, dimmed.2, pixel.alpha());
            *pixel = dimmed.unwrap_or(*pixel);
        }
    }

    /// Makes everything transparent that is outside round corners of a radius in pixels.
    pub fn round_corners(&mut self, radius: f64) {
        let (width, height) = (self.width(), self.height());
        let corners = kurbo::RoundedRect::new(0.0, 0.0, width.into(), height.into(), radius);
        self.cut_out(&kurbo::Shape::to_path(&corners, 0.05));
    }

    /// Makes everything transparent that is outside an outline in pixels.
    pub fn cut_out(&mut self, outline: &BezPath) {
        if let Some((mut mask, path)) = Mask::new(self.width(), self.height()).zip(skia_path(outline)) {
            mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
            self.pixels.apply_mask(&mask);
        }
    }

    /// Repeats the outermost complete pixels where the picture shows more than was drawn, to avoid a light edge. `view`
    /// is the area of the picture, `drawn` the area that was drawn.
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

/// Returns a plain colour as tiny-skia fills with it.
pub fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(skia_colour(colour));
    paint
}

fn skia_colour(colour: Colour) -> Color {
    let [red, green, blue] = colour.parts();
    Color::from_rgba8(red, green, blue, 255)
}

#[allow(clippy::cast_possible_truncation, reason = "single precision is a hundredth of a pixel on any sheet")]
/// Returns a transform as tiny-skia takes it, in single precision.
pub fn transform(affine: Affine) -> Transform {
    let [a, b, c, d, e, f] = affine.as_coeffs().map(|number| number as f32);
    Transform::from_row(a, b, c, d, e, f)
}

#[allow(clippy::cast_possible_truncation, reason = "single precision is a hundredth of a pixel on any sheet")]
/// Returns an outline as tiny-skia takes it; `None` if it encloses nothing.
pub fn skia_path(path: &BezPath) -> Option<tiny_skia::Path> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_moves_the_upper_left_corner() {
        let mut picture = Picture::filled(3, 2, Colour::WHITE).unwrap();
        let corner = kurbo::Shape::to_path(&kurbo::Rect::new(0.0, 0.0, 1.0, 1.0), 0.1);
        picture.fill(&[Shape { path: corner, colour: Colour::Black, even_odd: false }], Affine::IDENTITY);
        let black = |picture: &Picture| {
            let places = (0..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
            places.filter(|(x, y)| picture.colour(*x, *y) == Some([0, 0, 0])).collect::<Vec<_>>()
        };
        assert_eq!(black(&picture), [(0, 0)]);
        for (way, corner) in [(QuarterTurn::Clockwise, (1, 0)), (QuarterTurn::Counterclockwise, (0, 2))] {
            let turned = picture.turned(way).unwrap();
            assert_eq!(((turned.width(), turned.height()), black(&turned)), ((2, 3), vec![corner]));
        }
    }
}
