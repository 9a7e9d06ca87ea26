//! What a careful printer looks for before the ink is spent: text too small or too pale, lines too thin, text and
//! signs too near the cut; files that nobody uses.

mod cover;
mod lines;
mod lint;
mod near_cut;
mod unused;

pub use lint::lint;
pub use unused::unused;
