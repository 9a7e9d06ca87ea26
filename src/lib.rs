//! Makes print-ready decks from one folder of data, and tracks games while people play.
//!
//! Modules are layered: each uses only those above it in this list, which `tests/rooms.rs` checks.

pub use skirmish_base::{calendar, diagnostic, ordered, threads, units, vfs};
pub use skirmish_model::{game, shape};
pub use skirmish_read as read;
#[cfg(feature = "rules")]
pub use skirmish_rules as rules;
#[cfg(any(feature = "generator", feature = "tracker"))]
pub use skirmish_serve as serve;
#[cfg(feature = "table")]
pub use skirmish_tracker::{keep, table};

#[cfg(feature = "faces")]
pub mod raster;

#[cfg(feature = "generator")]
pub mod cmyk;

#[cfg(feature = "faces")]
pub mod emblem;

#[cfg(feature = "faces")]
pub mod text;

#[cfg(feature = "faces")]
pub mod scene;

#[cfg(feature = "faces")]
pub mod face;

#[cfg(feature = "pixels")]
pub mod image;

#[cfg(feature = "generator")]
pub mod book;

#[cfg(feature = "generator")]
pub mod sheet;

#[cfg(feature = "generator")]
pub mod pdf;

#[cfg(feature = "generator")]
pub mod pack;

#[cfg(feature = "generator")]
pub mod proof;

#[cfg(feature = "generator")]
pub mod job;

#[cfg(feature = "generator")]
pub mod report;

#[cfg(any(feature = "generator", feature = "tracker"))]
pub mod manual;

#[cfg(feature = "generator")]
pub mod watch;

#[cfg(all(feature = "pixels", feature = "table"))]
pub mod gallery;

#[cfg(feature = "screens")]
pub mod app;
