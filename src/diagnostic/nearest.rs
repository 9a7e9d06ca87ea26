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
}
