//! File type and caching, by file name.

/// Returns the media type of a file. A table of our own: those of libraries name no character set.
pub(super) fn content_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "jpg" | "jpeg" => "image/jpeg",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "otf" => "font/otf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        _ => "application/octet-stream",
    }
}

/// Returns how long a browser may cache a file: forever, if its name changes with its content.
pub(super) fn cache_control(path: &str) -> &'static str {
    if carries_hash(path) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// True if a name has a mark and 16 hexadecimal digits before its extension.
fn carries_hash(path: &str) -> bool {
    let stem = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
    stem.as_bytes()
        .split_last_chunk::<17>()
        .is_some_and(|(_, [mark, digits @ ..])| matches!(mark, b'-' | b'.') && digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::{cache_control, content_type};

    #[test]
    fn every_sort_of_file_of_the_web_build_has_its_type() {
        for (path, expected) in [
            ("/index.html", "text/html; charset=utf-8"),
            ("/skirmish-0123456789abcdef.wasm", "application/wasm"),
            ("/skirmish.js", "text/javascript; charset=utf-8"),
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/data.json", "application/json"),
            ("/icons/icon.svg", "image/svg+xml"),
            ("/icons/icon-192.png", "image/png"),
            ("/pictures/Axe.JPG", "image/jpeg"),
            ("/pictures/axe.webp", "image/webp"),
            ("/fonts/text.otf", "font/otf"),
            ("/LICENSE", "application/octet-stream"),
            ("/folder.js/file", "application/octet-stream"),
        ] {
            assert_eq!(content_type(path), expected, "{path}");
        }
    }

    #[test]
    fn only_what_carries_its_hash_is_kept_for_good() {
        for (path, kept) in [
            ("/skirmish-0123456789abcdef.wasm", true),
            ("/pictures/axe.fedcba9876543210.webp", true),
            ("/skirmish-0123456789abcde.wasm", false),
            ("/skirmish-0123456789abcdef0.wasm", false),
            ("/skirmish_0123456789abcdef.wasm", false),
            ("/skirmish-0123456789abcdeg.wasm", false),
            ("/skirmish-0123456789abcdef", false),
            ("/skirmish-0123456789abcdef.d/file.js", false),
            ("/0123456789abcdef.js", false),
            ("/index.html", false),
            ("/sw.js", false),
        ] {
            assert_eq!(cache_control(path).contains("immutable"), kept, "{path}");
        }
        assert_eq!(cache_control("/sw.js"), "no-cache");
    }
}
