//! Two texts word by word.

/// Two texts, split into their common beginning, the words in which each differs, and their common end.
pub(super) struct Parted<'t> {
    pub before: &'t str,
    pub old: &'t str,
    pub new: &'t str,
    pub after: &'t str,
}

/// Parts two texts at the ends of words.
pub(super) fn part<'t>(old: &'t str, new: &'t str) -> Parted<'t> {
    let words = |text: &'t str| -> Vec<&'t str> { text.split_inclusive(' ').collect() };
    let (olds, news) = (words(old), words(new));
    let same = olds.iter().zip(&news).take_while(|(old, new)| old == new);
    let begin: usize = same.map(|(old, _)| old.len()).sum();
    let (old_rest, new_rest) = (words(&old[begin..]), words(&new[begin..]));
    let same = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new);
    let end: usize = same.map(|(old, _)| old.len()).sum();
    Parted {
        before: &new[..begin],
        old: old[begin..old.len() - end].trim_end(),
        new: new[begin..new.len() - end].trim_end(),
        after: &new[new.len() - end..],
    }
}

/// Changes with a few words about it: "… 2 damage to …".
pub(super) fn excerpts(old: &str, new: &str) -> (String, String) {
    const ABOUT: usize = 3;
    let Parted { before, old: was, new: is, after } = part(old, new);
    let last: Vec<&str> = before.split_whitespace().rev().take(ABOUT).collect();
    let first: Vec<&str> = after.split_whitespace().take(ABOUT).collect();
    let cut = |many: bool| if many { "… " } else { "" };
    let lead = cut(before.split_whitespace().count() > ABOUT);
    let tail = if after.split_whitespace().count() > ABOUT { " …" } else { "" };
    let about = |middle: &str| {
        let words = last.iter().rev().copied().chain(middle.split_whitespace()).chain(first.iter().copied());
        format!("{lead}{}{tail}", words.collect::<Vec<_>>().join(" "))
    };
    (about(was), about(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_share_stands_about_what_differs() {
        let Parted { before, old, new, after } = part("Adds 2 damage to it.", "Adds 3 damage to it.");
        assert_eq!((before, old, new, after), ("Adds ", "2", "3", "damage to it."));
        let (old, new) = excerpts(
            "one two three four five 2 six seven eight nine",
            "one two three four five 3 six seven eight nine",
        );
        assert_eq!(
            (old.as_str(), new.as_str()),
            ("… three four five 2 six seven eight …", "… three four five 3 six seven eight …")
        );
        assert_eq!(excerpts("", "a b"), (String::new(), "a b".to_owned()));
        assert_eq!(excerpts("a b", "a b c"), ("a b".to_owned(), "a b c".to_owned()));
    }
}
