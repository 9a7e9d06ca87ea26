//! The table of positions that the search knows something about (a transposition table).

use super::SEEN_VICTORY;
use crate::table::skirminion::Activation;

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is worth exactly this.
    Exact,
    /// It is worth this or more.
    AtLeast,
    /// It is worth this or less.
    AtMost,
}

/// What is known of a position: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    key: u64,
    /// The best activation, where one was found.
    pub activation: Option<Activation>,
    score: i16,
    depth: u8,
    bound: Bound,
}

impl Known {
    /// The score, if it was found deep enough and says enough for this window.
    #[inline]
    pub fn settles(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let score = i32::from(self.score);
        // Victories are kept by their distance from the position, not from the root.
        let score = if score.abs() > SEEN_VICTORY { score - score.signum() * ply as i32 } else { score };
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        enough.then_some(score)
    }
}

/// One place a position, by the low bits of its key; later and deeper ones displace others.
#[derive(Clone, Debug)]
pub struct Cache {
    places: Vec<Option<(Known, u8)>>,
    age: u8,
}

impl Cache {
    /// With about that many entries.
    pub fn new(room: usize) -> Self {
        Self { places: vec![None; room.next_power_of_two()], age: 0 }
    }

    /// What was found before now gives way to anything.
    pub fn age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.places.fill(None);
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        self.places[self.place(key)].map(|(known, _)| known).filter(|known| known.key == key)
    }

    /// Keeps what was found.
    #[inline]
    pub fn put(&mut self, key: u64, activation: Option<Activation>, score: i32, depth: i32, bound: Bound, ply: usize) {
        let place = self.place(key);
        let depth = depth.clamp(0, 255) as u8;
        let kept = self.places[place];
        let before = kept.filter(|(known, _)| known.key == key).and_then(|(known, _)| known.activation);
        if let Some((known, age)) = kept
            && age == self.age
            && known.key != key
            && known.depth > depth + 2
        {
            return;
        }
        let score = if score.abs() > SEEN_VICTORY { score + score.signum() * ply as i32 } else { score };
        let known = Known { key, activation: activation.or(before), score: score as i16, depth, bound };
        self.places[place] = Some((known, self.age));
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }
}
