//! Options and values that were renamed.

use clap::error::{ContextKind, ContextValue, Error};

/// Old and new names.
const RENAMED: [(&str, &str); 17] = [
    ("--flip", "--backs"),
    ("--for", "--target"),
    ("--marks", "--crop-marks"),
    ("--page", "--html"),
    ("--pictures", "--images"),
    ("--pictures-at", "--image-url"),
    ("--read", "--readings"),
    ("--revision-marks", "--change-bars"),
    ("--standard", "--pdf-standard"),
    ("fold", "gutterfold"),
    ("light", "low"),
    ("long", "long-edge"),
    ("rgb", "none"),
    ("screen", "images"),
    ("short", "short-edge"),
    ("x1a", "pdfx-1a"),
    ("x4", "pdfx-4"),
];

/// Suggests the new name of an option or value that was renamed.
pub fn with_new_name(mut error: Error) -> Error {
    for (old, suggestion) in
        [(ContextKind::InvalidArg, ContextKind::SuggestedArg), (ContextKind::InvalidValue, ContextKind::SuggestedValue)]
    {
        let Some(ContextValue::String(old)) = error.get(old) else { continue };
        if let Some((_, new)) = RENAMED.iter().find(|(renamed, _)| renamed == old) {
            error.remove(ContextKind::Suggested);
            error.insert(suggestion, ContextValue::String((*new).to_owned()));
        }
    }
    error
}
