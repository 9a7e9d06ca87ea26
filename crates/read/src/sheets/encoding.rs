//! Decodes a sheet to text, from any encoding that spreadsheets use.

use std::ops::RangeInclusive;

/// Encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8, with or without a mark at its beginning.
    Utf8,
    /// UTF-16, the lower byte of a letter first.
    Utf16Le,
    /// UTF-16, the higher byte first.
    Utf16Be,
    /// The Western European code page of Windows.
    Windows1252,
}

/// The names under which `game.toml` knows them.
pub(crate) const ENCODINGS: [(&str, Encoding); 5] = [
    ("utf-8", Encoding::Utf8),
    ("utf-16", Encoding::Utf16Le),
    ("utf-16le", Encoding::Utf16Le),
    ("utf-16be", Encoding::Utf16Be),
    ("windows-1252", Encoding::Windows1252),
];

/// Returns the text of a file, and its encoding: that of the byte order mark, else the configured one, else a guess.
///
/// # Errors
/// The display name of the encoding in which the text is invalid.
pub(crate) fn decode(bytes: &[u8], told: Option<Encoding>) -> Result<(String, Encoding), &'static str> {
    let (marked, rest) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => (Some(Encoding::Utf8), rest),
        [0xFF, 0xFE, rest @ ..] => (Some(Encoding::Utf16Le), rest),
        [0xFE, 0xFF, rest @ ..] => (Some(Encoding::Utf16Be), rest),
        all => (None, all),
    };
    let encoding = marked.or(told).unwrap_or_else(|| guess(rest));
    let text = match encoding {
        Encoding::Utf8 => String::from_utf8(rest.to_vec()).map_err(|_| "UTF-8")?,
        Encoding::Utf16Le => utf16(rest, u16::from_le_bytes)?,
        Encoding::Utf16Be => utf16(rest, u16::from_be_bytes)?,
        Encoding::Windows1252 => rest.iter().map(|byte| windows_1252(*byte)).collect(),
    };
    Ok((text, encoding))
}

/// Guesses the encoding of a text without a byte order mark: letters of UTF-16 have a zero in every other byte, and
/// invalid UTF-8 comes from an older Windows.
fn guess(bytes: &[u8]) -> Encoding {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).take(1000).filter(|byte| **byte == 0).count();
    let most = bytes.len().min(2000) / 4;
    if most > 0 && zeros(1) > most {
        Encoding::Utf16Le
    } else if most > 0 && zeros(0) > most {
        Encoding::Utf16Be
    } else if std::str::from_utf8(bytes).is_ok() {
        Encoding::Utf8
    } else {
        Encoding::Windows1252
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, &'static str> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().filter(|_| rest.is_empty()).ok_or("UTF-16")
}

/// Bytes in which Windows-1252 differs from Latin-1, with their meanings; five are undefined and stay control
/// characters, which are reported in their cells.
const DIFFERENT: RangeInclusive<u8> = 0x80..=0x9F;
const LETTERS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    if DIFFERENT.contains(&byte) { LETTERS[usize::from(byte - DIFFERENT.start())] } else { char::from(byte) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_found_out() {
        let text = "name;Stärke\n“Þór” – 5 €;2\n";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let with = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        let latin = b"name;St\xe4rke\n\x93\xde\xf3r\x94 \x96 5 \x80;2\n".to_vec();
        let all = [
            (text.as_bytes().to_vec(), Encoding::Utf8),
            (with(&[0xEF, 0xBB, 0xBF], text.as_bytes()), Encoding::Utf8),
            (utf16(u16::to_le_bytes), Encoding::Utf16Le),
            (utf16(u16::to_be_bytes), Encoding::Utf16Be),
            (with(&[0xFF, 0xFE], &utf16(u16::to_le_bytes)), Encoding::Utf16Le),
            (with(&[0xFE, 0xFF], &utf16(u16::to_be_bytes)), Encoding::Utf16Be),
            (latin, Encoding::Windows1252),
        ];
        for (bytes, encoding) in all {
            assert_eq!(decode(&bytes, None), Ok((text.to_owned(), encoding)));
        }
    }

    #[test]
    fn what_is_told_is_tried_alone() {
        assert_eq!(decode(b"St\xe4rke", Some(Encoding::Utf8)), Err("UTF-8"));
        assert_eq!(decode("Stärke".as_bytes(), Some(Encoding::Windows1252)).unwrap().0, "StÃ¤rke");
        assert_eq!(decode(b"abc", Some(Encoding::Utf16Le)), Err("UTF-16"));
        assert_eq!(decode(b"", None), Ok((String::new(), Encoding::Utf8)));
    }
}
