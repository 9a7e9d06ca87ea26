//! Syllables of words in many languages, and the ends of words in scripts without spaces.
//!
//! A crate of its own, because its patterns and dictionaries are a third of the generator: a browser loads them when a text needs them
//! (`web/words`).

use std::sync::LazyLock;

use hypher::Lang;
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

static SEGMENTER: LazyLock<LineSegmenterBorrowed<'static>> =
    LazyLock::new(|| LineSegmenter::new_dictionary(LineBreakOptions::default()));

/// Returns the lengths of a word's syllables, in bytes. The language is a code of two letters (ISO 639-1); in a language without
/// patterns, a word is one syllable.
pub fn syllables(language: &str, word: &str) -> Vec<usize> {
    let patterns = <[u8; 2]>::try_from(language.as_bytes()).ok().and_then(Lang::from_iso);
    patterns.map_or_else(|| vec![word.len()], |patterns| hypher::hyphenate(word, patterns).map(str::len).collect())
}

/// Returns the places where a line of a text may end, in bytes (UAX 14); in Thai, Lao, Khmer and Burmese, which have no spaces between
/// words, at the end of each word.
pub fn line_breaks(text: &str) -> Vec<usize> {
    SEGMENTER.segment_str(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_languages_have_syllables() {
        assert_eq!(syllables("de", "gesellschaft"), [2, 4, 6]);
        assert_eq!(syllables("hu", "szerencse"), [3, 3, 3]);
        assert_eq!(syllables("xx", "szerencse"), [9]);
        assert_eq!(syllables("deu", "gesellschaft"), [12], "a code of two letters");
        assert!(syllables("de", &"gesellschaft".repeat(9)).len() > 9, "words of any length");
    }

    #[test]
    fn words_of_thai_end_without_spaces() {
        let text = "กขคงจ";
        assert!(line_breaks(text).ends_with(&[text.len()]));
        assert_eq!(line_breaks("ภาษาไทย"), [0, 12, 21], "language, Thai");
        assert_eq!(line_breaks("two words"), [0, 4, 9]);
    }
}
