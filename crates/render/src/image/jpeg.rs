//! Small pictures of faces, for pages.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use skirmish_pixels::Picture;

/// Encodes a JPEG of a picture on white, without visible loss at the size in which a page shows it.
///
/// `None` for a picture of more than 65,535 pixels across or down.
pub fn jpeg(picture: &Picture) -> Option<Vec<u8>> {
    const QUALITY: u8 = 78;
    let (width, height) = (u16::try_from(picture.width()).ok()?, u16::try_from(picture.height()).ok()?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, QUALITY);
    encoder.set_optimized_huffman_tables(true);
    encoder.set_progressive(true);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&picture.rgb(), width, height, ColorType::Rgb).ok()?;
    Some(bytes)
}
