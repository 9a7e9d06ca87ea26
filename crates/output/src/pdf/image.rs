//! Pictures in a drawing: JPEG goes through as it is, all others are compressed again.

use std::sync::Arc;

use kurbo::Rect;
use lopdf::{Dictionary, Object, ObjectId, dictionary};
use resvg::tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

use super::builder::PdfBuilder;
use super::mask::luminance;
use super::packed::{Packed, pack};
use super::press::Press;
use crate::raster::{self, Channels, Format, Header, Raster};
use crate::scene::Art;

/// A picture as PDF keeps it.
pub(super) struct Image {
    pixels: (Dictionary, Packed),
    /// Transparency, as a picture of its own.
    mask: Option<(Dictionary, Packed)>,
}

impl Image {
    /// Embeds a JPEG, unchanged; `None` if its head can't be read.
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
        if parts == 4 && raster::is_inverted(bytes) {
            dictionary.set("Decode", [1, 0].repeat(4).into_iter().map(Object::from).collect::<Vec<_>>());
        }
        Some(Self { pixels: (dictionary, Packed::plain(bytes.to_vec())), mask: None })
    }

    /// Embeds a picture of a drawing, a `share` of whose sides is printed; `None` if it can't be read.
    ///
    /// A picture at print resolution whose colours are kept isn't changed.
    pub fn of_art(art: &Art, kind: &usvg::ImageKind, share: f64, press: Option<&Arc<Press>>) -> Option<Self> {
        /// A picture that is hardly finer than the print isn't worth to be made smaller.
        const SMALLER: f64 = 0.85;
        let (usvg::ImageKind::PNG(shown) | usvg::ImageKind::JPEG(shown)) = kind else { return None };
        let original = art.original(kind);
        let file = original.unwrap_or(shown);
        let header = Header::of(file)?;
        let (shown_width, is_jpeg) = (Header::of(shown)?.width, header.format == Format::Jpeg);
        let share = share * f64::from(shown_width) / f64::from(header.width);
        let is_small = share >= SMALLER;
        if press.is_none() && is_small && shown_width == header.width && matches!(kind, usvg::ImageKind::JPEG(_)) {
            return Self::jpeg(shown);
        }
        if let Some(press) = press.filter(|_| is_small && raster::is_cmyk(file)) {
            return Self::inks(file, press);
        }
        let mut picture = Raster::read(file).ok()?;
        if !is_small {
            picture = picture.scaled_by(share);
        } else if press.is_none() && is_jpeg && picture.is_srgb() {
            return Self::jpeg(file);
        }
        if press.is_none() {
            picture = picture.into_srgb();
            if let Some(jpeg) = is_jpeg.then(|| picture.to_jpeg()).flatten() {
                return Self::jpeg(&jpeg);
            }
        }
        Some(Self::of_raster(picture, press))
    }

    /// Embeds a CMYK JPEG, unchanged unless it is for another press or exceeds the press's ink limit.
    fn inks(file: &[u8], press: &Arc<Press>) -> Option<Self> {
        let picture = Raster::read(file).ok()?;
        let inks = press.inks.inks_of(&picture);
        if inks == picture.data { Self::jpeg(file) } else { Some(Self::of_raster(picture, Some(press))) }
    }

    /// Pixels in their own colours.
    fn of_raster(mut picture: Raster, press: Option<&Arc<Press>>) -> Self {
        let (width, height) = (i64::from(picture.width), i64::from(picture.height));
        let mut opacity = Vec::new();
        if picture.channels.has_alpha() {
            let count = picture.channels.count();
            opacity = picture.data.iter().skip(count - 1).step_by(count).copied().collect();
            let mut at = 0;
            picture.data.retain(|_| {
                at += 1;
                at % count != 0
            });
            picture.channels = if count == 2 { Channels::Gray } else { Channels::Rgb };
        }
        let is_transparent = opacity.iter().any(|alpha| *alpha < 255);
        let mask = is_transparent.then(|| (head(width, height, "DeviceGray"), pack(opacity)));
        let (space, data) = match (press, picture.channels) {
            (Some(press), _) => ("DeviceCMYK", press.inks.inks_of(&picture)),
            (None, Channels::Cmyk) => ("DeviceCMYK", picture.data),
            (None, Channels::Gray) => ("DeviceGray", picture.data),
            (None, _) => ("DeviceRGB", picture.data),
        };
        Self { pixels: (head(width, height, space), pack(data)), mask }
    }

    /// True if something is seen through it.
    pub fn is_transparent(&self) -> bool {
        self.mask.is_some()
    }

    /// Returns the opaque part of some pixels and its location; `None` if everything is transparent. In greys if only
    /// the luminance counts.
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

    /// Sets if the picture is smoothed when enlarged.
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

/// Returns width, height and number of colours, from the frame header.
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
