//! JPEG files: whether they are whole, and their pixels.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Channels, Raster, RasterError};

/// A segment before the pixels of a JPEG.
pub(super) struct Segment<'b> {
    pub marker: u8,
    pub data: &'b [u8],
}

/// Returns the segments of a JPEG, up to the one after which its pixels begin.
pub(super) fn segments(jpeg: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    let mut at = Some(2);
    std::iter::from_fn(move || {
        let start = at?;
        let [0xff, marker, high, low] = *jpeg.get(start..start + 4)? else { return None };
        let end = start + 2 + usize::from(u16::from_be_bytes([high, low]));
        at = (marker != START_OF_SCAN).then_some(end);
        Some(Segment { marker, data: jpeg.get(start + 4..end)? })
    })
}

const START_OF_SCAN: u8 = 0xda;
const END: u8 = 0xd9;

/// True if a JPEG has its end marker: decoders fill in the missing part of a truncated one.
pub(super) fn is_whole(jpeg: &[u8]) -> bool {
    let mut at = 2;
    loop {
        // Fill bytes before a marker and restart markers among the pixels have no length.
        let Some(found) = jpeg.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0xff)) else {
            return false;
        };
        at += found + 1;
        match jpeg.get(at) {
            None => return false,
            Some(0 | 1 | 0xd0..=0xd8) => at += 1,
            Some(0xff) => {}
            Some(&END) => return true,
            Some(_) => match jpeg.get(at + 1..at + 3) {
                Some(&[high, low]) => at += 1 + usize::from(u16::from_be_bytes([high, low])),
                _ => return false,
            },
        }
    }
}

/// Returns the options for decoding JPEGs.
pub(super) fn options() -> DecoderOptions {
    DecoderOptions::default().set_max_width(u16::MAX.into()).set_max_height(u16::MAX.into())
}

/// True if a file is a JPEG of four inks.
pub fn is_cmyk(bytes: &[u8]) -> bool {
    // Frame headers are C0 to CF, but for tables and reserved ones.
    let is_frame = |marker: u8| matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
    let frame = segments(bytes).find(|segment| is_frame(segment.marker));
    bytes.starts_with(&[0xff, 0xd8]) && frame.is_some_and(|frame| frame.data.get(5) == Some(&4))
}

/// Reads the pixels of a JPEG.
pub(super) fn read(jpeg: &[u8]) -> Result<Raster, RasterError> {
    if !is_whole(jpeg) {
        return Err(RasterError::Cut);
    }
    let damaged = |_| RasterError::Damaged;
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options());
    decoder.decode_headers().map_err(damaged)?;
    let (space, channels) = match decoder.input_colorspace() {
        Some(ColorSpace::CMYK | ColorSpace::YCCK) => (ColorSpace::CMYK, Channels::Cmyk),
        Some(ColorSpace::Luma) => (ColorSpace::Luma, Channels::Gray),
        _ => (ColorSpace::RGB, Channels::Rgb),
    };
    let profile = decoder.icc_profile();
    let (width, height) = decoder.dimensions().ok_or(RasterError::Damaged)?;
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options().jpeg_set_out_colorspace(space));
    let mut data = decoder.decode().map_err(damaged)?;
    if channels == Channels::Cmyk && is_inverted(jpeg) {
        data.iter_mut().for_each(|ink| *ink = 255 - *ink);
    }
    let side = |side: usize| u32::try_from(side).map_err(|_| RasterError::Damaged);
    Raster::new(side(width)?, side(height)?, channels, data, profile)
}

/// True if a CMYK JPEG stores inverted ink, as all with Adobe's segment do.
pub fn is_inverted(jpeg: &[u8]) -> bool {
    segments(jpeg).any(|segment| segment.marker == 0xee && segment.data.starts_with(b"Adobe"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jpeg_that_was_cut_has_no_end() {
        let mut whole = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut whole, 80);
        encoder.encode(&[90; 32 * 32 * 3], 32, 32, jpeg_encoder::ColorType::Rgb).unwrap();
        assert!(is_whole(&whole));
        for length in 2..whole.len() {
            assert!(!is_whole(&whole[..length]), "{length} of {}", whole.len());
        }
        whole.extend(b"what some cameras write behind it");
        assert!(is_whole(&whole));
        assert!(!is_cmyk(&whole) && !is_inverted(&whole));
    }
}
