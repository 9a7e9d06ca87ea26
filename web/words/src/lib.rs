//! Words of other languages than English: a program of its own beside the generator, loaded when a text needs it.

use wasm_bindgen::prelude::*;

/// Returns the lengths of a word's syllables, in bytes ([`skirmish_words::syllables`]).
#[wasm_bindgen]
pub fn syllables(language: &str, word: &str) -> Vec<usize> {
    skirmish_words::syllables(language, word)
}

/// Returns the places where a line of a text may end, in bytes ([`skirmish_words::line_breaks`]).
#[wasm_bindgen]
pub fn line_breaks(text: &str) -> Vec<usize> {
    skirmish_words::line_breaks(text)
}
