//! Formats of picture files, detected from their first bytes.

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A drawing.
    Svg,
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
    /// GIF.
    Gif,
    /// BMP.
    Bmp,
    /// TIFF.
    Tiff,
    /// A format that is recognised but can't be printed.
    Other(&'static str),
}

impl Format {
    /// Detects the format of a file; `None` if it isn't a picture.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            [0x89, b'P', b'N', b'G', ..] => Self::Png,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Self::Webp,
            [b'G', b'I', b'F', b'8', ..] => Self::Gif,
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Self::Bmp,
            [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Self::Tiff,
            [b'I', b'I', 43, 0, ..] | [b'M', b'M', 0, 43, ..] => Self::Other("BigTIFF"),
            [_, _, _, _, b'f', b't', b'y', b'p', ..] => return media(bytes),
            [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] => Self::Other("JPEG 2000"),
            [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => Self::Other("JPEG XL"),
            [b'8', b'B', b'P', b'S', ..] => Self::Other("a Photoshop document"),
            [b'g', b'i', b'm', b'p', b' ', b'x', b'c', b'f', ..] => Self::Other("a GIMP document"),
            [b'%', b'P', b'D', b'F', ..] => Self::Other("PDF"),
            [b'%', b'!', b'P', b'S', ..] => Self::Other("PostScript"),
            [0x1f, 0x8b, ..] => Self::Other("a compressed file"),
            _ => {
                let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]);
                return head.contains("<svg").then_some(Self::Svg);
            }
        })
    }

    /// Returns the common name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
            Self::Bmp => "BMP",
            Self::Tiff => "TIFF",
            Self::Other(name) => name,
        }
    }
}

/// Returns the format of an ISO media file (ISO 14496-12, 4.3); `None` for films.
fn media(bytes: &[u8]) -> Option<Format> {
    let length = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
    let brands = bytes.get(8..bytes.len().min(length.min(256) as usize))?;
    let has = |names: &[&[u8]]| brands.as_chunks::<4>().0.iter().any(|brand| names.contains(&&brand[..]));
    if has(&[b"avif", b"avis"]) {
        Some(Format::Other("AVIF"))
    } else if has(&[b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"]) {
        Some(Format::Other("HEIC"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_how_they_begin() {
        assert_eq!(Format::of(b"\x89PNG\r\n"), Some(Format::Png));
        assert_eq!(Format::of(b"<?xml version=\"1.0\"?><svg/>"), Some(Format::Svg));
        assert_eq!(Format::of(b"not really a picture"), None);
        let media = |brands: &[u8]| [&[0, 0, 0, 24], b"ftyp", brands].concat();
        assert_eq!(Format::of(&media(b"heic\0\0\0\0mif1heic")), Some(Format::Other("HEIC")));
        assert_eq!(Format::of(&media(b"mif1\0\0\0\0mif1avif")), Some(Format::Other("AVIF")));
        assert_eq!(Format::of(&media(b"isom\0\0\0\0isomavc1")), None, "a film");
    }
}
