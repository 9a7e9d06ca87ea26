//! Work on all processors, if available: the web has one.

/// Returns the number of threads that work at once.
#[cfg(not(target_family = "wasm"))]
pub fn count() -> usize {
    rayon::current_num_threads()
}

/// Returns the number of threads that work at once: there is one.
#[cfg(target_family = "wasm")]
pub const fn count() -> usize {
    1
}

/// Applies a function to each item and keeps the order.
#[cfg(not(target_family = "wasm"))]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
    items.par_iter().map(work).collect()
}

/// Applies a function to each item and keeps the order.
#[cfg(target_family = "wasm")]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.iter().map(work).collect()
}

/// Spawns `work` on the pool, detached: it is done ahead, and nobody waits for it.
#[cfg(not(target_family = "wasm"))]
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    rayon::spawn(work);
}

/// Drops `work`: without another thread, doing it ahead would only delay urgent work.
#[cfg(target_family = "wasm")]
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    drop(work);
}

/// Makes the calling thread a pool worker. Saves one thread's stack and allocator arena.
#[cfg(not(target_family = "wasm"))]
pub fn use_current_thread() {
    // If the threads exist already, nothing changes.
    let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
}

/// Does two things at once.
#[cfg(not(target_family = "wasm"))]
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

/// Does one thing after the other.
#[cfg(target_family = "wasm")]
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    (one(), other())
}
