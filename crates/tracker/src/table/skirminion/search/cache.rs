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
pub struct Known {
    key: u64,
    /// The best activation, if one was found.
    pub activation: Option<Activation>,
    score: i16,
    depth: u8,
    /// Bound of the score, and above it the number of the search that found it: 0 if the entry is empty.
    says: u8,
}

const _: () = assert!(size_of::<Known>() == 16);

/// Bits of the bound in [`Known::says`].
const BOUND: u8 = 3;
/// A place in which nothing is known.
const NOTHING: Known = Known { key: 0, activation: None, score: 0, depth: 0, says: 0 };

impl Known {
    /// Returns the score, if it was found deep enough and decides this window.
    #[inline]
    pub fn settles(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let score = i32::from(self.score);
        // Victories are kept by their distance from the position, not from the root.
        let score = if score.abs() > SEEN_VICTORY { score - score.signum() * ply as i32 } else { score };
        const AT_LEAST: u8 = Bound::AtLeast as u8;
        const AT_MOST: u8 = Bound::AtMost as u8;
        let enough = match self.says & BOUND {
            AT_LEAST => score >= beta,
            AT_MOST => score <= alpha,
            _ => true,
        };
        enough.then_some(score)
    }
}

/// One place a position, by the low bits of its key; later and deeper ones displace others.
#[derive(Clone, Debug)]
pub struct Cache {
    places: Vec<Known>,
    /// Number of the search, above the bits of the bound; after 64 searches it wraps around.
    age: u8,
}

impl Cache {
    /// Creates a cache with about that many entries.
    pub fn new(room: usize) -> Self {
        Self { places: vec![NOTHING; room.next_power_of_two()], age: 0 }
    }

    /// Makes all earlier results replaceable.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(BOUND + 1);
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.places.fill(NOTHING);
    }

    /// Returns the result for a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        Some(self.places[self.place(key)]).filter(|known| known.key == key && known.says != 0)
    }

    /// Stores the result of a node.
    #[inline]
    pub fn put(&mut self, node: &Node, bound: Bound, ply: usize) {
        let Node { key, best_activation: activation, best: score, depth, .. } = *node;
        let place = self.place(key);
        let depth = depth.clamp(0, 255) as u8;
        let kept = self.places[place];
        let (same, new) = (kept.key == key, kept.says & !BOUND == self.age);
        if kept.says != 0 && new && !same && kept.depth > depth.saturating_add(2) {
            return;
        }
        let before = kept.activation.filter(|_| same);
        let score = if score.abs() > SEEN_VICTORY { score + score.signum() * ply as i32 } else { score };
        let says = self.age | bound as u8;
        self.places[place] = Known { key, activation: activation.or(before), score: score as i16, depth, says };
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }
}
