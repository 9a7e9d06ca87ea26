//! An address as a code that the camera of a tablet reads off a terminal.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// White letters on black, of the 256 colours that no theme changes.
const COLOURS: &str = "\x1b[38;5;231;48;5;16m";
const END: &str = "\x1b[0m";

/// It is too long for any code.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} doesn't fit in a QR code")]
pub struct QrError(String);

/// Returns a QR code of dark squares on a light background with the quiet zone that readers need, two squares per
/// character.
///
/// Characters draw the light squares: without colours the code is right on dark terminals and inverted on light ones,
/// which most cameras read too.
///
/// # Errors
/// See [`QrError`].
pub fn code(text: &str) -> Result<String, QrError> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(|_| QrError(text.to_owned()))?;
    // The library calls the letters dark that we print in white.
    let drawn = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    Ok(drawn.lines().map(|line| format!("{COLOURS}{line}{END}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, END, code};

    #[test]
    fn every_line_has_its_colours_and_the_same_width() {
        let code = code("http://192.168.178.123:65535/").expect("it fits");
        let lines: Vec<&str> = code.lines().collect();
        for line in &lines {
            let squares = line.strip_prefix(COLOURS).and_then(|line| line.strip_suffix(END)).expect("colours");
            // 29 squares and a margin of 4 on both sides.
            assert_eq!(squares.chars().count(), 37, "{line}");
        }
        assert_eq!(lines.len(), 19);
    }

    #[test]
    fn what_is_too_long_is_refused() {
        assert!(code(&"x".repeat(3000)).is_err());
    }
}
