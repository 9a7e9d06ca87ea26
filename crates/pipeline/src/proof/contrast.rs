//! Letters that are too pale on their ground: which of the two colours is to blame, and where it is given.

use std::collections::BTreeSet;

use crate::diagnostic::Span;
use crate::game::{Colour, Ink, Palette, Tone};

/// Colours of letters and of their background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub letters: Colour,
    pub ground: Colour,
}

/// Pairs of colours on the faces: legible ones, and illegible ones.
#[derive(Default)]
pub(super) struct Seen {
    good: BTreeSet<Pair>,
    bad: BTreeSet<Pair>,
}

impl Seen {
    /// Adds the colours on a face.
    pub fn add(&mut self, pair: Pair, is_good: bool) {
        if is_good { &mut self.good } else { &mut self.bad }.insert(pair);
    }

    /// Adds what other faces show.
    pub fn extend(&mut self, other: Self) {
        self.good.extend(other.good);
        self.bad.extend(other.bad);
    }

    /// True if the background of a pair is at fault rather than the letters: more of all letters on it are illegible
    /// than of these letters on all backgrounds.
    fn background_is_at_fault(&self, pair: Pair) -> bool {
        let count = |pairs: &BTreeSet<Pair>| {
            let same = |is: fn(&Pair, &Pair) -> bool| pairs.iter().filter(|one| is(one, &pair)).count();
            (same(|a, b| a.ground == b.ground), same(|a, b| a.letters == b.letters))
        };
        let ((on_ground, of_letters), (good_on_ground, good_of_letters)) = (count(&self.bad), count(&self.good));
        // The greater of two fractions, multiplied out.
        on_ground * (of_letters + good_of_letters) > of_letters * (on_ground + good_on_ground)
    }
}

/// The colours of a pair by their names in the data, with their spans.
pub(super) struct ContrastFault {
    pub pair: Pair,
    letters: Option<Named>,
    ground: Option<Named>,
}

/// A colour with one or more names; a face may have meant any of them.
struct Named {
    name: String,
    others: Vec<String>,
    at: Span,
}

impl Named {
    /// Returns the names as they are reported.
    fn description(&self) -> String {
        let Self { name, others, .. } = self;
        match others.as_slice() {
            [] => format!("`{name}`"),
            [other] => format!("`{name}` or `{other}` (they are the same)"),
            others => format!("`{name}` ({} other colours are the same)", others.len()),
        }
    }
}

impl ContrastFault {
    /// Looks a pair up in the colours of its face.
    pub fn of(pair: Pair, palette: &Palette, ink: Ink) -> Self {
        // If both are the same, one name refers to the other.
        let is_same = pair.letters == pair.ground;
        let named = |colour: Colour, borrowed: bool| {
            let mut named = palette.named(colour, ink).filter(|(_, tone)| !matches!(tone, Tone::Colour(_)) == borrowed);
            let (name, tone) = named.next()?;
            let others = named.map(|(other, _)| other.to_owned()).collect();
            Some(Named { name: name.to_owned(), others, at: tone.at().clone() })
        };
        let letters = named(pair.letters, is_same).or_else(|| named(pair.letters, !is_same));
        let ground = named(pair.ground, false).or_else(|| named(pair.ground, true));
        Self { pair, letters, ground }
    }

    /// Returns the location of the colour at fault, if it has a name.
    pub fn place(&self, seen: &Seen) -> Option<&Span> {
        let (first, second) = match seen.background_is_at_fault(self.pair) {
            true => (&self.ground, &self.letters),
            false => (&self.letters, &self.ground),
        };
        first.as_ref().or(second.as_ref()).map(|named| &named.at)
    }

    /// Returns the names of the colours and a hint to change one of them; `None` if neither has a name.
    pub fn names(&self) -> Option<String> {
        self.which().map(|which| format!("{which}: make one of them lighter or darker"))
    }

    fn which(&self) -> Option<String> {
        match (&self.letters, &self.ground) {
            (Some(letters), Some(ground)) if letters.name == ground.name => {
                Some(format!("text and background have the colour {}", letters.description()))
            }
            (Some(letters), Some(ground)) => Some(format!(
                "the text has the colour {}, the background {}",
                letters.description(),
                ground.description()
            )),
            (Some(letters), None) => Some(format!("the text has the colour {}", letters.description())),
            (None, Some(ground)) => Some(format!("the background has the colour {}", ground.description())),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Colour = Colour::rgb(250, 240, 220);
    const INK: Colour = Colour::rgb(20, 40, 60);
    const PALE: Colour = Colour::rgb(230, 220, 200);

    fn seen(good: &[(Colour, Colour)], bad: &[(Colour, Colour)]) -> Seen {
        let pairs = |pairs: &[(Colour, Colour)]| {
            pairs.iter().map(|(letters, ground)| Pair { letters: *letters, ground: *ground }).collect()
        };
        Seen { good: pairs(good), bad: pairs(bad) }
    }

    #[test]
    fn letters_are_to_blame_that_others_on_the_same_ground_are_not() {
        let seen = seen(&[(INK, PAPER), (PAPER, INK)], &[(PALE, PAPER)]);
        assert!(!seen.background_is_at_fault(Pair { letters: PALE, ground: PAPER }));
    }

    #[test]
    fn a_ground_is_to_blame_on_which_nothing_can_be_read() {
        let seen = seen(&[(PAPER, INK)], &[(PAPER, PALE)]);
        assert!(seen.background_is_at_fault(Pair { letters: PAPER, ground: PALE }));
    }

    #[test]
    fn letters_are_to_blame_where_nothing_else_is_known() {
        let seen = seen(&[], &[(PALE, PAPER)]);
        assert!(!seen.background_is_at_fault(Pair { letters: PALE, ground: PAPER }));
    }
}
