//! Preflight: text too small or too pale, lines too thin, text and marks too near the cut; unused files.

mod areas;
mod book;
mod contrast;
mod cover;
mod digits;
mod fit;
mod ground;
mod laid;
mod lines;
mod lint;
mod lint_cache;
mod near_cut;
mod overlap;
mod pictures;
mod press;
mod unused;

pub use book::lint_book;
pub use lint::{lint, lint_all};
pub use lint_cache::LintCache;
pub use press::{lint_press, without_bleed};
pub use unused::lint_unused;
