//! Problems and progress to a terminal. Used by the programs only.

mod bar;
mod problems;

pub use bar::Bar;
pub use problems::{json, text};
