//! Pictures in dots: as art of their own, linked by a drawing, or within it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use usvg::{ImageHrefResolver, ImageKind};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::scene::FileBytes;
use crate::vfs::{Vfs, normalize};

/// Endings of files that are art, the first preferred.
pub const ART_ENDINGS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// The name of a piece of art, without the ending of its file; none for files that are no art.
pub fn art_stem(path: &str) -> Option<&str> {
    let (stem, ending) = path.rsplit_once('.')?;
    ART_ENDINGS.contains(&ending).then_some(stem)
}

/// Width by height of a drawing or a picture in dots; none if it cannot be read.
pub fn proportions(bytes: &[u8]) -> Option<f64> {
    let drawing = as_drawing("picture", bytes);
    let svg = drawing.as_ref().map_or(bytes, |drawing| drawing.as_bytes());
    // What it links to says nothing of its size.
    let nothing = ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..ImageHrefResolver::default() };
    let options = usvg::Options { image_href_resolver: nothing, ..usvg::Options::default() };
    let size = usvg::Tree::from_data(svg, &options).ok()?.size();
    Some(f64::from(size.width()) / f64::from(size.height()))
}

/// The pictures of a game, each read once for all drawings that link to it.
pub(super) struct Pictures<'a> {
    vfs: &'a dyn Vfs,
    read: Mutex<HashMap<String, Option<FileBytes>>>,
}

/// What one drawing took from them.
#[derive(Default)]
pub(super) struct Taken {
    pub files: Vec<String>,
    pub cmyk: Vec<(FileBytes, FileBytes)>,
}

impl<'a> Pictures<'a> {
    pub fn new(vfs: &'a dyn Vfs) -> Self {
        Self { vfs, read: Mutex::default() }
    }

    /// A file of the game; none if it is not there.
    pub fn bytes(&self, path: &str) -> Option<FileBytes> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let load = || Some(Arc::new(self.vfs.read(path).ok()?.into_owned()));
        read.entry(path.to_owned()).or_insert_with(load).clone()
    }

    /// Where a link leads that stands in a drawing; none outside the game's own tree.
    pub fn target(&self, drawing: &str, link: &str) -> Option<String> {
        let folder = drawing.rsplit_once('/').map_or("", |(folder, _)| folder);
        let link = link.strip_prefix("file:").unwrap_or(link);
        let path = normalize(&format!("{folder}/{}", unescaped(link))).ok()?;
        self.vfs.has(&path).then_some(path)
    }

    /// What usvg asks for the pictures of a drawing.
    pub fn resolver<'r>(&'r self, drawing: &'r str, taken: &'r Mutex<Taken>) -> ImageHrefResolver<'r> {
        let embedded = ImageHrefResolver::default_data_resolver();
        ImageHrefResolver {
            resolve_data: Box::new(move |mime, bytes, options| Some(shown(embedded(mime, bytes, options)?, taken))),
            resolve_string: Box::new(move |link, options| {
                let path = self.target(drawing, link)?;
                let bytes = self.bytes(&path)?;
                lock(taken).files.push(path);
                let kind = match sort_of(&bytes)? {
                    Sort::Png => ImageKind::PNG(bytes),
                    Sort::Jpeg => ImageKind::JPEG(bytes),
                    Sort::Webp => ImageKind::WEBP(bytes),
                    Sort::Gif => ImageKind::GIF(bytes),
                    Sort::Svg => ImageHrefResolver::default_data_resolver()("image/svg+xml", bytes, options)?,
                };
                Some(shown(kind, taken))
            }),
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> std::sync::MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `%20` in a link as the letter that it is.
fn unescaped(link: &str) -> String {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| link.to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Png,
    Jpeg,
    Webp,
    Gif,
    Svg,
}

/// What a file is, by how it begins; none for what is no picture.
fn sort_of(bytes: &[u8]) -> Option<Sort> {
    Some(match bytes {
        [0x89, b'P', b'N', b'G', ..] => Sort::Png,
        [0xff, 0xd8, 0xff, ..] => Sort::Jpeg,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Sort::Webp,
        [b'G', b'I', b'F', b'8', ..] => Sort::Gif,
        _ => {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]);
            return head.contains("<svg").then_some(Sort::Svg);
        }
    })
}

/// A picture as the screen can show it: one in CMYK in red, green and blue; the print keeps the file.
fn shown(kind: ImageKind, taken: &Mutex<Taken>) -> ImageKind {
    let ImageKind::JPEG(jpeg) = &kind else { return kind };
    let Some(png) = from_cmyk(jpeg) else { return kind };
    let png = Arc::new(png);
    lock(taken).cmyk.push((Arc::clone(&png), Arc::clone(jpeg)));
    ImageKind::PNG(png)
}

/// Width, height and pixels of a JPEG of four inks, a byte an ink, in the colours asked for; none if it is no such JPEG.
fn decoded(jpeg: &[u8], into: ColorSpace) -> Option<(usize, usize, Vec<u8>)> {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    decoder.decode_headers().ok()?;
    let inks = matches!(decoder.input_colorspace(), Some(ColorSpace::CMYK | ColorSpace::YCCK));
    if !inks {
        return None;
    }
    let options = DecoderOptions::default().jpeg_set_out_colorspace(into);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options);
    let pixels = decoder.decode().ok()?;
    let info = decoder.info()?;
    Some((info.width.into(), info.height.into(), pixels))
}

/// Width, height and inks of a JPEG of four inks, of which 255 is all there can be; none if it is no such JPEG.
pub fn cmyk_pixels(jpeg: &[u8]) -> Option<(usize, usize, Vec<u8>)> {
    let (width, height, mut inks) = decoded(jpeg, ColorSpace::CMYK)?;
    // Those with Adobe's segment keep how little ink there is.
    let head = &jpeg[..jpeg.len().min(65_536)];
    if head.windows(9).any(|at| at.starts_with(&[0xff, 0xee]) && at[4..].starts_with(b"Adobe")) {
        inks.iter_mut().for_each(|ink| *ink = 255 - *ink);
    }
    Some((width, height, inks))
}

/// A JPEG of four inks as a PNG of three lights; none if it is no such JPEG.
fn from_cmyk(jpeg: &[u8]) -> Option<Vec<u8>> {
    let (width, height, pixels) = decoded(jpeg, ColorSpace::RGB)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header().ok()?.write_image_data(&pixels).ok()?;
    Some(bytes)
}

/// A picture in dots as a drawing of its own, upright, a dot a unit; none if its size cannot be read.
pub(super) fn as_drawing(path: &str, bytes: &[u8]) -> Option<String> {
    let sort = sort_of(bytes).filter(|sort| *sort != Sort::Svg)?;
    let (width, height) = size_of(sort, bytes)?;
    let link = path.rsplit('/').next().unwrap_or(path).replace('%', "%25").replace('&', "&amp;").replace('"', "&quot;");
    let (w, h) = (width, height);
    // A camera keeps its picture as the sensor lay, and says how to turn it.
    let (turn, width, height) = match if sort == Sort::Jpeg { orientation(bytes) } else { 1 } {
        2 => (format!("matrix(-1 0 0 1 {w} 0)"), w, h),
        3 => (format!("matrix(-1 0 0 -1 {w} {h})"), w, h),
        4 => (format!("matrix(1 0 0 -1 0 {h})"), w, h),
        5 => ("matrix(0 1 1 0 0 0)".to_owned(), h, w),
        6 => (format!("matrix(0 1 -1 0 {h} 0)"), h, w),
        7 => (format!("matrix(0 -1 -1 0 {h} {w})"), h, w),
        8 => (format!("matrix(0 -1 1 0 0 {w})"), h, w),
        _ => ("scale(1)".to_owned(), w, h),
    };
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><image width="{w}" height="{h}" transform="{turn}" href="{link}"/></svg>"#
    ))
}

/// Width and height in pixels.
fn size_of(sort: Sort, bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize, long: usize| -> Option<u32> {
        Some(bytes.get(at..at + long)?.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
    };
    let size = match sort {
        Sort::Png => {
            let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
            (side(16)?, side(20)?)
        }
        Sort::Jpeg => {
            use zune_jpeg::zune_core::bytestream::ZCursor;
            let mut decoder = zune_jpeg::JpegDecoder::new(ZCursor::new(bytes));
            decoder.decode_headers().ok()?;
            let info = decoder.info()?;
            (info.width.into(), info.height.into())
        }
        Sort::Webp => match bytes.get(12..16)? {
            b"VP8X" => (number(24, 3)? + 1, number(27, 3)? + 1),
            b"VP8L" => {
                let bits = number(21, 4)?;
                ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
            }
            _ => (number(26, 2)? & 0x3fff, number(28, 2)? & 0x3fff),
        },
        Sort::Gif => (number(6, 2)?, number(8, 2)?),
        Sort::Svg => return None,
    };
    (size.0 > 0 && size.1 > 0).then_some(size)
}

/// How a camera's picture is turned, as Exif counts, from 1 for upright to 8.
fn orientation(jpeg: &[u8]) -> u16 {
    let find = || {
        let mut at = 2;
        loop {
            let [0xff, kind, high, low] = *jpeg.get(at..at + 4)? else { return None };
            let length = usize::from(u16::from_be_bytes([high, low]));
            let segment = jpeg.get(at + 4..at + 2 + length)?;
            if let (0xe1, Some(tiff)) = (kind, segment.strip_prefix(b"Exif\0\0")) {
                return of_tiff(tiff);
            }
            // What follows the start of scan is no segment.
            if kind == 0xda {
                return None;
            }
            at += 2 + length;
        }
    };
    find().filter(|turn| (1..=8).contains(turn)).unwrap_or(1)
}

fn of_tiff(tiff: &[u8]) -> Option<u16> {
    const ORIENTATION: u16 = 0x0112;
    let little = tiff.starts_with(b"II");
    let short = |at: usize| {
        let bytes = tiff.get(at..at + 2)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let (high, low) = if little { (6, 4) } else { (4, 6) };
    let first = usize::from(short(high)?) << 16 | usize::from(short(low)?);
    let entries = usize::from(short(first)?);
    (0..entries)
        .map(|entry| first + 2 + entry * 12)
        .find(|at| short(*at) == Some(ORIENTATION))
        .and_then(|at| short(at + 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cameras_picture_says_how_it_is_turned() {
        let mut jpeg = vec![0xff, 0xd8, 0xff, 0xe1, 0, 34];
        jpeg.extend(b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0");
        assert_eq!(orientation(&jpeg), 6);
        assert_eq!(orientation(&jpeg[..4]), 1);
    }

    #[test]
    fn sorts_are_told_by_how_files_begin() {
        assert_eq!(sort_of(b"\x89PNG\r\n"), Some(Sort::Png));
        assert_eq!(sort_of(b"<?xml version=\"1.0\"?><svg/>"), Some(Sort::Svg));
        assert_eq!(sort_of(b"not really a picture"), None);
        assert_eq!(unescaped("a%20b%"), "a b%");
    }
}
