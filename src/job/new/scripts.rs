//! Free fonts for letters that none of the program's fonts has.

use std::collections::{BTreeMap, BTreeSet};

use unicode_script::{Script, UnicodeScript as _};

/// Says once which font has the letters that are missing, and where to put it.
pub(super) fn advice(missing: &BTreeSet<char>, game: &str) -> Vec<String> {
    if missing.is_empty() {
        return Vec::new();
    }
    let has_kana = missing.iter().any(|letter| matches!(letter.script(), Script::Hiragana | Script::Katakana));
    let mut fonts: BTreeMap<String, Vec<char>> = BTreeMap::new();
    for letter in missing {
        fonts.entry(font(*letter, has_kana)).or_default().push(*letter);
    }
    let mut lines: Vec<String> = fonts.iter().map(|(font, letters)| line(font, letters, game)).collect();
    lines.push(
        "until then boxes are printed for these letters; then delete `allow-missing-letters` in `game.toml`".to_owned(),
    );
    lines
}

fn line(font: &str, letters: &[char], game: &str) -> String {
    const SHOWN: usize = 6;
    let some: Vec<String> = letters.iter().take(SHOWN).map(char::to_string).collect();
    let more = if letters.len() > SHOWN { " …" } else { "" };
    format!(
        "no font has {}{more}: {font} has them (free, from fonts.google.com). Put it into card-data/{game}/fonts, and write \
         `font = [\"Junicode\", \"{font}\"]` in templates/type.toml",
        some.join(" ")
    )
}

/// A free font that has a letter.
fn font(letter: char, has_kana: bool) -> String {
    let family = match letter.script() {
        Script::Hiragana | Script::Katakana => "Noto Sans JP",
        Script::Han if has_kana => "Noto Sans JP",
        Script::Han => "Noto Sans SC",
        Script::Hangul => "Noto Sans KR",
        Script::Arabic => "Noto Naskh Arabic",
        Script::Cyrillic | Script::Greek | Script::Latin => "Noto Serif",
        Script::Common | Script::Inherited if has_kana && ('\u{3000}'..='\u{30ff}').contains(&letter) => "Noto Sans JP",
        Script::Common | Script::Inherited if ('\u{3000}'..='\u{303f}').contains(&letter) => "Noto Sans SC",
        Script::Common | Script::Inherited if ('\u{ff00}'..='\u{ffef}').contains(&letter) => "Noto Sans SC",
        Script::Common | Script::Inherited | Script::Unknown if letter >= '\u{1f000}' => "Noto Emoji",
        Script::Common | Script::Inherited | Script::Unknown => "Noto Sans Symbols 2",
        other => return format!("Noto Sans {}", other.full_name().replace('_', " ")),
    };
    family.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_a_font() {
        for (letter, name) in [
            ('た', "Noto Sans JP"),
            ('手', "Noto Sans SC"),
            ('한', "Noto Sans KR"),
            ('ก', "Noto Sans Thai"),
            ('א', "Noto Sans Hebrew"),
            ('🐺', "Noto Emoji"),
            ('⚔', "Noto Sans Symbols 2"),
        ] {
            assert_eq!(font(letter, false), name, "{letter}");
        }
        let lines = advice(&['手', 'た'].into_iter().collect(), "g");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].contains("Noto Sans JP") && lines[0].contains("card-data/g/fonts"), "{lines:?}");
    }
}
