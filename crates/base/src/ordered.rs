//! Maps, sets and lists in order, in few instructions.
//!
//! `collect` and `sort_by_key` bring a kind of their own for every type of entry, made for long lists. In the page's program these were
//! a twenty-fifth of everything.

use std::collections::{BTreeMap, BTreeSet};

/// Collects the entries by key; of equal keys the last counts.
pub fn map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

/// Collects the items in order, each once.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Sorts by a number; items with the same number keep their order.
pub fn sort_by_number<T>(items: &mut [T], number: impl FnMut(&T) -> i64) {
    // Only the numbers are sorted, which compiles to the same code for all items.
    items.sort_by_cached_key(number);
}

/// True if no two items are equal.
pub fn all_unique<T: Ord>(items: impl IntoIterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    items.into_iter().all(|item| seen.insert(item))
}
