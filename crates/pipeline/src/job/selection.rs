//! Selected cards, and the number of each.

use crate::game::Component;

/// Cards of a component, and how many of each a deck is given.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// Indices into its cards.
    pub cards: Vec<usize>,
    pub counts: Vec<u32>,
}

impl Selection {
    /// Returns all of some cards.
    pub fn of(component: &Component, cards: Vec<usize>) -> Self {
        let counts = cards.iter().map(|card| component.cards[*card].count).collect();
        Self { cards, counts }
    }

    /// Returns each card with its count.
    pub fn each(&self) -> impl Iterator<Item = (usize, u32)> {
        self.cards.iter().copied().zip(self.counts.iter().copied())
    }
}
