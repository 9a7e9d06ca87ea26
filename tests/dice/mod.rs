//! Numbers that only look random, the same ones in every run.

/// A generator of numbers (SplitMix64), with its seed.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ number >> 31) % limit as u64) as usize
    }

    /// Returns one of several values.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}
