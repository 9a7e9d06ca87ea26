//! The host of a table that other devices share: a page and a table over HTTP, and nothing else.

mod files;
mod server;

pub use files::{OpenError, open, random_digits, random_text};
pub use server::{Sharing, now};
