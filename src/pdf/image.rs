//! Pictures that a drawing embeds: JPEG goes through as it is, PNG is compressed anew.

use lopdf::{Dictionary, ObjectId, Stream, dictionary};

use super::fonts::plain;
use super::forms::{Bin, deflated};

/// A picture as PDF keeps it.
pub(super) struct Image {
    pixels: Stream,
    /// Transparency, as a picture of its own.
    mask: Option<Stream>,
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
        Some(Self { pixels: plain(dictionary, bytes.to_vec()), mask: None })
    }

    /// A PNG; none if it cannot be read.
    pub fn png(bytes: &[u8]) -> Option<Self> {
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
            return Some(Self { pixels: deflated(head(width, height, space), &pixels), mask: None });
        }
        let (mut colours, mut opacity) = (Vec::with_capacity(pixels.len()), Vec::with_capacity(pixels.len() / parts));
        for pixel in pixels.chunks_exact(parts) {
            let (alpha, colour) = pixel.split_last()?;
            colours.extend(colour);
            opacity.push(*alpha);
        }
        Some(Self {
            pixels: deflated(head(width, height, space), &colours),
            mask: Some(deflated(head(width, height, "DeviceGray"), &opacity)),
        })
    }

    /// Puts the picture into the document.
    pub fn add(&self, bin: &mut Bin) -> ObjectId {
        let mut pixels = self.pixels.clone();
        if let Some(mask) = &self.mask {
            let mask = bin.stream(mask.clone());
            pixels.dict.set("SMask", mask);
        }
        bin.stream(pixels)
    }
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
