//! What a careful printer looks for before the ink is spent: text too small, too pale, too near the cut; files that nobody uses.

mod cover;
mod lint;
mod unused;

pub use lint::lint;
pub use unused::unused;
