//! Real quotes, dashes and dots for those that are typed.

/// Whether a quote after this character opens.
pub(super) fn opens_quote(before: char) -> bool {
    before.is_whitespace() || "([{—–“‘".contains(before)
}

/// The typographic character for what was typed, and how many bytes were typed.
pub(super) fn real_sign(rest: &str, letter: char, opens: bool) -> (char, usize) {
    match letter {
        '"' if opens => ('“', 1),
        '"' => ('”', 1),
        '\'' if opens => ('‘', 1),
        '\'' => ('’', 1),
        '-' if rest.starts_with("---") => ('—', 3),
        '-' if rest.starts_with("--") => ('–', 2),
        '.' if rest.starts_with("...") => ('…', 3),
        '\t' => (' ', 1),
        letter => (letter, letter.len_utf8()),
    }
}

/// A text without markup, with real quotes, dashes and dots.
pub(super) fn smart(text: &str) -> String {
    let mut real = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let opens = real.chars().next_back().is_none_or(opens_quote);
        let (sign, length) = real_sign(&text[at..], letter, opens);
        real.push(sign);
        at += length;
    }
    real
}
