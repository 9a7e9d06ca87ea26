//! Work on all processors, where there are any: the web has one.

/// Applies a function to each item and keeps the order.
#[cfg(feature = "generator")]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
    items.par_iter().map(work).collect()
}

/// Applies a function to each item and keeps the order.
#[cfg(not(feature = "generator"))]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.iter().map(work).collect()
}

/// Begins work that nobody waits for.
#[cfg(feature = "generator")]
pub fn begin(work: impl FnOnce() + Send + 'static) {
    rayon::spawn(work);
}

/// Does two things at once.
#[cfg(feature = "generator")]
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}
