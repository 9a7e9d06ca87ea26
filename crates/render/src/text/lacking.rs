//! Letters that no font has: which script they belong to, and which free font has them.

use std::collections::{BTreeMap, BTreeSet};

use unicode_script::{Script, UnicodeScript as _};

use crate::diagnostic::{self, Diagnostic};

/// Number of places that are listed for letters missing from all fonts, besides the first.
const MORE_PLACES: usize = 2;

/// A free font, with its recommended use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FreeFont {
    /// Name of its letters: `of the Thai script`.
    letters: &'static str,
    /// Its name, as its makers and shops call it.
    name: &'static str,
}

/// Letters that no font has and that one free font has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LackingLetters {
    font: FreeFont,
    /// The letters.
    pub letters: BTreeSet<char>,
}

impl LackingLetters {
    /// Returns the problem, without its subject: `no font has 31 letters of the Thai script`.
    pub fn message(&self) -> String {
        const SHOWN: usize = 5;
        let mut letters = self.letters.iter();
        if let (Some(letter), 1) = (letters.next(), self.letters.len()) {
            return format!("missing glyph: no font has `{letter}` (U+{:04X})", u32::from(*letter));
        }
        let shown: String = self.letters.iter().filter(|letter| letter.is_alphanumeric()).take(SHOWN).collect();
        let shown = if shown.is_empty() { self.letters.iter().take(SHOWN).collect() } else { shown };
        let more = if self.letters.len() > SHOWN { ", …" } else { "" };
        let shown: Vec<String> = shown.chars().map(|letter| format!("`{letter}`")).collect();
        format!(
            "missing glyphs: no font has {} letters {}: {}{more}",
            self.letters.len(),
            self.font.letters,
            shown.join(", ")
        )
    }

    /// Returns a hint for a game in a folder.
    pub fn hint(&self, game_folder: &str) -> String {
        let them = if self.letters.len() > 1 { "them" } else { "it" };
        format!("add a font that has {them} to `{game_folder}/fonts`, such as {}", self.font.name)
    }
}

/// Letters by the free font that has them.
pub fn by_font(letters: impl IntoIterator<Item = char>) -> Vec<LackingLetters> {
    let mut all: BTreeMap<FreeFont, BTreeSet<char>> = BTreeMap::new();
    for letter in letters {
        all.entry(free_font(letter)).or_default().insert(letter);
    }
    all.into_iter().map(|(font, letters)| LackingLetters { font, letters }).collect()
}

/// Reports letters that no font has, at the first location of one; the message names each place.
pub fn lacking_at(lacking: &LackingLetters, mut places: Vec<Diagnostic>, folder: &str) -> Option<Diagnostic> {
    diagnostic::sort(&mut places);
    // Several letters of one line are one place.
    let line = |place: &Diagnostic| place.span.as_ref().map(|at| (at.source.path.clone(), at.start().0));
    places.dedup_by(|later, earlier| line(later) == line(earlier));
    let others = places.split_off(1.min(places.len()));
    let mut first = places.into_iter().next()?;
    let message = lacking.message();
    first.message = if first.message.is_empty() { message } else { format!("{}: {message}", first.message) };
    Some(diagnostic::merge_some(first.hint(lacking.hint(folder)), &others, MORE_PLACES))
}

/// Name of Chinese and Japanese letters, and the fonts that have them.
const EAST_ASIAN: (&str, &str) =
    ("of the Chinese and Japanese scripts", "Noto Serif JP for Japanese, Noto Serif SC or Noto Serif TC for Chinese");

/// Returns a free font that has a letter.
fn free_font(letter: char) -> FreeFont {
    let (letters, name) = match letter.script() {
        _ if matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}') => EAST_ASIAN,
        Script::Han | Script::Hiragana | Script::Katakana | Script::Bopomofo => EAST_ASIAN,
        Script::Hangul => ("of the Hangul script", "Noto Serif KR"),
        Script::Latin | Script::Greek | Script::Cyrillic => ("of European scripts", "Noto Serif"),
        Script::Arabic => ("of the Arabic script", "Noto Naskh Arabic or Amiri"),
        Script::Hebrew => ("of the Hebrew script", "Noto Serif Hebrew"),
        Script::Thai => ("of the Thai script", "Noto Serif Thai"),
        Script::Lao => ("of the Lao script", "Noto Serif Lao"),
        Script::Khmer => ("of the Khmer script", "Noto Serif Khmer"),
        Script::Myanmar => ("of the Burmese script", "Noto Serif Myanmar"),
        Script::Devanagari => ("of the Devanagari script", "Noto Serif Devanagari"),
        Script::Bengali => ("of the Bengali script", "Noto Serif Bengali"),
        Script::Tamil => ("of the Tamil script", "Noto Serif Tamil"),
        Script::Telugu => ("of the Telugu script", "Noto Serif Telugu"),
        Script::Kannada => ("of the Kannada script", "Noto Serif Kannada"),
        Script::Malayalam => ("of the Malayalam script", "Noto Serif Malayalam"),
        Script::Gujarati => ("of the Gujarati script", "Noto Serif Gujarati"),
        Script::Gurmukhi => ("of the Gurmukhi script", "Noto Serif Gurmukhi"),
        Script::Sinhala => ("of the Sinhala script", "Noto Serif Sinhala"),
        Script::Tibetan => ("of the Tibetan script", "Noto Serif Tibetan"),
        Script::Georgian => ("of the Georgian script", "Noto Serif Georgian"),
        Script::Armenian => ("of the Armenian script", "Noto Serif Armenian"),
        Script::Ethiopic => ("of the Ethiopic script", "Noto Serif Ethiopic"),
        Script::Common | Script::Inherited | Script::Unknown if is_emoji(letter) => {
            ("that are emoji", "Noto Emoji or Noto Color Emoji")
        }
        Script::Common | Script::Inherited | Script::Unknown => {
            ("that are signs", "Noto Sans Symbols 2 or Noto Sans Math")
        }
        _ => ("of other scripts", "the Noto Sans of that script"),
    };
    FreeFont { letters, name }
}

/// True for the blocks of emoji.
fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_script_are_one_problem() {
        let found = by_font("将棋です鲸🐋".chars());
        let messages: Vec<String> = found.iter().map(LackingLetters::message).collect();
        assert_eq!(
            messages,
            [
                "missing glyphs: no font has 5 letters of the Chinese and Japanese scripts: `す`, `で`, `将`, `棋`, `鲸`",
                "missing glyph: no font has `🐋` (U+1F40B)",
            ]
        );
        assert_eq!(
            found[1].hint("card-data/g"),
            "add a font that has it to `card-data/g/fonts`, such as Noto Emoji or Noto Color Emoji"
        );
    }
}
