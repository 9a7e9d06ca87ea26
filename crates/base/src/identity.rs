//! Identity of values: which of several equal ones it is.

use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of a value within one run of the program.
///
/// A clone gets its own, and values are equal whatever theirs are.
#[derive(Debug)]
pub struct Identity(u64);

impl Identity {
    /// Returns its number, which no other identity has.
    #[inline]
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.0
    }
}

impl Default for Identity {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Identity {}
