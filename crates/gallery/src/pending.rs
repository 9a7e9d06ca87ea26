//! The queue of requests that are not drawn yet.

use std::collections::BTreeSet;

use super::request::PictureRequest;

/// A stack of distinct requests: the latest first, each once.
#[derive(Default)]
pub struct Pending {
    /// All requests that were not forgotten.
    known: BTreeSet<PictureRequest>,
    /// The latest last.
    waiting: Vec<PictureRequest>,
}

impl Pending {
    /// Adds a request; a waiting one moves to the front, a drawn one isn't drawn again.
    pub fn add(&mut self, request: PictureRequest) {
        if self.known.insert(request.clone()) {
            self.waiting.push(request);
        } else if let Some(at) = self.waiting.iter().rposition(|waiting| *waiting == request) {
            let request = self.waiting.remove(at);
            self.waiting.push(request);
        }
    }

    /// Returns the latest drawable request, to draw it now. The others wait on.
    pub fn next(&mut self, can_be_drawn: impl Fn(&PictureRequest) -> bool) -> Option<PictureRequest> {
        self.waiting.iter().rposition(can_be_drawn).map(|at| self.waiting.remove(at))
    }

    /// Forgets a request: it may be requested and drawn again.
    pub fn forget(&mut self, request: &PictureRequest) {
        if self.known.remove(request) {
            self.waiting.retain(|waiting| waiting != request);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emblem(style: u8) -> PictureRequest {
        PictureRequest::Emblem { style, size: 24, drained: false }
    }

    fn all(mut pending: Pending) -> Vec<PictureRequest> {
        std::iter::from_fn(|| pending.next(|_| true)).collect()
    }

    #[test]
    fn the_latest_wish_comes_first_and_each_once() {
        let mut pending = Pending::default();
        for style in [1, 2, 3, 1] {
            pending.add(emblem(style));
        }
        assert_eq!(pending.next(|_| true), Some(emblem(1)));
        pending.add(emblem(1));
        assert_eq!(all(pending), [emblem(3), emblem(2)]);
    }

    #[test]
    fn what_was_forgotten_may_be_wished_for_again() {
        let mut pending = Pending::default();
        pending.add(emblem(1));
        pending.add(emblem(2));
        pending.next(|_| true);
        pending.forget(&emblem(2));
        pending.forget(&emblem(1));
        pending.add(emblem(2));
        assert_eq!(all(pending), [emblem(2)]);
    }
}
