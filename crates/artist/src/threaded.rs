//! A gallery whose artist works on a thread of its own.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use parking_lot::{Condvar, Mutex, MutexGuard};

use skirmish_base::diagnostic::{Diagnostic, Reporter};
use skirmish_base::vfs::Vfs;
use skirmish_gallery::{Gallery, Pending, PictureRequest, Pixels, Sketcher};
use skirmish_render::face::Project;

use crate::artist::Artist;

/// Draws what a screen requests while the screen goes on. Its thread ends with it.
pub struct Threaded {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

/// The queue between screen and thread: requests in, pictures out.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    /// Something was requested, or the gallery closes.
    news: Condvar,
}

#[derive(Default)]
struct QueueState {
    pending: Pending,
    done: Vec<(PictureRequest, Pixels)>,
    diagnostics: Vec<Diagnostic>,
    closed: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock()
    }

    /// Waits for the next request; `None` when the gallery closes.
    fn next(&self) -> Option<PictureRequest> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(request) = state.pending.next(|_| true) {
                return Some(request);
            }
            self.news.wait(&mut state);
        }
    }

    /// Draws request after request until the gallery closes.
    fn serve(&self, ready: &dyn Fn(), draw: impl Fn(&PictureRequest) -> (Option<Pixels>, Vec<Diagnostic>)) {
        while let Some(request) = self.next() {
            let (drawn, diagnostics) = draw(&request);
            let mut state = self.state();
            state.diagnostics.extend(diagnostics);
            // An undrawable picture is empty: nobody has to wait for it.
            state.done.push((request, drawn.unwrap_or_else(Pixels::nothing)));
            drop(state);
            ready();
        }
    }
}

impl Threaded {
    /// Opens a gallery of a game. `ready` is called, on the gallery's thread, whenever a picture can be
    /// [taken](Gallery::take).
    ///
    /// # Errors
    /// The system provides no thread.
    pub fn open(
        vfs: impl Vfs + Send + 'static,
        project: Project,
        ready: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        Self::serving(ready, move |queue, ready| {
            let (artist, diagnostics) = Reporter::collect(|reporter| Artist::open(&vfs, &project, reporter));
            if !diagnostics.is_empty() {
                queue.state().diagnostics = diagnostics;
                ready();
            }
            queue.serve(ready, |request| (artist.draw(request), artist.take_diagnostics()));
        })
    }

    /// Opens a gallery for a shelf: with the covers of all games, and pictures common to them.
    ///
    /// # Errors
    /// The system provides no thread.
    pub fn for_shelf(vfs: impl Vfs + Send + 'static, ready: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Self::serving(ready, move |queue, ready| {
            let sketcher = Sketcher::of_no_game();
            queue.serve(ready, |request| match request {
                PictureRequest::Cover { game, .. } => match Project::for_screen(&vfs, game) {
                    Ok(project) => {
                        let (artist, diagnostics) =
                            Reporter::collect(|reporter| Artist::with_cover(&vfs, &project, reporter));
                        (artist.draw(request), diagnostics)
                    }
                    // A game without cards has none, and one that is wrong says so when it is opened.
                    Err(diagnostics) => (None, diagnostics),
                },
                other => (sketcher.draw(other), Vec::new()),
            });
        })
    }

    /// Returns a gallery whose thread does some work until it closes.
    fn serving<F: Fn() + Send + 'static>(
        ready: F,
        work: impl FnOnce(&Queue, &F) + Send + 'static,
    ) -> std::io::Result<Self> {
        let queue = Arc::new(Queue::default());
        let theirs = Arc::clone(&queue);
        let thread = Builder::new().name("gallery".to_owned()).spawn(move || work(&theirs, &ready))?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Returns the problems of the game's drawings since the last call.
    pub fn diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.queue.state().diagnostics)
    }
}

impl Gallery for Threaded {
    fn request(&mut self, request: PictureRequest) {
        self.queue.state().pending.add(request);
        self.queue.news.notify_one();
    }

    fn take(&mut self) -> Vec<(PictureRequest, Pixels)> {
        std::mem::take(&mut self.queue.state().done)
    }

    fn forget(&mut self, request: &PictureRequest) {
        self.queue.state().pending.forget(request);
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.queue.state().closed = true;
        self.queue.news.notify_one();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has printed so itself.
            let _ = thread.join();
        }
    }
}
