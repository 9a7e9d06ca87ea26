//! Runs work on all processors: a heavy test would otherwise use only one.

use std::sync::Mutex;
use std::thread;

/// Does something for each of these, as many at a time as there are processors. Panics if one of them does.
pub fn side_by_side<T: Send>(all: impl IntoIterator<Item = T>, each: impl Fn(T) + Sync) {
    let left = Mutex::new(all.into_iter().collect::<Vec<T>>().into_iter());
    let next = || left.lock().expect("nobody panics while they take one").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(one) = next() {
                    each(one);
                }
            });
        }
    });
}
