//! "Did you mean".

/// The word of a choice with the least edit distance to what was typed, if it is near enough to be meant.
///
/// Case, hyphens and underscores are ignored; one slip in three letters is near enough.
pub fn nearest<'a>(typed: &str, choice: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

/// Two words from the first letter in which they differ.
fn apart(word: &str, other: &str) -> (Vec<char>, Vec<char>) {
    let same = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    (word.chars().skip(same).collect(), other.chars().skip(same).collect())
}

/// Whether a word is another with two letters exchanged.
pub fn is_swap(word: &str, other: &str) -> bool {
    let (word, other) = apart(word, other);
    match (word.as_slice(), other.as_slice()) {
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c => {
            a != b && rest == other && !a.is_numeric() && !b.is_numeric()
        }
        _ => false,
    }
}

/// Whether a word is another with two letters exchanged, or with one too many or too few.
pub fn is_slip(word: &str, meant: &str) -> bool {
    if is_swap(word, meant) {
        return true;
    }
    let (rest, other) = apart(word, meant);
    match (rest.as_slice(), other.as_slice()) {
        ([a, rest @ ..], other) if rest == other => !a.is_numeric() && *a != '-',
        (rest, [a, other @ ..]) if rest == other => !a.is_numeric() && *a != '-',
        _ => false,
    }
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
