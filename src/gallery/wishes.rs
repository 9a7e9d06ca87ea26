//! What is wished for and not drawn yet.

use std::collections::BTreeSet;

use super::wanted::Wanted;

/// Wishes, the latest first; each comes out once.
#[derive(Default)]
pub(super) struct Wishes {
    /// All that were ever wished for and not forgotten.
    known: BTreeSet<Wanted>,
    /// The latest last.
    waiting: Vec<Wanted>,
}

impl Wishes {
    /// Adds a wish; one that waits already moves to the front, one that was drawn is not drawn again.
    pub fn add(&mut self, wanted: Wanted) {
        if self.known.insert(wanted.clone()) {
            self.waiting.push(wanted);
        } else if let Some(at) = self.waiting.iter().rposition(|waiting| *waiting == wanted) {
            let wanted = self.waiting.remove(at);
            self.waiting.push(wanted);
        }
    }

    /// The latest wish, to be drawn now.
    pub fn next(&mut self) -> Option<Wanted> {
        self.waiting.pop()
    }

    /// Forgets a wish: it may be wished for and drawn anew.
    pub fn forget(&mut self, wanted: &Wanted) {
        if self.known.remove(wanted) {
            self.waiting.retain(|waiting| waiting != wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emblem(livery: u8) -> Wanted {
        Wanted::Emblem { livery, size: 24, drained: false }
    }

    fn all(mut wishes: Wishes) -> Vec<Wanted> {
        std::iter::from_fn(|| wishes.next()).collect()
    }

    #[test]
    fn the_latest_wish_comes_first_and_each_once() {
        let mut wishes = Wishes::default();
        for livery in [1, 2, 3, 1] {
            wishes.add(emblem(livery));
        }
        assert_eq!(wishes.next(), Some(emblem(1)));
        wishes.add(emblem(1));
        assert_eq!(all(wishes), [emblem(3), emblem(2)]);
    }

    #[test]
    fn what_was_forgotten_may_be_wished_for_again() {
        let mut wishes = Wishes::default();
        wishes.add(emblem(1));
        wishes.add(emblem(2));
        wishes.next();
        wishes.forget(&emblem(2));
        wishes.forget(&emblem(1));
        wishes.add(emblem(2));
        assert_eq!(all(wishes), [emblem(2)]);
    }
}
