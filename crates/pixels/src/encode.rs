//! Pictures to files.

use crate::picture::Picture;

/// Encodes a PNG without transparency, with its dpi.
///
/// # Errors
/// The encoder's error; no input is known that causes one.
pub fn png(picture: &Picture, dpi: f64) -> Result<Vec<u8>, png::EncodingError> {
    encode(picture.width(), picture.height(), dpi, png::ColorType::Rgb, &picture.rgb())
}

/// Encodes a PNG of RGB pixels, row by row.
///
/// # Errors
/// The number of pixels doesn't match the size.
pub fn png_of(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    encode(width, height, SCREEN, png::ColorType::Rgb, rgb)
}

/// Encodes a PNG of pixels with unmultiplied alpha.
///
/// # Errors
/// The number of pixels doesn't match the size.
pub fn png_of_bare(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    encode(width, height, SCREEN, png::ColorType::Rgba, rgba)
}

/// Encodes a small PNG of a picture with its transparency, for a page of many pictures.
///
/// # Errors
/// The encoder's error; no input is known that causes one.
pub fn png_dense(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (picture.width(), picture.height());
    encode_at(width, height, SCREEN, png::ColorType::Rgba, &picture.rgba(), png::Compression::High)
}

/// Dots an inch of a screen, as programs assume them.
const SCREEN: f64 = 96.0;

/// Encodes a PNG that is transparent outside an outline in pixels.
///
/// # Errors
/// The encoder's error; no input is known that causes one.
pub fn png_cut_out(mut picture: Picture, outline: &kurbo::BezPath, dpi: f64) -> Result<Vec<u8>, png::EncodingError> {
    picture.cut_out(outline);
    encode(picture.width(), picture.height(), dpi, png::ColorType::Rgba, &picture.rgba())
}

fn encode(
    width: u32,
    height: u32,
    dpi: f64,
    colours: png::ColorType,
    pixels: &[u8],
) -> Result<Vec<u8>, png::EncodingError> {
    encode_at(width, height, dpi, colours, pixels, png::Compression::Fast)
}

fn encode_at(
    width: u32,
    height: u32,
    dpi: f64,
    colours: png::ColorType,
    pixels: &[u8],
    compression: png::Compression,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colours);
    encoder.set_compression(compression);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a resolution is a small positive number"
    )]
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
