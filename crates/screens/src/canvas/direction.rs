//! Hebrew and Arabic words, which are drawn from right to left.
//!
//! The toolkit shapes letter by letter where the browser draws them. So letters are put in the order in which they are
//! drawn, and Arabic ones are replaced by the characters of their joined shapes.

use std::ops::Range;

/// Letters of Arabic that join, with the first of their shapes (isolated, final, initial, medial) and the number of shapes.
const JOINING: [(char, u32, u8); 49] = [
    ('آ', 0xfe81, 2),
    ('أ', 0xfe83, 2),
    ('ؤ', 0xfe85, 2),
    ('إ', 0xfe87, 2),
    ('ئ', 0xfe89, 4),
    ('ا', 0xfe8d, 2),
    ('ب', 0xfe8f, 4),
    ('ة', 0xfe93, 2),
    ('ت', 0xfe95, 4),
    ('ث', 0xfe99, 4),
    ('ج', 0xfe9d, 4),
    ('ح', 0xfea1, 4),
    ('خ', 0xfea5, 4),
    ('د', 0xfea9, 2),
    ('ذ', 0xfeab, 2),
    ('ر', 0xfead, 2),
    ('ز', 0xfeaf, 2),
    ('س', 0xfeb1, 4),
    ('ش', 0xfeb5, 4),
    ('ص', 0xfeb9, 4),
    ('ض', 0xfebd, 4),
    ('ط', 0xfec1, 4),
    ('ظ', 0xfec5, 4),
    ('ع', 0xfec9, 4),
    ('غ', 0xfecd, 4),
    ('ف', 0xfed1, 4),
    ('ق', 0xfed5, 4),
    ('ك', 0xfed9, 4),
    ('ل', 0xfedd, 4),
    ('م', 0xfee1, 4),
    ('ن', 0xfee5, 4),
    ('ه', 0xfee9, 4),
    ('و', 0xfeed, 2),
    ('ى', 0xfeef, 2),
    ('ي', 0xfef1, 4),
    // Persian and Urdu.
    ('ٹ', 0xfb66, 4),
    ('پ', 0xfb56, 4),
    ('چ', 0xfb7a, 4),
    ('ڈ', 0xfb88, 2),
    ('ژ', 0xfb8a, 2),
    ('ڑ', 0xfb8c, 2),
    ('ک', 0xfb8e, 4),
    ('گ', 0xfb92, 4),
    ('ں', 0xfb9e, 2),
    ('ہ', 0xfba6, 4),
    ('ھ', 0xfbaa, 4),
    ('ے', 0xfbae, 2),
    ('ی', 0xfbfc, 4),
    // Stretches a line, and has one shape.
    ('ـ', 0x640, 1),
];

/// Alefs after a lam, with the isolated shape of both; the final one is next to it.
const LAM_ALEF: [(char, u32); 4] = [('آ', 0xfef5), ('أ', 0xfef7), ('إ', 0xfef9), ('ا', 0xfefb)];

/// True for letters and marks of scripts that are written from right to left.
fn from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}') && !letter.is_numeric()
}

/// True for marks above and below a letter.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e8}')
}

/// Parts of a text that run in one direction, with true for those from right to left. What separates two words from right
/// to left belongs to them.
fn runs(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut runs: Vec<(Range<usize>, bool)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            Some((range, right)) if *right == from_right(letter) => range.end = end,
            _ => runs.push((at..end, from_right(letter))),
        }
        if let [.., (first, true), (between, false), (_, true)] = &runs[..]
            && !text[between.clone()].contains(char::is_alphanumeric)
        {
            let start = first.start;
            runs.truncate(runs.len() - 3);
            runs.push((start..end, true));
        }
    }
    runs
}

/// The pieces of a text as they are drawn, from left to right. A letter from right to left is a piece of its own: the
/// toolkit would reverse several of them again.
pub fn pieces(text: &str) -> Vec<String> {
    if !text.contains(from_right) {
        return vec![text.to_owned()];
    }
    let mut pieces = Vec::new();
    for (range, right) in runs(text) {
        if right {
            pieces.extend(joined(&text[range]).into_iter().rev());
        } else {
            pieces.push(text[range].to_owned());
        }
    }
    pieces
}

/// The end of a text that is written from right to left; empty if it ends otherwise.
pub fn right_to_left_end(text: &str) -> &str {
    match runs(text).pop() {
        Some((range, true)) => &text[range],
        _ => "",
    }
}

/// The letters of a text from right to left, each with its marks and in its shape, in the order in which they are read.
fn joined(text: &str) -> Vec<String> {
    let mut letters: Vec<String> = Vec::new();
    for letter in text.chars() {
        match letters.last_mut() {
            Some(last) if is_mark(letter) => last.push(letter),
            Some(last) if last.starts_with('ل') && LAM_ALEF.iter().any(|(alef, _)| *alef == letter) => {
                last.insert('ل'.len_utf8(), letter);
            }
            _ => letters.push(letter.to_string()),
        }
    }
    let shapes = |letter: &str| letter.chars().next().and_then(|first| JOINING.iter().find(|(own, ..)| *own == first));
    // A lam with an alef joins no letter after it, as the alef.
    let is_pair = |letter: &str| letter.chars().nth(1).and_then(|alef| LAM_ALEF.iter().find(|(own, _)| *own == alef));
    let joins_next = |letter: &str| shapes(letter).is_some_and(|(.., count)| *count != 2) && is_pair(letter).is_none();
    let shaped = |(index, letter): (usize, &String)| {
        let Some((_, first, count)) = shapes(letter) else { return letter.clone() };
        let before = index > 0 && joins_next(&letters[index - 1]);
        let after = joins_next(letter) && letters.get(index + 1).is_some_and(|next| shapes(next).is_some());
        let (first, skipped) = is_pair(letter).map_or((*first, 1), |(_, pair)| (*pair, 2));
        let shape = if *count == 1 { 0 } else { u32::from(before) + 2 * u32::from(after) };
        let shape = char::from_u32(first + shape);
        shape.into_iter().chain(letter.chars().skip(skipped)).collect()
    };
    letters.iter().enumerate().map(shaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        pieces(text).concat()
    }

    #[test]
    fn arabic_is_joined_and_drawn_from_right_to_left() {
        // Initial meem, medial hah, final meem, isolated dal after it.
        assert_eq!(drawn("محمد"), "\u{feaa}\u{fee4}\u{fea4}\u{fee3}");
        assert_eq!(drawn("دار"), "\u{fead}\u{fe8d}\u{fea9}");
        assert_eq!(drawn("علي"), "\u{fef2}\u{fee0}\u{fecb}");
        // Lam and alef join into one shape; a space starts a new word.
        assert_eq!(drawn("سلام ب"), "\u{fe8f} \u{fee1}\u{fefc}\u{feb3}");
        assert_eq!(drawn("پری"), "\u{fbfc}\u{feae}\u{fb58}");
    }

    #[test]
    fn hebrew_keeps_points_on_their_letters() {
        assert_eq!(drawn("דָּוִד"), "דוִדָּ");
    }

    #[test]
    fn words_around_a_name_stay_where_they_are() {
        assert_eq!(drawn("Asa, 3"), "Asa, 3");
        assert_eq!(drawn("דן: lose 3, has 8"), "ןד: lose 3, has 8");
        assert_eq!(drawn("Asa hits דן 2"), "Asa hits ןד 2");
        assert_eq!(drawn("דן לב"), "בל ןד");
        assert_eq!(right_to_left_end("Asa דן לב"), "דן לב");
        assert_eq!(right_to_left_end("דן Asa"), "");
    }
}
