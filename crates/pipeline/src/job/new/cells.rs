//! Kinds of content of a cell.

use crate::face::art_stem;

/// The letters of the longest code, such as `A12`.
const MAX_CODE_LETTERS: usize = 6;

/// True for several words that end like sentences.
pub(super) fn is_sentence(cell: &str) -> bool {
    cell.contains(' ') && cell.ends_with(['.', '!', '?', '…', '。'])
}

/// True for letters and digits such as `A12`.
pub(super) fn is_code(cell: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    cell.chars().count() <= MAX_CODE_LETTERS && cell.chars().all(is_plain) && cell.chars().any(char::is_numeric)
}

/// True for an address on the web.
pub(super) fn is_address(cell: &str) -> bool {
    ["http://", "https://", "www."].iter().any(|start| cell.starts_with(start))
}

/// True for JSON with names or lists in it.
pub(super) fn is_data(cell: &str) -> bool {
    let is_nested = cell.starts_with(['{', '[']) && cell.contains(['"', ',']);
    is_nested && serde_json::from_str::<serde::de::IgnoredAny>(cell).is_ok()
}

/// True if at least half of the cells name pictures.
pub(super) fn most_are_pictures<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let pictures =
        filled.iter().filter(|cell| art_stem(&cell.to_lowercase()).is_some() || other_picture(cell).is_some());
    !filled.is_empty() && pictures.count() * 2 >= filled.len()
}

/// Returns the format of an unsupported picture, from its file extension.
pub(super) fn other_picture(path: &str) -> Option<&'static str> {
    const FORMATS: [(&str, &str); 13] = [
        ("gif", "GIF"),
        ("bmp", "BMP"),
        ("tif", "TIFF"),
        ("tiff", "TIFF"),
        ("heic", "HEIC"),
        ("heif", "HEIC"),
        ("avif", "AVIF"),
        ("psd", "PSD"),
        ("ai", "AI"),
        ("eps", "EPS"),
        ("pdf", "PDF"),
        ("jxl", "JPEG XL"),
        ("ico", "ICO"),
    ];
    let (_, extension) = path.rsplit_once('.')?;
    let extension = extension.to_lowercase();
    let can_be_read = crate::face::ART_ENDINGS.contains(&extension.as_str());
    FORMATS.iter().find(|(known, _)| *known == extension && !can_be_read).map(|(_, format)| *format)
}
