//! The lowest layer: units, diagnostics, and the virtual file system that everything is read from.

pub mod calendar;

pub mod diagnostic;
pub mod identity;
pub mod ordered;
pub mod threads;
pub mod units;
pub mod vfs;
