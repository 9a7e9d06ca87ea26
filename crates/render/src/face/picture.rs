//! Pictures in dots: as art of their own, linked by a drawing, or within it.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use usvg::roxmltree::Document;
use usvg::{ImageHrefResolver, ImageKind};

use super::icon::Icon;
use super::{budget, svg_locate};
use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::raster::{Format, Header, MAX_PIXELS, Prepared, RasterError, prepare};
use crate::scene::FileBytes;
use crate::vfs::{Vfs, normalize};

/// Endings of files that are art, the first preferred.
pub const ART_ENDINGS: [&str; 9] = ["svg", "png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"];

/// Extensions of pictures that can't be printed, to name them in the error.
pub(super) const UNPRINTABLE_ENDINGS: [&str; 10] =
    ["heic", "heif", "avif", "jxl", "jp2", "psd", "xcf", "pdf", "eps", "svgz"];

/// Returns the name of a piece of art, without the file extension, in any case; `None` for other files.
pub fn art_stem(path: &str) -> Option<&str> {
    let (stem, ending) = path.rsplit_once('.')?;
    ART_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)).then_some(stem)
}

/// Returns width / height of a drawing or a raster picture; `None` if it can't be read.
pub fn proportions(bytes: &[u8]) -> Option<f64> {
    if let Some(header) = Header::of(bytes) {
        let (width, height) = (f64::from(header.width), f64::from(header.height));
        // From 5 on it is on its side.
        return Some(if header.orientation < 5 { width / height } else { height / width });
    }
    let size = without_pictures(bytes)?.size();
    Some(f64::from(size.width()) / f64::from(size.height()))
}

/// Returns the icon that a file is, if it is a drawing of plain shapes that loses some if it is cut.
pub fn icon(bytes: &[u8]) -> Option<Icon> {
    super::icon::icon(&without_pictures(bytes)?)
}

/// Reads a drawing without linked pictures, which don't affect its size.
fn without_pictures(bytes: &[u8]) -> Option<usvg::Tree> {
    let nothing = ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..ImageHrefResolver::default() };
    let options = usvg::Options { image_href_resolver: nothing, ..usvg::Options::default() };
    usvg::Tree::from_data(bytes, &options).ok()
}

/// The pictures of a game, each read once for all drawings that link to it.
pub(super) struct Pictures<'a> {
    vfs: &'a dyn Vfs,
    read: Mutex<HashMap<String, Option<FileBytes>>>,
    prepared: Mutex<HashMap<String, Result<Prepared, RasterError>>>,
}

/// Pictures that one drawing uses.
#[derive(Default)]
pub(super) struct Taken {
    pub files: Vec<String>,
    /// Pictures shown with other colours or fewer pixels, and their original files.
    pub originals: Vec<(FileBytes, FileBytes)>,
    /// Problems of pictures.
    pub problems: Vec<Diagnostic>,
}

impl<'a> Pictures<'a> {
    pub fn new(vfs: &'a dyn Vfs) -> Self {
        Self { vfs, read: Mutex::default(), prepared: Mutex::default() }
    }

    /// Returns a file of the game; `None` if it is missing.
    pub fn bytes(&self, path: &str) -> Option<FileBytes> {
        let mut read = self.read.lock();
        let load = || Some(Arc::new(self.vfs.read(path).ok()?.into_owned()));
        read.entry(path.to_owned()).or_insert_with(load).clone()
    }

    /// Returns the target of a link in a drawing; `None` outside the game's own tree.
    pub fn target(&self, drawing: &str, link: &str) -> Option<String> {
        let folder = drawing.rsplit_once('/').map_or("", |(folder, _)| folder);
        let link = link.strip_prefix("file:").unwrap_or(link);
        let path = normalize(&format!("{folder}/{}", unescaped(link))).ok()?;
        self.vfs.has(&path).then_some(path)
    }

    /// Reads a picture file of the game, once.
    pub fn prepared(&self, path: &str, bytes: &FileBytes) -> Result<Prepared, RasterError> {
        let known = || self.prepared.lock();
        if let Some(prepared) = known().get(path) {
            return prepared.clone();
        }
        let prepared = prepare(bytes);
        known().insert(path.to_owned(), prepared.clone());
        prepared
    }

    /// Returns usvg's resolver for the pictures of a drawing.
    pub fn resolver<'r>(&'r self, drawing: &'r Arc<Source>, taken: &'r Mutex<Taken>) -> ImageHrefResolver<'r> {
        ImageHrefResolver {
            resolve_data: Box::new(move |_, bytes, options| {
                let at = Span::file(drawing);
                match Format::of(&bytes) {
                    Some(Format::Svg) => nested(&at, bytes, options, taken),
                    _ => {
                        let prepared = prepare(&bytes);
                        let at = if prepared.is_err() { svg_locate::embedded(drawing, &bytes) } else { at };
                        shown(&at, prepared, Some(EMBEDDED), taken)
                    }
                }
            }),
            resolve_string: Box::new(move |link, options| {
                let path = self.target(&drawing.path, link)?;
                let bytes = self.bytes(&path)?;
                taken.lock().files.push(path.clone());
                let at = Span::file(&Source::new(path.as_str(), ""));
                match Format::of(&bytes) {
                    Some(Format::Svg) => nested(&at, bytes, options, taken),
                    _ => shown(&at, self.prepared(&path, &bytes), None, taken),
                }
            }),
        }
    }
}

/// A picture that a drawing has within it.
const EMBEDDED: &str = "an image in this drawing";

/// Returns a drawing within a drawing.
fn nested(at: &Span, bytes: FileBytes, options: &usvg::Options<'_>, taken: &Mutex<Taken>) -> Option<ImageKind> {
    let source = Source::new(at.source.path.as_str(), String::from_utf8_lossy(&bytes));
    let refused =
        budget::attributes(&source).or_else(|| budget::document(&source, &Document::parse(&source.text).ok()?));
    if let Some(mut diagnostic) = refused {
        diagnostic.span = Some(at.clone());
        taken.lock().problems.push(diagnostic);
        return None;
    }
    ImageHrefResolver::default_data_resolver()("image/svg+xml", bytes, options)
}

/// Returns a picture as the screen shows it; the print uses the file.
fn shown(
    at: &Span,
    prepared: Result<Prepared, RasterError>,
    name: Option<&str>,
    taken: &Mutex<Taken>,
) -> Option<ImageKind> {
    match prepared {
        Ok(picture) => {
            let mut taken = taken.lock();
            if picture.profile_broken {
                let what = "invalid colour profile: the image is treated as sRGB";
                let hint = "convert the image to sRGB in an image editor";
                taken.problems.push(Diagnostic::warning(Code::PICTURE_PROFILE, at.clone(), what).hint(hint));
            }
            taken.originals.extend(picture.original.map(|file| (Arc::clone(&picture.shown), file)));
            Some(if picture.is_jpeg { ImageKind::JPEG(picture.shown) } else { ImageKind::PNG(picture.shown) })
        }
        Err(error) => {
            taken.lock().problems.push(problem_of(&error, at.clone(), name));
            None
        }
    }
}

/// Returns the error for a picture that can't be printed.
pub(super) fn unprintable(problem: &RasterError, at: Span) -> Diagnostic {
    problem_of(problem, at, None)
}

/// Returns the error for a picture that can't be printed; `name` represents one without a file.
fn problem_of(problem: &RasterError, at: Span, name: Option<&str>) -> Diagnostic {
    const SAVE: &str = "open it in an image editor and save it as PNG or JPEG";
    let path = &at.source.path;
    let file = path.rsplit('/').next().unwrap_or(path).to_owned();
    let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem).to_owned();
    let name = name.map_or_else(|| format!("`{file}`"), str::to_owned);
    let error = |code: Code, what: String, hint: String| Diagnostic::error(code, at, what).hint(hint);
    match *problem {
        RasterError::Unknown => {
            let hint = "save it again, as PNG, JPEG or WebP".to_owned();
            error(Code::PICTURE_UNREADABLE, "unreadable image".to_owned(), hint)
        }
        RasterError::Format(Format::Other(format)) => {
            error(Code::PICTURE_FORMAT, format!("{name} is {format}, which isn't supported"), SAVE.to_owned())
        }
        RasterError::Format(format) => {
            let ending = format.name().to_lowercase();
            let hint = format!("rename it to `{stem}.{ending}`");
            error(Code::PICTURE_FORMAT, format!("{name} is {}", format.name()), hint)
        }
        RasterError::TiffInks => {
            let hint = "save it as a CMYK JPEG".to_owned();
            error(Code::PICTURE_FORMAT, format!("{name} is a CMYK TIFF, which isn't supported"), hint)
        }
        RasterError::Cut => {
            let hint = "copy or download it again".to_owned();
            error(Code::PICTURE_DAMAGED, format!("{name} is truncated"), hint)
        }
        RasterError::Damaged => {
            let hint = "open it in an image editor and save it again as PNG, JPEG or WebP".to_owned();
            error(Code::PICTURE_DAMAGED, format!("{name} is damaged"), hint)
        }
        RasterError::TooLarge { width, height } => {
            let millions = MAX_PIXELS / 1_000_000;
            let what = format!("{name} has {width} × {height} pixels, above the limit of {millions} million");
            error(Code::PICTURE_LARGE, what, "reduce it to 600 dpi at print size".to_owned())
        }
    }
}

/// Decodes escapes such as `%20` in a link.
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

/// Wraps a raster picture in a drawing, upright, one pixel per unit.
pub(super) fn as_drawing(path: &str, picture: &Prepared) -> String {
    let link = path.rsplit('/').next().unwrap_or(path).replace('%', "%25").replace('&', "&amp;").replace('"', "&quot;");
    let (w, h) = (picture.width, picture.height);
    // A camera keeps its picture as the sensor lay, and says how to turn it.
    let (turn, width, height) = match picture.orientation {
        2 => (format!("matrix(-1 0 0 1 {w} 0)"), w, h),
        3 => (format!("matrix(-1 0 0 -1 {w} {h})"), w, h),
        4 => (format!("matrix(1 0 0 -1 0 {h})"), w, h),
        5 => ("matrix(0 1 1 0 0 0)".to_owned(), h, w),
        6 => (format!("matrix(0 1 -1 0 {h} 0)"), h, w),
        7 => (format!("matrix(0 -1 -1 0 {h} {w})"), h, w),
        8 => (format!("matrix(0 -1 1 0 0 {w})"), h, w),
        _ => ("scale(1)".to_owned(), w, h),
    };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><image width="{w}" height="{h}" transform="{turn}" href="{link}"/></svg>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_art_have_endings_in_any_capitals() {
        assert_eq!(art_stem("a/fog.PNG"), Some("a/fog"));
        assert_eq!(art_stem("fog.Jpeg"), Some("fog"));
        assert_eq!(art_stem("fog.heic"), None);
        assert_eq!(unescaped("a%20b%"), "a b%");
    }
}
