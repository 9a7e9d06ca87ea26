//! Pictures made smaller.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8, U8x2, U8x3, U8x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};

use super::{Channels, Raster};

impl Raster {
    /// Returns the picture reduced to this size, which isn't larger than its own; unchanged if it already has it.
    #[must_use]
    pub fn scaled(self, width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(1, self.width), height.clamp(1, self.height));
        if (width, height) == (self.width, self.height) {
            return self;
        }
        let Some(data) = (match self.channels {
            Channels::Gray => self.reduced::<U8>(width, height),
            Channels::GrayAlpha => self.reduced::<U8x2>(width, height),
            Channels::Rgb => self.reduced::<U8x3>(width, height),
            Channels::Rgba | Channels::Cmyk => self.reduced::<U8x4>(width, height),
        }) else {
            return self;
        };
        Self { width, height, data, ..self }
    }

    /// Returns the pixels of the picture in this size; `None` if it doesn't have as many as its own size says.
    ///
    /// The type of the pixels is known here, so only the code for these four is part of the program.
    fn reduced<P: PixelTrait>(&self, width: u32, height: u32) -> Option<Vec<u8>> {
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
            .use_alpha(self.channels.has_alpha());
        let mut data = vec![0; width as usize * height as usize * P::size()];
        let larger = TypedImageRef::<P>::from_buffer(self.width, self.height, &self.data).ok()?;
        let mut smaller = TypedImage::<P>::from_buffer(width, height, &mut data).ok()?;
        Resizer::new().resize_typed(&larger, &mut smaller, &options).ok()?;
        Some(data)
    }

    /// Returns the picture with at most this number of pixels.
    #[must_use]
    pub fn limited(self, pixels: u64) -> Self {
        let all = u64::from(self.width) * u64::from(self.height);
        if all <= pixels {
            return self;
        }
        #[allow(clippy::cast_precision_loss, reason = "far fewer pixels")]
        let scale = (pixels as f64 / all as f64).sqrt();
        self.scaled_by(scale)
    }

    /// Returns the picture scaled by a factor.
    #[must_use]
    pub fn scaled_by(self, scale: f64) -> Self {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "fewer pixels than there are")]
        let side = |side: u32| (f64::from(side) * scale.clamp(0.0, 1.0)).round() as u32;
        let (width, height) = (side(self.width), side(self.height));
        self.scaled(width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_keeps_its_colours_and_its_edge() {
        let pixels = (0..64).flat_map(|pixel| if pixel % 8 < 4 { [200, 0, 0, 255] } else { [0, 255, 0, 0] });
        let picture = Raster::new(8, 8, Channels::Rgba, pixels.collect(), None).unwrap();
        let small = picture.scaled_by(0.5);
        assert_eq!((small.width, small.height, small.data.len()), (4, 4, 64));
        let [red, green, _, alpha] = small.data.as_chunks::<4>().0[0];
        assert!(red > 190 && green < 5 && alpha > 240, "what is transparent has no colour: {:?}", small.data);
        assert_eq!(small.clone().limited(16).data, small.data);
        assert_eq!(small.limited(4).width, 2);
    }
}
