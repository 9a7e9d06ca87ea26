//! The tracker on a desktop: its window, its files, and pictures drawn on a thread of their own.

mod asking;
mod desktop;
mod disk;
mod page;
mod preferences;

pub use desktop::{Window, WindowError, alert, run};
pub use disk::{DiskLibrary, Paths};
pub use page::{PageError, page};
