//! The source of a rulebook: its blocks, the numbers of its sections, and the rules that it states.

mod outline;
mod place_letters;
mod source;

pub use outline::{Heading, Line, Outline, Section, entry_id, lines, paragraph_id, ruling, ruling_id, slug};
pub use place_letters::PlaceLetters;
pub use source::{Directive, Footnote, Node, footnotes, split};

use std::ops::Range;

use crate::game::RuleNumber;

/// Prefixes of web addresses.
pub const ADDRESSES: [&str; 3] = ["https://", "http://", "mailto:"];

/// True if the target of a link is an address on the web.
pub fn is_address(target: &str) -> bool {
    ADDRESSES.iter().any(|begin| target.strip_prefix(begin).is_some_and(|rest| !rest.is_empty()))
}

/// Returns every `{S12}` and `{R5}` of a rulebook with the bytes between its braces, except in comments.
pub fn stated(text: &str) -> Vec<(RuleNumber, Range<usize>)> {
    let (mut found, mut start, mut comments) = (Vec::new(), 0, source::Comments::default());
    for line in text.split_inclusive('\n') {
        if !comments.cover(line.trim()) {
            let opening = line.match_indices('{').map(|(at, _)| at + 1);
            found.extend(opening.filter_map(|at| {
                let inner = &line[at..at + line[at..].find('}')?];
                Some((inner.parse().ok()?, start + at..start + at + inner.len()))
            }));
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_on_the_web_are_told_from_words() {
        let found = ["http://a", "mailto:a@b", "https://", "ftp://a", "Hook"].map(is_address);
        assert_eq!(found, [true, true, false, false, false]);
    }

    #[test]
    fn a_rulebook_states_what_stands_in_its_braces_outside_of_comments() {
        let text = "<!--\n{S12} the fact\n-->\n# Über\n\n{S3} It {damage} takes. {S4} Half {#id}\n{R5} An hour {S\n";
        let found: Vec<_> = stated(text).into_iter().map(|(number, at)| (number.to_string(), &text[at])).collect();
        assert_eq!(found, [("S3".into(), "S3"), ("S4".into(), "S4"), ("R5".into(), "R5")]);
    }
}
