//! Content of the head of a picture file: its size, and how it is turned.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use super::Format;
use super::jpeg::{options, segments};

/// Content of the head of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The format.
    pub format: Format,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Orientation of a camera's picture in Exif, from 1 for upright to 8.
    pub orientation: u16,
}

impl Header {
    /// Reads the head of a raster picture; `None` if it can't be read.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let format = Format::of(bytes)?;
        let (width, height) = size(format, bytes).filter(|(width, height)| *width > 0 && *height > 0)?;
        let orientation = orientation(format, bytes).filter(|turn| (1..=8).contains(turn)).unwrap_or(1);
        Some(Self { format, width, height, orientation })
    }

    /// Returns the number of pixels.
    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}

fn big(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Returns width and height in pixels.
fn size(format: Format, bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at, length| little(bytes, at, length);
    match format {
        Format::Png => Some((big(bytes, 16)?, big(bytes, 20)?)),
        Format::Jpeg => {
            let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options());
            decoder.decode_headers().ok()?;
            let info = decoder.info()?;
            Some((info.width.into(), info.height.into()))
        }
        Format::Webp => match bytes.get(12..16)? {
            b"VP8X" => Some((number(24, 3)? + 1, number(27, 3)? + 1)),
            b"VP8L" => {
                let bits = number(21, 4)?;
                Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
            }
            _ => Some((number(26, 2)? & 0x3fff, number(28, 2)? & 0x3fff)),
        },
        Format::Gif => Some((number(6, 2)?, number(8, 2)?)),
        // The oldest kind of head has shorter numbers; an upright picture has a negative height.
        Format::Bmp if number(14, 4)? == 12 => Some((number(18, 2)?, number(20, 2)?)),
        Format::Bmp => Some((number(18, 4)?, number(22, 4)?.cast_signed().unsigned_abs())),
        Format::Tiff => Some((tiff_entry(bytes, WIDTH)?, tiff_entry(bytes, HEIGHT)?)),
        Format::Svg | Format::Other(_) => None,
    }
}

/// Entries of a TIFF, which Exif is as well.
const WIDTH: u16 = 0x0100;
const HEIGHT: u16 = 0x0101;
const ORIENTATION: u16 = 0x0112;

/// Returns the orientation of a picture.
fn orientation(format: Format, bytes: &[u8]) -> Option<u16> {
    let exif = match format {
        Format::Jpeg => {
            segments(bytes).filter(|segment| segment.marker == 0xe1).find_map(|segment| segment.data.strip_prefix(EXIF))
        }
        Format::Png => png_chunk(bytes, b"eXIf"),
        // Some programs begin it as in a JPEG.
        Format::Webp => webp_chunk(bytes, b"EXIF").map(|exif| exif.strip_prefix(EXIF).unwrap_or(exif)),
        Format::Tiff => Some(bytes),
        _ => None,
    };
    u16::try_from(tiff_entry(exif?, ORIENTATION)?).ok()
}

const EXIF: &[u8] = b"Exif\0\0";

/// Returns the data of a chunk of a PNG.
fn png_chunk<'b>(png: &'b [u8], kind: &[u8; 4]) -> Option<&'b [u8]> {
    let mut at = 8;
    loop {
        let length = usize::try_from(big(png, at)?).ok()?;
        let data = png.get(at + 8..(at + 8).checked_add(length)?)?;
        if png.get(at + 4..at + 8)? == kind {
            return Some(data);
        }
        at += length + 12;
    }
}

/// Returns the data of a chunk of a WebP.
fn webp_chunk<'b>(webp: &'b [u8], kind: &[u8; 4]) -> Option<&'b [u8]> {
    let mut at = 12;
    loop {
        let length = usize::try_from(little(webp, at + 4, 4)?).ok()?;
        let data = webp.get(at + 8..(at + 8).checked_add(length)?)?;
        if webp.get(at..at + 4)? == kind {
            return Some(data);
        }
        at += 8 + length + length % 2;
    }
}

/// Returns a whole number of the first directory of a TIFF.
fn tiff_entry(tiff: &[u8], tag: u16) -> Option<u32> {
    const LONG: u16 = 4;
    let is_little = tiff.starts_with(b"II");
    let short = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let first = usize::try_from(long(4)?).ok()?;
    let entries = usize::from(short(first)?);
    let at = (0..entries).map(|entry| first + 2 + entry * 12).find(|at| short(*at) == Some(tag))?;
    if short(at + 2)? == LONG { long(at + 8) } else { short(at + 8).map(u32::from) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 3 × 2 pixels that is turned by a quarter, in three formats.
    #[test]
    fn a_cameras_picture_says_how_it_is_turned() {
        let exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let mut jpeg = vec![0xff, 0xd8, 0xff, 0xe1, 0, 34];
        jpeg.extend(EXIF);
        jpeg.extend(exif);
        assert_eq!(orientation(Format::Jpeg, &jpeg), Some(6));
        assert_eq!(orientation(Format::Jpeg, &jpeg[..4]), None);
        let length = u8::try_from(exif.len()).unwrap();
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0", &[length][..], b"eXIf", exif, b"\0\0\0\0"].concat();
        assert_eq!(orientation(Format::Png, &png), Some(6));
        let webp = [b"RIFF\0\0\0\0WEBPEXIF", &[length, 0, 0, 0][..], exif].concat();
        assert_eq!(orientation(Format::Webp, &webp), Some(6));
        assert_eq!(tiff_entry(exif, WIDTH), None);
    }
}
