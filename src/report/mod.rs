//! Diagnostics and progress to a terminal. Used by the programs only.

mod bar;
mod diagnostics;

pub use bar::Bar;
pub use diagnostics::{json, text};
