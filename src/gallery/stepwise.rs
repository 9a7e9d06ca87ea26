//! A gallery without a thread, for the web: its artist draws between two frames of the screen.

use super::artist::Artist;
use super::wanted::{Pixels, Wanted};
use super::wishes::Wishes;
use crate::face::Desk;
use crate::problem::Problem;
use crate::shelf::Shelf;

/// Draws what a screen wishes for, [step by step](Self::step).
pub struct Gallery {
    artist: Artist<'static>,
    wishes: Wishes,
    done: Vec<(Wanted, Pixels)>,
    problems: Vec<Problem>,
    ready: Box<dyn Fn()>,
}

impl Gallery {
    /// Opens a gallery of a game. `ready` is called when something was wished for, so that the screen comes back to
    /// [step](Self::step) and [take](Self::take).
    ///
    /// # Errors
    /// None; with threads, the system may give none.
    #[allow(clippy::needless_pass_by_value, reason = "a gallery with a thread takes the shelf along")]
    pub fn open(
        shelf: impl Shelf + Send + 'static,
        desk: Desk,
        ready: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        // A page has one gallery, which stays until the page is closed: what its artist draws from may stay as well.
        let desk: &'static Desk = Box::leak(Box::new(desk));
        let (artist, problems) = Artist::open(&shelf, desk);
        Ok(Self { artist, wishes: Wishes::default(), done: Vec::new(), problems, ready: Box::new(ready) })
    }

    /// Wishes for a picture: the latest wish is drawn first, each once, however often it is wished for. A picture that
    /// cannot be drawn never comes.
    pub fn wish(&mut self, wanted: Wanted) {
        self.wishes.add(wanted);
        (self.ready)();
    }

    /// The pictures that were finished since the last time.
    pub fn take(&mut self) -> Vec<(Wanted, Pixels)> {
        std::mem::take(&mut self.done)
    }

    /// Forgets a picture: wished for again, it is drawn anew.
    pub fn forget(&mut self, wanted: &Wanted) {
        self.wishes.forget(wanted);
    }

    /// What turned out to be wrong with the game's drawings since the last time.
    pub fn problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Draws one picture, and more as long as there is time left, by the screen's clock.
    pub fn step(&mut self, mut time_left: impl FnMut() -> bool) {
        while let Some(wanted) = self.wishes.next() {
            let drawn = self.artist.draw(&wanted);
            self.problems.extend(self.artist.take_problems());
            self.done.extend(drawn.map(|pixels| (wanted, pixels)));
            if !time_left() {
                (self.ready)();
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::shelf::Builtin;

    fn emblem(livery: u8) -> Wanted {
        Wanted::Emblem { livery, size: 24, drained: false }
    }

    #[test]
    fn each_wish_is_drawn_once_as_far_as_there_is_time() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let ready = move || {
            counted.fetch_add(1, Ordering::Relaxed);
        };
        let desk = Desk::open(&Builtin, "skirmish-5e").unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut gallery = Gallery::open(Builtin, desk, ready).unwrap();
        assert!(gallery.problems().is_empty());
        for livery in [1, 2, 3, 2] {
            gallery.wish(emblem(livery));
        }
        assert_eq!(calls.load(Ordering::Relaxed), 4, "the screen is called back for every wish");
        let names =
            |gallery: &mut Gallery| -> Vec<Wanted> { gallery.take().into_iter().map(|(wanted, _)| wanted).collect() };
        gallery.step(|| false);
        assert_eq!(names(&mut gallery), [emblem(2)], "one is drawn even without time");
        assert_eq!(calls.load(Ordering::Relaxed), 5, "there is more to do");
        gallery.step(|| true);
        assert_eq!(names(&mut gallery), [emblem(3), emblem(1)]);
        gallery.step(|| true);
        assert!(names(&mut gallery).is_empty());
        gallery.forget(&emblem(1));
        gallery.wish(emblem(1));
        gallery.step(|| true);
        assert_eq!(names(&mut gallery), [emblem(1)]);
    }
}
