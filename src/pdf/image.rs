//! Pictures in a drawing: JPEG goes through as it is, all others are compressed anew.

use std::sync::Arc;

use kurbo::Rect;
use lopdf::{Dictionary, Object, ObjectId, dictionary};
use resvg::tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8, Transform};

use super::builder::PdfBuilder;
use super::mask::luminance;
use super::packed::{Packed, pack};
use super::press::Press;
use crate::face::cmyk_pixels;

/// A picture as PDF keeps it.
pub(super) struct Image {
    pixels: (Dictionary, Packed),
    /// Transparency, as a picture of its own.
    mask: Option<(Dictionary, Packed)>,
}

impl Image {
    /// A JPEG, unchanged; none if its head cannot be read.
    pub fn jpeg(bytes: &[u8]) -> Option<Self> {
        let (width, height, parts) = jpeg_head(bytes)?;
        let space = match parts {
            1 => "DeviceGray",
            3 => "DeviceRGB",
            4 => "DeviceCMYK",
            _ => return None,
        };
        let mut dictionary = head(width.into(), height.into(), space);
        dictionary.set("Filter", "DCTDecode");
        if parts == 4 && is_inverted(bytes) {
            dictionary.set("Decode", [1, 0].repeat(4).into_iter().map(Object::from).collect::<Vec<_>>());
        }
        Some(Self { pixels: (dictionary, Packed::plain(bytes.to_vec())), mask: None })
    }

    /// A JPEG of four inks, unchanged unless it takes more ink than a press allows.
    pub fn cmyk_jpeg(bytes: &[u8], press: Option<&Arc<Press>>) -> Option<Self> {
        let whole = Self::jpeg(bytes)?;
        let Some(press) = press else { return Some(whole) };
        let (width, height, mut inks) = cmyk_pixels(bytes)?;
        let before = inks.clone();
        inks.as_chunks_mut::<4>().0.iter_mut().for_each(|inks| press.inks.keep_limit(inks));
        if inks == before {
            return Some(whole);
        }
        let head = head(i64::try_from(width).ok()?, i64::try_from(height).ok()?, "DeviceCMYK");
        Some(Self { pixels: (head, pack(inks)), mask: None })
    }

    /// Whether something is seen through it.
    pub fn is_transparent(&self) -> bool {
        self.mask.is_some()
    }

    /// A PNG; none if it cannot be read.
    pub fn png(bytes: &[u8], press: Option<&Arc<Press>>) -> Option<Self> {
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(::png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let mut pixels = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut pixels).ok()?;
        pixels.truncate(info.buffer_size());
        let (width, height) = (i64::from(info.width), i64::from(info.height));
        let (parts, alpha, space) = match info.color_type {
            ::png::ColorType::Grayscale => (1, false, "DeviceGray"),
            ::png::ColorType::GrayscaleAlpha => (2, true, "DeviceGray"),
            ::png::ColorType::Rgb => (3, false, "DeviceRGB"),
            ::png::ColorType::Rgba => (4, true, "DeviceRGB"),
            ::png::ColorType::Indexed => return None,
        };
        if !alpha {
            return Some(Self { pixels: coloured(width, height, space, pixels, press), mask: None });
        }
        let (mut colours, mut opacity) = (Vec::with_capacity(pixels.len()), Vec::with_capacity(pixels.len() / parts));
        for pixel in pixels.chunks_exact(parts) {
            let (alpha, colour) = pixel.split_last()?;
            colours.extend(colour);
            opacity.push(*alpha);
        }
        Some(Self {
            pixels: coloured(width, height, space, colours, press),
            mask: Some((head(width, height, "DeviceGray"), pack(opacity))),
        })
    }

    /// A picture of another sort; none if it cannot be read.
    pub fn decoded(image: &usvg::Image, node: &usvg::Node, press: Option<&Arc<Press>>) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers of pixels")]
        let mut pixels = Pixmap::new(image.size().width() as u32, image.size().height() as u32)?;
        let from = node.abs_layer_bounding_box()?;
        resvg::render_node(node, Transform::from_translate(from.x(), from.y()), &mut pixels.as_mut())?;
        Self::cropped(&pixels, false, press).map(|_| Self::of_pixels(&pixels, whole(&pixels), false, press))
    }

    /// What is not transparent of some pixels, and where that is; none if all of it is. In greys where only the light counts.
    pub fn cropped(pixels: &Pixmap, light: bool, press: Option<&Arc<Press>>) -> Option<(Rect, Self)> {
        let (width, mut part) = (pixels.width() as usize, None::<[usize; 4]>);
        for (y, row) in pixels.pixels().chunks_exact(width).enumerate() {
            let Some(first) = row.iter().position(|pixel| pixel.alpha() > 0) else { continue };
            let last = row.iter().rposition(|pixel| pixel.alpha() > 0).unwrap_or(first) + 1;
            let [x0, y0, x1, _] = part.unwrap_or([first, y, last, y]);
            part = Some([x0.min(first), y0, x1.max(last), y + 1]);
        }
        let part = part?;
        let [x0, y0, x1, y1] = part.map(|side| u32::try_from(side).map_or(0.0, f64::from));
        Some((Rect::new(x0, y0, x1, y1), Self::of_pixels(pixels, part, light, press)))
    }

    fn of_pixels(pixels: &Pixmap, [x0, y0, x1, y1]: [usize; 4], light: bool, press: Option<&Arc<Press>>) -> Self {
        let rows = pixels.pixels().chunks_exact(pixels.width() as usize).take(y1).skip(y0);
        let colours = || rows.clone().flat_map(|row| &row[x0..x1]).map(PremultipliedColorU8::demultiply);
        let is_grey =
            light || colours().all(|colour| colour.red() == colour.green() && colour.green() == colour.blue());
        let mut parts = Vec::with_capacity((x1 - x0) * (y1 - y0) * if is_grey { 1 } else { 3 });
        for colour in colours() {
            let rgb = [colour.red(), colour.green(), colour.blue()];
            match (is_grey, light) {
                (false, _) => parts.extend(rgb),
                (true, true) => parts.push(luminance(rgb)),
                (true, false) => parts.push(rgb[0]),
            }
        }
        let side = |side: usize| i64::try_from(side).unwrap_or(0);
        let (width, height) = (side(x1 - x0), side(y1 - y0));
        let opaque = colours().all(|colour| colour.alpha() == 255);
        let alpha = || colours().map(ColorU8::alpha).collect::<Vec<u8>>();
        Self {
            pixels: coloured(width, height, if is_grey { "DeviceGray" } else { "DeviceRGB" }, parts, press),
            mask: (!opaque).then(|| (head(width, height, "DeviceGray"), pack(alpha()))),
        }
    }

    /// Whether the picture is smoothed where it is enlarged.
    pub fn smooth(&mut self, smooth: bool) {
        for (dictionary, _) in [Some(&mut self.pixels), self.mask.as_mut()].into_iter().flatten() {
            dictionary.set("Interpolate", smooth);
        }
    }

    /// Puts the picture into the document, once.
    pub fn add(&self, builder: &mut PdfBuilder) -> ObjectId {
        let (mut dictionary, pixels) = self.pixels.clone();
        if let Some((about, mask)) = self.mask.clone() {
            let mask = builder.stream_once(about, mask);
            dictionary.set("SMask", mask);
        }
        builder.stream_once(dictionary, pixels)
    }
}

/// Pixels in greys or in red, green and blue, for a press as inks.
fn coloured(width: i64, height: i64, space: &str, pixels: Vec<u8>, press: Option<&Arc<Press>>) -> (Dictionary, Packed) {
    let Some(press) = press else { return (head(width, height, space), pack(pixels)) };
    let inks = match space {
        "DeviceGray" => press.inks.pixels(&pixels.iter().flat_map(|grey| [*grey; 3]).collect::<Vec<u8>>()),
        _ => press.inks.pixels(&pixels),
    };
    (head(width, height, "DeviceCMYK"), pack(inks))
}

fn whole(pixels: &Pixmap) -> [usize; 4] {
    [0, 0, pixels.width() as usize, pixels.height() as usize]
}

/// Whether a JPEG in CMYK keeps how little ink there is: so does all that writes Adobe's segment.
fn is_inverted(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(65_536)];
    head.windows(9).any(|at| at.starts_with(&[0xff, 0xee]) && at[4..].starts_with(b"Adobe"))
}

fn head(width: i64, height: i64, space: &str) -> Dictionary {
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => width,
        "Height" => height,
        "ColorSpace" => space,
        "BitsPerComponent" => 8,
    }
}

/// Width, height and number of colours, from the frame header.
fn jpeg_head(bytes: &[u8]) -> Option<(u16, u16, u8)> {
    let mut at = 2;
    loop {
        let [0xff, kind, high, low] = *bytes.get(at..at + 4)? else { return None };
        // Frame headers are C0 to CF, but for tables and reserved ones.
        if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
            let frame = bytes.get(at + 5..at + 10)?;
            return Some((
                u16::from_be_bytes([frame[2], frame[3]]),
                u16::from_be_bytes([frame[0], frame[1]]),
                frame[4],
            ));
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
}
