//! The progress bar.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parking_lot::Mutex;

use crate::job::Progress;

/// A bar on a terminal for what takes longer than half a second; nothing in a pipe.
#[derive(Default)]
pub struct Bar(Mutex<Option<(ProgressBar, Instant)>>);

const PATIENCE: Duration = Duration::from_millis(500);

impl Bar {
    fn with(&self, act: impl FnOnce(&mut Option<(ProgressBar, Instant)>)) {
        act(&mut self.0.lock());
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, steps: usize) {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what.to_owned());
        self.with(|slot| *slot = Some((bar, Instant::now())));
    }

    fn step(&self) {
        self.with(|slot| {
            let Some((bar, since)) = slot else { return };
            if bar.is_hidden() && since.elapsed() > PATIENCE {
                // indicatif hides it again if standard error isn't a terminal.
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.inc(1);
        });
    }

    fn end(&self) {
        self.with(|slot| {
            if let Some((bar, _)) = slot.take() {
                bar.finish_and_clear();
            }
        });
    }
}
