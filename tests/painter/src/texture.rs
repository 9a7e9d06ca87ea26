//! Pictures that triangles are filled with.

use egui::epaint::{ImageData, ImageDelta};
use egui::{TextureOptions, Vec2};

/// Red, green, blue and opacity, from 0 to 1; the first three are multiplied by the last.
pub type Colour = [f32; 4];

/// A picture, filtered when scaled; beyond its edge its last pixels are repeated.
pub struct Texture {
    width: usize,
    height: usize,
    /// Row after row from the top.
    pixels: Vec<[u8; 4]>,
}

impl Texture {
    /// Creates a texture of a whole picture.
    ///
    /// # Panics
    /// It is to be drawn otherwise than egui's own textures are.
    pub fn new(image: &ImageDelta) -> Self {
        assert_eq!(image.options, TextureOptions::LINEAR, "only what the tracker asks for is done");
        let ImageData::Color(picture) = &image.image;
        let pixels = picture.pixels.iter().map(egui::Color32::to_array).collect();
        Self { width: picture.width(), height: picture.height(), pixels }
    }

    /// Changes a part, whose upper left pixel is at a column and a row.
    pub fn change(&mut self, [left, top]: [usize; 2], image: &ImageDelta) {
        let ImageData::Color(part) = &image.image;
        let rows = self.pixels.chunks_exact_mut(self.width).skip(top);
        for (row, from) in rows.zip(part.pixels.chunks_exact(part.width())) {
            for (pixel, from) in row[left..].iter_mut().zip(from) {
                *pixel = from.to_array();
            }
        }
    }

    /// Returns the colour at a place, whose coordinates go from 0 to 1.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "columns and rows")]
    pub fn at(&self, place: Vec2) -> Colour {
        let (x, y) = (place.x * self.width as f32 - 0.5, place.y * self.height as f32 - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let column = |x: i32| x.clamp(0, self.width as i32 - 1) as usize;
        let row = |y: i32| y.clamp(0, self.height as i32 - 1) as usize * self.width;
        let (left, right) = (column(left as i32), column(left as i32 + 1));
        let (top, bottom) = (row(top as i32), row(top as i32 + 1));
        let [a, b, c, d] = [top + left, top + right, bottom + left, bottom + right].map(|at| self.pixels[at]);
        std::array::from_fn(|channel| {
            let [a, b, c, d] = [a, b, c, d].map(|pixel| f32::from(pixel[channel]));
            let (upper, lower) = (a + (b - a) * across, c + (d - c) * across);
            (upper + (lower - upper) * down) / 255.0
        })
    }
}
