//! Settings of the system for all programs.

use std::time::Duration;

use mundy::{Interest, Preferences as System};
use skirmish_screens::Preferences;

/// How long the window waits for an answer; a system without settings gives none.
const PATIENCE: Duration = Duration::from_millis(200);

/// Asks the system for its colour scheme, contrast and reduced motion; the window's scale already follows its text scale.
pub(super) fn preferences() -> Preferences {
    System::once_blocking(Interest::All, PATIENCE).map(translate).unwrap_or_default()
}

fn translate(system: System) -> Preferences {
    Preferences {
        text: 1.0,
        light: system.color_scheme.is_light(),
        contrast: system.contrast.is_more(),
        still: system.reduced_motion.is_reduce(),
    }
}
