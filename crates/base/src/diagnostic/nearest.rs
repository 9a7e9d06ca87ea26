//! "Did you mean".

/// Old and new names of keys, values, attributes and classes.
const RENAMED: [(&str, &str); 41] = [
    ("alone", "single"),
    ("bars", "excludes"),
    ("caps", "small-caps"),
    ("corner", "corner-radius"),
    ("data-with", "data-if"),
    ("data-without", "data-unless"),
    ("deck", "deck-size"),
    ("fewest", "min_players"),
    ("figures", "values"),
    ("flag", "bool"),
    ("for", "required-for"),
    ("from", "min"),
    ("glyph", "card-icon"),
    ("is", "type"),
    ("last", "last-standing"),
    ("least", "min"),
    ("least", "min-length"),
    ("least", "min-size"),
    ("light", "low-ink"),
    ("like", "extends"),
    ("mark", "icon"),
    ("most", "highest"),
    ("most", "max"),
    ("most", "max_players"),
    ("narrow", "fallback-style"),
    ("of", "options"),
    ("pack", "layout"),
    ("paragraph", "paragraph-spacing"),
    ("places", "decimals"),
    ("plain", "markup"),
    ("reach", "first-to"),
    ("safe", "safe-zone"),
    ("set-mark", "set-icon"),
    ("shuffles", "reshuffles"),
    ("to", "max"),
    ("turn", "rotate"),
    ("upright", "valign"),
    ("with", "if"),
    ("without", "unless"),
    ("words", "allow"),
    ("words", "text"),
];

/// Returns the new name of the typed word, else the choice with the minimum edit distance to it, if it is near enough.
///
/// Case, hyphens and underscores are ignored; one typo in three letters is near enough.
pub fn nearest<'a>(typed: &str, choice: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let choice: Vec<&str> = choice.into_iter().collect();
    if let Some((_, new)) = RENAMED.iter().find(|(old, new)| *old == typed && choice.contains(new)) {
        return Some(new);
    }
    let typed = plain(typed);
    let allowed = typed.chars().count().div_ceil(3).max(1);
    choice
        .into_iter()
        .map(|word| (strsim::osa_distance(&typed, &plain(word)), word))
        .filter(|(slips, _)| *slips <= allowed)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, word)| word)
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', '_'], " ")
}

/// Splits two words at the first letter in which they differ.
fn apart<'a>(word: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let pairs = word.chars().zip(other.chars());
    let same: usize = pairs.take_while(|(a, b)| a == b).map(|(letter, _)| letter.len_utf8()).sum();
    (&word[same..], &other[same..])
}

/// True if a word is another with two letters exchanged.
pub fn is_swap(word: &str, other: &str) -> bool {
    let (word, other) = apart(word, other);
    let (mut letters, mut others) = (word.chars(), other.chars());
    match [letters.next(), letters.next(), others.next(), others.next()] {
        [Some(a), Some(b), Some(c), Some(d)] if a == d && b == c => {
            a != b && letters.as_str() == others.as_str() && !a.is_numeric() && !b.is_numeric()
        }
        _ => false,
    }
}

/// True if a word differs from another by two swapped letters, or by one too many or too few.
pub fn is_slip(word: &str, meant: &str) -> bool {
    let (rest, other) = apart(word, meant);
    let is_one_longer = |long: &str, short: &str| {
        let mut letters = long.chars();
        letters.next().is_some_and(|letter| letters.as_str() == short && !letter.is_numeric() && letter != '-')
    };
    is_swap(rest, other) || is_one_longer(rest, other) || is_one_longer(other, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_of_the_pen() {
        let keys = ["name", "kind", "count", "special_attacks"];
        assert_eq!(nearest("cuont", keys), Some("count"));
        assert_eq!(nearest("specialattacks", keys), Some("special_attacks"));
        assert_eq!(nearest("Special-Attacks", keys), Some("special_attacks"));
    }

    #[test]
    fn does_not_guess_wildly() {
        assert_eq!(nearest("weight", ["name", "kind", "count"]), None);
        assert_eq!(nearest("", ["name"]), None);
    }

    #[test]
    fn slips_are_told_from_other_words() {
        for (word, meant) in [("kidn", "kind"), ("papr", "paper"), ("paaper", "paper"), ("tnit", "tint")] {
            assert!(is_slip(word, meant), "{word}");
        }
        for (word, meant) in
            [("tint", "tint"), ("tint2", "tint"), ("hint", "tint"), ("band-text", "band"), ("red", "rod")]
        {
            assert!(!is_slip(word, meant), "{word}");
        }
    }
}
