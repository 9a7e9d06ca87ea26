//! Pictures in pixels: the formats of their files, their pixels, and these in other colours and sizes.

mod colour;
mod format;
mod header;
mod jpeg;
mod prepare;
mod scale;

pub use colour::{COATED_PROFILE, Conversion, SourceProfile, srgb_profile};
pub use format::Format;
pub use header::Header;
pub use jpeg::{is_cmyk, is_inverted};
pub use prepare::{Prepared, prepare};

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};
use parking_lot::Mutex;

/// Pixels of a picture at most.
pub const MAX_PIXELS: u64 = 128_000_000;
/// Bytes of its pixels at most.
const MAX_BYTES: u64 = 4 * MAX_PIXELS;
/// Larger pictures are decoded one after the other, to limit memory.
const LARGE: u64 = 16_000_000;
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Why a picture can't be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RasterError {
    /// It's no picture.
    Unknown,
    /// It has a format that isn't supported.
    Format(Format),
    /// A TIFF in inks.
    TiffInks,
    /// It ends too soon.
    Cut,
    /// Its pixels can't be read.
    Damaged,
    /// It has too many pixels.
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
}

/// Parts of a pixel, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    /// Grey.
    Gray,
    /// Grey and alpha.
    GrayAlpha,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, alpha.
    Rgba,
    /// Four inks, of which 255 is all there can be.
    Cmyk,
}

impl Channels {
    /// Bytes of a pixel.
    pub fn count(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }

    /// True if the last byte of a pixel is its alpha.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::GrayAlpha | Self::Rgba)
    }
}

/// The pixels of a picture, row by row.
#[derive(Clone)]
pub struct Raster {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Channels of the pixels.
    pub channels: Channels,
    /// The pixels; alpha isn't multiplied.
    pub data: Vec<u8>,
    /// The ICC profile of the file.
    pub profile: Option<Vec<u8>>,
}

impl Raster {
    fn new(
        width: u32,
        height: u32,
        channels: Channels,
        data: Vec<u8>,
        profile: Option<Vec<u8>>,
    ) -> Result<Self, RasterError> {
        let length = width as usize * height as usize * channels.count();
        if data.len() != length {
            return Err(RasterError::Damaged);
        }
        Ok(Self { width, height, channels, data, profile })
    }

    /// Reads the pixels of a file.
    ///
    /// # Errors
    /// See [`RasterError`].
    pub fn read(bytes: &[u8]) -> Result<Self, RasterError> {
        let format = Format::of(bytes).ok_or(RasterError::Unknown)?;
        let format_of_library = match format {
            Format::Jpeg => None,
            Format::Png => Some(ImageFormat::Png),
            Format::Webp => Some(ImageFormat::WebP),
            Format::Gif => Some(ImageFormat::Gif),
            Format::Bmp => Some(ImageFormat::Bmp),
            Format::Tiff => Some(ImageFormat::Tiff),
            Format::Svg | Format::Other(_) => return Err(RasterError::Format(format)),
        };
        let header = Header::of(bytes).ok_or(RasterError::Damaged)?;
        let too_large = RasterError::TooLarge { width: header.width, height: header.height };
        if header.pixels() > MAX_PIXELS {
            return Err(too_large);
        }
        let _one = (header.pixels() > LARGE).then(|| ONE_AT_A_TIME.lock());
        let Some(format) = format_of_library else { return jpeg::read(bytes) };
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_BYTES);
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(|_| RasterError::Damaged)?;
        if decoder.original_color_type() == image::ExtendedColorType::Cmyk8 {
            return Err(RasterError::TiffInks);
        }
        if decoder.total_bytes() > MAX_BYTES {
            return Err(too_large);
        }
        let profile = decoder.icc_profile().ok().flatten();
        let pixels = DynamicImage::from_decoder(decoder).map_err(|_| RasterError::Damaged)?;
        let (width, height) = (pixels.width(), pixels.height());
        let (channels, data) = match pixels {
            DynamicImage::ImageLuma8(_) | DynamicImage::ImageLuma16(_) => {
                (Channels::Gray, pixels.into_luma8().into_raw())
            }
            DynamicImage::ImageLumaA8(_) | DynamicImage::ImageLumaA16(_) => {
                (Channels::GrayAlpha, pixels.into_luma_alpha8().into_raw())
            }
            DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgb16(_) | DynamicImage::ImageRgb32F(_) => {
                (Channels::Rgb, pixels.into_rgb8().into_raw())
            }
            _ => (Channels::Rgba, pixels.into_rgba8().into_raw()),
        };
        Self::new(width, height, channels, data, profile)
    }

    /// Encodes the picture as a PNG, compressed quickly.
    ///
    /// `None` for inks, which a PNG doesn't have.
    pub fn to_png(&self) -> Option<Vec<u8>> {
        let channels = match self.channels {
            Channels::Gray => png::ColorType::Grayscale,
            Channels::GrayAlpha => png::ColorType::GrayscaleAlpha,
            Channels::Rgb => png::ColorType::Rgb,
            Channels::Rgba => png::ColorType::Rgba,
            Channels::Cmyk => return None,
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(channels);
        encoder.set_compression(png::Compression::Fast);
        encoder.write_header().ok()?.write_image_data(&self.data).ok()?;
        Some(bytes)
    }

    /// Encodes the picture as a JPEG without visible loss.
    ///
    /// `None` for one with alpha or inks, and for more than 65,535 pixels across or down.
    pub fn to_jpeg(&self) -> Option<Vec<u8>> {
        const QUALITY: u8 = 93;
        let channels = match self.channels {
            Channels::Gray => jpeg_encoder::ColorType::Luma,
            Channels::Rgb => jpeg_encoder::ColorType::Rgb,
            _ => return None,
        };
        let (width, height) = (u16::try_from(self.width).ok()?, u16::try_from(self.height).ok()?);
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, QUALITY);
        encoder.set_optimized_huffman_tables(true);
        encoder.encode(&self.data, width, height, channels).ok()?;
        Some(bytes)
    }
}
