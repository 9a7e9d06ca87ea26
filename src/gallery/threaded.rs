//! A gallery whose artist works on a thread of its own.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::Gallery;
use super::artist::Artist;
use super::wanted::{Pixels, Wanted};
use super::wishes::Wishes;
use crate::face::Desk;
use crate::problem::Problem;
use crate::shelf::Shelf;

/// Draws what a screen wishes for while the screen goes on. Its thread ends with it.
pub struct Threaded {
    office: Arc<Office>,
    thread: Option<JoinHandle<()>>,
}

/// Where wishes come in and pictures go out.
#[derive(Default)]
struct Office {
    desk: Mutex<Papers>,
    /// Something was wished for, or the gallery closes.
    news: Condvar,
}

#[derive(Default)]
struct Papers {
    wishes: Wishes,
    done: Vec<(Wanted, Pixels)>,
    problems: Vec<Problem>,
    closed: bool,
}

impl Office {
    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next wish, when there is one; none when the gallery closes.
    fn next(&self) -> Option<Wanted> {
        let mut papers = self.papers();
        loop {
            if papers.closed {
                return None;
            }
            if let Some(wanted) = papers.wishes.next() {
                return Some(wanted);
            }
            papers = self.news.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Threaded {
    /// Opens a gallery of a game. `ready` is called, on the gallery's thread, whenever something can be
    /// [taken](Gallery::take).
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn open(
        shelf: impl Shelf + Send + 'static,
        desk: Desk,
        ready: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        let office = Arc::new(Office::default());
        let theirs = Arc::clone(&office);
        let work = move || {
            let (artist, problems) = Artist::open(&shelf, &desk);
            if !problems.is_empty() {
                theirs.papers().problems = problems;
                ready();
            }
            while let Some(wanted) = theirs.next() {
                let drawn = artist.draw(&wanted);
                let mut papers = theirs.papers();
                papers.problems.extend(artist.take_problems());
                if let Some(pixels) = drawn {
                    papers.done.push((wanted, pixels));
                    drop(papers);
                    ready();
                }
            }
        };
        let thread = Builder::new().name("gallery".to_owned()).spawn(work)?;
        Ok(Self { office, thread: Some(thread) })
    }

    /// What turned out to be wrong with the game's drawings since the last time.
    pub fn problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.office.papers().problems)
    }
}

impl Gallery for Threaded {
    fn wish(&mut self, wanted: Wanted) {
        self.office.papers().wishes.add(wanted);
        self.office.news.notify_one();
    }

    fn take(&mut self) -> Vec<(Wanted, Pixels)> {
        std::mem::take(&mut self.office.papers().done)
    }

    fn forget(&mut self, wanted: &Wanted) {
        self.office.papers().wishes.forget(wanted);
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.office.papers().closed = true;
        self.office.news.notify_one();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has told so itself.
            let _ = thread.join();
        }
    }
}
