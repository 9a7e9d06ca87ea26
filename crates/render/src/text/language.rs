//! Direction and hyphenation by language.

use std::collections::BTreeSet;

use super::hyphens;

/// Languages that are written from right to left, unless a tag names another script.
const FROM_RIGHT: [&str; 11] = ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ur", "yi"];
/// Scripts that are written from right to left, as tags name them.
const SCRIPTS_FROM_RIGHT: [&str; 6] = ["arab", "hebr", "nkoo", "rohg", "syrc", "thaa"];

/// The language that texts are set in.
#[derive(Clone, Debug, Default)]
pub struct Language {
    from_right: bool,
    /// Its code (ISO 639-1), if words may be hyphenated.
    code: Option<String>,
    /// Words that are never hyphenated, nor words that begin with one of them.
    whole: BTreeSet<String>,
}

impl Language {
    /// Creates a language by its tag (BCP 47).
    pub fn new(tag: &str) -> Self {
        Self { from_right: is_from_right(tag), code: hyphens::code(tag), whole: BTreeSet::new() }
    }

    /// Adds words that are never hyphenated.
    #[must_use]
    pub fn with_whole(self, whole: BTreeSet<String>) -> Self {
        Self { whole, ..self }
    }

    /// True if its lines begin at the right.
    pub fn is_from_right(&self) -> bool {
        self.from_right
    }

    /// Returns the bytes of a word after which it may be hyphenated.
    pub fn syllables(&self, word: &str) -> Vec<usize> {
        self.code.as_ref().map_or_else(Vec::new, |code| hyphens::syllables(word, code, &self.whole))
    }
}

/// True if a language (BCP 47) is written from right to left.
pub fn is_from_right(tag: &str) -> bool {
    let tag = tag.to_lowercase();
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    match parts.find(|part| part.len() == 4) {
        Some(script) => SCRIPTS_FROM_RIGHT.contains(&script),
        None => FROM_RIGHT.contains(&language),
    }
}

#[cfg(test)]
mod tests {
    use super::is_from_right;

    #[test]
    fn a_script_goes_before_a_language() {
        assert!(is_from_right("he") && is_from_right("ar-EG") && is_from_right("az-Arab"));
        assert!(!is_from_right("en-GB") && !is_from_right("ur-Latn") && !is_from_right(""));
    }
}
