//! Settings of the system for all programs.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use mundy::{Interest, Preferences as System, Subscription};
use skirmish_screens::Preferences;

/// How long the window waits for an answer; a system without settings gives none.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(200);

/// Asks the system for its colour scheme, contrast and reduced motion; the window's scale already follows its text scale.
pub(super) fn preferences() -> Preferences {
    System::once_blocking(Interest::All, ANSWER_TIMEOUT).map(translate).unwrap_or_default()
}

/// Changes of the system's settings, as long as it is kept.
pub(super) struct Changes {
    arrived: Receiver<Preferences>,
    _subscription: Subscription,
}

impl Changes {
    /// Waits for changes, and calls a function after each.
    pub fn new(called: impl Fn() + Send + Sync + 'static) -> Self {
        let (sender, arrived) = channel();
        let subscription = System::subscribe(Interest::All, move |system| {
            // Nobody receives any more once the window closes.
            if sender.send(translate(system)).is_ok() {
                called();
            }
        });
        Self { arrived, _subscription: subscription }
    }

    /// Returns the newest settings, if any arrived.
    pub fn newest(&self) -> Option<Preferences> {
        self.arrived.try_iter().last()
    }
}

fn translate(system: System) -> Preferences {
    Preferences {
        text: 1.0,
        light: system.color_scheme.is_light(),
        contrast: system.contrast.is_more(),
        still: system.reduced_motion.is_reduce(),
    }
}
