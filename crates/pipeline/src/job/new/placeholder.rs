//! Placeholders for missing pictures.

use jpeg_encoder::{ColorType, Encoder};

/// Paper and frame of a placeholder, in red, green and blue.
const PAPER: [u8; 3] = [0xe4, 0xde, 0xd0];
const FRAME: [u8; 3] = [0xb5, 0xac, 0x98];
/// Pixels of the longer side, and of the frame.
const LONG_SIDE: f64 = 1200.0;
const FRAME_WIDTH: u32 = 24;

/// Returns the file that a card shows as its picture `name`, and its bytes; `None` for a name that no file in `art` can
/// have.
pub(super) fn placeholder(name: &str, proportions: f64) -> Option<(String, Vec<u8>)> {
    if name.starts_with('/') || name.contains("..") {
        return None;
    }
    let (width, height) = size(proportions);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default();
    Some(match extension.as_str() {
        "svg" => (name.to_owned(), svg(width, height).into_bytes()),
        // The format is detected from its first bytes, not from its name.
        "png" | "webp" | "gif" | "bmp" | "tif" | "tiff" => (name.to_owned(), png(width, height)?),
        "jpg" | "jpeg" => (name.to_owned(), jpeg(width, height)?),
        _ => (format!("{name}.svg"), svg(width, height).into_bytes()),
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 240 and 1200")]
fn size(proportions: f64) -> (u32, u32) {
    let proportions = proportions.clamp(0.2, 5.0);
    let (width, height) = if proportions > 1.0 { (1.0, 1.0 / proportions) } else { (proportions, 1.0) };
    ((width * LONG_SIDE).round() as u32, (height * LONG_SIDE).round() as u32)
}

fn svg(width: u32, height: u32) -> String {
    let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n  <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n  \
         <rect x=\"{FRAME_WIDTH}\" y=\"{FRAME_WIDTH}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n</svg>\n",
        hex(FRAME),
        width - 2 * FRAME_WIDTH,
        height - 2 * FRAME_WIDTH,
        hex(PAPER)
    )
}

fn pixels(width: u32, height: u32) -> Vec<u8> {
    let is_frame = |at: u32, length: u32| at < FRAME_WIDTH || at + FRAME_WIDTH >= length;
    let pixel = |x: u32, y: u32| if is_frame(x, width) || is_frame(y, height) { FRAME } else { PAPER };
    (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect()
}

fn png(width: u32, height: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels(width, height)).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

fn jpeg(width: u32, height: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let encoder = Encoder::new(&mut bytes, 90);
    encoder.encode(&pixels(width.into(), height.into()), width, height, ColorType::Rgb).ok()?;
    Some(bytes)
}
