//! Prints diagnostics, explanations of their codes, and progress to a terminal. Used by the programs only.

#[cfg(not(target_family = "wasm"))]
mod bar;
mod diagnostics;
mod explain;

#[cfg(not(target_family = "wasm"))]
pub use bar::Bar;
pub use diagnostics::{json, text};
pub use explain::explain;
