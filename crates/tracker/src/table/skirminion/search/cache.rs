//! The table of positions that the search knows something about (a transposition table).

use super::SEEN_VICTORY;
use super::node::Node;
use crate::table::skirminion::Activation;

/// Meaning of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The position is worth exactly this.
    Exact = 1,
    /// It is worth this or more.
    AtLeast,
    /// It is worth this or less.
    AtMost,
}

/// Cached result for a position: 16 bytes, four of them per cache line.
#[derive(Clone, Copy, Debug)]
pub struct CacheEntry {
    key: u64,
    /// The best activation, if one was found.
    pub activation: Option<Activation>,
    score: i16,
    depth: u8,
    /// Bound of the score, and above it the number of the search that found it: 0 if the entry is empty.
    bound_and_age: u8,
}

const _: () = assert!(size_of::<CacheEntry>() == 16);

/// Bits of the bound in [`CacheEntry::bound_and_age`].
const BOUND: u8 = 3;
/// An entry without a result.
const EMPTY: CacheEntry = CacheEntry { key: 0, activation: None, score: 0, depth: 0, bound_and_age: 0 };

impl CacheEntry {
    /// Returns the score, if it was found deep enough and decides this window.
    #[inline]
    pub fn usable_score(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let score = i32::from(self.score);
        // Victories are kept by their distance from the position, not from the root.
        let score = if score.abs() > SEEN_VICTORY { score - score.signum() * ply as i32 } else { score };
        const AT_LEAST: u8 = Bound::AtLeast as u8;
        const AT_MOST: u8 = Bound::AtMost as u8;
        let enough = match self.bound_and_age & BOUND {
            AT_LEAST => score >= beta,
            AT_MOST => score <= alpha,
            _ => true,
        };
        enough.then_some(score)
    }
}

/// A transposition table with one entry for each value of the low bits of a key; later and deeper results replace others.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: Vec<CacheEntry>,
    /// Number of the search, above the bits of the bound; after 64 searches it wraps around.
    age: u8,
}

impl Cache {
    /// Creates a cache with about that many entries.
    pub fn new(room: usize) -> Self {
        Self { entries: vec![EMPTY; room.next_power_of_two()], age: 0 }
    }

    /// Makes all earlier results replaceable.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(BOUND + 1);
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// Returns the result for a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<CacheEntry> {
        Some(self.entries[self.index(key)]).filter(|entry| entry.key == key && entry.bound_and_age != 0)
    }

    /// Stores the result of a node.
    #[inline]
    pub fn put(&mut self, node: &Node, bound: Bound, ply: usize) {
        let Node { key, best_activation: activation, best: score, depth, .. } = *node;
        let index = self.index(key);
        let depth = depth.clamp(0, 255) as u8;
        let kept = self.entries[index];
        let (same, new) = (kept.key == key, kept.bound_and_age & !BOUND == self.age);
        if kept.bound_and_age != 0 && new && !same && kept.depth > depth.saturating_add(2) {
            return;
        }
        let before = kept.activation.filter(|_| same);
        let score = if score.abs() > SEEN_VICTORY { score + score.signum() * ply as i32 } else { score };
        let bound_and_age = self.age | bound as u8;
        self.entries[index] =
            CacheEntry { key, activation: activation.or(before), score: score as i16, depth, bound_and_age };
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
