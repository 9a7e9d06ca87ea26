//! Prints diagnostics, explanations of their codes, and progress to a terminal. Used by the programs only.

mod bar;
mod diagnostics;
mod explain;

pub use bar::Bar;
pub use diagnostics::{json, text};
pub use explain::explain;
