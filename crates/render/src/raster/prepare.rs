//! Pictures as drawings show them: in sRGB, and no larger than any screen needs.

use std::sync::Arc;

use super::{Channels, Format, Header, Raster, RasterError};

/// Maximum number of pixels shown: a page of A4 at 500 dpi.
const MAX_SHOWN: u64 = 24_000_000;

/// A picture file that was read once.
#[derive(Clone)]
pub struct Prepared {
    /// A PNG or a JPEG in sRGB: the file itself if it's that.
    pub shown: Arc<Vec<u8>>,
    /// True if `shown` is a JPEG.
    pub is_jpeg: bool,
    /// The file, if it has other colours or more pixels than the version shown.
    pub original: Option<Arc<Vec<u8>>>,
    /// Width of the version shown, in pixels.
    pub width: u32,
    /// Height of the version shown, in pixels.
    pub height: u32,
    /// Orientation in Exif.
    pub orientation: u16,
    /// True if the file has an ICC profile that can't be used.
    pub profile_broken: bool,
}

/// Reads a picture file for drawings.
///
/// # Errors
/// See [`RasterError`].
pub fn prepare(file: &Arc<Vec<u8>>) -> Result<Prepared, RasterError> {
    let picture = Raster::read(file)?;
    let header = Header::of(file).ok_or(RasterError::Damaged)?;
    let profile_broken = picture.profile.is_some() && picture.source_profile().is_none();
    let (is_srgb, is_small) = (picture.is_srgb(), header.pixels() <= MAX_SHOWN);
    let is_plain = matches!(header.format, Format::Png | Format::Jpeg) && picture.channels != Channels::Cmyk;
    let (shown, is_jpeg) = if is_srgb && is_small && is_plain {
        (Arc::clone(file), header.format == Format::Jpeg)
    } else {
        let picture = picture.limited(MAX_SHOWN).into_srgb();
        let jpeg = if header.format == Format::Jpeg { picture.to_jpeg() } else { None };
        let is_jpeg = jpeg.is_some();
        (Arc::new(jpeg.or_else(|| picture.to_png()).ok_or(RasterError::Damaged)?), is_jpeg)
    };
    let Header { width, height, .. } = Header::of(&shown).ok_or(RasterError::Damaged)?;
    let original = (!is_srgb || !is_small).then(|| Arc::clone(file));
    Ok(Prepared { shown, is_jpeg, original, width, height, orientation: header.orientation, profile_broken })
}
