//! Syllables of words, and the places where lines may end.

use std::sync::LazyLock;

use hypher::Lang;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};
#[cfg(not(target_family = "wasm"))]
use skirmish_words as all;

#[cfg(target_family = "wasm")]
use self::page as all;

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default()));

/// Returns the lengths of a word's syllables, in bytes, in a language by its code (ISO 639-1).
pub(super) fn syllables(language: &str, word: &str) -> Vec<usize> {
    match language {
        "en" => hypher::hyphenate(word, Lang::English).map(str::len).collect(),
        _ => all::syllables(language, word),
    }
}

/// Returns the places where a line of a text may end, in bytes.
pub(super) fn line_breaks(text: &str) -> Vec<usize> {
    // Thai, Lao, Burmese and Khmer.
    let is_without_spaces =
        |letter: char| matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}');
    if text.chars().any(is_without_spaces) { all::line_breaks(text) } else { SEGMENTER.segment_str(text).collect() }
}

/// In a browser, all but English is loaded when a text needs it: the page defines `studio` with functions that are
/// those of `skirmish_words`.
#[cfg(target_family = "wasm")]
mod page {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = studio)]
        pub fn syllables(language: &str, word: &str) -> Vec<usize>;

        #[wasm_bindgen(js_namespace = studio)]
        pub fn line_breaks(text: &str) -> Vec<usize>;
    }
}
