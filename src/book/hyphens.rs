//! Where words may be parted at the end of a line.

use hypher::Lang;

use crate::text::Syllables;

/// Letters that stay together at the beginning and at the end of a word that is parted.
const LEAST: (usize, usize) = (2, 3);
/// Letters of the shortest word that is parted.
const SHORTEST: usize = 6;

/// Parts words of a language (BCP 47); words of a language without patterns stay whole.
pub(super) fn syllables(language: &str) -> Box<Syllables> {
    let code = language.split('-').next().unwrap_or_default().to_lowercase();
    let lang = <[u8; 2]>::try_from(code.as_bytes()).ok().and_then(Lang::from_iso);
    Box::new(move |word| lang.map(|lang| parts(word, lang)).unwrap_or_default())
}

/// The bytes after which a word may be parted. Names and words with signs in them stay whole.
fn parts(word: &str, lang: Lang) -> Vec<usize> {
    let count = word.chars().count();
    if count < SHORTEST || !word.chars().all(char::is_lowercase) {
        return Vec::new();
    }
    let mut at = 0;
    let mut ends = Vec::new();
    for syllable in hypher::hyphenate(word, lang) {
        at += syllable.len();
        let before = word[..at].chars().count();
        if before >= LEAST.0 && count - before >= LEAST.1 {
            ends.push(at);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_their_language_wants_it() {
        let english = syllables("en-GB");
        assert_eq!(english("recovering"), [2, 5, 7]);
        assert_eq!(english("sword"), [0; 0]);
        assert_eq!(english("Bjarni"), [0; 0], "a name stays whole");
        assert_eq!(syllables("tlh")("recovering"), [0; 0]);
    }
}
